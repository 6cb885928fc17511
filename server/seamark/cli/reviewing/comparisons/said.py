"""Words for what became of contracts."""

from __future__ import annotations

from collections import Counter

from seamark.keys import format_key
from seamark.review.comparison import Change, Comparison
from seamark.review.contracts import Side


def keys(change: Change) -> tuple[str, ...]:
    """The key of a contract, and what it became, as `seamark map` shows keys."""
    return tuple(format_key(change.mechanism, one) for one in (change.key, change.now) if one is not None)


def place(side: Side) -> str:
    """Where a side of a contract is stated."""
    return f"{side.file}:{side.line}:{side.column}"


def summary(comparison: Comparison) -> str:
    """`1 contract removed, 2 added; 3 calls break`."""
    counts = Counter(change.what for change in comparison.changes)
    parts = [f"{counts[what]} {what}" for what in ("removed", "changed", "added") if counts[what]]
    if not parts and not comparison.lost:
        return "no contract has changed"
    count = len(comparison.broken_calls)
    breaks = "no call breaks" if not count else "1 call breaks" if count == 1 else f"{count} calls break"
    contracts = f"contracts: {', '.join(parts)}" if parts else "no contract has changed"
    return f"{contracts}; {breaks}"


LOST = "no longer served, although no contract that served it has changed"
"""What is said of calls that break for another reason, such as a gateway's."""
