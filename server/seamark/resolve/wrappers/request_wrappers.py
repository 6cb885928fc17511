"""Wrappers: functions that make a request of which their callers state the path or the verb."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from seamark.catalogue import Request
from seamark.extract.facts import MODULE
from seamark.patterns import regex
from seamark.resolve.abstract_values import GAP, UNKNOWN, Bound, Constant, Definition, ParameterPart, Text, each
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.members.classes import is_constructor
from seamark.resolve.findings import Condition, HeldHandle, RequestEffect, RequestFound, StatedEffect, Summary
from seamark.resolve.guards import preconditions
from seamark.resolve.http import loop_value_or_route, request_blocks
from seamark.resolve.http.stepwise_requests import client_handles
from seamark.resolve.http.stepwise_requests.client_handles import HeldBy, SeparateHandles
from seamark.resolve.http.stepwise_requests.data_flow import Part
from seamark.resolve.http.verbs import REQUESTED, before_url, by_verb, request_verbs
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.paths import folder
from seamark.resolve.module_resolution.test_files import in_test, is_test
from seamark.resolve.partial_texts.last_parameter import is_path_by_name, may_name_routes, segment
from seamark.resolve.partial_texts.texts import SLASH, UNKNOWN_TEXT, concat, path_of
from seamark.resolve.partial_texts.urls import (
    begins_with_base,
    has_scheme,
    is_absolute,
    is_origin,
    is_whole,
    states_path,
)
from seamark.resolve.stated_by_callers import MAX_LEVEL, Wrapping, segments_behind_base, stated_path

from . import handed_requests, instance_arguments, object_makers, segment_choices
from .instance_arguments import makers
from .interface_methods import leave_to_callers
from .substitution import Substitution

MAX_INNER = 2
"""How many more functions may stand there that only call each other in generated code."""


def note_request(analysis: FileAnalysis, stated: StatedEffect[RequestEffect]) -> None:
    """Note a request: as the file's own, or for the callers of the function around it if they state it."""
    effect = stated.effect
    if not effect.verb_in_url:
        _note_request(analysis, stated)
        return
    for verbs, urls in by_verb(effect.urls, effect.verbs, before_url).items():
        _note_request(analysis, replace(stated, effect=replace(effect, verbs=verbs, urls=urls)))


def _note_request(analysis: FileAnalysis, stated: StatedEffect[RequestEffect]) -> None:
    """Note a request of whose URLs none has a verb before it."""
    effect, span = stated.effect, stated.span
    urls = [url for url in effect.urls if not _is_base_alone(url, effect.urls)]
    urls += dict.fromkeys(one for url in urls for one in _whole_defaults(url) if one not in urls)
    making = {url: _making_functions(analysis, url, stated) for url in urls}
    wrapped = {url: _wrapping_of(analysis, url, stated, making[url]) for url in urls}
    of_callers = [url for url, wrapping in wrapped.items() if wrapping is not None and not wrapping.only_for]
    for url, wrapping in wrapped.items():
        if any(_is_without_end(url, other) for other in of_callers):
            continue
        if wrapping is not None and wrapping.owner == stated.called and GAP in url.parts:
            continue  # What a function asks for when it calls itself depends on data.
        scheme = "stated" if _is_whole(url, effect.urls) else effect.scheme
        object_makers.note_makers(
            analysis, (given for given in object_makers.bases_in(url) if given.owner in making[url])
        )
        own = with_default(analysis, url) if len(url.parts) > 1 else url
        is_stated = scheme != "stated" or (has_scheme(own, stated=True) and not _begins_given(own))
        chosen = segment_choices.with_choices(analysis, own, span.start)
        is_end_given = wrapping is not None and wrapping.only_for == "segments"
        is_declared = (
            is_end_given
            and chosen != (own,)
            and segment_choices.choices(analysis, url.given_parts[-1], span.start) != ()
        )
        verbs = request_verbs(effect.verbs)
        request = RequestFound(verbs, chosen, span, effect.framework, stated.level, through=effect.through)
        if wrapping is not None and not is_declared:
            owner, only_for = wrapping
            is_handed = stated.hands_on and effect.through is not None
            through = (effect.through if is_handed else owner) if is_end_given else None
            guessed = effect.guessed or analysis.guesses
            left = replace(
                effect, urls=(url,), scheme=scheme, passes=False, guessed=guessed, through=through, only_for=only_for
            )
            if not analysis.view.facts.called.isdisjoint(effect.senders):
                left = replace(left, senders=())  # Whoever calls it in a test need not send what it has sent.
            needed = stated.conditions | preconditions.at(analysis, span.start)
            leave_to_callers(analysis, owner, left, stated.level + 1, needed)
            if only_for and is_stated and not is_handed and not effect.within:
                is_default = only_for == "heirs" and own != url
                analysis.requests.append(replace(request, maybe=None if is_default else owner))
                _offer(analysis, stated, url)
            elif _may_be_of_heirs(url, making[url], owner) and stated.level == 0:
                analysis.requests.append(replace(request, maybe=owner, of_heirs=True))
        elif is_stated and not effect.within and _may_be_sent(analysis, effect, span.scope):
            analysis.sends = analysis.sends or (url == UNKNOWN_TEXT and stated.level == 0)
            is_inner = effect.offered and _offer(analysis, stated, url)
            if not is_inner:
                analysis.requests.append(request)
                _offer(analysis, stated, url)


def _whole_defaults(url: Text) -> Iterator[Text]:
    """The whole URL that is asked for if callers give none: `this.url = url ?? "https://example.com/snap"`."""
    match url.parts:
        case (ParameterPart(default=Text() as default),) if has_scheme(default, stated=True) and states_path(default):
            if not default.given_parts:
                yield default


def _may_be_of_heirs(url: Text, making: Collection[Definition], owner: Definition) -> bool:
    """Whether a URL is what the object was made with, and a segment below that: the object's class may have paths."""
    return _is_below_base(url) and url.given_parts[0].owner in making and url.given_parts[1].owner == owner


def _is_below_base(url: Text) -> bool:
    """Whether a URL is something that is given, and one segment below that which is given by itself."""
    match url.parts:
        case (ParameterPart(), "/", ParameterPart(members=())):
            return True
    return False


def _offer(analysis: FileAnalysis, stated: StatedEffect[RequestEffect], url: Text) -> bool:
    """Leave a request that a method of generated code makes to the method's callers as well; False if it makes none.

    What stands in their URLs for what the method is given is what the method says of it, so that all have one key.
    """
    scope = analysis.view.outermost(stated.span.scope)
    if scope == MODULE or not states_path(url) or not analysis.project.is_generated(analysis.view.path):
        return False
    if stated.level < MAX_LEVEL + MAX_INNER:
        owner = Definition(analysis.view.path, analysis.view.key(scope))
        effect = replace(stated.effect, urls=(_without_given(url),), scheme="", passes=False, held=None, only_for="")
        leave_to_callers(analysis, owner, replace(effect, offered=True), stated.level + 1)
    return True


def offer_run(site: CallSite, row: Request, found: Iterable[RequestFound]) -> None:
    """Leave requests of a call to the callers of a function that it is given as well, if the row says that it runs one.

    They do not call it by its own name: names of others lead to it.
    """
    analysis = site.analysis
    run = [one for one in each(site.argument(row.runs) or UNKNOWN) if isinstance(one, Definition)]
    for owner in run:
        for one in found:
            effect = RequestEffect(
                tuple(Text((verb,)) for verb in one.verbs),
                tuple(map(_without_given, one.urls)),
                one.framework,
                offered=True,
            )
            analysis.summaries.append(Summary(owner, effect, one.wrapped + 1))
            analysis.called_for.add(owner)


def _without_given(url: Text) -> Text:
    """A URL with what callers give taken for unknown, but for the base that holds if they give none."""
    first = url.parts[0]
    default = first.default if isinstance(first, ParameterPart) and len(url.parts) > 1 else None
    if default is not None and not default.unknown:
        url = concat((default, replace(url, parts=url.parts[1:])))
    return replace(url, parts=tuple(GAP if isinstance(part, ParameterPart) else part for part in url.parts))


def _may_be_sent(analysis: FileAnalysis, effect: RequestEffect, scope: int) -> bool:
    """Whether a request that is only made is sent somewhere, as far as that is known: tests make some to look at."""
    view = analysis.view
    if not effect.senders or not in_test(view, scope) or not view.facts.called.isdisjoint(effect.senders):
        return True
    beside = (path for name in effect.senders for path in analysis.project.files_holding(folder(view.path), name))
    return any(map(is_test, beside))


def _making_functions(analysis: FileAnalysis, url: Text, stated: StatedEffect[RequestEffect]) -> frozenset[Definition]:
    """The functions that make the object that asks. One that is given verb and path is none: callers of it ask."""
    verbs = stated.effect.verbs
    of_verbs = {given.owner for verb in verbs for given in verb.given_parts}
    of_verbs |= {condition.given.owner for condition in stated.conditions}
    of_path = {part.owner for part in path_of(url).parts[-1:] if isinstance(part, ParameterPart)}
    return makers(analysis, (url, *verbs), stated.span.scope) - (of_verbs & of_path)


def _wrapping_of(
    analysis: FileAnalysis, url: Text, stated: StatedEffect[RequestEffect], making: frozenset[Definition]
) -> Wrapping | None:
    """The function whose callers are to be asked for a request."""
    effect = stated.effect
    told = (*effect.verbs, *stated.choosing)
    found = None
    if stated.level < MAX_LEVEL:
        found = instance_arguments.wrapping(analysis, url, told, making, stated.span.scope, passes=effect.passes)
    if found is not None and found.only_for == "paths" and _goes_on_as_path(analysis, url):
        found = Wrapping(found.owner)
    if found is None and stated.level < MAX_LEVEL:
        found = _left_to_heirs(analysis, url, making) or _left_to_users(analysis, url, making, stated.span.scope)
    if found is None or found.only_for != "segments":
        return found if effect.through is None else None
    end = url.given_parts[-1]
    if any(_is_whole(other, effect.urls) and other.given_parts[0] == end for other in effect.urls):
        return Wrapping(found.owner)
    if any(one.edge and one.given == end for one in stated.conditions):
        return Wrapping(found.owner)  # How it begins or ends matters of paths alone.
    return found if _may_name_routes(analysis, url) else None


def _left_to_heirs(analysis: FileAnalysis, url: Text, making: frozenset[Definition]) -> Wrapping | None:
    """The constructor that is given all of a URL but a query: a class that inherits it may say which one it is for."""
    match path_of(url).parts:
        case (ParameterPart(owner=owner, members=()),) if owner in making and is_constructor(analysis.evaluator, owner):
            return Wrapping(owner, "heirs")
    return None


def _left_to_users(analysis: FileAnalysis, url: Text, making: frozenset[Definition], scope: int) -> Wrapping | None:
    """The method that asks for a path whose end its object was made with: who calls it may have named a route by that.

    class Get { constructor(path) { this.url = `/api/${path}` } send() { return fetch(this.url) } }
    """
    *before, end = path_of(url).parts or ("",)
    if (
        not isinstance(end, ParameterPart)
        or end.owner not in making
        or not is_constructor(analysis.evaluator, end.owner)
    ):
        return None
    path, asking = stated_path(Text(tuple(before)).raw()), instance_arguments.function_around(analysis, scope)
    if not path.endswith("/") or not any(map(str.isalnum, path)) or asking is None:
        return None
    return Wrapping(asking, "segments")


def _goes_on_as_path(analysis: FileAnalysis, url: Text) -> bool:
    """Whether a URL ends with what callers give right behind a word, and that is a path by its name."""
    path = path_of(url).parts
    end = path[-1] if len(path) > 1 else None
    before = path[-2] if isinstance(end, ParameterPart) else ""
    if not isinstance(end, ParameterPart) or not isinstance(before, str) or not before[-1:].isalnum():
        return False
    return _is_path_by_name(analysis, end)


def _is_path_by_name(analysis: FileAnalysis, given: ParameterPart) -> bool:
    """Whether callers give a path there, by its name."""
    if given.members:
        return is_path_by_name(given.members[-1])
    taken = analysis.project.parameter(given.owner, given.index)
    return taken is not None and is_path_by_name(taken.label)


def _may_name_routes(analysis: FileAnalysis, url: Text) -> bool:
    """Whether callers may name routes by what they give for the last part of a URL."""
    end = url.given_parts[-1]
    if end.members:
        return is_path_by_name(end.members[-1])
    taken = analysis.project.parameter(end.owner, end.index)
    return taken is not None and may_name_routes(taken)


def _is_base_alone(url: Text, alternatives: tuple[Text, ...]) -> bool:
    """Whether a URL is nothing but what others begin with, to which these add a path."""
    return any(
        len(other.parts) > 1 and other.parts[:1] == url.parts and str(other.parts[1]).startswith("/")
        for other in alternatives
        if len(url.parts) == 1 and isinstance(url.parts[0], ParameterPart) and isinstance(other.parts[0], ParameterPart)
    )


def _is_whole(url: Text, alternatives: tuple[Text, ...]) -> bool:
    """Whether callers give all of a URL, but a query, where what they give is otherwise put behind a base.

    Then it has a scheme.
    """
    path = path_of(url).parts
    whole = path[0] if len(path) == 1 else None
    return isinstance(whole, ParameterPart) and any(whole in other.parts[1:] for other in alternatives)


def _is_without_end(url: Text, other: Text) -> bool:
    """Whether a URL is what the other one is for callers that give nothing for the end of its path."""
    path, longer = path_of(url), path_of(other)
    ends_given = any(isinstance(part, ParameterPart) for part in longer.parts[-1:])
    return ends_given and concat((path, SLASH)) == concat((replace(longer, parts=longer.parts[:-1]),))


def _begins_given(url: Text) -> bool:
    return bool(url.parts) and isinstance(url.parts[0], ParameterPart)


def with_default(analysis: FileAnalysis, url: Text) -> Text:
    """A URL with its base as the parameter that brings it defaults to."""
    first, *others = url.parts or ("",)
    if not isinstance(first, ParameterPart) or first.members:
        return url
    default = first.default or analysis.evaluator.default(first.owner, first.index)
    return url if default is None or default.unknown else concat((default, replace(url, parts=tuple(others))))


def _texts(url: Text, substitution: Substitution) -> list[Text]:
    """What a URL is for a caller; without its end where the caller gives another kind of thing than that needs.

    A number or a truth is none, such as the `false` with which a function says that it has no URL.
    """
    whole = url.given_parts[0] if len(url.given_parts) == len(url.parts) == 1 else None
    meant = each(substitution.meaning_of(whole) or UNKNOWN) if whole is not None else ()
    constants = {option.text for option in meant if isinstance(option, Constant)}
    found = [text for text in substitution.text(url) if text.known_string not in constants]
    before = list(substitution.text(replace(url, parts=url.parts[:-1])))
    adds_nothing = all(text.raw() in (one.raw(), f"{one.raw()}{{}}") for text, one in zip(found, before, strict=False))
    if not (adds_nothing and substitution.mistakes(url)):
        return found
    # Who gives options in the place of a further segment asks for that which stands before, and is given as well.
    is_further = len(path_of(url).given_parts) > 1 and not path_of(url).given_parts[-2].members
    return [text for text in before if is_further and text.raw().endswith("/")]


def apply_request(
    site: CallSite,
    summary: Summary,
    effect: RequestEffect,
    function: Definition | Bound,
    substitution: Substitution,
) -> None:
    """Note the request that a function makes for this caller, if it does."""
    of, left = summary.of, substitution.unmet_conditions(summary.conditions)
    if left is None:
        return
    effect = replace(
        effect,
        urls=substitution.by_steps(effect.urls),
        verbs=substitution.by_steps(effect.verbs) or effect.verbs,
    )
    found = [(url, text) for url in effect.urls for text in _texts(url, substitution)]
    if not found:
        return
    whole = loop_value_or_route.for_all(site)
    if whole is not None:
        evaluator = site.analysis.evaluator
        given = evaluator.arguments_by_parameter(of, whole.call, whole.place)
        for_all = Substitution(evaluator, of, function, given, whole.call, whole.place)
        if loop_value_or_route.are_values(
            site, (t for _, t in found), (t for url in effect.urls for t in for_all.text(url))
        ):
            apply_request(whole, summary, effect, function, for_all)
            return
    found = [(url, text) for url, text in found if effect.only_for or not _goes_on_unknown(url, text)]
    urls = tuple(dict.fromkeys(text for url, text in found if len(url.parts) == 1 or not is_origin(text)))
    verbs = tuple(dict.fromkeys(v for verb in effect.verbs for v in substitution.verb(verb, REQUESTED)))
    around = request_blocks.verbs_around(site) if effect.within else None
    if around is not None:
        verbs, effect = around, replace(effect, within=False)
    hands_on = False
    if effect.only_for == "heirs":
        urls = _whole_urls(site.analysis, urls) if object_makers.is_inherited(site) else ()
        effect = replace(effect, between=(*effect.between, of))
        site.analysis.passed.update(effect.between if any(map(states_path, urls)) else ())
    elif effect.only_for == "segments":
        _note_segments(site, effect, of, substitution)
        hands_on = any(_begins_given(text) for url in effect.urls for text in substitution.last(url))
    elif effect.only_for and substitution.gives_path(effect.urls[0]):
        passing = (of, *effect.between)
        declared = (own for one in passing for own in site.analysis.relations.implementations(one))
        site.analysis.passed.update((*passing, *declared))
    elif not effect.only_for and _is_below_base(effect.urls[0]) and _is_last_known(substitution, effect.urls[0]):
        site.analysis.passed.add(of)
    elif effect.only_for:
        if substitution.hands_on_path(effect.urls[0]):
            _hand_on(site.analysis, summary, replace(effect, urls=urls, verbs=verbs), left | site.conditions)
        return
    urls = tuple(url for url in urls if not _LATER_SCHEME.search(url.raw()))
    urls = tuple(url for url in urls if is_whole(url, effect.scheme))
    span = contract_spans.span(
        site, substitution.written_argument(effect.urls[0]) or substitution.written_argument(effect.verbs[0])
    )
    if handed_requests.note_handed(site, replace(effect, urls=urls, verbs=verbs), span):
        return
    for_whole = effect.scheme in ("possible", "stated")
    if urls and effect.held is not None and not (effect.only_for or for_whole or site.place.rounds):
        own = replace(effect, verbs=verbs, urls=urls)
        _ask_with(site, StatedEffect(own, span, summary.level, left, of), effect.held, substitution)
        return
    for some, needed in _on_conditions(summary, urls, left | site.conditions, substitution):
        own = replace(effect, verbs=verbs, urls=some, held=None, only_for="")
        choosing = tuple(Text((condition.given,)) for condition in site.conditions)
        note_request(site.analysis, StatedEffect(own, span, summary.level, needed, of, choosing, hands_on))


def _whole_urls(analysis: FileAnalysis, given: Iterable[Text]) -> tuple[Text, ...]:
    """What a class gives to the constructor that it inherits: a URL with its path, be it behind a base that is given.

    If there is one with a host, that is what the class is for, and its callers may give another one.
    """
    urls = {url: with_default(analysis, url) for url in given}
    stated = [url for url, whole in urls.items() if is_absolute(whole) and states_path(whole)]
    return tuple(stated or (url for url in urls if begins_with_base(url) or _begins_given(url)))


def _goes_on_unknown(url: Text, text: Text) -> bool:
    """Whether nothing is known of the path that a caller gives behind a word: `"/v1" + path` says nothing by itself."""
    *before, given = path_of(url).parts or ("",)
    word = before[-1] if before and isinstance(given, ParameterPart) else ""
    is_glued = isinstance(word, str) and word[-1:].isalnum()
    return is_glued and path_of(text).parts[-1:] == (GAP,) and text.raw().endswith(f"{word}{{}}")


def _is_last_known(substitution: Substitution, url: Text) -> bool:
    """Whether the caller states the end of a URL."""
    return any(text.known_string for text in substitution.last(url))


def _hand_on(analysis: FileAnalysis, summary: Summary, effect: RequestEffect, conditions: frozenset[Condition]) -> None:
    """Leave a request that is one only for those who give a path to the callers of those that hand it on."""
    between = (*effect.between, summary.of)
    for url in effect.urls if summary.level < MAX_LEVEL else ():
        for given in (
            segments_behind_base(url) or path_of(url).given_parts[-1:] if _may_name_routes(analysis, url) else ()
        ):
            own = replace(effect, urls=(url,), between=between)
            leave_to_callers(analysis, given.owner, own, summary.level + 1, conditions)


def _on_conditions(
    summary: Summary, urls: tuple[Text, ...], left: frozenset[Condition], substitution: Substitution
) -> Iterator[tuple[tuple[Text, ...], frozenset[Condition]]]:
    """The URLs that are asked for on the same conditions: those that objects bring may have others than the rest."""
    makers_of = substitution.makers(left)
    made = tuple(url for url in urls if any(given.owner in makers_of for given in url.given_parts))
    others = tuple(url for url in urls if url not in made)
    of_others = substitution.unmet_conditions(summary.conditions, made=False) if makers_of else left
    if made:
        yield made, left
    if others and of_others is not None:
        yield others, of_others


_LATER_SCHEME = regex(r"(?<=.)\bhttps?://")
"""What a caller gives is no path behind a base, but all of a URL."""


def _note_segments(site: CallSite, effect: RequestEffect, of: Definition, substitution: Substitution) -> None:
    """Note what this caller gives for the last segment of a URL."""
    tested = in_test(site.analysis.view, site.place.scope) and not is_test(of.path)
    is_own = _is_private(site.analysis, of)
    given = [
        segment(of, text, url, is_own=is_own or _is_path_by_name(site.analysis, url.given_parts[-1]))
        for url in effect.urls
        for text in substitution.last(url)
    ]
    site.analysis.segments.update(one for one in given if not tested or "/" in one.name)


def _is_private(analysis: FileAnalysis, method: Definition) -> bool:
    """Whether only the class, or the module, of a method can call it."""
    view, index = analysis.project.whereabouts(method)
    own = analysis.project.definition(view, index)
    is_public = rules_of(view.facts.language).functions.is_public(own.name)
    return own.kind == "method" and (own.hidden or not is_public)


def _ask_with(
    site: CallSite, stated: StatedEffect[RequestEffect], held: HeldHandle, substitution: Substitution
) -> None:
    """Note what a function does to a handle of its caller's: what was done before, or is done later, counts, too."""
    effect, span, level = stated.effect, stated.span, stated.level
    of = client_handles.for_caller(site, held, substitution)
    called = "" if stated.called is None else f"{stated.called.key}:"
    made_anew = not isinstance(held.by, ParameterPart) and held.by[1].startswith(called)
    parts = [Part("resets", span, effect.framework, level=level)] if made_anew else []
    url = Part("url", span, effect.framework, effect.urls, needs=(stated.conditions,), level=level)
    parts += [replace(url, guessed=effect.guessed, scheme=effect.scheme, senders=effect.senders)]
    parts += [Part("verb", span, effect.framework, effect.verbs, level=level)] if held.told else []
    parts += [Part("sends", span, effect.framework, level=level)] if held.sent else []
    site.analysis.notes(HeldBy).setdefault(of, client_handles.for_callers(site, of))
    if held.by.members if isinstance(held.by, ParameterPart) else not made_anew:
        site.analysis.notes(SeparateHandles)[of] = True  # Which object has it, the caller may not tell.
    client_handles.step(site, of).rounds.append(parts)
