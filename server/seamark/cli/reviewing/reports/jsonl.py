"""One JSON object a line: a stable interface, as that of the other commands."""

from __future__ import annotations

from collections.abc import Sequence

from seamark.escaping import json_text

from .reported import ReportedFinding, Where


def report(found: Sequence[ReportedFinding]) -> str:
    """An object for each finding."""
    return "".join(f"{json_text(_row(one))}\n" for one in found)


def _row(one: ReportedFinding) -> dict[str, object]:
    return {
        "root": one.root,
        "severity": one.severity,
        "kind": one.kind,
        "message": one.message,
        "key": one.key,
        "file": one.path,
        **_span(one.where),
        "mechanism": one.mechanism,
        "symbol": one.symbol,
        "related": [{"file": where.shown, **_span(where), "message": said} for where, said in one.related],
    }


def _span(where: Where) -> dict[str, int]:
    return {
        "line": where.line,
        "column": where.column,
        "end_line": where.end_line,
        "end_column": where.end_column,
    }
