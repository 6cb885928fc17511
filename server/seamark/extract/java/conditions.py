"""What holds in the arms of branches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.branches import Branches, Parent, either
from seamark.extract.conditions import Conditions
from seamark.extract.nodes import Arm, Branching, first, items

if TYPE_CHECKING:
    from tree_sitter import Node

CONDITIONS = Conditions(("identifier", "field_access"), ("method_invocation",))
_CASES = ("switch_block_statement_group", "switch_rule")


def _branch_around(arm: Node, around: Node | None, parent: Parent) -> Branching | None:
    if around is None:
        return None
    if arm.type in _CASES:
        switch = parent(around)
        subject = None if switch is None else switch.child_by_field_name("condition")
        return None if switch is None or subject is None else of_switch(switch, first(subject), items(around))
    return either(around) if around.type in ("if_statement", "ternary_expression") else None


def of_switch(switch: Node, subject: Node | None, listed: list[Node]) -> Branching:
    """The arms of a `switch`: those with an arrow do not go on with the next one."""
    arms = [Arm(one, _tests(one)) for one in listed if one.type in _CASES]
    return Branching(switch, arms, subject, any(one.type == "switch_block_statement_group" for one in listed))


def _tests(case: Node) -> tuple[Node, ...] | None:
    """What a case is for; None for the default."""
    values = [value for label in items(case) if label.type == "switch_label" for value in items(label)]
    return tuple(values) or None


BRANCHES = Branches(
    CONDITIONS,
    _branch_around,
    leaves=("return_statement", "throw_statement", "continue_statement", "yield_statement"),
    blocks=("block", "switch_block_statement_group", "switch_rule", "constructor_body"),
)
