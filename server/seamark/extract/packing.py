"""Facts as bytes. A call that is a link of a chain (`a.b().c()…`) holds those before it: each of them is kept once."""

from __future__ import annotations

from collections import Counter
from functools import cache

import msgspec
from msgspec.structs import replace

from .facts import Call, Facts, Member, SharedCall, Site, Value

_ENCODER = msgspec.msgpack.Encoder()
_LONG = 16
"""Chains of fewer calls hold little."""


def encode_facts(facts: Facts) -> bytes:
    """What `decode_facts` reads."""
    return _ENCODER.encode(_pack_chains(facts))


def decode_facts(data: bytes) -> Facts:
    """The facts that were encoded. Raises what `msgspec` raises if the data is something else."""
    return _unpack_chains(_decoder().decode(data))


@cache
def _decoder() -> msgspec.msgpack.Decoder[Facts]:
    return msgspec.msgpack.Decoder(Facts)


def _pack_chains(facts: Facts) -> Facts:
    starts = _long_chains(facts)
    if not starts:
        return facts
    numbers = {(site.call.start, site.call.end): number for number, site in enumerate(facts.sites)}
    sites = [
        replace(site, call=_share_links(site.call, facts.sites, numbers)) if site.call.start in starts else site
        for site in facts.sites
    ]
    return replace(facts, sites=tuple(sites))


def _long_chains(facts: Facts) -> set[int]:
    """Where long chains begin."""
    return {start for start, count in Counter(site.call.start for site in facts.sites).items() if count >= _LONG}


def _share_links(call: Call, sites: tuple[Site, ...], numbers: dict[tuple[int, int], int]) -> Call:
    """A call with the number of the site that it is on instead of that site's own call."""
    links = [call]
    while (on := _on(links[-1])) is not None:
        number = numbers.get((on.start, on.end))
        if number is not None and _is_one(on, sites[number].call):
            return _rebuild_chain(links, SharedCall(number))
        links.append(on)
    return call


def _unpack_chains(facts: Facts) -> Facts:
    found: dict[int, Call] = {}
    starts = _long_chains(facts)
    numbers = [number for number, site in enumerate(facts.sites) if site.call.start in starts]
    for number in sorted(numbers, key=lambda number: facts.sites[number].call.end):
        links = [facts.sites[number].call]
        while (on := _on(links[-1])) is not None:
            links.append(on)
        callee = links[-1].callee
        if isinstance(callee, Member) and isinstance(callee.of, SharedCall):
            found[number] = _rebuild_chain(links, found.get(callee.of.number, facts.sites[callee.of.number].call))
    if not found:
        return facts
    sites = (replace(one, call=found[number]) if number in found else one for number, one in enumerate(facts.sites))
    return replace(facts, sites=tuple(sites))


def _on(call: Call) -> Call | None:
    """The call on what another one gives."""
    callee = call.callee
    return callee.of if isinstance(callee, Member) and isinstance(callee.of, Call) else None


def _is_one(call: Call, other: Call) -> bool:
    """Whether two calls at one place are one: they are not where the text is read in two ways."""
    return call is other or (len(call.arguments), _name(call)) == (len(other.arguments), _name(other))


def _name(call: Call) -> tuple[str, bool]:
    return call.callee.name if isinstance(call.callee, Member) else "", call.new


def _rebuild_chain(links: list[Call], on: Value) -> Call:
    """A chain whose last link is first, on something else."""
    made = links[0]
    for link in reversed(links):
        callee = link.callee
        made = replace(link, callee=replace(callee, of=on)) if isinstance(callee, Member) else link
        on = made
    return made
