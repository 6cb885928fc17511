"""What was read of a file's nodes, before it is put together: each fact with the place of the node that states it."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from .aliases import LocalNames, Origin
from .edits.moving import Move, move_fact
from .facts import (
    AFTER_ALL,
    NO_GAP,
    Assignment,
    Binding,
    Branch,
    Call,
    Definition,
    Element,
    Export,
    Facts,
    Gap,
    Guard,
    Hole,
    Loop,
    Member,
    Site,
    Step,
    Value,
)

T = TypeVar("T")


class Piece(Struct, Generic[T], frozen=True, gc=False):
    """A fact, the span of the node that states it, and how early it is read among those at one place.

    `origins` are the names for which the name of a binding stands: see `aliases`. It has `items` if one
    item of a list after the other is a part of what it states. Up to where it is about what stands behind the node is
    its `reach`: the end of the block that the fact names, or all of the file; 0 if it is not.
    """

    fact: T
    start: int
    end: int
    order: int = 0
    origins: tuple[Origin, ...] = ()
    items: bool = False
    reach: int = 0


class Pieces(NamedTuple):
    """What was read of a file or of a part of it; all in the order of the text, but `callees`.

    `later` are the definitions that begin behind the part which is still to be read, if there is one. `branches` and
    `loops` are all that there are, and `callees` the names that are called. Their positions have the `gap`, as have
    those of facts.
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
    steps: tuple[Piece[Step], ...] = ()
    callees: tuple[Piece[str], ...] = ()
    gap: Gap = NO_GAP


NOTHING = Pieces()


class FileFacts(NamedTuple):
    """What a file says, of which pieces that is made, and under which names it calls what was asked for."""

    facts: Facts
    pieces: Pieces
    local: LocalNames


class ReplacedPart(NamedTuple):
    """What was read before of the part of a file that is read anew, from the offset `start` to `end`, and of the file.

    Its end is `by` later now. The words that are asked for are the same.
    """

    start: int
    end: int
    by: int
    bindings: Sequence[Piece[Binding]]
    callees: Sequence[Piece[str]]
    told: FileFacts

    def names_as(self, bindings: Iterable[Piece[Binding]], gap: Gap) -> bool:
        """Whether those read now, with this gap, bind the same names to the same ones."""
        before = _origins_of_names(self.bindings, self.told.pieces.gap, self.start, self.end)
        return before is not None and before == _origins_of_names(bindings, gap, self.start, self.end + self.by)

    def calls_as(self, callees: Iterable[Piece[str]]) -> bool:
        """Whether the same is called now."""
        return {piece.fact for piece in self.callees} == {piece.fact for piece in callees}


def _origins_of_names(
    bindings: Iterable[Piece[Binding]], gap: Gap, start: int, end: int
) -> list[tuple[int, str, tuple[Origin, ...]]] | None:
    """What the names stand for that are bound in a part or before it, and where before it; None for one behind it."""
    found = [(gap.offset(piece.fact.start), piece) for piece in bindings if piece.origins]
    if any(offset >= end for offset, _ in found):
        return None
    return [(min(offset, start), piece.fact.name, piece.origins) for offset, piece in found]


def has_items(*values: Value) -> bool:
    """Whether one item of a list after the other is one of these values, or a part of it."""
    waiting = [value for value in values if type(value) in _HOLDING]
    for value in waiting:
        match value:
            case Call(arguments=arguments):
                waiting += [given.value for given in arguments]
            case Element(key=Hole()):
                return True
            case Element(of=of) | Member(of=of):
                waiting.append(of)
    return False


_HOLDING = frozenset((Call, Element, Member))


def reach(block_end: int) -> int:
    """How far a fact reaches that states the end of a block around it; the whole file is no such block."""
    return 0 if block_end == AFTER_ALL else block_end


def moved_piece(piece: Piece[T], move: Move) -> Piece[T]:
    """A piece as it is after a move."""
    start, end, reaches = move.place(piece.start), move.place(piece.end), move.place(piece.reach)
    return Piece(move_fact(piece.fact, move), start, end, piece.order, piece.origins, piece.items, reaches)


def put_in(known: Iterable[Piece[T]], new: Iterable[Piece[T]], order: Callable[[Piece[T]], Any]) -> list[Piece[T]]:
    """Pieces that are in this order already, with new ones among them."""
    found = list(known)
    if not found:
        return sorted(new, key=order)
    for piece in new:
        insort(found, piece, key=order)
    return found


def in_order(pieces: Iterable[Piece[T]]) -> tuple[Piece[T], ...]:
    """Pieces in the order of the nodes that state them, outer ones first."""
    return tuple(sorted(pieces, key=lambda piece: (piece.start, -piece.end, piece.order)))
