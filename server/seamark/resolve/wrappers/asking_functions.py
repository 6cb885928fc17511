"""Functions that make a request of their own, and calls of such functions.

They are the way from people's code to a contract: a method of a client, a function around a request, a hook. Who calls
one in its own file is a part of that way.
"""

from __future__ import annotations

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.patterns import regex
from seamark.resolve.abstract_values import Definition
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.members.classes import called_name
from seamark.resolve.findings import CallFound, Span
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.test_files import in_test
from seamark.resolve.partial_texts.urls import states_path
from seamark.resolve.port_model import MAX_RELAYS
from seamark.resolve.workspace_facts.view import last_name


def read_all(analysis: FileAnalysis) -> None:
    """Note the functions of a file that make a request, if need be by another one, and that others can call."""
    view = analysis.view
    for scope in _find_askers(analysis):
        if scope != MODULE and _is_for_others(analysis, scope):
            analysis.asking.add(Definition(view.path, view.key(scope)))
            _have_calls_read(analysis, scope)


def _find_askers(analysis: FileAnalysis) -> dict[int, None]:
    """The functions around requests of which some path is known, and around calls of such functions.

    They are at most `MAX_RELAYS` away from the request.
    """
    view = analysis.view
    stating = (request for request in analysis.requests if any(map(states_path, request.urls)))
    asking = {view.outermost(request.span.scope): None for request in stating}
    calls = [(call.of.key, call.span.scope) for call in analysis.calls if call.of.path == view.path]
    for _ in range(MAX_RELAYS if calls else 0):
        known = {view.key(scope) for scope in asking if scope != MODULE}
        asking |= {view.outermost(scope): None for key, scope in calls if key in known}
    return asking


def _have_calls_read(analysis: FileAnalysis, scope: int) -> None:
    """Have other files read for calls of a function."""
    view, known = analysis.view, analysis.catalogue
    function, home = Definition(view.path, view.key(scope)), analysis.project.home(view.path)
    name = called_name(function.key)
    is_catalogued = name in known.words or name in known.further_words
    # Of a name of one word, or that libraries have, too, there are calls in nearly all files: those are read that name
    # whose method it is, or that call it by its bare name. Methods of many classes have one name anyway.
    is_common = is_catalogued or _BETWEEN_WORDS.search(name) is None
    owner = _owner(analysis, scope)
    is_of_nameless = not owner and scope in view.objects_around  # Nobody calls it by its bare name.
    if owner or not (is_catalogued or (is_common and is_of_nameless)):
        for word in rules_of(view.facts.language).functions.words(analysis.project, function, name):
            bare = word.bare or (is_common and not owner)
            analysis.words.add(word._replace(home=home, beside=owner or word.beside, bare=bare))


def _owner(analysis: FileAnalysis, scope: int) -> str:
    """The name of the class, or of the object that is written out, of which a function is a method."""
    view = analysis.view
    own = view.facts.definitions[scope]
    if own.receiver is not None:
        return last_name(own.receiver)
    if own.parent != MODULE:
        return view.facts.definitions[own.parent].name
    objects = view.objects_around.get(scope, ())
    bindings = view.facts.bindings if objects else ()
    return next((one.name for one in bindings if any(one.value is held for held in objects)), "")


_BETWEEN_WORDS = regex(r"[^\W_]_[^\W_]|[a-z0-9][A-Z]|[A-Z][A-Z][a-z]")
"""Where one word ends and another begins in a name."""


def note_call(site: CallSite, function: Definition) -> None:
    """Note a call of a function that makes a request; one of its own file if others call what is around it."""
    view, callee, scope = site.analysis.view, site.call.callee, site.place.scope
    if site.decorated is not None or not isinstance(callee, facts.Name | facts.Member):
        return
    if function.path == view.path:
        around = view.outermost(scope) if scope != MODULE else MODULE
        if around == MODULE or view.key(around) == function.key or not _is_for_others(site.analysis, around):
            return
    if site.analysis.relations.asks(function):
        site.analysis.calls.append(CallFound(function, Span(callee.start, callee.end, scope)))


def _is_for_others(analysis: FileAnalysis, scope: int) -> bool:
    """Whether others may call a function: it is no test's, nobody hides it, and it is in none but in an object."""
    view = analysis.view
    own = view.facts.definitions[scope]
    around = [view.facts.definitions[one] for one in view.scopes(scope) if one not in (MODULE, scope)]
    is_inner = any(one.kind in ("function", "method") for one in around) and scope not in view.objects_around
    is_public = rules_of(view.facts.language).functions.is_public(own.name)
    return is_public and not (own.hidden or is_inner or in_test(view, scope))
