"""What holds in the arms of branches, in languages that differ only in what they call the parts of one.

A branch chooses one of its arms. An arm of an `if` has a condition; an arm of a `switch` has what its subject is
compared with; the last one may have neither, and is for what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import takewhile
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from .conditions import MAX_DEPTH, Conditions, comparison_of, implications, together
from .facts import Hole, Value
from .nodes import Arm, Branching, items

if TYPE_CHECKING:
    from tree_sitter import Node

    from .language import Reading

MAX_ARMS = 64
"""What is left for the last of more arms than these says nothing."""

Holds: TypeAlias = tuple[Value, ...]
Parent: TypeAlias = "Callable[[Node], Node | None]"
"""What is around a node: see `Reading.parent`."""


class Branches(Struct, frozen=True):
    """How a language writes branches.

    `branching` gives that of which a node is an arm, for what is around it too, and what tells what is around nodes.
    Statements of the types `leaves` go on elsewhere, those of the types `ends` behind a `switch`; both stand in
    `blocks`, or in what is `wrapped` around them. What is `chained` may begin with a branch. If tests are patterns,
    `fits` says what holds if a subject fits one.
    """

    conditions: Conditions
    branching: Callable[[Node, Node | None, Parent], Branching | None]
    leaves: Collection[str]
    blocks: Collection[str]
    ends: Collection[str] = ("break_statement",)
    wrapped: Collection[str] = ()
    chained: Collection[str] = ()
    fits: Callable[[Node, Value, Reading], list[Value]] | None = None

    def conditions_of_arm(self, arm: Node, reading: Reading) -> tuple[Holds, Holds]:
        """What holds in an arm, and what does if it does not run; what holds around the branch is not told."""
        found, number = self._branch_of_arm(arm, reading)
        if found is None or number > MAX_ARMS:
            return (), ()
        entered = self._arm_with_fallthrough(found, number)
        before = found.arms[:number] if found.subject is None else []
        if entered is None:
            before = [one for one in found.arms[: MAX_ARMS + 1] if one.block != arm]
            return tuple(
                value for one in before for value in self._arm_implications(found, one, reading, true=False)
            ), ()
        holds = self._arm_implications(found, entered, reading, true=True)
        refused = [value for one in before for value in self._arm_implications(found, one, reading, true=False)]
        return (*refused, *holds), tuple(self._arm_implications(found, entered, reading, true=False))

    def after(self, arm: Node, reading: Reading) -> tuple[int, int] | None:
        """What stands in a block behind a branch: there nothing runs if an arm does that leaves the block."""
        for _ in range(MAX_DEPTH):
            found, number = self._branch_of_arm(arm, reading)
            if found is None or not self._leaves(found, number):
                return None
            block = reading.parent(found.statement)
            if block is None or block.type in self.blocks:
                return None if block is None else (found.statement.end_byte, block.end_byte)
            arm = found.statement  # An `if` behind an `else`.
        return None

    def _branch_of_arm(self, arm: Node, reading: Reading) -> tuple[Branching | None, int]:
        """The branch of which a node is an arm, and which one it is: looked up once for all of them."""
        if arm.id not in reading.arms:
            reading.arms[arm.id] = None, 0
            found = self.branching(arm, reading.parent(arm), reading.parent)
            for number, one in enumerate(() if found is None else found.arms):
                reading.arms[one.block.id] = found, number
        return reading.arms[arm.id]

    def _leaves(self, found: Branching, number: int) -> bool:
        """Whether nothing behind a branch runs if an arm does; those of an `if` before it must leave, too."""
        needed = found.arms[number : number + 1] if found.subject is not None else found.arms[: number + 1]
        own = () if found.arms[number].tests is not None else needed[-1:]
        return all(one in own or self._ends(one.block, self.leaves) for one in needed)

    def _ends(self, block: Node, leaves: Collection[str]) -> bool:
        """Whether a block ends with one of these statements."""
        last: Node | None = block
        for _ in range(MAX_DEPTH):
            if last is None or last.type in leaves:
                return last is not None
            inside = items(last) if last == block or last.type in self.wrapped else []
            last = inside[-1] if inside else None
        return False

    def _arm_with_fallthrough(self, found: Branching, number: int) -> Arm | None:
        """An arm with the tests of those that go on with it; None if it is for what is left."""
        arm = found.arms[number]
        if not found.falls:
            return None if arm.tests is None else arm
        leaves = {*self.leaves, *self.ends}
        falling = list(takewhile(lambda one: not self._ends(one.block, leaves), reversed(found.arms[:number])))
        tests = [one.tests for one in (arm, *falling)]
        if arm.tests is None and not falling:
            return None
        known = all(one is not None for one in tests)
        return Arm(arm.block, tuple(test for one in tests for test in one or ()) if known else ())

    def _arm_implications(self, found: Branching, arm: Arm, reading: Reading, *, true: bool) -> list[Value]:
        """What it says that an arm's tests are met, or that they are not."""
        if not arm.tests or (arm.further is not None and not true):
            return []
        further = implications(arm.further, reading, self.conditions, true=True)
        sides = [self._test(found, test, reading, true=true) for test in arm.tests]
        return [*(together(sides, arm.block, every=not true) if all(sides) or not true else []), *further]

    def _test(self, found: Branching, test: Node, reading: Reading, *, true: bool) -> list[Value]:
        if found.subject is None:
            return implications(test, reading, self.conditions, true=true)
        of, value = reading.value(found.subject), reading.value(test)
        if isinstance(of, Hole) or isinstance(value, Hole):
            return []
        return [comparison_of(of, value, test.start_byte, test.end_byte, "==" if true else "!=")]


def either(statement: Node, consequence: str = "consequence") -> Branching | None:
    """The arms of what has a condition and an alternative, which may be another one."""
    condition, met = statement.child_by_field_name("condition"), statement.child_by_field_name(consequence)
    if condition is None or met is None:
        return None
    arms = [Arm(met, (condition,))]
    alternative = statement.child_by_field_name("alternative")
    if alternative is not None:
        inner = items(alternative) if alternative.type == "else_clause" else [alternative]
        arms += [Arm(one, None) for one in inner[-1:]]
    return Branching(statement, arms)


def in_turn(statement: Node, consequence: str, further: str) -> Branching | None:
    """Those of an `if` whose further conditions stand beside the first one, in clauses of the type `further`."""
    arms: list[Arm] = []
    for clause in (statement, *statement.children_by_field_name("alternative")):
        condition = clause.child_by_field_name("condition")
        block = clause.child_by_field_name(consequence if clause == statement or clause.type == further else "body")
        if block is None:
            return None
        arms.append(Arm(block, None if condition is None else (condition,)))
    return Branching(statement, arms)


def cases(statement: Node, subject: Node | None, listed: list[Node], *, falls: bool = False) -> Branching:
    """Those of a `switch`: each case has its `value`, the default has none."""
    values = [one.child_by_field_name("value") for one in listed]
    arms = [Arm(one, None if value is None else (value,)) for one, value in zip(listed, values, strict=True)]
    return Branching(statement, arms, subject, falls)
