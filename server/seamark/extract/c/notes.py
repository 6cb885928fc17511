"""What is noted of the variables and fields of a file in C or C++ while it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec import field

from seamark.extract.facts import Value
from seamark.extract.language import Notes

if TYPE_CHECKING:
    from seamark.extract.language import Reading


class OfVariables(Notes):
    """The variables of functions by their scope, and fields by their class."""

    held: dict[tuple[int, str], Value] = field(default_factory=dict)
    """The types of those fields that an object holds in itself: constructors make them."""
    buffers: set[tuple[int, str]] = field(default_factory=set)
    """The variables that hold a text in themselves."""
    pointers: set[tuple[int, str]] = field(default_factory=set)
    """Those that may point at one."""
    unset: set[tuple[int, str]] = field(default_factory=set)
    """Those that begin with nothing."""
    counters: set[tuple[int, str]] = field(default_factory=set)
    """Those that begin with a number."""


def notes(reading: Reading) -> OfVariables:
    """What was noted of a file so far."""
    return cast("OfVariables", reading.notes)
