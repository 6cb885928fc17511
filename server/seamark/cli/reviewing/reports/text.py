"""Findings for people, as compilers print them: the place, how bad it is, the line, and what is meant in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from seamark.cli.layout import Line, Span
from seamark.escaping import escape_text
from seamark.settings import Severity

from .reported import ReportedFinding, Where

_STYLES: dict[Severity, str] = {"error": "bold red", "warning": "bold yellow", "hint": "bold cyan"}
_CODE = 200
"""So many characters of a longer line are shown, those around what is meant."""
_NOTES = 10
"""So many places are shown that a finding speaks of besides its own."""


def report(found: Sequence[ReportedFinding]) -> Iterator[Line]:
    """The lines of all findings."""
    for one in found:
        yield (
            Span(f"{_place(one.where)}: ", "bold"),
            Span(one.severity, _STYLES[one.severity]),
            Span(f": {one.message} "),
            Span(f"[{one.kind}]", "dim"),
        )
        if one.source:  # A store has no texts.
            yield from _code(one)
        for where, said in one.related[:_NOTES]:
            yield (Span(f"{_place(where)}: "), Span("note", "bold"), Span(f": {said}"))
        if len(one.related) > _NOTES:
            yield (Span(f"and {len(one.related) - _NOTES} more places", "dim"),)
    if found:
        yield ()


def count_by_severity(found: Sequence[ReportedFinding]) -> str:
    """`1 error, 2 warnings`."""
    counts = Counter(one.severity for one in found)
    return ", ".join(
        f"{counts[severity]} {severity}{'' if counts[severity] == 1 else 's'}"
        for severity in _STYLES
        if counts[severity]
    )


def _code(one: ReportedFinding) -> Iterator[Line]:
    """The line in which the contract is stated, and carets below what states it; of more lines the first."""
    start = one.where.column - 1
    end = one.where.end_column - 1 if one.where.line == one.where.end_line else len(one.source.rstrip())
    first = max(0, start - _CODE // 4) if len(one.source) > _CODE else 0
    shown = one.source[first : first + _CODE]
    before, meant = (_width(part) for part in (shown[: start - first], shown[start - first : end - first]))
    number = str(one.where.line)
    yield (Span(f"{number:>5} | ", "dim"), Span(_expand_tabs(shown).rstrip()))
    yield (
        Span(f"{'':>5} | ", "dim"),
        Span(" " * before + "^" * max(meant, 1), _STYLES[one.severity]),
    )


def _place(where: Where) -> str:
    return f"{where.shown}:{where.line}:{where.column}"


def _width(code: str) -> int:
    """How much room code takes as it is shown."""
    return cell_len(escape_text(_expand_tabs(code)))


def _expand_tabs(code: str) -> str:
    """Code with spaces for tabs."""
    return code.replace("\t", "    ")
