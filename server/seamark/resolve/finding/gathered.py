"""Requests that several calls on one handle state together: one its URL, another its verb."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from seamark.catalogue import Gathered, Option
from seamark.extract import facts
from seamark.resolve.findings import Spot
from seamark.resolve.meaning import Constant, Meaning, Parameter, Record, Symbol, Text, each, is_empty
from seamark.resolve.texts import stated, texts
from seamark.resolve.urls import with_scheme
from seamark.resolve.view import AFTER_ALL, last_name

from . import spots, verbs, wrappers
from .call_site import CallSite
from .finder import Finder

DEFAULT_VERB = "GET"

Does: TypeAlias = Literal["url", "verb", "means", "undoes", "sends", "resets"]
Handle: TypeAlias = tuple[object, ...]
"""The function in which a handle is used, and what tells it apart from others there."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one call does to a request: `start` and `block` are the call's place, `texts` the URLs or verbs.

    One that `means` a verb gives way to the verb that another one states. If it is not `sure`, the call may as well do
    nothing.
    """

    does: Does
    start: int
    block: tuple[int, int]
    spot: Spot
    framework: str
    texts: tuple[Text, ...] = ()
    sure: bool = True


def note(site: CallSite, row: Gathered, library: str, of: Meaning) -> None:
    """Note what a call states, for the handle that it is given or that `of` is."""
    finder, call = site.finder, site.call
    finder.sends = True
    block = finder.view.blocks.get((call.start, call.end), (0, AFTER_ALL))
    known = finder.parts.setdefault(_handle(site, row, of), [])
    for does, value, found, sure in _stated(site, row):
        spot = spots.spot(site, spots.text_in(site, value))
        known.append(Part(does, call.start, block, spot, library, found, sure))


def read_all(finder: Finder) -> None:
    """Put the file's requests together."""
    for parts in finder.parts.values():
        ordered = sorted(parts, key=lambda part: part.start)
        for url in ordered:
            if url.does == "url":
                asked = tuple(dict.fromkeys(_verbs(url, ordered)))
                wrappers.requested(finder, wrappers.Asked(asked, url.texts, url.spot, url.framework, DEFAULT_VERB))


def _handle(site: CallSite, row: Gathered, of: Meaning) -> Handle:
    meaning = site.argument(row.handle) or of
    scope = site.place.scope
    made = site.finder.evaluator.made(meaning)
    if made is not None:
        return scope, *made.identity
    for option in each(meaning):
        if isinstance(option, Parameter):
            return scope, option.owner, option.index, option.members
    return scope, *_names(site.written(row.handle) if row.handle else site.call.callee)


def _names(value: facts.Value | None) -> Iterator[str]:
    """The names of which an expression consists, from its end."""
    while isinstance(value, facts.Member | facts.Element):
        yield value.name if isinstance(value, facts.Member) else "[]"
        value = value.of
    yield value.name if isinstance(value, facts.Name) else ""


_Stated: TypeAlias = tuple[Does, facts.Value | None, tuple[Text, ...], bool]


def _stated(site: CallSite, row: Gathered) -> Iterator[_Stated]:
    """What a call does, the expression that says so, the texts it states, and whether it does so in any case."""
    finder = site.finder
    if row.verb:
        yield "verb", None, (Text((verbs.named(row.verb, last_name(site.call.callee)),)),), True
    if row.resets or row.sends:
        yield "resets" if row.resets else "sends", None, (), True
    for states, spec in (("url", row.url), ("verb", row.verbs)):
        given = site.argument(spec)
        if given is not None:
            yield from _set(Option(names=(), states=states), site.written(spec), given)
    named = site.argument(row.option)
    for symbol in each(named) if named is not None else ():
        option = finder.known.options.get(symbol.name) if isinstance(symbol, Symbol) else None
        given = site.argument(row.value)
        if option is not None and given is not None:
            yield from _set(option, site.written(row.value), given)
    listed = site.argument(row.options)
    for record in each(listed) if listed is not None else ():
        for entry in record.value.entries if isinstance(record, Record) else ():
            option = finder.known.option_keys.get(entry.key)
            if option is not None and isinstance(record, Record):
                yield from _set(option, entry.value, finder.evaluator.meaning(entry.value, record.place))


def _set(option: Option, value: facts.Value | None, given: Meaning) -> Iterator[_Stated]:
    """What it says that an option is set to something."""
    if option.states == "url":
        urls = stated(given)
        yield "url", value, tuple(map(with_scheme, urls)) if option.host else urls, True
    elif option.states == "verb":
        yield "verb", value, () if is_empty(given) else texts(given), True
    else:
        verb = (Text((option.verb,)),)
        values = {_truth(one) for one in each(given)} if option.flag else {True}
        if values == {False}:
            yield "undoes", value, verb, True
        else:
            yield "means", value, verb, values == {True}


def _truth(meaning: Meaning) -> bool | None:
    return meaning.text.lower() not in ("", "0", "false", "null", "none") if isinstance(meaning, Constant) else None


def _verbs(url: Part, parts: list[Part]) -> tuple[Text, ...]:
    """The verbs with which a URL is asked for."""
    default: tuple[Text, ...] = (Text((DEFAULT_VERB,)),)
    implied, told, further = default, tuple[Text, ...](), tuple[Text, ...]()
    for part in parts:
        if not _concerns(part, url, parts):
            continue
        certain = part.sure and _surrounds(part, url)
        if part.does == "resets" and certain:
            implied, told, further = default, (), ()
        elif part.does == "means":
            implied = part.texts if certain else (*implied, *part.texts)
        elif part.does == "undoes" and certain:
            implied = tuple(text for text in implied if text not in part.texts) or default
        elif part.does == "verb":
            told, further = (part.texts, ()) if certain else (told, (*further, *part.texts))
    return (*(told or implied), *further)


def _concerns(part: Part, url: Part, parts: list[Part]) -> bool:
    """Whether a part can hold when the request to a URL is sent.

    What stands in a block with another URL, where this one does not, is of that one; what follows a call that sends
    the request, or sets another URL, is of the next.
    """
    if not _surrounds(part, url) and any(
        other.does == "url" and other.start != url.start and _surrounds(part, other) for other in parts
    ):
        return False
    ends = (
        other for other in parts if other.does in ("url", "sends", "resets") and url.start < other.start <= part.start
    )
    return not any(_surrounds(end, url) for end in ends)


def _surrounds(part: Part, other: Part) -> bool:
    """Whether a part is done in every run in which the other one is."""
    return part.block[0] <= other.start < part.block[1]
