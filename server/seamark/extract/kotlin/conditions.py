"""What holds in the arms of branches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.branches import Branches, Parent, either
from seamark.extract.conditions import Conditions
from seamark.extract.nodes import Arm, Branching, first, items

if TYPE_CHECKING:
    from tree_sitter import Node

CONDITIONS = Conditions(
    ("simple_identifier", "navigation_expression"),
    ("call_expression",),
    negations=("prefix_expression",),
    pairs=("equality_expression", "conjunction_expression", "disjunction_expression"),
)


def _branch_around(arm: Node, around: Node | None, _parent: Parent) -> Branching | None:
    if around is None:
        return None
    if arm.type == "when_entry":
        return of_when(around)
    return either(around) if around.type == "if_expression" else None


def of_when(when: Node) -> Branching:
    """The arms of a `when`; without a subject they have conditions."""
    subject = next((child for child in items(when) if child.type == "when_subject"), None)
    arms = [Arm(one, _tests(one)) for one in items(when) if one.type == "when_entry"]
    return Branching(when, arms, None if subject is None else first(subject))


def _tests(entry: Node) -> tuple[Node, ...] | None:
    """What an entry is for; None for `else`."""
    tests = [child for child in items(entry) if child.type == "when_condition"]
    return tuple(inner for one in tests if (inner := first(one)) is not None) or None


BRANCHES = Branches(
    CONDITIONS,
    _branch_around,
    leaves=("jump_expression",),
    blocks=("statements", "control_structure_body", "when_entry", "function_body"),
    wrapped=("statements",),
)
