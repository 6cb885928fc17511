"""What holds in the arms of branches: conditions, and patterns that are values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.branches import Branches, Parent, in_turn
from seamark.extract.conditions import Conditions, comparison_of, together
from seamark.extract.facts import Value
from seamark.extract.nodes import Arm, Branching, first, items

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_SIGNS = {"==": True, "is": True, "!=": False, "is not": False}
_WITHIN = {"in": True, "not in": False}
_LISTED = ("tuple", "list", "set")
_LIST_PATTERNS = ("list_pattern", "tuple_pattern")
_VALUES = ("string", "concatenated_string", "integer", "true", "false", "none")


def _comparison(condition: Node, reading: Reading, true: bool) -> list[Value]:
    """`a == b`, `a is None`, `a in ("x", "y")`; a chain of them says nothing."""
    if len(condition.children) != 3:
        return []
    left, sign, right = condition.children
    if sign.type in _SIGNS:
        known = "==" if true == _SIGNS[sign.type] else "!="
        return [
            comparison_of(reading.value(left), reading.value(right), condition.start_byte, condition.end_byte, known)
        ]
    if sign.type not in _WITHIN or right.type not in _LISTED or not items(right):
        return []
    is_one = true == _WITHIN[sign.type]
    of, start, end = reading.value(left), condition.start_byte, condition.end_byte
    sides = [[comparison_of(of, reading.value(one), start, end, "==" if is_one else "!=")] for one in items(right)]
    return together(sides, condition, every=not is_one)


CONDITIONS = Conditions(
    ("identifier", "attribute"),
    ("call",),
    negations=("not_operator",),
    pairs=("boolean_operator",),
    own={"comparison_operator": _comparison},
)


def _branch_around(_arm: Node, around: Node | None, parent: Parent) -> Branching | None:
    if around is None:
        return None
    if around.type == "conditional_expression":
        inside = items(around)
        arms = [Arm(inside[0], (inside[1],)), Arm(inside[2], None)] if len(inside) == 3 else []
        return Branching(around, arms)
    if around.type == "case_clause":
        block = parent(around)
        match = None if block is None else parent(block)
        return None if match is None else _of_match(match)
    chooses = parent(around) if around.type in ("elif_clause", "else_clause") else around
    is_if = chooses is not None and chooses.type == "if_statement"
    return in_turn(chooses, "consequence", "elif_clause") if chooses is not None and is_if else None


def _of_match(match: Node) -> Branching | None:
    subjects = match.children_by_field_name("subject")
    arms: list[Arm] = []
    for case in items(match.child_by_field_name("body")):
        block, patterns = case.child_by_field_name("consequence"), [c for c in items(case) if c.type == "case_pattern"]
        if block is not None:
            guard = case.child_by_field_name("guard")
            tests = _tests(patterns[0]) if len(patterns) == 1 else ()
            left = tests is None and guard is not None
            arms.append(Arm(block, () if left else tests, None if guard is None else first(guard)))
    return Branching(match, arms, subjects[0]) if len(subjects) == 1 else None


def _tests(pattern: Node) -> tuple[Node, ...] | None:
    """The values of which a pattern is one; None if it fits whatever is left."""
    inside = first(pattern)
    if inside is None:
        return None
    if inside.type == "dotted_name" and inside.named_child_count == 1:
        return None  # A name takes whatever there is.
    alternatives = items(inside) if inside.type == "union_pattern" else [inside]
    known = all(
        one.type in (*_VALUES, *_LIST_PATTERNS) or (one.type == "dotted_name" and one.named_child_count > 1)
        for one in alternatives
    )
    return tuple(alternatives) if known else ()


BRANCHES = Branches(
    CONDITIONS,
    _branch_around,
    leaves=("return_statement", "raise_statement", "continue_statement"),
    blocks=("block",),
)
