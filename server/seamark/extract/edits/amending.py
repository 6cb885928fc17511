"""Reading a text anew after an edit: only the part that the edit can have changed.

Such a part is a function that is in no other one, or a run of whole statements at the top level, with their neighbours.
What holds such a function, a call that is given it, is read again with it; what was read of the rest is kept and moved.
That is the same as reading all of it: a node says the same where its own text and the shape of the tree around it are
the same, and what a function holds matters to nothing else but by the names that it binds there and those that it
calls. Where that is not so, or cannot be told, all is read: the tree has another shape outside of the part, the file
calls what is asked for by other names, or it has other classes. C and C++ are always read as a whole, because names
that stand anywhere in the text decide how it is parsed; so are components (`.vue`, `.svelte`), which hold several
texts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from operator import attrgetter
from typing import NamedTuple, TypeVar

from tree_sitter import Node, Tree

from seamark.extract import graphql
from seamark.extract.aliases import LocalNames, Names
from seamark.extract.captures import Captures, find_captures
from seamark.extract.facts import FAR, Assignment, Binding, Definition, Facts, Gap, Loop
from seamark.extract.language import Language
from seamark.extract.node_facts import FileFacts, Piece, Pieces, ReplacedPart, moved_piece
from seamark.extract.reading import FileReading, read_regions
from seamark.source import (
    Dialect,
    Edit,
    difference,
    is_xml,
    regions,
    reparse_tree,
    with_equal_marks,
    without_open_comments,
)

from .moving import Move, further, move_fact, positions

T = TypeVar("T")

SHORT, MOST = 10_000, 0.7
"""How many bytes a part may have, whatever the rest, and which share of the text: trying must not cost much."""

WIDTH = 2 * FAR
"""How wide a gap is at first: it gets narrower by what is typed in front of it."""

_FUNCTIONS = ("function", "method")


@dataclass(frozen=True)
class Selection:
    """What is read of texts: see `extract`."""

    dialect: Dialect
    words: Container[str]
    further: Container[str]

    @cached_property
    def catalogued_names(self) -> Names:
        """The names that every text of its language is read for."""
        return Names(self.words)

    @cached_property
    def all(self) -> Names:
        """The further ones, too."""
        return Names(self.words, self.further)


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text that was read, and what it takes to read only a part of it anew; without a tree that cannot be done."""

    selection: Selection
    data: bytes
    told: FileFacts
    tree: Tree | None

    @property
    def facts(self) -> Facts:
        """What it says."""
        return self.told.facts


def read_or_amend(data: bytes, selection: Selection, language: Language, before: ReadText | None) -> ReadText:
    """What a text says, which may differ a little from one that was read `before`."""
    if before is not None and before.selection == selection:
        found = _amend_text(data, before, language)
        if found is not None:
            return found
    marked = with_equal_marks(selection.dialect, data)
    parsed = regions(selection.dialect, marked)
    told = read_regions(parsed, marked, language, selection.catalogued_names, selection.all)
    # Names that stand anywhere in a file decide how C is read, and other grammars' texts are read for themselves.
    is_plain = bool(parsed) and selection.dialect.grammar is not None and without_open_comments(data) is data
    tree = parsed[0].tree if is_plain else None
    return ReadText(selection, data, told, tree if tree is not None and _is_as_parsed(tree, language) else None)


def _is_as_parsed(tree: Tree, language: Language) -> bool:
    """Whether a text is read as its grammar does."""
    return language.mended is None or (language.misread is not None and not language.misread(tree))


class _Part(NamedTuple):
    """From where to where a part that is read anew was before, by how much its end has moved, and whether it is a
    function.
    """

    start: int
    end: int
    by: int
    is_function: bool

    @property
    def now_end(self) -> int:
        """Where it ends now."""
        return self.end + self.by


class _UnclearError(Exception):
    """It cannot be told what follows from an edit."""


def _amend_text(data: bytes, before: ReadText, language: Language) -> ReadText | None:
    if before.tree is None or without_open_comments(data) is not data or is_xml(before.selection.dialect, data):
        return None
    if graphql.speaks_of_queries(before.data) != graphql.speaks_of_queries(data):
        return None
    edit = difference(before.data, data)
    tree, reshaped = reparse_tree(before.selection.dialect, before.tree, before.data, data, edit)
    if not _is_as_parsed(tree, language):
        return None
    for part in _parts(before, tree, edit, len(data)):
        if part.end - part.start > max(SHORT, len(data) * MOST):
            break
        # How a grammar goes on after an error may depend on all of the text, and the shapes of the trees do not tell.
        if _has_error_beside(before.tree, part.start, part.end) or _has_error_beside(tree, part.start, part.now_end):
            continue
        if all(part.start <= start and end <= part.now_end for start, end in reshaped):
            try:
                return ReadText(before.selection, data, _read_part(data, before, tree, part, language), tree)
            except _UnclearError:
                continue
    return None


def _has_error_beside(tree: Tree, start: int, end: int) -> bool:
    """Whether there is a syntax error in what does not stand from `start` to `end`."""
    nodes = [tree.root_node]
    while nodes:
        node = nodes.pop()
        if not node.has_error or (start <= node.start_byte and node.end_byte <= end):
            continue
        if node.is_error or node.is_missing:
            return True
        nodes += node.children
    return False


def _parts(before: ReadText, tree: Tree, edit: Edit, size: int) -> Iterator[_Part]:
    """The parts that hold an edit, smaller ones first; the text has this size now."""
    definitions, gap = before.facts.definitions, before.facts.gap
    first, last = gap.position(edit.start), gap.position(edit.end)
    around = (one for one in definitions if one.start < first and last < one.end)
    function = next((one for one in around if one.kind in _FUNCTIONS), None)
    assert before.tree is not None
    if function is not None:
        part = _Part(gap.offset(function.start), gap.offset(function.end), edit.by, is_function=True)
        were = ((kind, start, end + edit.by) for kind, start, end in _around(before.tree, part.start, part.end))
        if list(were) == list(_around(tree, part.start, part.now_end)):
            yield part
    old, nodes = before.tree.root_node.children, tree.root_node.children
    was = _statements(old, edit.start, edit.end, len(before.data))
    now = _statements(nodes, edit.start, edit.end + edit.by, size)
    start, end = gap.position(min(was[0], now[0])), gap.position(max(was[1], now[1] - edit.by))
    for one in definitions:
        # The attributes of an item stand beside it.
        start, end = one.start if one.start < start < one.end else start, max(end, one.end) if one.start < end else end
    part = _Part(gap.offset(start), gap.offset(end), edit.by, is_function=False)
    split = _splits(old, part.start) or _splits(old, part.end)
    split = split or _splits(nodes, part.start) or _splits(nodes, part.now_end)
    if before.tree.root_node.type == tree.root_node.type and not split:
        yield part


def _around(tree: Tree, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """The nodes that hold what stands from `start` to `end` and more, inside out."""
    node = tree.root_node.descendant_for_byte_range(start, end)
    while node is not None:
        if (node.start_byte, node.end_byte) != (start, end):
            yield node.type, node.start_byte, node.end_byte
        node = node.parent


def _statements(nodes: Sequence[Node], start: int, end: int, size: int) -> tuple[int, int]:
    """The span of the top level's nodes that an edit touches, and of one on either side, comments not counted."""
    first = bisect_left(nodes, start, key=_end) - 1
    while first >= 0 and (nodes[first].is_extra or (first and nodes[first - 1].is_extra)):
        first -= 1
    behind = islice(nodes, bisect_right(nodes, end, key=_start), None)
    last = next((node for node in behind if not node.is_extra), None)
    return nodes[first].start_byte if first >= 0 else 0, size if last is None else last.end_byte


def _splits(nodes: Sequence[Node], at: int) -> bool:
    """Whether a place is within one of these nodes, which are in order."""
    index = bisect_left(nodes, at, key=_start) - 1
    return index >= 0 and at < nodes[index].end_byte


_start, _end = attrgetter("start_byte"), attrgetter("end_byte")


def _read_part(data: bytes, before: ReadText, tree: Tree, part: _Part, language: Language) -> FileFacts:
    """What the text says, of which only a part is read anew."""
    selection, known = before.selection, before.told
    within = part.start, part.now_end
    captures = find_captures(
        selection.dialect, tree, data, language, within, lambda match: _captures_that_count(match, *within)
    )
    reading = FileReading(data, language)
    spans = [span for span, _ in reading.definition_spans(captures.get("definition", ()))]
    if any(start < part.start or end > part.now_end for start, end in spans) or (
        part.is_function and spans[:1] != [within]
    ):
        raise _UnclearError
    definitions, gap = known.pieces.definitions, known.pieces.gap
    start, end = gap.position(part.start), gap.position(part.end)
    inside = [one for one in definitions if start <= one.start and one.end <= end]
    first = sum(one.start < end for one in definitions) - len(inside)
    after = Gap(part.now_end, (gap.by or WIDTH) - part.by)
    place = further(gap, part.end, part.by, after)
    move = Move(place, first + len(inside), len(spans) - len(inside))
    stays = gap.at == part.end and not move.more and not _begins(tree, part.now_end)
    rest, bound, called, others = _Rest(start, end, min(start, gap.at), move, stays=stays).of(
        known.pieces, first, after
    )
    around = [one for one in (*bound, *others) if one.start < start or one.end > end]
    again = {(node.start_byte, node.end_byte) for name in _HOLDING for node in captures.get(name, ())}
    if not again.issuperset((gap.offset(one.start), gap.offset(one.end) + part.by) for one in around):
        raise _UnclearError  # What is captured for its parent, which holds the part, may stand beside that.
    replaced = ReplacedPart(part.start, part.end, part.by, bound, called, known)
    found = reading.read([captures], selection.catalogued_names, selection.all, rest=rest, replaced=replaced)
    now = found.facts.definitions[first : first + len(spans)]
    belonging = any(one.receiver is not None for one in found.facts.definitions)
    if (belonging and _classes(inside) != _classes(now)) or _are_others(found.local, known.local, rest):
        raise _UnclearError
    return found


def _begins(tree: Tree, at: int) -> bool:
    """Whether a node begins at an offset, or the text ends there."""
    node = tree.root_node.descendant_for_byte_range(at, at + 1)
    return node is None or node.start_byte == at or at >= tree.root_node.end_byte


def _are_others(local: LocalNames, before: LocalNames, rest: Pieces) -> bool:
    """Whether the rest has calls that are asked for now by the names that they go by in the text, or no longer."""
    changed = (local.catalogued ^ before.catalogued) | (local.all ^ before.all)
    return bool(changed) and any(callee.fact in changed for callee in rest.callees)


_HOLDING = ("binding", "assignment", "import", "loop")
"""What states facts of nodes that may hold others."""
_APART = frozenset(("arm", "branching", "definition", "otherwise", "return"))
"""What does not look into the functions that it holds."""


def _captures_that_count(match: Captures, start: int, end: int) -> Captures:
    """What counts of a match: all of it between these bytes, and of what holds them all that may look into them."""
    nodes = [node for captured in match.values() for node in captured]
    inside = sum(start <= node.start_byte and node.end_byte <= end for node in nodes)
    if inside == len(nodes):
        return match
    if inside or "embedded" in match:
        raise _UnclearError
    around = any(node.start_byte <= start and end <= node.end_byte for node in nodes)
    return {name: found for name, found in match.items() if name not in _APART} if around else {}


def _classes(definitions: Sequence[Definition]) -> list[tuple[int, str]]:
    """What definitions elsewhere may belong to."""
    return [(i, one.name) for i, one in enumerate(definitions) if one.kind == "class" and one.receiver is None]


class _Rest(NamedTuple):
    """What was read of everything but a part that is at another place now, from its `start` to its `end`.

    These are positions with the gap that there is as yet. Nothing moves that is before `still`, an offset as well: it
    is before the gap. What is behind the part `stays` where it is if the gap is there already, unless something begins
    where the part ends.
    """

    start: int
    end: int
    still: int
    move: Move
    stays: bool

    def of(
        self, pieces: Pieces, first: int, gap: Gap
    ) -> tuple[Pieces, list[Piece[Binding]], list[Piece[str]], list[Piece[Assignment] | Piece[Loop]]]:
        """The rest of these, and bindings, callees, assignments and loops that are not in it.

        `first` is the part's first definition.
        """
        later = pieces.definitions[self.move.first :]
        bound, called = list[Piece[Binding]](), list[Piece[str]]()
        assigned, looped = list[Piece[Assignment]](), list[Piece[Loop]]()
        rest = Pieces(
            definitions=tuple(map(self._above, pieces.definitions[:first])),
            later=later if self.stays else move_fact(later, self.move),
            bindings=tuple(self._others(pieces.bindings, bound)),
            assignments=tuple(self._others(pieces.assignments, assigned)),
            exports=tuple(self._others(pieces.exports)),
            sites=tuple(self._others(pieces.sites)),
            branches=tuple(self._others(pieces.branches, keeping=True)),
            guards=tuple(self._others(pieces.guards)),
            loops=tuple(self._others(pieces.loops, looped)),
            steps=tuple(self._others(pieces.steps)),
            callees=tuple(self._others(pieces.callees, called)),
            gap=gap,
        )
        return rest, bound, called, [*assigned, *looped]

    def _above(self, definition: Definition) -> Definition:
        return definition if definition.end <= self.still else move_fact(self._ensure_unread(definition), self.move)

    def _others(
        self, pieces: Iterable[Piece[T]], gone: list[Piece[T]] | None = None, *, keeping: bool = False
    ) -> Iterator[Piece[T]]:
        """Those that were read elsewhere than in the part, at their places now; those around it only with `keeping`.

        The others are added to those that are `gone`.
        """
        first, last, still, move, stays = self.start, self.end, self.still, self.move, self.stays
        for piece in pieces:
            start, end = piece.start, piece.end
            if start == end and start in (first, last):
                raise _UnclearError
            if start >= last:
                yield piece if stays else moved_piece(piece, move)
            elif end <= first:
                is_still = end <= still and (piece.reach <= still or (stays and piece.reach > last))
                yield piece if is_still else moved_piece(piece, move)
            elif keeping and (start < first or end > last):
                self._ensure_unread(piece.fact)
                yield moved_piece(piece, move)
            elif gone is not None:
                gone.append(piece)

    def _ensure_unread(self, fact: T) -> T:
        """A fact of what holds the part; it must not have looked into that."""
        if any(self.start < position < self.end for position in positions(fact)):
            raise _UnclearError
        return fact
