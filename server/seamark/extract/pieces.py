"""What was read of a file's nodes, before it is put together: each fact with the place of the node that states it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from .facts import Assignment, Binding, Branch, Definition, Export, Facts, Guard, Loop, Site
from .local_names import LocalNames, Origin

T = TypeVar("T")


class Piece(NamedTuple, Generic[T]):
    """A fact, the span of the node that states it, and how early it is read among those at one place.

    `origins` are the names for which the name of a binding stands: see `local_names`.
    """

    fact: T
    start: int
    end: int
    order: int = 0
    origins: tuple[Origin, ...] = ()


class Pieces(NamedTuple):
    """What was read of a file or of a part of it; all in the order of the text, but `callees`.

    `later` are the definitions that begin behind the part which is still to be read, if there is one. `branches` and
    `loops` are all that there are, and `callees` the names that are called.
    """

    definitions: tuple[Definition, ...] = ()
    later: tuple[Definition, ...] = ()
    bindings: tuple[Piece[Binding], ...] = ()
    assignments: tuple[Piece[Assignment], ...] = ()
    exports: tuple[Piece[Export], ...] = ()
    sites: tuple[Piece[Site], ...] = ()
    branches: tuple[Piece[Branch], ...] = ()
    guards: tuple[Piece[Guard], ...] = ()
    loops: tuple[Piece[Loop], ...] = ()
    callees: tuple[Piece[str], ...] = ()


NOTHING = Pieces()


class Told(NamedTuple):
    """What a file says, of which pieces that is made, and under which names it calls what was asked for."""

    facts: Facts
    pieces: Pieces
    local: LocalNames


def in_order(pieces: Iterable[Piece[T]]) -> tuple[Piece[T], ...]:
    """Pieces in the order of the nodes that state them, outer ones first."""
    return tuple(sorted(pieces, key=lambda piece: (piece.start, -piece.end, piece.order)))
