"""What is known to hold where an expression stands: in the same condition, in those around it, and before it.

What holds is said by expressions that are true: see `extract/conditions.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.branches import Branches, Parent, cases, either
from seamark.extract.conditions import Conditions, comparison_of, implications
from seamark.extract.facts import (
    Argument,
    Call,
    Choice,
    Hole,
    Member,
    Name,
    Scalar,
    Value,
)
from seamark.extract.language import Counted
from seamark.extract.nodes import Branching, first, items, operator

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

MAX_CLIMB = 60
"""A condition that is further out than this says nothing."""

MAX_STATEMENTS = 512
"""A longer block is not searched for what leaves it."""

_THINGS = ("identifier", "field_expression")
CONDITIONS = Conditions(
    _THINGS, ("call_expression",), around=("parenthesized_expression", "condition_clause"), counted=_THINGS
)
"""How conditions are written in C and C++."""

_FUNCTIONS = ("function_definition", "lambda_expression")
_CHOOSES = ("if_statement", "conditional_expression")
WITHIN = (
    "binary_expression",
    "unary_expression",
    "parenthesized_expression",
    "condition_clause",
    "else_clause",
    *_CHOOSES,
)
LEAVES = ("return_statement", "break_statement", "continue_statement", "goto_statement", "throw_statement")


def _branch_around(_arm: Node, inner: Node | None, parent: Parent) -> Branching | None:
    """The branch of which a block is an arm."""
    is_within = inner is not None and inner.type in ("else_clause", "compound_statement")
    around = parent(inner) if is_within and inner is not None else inner
    if around is None or around.type not in (*_CHOOSES, "switch_statement"):
        return None
    if around.type in _CHOOSES:
        return either(around)
    listed = [one for one in items(around.child_by_field_name("body")) if one.type == "case_statement"]
    return cases(around, first(around.child_by_field_name("condition")), listed, falls=True)


BRANCHES = Branches(
    CONDITIONS,
    _branch_around,
    leaves=LEAVES,
    blocks=("compound_statement", "expression_statement", "else_clause", "case_statement", "declaration_list"),
    wrapped=("compound_statement",),
)
"""How branches are written in C and C++."""


def count_call(node: Node, reading: Reading, is_catalogued: bool) -> Counted:
    """What holds where a call counts that is a part of a condition, or is not catalogued."""
    parent = reading.parent(node)
    is_part = parent is not None and parent.type in WITHIN
    return Counted(around(node, reading) if is_part or not is_catalogued else ())


def is_chosen(setting: Node, reading: Reading) -> bool:
    """Whether something is only set where a condition is met: `if (strcmp(method, "GET") == 0) kind = 1;`"""
    inner, outer = setting, reading.parent(setting)
    while outer is not None and outer.type in _BLOCKS:
        inner, outer = outer, reading.parent(outer)
    return outer is not None and outer.type == "if_statement" and inner != outer.child_by_field_name("condition")


_BLOCKS = ("expression_statement", "compound_statement")


def around(node: Node, reading: Reading) -> tuple[Value, ...]:
    """What holds where `node` stands, by the conditions around it and the statements before it."""
    found: list[Value] = []
    inner, outer = node, reading.parent(node)
    for _ in range(MAX_CLIMB):
        if outer is None or outer.type in _FUNCTIONS:
            break
        if outer.type == "binary_expression":
            left, right = outer.child_by_field_name("left"), outer.child_by_field_name("right")
            if operator(outer) in ("&&", "||"):
                found += implications(
                    left if right == inner else right, reading, CONDITIONS, true=operator(outer) == "&&"
                )
        else:
            found += BRANCHES.conditions_of_arm(inner, reading)[0]
        if outer.type == "compound_statement" and outer.named_child_count <= MAX_STATEMENTS:
            found += _conditions_after_exits(outer, inner, reading)
        inner, outer = outer, reading.parent(outer)
    return tuple(found)


OPERATIONS = ("unary_expression", "binary_expression", *CONDITIONS.around)


def conditions_of_arm(node: Node, reading: Reading) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """What holds in a block that is an arm of a condition, and what does if that is not met."""
    holds, otherwise = BRANCHES.conditions_of_arm(node, reading)
    return around(node, reading) if holds or otherwise else (), otherwise


def result(node: Node, reading: Reading) -> Value:
    """An expression as what a function gives: of a condition that compares, be it with others, what it compares.

    `return strcmp(a, b) == 0;`, `(a && !strcmp(a->path, b) ? 1 : 0)`
    """
    value = reading.value(node)
    while node.type == "parenthesized_expression" and (inner := first(node)) is not None:
        node = inner
    if node.type == "conditional_expression" and _is_truth(value):
        value, node = Hole(), node.child_by_field_name("condition") or node
    if not isinstance(value, Hole):
        return value
    return comparison(implications(node, reading, CONDITIONS, true=True)) or value


def comparison_value(node: Node, reading: Reading) -> Value | None:
    """What a variable is set to that keeps what a comparison gives: `bool is_get = strcmp(method, "GET") == 0;`"""
    found = result(node, reading) if node.type in OPERATIONS else Hole()
    return None if isinstance(found, Hole) else found


def comparison(holds: list[Value]) -> Value | None:
    """The one call that compares where all of this holds; None if more may be compared than that says.

    So it is with something that is to be equal besides, such as lengths.
    """
    comparing = [truth for truth in holds if _compares(truth)]
    is_all = all(truth in comparing or _is_there(truth) for truth in holds)
    return comparing[0] if len(comparing) == 1 and is_all else None


def _is_truth(value: Value) -> bool:
    """Whether it is what is true, or else what is false: `1 | 0`"""
    return isinstance(value, Choice) and value.options in (
        (Scalar("1"), Scalar("0")),
        (Scalar("true"), Scalar("false")),
    )


def _is_there(truth: Value) -> bool:
    """Whether a truth is that a thing is anything at all."""
    match truth:
        case Call(callee=Member(name="!="), arguments=(Argument(value=Scalar("0")),)):
            return True
    return False


def _compares(truth: Value) -> bool:
    """Whether a truth is that of a call that is given several things, or one thing's with such a call."""
    match truth:
        case Call(callee=Member(of=Call() as inner, name="==" | "!=")):
            return _compares(inner)
        case Call(callee=Name(), arguments=arguments):
            return len(arguments) > 1
    return False


def equality(node: Node, reading: Reading) -> Value:
    """`a == b`"""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if right is not None and right.type != "string_literal" and left is not None and left.type == "string_literal":
        left, right = right, left
    return comparison_of(reading.value(left), reading.value(right), node.start_byte, node.end_byte)


def _conditions_after_exits(block: Node, inner: Node, reading: Reading) -> list[Value]:
    """What holds because a block would have been left before: `if (a != b) return;`"""
    found: list[Value] = []
    for statement in block.named_children:
        if statement.start_byte >= inner.start_byte:
            break
        if statement.type == "if_statement" and statement.child_by_field_name("alternative") is None:
            consequence = statement.child_by_field_name("consequence")
            last = items(consequence)[-1:] if consequence is not None and consequence.type[:8] == "compound" else ()
            if any(one is not None and one.type in LEAVES for one in (consequence, *last)):
                found += implications(statement.child_by_field_name("condition"), reading, CONDITIONS, true=False)
    return found
