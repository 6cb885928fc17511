"""Wrappers: functions that make a request of which their callers state the path or the verb."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from seamark.catalogue import Scheme
from seamark.resolve.abstract_values import GAP, Arguments, Bound, Definition, Given, Text, function_of
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import Brought, Condition, Held, RequestFound, Router, Span, Wrapper
from seamark.resolve.guards import preconditions
from seamark.resolve.hand_written_routes import request_paths
from seamark.resolve.http import loop_value_or_route, mounts, routers
from seamark.resolve.http.stepwise_requests import client_handles
from seamark.resolve.http.stepwise_requests.client_handles import Apart, HeldBy
from seamark.resolve.http.stepwise_requests.data_flow import Part
from seamark.resolve.http.verbs import REQUESTED, before_url, by_verb, request_verbs
from seamark.resolve.module_resolution.test_files import in_test, is_test
from seamark.resolve.named_contracts import contract_calls
from seamark.resolve.partial_texts.last_parameter import may_name_routes, segment
from seamark.resolve.partial_texts.texts import SLASH, UNKNOWN_TEXT, concat, path_of
from seamark.resolve.partial_texts.urls import has_scheme, is_origin, is_whole
from seamark.resolve.stated_by_callers import MAX_LEVEL, Wrapping, wraps

from . import interface_methods, name_relays, object_makers, registrars, segment_choices
from .instance_arguments import makers
from .substitution import Substitution


class DeclaredRequest(Struct, frozen=True):
    """A request as a call states it, be it the function's own or its callers'.

    `level` counts the functions between the call and the request; it is the function `called` that makes it. It
    `passes` options on if it hands something over whole, and is `guessed`, or asked on `conditions`, as a `Wrapper` is,
    and has `verb_in_url` as one has.
    """

    verbs: tuple[Text, ...]
    urls: tuple[Text, ...]
    span: Span
    framework: str
    scheme: Scheme = ""
    level: int = 0
    called: Definition | None = None
    passes: bool = False
    guessed: bool = False
    conditions: frozenset[Condition] = frozenset()
    through: Definition | None = None
    held: Held | None = None
    verb_in_url: bool = False


def note_request(analysis: FileAnalysis, declared: DeclaredRequest) -> None:
    """Note a request: as the file's own, or as a wrapper if the callers of the function around it state it."""
    if not declared.verb_in_url:
        _note_request(analysis, declared)
        return
    for verbs, urls in by_verb(declared.urls, declared.verbs, before_url).items():
        _note_request(analysis, replace(declared, verbs=verbs, urls=urls))


def _note_request(analysis: FileAnalysis, declared: DeclaredRequest) -> None:
    """Note a request of whose URLs none has a verb before it."""
    urls = [url for url in declared.urls if not _is_base_alone(url, declared.urls)]
    making = {url: _making(analysis, url, declared) for url in urls}
    wrapped = {url: _wrapping(analysis, url, declared, making[url]) for url in urls}
    of_callers = [url for url, wrapping in wrapped.items() if wrapping is not None and not wrapping.only_for]
    for url, wrapping in wrapped.items():
        if any(_is_without_end(url, other) for other in of_callers):
            continue
        if wrapping is not None and wrapping.owner == declared.called and GAP in url.parts:
            continue  # What a function asks for when it calls itself depends on data.
        stating = replace(declared, scheme="stated") if _is_whole(url, declared.urls) else declared
        object_makers.note_makers(analysis, (given for given in url.given if given.owner in making[url]))
        own = with_default(analysis, url) if len(url.parts) > 1 else url
        is_stated = stating.scheme != "stated" or (has_scheme(own, stated=True) and not _begins_given(own))
        at, verbs = declared.span.start, request_verbs(declared.verbs)
        chosen = segment_choices.with_choices(analysis, own, at)
        is_end_given = wrapping is not None and wrapping.only_for == "segments"
        is_declared = is_end_given and chosen != (own,) and segment_choices.choices(analysis, url.given[-1], at) != ()
        request = RequestFound(
            verbs, chosen, declared.span, declared.framework, declared.level, through=declared.through
        )
        if wrapping is not None and not is_declared:
            owner, only_for = wrapping
            stating = replace(stating, conditions=declared.conditions | preconditions.at(analysis, declared.span.start))
            wrapper = _wrapper(wrapping, stating, url, guessed=declared.guessed or analysis.guesses)
            above_it = [] if only_for else analysis.evaluator.replaced(owner)
            analysis.wrappers += (wrapper, *(interface_methods.by(wrapper, above) for above in above_it))
            analysis.call_for_callers(owner)
            if only_for and is_stated and declared.through is None:
                analysis.requests.append(replace(request, maybe=owner))
        elif is_stated:
            analysis.sends = analysis.sends or (url == UNKNOWN_TEXT and declared.level == 0)
            analysis.requests.append(request)


def _making(analysis: FileAnalysis, url: Text, declared: DeclaredRequest) -> frozenset[Definition]:
    """The functions that make the object that asks. One that is given verb and path is none: callers of it ask."""
    of_verbs = {given.owner for verb in declared.verbs for given in verb.given}
    of_verbs |= {condition.given.owner for condition in declared.conditions}
    of_path = {part.owner for part in path_of(url).parts[-1:] if isinstance(part, Given)}
    return makers(analysis, (url, *declared.verbs), declared.span.scope) - (of_verbs & of_path)


def _wrapping(
    analysis: FileAnalysis, url: Text, declared: DeclaredRequest, making: Collection[Definition]
) -> Wrapping | None:
    """The function whose callers are to be asked for a request."""
    found = wraps(url, declared.verbs, declared.passes, making) if declared.level < MAX_LEVEL else None
    if found is None or found.only_for != "segments":
        return found if declared.through is None else None
    end, found_at = url.given[-1], analysis.project.locate(found.owner)
    if any(_is_whole(other, declared.urls) and other.given[0] == end for other in declared.urls):
        return Wrapping(found.owner)
    known = () if found_at is None else analysis.project.definition(*found_at).parameters[end.index :]
    return found if not end.members and any(map(may_name_routes, known[:1])) else None


def _is_base_alone(url: Text, alternatives: tuple[Text, ...]) -> bool:
    """Whether a URL is nothing but what others begin with, to which these add a path."""
    return any(
        len(other.parts) > 1 and other.parts[:1] == url.parts and str(other.parts[1]).startswith("/")
        for other in alternatives
        if len(url.parts) == 1 and isinstance(url.parts[0], Given) and isinstance(other.parts[0], Given)
    )


def _is_whole(url: Text, alternatives: tuple[Text, ...]) -> bool:
    """Whether callers give all of a URL, but a query, where what they give is otherwise put behind a base.

    Then it has a scheme.
    """
    path = path_of(url).parts
    whole = path[0] if len(path) == 1 else None
    return isinstance(whole, Given) and any(whole in other.parts[1:] for other in alternatives)


def _is_without_end(url: Text, other: Text) -> bool:
    """Whether a URL is what the other one is for callers that give nothing for the end of its path."""
    path, longer = path_of(url), path_of(other)
    ends_given = any(isinstance(part, Given) for part in longer.parts[-1:])
    return ends_given and concat((path, SLASH)) == concat((replace(longer, parts=longer.parts[:-1]),))


def _wrapper(wrapping: Wrapping, declared: DeclaredRequest, url: Text, *, guessed: bool) -> Wrapper:
    """The function whose callers state the request."""
    return Wrapper(
        of=wrapping.owner,
        verbs=declared.verbs,
        urls=(url,),
        framework=declared.framework,
        level=declared.level + 1,
        only_for=wrapping.only_for,
        guessed=guessed,
        scheme=declared.scheme,
        conditions=declared.conditions,
        through=(declared.through or wrapping.owner) if wrapping.only_for == "segments" else None,
        held=declared.held,
        verb_in_url=declared.verb_in_url,
    )


def _begins_given(url: Text) -> bool:
    return bool(url.parts) and isinstance(url.parts[0], Given)


def with_default(analysis: FileAnalysis, url: Text) -> Text:
    """A URL with its base as the parameter that brings it defaults to."""
    first, *others = url.parts or ("",)
    if not isinstance(first, Given) or first.members:
        return url
    default = first.default or analysis.evaluator.default(first.owner, first.index)
    return url if default is None or default.unknown else concat((default, replace(url, parts=tuple(others))))


def called(site: CallSite, function: Definition | Bound) -> bool:
    """Read a call of a function of the workspace, which may be given a router; true if the function is a wrapper."""
    analysis = site.analysis
    definition = function_of(function)
    own: Definition | None = definition
    found_at = analysis.project.locate(definition)
    if found_at is not None and analysis.project.definition(*found_at).kind == "class":
        own = analysis.evaluator.constructor(definition)
    if own is None or not analysis.relations.called_for(own):
        return False
    wrappers = analysis.relations.wrappers(own)
    given = analysis.evaluator.given(own, site.call, site.place)
    substitution = Substitution(analysis.evaluator, own, function, given, site.call, site.place)
    _mount_given(site, own, function, given, substitution)
    object_makers.called(site, own, substitution)
    for wrapper in wrappers:
        for one in substitution.rounds((*wrapper.urls, *wrapper.verbs)):
            _request_through(site, wrapper, own, function, one)
    registered = registrars.called(site, own, function, given, substitution)
    registered |= name_relays.called(site, own, substitution)
    return registered or any(not wrapper.guessed and wrapper.only_for != "segments" for wrapper in wrappers)


def _mount_given(
    site: CallSite, of: Definition, function: Definition | Bound, given: Arguments, substitution: Substitution
) -> None:
    """A function that is given a router declares its routes on that; one that is given a peer or stub calls that."""
    analysis = site.analysis
    for (owner, number), one in given.items():
        meaning = analysis.evaluator.meaning(one.value, one.place)
        request_paths.note_handed(site, owner, number, meaning)
        made = analysis.evaluator.object_of(meaning)
        role = "" if made is None else analysis.catalogue.role(made.type)
        if made is not None and role in contract_calls.CALLED_ON:
            analysis.bring(Brought(owner, number, made.type, made.named))
        identity = routers.of_parameter(owner, number)
        listed = routers.of_listed(owner, number)
        if made is None and analysis.relations.mounts(listed):
            mounts.mount_listed(site, meaning, listed)
        if made is not None and role == "router" and identity != made.identity:
            router = routers.router(analysis, made, site.place)
            mounts.note_mount(site, identity, router)
            mounts.note_router(site, made, Router(identity), handed=True)
            for told in analysis.relations.mounts(identity):
                if told.told and told.parent is not None and substitution.unmet(told.conditions) is not None:
                    above = registrars.router_of_caller(site, told.parent, of, function, given)
                    mounts.mount_told(site, made, told, above, substitution.text)


def _texts(url: Text, substitution: Substitution) -> list[Text]:
    """What a URL is for a caller; nothing where the caller gives another kind of thing than the URL needs."""
    found = substitution.text(url)
    before = replace(url, parts=url.parts[:-1]).raw()
    adds_nothing = all(text.raw() in (before, f"{before}{{}}") for text in found)
    return [] if adds_nothing and substitution.mistakes(url) else found


def _request_through(
    site: CallSite, wrapper: Wrapper, of: Definition, function: Definition | Bound, substitution: Substitution
) -> None:
    """The request that a wrapper makes for this caller, if it does."""
    left = substitution.unmet(wrapper.conditions)
    if left is None:
        return
    found = [(url, text) for url in wrapper.urls for text in _texts(url, substitution)]
    if not found:
        return
    whole = loop_value_or_route.for_all(site)
    if whole is not None:
        evaluator = site.analysis.evaluator
        given = evaluator.given(of, whole.call, whole.place)
        for_all = Substitution(evaluator, of, function, given, whole.call, whole.place)
        if loop_value_or_route.are_values(
            site, (t for _, t in found), (t for url in wrapper.urls for t in for_all.text(url))
        ):
            _request_through(whole, wrapper, of, function, for_all)
            return
    urls = tuple(dict.fromkeys(text for url, text in found if len(url.parts) == 1 or not is_origin(text)))
    if wrapper.only_for == "segments":
        _note_segments(site, wrapper, of, substitution)
    elif wrapper.only_for:
        urls = tuple(url for url in urls if substitution.gives_path(wrapper.urls[0]))
        if not urls:
            return
        site.analysis.passed.add(of)
    urls = tuple(url for url in urls if not _LATER_SCHEME.search(url.raw()))
    urls = tuple(url for url in urls if is_whole(url, wrapper.scheme))
    verbs = tuple(dict.fromkeys(v for verb in wrapper.verbs for v in substitution.verb(verb, REQUESTED)))
    written_at = substitution.written(wrapper.urls[0]) or substitution.written(wrapper.verbs[0])
    for_whole = wrapper.scheme in ("possible", "stated")
    if urls and wrapper.held is not None and not (wrapper.only_for or for_whole or site.place.rounds):
        _ask_with(site, wrapper, wrapper.held, substitution, verbs, urls, contract_spans.span(site, written_at), left)
        return
    for some, needed in _on_conditions(wrapper, urls, left, substitution):
        declared = DeclaredRequest(
            verbs,
            some,
            contract_spans.span(site, written_at),
            wrapper.framework,
            scheme=wrapper.scheme,
            level=wrapper.level,
            called=of,
            guessed=wrapper.guessed,
            conditions=needed,
            through=wrapper.through,
            verb_in_url=wrapper.verb_in_url,
        )
        note_request(site.analysis, declared)


def _on_conditions(
    wrapper: Wrapper, urls: tuple[Text, ...], left: frozenset[Condition], substitution: Substitution
) -> Iterator[tuple[tuple[Text, ...], frozenset[Condition]]]:
    """The URLs that are asked for on the same conditions: those that objects bring may have others than the rest."""
    makers_of = substitution.makers(left)
    made = tuple(url for url in urls if any(given.owner in makers_of for given in url.given))
    others = tuple(url for url in urls if url not in made)
    of_others = substitution.unmet(wrapper.conditions, made=False) if makers_of else left
    if made:
        yield made, left
    if others and of_others is not None:
        yield others, of_others


_LATER_SCHEME = re.compile(r"(?<=.)\bhttps?://")
"""What a caller gives is no path behind a base, but all of a URL."""


def _note_segments(site: CallSite, wrapper: Wrapper, of: Definition, substitution: Substitution) -> None:
    """Note what this caller gives for the last segment of a URL."""
    tested = in_test(site.analysis.view, site.place.scope) and not is_test(of.path)
    given = [segment(of, text, url) for url in wrapper.urls for text in substitution.last(url)]
    site.analysis.segments.update(one for one in given if not tested or "/" in one.name)


def _ask_with(
    site: CallSite,
    wrapper: Wrapper,
    held: Held,
    substitution: Substitution,
    verbs: tuple[Text, ...],
    urls: tuple[Text, ...],
    span: Span,
    needed: frozenset[Condition],
) -> None:
    """Note what a wrapper does to a handle that its caller has: what was done before, or is done later, counts, too."""
    of = client_handles.for_caller(site, held, substitution)
    level = wrapper.level
    made_anew = not isinstance(held.by, Given) and held.by[1].startswith(f"{wrapper.of.key}:")
    parts = [Part("resets", span, wrapper.framework, level=level)] if made_anew else []
    url = Part("url", span, wrapper.framework, urls, needs=(needed,), level=level, guessed=wrapper.guessed)
    parts += [replace(url, scheme=wrapper.scheme)]
    parts += [Part("verb", span, wrapper.framework, verbs, level=level)] if held.told else []
    parts += [Part("sends", span, wrapper.framework, level=level)] if held.sent else []
    site.analysis.notes(HeldBy).setdefault(of, client_handles.for_callers(site, of))
    if held.by.members if isinstance(held.by, Given) else not made_anew:
        site.analysis.notes(Apart)[of] = True  # Which object has it, the caller may not tell.
    client_handles.step(site, of).rounds.append(parts)
