"""What the commands show to people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from seamark import keys
from seamark.index.matching.alternatives import CallPlace, call_place, count_calls
from seamark.index.matching.compatible import PREFIX, Reach, compatible
from seamark.resolve.port_model import Boundary, Link, Match, Port

from .layout import Group, Row, Span, Table
from .workspaces import Answered

PROVIDER = "provider"
CONSUMER = "consumer"
EXACT = "exact"
NONE_FOUND = "none found"

Guesses = dict[tuple[str, str, str], list[Match]]
"""By mechanism, key and the name of the side that is missing."""

_PLACE = "cyan"
_ALERT = "yellow"


def ports(workspace: Answered) -> Table:
    """Every port, by place."""
    found = workspace.service.ports()
    groups = [
        Group(
            Span(workspace.place(port.path, port.start), _PLACE),
            [(side(port), key(port.mechanism, port.key), who(workspace, port), note(port, with_framework=True))],
        )
        for port in found
    ]
    providers = sum(port.role == "exposes" for port in found)
    summary = f"{counted(providers, PROVIDER)}, {counted(count_calls(found), CONSUMER)}"
    return Table(("where", "", "contract", "who", "confidence"), groups, summary)


def boundaries(workspace: Answered) -> Table:
    """Every contract with its providers and consumers, or with who may be meant where one side is missing."""
    found = workspace.service.boundaries()
    maybe = guesses(workspace)
    sides = {
        name: [_one_side(workspace, boundary, name, maybe, found) for boundary in found]
        for name in (PROVIDER, CONSUMER)
    }
    groups = [
        Group(
            key(boundary.mechanism, boundary.key),
            [*(provided or [_missing(boundary, PROVIDER)]), *(consumed or [_missing(boundary, CONSUMER)])],
        )
        for boundary, provided, consumed in zip(found, sides[PROVIDER], sides[CONSUMER], strict=True)
    ]
    lacking = {
        name: [boundary for boundary, rows in zip(found, sides[name], strict=True) if not rows] for name in sides
    }
    without = {PROVIDER: _count_unserved(found, lacking[PROVIDER]), CONSUMER: len(lacking[CONSUMER])}
    parts = [
        counted(len(found), "contract"),
        *(f"{count} without a {name}" for name, count in without.items() if count),
    ]
    return Table(("contract", "", "where", "who", "confidence"), groups, ", ".join(parts))


def _count_unserved(found: Iterable[Boundary], lacking: Iterable[Boundary]) -> int:
    """How many contracts nobody serves.

    Those that are alternatives of one call count once, and not at all if another one of them is served.
    """
    unserved = {(one.mechanism, one.key) for one in lacking}
    others = (one for one in found if (one.mechanism, one.key) not in unserved)
    served = {call_place(port) for one in others for port in one.consumers}
    places = (frozenset(map(call_place, one.consumers)) for one in lacking)
    return len({one for one in places if not one <= served})


def links(workspace: Answered, found: Iterable[Link]) -> Table:
    """Every consumer, and beneath it its providers."""
    rows: dict[CallPlace, list[Row]] = {}
    consumers: dict[Port, None] = {}
    for link in found:
        consumers[link.consumer] = None
        rows.setdefault(call_place(link.consumer), []).append(
            (
                who(workspace, link.consumer),
                key(link.provider.mechanism, link.provider.key),
                place(workspace, link.provider),
                who(workspace, link.provider),
                Span(_confidence(link.confidence) + _how(link.how), "dim"),
            )
        )
    groups = [
        Group(Span(workspace.place(path, start), _PLACE), providers) for (path, start, *_), providers in rows.items()
    ]
    titles = ("consumer", "", "contract", "provider", "", "confidence")
    summary = counted(sum(map(len, rows.values())), "link")
    return Table(
        titles, groups, summary if len(rows) == len(consumers) else f"{summary} of {counted(len(rows), 'call')}"
    )


def key(mechanism: str, text: str) -> Span:
    """A contract's key."""
    return Span(keys.shown(mechanism, text), "bold")


def side(port: Port) -> Span:
    """Whether a port is a provider or a consumer."""
    return Span(PROVIDER, "green") if port.role == "exposes" else Span(CONSUMER, "blue")


def who(workspace: Answered, port: Port) -> Span:
    """The code that serves or calls: its name, and where it is if one would not find it beside the port."""
    symbol = port.handler or port.symbol
    if symbol.kind == "file":
        return Span("")
    elsewhere = symbol.path != port.path
    return Span(
        f"{symbol.qualified_name} ({workspace.place(symbol.path, symbol.name_start)})"
        if elsewhere
        else symbol.qualified_name
    )


def counted(count: int, noun: str) -> str:
    """`1 link`, `2 links`, `no links`."""
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def guesses(workspace: Answered) -> Guesses:
    """Who may be meant where a contract's side is missing: ports of other keys that fit nevertheless."""
    found: Guesses = {}
    for link in workspace.service.links(compatible=True):
        if link.how != EXACT:
            provider = Match(link.provider, link.how, link.confidence)
            consumer = Match(link.consumer, link.how, link.confidence)
            found.setdefault((*link.consumer.boundary, PROVIDER), []).append(provider)
            found.setdefault((*link.provider.boundary, CONSUMER), []).append(consumer)
    return {missing: list({match.port: match for match in matches}.values()) for missing, matches in found.items()}


def hosts(ports: Iterable[Port]) -> str:
    """The hosts to which these ports speak, if they say so: they may be somebody else's."""
    named = sorted({port.host for port in ports if port.host})
    return f"at {', '.join(named)}" if named else ""


def below(boundary: Boundary, all_found: Sequence[Boundary]) -> int:
    """How many calls there are below a path of which documents say only that it is served, as gateways' do."""
    if not boundary.key.endswith("/*") or not all(port.contract for port in boundary.providers):
        return 0
    served = ((boundary.key, Reach()),)
    called = (other for other in all_found if other.consumers and other.mechanism == boundary.mechanism)
    return sum(len(one.consumers) for one in called if compatible(one.key, consumer_open=False, providers=served))


def _one_side(
    workspace: Answered, boundary: Boundary, name: str, maybe: Guesses, all_found: Sequence[Boundary]
) -> list[Row]:
    """The ports of a contract's side, or who may be meant where there are none."""
    ports = boundary.providers if name == PROVIDER else boundary.consumers
    if ports:
        return [(side(port), place(workspace, port), who(workspace, port), note(port)) for port in ports]
    if name == CONSUMER and (count := below(boundary, all_found)):
        return [(Span(CONSUMER, "blue"), Span(f"{counted(count, 'call')} below it"))]
    return [
        (
            Span(f"{name}?", _ALERT) if match.how == PREFIX.how else side(match.port),
            place(workspace, match.port),
            who(workspace, match.port),
            Span(f"{_confidence(match.confidence)}{_how(match.how)}: {match.port.key}", "dim"),
        )
        for match in maybe.get((boundary.mechanism, boundary.key, name), ())
    ]


def _missing(boundary: Boundary, name: str) -> Row:
    others = boundary.consumers if name == PROVIDER else boundary.providers
    return Span(name, _ALERT), Span(NONE_FOUND, _ALERT), Span(hosts(others), "dim")


def place(workspace: Answered, port: Port) -> Span:
    """Where the contract is stated."""
    return Span(workspace.place(port.path, port.start), _PLACE)


def note(port: Port, *, with_framework: bool = False) -> Span:
    """How sure we are, and what else to know of a port."""
    notes = [_confidence(port.confidence)]
    notes += [port.framework] if with_framework and port.framework else []
    notes += [word for word, applies in (("test", port.test), ("document", port.contract)) if applies]
    return Span(" ".join(notes), "dim")


def _how(how: str) -> str:
    return "" if how == EXACT else f" {how}"


def _confidence(value: float) -> str:
    return f"{value:.2f}"
