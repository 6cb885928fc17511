"""Places in files whose texts are not at hand: one number for a line and a column.

A shard has lines and columns, since those who read it have no text. `Port` has one number for a place, which only has
to grow along the file: so a port of a store has these numbers where a port of a workspace has byte offsets.
"""

from __future__ import annotations

_BITS = 24
_LAST = (1 << _BITS) - 1


def place(line: int, column: int) -> int:
    """The number of a line and a column, both from 1."""
    return line << _BITS | min(column, _LAST)


def line_and_column(number: int) -> tuple[int, int]:
    """The line and the column, from 1, of a place."""
    return max(number >> _BITS, 1), max(number & _LAST, 1)
