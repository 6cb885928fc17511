"""What functions do, one statement after the other, where they tell paths or verbs apart: texts, or names of verbs.

    if (req.method === "PUT") return change(req);    `Step` with one `Arm`: its tests, and a `Step` that leaves
    return res.status(405).end();                    `Step` that leaves, with the value of the call

What an expression that has no value by itself says are the values of its parts, and what holds if it is true.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from seamark.patterns import regex

from .branches import Branches
from .conditions import COMPARISONS, EITHER, comparison_of, implications
from .facts import FALSE, Arm, Call, Choice, Element, Hole, List, Literal, Member, Name, Scalar, Step, Value, within
from .nodes import Branching, items, operator, sides
from .path_texts import SPLIT

if TYPE_CHECKING:
    from tree_sitter import Node

    from .language import Reading

MAX_DEPTH = 40
"""What is nested deeper than this is not told."""

_MAX_WITHIN = 3
"""How deep in a branch its arms are: a block in a case, in a block."""

_TOLD_APART = regex(r"/|[A-Z]{3,}\b")
"""How texts begin that may be paths or verbs."""
_ENUMERATED = regex(r"(?:method|verb)$", re.IGNORECASE)
"""How names end of what may be equal to a constant that is called as a verb is: `r.Method == http.MethodGet`."""
_PATH = regex(r"(?:path(?:_?name|_?info)?|ur[il])$", re.IGNORECASE)
"""How names end of what may be equal to a constant that is a path: `r.URL.Path == paths.Users`."""
_WORTHWHILE = (
    regex(rb"""\[\d\]\s*(?:[!=]=|\)?\s*\{|\.equals)"""),
    regex(rb"""["'`](?:/|[A-Z]{3,}\b)"""),
    regex(rb"""[MmVv]e(?:thod|rb)(?:\(\))?\s*(?:[!=]=|[{)])"""),
    regex(rb"""(?i:path(?:_?name|_?info)?|ur[il])(?:\(\))?\s*(?:[!=]=|\)?\s*\{)"""),
)


def steps_of(branches: Branches, body: Node | None, reading: Reading) -> tuple[Step, ...]:
    """What a function with this body does; nothing for one whose conditions name nothing that may be path or verb."""
    if body is None:
        return ()
    texts = reading.notes.worthwhile
    if texts is None:  # Looked for once: functions stand in functions.
        starts = (match.start() for pattern in _WORTHWHILE for match in pattern.finditer(reading.data))
        texts = reading.notes.worthwhile = sorted(starts)
    lowering = _Lowering(branches, reading)
    if SPLIT.search(reading.data, body.start_byte, body.end_byte) is not None:  # Segments may be any words.
        return tuple(lowering.steps(body, 0))
    is_none = bisect_left(texts, body.start_byte) == bisect_left(texts, body.end_byte)
    if is_none or not lowering.may_tell_apart(body, texts):
        return ()
    found = tuple(lowering.steps(body, 0))
    return found if any(_tells_apart(step) for step in found) else ()


class _Lowering:
    """Reads statements of one language."""

    def __init__(self, branches: Branches, reading: Reading) -> None:
        self._branches = branches
        self._reading = reading

    def may_tell_apart(self, body: Node, texts: Sequence[int]) -> bool:
        """Whether one of these texts in a function stands in a comparison, a condition or the head of a statement.

        This is a look at the nodes around the texts, which is cheap beside reading all that the function does.
        """
        if self._compares(body, None):
            return True
        waiting = [body]
        while waiting:
            around = waiting.pop()
            inside = items(around)
            named = (bisect_left(texts, one.start_byte) < bisect_left(texts, one.end_byte) for one in inside)
            holding = [one for one, holds in zip(inside, named, strict=True) if holds]
            others = [one for one in holding if not self._is_statement(one)]
            if any(self._compares(one, around) for one in others):
                return True
            if others and any(map(self._is_statement, inside)):
                return True
            waiting += [one for one in holding if isinstance(self._reading.function(one), Hole)]
        return False

    def _compares(self, node: Node, around: Node | None) -> bool:
        """Whether an expression compares two values, or is one of those of which the condition around it chooses."""
        conditions = self._branches.conditions
        if node.type in conditions.pairs:
            return operator(node) in COMPARISONS
        return node.type in conditions.own or self._branches.branching(node, around, self._reading.parent) is not None

    def steps(self, node: Node, depth: int) -> Iterator[Step]:
        """What a statement does."""
        if depth > MAX_DEPTH:
            return
        start, end, inside = node.start_byte, node.end_byte, items(node)
        if node.type in self._branches.blocks:
            for one in inside:
                yield from self.steps(one, depth + 1)
        elif node.type in self._branches.leaves or node.type in self._branches.ends:
            chosen = self._arms_of(inside[0]) if len(inside) == 1 else None
            if chosen is None:
                yield Step("leave", start, end, self._values_in(inside, depth))
            else:
                yield Step("choose", start, end, arms=tuple(self._arms(chosen, depth, giving="leave")))
        elif node.type in self._branches.wrapped and len(inside) == 1:
            yield from self.steps(inside[0], depth + 1)
        elif (found := self._arms_of(self._begin(node))) is not None:
            yield Step("choose", start, end, arms=tuple(self._arms(found, depth)))
        elif (chosen := self._chosen_value(node, inside)) is not None:
            yield Step("choose", start, end, arms=tuple(self._arms(chosen, depth, giving="set")))
        elif any(map(self._is_statement, inside)):
            head = [one for one in inside if not self._is_statement(one)]
            done = (one for one in inside if self._is_statement(one))
            tests = self._values_in(head, depth) or ((Hole(),) if node.type.endswith("_clause") else ())
            inner = tuple(step for one in done for step in self.steps(one, depth + 1))
            yield Step("around", start, end, arms=(Arm(start, end, tests, inner),))
        elif isinstance(self._reading.function(node), Hole):
            is_set = any("assignment" in one.type for one in (node, *inside))
            values = self._parts(node, depth, true=True)
            said = values if is_set else tuple(one for one in values if not isinstance(one, Name | Scalar | Literal))
            yield Step("set" if is_set else "do", start, end, said)

    def _begin(self, node: Node) -> Node:
        """What a chain of calls begins with: `match path { … }.map_err(into)`."""
        while node.type in self._branches.chained and node.named_child_count:
            node = node.named_children[0]
        return node

    def _is_statement(self, node: Node) -> bool:
        is_block = node.type in self._branches.blocks or node.type.endswith(("_statement", "_clause", "declaration"))
        return is_block and node.type not in self._branches.conditions.around

    def _arms_of(self, node: Node) -> Branching | None:
        """The arms of a statement that chooses one."""
        inside = [node]
        for _ in range(_MAX_WITHIN):
            groups = [items(around) for around in inside]
            for around, group in zip(inside, groups, strict=True):
                # Those beside it are arms of the same statement.
                arms = (self._branches.branching(one, around, self._reading.parent) for one in group)
                found = next(filter(None, arms), None)
                if found is not None and found.statement == node:
                    return found
            inside = [one for group in groups for one in group]
        return None

    def _chosen_value(self, node: Node, inside: Sequence[Node]) -> Branching | None:
        """The arms of what chooses the value that something is set to: `answer = when (path) { … }`"""
        if not inside or not node.type.endswith(("assignment", "declaration", "assignment_expression")):
            return None
        chosen = self._arms_of(inside[-1])
        return chosen if chosen is not None and chosen.subject is not None else None

    def _arms(self, found: Branching, depth: int, *, giving: str = "") -> Iterator[Arm]:
        """Those of an `if` with those of each that stands behind its `else`.

        Each of one that gives a value does that alone, which is a step of the kind `giving`.
        """
        waiting = list(found.arms)
        while waiting:
            arm = waiting.pop(0)
            further = self._arms_of(self._sole(arm.block)) if arm.tests is None else None
            if further is not None and further.subject is None and not waiting:
                waiting = further.arms
            else:
                tests = () if arm.tests is None else tuple(self._tests(found, arm.tests, depth))
                start, end = arm.block.start_byte, arm.block.end_byte
                given = (Step(giving, start, end, self._values_in((arm.block,), depth)),) if giving else ()
                yield Arm(start, end, tests, given or tuple(self._inside(arm.block, found, depth + 1)))

    def _sole(self, block: Node) -> Node:
        """What alone stands in a block; else the block."""
        inside = items(block) if block.type in self._branches.blocks else []
        return inside[0] if len(inside) == 1 else block

    def _inside(self, block: Node, found: Branching, depth: int) -> Iterator[Step]:
        """What an arm does; a case's value is none of that."""
        if found.subject is None or block.type not in self._branches.blocks:
            yield from self.steps(block, depth)
            return
        values = {value.id for value in block.children_by_field_name("value")}
        for one in items(block):
            if one.id not in values:
                yield from self.steps(one, depth)

    def _tests(self, found: Branching, tests: Iterable[Node], depth: int) -> Iterator[Value]:
        for test in tests:
            if found.subject is None:
                yield from self._parts(test, depth, true=True) or (Hole(),)
            else:
                of = self._reading.value(found.subject)
                if self._branches.fits is not None:
                    yield from self._branches.fits(test, of, self._reading) or (Hole(),)
                else:
                    yield comparison_of(of, self._reading.value(test), test.start_byte, test.end_byte)

    def _values_in(self, nodes: Iterable[Node], depth: int) -> tuple[Value, ...]:
        return tuple(value for node in nodes for value in self._parts(node, depth, true=True))

    def _parts(self, node: Node, depth: int, *, true: bool) -> tuple[Value, ...]:
        """What an expression says, or else its parts; of a condition what holds if it is true, or false."""
        conditions = self._branches.conditions
        is_condition = node.type in (*conditions.pairs, *conditions.negations, *conditions.around, *conditions.own)
        if is_condition and (holds := implications(node, self._reading, conditions, true=true)):
            return tuple(holds)
        if is_condition and true and operator(node) in EITHER:
            options = (self._parts(one, depth + 1, true=True) or (Hole(),) for one in sides(node))
            return (Choice(tuple(List(one, node.start_byte, node.end_byte) for one in options)),)
        value = Hole() if is_condition else self._reading.value(node)
        if not isinstance(value, Hole) or depth > MAX_DEPTH:
            denied = not true and isinstance(value, Call | Element)
            value = comparison_of(value, FALSE, node.start_byte, node.end_byte) if denied else value
            return () if isinstance(value, Hole) else (value,)
        if node.type in conditions.negations and operator(node) in ("!", "not"):
            true = not true
        return tuple(part for one in items(node) for part in self._parts(one, depth + 1, true=true))


def _tells_apart(step: Step) -> bool:
    """Whether one of the conditions in a step names a text that may be a path or a verb, or compares a verb."""
    facts = list(within(step))
    tests = (test for arm in facts if isinstance(arm, Arm) for test in arm.tests)
    calls = (one for one in facts if isinstance(one, Call))
    compared = [one for one in calls if isinstance(one.callee, Member) and one.callee.name in ("==", "!=")]
    return any(
        (isinstance(one, Literal) and _TOLD_APART.match(one.text))
        or (isinstance(one, Member | Name) and _ENUMERATED.search(one.name))
        or (isinstance(one, Element) and isinstance(one.key, Scalar))  # A segment is any word.
        for one in within(*tests, *compared)
    ) or any(map(_compares_path, compared))


def _compares_path(compared: Call) -> bool:
    """Whether a comparison is one of what is called as paths are, with what may be a constant."""
    sides = (
        [compared.callee.of, *(given.value for given in compared.arguments)]
        if isinstance(compared.callee, Member)
        else []
    )
    named = [side.callee if isinstance(side, Call) and not side.arguments else side for side in sides]
    is_path = any(isinstance(one, Member | Name) and _PATH.search(one.name) for one in named)
    return is_path and all(isinstance(one, Member | Name) for one in named)
