"""What holds in the arms of branches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.branches import Branches, Parent, either
from seamark.extract.conditions import Conditions
from seamark.extract.nodes import Arm, Branching, items

if TYPE_CHECKING:
    from tree_sitter import Node

_CONDITIONS = Conditions(("identifier", "selector_expression"), ("call_expression",))
_CASES = ("expression_case", "default_case")


def _branch_around(arm: Node, around: Node | None, _parent: Parent) -> Branching | None:
    if around is not None and arm.type in _CASES and around.type == "expression_switch_statement":
        cases = [one for one in items(around) if one.type in _CASES]
        arms = [Arm(one, _tests(one, previous)) for one, previous in zip(cases, (None, *cases), strict=False)]
        return Branching(around, arms, around.child_by_field_name("value"))
    return either(around) if around is not None and around.type == "if_statement" else None


def _tests(case: Node, before: Node | None) -> tuple[Node, ...] | None:
    """What a case is for; one that goes on with the next says nothing, nor does the next one."""
    if before is not None and _falls(before):
        return ()
    value = case.child_by_field_name("value")
    return None if value is None else tuple(items(value))


def _falls(case: Node) -> bool:
    listed = items(case)[-1:]
    return any(one.type == "fallthrough_statement" for last in listed for one in (last, *items(last)[-1:]))


BRANCHES = Branches(
    _CONDITIONS,
    _branch_around,
    leaves=("return_statement", "continue_statement", "goto_statement"),
    blocks=("block", "statement_list", "expression_case", "default_case"),
    wrapped=("statement_list",),
)
