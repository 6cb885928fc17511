"""Text in columns, as wide as what stands in it.

A table is made of groups of rows, each with a heading. Where there is room, the heading stands before its rows, in a
column of its own; in a narrow terminal above them. Nothing is ever cut off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from seamark.cli.output import printable

_GAP = "  "


class Span(NamedTuple):
    """A piece of a line, and the style in which to show it, in rich's terms."""

    text: str
    style: str = ""


Line = Sequence[Span]
Row = Sequence[Span]


class Group(NamedTuple):
    """Rows that belong together."""

    heading: Span
    rows: Sequence[Row]


class Table(NamedTuple):
    """Groups, the titles of their columns (the heading's first), and a sentence about all of it."""

    titles: Sequence[str]
    groups: Sequence[Group]
    summary: str = ""


def laid_out(table: Table, width: int | None) -> Iterator[Line]:
    """The table's lines: for a terminal of this width; or, without one, with the heading in every line."""
    groups = [_printable(group) for group in table.groups]
    wide = [(Span("") if above else group.heading, *row) for group in groups for above, row in enumerate(group.rows)]
    if not groups:
        pass
    elif width is None:
        yield from _columns([(group.heading, *row) for group in groups for row in group.rows])
    elif _total(_widths([_titles(table), *wide])) <= width:
        yield from _columns([_titles(table), *wide])
    else:
        yield from _beneath(groups, width)
    if table.summary:
        if groups:
            yield ()
        yield (Span(table.summary, "dim"),)


def _beneath(groups: Sequence[Group], width: int) -> Iterator[Line]:
    """Every heading above its rows. Columns are given up, too, where there is no room for them."""
    rows = [(Span(""), *row) for group in groups for row in group.rows]
    lines = _columns(rows) if _total(_widths(rows)) <= width else map(_in_line, rows)
    for group in groups:
        yield (group.heading,)
        for _ in group.rows:
            yield next(lines)


def _columns(rows: Sequence[Row]) -> Iterator[Line]:
    widths = _widths(rows)
    for row in rows:
        yield _trimmed([_padded(span, width) for span, width in zip(row, widths, strict=False)])


def _in_line(row: Row) -> Line:
    return _trimmed([Span(_GAP), *(Span(span.text + _GAP, span.style) for span in row if span.text)])


def _padded(span: Span, width: int) -> Span:
    return Span(span.text + " " * (width - cell_len(span.text)) + _GAP, span.style)


def _trimmed(line: list[Span]) -> Line:
    """Without spaces at the end."""
    while line and not line[-1].text.strip():
        line.pop()
    if line:
        line[-1] = Span(line[-1].text.rstrip(), line[-1].style)
    return line


def _widths(rows: Iterable[Row]) -> list[int]:
    widths: list[int] = []
    for row in rows:
        widths.extend([0] * (len(row) - len(widths)))
        for column, span in enumerate(row):
            widths[column] = max(widths[column], cell_len(span.text))
    return widths


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _titles(table: Table) -> Row:
    return [Span(title, "dim") for title in table.titles]


def _printable(group: Group) -> Group:
    return Group(_clean(group.heading), [[_clean(span) for span in row] for row in group.rows])


def _clean(span: Span) -> Span:
    return Span(printable(span.text), span.style)
