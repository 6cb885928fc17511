"""A comparison for people: each contract, and below it who served it and which calls break."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.cli.layout import Line, Span
from seamark.keys import format_key
from seamark.review.comparison import Change, Comparison, What
from seamark.review.contracts import Call, Side

from .said import LOST, keys, place, summary

_STYLES: dict[What, str] = {"removed": "bold red", "changed": "bold yellow", "added": "bold green"}


def report(comparison: Comparison) -> Iterator[Line]:
    """The lines of all changes, and one that counts them."""
    for change in comparison.changes:
        yield from _change(change)
    for call in comparison.lost:
        yield (
            Span("lost", "bold red"),
            Span(f"     {format_key(*call.contract)}", "bold"),
            Span(f"  {LOST}", "dim"),
        )
        yield _break(call)
    if comparison.changes or comparison.lost:
        yield ()
    yield (Span(summary(comparison), "dim"),)


def _change(change: Change) -> Iterator[Line]:
    said = " → ".join(keys(change))
    differs = f"  ({' and '.join(change.differs)})" if change.differs else ""
    yield (Span(f"{change.what:<8}", _STYLES[change.what]), Span(f" {said}", "bold"), Span(differs, "dim"))
    for side in change.providers:
        yield _side("served by", side) if change.what == "added" else _side("was served by", side)
    for side in change.left:
        yield _side("is left in", side)
    for call in change.breaks:
        yield _break(call)


def _break(call: Call) -> Line:
    return _side("breaks", call.side, "red")


def _side(verb: str, side: Side, style: str = "") -> Line:
    return (
        Span(f"  {verb} ", style),
        Span(place(side), "cyan"),
        Span(f" {side.symbol}" if side.symbol else ""),
        Span(" document" if side.document else "", "dim"),
    )
