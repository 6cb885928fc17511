"""A comparison for a comment in a review: Markdown as GitHub and GitLab read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from seamark.escaping import CELL, escape_text, fence_code
from seamark.keys import format_key
from seamark.review.comparison import Change, Comparison
from seamark.review.contracts import Call, Side

from .said import LOST, keys, place, summary

_SHOWN = 200
"""So many rows of a table are shown: a comment has a greatest length."""


def report(comparison: Comparison) -> str:
    """A heading that counts, a table of the contracts, and one of the calls that break."""
    lines = [f"### Seamark: {summary(comparison)}"]
    if comparison.changes:
        lines += ["", "| | Contract | Served by | Breaks |", "|---|---|---|---|"]
        lines += _some([_row(change) for change in comparison.changes], "contracts")
    breaks = list(_breaks(comparison))
    if breaks:
        lines += ["", "#### Calls that break", "", "| Call | Where | In |", "|---|---|---|"]
        lines += _some(breaks, "calls")
    return "\n".join(lines) + "\n"


def _row(change: Change) -> str:
    what = f"{change.what} ({' and '.join(change.differs)})" if change.differs else change.what
    sides = [*(_side(side) for side in change.providers), *(f"{_side(side)} (left)" for side in change.left)]
    return f"| {what} | {' → '.join(map(_code, keys(change)))} | {'<br>'.join(sides)} | {len(change.breaks) or ''} |"


def _breaks(comparison: Comparison) -> Iterator[str]:
    calls = {call: "" for change in comparison.changes for call in change.breaks}
    calls |= dict.fromkeys(comparison.lost, f" ({LOST})")
    for call in sorted(calls, key=_order):
        symbol = _code(call.side.symbol) if call.side.symbol else ""
        yield f"| {_code(format_key(*call.contract))}{calls[call]} | {_code(place(call.side))} | {symbol} |"


def _order(call: Call) -> tuple[Side, tuple[str, str]]:
    return call.side, call.contract


def _side(side: Side) -> str:
    return _code(place(side)) + (f" {_code(side.symbol)}" if side.symbol else "")


def _code(text: str) -> str:
    """A text as code in a table's cell."""
    return fence_code(escape_text(text, CELL))


def _some(rows: Iterable[str], what: str) -> list[str]:
    rows = list(rows)
    more = len(rows) - _SHOWN
    return [*rows[:_SHOWN], *([f"| … | {more} more {what} | | |"] if more > 0 else [])]
