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

from seamark.escaping import escape_text, not_a_command

_GAP = "  "


class Span(NamedTuple):
    """A piece of a line, and the style in which to show it, in rich's terms.

    Its text is as it came, whoever wrote it: `safe` and `laid_out` give what may be printed.
    """

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


def safe(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines as they may be printed: nothing in them controls a terminal, or is a command in a build's log."""
    return (_no_command(_escape_line(line)) for line in lines)


def laid_out(table: Table, width: int | None) -> Iterator[Line]:
    """The table's lines, as they may be printed: for a terminal of this width; or, without one, with the heading in
    every line.
    """
    return map(_no_command, _laid_out(table, width))


def _laid_out(table: Table, width: int | None) -> Iterator[Line]:
    groups = [Group(_escape_line([group.heading])[0], list(map(_escape_line, group.rows))) for group in table.groups]
    wide = [(Span("") if above else group.heading, *row) for group in groups for above, row in enumerate(group.rows)]
    if not groups:
        pass
    elif width is None:
        yield from _columns([(group.heading, *row) for group in groups for row in group.rows])
    elif (folded := _fold_rows([_titles(table), *wide], width)) is not None:
        yield from _columns([line for lines in folded for line in lines])
    else:
        yield from _beneath(groups, width)
    if table.summary:
        if groups:
            yield ()
        yield _escape_line([Span(table.summary, "dim")])


def _fold_rows(rows: Sequence[Row], width: int) -> list[list[Row]] | None:
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
    folded = _fold_rows(rows, width)
    lines = map(_in_line, rows) if folded is None else _columns([line for lines in folded for line in lines])
    counts = iter([1] * len(rows) if folded is None else map(len, folded))
    for group in groups:
        yield (group.heading,)
        yield from islice(lines, sum(islice(counts, len(group.rows))))


def _columns(rows: Sequence[Row]) -> Iterator[Line]:
    widths = _widths(rows)
    for row in rows:
        yield _trim_line([_pad_span(span, width) for span, width in zip(row, widths, strict=False)])


def _in_line(row: Row) -> Line:
    return _trim_line([Span(_GAP), *(Span(span.text + _GAP, span.style) for span in row if span.text)])


def _pad_span(span: Span, width: int) -> Span:
    return Span(span.text + " " * (width - cell_len(span.text)) + _GAP, span.style)


def _trim_line(line: list[Span]) -> Line:
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


def _escape_line(line: Line) -> Line:
    return [Span(escape_text(span.text), span.style) for span in line]


def _no_command(line: Line) -> Line:
    """A line that is escaped, with another beginning if it would be a command."""
    whole = "".join(span.text for span in line)
    said = not_a_command(whole)
    if said == whole:
        return line
    first = next(number for number, span in enumerate(line) if span.text.strip())
    before = "".join(span.text for span in line[:first])
    text, style = line[first]
    end = len(before) + len(text) + len(said) - len(whole)
    return [*line[:first], Span(said[len(before) : end], style), *line[first + 1 :]]
