"""All that is known about one contract."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from seamark import keys
from seamark.index.matching.alternatives import alternatives, one_of
from seamark.patterns import regex
from seamark.resolve.port_model import Boundary, Port, PortSymbol

from .layout import Line, Span
from .sides import CONSUMER, PROVIDER, Guesses, below, guesses
from .tables import NONE_FOUND, hosts, key, note, place, quantity, side, who
from .workspaces import ContractSource

_INDENT = " " * len("provider  ")
_CALLS = 10
"""So many calls of a function that makes a request are shown."""
_NEAREST = 5
_MECHANISM = regex(rf"({'|'.join(keys.MECHANISMS)})(?::(?!//)|\s+)")
"""What tables show before a key that is not one of HTTP, and ids of boundaries before every key."""

_LOCATION = regex(r"""^(?P<alone>/.*|\S*://.*)|\s['"]?(?P<behind>(?:/|[\w+]+://)[^\s'"]*)""", re.DOTALL)
"""A path or URL: by itself, or behind words."""


class WantedContract(NamedTuple):
    """What a user wants to know about: a key; of one mechanism, or of any; of one HTTP verb, or of any."""

    mechanism: str | None
    key: str
    any_verb: bool = False

    def means(self, one: Boundary | Port) -> bool:
        """Whether this contract, or that of this port, is one of those asked about."""
        if self.mechanism not in (None, one.mechanism):
            return False
        return one.key.partition(" ")[2] == self.key if self.any_verb else one.key == self.key

    def example(self, role: str) -> Port:
        """A port that has the key asked about, at no place: to ask who matches it, or what looks like it."""
        key = f"{keys.ANY_VERB} {self.key}" if self.any_verb else self.key
        return Port(self.mechanism or "http", key, role, 1.0, "", "", "", 0, 0, PortSymbol("", "file", ""))


def wanted_contract(text: str) -> WantedContract:
    """Read `GET /users/{}`, `GET https://host/users/1?x`, `/users/:id`, `queue orders.created`, `orders.created`.

    A first word is a verb if it is a usual one, or in capitals. A URL behind another one (`curl https://…`) is meant
    for any verb.
    """
    named = _MECHANISM.match(text.strip())
    mechanism, rest = ("", text.strip()) if named is None else (named[1], text.strip()[named.end() :])
    if mechanism not in ("", "http"):
        return WantedContract(mechanism, rest)
    verb, _, path = rest.partition(" ")
    if _is_verb(verb) and path:
        return WantedContract("http", keys.http_key(verb, path.strip()))
    location = _LOCATION.search(rest)
    if mechanism or location is not None:
        path = rest if location is None else location["alone"] or location["behind"]
        return WantedContract("http", keys.http_path(path), any_verb=True)
    return WantedContract(None, rest)


def _is_verb(word: str) -> bool:
    return word.isalpha() and (word.isupper() or word.upper() in (*keys.VERBS, keys.ANY_VERB))


def contracts_meant(workspace: ContractSource, wanted: WantedContract) -> list[Boundary]:
    """The contracts that the user may mean."""
    return [boundary for boundary in workspace.service.boundaries() if wanted.means(boundary)]


def explanation(
    workspace: ContractSource, text: str, wanted: WantedContract, found: Sequence[Boundary]
) -> Iterator[Line]:
    """The contracts that were found, each with its ports and their reasons; else the keys that look like `text`."""
    boundaries = workspace.service.boundaries()
    maybe = guesses(workspace) if found else {}
    for number, boundary in enumerate(found):
        if number:
            yield ()
        yield from contract(workspace, boundary, maybe, below(boundary, boundaries))
    if not found:
        yield (Span(f"No contract {text} in {workspace.root}", "yellow"),)
        yield from _nearest_keys(workspace, wanted)


def contract(workspace: ContractSource, boundary: Boundary, maybe: Guesses, calls_below: int = 0) -> Iterator[Line]:
    """All about one contract, with who may be meant where a side is missing."""
    yield (key(boundary.mechanism, boundary.key),)
    for name, ports, others in (
        (PROVIDER, boundary.providers, boundary.consumers),
        (CONSUMER, boundary.consumers, boundary.providers),
    ):
        for port in ports:
            yield from _port(workspace, port)
        if name == CONSUMER and calls_below and not ports:
            yield Span(f"{name}  ", "blue"), Span(f"{quantity(calls_below, 'call')} below it")
        elif not ports:
            asked_at = hosts(others)
            yield Span(f"{name}  {NONE_FOUND}", "yellow"), Span(f"  {asked_at}" if asked_at else "", "dim")
            matches = maybe.get((boundary.mechanism, boundary.key, name), ())
            for match in matches:
                yield Span(f"{name}? ", "yellow"), *_words(workspace, match.port), Span(f"  {match.how}", "dim")
                yield Span(_INDENT), key(match.port.mechanism, match.port.key)
            if not matches:
                yield from _list_keys(f"{_INDENT}nearest: ", workspace.service.nearest(others[0], _NEAREST))


def _port(workspace: ContractSource, port: Port) -> Iterator[Line]:
    yield side(port), Span("  "), *_words(workspace, port)
    about = {
        "in": _symbol(workspace, port.symbol) if port.handler not in (None, port.symbol) else "",
        "host": port.host,
        "service": port.service,
    }
    facts = [f"{what} {value}" for what, value in about.items() if value]
    keys = alternatives(port, workspace.service.ports(port.path))
    if keys:
        yield (Span(f"{_INDENT}{one_of(keys)}"),)
    if facts:
        yield (Span(_INDENT + ", ".join(facts), "dim"),)
    for reason in port.reasons:
        where = f"  {workspace.place(reason.path, reason.start)}" if reason.path is not None else ""
        yield Span(_INDENT + reason.text), Span(where, "cyan")
    calls = workspace.service.calls_of(port)
    for call in calls[:_CALLS]:
        yield Span(f"{_INDENT}called at "), *_words(workspace, call)
    if len(calls) > _CALLS:
        yield (Span(f"{_INDENT}and {len(calls) - _CALLS} more", "dim"),)


def _words(workspace: ContractSource, port: Port) -> Line:
    spans = (place(workspace, port), who(workspace, port), note(port, with_framework=True))
    return [part for span in spans if span.text for part in (span, Span("  "))][:-1]


def _symbol(workspace: ContractSource, symbol: PortSymbol) -> str:
    if symbol.kind == "file":
        return ""
    return f"{symbol.qualified_name} {workspace.place(symbol.path, symbol.name_start)}"


def _nearest_keys(workspace: ContractSource, wanted: WantedContract) -> Iterator[Line]:
    """The keys that look most like the one asked about, on either side; else where all of them are."""
    sides = [workspace.service.nearest(wanted.example(role), _NEAREST) for role in ("consumes", "exposes")]
    found = dict.fromkeys(key for pair in zip_longest(*sides) for key in pair if key is not None)
    if found:
        yield from _list_keys("nearest: ", list(found)[:_NEAREST])
    else:
        yield (Span(f"`seamark {workspace.asks('map')}` shows all that there are", "dim"),)


def _list_keys(words: str, similar: Sequence[str]) -> Iterator[Line]:
    """Keys beneath each other."""
    for number, one in enumerate(similar):
        yield Span(" " * len(words) if number else words, "dim"), Span(one)
