"""A comparison as JSON lines: an object for each contract that has changed, and for each call that is lost besides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from seamark.escaping import json_text
from seamark.review.comparison import Comparison
from seamark.review.contracts import Call, Side


def report(comparison: Comparison) -> str:
    """An object a line. Fields may be added at the end; none changes its name or meaning."""
    return "".join(f"{json_text(row)}\n" for row in _rows(comparison))


def _rows(comparison: Comparison) -> Iterator[dict[str, Any]]:
    for one in comparison.changes:
        yield {
            "change": one.what,
            "mechanism": one.mechanism,
            "key": one.key,
            "new_key": one.now,
            "differs": list(one.differs),
            "providers": [_side(side) for side in one.providers],
            "left": [_side(side) for side in one.left],
            "breaks": [_call(call) for call in one.breaks],
        }
    for call in comparison.lost:
        mechanism, key = call.contract
        row: dict[str, Any] = {
            "change": "lost",
            "mechanism": mechanism,
            "key": key,
            "new_key": None,
            "differs": [],
            "providers": [],
        }
        yield {**row, "left": [], "breaks": [_call(call)]}


def _call(call: Call) -> dict[str, Any]:
    return {"key": call.contract[1], **_side(call.side)}


def _side(side: Side) -> dict[str, Any]:
    return {
        "file": side.file,
        "line": side.line,
        "column": side.column,
        "symbol": side.symbol,
        "document": side.document,
    }
