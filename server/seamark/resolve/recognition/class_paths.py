"""Classes that have the path for which their objects answer requests as a member, as frameworks of one's own want it.

    class UsersServlet(Servlet):
        PATTERNS = patterns("/users/(?P<id>[^/]*)$")
        async def on_GET(self, request, id): ...

A method answers one verb by its name, or is given a request and answers those in another member.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice, product

from seamark.catalogue import path_comparisons as names
from seamark.catalogue.path_takers import answers_requests, is_handling
from seamark.extract import facts
from seamark.keys import ANY_VERB
from seamark.patterns import regex
from seamark.resolve.abstract_values import Argument, Definition, OpaqueCall, Place, Text, each
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import PossibleFound, Span
from seamark.resolve.http import verbs
from seamark.resolve.partial_texts.texts import concat, possible_texts
from seamark.resolve.partial_texts.urls import of_patterns
from seamark.resolve.workspace_facts.view import View, last_name

from . import request_methods

MOST = 500
"""How many paths of a class are noted, or looked at."""
_NO_PATH = (" ", "//", "()")
_BEGINS = ("/", "^/", "{}/", "^{}/")


def read_all(analysis: FileAnalysis) -> None:
    """Note what the classes of a file may answer."""
    stated = {one.span.start for one in analysis.routes}
    for scope, own in enumerate(analysis.view.facts.definitions):
        if own.kind == "class" and not own.abstract:
            found = _of_class(analysis, own, scope)
            analysis.possible += [one for one in islice(found, MOST) if one.span.start not in stated]


def _of_class(analysis: FileAnalysis, own: facts.Definition, scope: int) -> Iterator[PossibleFound]:
    """What a class may answer by the members that have its path, or several."""
    place = Place(analysis.view.path, scope)
    class_ = Definition(analysis.view.path, analysis.view.key(scope))
    members = [one for one in analysis.view.bindings_in(scope) if names.is_path_member(one.name.lstrip("$"))]
    stated = [(one, list(islice(_paths(analysis, one.value, place), MOST))) for one in members[:MOST]]
    stated = [(one, _without_special(paths)) for one, paths in stated if paths]
    answering = dict(_methods(analysis, class_)) if stated else {}
    prefix = _prefix(analysis, class_) if answering else Text(())
    base = next((last_name(one) for one in own.bases), "") or own.name
    for member, paths in stated:
        stating = list(contract_spans.texts_in(member.value))
        written = next((one for one in stating if not isinstance(one, facts.Name)), next(iter(stating), None))
        if written is None:
            continue
        for path, (verb, method) in product(paths, answering.items()):
            yield PossibleFound(
                (verb,),
                concat((prefix, path)) if path.raw().startswith("/") else path,
                Span(written.start, written.end, scope),
                method,
                f"{analysis.project.service(analysis.view.path)}:{base}",
                asks=False,
                binds=True,
                told=True,
                own=True,
                called=own.name,
                origin=analysis.view.path,
                answers=True,
                kind="class",
            )


def _paths(analysis: FileAnalysis, value: facts.Value, place: Place) -> Iterator[Text]:
    """The paths that a member states, by texts or regular expressions, one or a list of them."""
    evaluator = analysis.evaluator
    for meaning in each(evaluator.meaning(value, place)):
        for item in evaluator.raw_items(meaning):
            given = item if isinstance(item, Argument) else None
            texts = possible_texts(meaning) if given is None else _texts(analysis, given)
            for text in texts:
                raw = text.raw()
                if raw.startswith(_BEGINS) and not any(mark in raw for mark in _NO_PATH):
                    yield from of_patterns(text, bare=True)


def _without_special(paths: list[Text]) -> list[Text]:
    """The paths without those that another one stands for as well, in which a part is open: conditions decide on it."""
    raws = [_ALTERNATIVES.sub("{}", path.raw()) for path in paths]
    wide = [re.compile(_open_parts(raw)) for raw in raws if "{}" in raw]
    return [path for path, raw in zip(paths, raws, strict=True) if not any(one.fullmatch(raw) for one in wide)]


def _open_parts(raw: str) -> str:
    """An expression for what a path stands for; what follows an open part is taken where it fits first."""
    first, *others = map(re.escape, raw.split("{}"))
    between = (f"(?>{_OPEN}+?{text})" for text in others[:-1])
    return "".join((first, *between, *(f"{_OPEN}+{text}" for text in others[-1:])))


_OPEN = r"(?!\{\})."
_ALTERNATIVES = regex(r"\([^()|]*\|[^()]*\)")


def _texts(analysis: FileAnalysis, given: Argument) -> Iterator[Text]:
    for option in each(analysis.evaluator.source(given.value, given.place)):
        if not isinstance(option, OpaqueCall):
            yield from possible_texts(option)
        elif option.call.arguments:  # `re.compile("^/users$")`
            yield from possible_texts(analysis.evaluator.meaning(option.call.arguments[0].value, option.place))


def _methods(analysis: FileAnalysis, class_: Definition) -> Iterator[tuple[str, Definition]]:
    """The verbs that a class answers, each with the method that does."""
    own = [one for one in analysis.evaluator.methods(class_) if names.answers_by_verb(one.name)]
    if own:
        yield from ((verbs.verb_in_name("name", one.name), one) for one in own)
        return
    stated = _verbs(analysis, class_)
    named = (one for one in analysis.evaluator.methods(class_) if answers_requests(one.name))
    for one in named:
        # Objects that ask have paths and verbs as well, and methods that run them.
        is_answering = request_methods.is_given_request(analysis, one) or (stated and _handles(analysis, one))
        if is_answering and verbs.verb_in_name("name", one.name) == ANY_VERB:
            yield from ((verb, one) for verb in stated or (ANY_VERB,))
            return


def _handles(analysis: FileAnalysis, method: Definition) -> bool:
    """Whether a method answers by its name, and is given no answer of others."""
    found_at = analysis.project.locate(method) if is_handling(method.name) else None
    return found_at is not None and not any(
        names.is_answer(one.label) for one in analysis.project.definition(*found_at).parameters
    )


def _verbs(analysis: FileAnalysis, class_: Definition) -> tuple[str, ...]:
    """The verbs in a member of a class."""
    for value in _members(analysis, *analysis.project.whereabouts(class_), names.is_verbs_member):
        listed = value.items if isinstance(value, facts.List) else (value,)
        told = [verb for one in listed for verb in verbs.enumerated_verbs(one)]
        return tuple(dict.fromkeys(told))
    return ()


def _prefix(analysis: FileAnalysis, class_: Definition) -> Text:
    """What stands before the paths of a class, by a member of its own or of one that it inherits from."""
    for one in analysis.evaluator.with_bases(class_):
        view, index = analysis.project.whereabouts(one)
        for value in _members(analysis, view, index, names.is_prefix_member):
            said = possible_texts(analysis.evaluator.meaning(value, Place(one.path, index)))
            whole = next((text for text in said if text.raw().startswith("/")), None)
            if whole is not None:
                return Text((whole.raw().rstrip("/"),)) if not whole.unknown else whole
    return Text(())


def _members(analysis: FileAnalysis, view: View, class_: int, is_meant: Callable[[str], bool]) -> Iterator[facts.Value]:
    """The values of those members of a class that have such names."""
    for name in analysis.project.fields(view, class_):
        if is_meant(name.lstrip("$")):
            yield from (one.value for one in analysis.project.bindings(view, class_, name))
