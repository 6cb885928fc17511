"""What the commands show to people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from seamark import keys
from seamark.index.matching.alternatives import CallPlace, call_place, count_calls
from seamark.index.matching.compatible import PREFIX
from seamark.resolve.port_model import Boundary, Link, Port

from .layout import Group, Row, Span, Table
from .sides import CONSUMER, EXACT, POSSIBLE, PROVIDER, Sides, side_of
from .workspaces import ContractSource

NONE_FOUND = "none found"

_PLACE = "cyan"
_ALERT = "yellow"


def ports(workspace: ContractSource) -> Table:
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
    summary = f"{quantity(providers, PROVIDER)}, {quantity(count_calls(found), CONSUMER)}"
    return Table(("where", "", "contract", "who", "confidence"), groups, summary)


def boundaries(workspace: ContractSource, sides: Sides, found: Sequence[Boundary]) -> Table:
    """These contracts with their providers and consumers, or with who may be meant where one side is missing."""
    groups = [
        Group(
            key(boundary.mechanism, boundary.key),
            [row for name in (PROVIDER, CONSUMER) for row in _one_side(workspace, boundary, name, sides)],
        )
        for boundary in found
    ]
    without = {PROVIDER: sides.count_unserved(found), CONSUMER: sum(sides.lacks(one, CONSUMER) for one in found)}
    total = len(sides.contracts)
    parts = [
        quantity(len(found), "contract") if found or not total else f"none of {quantity(total, 'contract')} matches",
        *(f"{count} without a {name}" for name, count in without.items() if count),
    ]
    return Table(("contract", "", "where", "who", "confidence"), groups, ", ".join(parts))


def links(workspace: ContractSource, found: Iterable[Link]) -> Table:
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
    summary = quantity(sum(map(len, rows.values())), "link")
    return Table(
        titles, groups, summary if len(rows) == len(consumers) else f"{summary} of {quantity(len(rows), 'call')}"
    )


def key(mechanism: str, text: str) -> Span:
    """A contract's key."""
    return Span(keys.format_key(mechanism, text), "bold")


def side(port: Port) -> Span:
    """Whether a port is a provider or a consumer."""
    return Span(PROVIDER, "green") if port.role == "exposes" else Span(CONSUMER, "blue")


def who(workspace: ContractSource, port: Port) -> Span:
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


def quantity(count: int, noun: str) -> str:
    """`1 link`, `2 links`, `no links`."""
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def hosts(ports: Iterable[Port]) -> str:
    """The hosts to which these ports speak, if they say so: they may be somebody else's."""
    named = sorted({port.host for port in ports if port.host})
    return f"at {', '.join(named)}" if named else ""


def _one_side(workspace: ContractSource, boundary: Boundary, name: str, sides: Sides) -> list[Row]:
    """The ports of a contract's side, or who may be meant where there are none."""
    if ports := side_of(boundary, name):
        return [(side(port), place(workspace, port), who(workspace, port), note(port)) for port in ports]
    if name == CONSUMER and (count := sides.below(boundary)):
        return [(Span(CONSUMER, "blue"), Span(f"{quantity(count, 'call')} below it"))]
    if sides.lacks(boundary, name):
        others = boundary.consumers if name == PROVIDER else boundary.providers
        return [(Span(name, _ALERT), Span(NONE_FOUND, _ALERT), Span(hosts(others), "dim"))]
    return [
        (
            Span(f"{name}?", _ALERT) if match.how in (PREFIX.how, POSSIBLE.how) else side(match.port),
            place(workspace, match.port),
            who(workspace, match.port),
            Span(f"{_confidence(match.confidence)}{_how(match.how)}: {match.port.key}", "dim"),
        )
        for match in sides.guesses(boundary, name)
    ]


def place(workspace: ContractSource, port: Port) -> Span:
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
