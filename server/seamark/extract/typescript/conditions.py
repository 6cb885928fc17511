"""What holds in the arms of branches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.branches import Branches, Parent, cases, either
from seamark.extract.conditions import Conditions
from seamark.extract.nodes import Branching, first, items

if TYPE_CHECKING:
    from tree_sitter import Node

CONDITIONS = Conditions(("identifier", "member_expression"), ("call_expression",))


def _branch_around(arm: Node, around: Node | None, parent: Parent) -> Branching | None:
    if around is None:
        return None
    if arm.type in ("switch_case", "switch_default"):
        switch = parent(around)
        value = None if switch is None else switch.child_by_field_name("value")
        return None if switch is None or value is None else cases(switch, first(value), items(around), falls=True)
    chooses = parent(around) if around.type == "else_clause" else around
    return either(chooses) if chooses is not None and chooses.type in ("if_statement", "ternary_expression") else None


BRANCHES = Branches(
    CONDITIONS,
    _branch_around,
    leaves=("return_statement", "throw_statement", "continue_statement"),
    blocks=("statement_block", "switch_case", "switch_default"),
    wrapped=("statement_block",),
)
