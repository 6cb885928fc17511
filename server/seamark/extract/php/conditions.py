"""What holds in the arms of branches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.branches import Branches, Parent, cases, either, in_turn
from seamark.extract.conditions import Conditions
from seamark.extract.nodes import Arm, Branching, first, items

if TYPE_CHECKING:
    from tree_sitter import Node

CONDITIONS = Conditions(
    ("variable_name", "member_access_expression", "nullsafe_member_access_expression"),
    ("function_call_expression", "member_call_expression", "scoped_call_expression"),
    negations=("unary_op_expression",),
)


def _branch_around(arm: Node, around: Node | None, parent: Parent) -> Branching | None:
    if around is None:
        return None
    if arm.type in ("case_statement", "default_statement"):
        switch = parent(around)
        subject = None if switch is None else switch.child_by_field_name("condition")
        return None if switch is None or subject is None else cases(switch, first(subject), items(around), falls=True)
    if around.type in ("match_conditional_expression", "match_default_expression"):
        block = parent(around)
        match = None if block is None else parent(block)
        return None if match is None else _of_match(match)
    if around.type == "conditional_expression":
        return either(around, "body")
    chooses = parent(around) if around.type in ("else_if_clause", "else_clause") else around
    is_if = chooses is not None and chooses.type == "if_statement"
    return in_turn(chooses, "body", "else_if_clause") if chooses is not None and is_if else None


def _of_match(match: Node) -> Branching | None:
    """`match ($x) { … }`, and `match (true) { … }`, whose arms have conditions."""
    arms: list[Arm] = []
    for one in items(match.child_by_field_name("body")):
        given, tests = one.child_by_field_name("return_expression"), one.child_by_field_name("conditional_expressions")
        if given is not None:
            arms.append(Arm(given, None if tests is None else tuple(items(tests))))
    around = match.child_by_field_name("condition")
    subject = None if around is None else first(around)
    is_true = subject is not None and subject.text is not None and subject.text.lower() == b"true"
    return None if subject is None else Branching(match, arms, None if is_true else subject)


BRANCHES = Branches(
    CONDITIONS,
    _branch_around,
    leaves=("return_statement", "continue_statement", "throw_expression", "exit_statement"),
    blocks=("compound_statement", "colon_block", "case_statement", "default_statement"),
    wrapped=("expression_statement",),
)
