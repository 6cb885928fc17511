"""Reads one file's syntax trees into facts, the same way for every language."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from seamark.source import Region

from . import graphql
from .aliases import NAMING, Names, local_names, origins
from .captures import Captures, find_captures
from .conditions import NOTHINGS
from .edits.moving import Move
from .facts import (
    AFTER_ALL,
    MODULE,
    NAMELESS_LIST,
    SETTER,
    Argument,
    Assignment,
    Binding,
    Branch,
    Call,
    Choice,
    Concat,
    Definition,
    Element,
    Export,
    Facts,
    Filling,
    FurtherResult,
    Guard,
    Hole,
    Literal,
    Loop,
    Member,
    Name,
    Scalar,
    Site,
    Step,
    This,
    Value,
    lengthens,
    lists_more,
    makes_text,
    within,
)
from .language import Language, Reading, last_name
from .nested_spans import OUTSIDE, NestedSpans
from .node_facts import NOTHING, FileFacts, Piece, Pieces, ReplacedPart, has_items, in_order, moved_piece, put_in, reach
from .path_texts import may_register, path_texts

if TYPE_CHECKING:
    from tree_sitter import Node


T = TypeVar("T")


MAX_AROUND_PATH = 2
"""How many calls around a text that is like a path are read for its sake: `send(format("/users/{}", id))`."""


class FileReading(Reading):
    """One file while it is read."""

    def read(
        self,
        trees: Sequence[Captures],
        catalogued: Names,
        asked: Names,
        calls: Collection[Call] = (),
        rest: Pieces = NOTHING,
        replaced: ReplacedPart | None = None,
    ) -> FileFacts:
        """The facts of a file whose trees gave these captures, and of the `rest` of it that was read before.

        What follows from all of the file is not worked out again if what was `replaced` says the same.

        Sites are the calls whose name is `asked` for (some of these are `catalogued`), or stands in the file for one
        that is; so are those of `calls`, which the trees do not show, and members that are set.
        """
        nodes = {
            name: list(dict.fromkeys(node for captures in trees for node in captures.get(name, ())))
            for name in _CAPTURES
        }
        for captures in trees:
            parsed = zip(captures.get("embedded", ()), captures.get("parsed", ()), strict=True)
            self._embedded |= {(node.start_byte, node.end_byte): root for node, root in parsed}
        self._set_roots(root for captures in trees for root in captures.get("root", ()))
        self._gap = rest.gap
        self._conditional_spans = _ordered_spans(nodes["conditional"])
        self._conditionals = NestedSpans(self._conditional_spans)
        self._define(nodes["definition"], nodes["return"], rest)

        bindings: list[Piece[Binding]] = []
        assignments: list[Piece[Assignment]] = []
        defined = self.definitions[len(rest.definitions) : len(self.definitions) - len(rest.later)]
        read_callees = self._callees(trees)
        calls = (*calls, *_calls_of_macros(defined, read_callees))
        further_calls = [Piece(call, call.start, call.end) for call in calls]
        for order, name in enumerate(("binding", "assignment"), 1):
            for node in nodes[name]:
                place = node.start_byte, node.end_byte, order
                for bound in self.language.declarations.bindings[node.type](node, self):
                    if isinstance(bound, Binding):
                        bindings.append(_piece_of_binding(bound, *place))
                        if catalogued[bound.name + SETTER] and self._is_offered(bound, node):
                            own = Member(This(), bound.name, node.start_byte, node.start_byte)
                            further_calls.append(Piece(_setter(own, bound.value, node), *place))
                    else:
                        assignments.append(Piece(bound, *place))
                        if catalogued[bound.target.name + SETTER]:
                            further_calls.append(Piece(_setter(bound.target, bound.value, node), *place))
        for node in nodes["document"]:
            stated = graphql.document(node, self)
            if stated is not None:
                further_calls.append(Piece(stated, stated.start, stated.end))
        for node in nodes["import"]:
            place = node.start_byte, node.end_byte, len(nodes)
            bindings.extend(
                _piece_of_binding(bound, *place) for bound in self.language.declarations.imports(node, self)
            )
        exports: list[Piece[Export]] = []
        exported = self.language.declarations.exports
        if exported is not None:
            for node in nodes["export"]:
                span = node.start_byte, node.end_byte
                exports.extend(Piece(one, *span, reach=AFTER_ALL) for one in exported(node, self))

        new = sorted(self._move_pieces(bindings), key=_by_name)
        bindings = put_in(rest.bindings, new, _by_name)
        same_names = replaced is not None and replaced.names_as(new, rest.gap)
        if replaced is not None and same_names:
            local = replaced.told.local
        else:
            named = ((piece.fact.name, piece.origins) for piece in bindings if piece.origins)
            local = local_names(named, catalogued, asked)
        words = Names(catalogued, local.catalogued), Names(asked, local.all)
        sites = put_in(
            rest.sites,
            self._move_pieces(self._sites(trees, read_callees, further_calls, *words)),
            lambda piece: (piece.fact.call.start, piece.order, piece.start, -piece.end),
        )
        members_set = in_order((*rest.assignments, *self._move_pieces(assignments)))
        telling = (
            *self._positions_of_choices(bindings),
            *self._positions_of_texts(bindings),
            *self._positions_of_answers(),
            *self._positions_of_tellers(bindings),
        )
        further = (*telling, *self._setting(members_set))
        positions = sorted((*(site.fact.call.start for site in sites if site.fact.asked), *further))
        stated_callees = (Piece(last_name(call.callee), call.start, call.end) for call in calls)
        callees = list(self._move_pieces((*read_callees, *stated_callees)))
        pieces = Pieces(
            definitions=tuple(self.definitions),
            bindings=tuple(bindings),
            assignments=members_set,
            exports=in_order((*rest.exports, *self._move_pieces(exports))),
            sites=tuple(sites),
            branches=in_order((*rest.branches, *self._move_pieces(self._branches(trees)))),
            guards=in_order((*rest.guards, *self._move_pieces(self._guards(trees, positions)))),
            loops=in_order((*rest.loops, *self._move_pieces(self._loops(trees)))),
            steps=in_order((*rest.steps, *self._move_pieces(self._own_steps(nodes["step"])))),
            callees=_once(rest.callees, callees),
            gap=rest.gap,
        )
        if replaced is not None and same_names and replaced.calls_as(callees):
            called = replaced.told.facts.called
        else:
            called = frozenset(_called_names(pieces))
        return FileFacts(self._facts(pieces, called), pieces, local)

    def _facts(self, pieces: Pieces, called: frozenset[str]) -> Facts:
        bindings = tuple(map(_fact, pieces.bindings))
        sites = tuple(piece.fact for piece in pieces.sites if piece.fact.asked)
        assignments = tuple(map(_fact, pieces.assignments))
        branches, loops = pieces.branches, pieces.loops
        if branches:
            changing = (*(site.call.start for site in sites), *(one.target.start for one in assignments))
            changes = sorted((*changing, *_changes(bindings)))
            branches = tuple(one for one in branches if _holds_one(*_span(one.fact), changes))
        if loops:
            added = sorted(one.start - 1 for one in bindings if lengthens(one) or lists_more(one))
            loops = tuple(one for one in loops if _holds_one(one.fact.body, one.fact.end, added))
        return Facts(
            language=self.language.name,
            definitions=pieces.definitions,
            bindings=bindings,
            assignments=assignments,
            exports=None
            if self.language.declarations.exports is None
            else self._exports(pieces, bindings, assignments),
            sites=sites,
            with_paths=tuple(piece.fact for piece in pieces.sites if not piece.fact.asked),
            called=called,
            branches=tuple(map(_fact, branches)),
            guards=tuple(map(_fact, pieces.guards)),
            fillings=tuple(_alone(self.notes.fillings, bindings)),
            loops=tuple(map(_fact, loops)),
            steps=tuple(map(_fact, pieces.steps)),
            items=any(piece.items for piece in pieces.bindings) or any(piece.items for piece in pieces.sites),
            gap=pieces.gap,
        )

    def _exports(
        self, pieces: Pieces, bindings: Iterable[Binding], assignments: Iterable[Assignment]
    ) -> tuple[Export, ...]:
        """What is offered where it stands, and what names are given that stand for all that is."""
        stated, is_whole = tuple(map(_fact, pieces.exports)), self.language.declarations.is_whole
        if is_whole is None:
            return stated
        whole = {one.name for one in bindings if one.scope == MODULE and is_whole(one.value)}
        given = (one for one in assignments if one.scope == MODULE and whole)
        named = (
            (one.target, one.value) for one in given if isinstance(one.target.of, Name) and one.target.of.name in whole
        )
        return (*stated, *(Export(target.name, value, target.start, target.end) for target, value in named))

    def _move_pieces(self, pieces: Iterable[Piece[T]]) -> Iterable[Piece[T]]:
        """What was read of nodes, with the positions that facts have."""
        at, move = self._gap.at, Move(self._gap.position)
        if not self._gap.by:
            return pieces
        return (one if one.end <= at and one.reach <= at else moved_piece(one, move) for one in pieces)

    def _is_offered(self, bound: Binding, node: Node) -> bool:
        """Whether `node` binds a name of a class or of the file itself, in its very body, or may set a member."""
        scope = self.scope(node)
        around = None if scope == MODULE else self.definitions[scope]
        if around is not None and node.type in self.language.declarations.setting:
            return around.kind == "function" and not around.name
        return bound.scope == scope and (around is None or around.kind == "class")

    def definition_spans(self, nodes: Iterable[Node]) -> list[tuple[tuple[int, int], Node]]:
        """The nodes of definitions with their spans, in order."""
        is_none = self.language.declarations.defines_nothing
        own = nodes if is_none is None else (node for node in nodes if not is_none(node, self))
        return sorted({self.language.declarations.span(node, self): node for node in own}.items(), key=_outer_first)

    def _define(self, nodes: list[Node], returns: list[Node], rest: Pieces) -> None:
        placed = self.definition_spans(nodes)
        self.definitions = list(rest.definitions)
        before, after = ([(one.start, one.end) for one in some] for some in (rest.definitions, rest.later))
        spans = [*before, *(span for span, _ in placed), *after]
        self._spans = NestedSpans(spans)
        self._places = {span: index for index, span in enumerate(spans)}
        read = self.language.declarations.returned
        returned: dict[int, list[Node]] = {}
        for node in returns:
            returned.setdefault(self.scope(node), []).append(node)
        for index, ((start, end), node) in enumerate(placed, len(rest.definitions)):
            declared = self.language.declarations.declared(node, self)
            parent = self._spans.parents[index]
            name, body = declared.name, node.child_by_field_name("body")
            if body is None:
                body = next((one for one in node.named_children if one.type in _BODIES), None)
            self.definitions.append(
                Definition(
                    kind=declared.kind,
                    name=declared.called if name is None else self.text(name).strip("'\"`"),
                    start=start,
                    end=end,
                    name_start=start if name is None else name.start_byte,
                    name_end=start if name is None else name.end_byte,
                    parent=parent,
                    parameters=declared.parameters,
                    decorators=declared.decorators,
                    bases=declared.bases,
                    returns=(*declared.returns, *(read(node, self) for node in returned.get(index, ()))),
                    return_type=declared.return_type,
                    static=declared.static,
                    receiver=declared.receiver,
                    hidden=declared.hidden,
                    internal=declared.internal,
                    abstract=declared.abstract,
                    outcomes=declared.outcomes,
                    steps=() if declared.kind == "class" else self.language.control.steps(body, self),
                    macro=declared.macro,
                    further_results=self._further_results(declared.further_results, returned.get(index, ())),
                )
            )
        self.definitions += rest.later
        self._classes = None

    def _further_results(self, stated: tuple[FurtherResult, ...], returns: Iterable[Node]) -> tuple[FurtherResult, ...]:
        """The results of a function beside its first, with what its returns give for them."""
        if not stated:
            return ()
        read = self.language.declarations.returned_further
        rows = [values for node in returns if len(values := read(node, self, len(stated))) == len(stated)]
        return tuple(
            FurtherResult(one.type, (*one.returns, *(values[index] for values in rows)))
            for index, one in enumerate(stated)
        )

    def _sites(
        self,
        trees: Sequence[Captures],
        callees: Sequence[Piece[str]],
        calls: Sequence[Piece[Call]],
        catalogued: Names,
        words: Names,
    ) -> Iterator[Piece[Site]]:
        called = [node for captures in trees for kind in _CALLING for node in captures.get(kind, ())]
        named = {
            (call.start_byte, call.end_byte): (call, catalogued[callee.fact])
            for call, callee in zip(called, callees, strict=True)
            if words[callee.fact]
        }
        for node in (node for captures in trees for node in captures.get("applied", ())):
            named[node.start_byte, node.end_byte] = node, True
        asked = set(named)
        for call in self._given_paths([call for captures in trees for call in captures.get("call", ())]):
            named.setdefault((call.start_byte, call.end_byte), (call, False))
        for call, callee in zip(called, callees, strict=True):
            span = call.start_byte, call.end_byte
            if span not in named and may_register(callee.fact, self.data[span[0] : min(span[1], span[0] + _HEAD)]):
                named[span] = call, False
        # A call's parts are read with it: outer calls come first, so that each is read once.
        ordered = sorted(((span, call) for span, (call, _) in named.items()), key=_outer_first)
        read = [(span, self.value(call), call) for span, call in ordered]
        for span, value, call in read:
            if isinstance(value, Call):
                block = self._block(*span)
                is_catalogued = named[span][1]
                holds, awaited = self.language.expressions.counting(call, self, is_catalogued)
                site = Site(value, self.scope(call), *block, is_catalogued, holds, awaited, span in asked)
                yield Piece(site, *span, items=span in asked and _gives_items(value), reach=reach(block[1]))
        for piece in calls:
            further = piece.fact
            name = last_name(further.callee)
            is_asked = name in words
            if is_asked or any(map(_is_path, further.arguments)):
                span = further.start, further.end
                scope = self._spans.innermost(*self._positions(span))
                site = Site(further, scope, *self._block(*span), catalogued[name], asked=is_asked)
                items, reaches = _gives_items(further), reach(site.block_end)
                yield Piece(site, piece.start, piece.end, piece.order + 1, items=items, reach=reaches)

    def _given_paths(self, calls: Sequence[Node]) -> Iterator[Node]:
        """The calls around texts that are like paths, in the same function: the innermost, and one around that."""
        paths = [start for start, _ in path_texts(self.data)] if calls else []
        if not paths:
            return
        nodes = {(call.start_byte, call.end_byte): call for call in calls}
        spans = [span for span, _ in sorted(nodes.items(), key=_outer_first)]
        nested = NestedSpans(spans)
        for start in paths:
            index, scope = nested.innermost(start, start + 1), None
            for _ in range(MAX_AROUND_PATH):
                if index == OUTSIDE:
                    break
                call = nodes[spans[index]]
                own = self.scope(call)
                if scope is not None and own != scope:
                    break
                yield call
                index, scope = nested.parents[index], own

    def _positions_of_tellers(self, bindings: Iterable[Piece[Binding]]) -> Iterator[int]:
        """Where variables are set that tell something apart."""
        told = (piece.fact for piece in bindings) if self.notes.telling else ()
        return (one.start - 1 for one in told if (one.scope, one.name) in self.notes.telling)

    def _setting(self, assignments: Iterable[Piece[Assignment]]) -> Iterator[int]:
        """Where functions set members of variables to texts, which they may do on conditions."""
        for one in (piece.fact for piece in assignments if self.language.control.guarding is not None):
            if one.scope != MODULE and isinstance(one.value, Literal) and isinstance(one.target.of, Name):
                yield one.target.start

    def _positions_of_choices(self, bindings: Iterable[Piece[Binding]]) -> Iterator[int]:
        """Where those values of methods stand which they give, or bind to names, in one arm or another."""
        if self.language.control.guarding is not None:
            methods = {index: one for index, one in enumerate(self.definitions) if one.kind == "method"}
            given = (inner for one in methods.values() for value in one.returns for inner in _with_arguments(value))
            bound = (piece.fact.value for piece in bindings if piece.fact.scope in methods)
            chosen = (value for some in (given, bound) for value in some if isinstance(value, Choice))
            yield from (at for one in chosen for arm in one.options if (at := getattr(arm, "start", None)) is not None)

    def _positions_of_texts(self, bindings: Sequence[Piece[Binding]]) -> Iterator[int]:
        """Where functions give one of several texts or lists, and where names are bound on conditions to texts that are
        composed, or may be paths or constants' names, to longer lists, to parameters, or to what they lack at first.

        What such a function is given may decide which text that is.
        """
        if self.language.control.guarding is not None:
            functions = (one for one in self.definitions if one.parameters)
            made = ([arm for value in one.returns for arm in _arms(value)] for one in functions)
            texts = (values for values in made if len(values) > 1 and any(map(makes_text, values)))
            yield from (at for values in texts for one in values if (at := getattr(one, "start", None)) is not None)
            chosen = [p.fact for p in bindings if p.fact.block_start]
            lacking = {(p.fact.scope, p.fact.name) for p in bindings if _is_nothing(p.fact.value)} if chosen else set()
            kept = (b for b in chosen if _is_composed(b.value) or self._is_parameter(b) or self._is_told(b, lacking))
            yield from (b.start - 1 for b in kept)

    def _is_parameter(self, bound: Binding) -> bool:
        """Whether a name is bound anew that a parameter has."""
        taken = () if bound.scope == MODULE else self.definitions[bound.scope].parameters
        return any(one.name == bound.name for one in taken)

    def _is_told(self, bound: Binding, lacking: Collection[tuple[int, str]]) -> bool:
        """Whether what a function is given may decide on a binding: one that adds to a list, or to a name that is
        `lacking` a value otherwise, or a text that may be a path, or a constant, by its capitals.
        """
        if bound.scope == MODULE or not self.definitions[bound.scope].parameters:
            return False
        if (bound.scope, bound.name) in lacking or lists_more(bound):
            return True
        match bound.value:
            case Literal(text=text):
                return "/" in text or text.isupper()
            case Member(of=Name(), name=name):
                return name[:1].isupper()
        return False

    def _positions_of_answers(self) -> Iterator[int]:
        """Where functions that another one makes give one of several things, calls that are given numbers among them.

        What the other one is given may decide which of them that is.
        """
        if self.language.control.guarding is not None:
            made = (one for one in self.definitions if one.parent != MODULE and one.parameters and len(one.returns) > 1)
            inner = (one.returns for one in made if self.definitions[one.parent].kind in ("function", "method"))
            for values in inner:
                if any(isinstance(value, Call) and _is_given_number(value) for value in values):
                    yield from (at for one in values if (at := getattr(one, "start", None)) is not None)

    def _guards(self, trees: Sequence[Captures], positions: Sequence[int]) -> Iterator[Piece[Guard]]:
        """What guards the blocks that hold one of these positions, which are in order, and the arms beside them."""
        if self.language.control.guarding is None:
            return
        names = ("conditional", "guarded")
        conditional = (node for captures in trees for name in names for node in captures.get(name, ()))
        blocks = {node: self._holds_position(node, positions) for node in conditional}
        for captures in trees:
            for arms in _by_branch(captures).values():
                blocks |= dict.fromkeys(arms, any(self._holds_position(arm, positions) for arm in arms))
        held = {(node.start_byte, node.end_byte): node for node, holds in blocks.items() if holds}
        rests: dict[tuple[int, int], list[Value]] = {}
        for (start, end), node in sorted(held.items(), key=_outer_first):
            holds, otherwise = self.language.control.guarding(node, self)
            if holds or otherwise:
                yield Piece(Guard(start, end, holds, otherwise), start, end)
            rest = (
                self.language.control.after(node, self)
                if otherwise and self.language.control.after is not None
                else None
            )
            if rest is not None and _holds_one(*self._positions(rest), positions):
                rests.setdefault(rest, []).extend(otherwise)
        for (start, end), left in rests.items():
            yield Piece(Guard(start, end, tuple(left), ()), start, end)

    def _holds_position(self, node: Node, positions: Sequence[int]) -> bool:
        """Whether one of these positions of facts, which are in order, is within a node."""
        return _holds_one(*self._positions((node.start_byte, node.end_byte)), positions)

    def _branches(self, trees: Sequence[Captures]) -> Iterator[Piece[Branch]]:
        branches = [branch for captures in trees for branch in _by_branch(captures).items()]
        rest = {(node.start_byte, node.end_byte) for captures in trees for node in captures.get("otherwise", ())}
        ended = {(node.start_byte, node.end_byte) for captures in trees for node in captures.get("left", ())}
        conditional = {node for captures in trees for node in captures.get("conditional", ())} if branches else set()
        for node, arms in branches:
            found = tuple(sorted({(arm.start_byte, arm.end_byte) for arm in arms}))
            span = node.start_byte, node.end_byte
            block = self._block(*span, itself=node not in conditional)
            left = tuple(arm for arm in found if arm in ended)
            yield Piece(Branch(found, not rest.isdisjoint(found), *block, left), *span, reach=reach(block[1]))

    def _loops(self, trees: Sequence[Captures]) -> Iterator[Piece[Loop]]:
        for captures in trees:
            for loop, body in zip(captures.get("loop", ()), captures.get("body", ()), strict=True):
                start, end = loop.start_byte, loop.end_byte
                fact = Loop(start, body.start_byte, body.end_byte, *self._block(start, end))
                yield Piece(fact, start, end, reach=reach(fact.block_end))

    def _own_steps(self, nodes: Iterable[Node]) -> Iterator[Piece[Step]]:
        """What statements do that stand outside of functions."""
        for node in nodes:
            for step in self.language.control.steps(node, self):
                yield Piece(step, node.start_byte, node.end_byte)

    def _callees(self, trees: Sequence[Captures]) -> list[Piece[str]]:
        nodes = (node for captures in trees for name in _CALLING.values() for node in captures.get(name, ()))
        return [Piece(self.text(node), node.start_byte, node.end_byte) for node in nodes]


def _calls_of_macros(definitions: Iterable[Definition], shown: Iterable[Piece[str]]) -> Iterator[Call]:
    """The calls in what the texts of macros with parameters stand for, but for those that trees show."""
    values = [value for one in definitions if one.macro for value in one.returns]
    starts: dict[str, list[int]] = {}
    for one in shown if values else ():
        starts.setdefault(one.fact, []).append(one.start)
    found = (inner for value in values for inner in within(value) if isinstance(inner, Call))
    return (
        call
        for call in found
        if not any(call.start <= start < call.end for start in starts.get(last_name(call.callee), ()))
    )


def _is_composed(value: Value) -> bool:
    """Whether a value is a text of several, or a call that fills a pattern: `a + b`, `Sprintf("/%s/%s", a, b)`."""
    match value:
        case Concat() | Call(callee=Member(of=Literal())):
            return True
        case Call(arguments=(Argument(value=Literal()), _, *_)):
            return True
    return False


def _is_nothing(value: Value) -> bool:
    return isinstance(value, Scalar) and value.text in NOTHINGS


def _is_given_number(call: Call) -> bool:
    """Whether a call, or one in it, is given a number, be it in an object."""
    return any(isinstance(one, Scalar) and one.text.isdecimal() for one in within(call))


def _once(known: tuple[Piece[str], ...], new: Sequence[Piece[str]]) -> tuple[Piece[str], ...]:
    """Both; what is read anew may be known."""
    starts = {piece.start for piece in new}
    there = {piece for piece in known if piece.start in starts}
    return (*known, *(piece for piece in new if piece not in there))


_fact = attrgetter("fact")


def _by_name(piece: Piece[Binding]) -> tuple[int, int, int, int]:
    return piece.fact.start, piece.order, piece.start, -piece.end


def _called_names(pieces: Pieces) -> set[str]:
    """The names that are called, and those for which the called ones stand, as far as these are written as names."""
    names = {callee.fact for callee in pieces.callees}
    for binding in reversed(pieces.bindings):
        if binding.origins and binding.fact.name in names and not isinstance(binding.fact.value, Element):
            names.update(name for name, _ in binding.origins)
    return names


def _by_branch(captures: Captures) -> dict[Node, list[Node]]:
    """The arms of each branch."""
    branches: dict[Node, list[Node]] = {}
    for branching, arm in zip(captures.get("branching", ()), captures.get("arm", ()), strict=True):
        branches.setdefault(branching, []).append(arm)
    return branches


def _piece_of_binding(binding: Binding, start: int, end: int, order: int) -> Piece[Binding]:
    value = binding.value
    stands_for = tuple(origins(value)) if type(value) in NAMING else ()
    return Piece(binding, start, end, order, stands_for, has_items(value), reach(binding.block_end))


def _gives_items(call: Call) -> bool:
    return has_items(*(given.value for given in call.arguments))


def _is_path(given: Argument) -> bool:
    return isinstance(given.value, Literal) and given.value.text.startswith("/")


def _setter(member: Member, value: Value, node: Node) -> Call:
    """The setting of a member, as a call."""
    target = replace(member, name=member.name + SETTER)
    return Call(target, (Argument("", value),), False, node.start_byte, node.end_byte)


def _alone(fillings: Sequence[Filling], bindings: Iterable[Binding]) -> Iterator[Filling]:
    """The fillings of variables that nothing else fills."""
    filled = {(one.scope, one.name) for one in bindings if not _is_empty(one.value)} if fillings else set()
    return (one for one in fillings if (one.scope, one.name) not in filled)


def _with_arguments(value: Value) -> tuple[Value, ...]:
    """A value, and what it is given if it is a call."""
    return (value, *(one.value for one in value.arguments)) if isinstance(value, Call) else (value,)


def _arms(value: Value) -> tuple[Value, ...]:
    """The arms of a choice; of anything else that itself."""
    return value.options if isinstance(value, Choice) else (value,)


def _is_empty(value: Value) -> bool:
    return isinstance(value, Hole) or value == Scalar("null") or (isinstance(value, Literal) and not value.text)


def _changes(bindings: Sequence[Binding]) -> Iterator[int]:
    """Where names get other values than they have elsewhere, and lists get longer."""
    inside = [one for one in bindings if one.block_start]
    names = {one.name for one in inside}
    count = Counter((one.scope, one.name) for one in bindings if one.name in names)
    for one in inside:
        if one.name == NAMELESS_LIST or count[one.scope, one.name] > 1:
            yield one.block_start


def _holds_one(start: int, end: int, positions: Sequence[int]) -> bool:
    """Whether one of these positions, in order, is between these."""
    return bisect_left(positions, start) < bisect_left(positions, end)


def _span(branch: Branch) -> tuple[int, int]:
    return branch.arms[0][0], branch.arms[-1][1]


_BODIES = ("function_body", "statements")
"""What the body of a function is where the grammar has no field for it."""

_HEAD = 240
"""In so many bytes of a call stands what it is given first."""

_CALLING = {"call": "callee", "element": "tag"}
"""What queries capture of calls: the whole call, and the name that is called."""


_CAPTURES = ("definition", "binding", "assignment", "import", "export", "return", "conditional", "document", "step")


def read_regions(
    regions: Sequence[Region], data: bytes, language: Language, catalogued: Names, asked: Names
) -> FileFacts:
    """What the file with text `data` says; its sites are the calls whose last name is `asked` for."""
    trees, calls = [], list[Call]()
    for region in regions:
        tree = region.tree
        if language.mended is not None:
            tree, found = language.mended(tree, data, language)
            calls += found
        trees.append(find_captures(region.dialect, tree, data, language))
    return FileReading(data, language).read(trees, catalogued, asked, calls)


def _ordered_spans(nodes: list[Node]) -> list[tuple[int, int]]:
    return [span for span, _ in sorted({(n.start_byte, n.end_byte): n for n in nodes}.items(), key=_outer_first)]


def _outer_first(item: tuple[tuple[int, int], object]) -> tuple[int, int]:
    (start, end), _ = item
    return start, -end
