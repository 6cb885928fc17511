"""Requests that several calls on one handle state together: one its URL, another its verb."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from operator import itemgetter
from typing import TypeAlias

from msgspec.structs import replace

from seamark.catalogue import Gathered, Option, Scheme
from seamark.extract import facts
from seamark.extract.facts import AFTER_ALL
from seamark.resolve.abstract_values import (
    Constant,
    Made,
    Meaning,
    Parameter,
    ParameterPart,
    Sequence,
    Symbol,
    Text,
    each,
    is_empty,
    record_entries,
)
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import Condition, HeldHandle, RequestEffect, StatedEffect
from seamark.resolve.guards import preconditions
from seamark.resolve.http import verbs
from seamark.resolve.module_resolution.paths import folder
from seamark.resolve.partial_texts.texts import possible_texts, texts
from seamark.resolve.partial_texts.urls import is_host_and_port, is_whole, with_scheme
from seamark.resolve.workspace_facts.control_flow import Block
from seamark.resolve.workspace_facts.view import View, last_name
from seamark.resolve.wrappers import overridden_fields, request_wrappers

from . import client_handles
from .client_handles import HeldBy, SeparateHandles, Steps
from .data_flow import DEFAULT, Does, Part, Step, requests


def note(site: CallSite, row: Gathered, library: str, of: Meaning) -> None:
    """Note what a call states, for the handle that it is given or that `of` is."""
    parts = list(_statements_of(site, row))
    if row.url and (begun := _begun_elsewhere(site, of)):
        parts.insert(0, ("verb", None, begun, True, ""))
    if not parts and not (row.apart or row.option or row.pairs or row.options):
        return  # What is read of a handle states nothing.
    site.analysis.sends = True
    of_call = _handle(site, row, of)
    site.analysis.notes(HeldBy)[of_call] = client_handles.for_callers(site, of_call)
    if row.apart:
        site.analysis.notes(SeparateHandles)[of_call] = False
    client_handles.step(site, of_call).rounds.append(
        [
            Part(
                does,
                contract_spans.span(site, contract_spans.text_in(site, value)),
                library,
                found,
                sure,
                _needs(site, does, value, found),
                if_sent=row.if_sent,
                scheme=scheme,
                senders=row.senders,
                begun=overridden_fields.field_of_url(site, value) if does == "url" else None,
            )
            for does, value, found, sure, scheme in parts
        ]
    )


def _begun_elsewhere(site: CallSite, of: Meaning) -> tuple[Text, ...]:
    """The verbs that are stated where another function makes a handle; none if not all that do so state one."""
    found: list[Text] = []
    for made in each(of):
        call, place = made.call if isinstance(made, Made) and made.call is not None else (None, site.place)
        if call is None or (place.path, place.scope) == (site.place.path, site.place.scope):
            return ()
        symbols = [
            one.name for one in each(site.analysis.evaluator.meaning(call.callee, place)) if isinstance(one, Symbol)
        ]
        rows = [row for name in symbols for row, _ in site.analysis.catalogue.gathered.of(name) if row.verb]
        if not rows:
            return ()
        found += (Text((verbs.verb_in_name(row.verb, last_name(call.callee)),)) for row in rows[:1])
    return tuple(dict.fromkeys(found))


def _needs(
    site: CallSite, does: Does, value: facts.Value | None, found: tuple[Text, ...]
) -> tuple[frozenset[Condition], ...]:
    """What callers must give for each of several verbs that a list holds: its place there."""
    if does != "verb" or not isinstance(value, facts.Element) or len(found) < 2:
        return ()
    key = site.meaning(value.key)
    listed = [option for option in each(site.meaning(value.of)) if isinstance(option, Sequence)]
    if not isinstance(key, Parameter) or len(listed) != 1:
        return ()
    given = ParameterPart(key.owner, key.index, key.members)
    items = site.analysis.evaluator.items(listed[0])
    places = [[str(place) for place, item in enumerate(items) if verb in texts(item)] for verb in found]
    return tuple(frozenset((Condition(given, frozenset(held), other=False),)) for held in places)


def read_all(analysis: FileAnalysis) -> None:
    """Put the file's requests together."""
    for handle, steps in _with_urls(analysis).items():
        # What is called first ends first, be it that something is called on it or is given it.
        changing = [steps[at] for at in sorted(steps, key=itemgetter(1, 0)) if any(steps[at].rounds)]
        ordered, branches = analysis.view.leading_to(changing, AFTER_ALL)
        by = analysis.notes(HeldBy).get(handle)
        for url, asked, sent in requests(ordered, branches, partial(_entry_conditions, analysis)):
            if url.if_sent and not sent and by is None:
                continue
            # What is not sent, and has no path, is what others add one to.
            urls = tuple(text for text in url.texts if sent or not (text.unknown and is_host_and_port(text)))
            # Verbs that callers give are theirs.
            for needed, is_given in dict.fromkeys((needed, bool(verb.given_parts)) for verb, needed in asked):
                some = tuple(v for v, on in asked if on == needed and bool(v.given_parts) == is_given)
                held = None if by is None else HeldHandle(by, sent, told=some != (DEFAULT,))
                effect = RequestEffect(some, urls, url.framework, url.scheme, guessed=url.guessed, held=held)
                effect = replace(effect, senders=url.senders, begun=url.begun)
                request_wrappers.note_request(analysis, StatedEffect(effect, url.span, url.level, needed))


def _with_urls(analysis: FileAnalysis) -> dict[client_handles.Handle, dict[tuple[int, int], Step]]:
    """What is done to each handle, be it to one that holds its URL apart."""
    found = {
        handle: dict(steps)
        for handle, steps in analysis.notes(Steps).items()
        if handle not in analysis.notes(SeparateHandles)
    }
    for handle, asks in analysis.notes(SeparateHandles).items():
        if asks and any(map(_is_own, analysis.notes(Steps)[handle].values())):
            found[handle] = analysis.notes(Steps)[handle]
            continue
        others = [one for one, steps in found.items() if one[0] == handle[0] and not any(map(_has_url, steps.values()))]
        if len(others) == 1:
            found[others[0]] |= analysis.notes(Steps)[handle]
        elif asks:
            found[handle] = analysis.notes(Steps)[handle]
    return found


def _is_own(step: Step) -> bool:
    """Whether a call does something to a handle by itself, and not what another function does."""
    return any(not parts or any(not part.level for part in parts) for parts in step.rounds)


def _has_url(step: Step) -> bool:
    return any(part.does == "url" for parts in step.rounds for part in parts)


def _entry_conditions(analysis: FileAnalysis, arm: Block) -> tuple[frozenset[Condition], frozenset[Condition] | None]:
    """What callers must give for an arm of a branch to be run, and for it not to be; None if it is in any case."""
    guard = analysis.view.guard(arm[0])
    if guard is None or (guard.start, guard.end) != arm:
        return frozenset(), frozenset()
    read = partial(preconditions.conditions, analysis, offset=arm[0])
    certain = preconditions.fails(analysis, guard.otherwise, arm[0])
    return read(guard.holds), None if certain else read(guard.otherwise)


def _handle(site: CallSite, row: Gathered, of: Meaning) -> client_handles.Handle:
    written = site.written_argument(row.handle) if row.handle else site.call.callee
    return client_handles.handle(site, site.argument(row.handle) or of, written)


_Stated: TypeAlias = tuple[Does, facts.Value | None, tuple[Text, ...], bool, Scheme]


def _statements_of(site: CallSite, row: Gathered) -> Iterator[_Stated]:
    """What a call does, the expression that says so, the texts it states, and whether it does so in any case.

    Of URLs also if they must have a scheme.
    """
    analysis = site.analysis
    if row.verb:
        yield "verb", None, (Text((verbs.verb_in_name(row.verb, last_name(site.call.callee)),)),), True, ""
    if row.resets:
        yield "resets", None, (), True, ""
    for option, spec in ((Option(names=(), states="url"), row.url), (Option(names=(), states="verb"), row.verbs)):
        given = site.argument(spec)
        if given is not None and (option.states != "url" or _is_made(site, row)):
            yield from _option_statements(option, site.written_argument(spec), given)
    for named, value in _options(site, row):
        for symbol in each(site.meaning(named)):
            known = analysis.catalogue.options.get(symbol.name) if isinstance(symbol, Symbol) else None
            if known is not None:
                yield from _option_statements(known, value, site.meaning(value))
    for entry, place in record_entries(site.argument(row.options)):
        of_key = analysis.catalogue.option_keys.get(entry.key)
        if of_key is not None:
            yield from _option_statements(of_key, entry.value, analysis.evaluator.meaning(entry.value, place))
    if row.sends:
        yield "sends", None, (), True, ""
    if row.ends and not _may_be_sent_elsewhere(analysis, row.senders):
        yield "ends", None, (), True, ""


def _may_be_sent_elsewhere(analysis: FileAnalysis, senders: tuple[str, ...]) -> bool:
    """Whether functions of the file, or of a file beside it, may send what they are given."""

    def find() -> bool:
        view = analysis.view
        beside = {path for name in senders for path in analysis.project.files_holding(folder(view.path), name)}
        sending = (one for one in view.facts.sites if last_name(one.call.callee) in senders)
        return bool(beside - {view.path}) or any(_is_given(view, one) for one in sending)

    return analysis.once(f"sent for others by {', '.join(senders)}", find)


def _is_given(view: View, site: facts.Site) -> bool:
    """Whether a call is on, or is given, a parameter of the function in which it stands."""
    taken = {one.name for scope in view.scopes(site.scope)[:-1] for one in view.facts.definitions[scope].parameters}
    roots = (view.root_of(value) for value in (site.call.callee, *(one.value for one in site.call.arguments)))
    return any(root is not None and root.name in taken for root in roots)


def _is_made(site: CallSite, row: Gathered) -> bool:
    """Whether the URL is what one of the calls makes that alone do so, if there are such."""
    value = site.written_argument(row.url)
    called = each(site.meaning(value.callee)) if isinstance(value, facts.Call) else ()
    return not row.constructed_by or any(isinstance(one, Symbol) and one.name in row.constructed_by for one in called)


def _options(site: CallSite, row: Gathered) -> Iterator[tuple[facts.Value, facts.Value]]:
    """The arguments that may name options, each with what it would be set to."""
    if row.pairs:
        yield from pairwise(one.value for one in site.call.arguments[int(row.pairs) :])
    named, value = site.written_argument(row.option), site.written_argument(row.value)
    if named is not None and value is not None:
        yield named, value


def _option_statements(option: Option, value: facts.Value | None, given: Meaning) -> Iterator[_Stated]:
    """What it says that an option is set to something."""
    if option.states == "url":
        urls = tuple(url for url in possible_texts(given) if is_whole(url, option.scheme))
        yield "url", value, tuple(map(with_scheme, urls)) if option.scheme == "host" else urls, True, option.scheme
    elif option.states == "rest":
        yield "rest", value, possible_texts(given), True, ""
    elif option.states == "verb":
        yield "verb", value, () if is_empty(given) else texts(given), True, ""
    else:
        verb = (Text((option.verb,)),)
        values = {_truth(one) for one in each(given)} if option.flag else {True}
        if values == {False}:
            yield "undoes", value, verb, True, ""
        else:
            yield "means", value, verb, values == {True}, ""


def _truth(meaning: Meaning) -> bool | None:
    return meaning.text.lower() not in ("", "0", "false", "null", "none") if isinstance(meaning, Constant) else None
