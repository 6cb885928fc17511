"""Text in columns, as wide as what stands in it.

A table is made of groups of rows, each with a heading. Where there is room, the heading stands before its rows, in a
column of its own; in a narrow terminal above them. What stands in the last column goes on in the next line where it is
too long. Nothing is ever cut off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from rich.cells import cell_len

from .escaping import printable

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
    elif (folded := _folded([_titles(table), *wide], width)) is not None:
        yield from _columns([line for lines in folded for line in lines])
    else:
        yield from _beneath(groups, width)
    if table.summary:
        if groups:
            yield ()
        yield (Span(table.summary, "dim"),)


def _folded(rows: Sequence[Row], width: int) -> list[list[Row]] | None:
    """The lines of each row, several where the last column is too long; None if there is no room for its words."""
    *others, last = _widths(rows)
    room = width - _total([*others, 0])
    if last <= room:
        return [[row] for row in rows]
    column = len(others)
    words = (word for row in rows for span in row[column:] for word in span.text.split())
    if max(map(cell_len, words), default=0) > room:
        return None
    return [list(_in_lines(row, column, room)) for row in rows]


def _in_lines(row: Row, column: int, room: int) -> Iterator[Row]:
    if len(row) <= column:
        yield row
        return
    *before, (text, style) = row
    line = ""
    for word in text.split():
        if line and cell_len(f"{line} {word}") > room:
            yield [*before, Span(line, style)]
            before, line = [Span("")] * column, word
        else:
            line = f"{line} {word}".lstrip()
    yield [*before, Span(line, style)]


def _beneath(groups: Sequence[Group], width: int) -> Iterator[Line]:
    """Every heading above its rows. Columns are given up, too, where there is no room for them."""
    rows = [(Span(""), *row) for group in groups for row in group.rows]
    folded = _folded(rows, width)
    lines = map(_in_line, rows) if folded is None else _columns([line for lines in folded for line in lines])
    counts = iter([1] * len(rows) if folded is None else map(len, folded))
    for group in groups:
        yield (group.heading,)
        yield from islice(lines, sum(islice(counts, len(group.rows))))


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
