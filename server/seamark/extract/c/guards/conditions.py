"""What is known to hold where an expression stands: in the same condition, in those around it, and before it.

What holds is said by expressions that are true: see `extract/conditions.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.branches import Branches, Branching, cases, either
from seamark.extract.conditions import Conditions, compared, operator, said
from seamark.extract.facts import (
    Argument,
    Call,
    Choice,
    Hole,
    List,
    Member,
    Name,
    Scalar,
    Value,
)
from seamark.extract.language import Counted
from seamark.extract.nodes import first, items

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


def _branching(arm: Node) -> Branching | None:
    """The branch of which a block is an arm."""
    parent = arm.parent
    around = parent.parent if parent is not None and parent.type in ("else_clause", "compound_statement") else parent
    if around is None or around.type not in ("if_statement", "switch_statement"):
        return None
    if around.type == "if_statement":
        return either(around)
    listed = [one for one in items(around.child_by_field_name("body")) if one.type == "case_statement"]
    return cases(around, first(around.child_by_field_name("condition")), listed, falls=True)


BRANCHES = Branches(
    CONDITIONS,
    _branching,
    leaves=LEAVES,
    blocks=("compound_statement", "expression_statement", "else_clause", "case_statement", "declaration_list"),
)
"""How branches are written in C and C++."""


def holding(node: Node, reading: Reading) -> tuple[Value, ...]:
    """What holds where the expression `node` counts, if it is a part of a condition."""
    return around(node, reading) if node.parent is not None and node.parent.type in WITHIN else ()


def counting(node: Node, reading: Reading, is_catalogued: bool) -> Counted:
    """What holds where a call counts that is a part of a condition, or is not catalogued."""
    parent = node.parent  # To ask for it costs as much as the node is deep.
    is_part = parent is not None and parent.type in WITHIN
    return Counted(around(node, reading) if is_part or not is_catalogued else ())


def is_chosen(setting: Node) -> bool:
    """Whether something is only set where a condition is met: `if (strcmp(method, "GET") == 0) kind = 1;`"""
    inner, outer = setting, setting.parent
    while outer is not None and outer.type in _BLOCKS:
        inner, outer = outer, outer.parent
    return outer is not None and outer.type == "if_statement" and inner != outer.child_by_field_name("condition")


_BLOCKS = ("expression_statement", "compound_statement")


def around(node: Node, reading: Reading) -> tuple[Value, ...]:
    """What holds where `node` stands, by the conditions around it and the statements before it."""
    found: list[Value] = []
    inner, outer = node, node.parent
    for _ in range(MAX_CLIMB):
        if outer is None or outer.type in _FUNCTIONS:
            break
        if outer.type == "binary_expression":
            left, right = outer.child_by_field_name("left"), outer.child_by_field_name("right")
            if operator(outer) in ("&&", "||"):
                found += said(left if right == inner else right, reading, CONDITIONS, true=operator(outer) == "&&")
        elif outer.type in _CHOOSES and inner != outer.child_by_field_name("condition"):
            consequence = outer.child_by_field_name("consequence")
            found += said(outer.child_by_field_name("condition"), reading, CONDITIONS, true=consequence == inner)
        elif outer.type == "case_statement" and outer.child_by_field_name("value") not in (None, inner):
            found.append(_one_of(outer, reading.value(_subject(outer)), reading))
        elif outer.type == "compound_statement" and outer.named_child_count <= MAX_STATEMENTS:
            found += _left(outer, inner, reading)
        inner, outer = outer, outer.parent
    return tuple(found)


OPERATIONS = ("unary_expression", "binary_expression", *CONDITIONS.around)


def guarding(node: Node, reading: Reading) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """What holds in a block that is an arm of a condition, and what does if that is not met."""
    chooses = node.parent
    if node.type == "case_statement":
        return _of_case(node, reading)
    if chooses is None or chooses.type not in (*_CHOOSES, "else_clause"):
        return (), ()
    is_met = chooses.type != "else_clause" and chooses.child_by_field_name("consequence") == node
    otherwise = said(chooses.child_by_field_name("condition"), reading, CONDITIONS, true=False) if is_met else []
    return holding(node, reading), tuple(otherwise)


def _of_case(node: Node, reading: Reading) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """What holds in a case of a switch, and what does in those after it.

    Cases without statements are one with the next: of their values it is one.
    """
    written, switch = _subject(node), node.parent.parent if node.parent is not None else None
    if written is None or switch is None:
        return (), ()
    subject, start = reading.value(written), node.start_byte
    values = [reading.value(one) for one in _values(node)]
    if values:
        return (_one_of(node, subject, reading), *holding(switch, reading)), tuple(
            compared(subject, value, start, start, "!=") for value in values
        )
    beside = [] if node.parent is None else node.parent.named_children
    values = [reading.value(value) for one in beside if (value := one.child_by_field_name("value")) is not None]
    return (*(compared(subject, one, start, start, "!=") for one in values), *holding(switch, reading)), ()


def _subject(case: Node) -> Node | None:
    """What the switch looks at that a case stands in."""
    switch = case.parent.parent if case.parent is not None else None
    is_switch = switch is not None and switch.type == "switch_statement"
    return first(switch.child_by_field_name("condition")) if switch is not None and is_switch else None


def _one_of(case: Node, subject: Value, reading: Reading) -> Value:
    """That what a switch looks at is one of the values for which a case is there."""
    start = case.start_byte
    cases = [compared(subject, reading.value(value), start, start) for value in _values(case)]
    return cases[0] if len(cases) == 1 else Choice(tuple(List((one,), start, start) for one in cases))


def _values(case: Node) -> list[Node]:
    """The values for which a case is there; none for the rest."""
    found: list[Node] = []
    one: Node | None = case
    while one is not None and one.type == "case_statement":
        value = one.child_by_field_name("value")
        if value is None:
            return []
        found.append(value)
        one = one.prev_named_sibling
        if one is None or one.type != "case_statement" or one.named_child_count != 1:
            break
    return found


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
    return comparison(said(node, reading, CONDITIONS, true=True)) or value


def kept(node: Node, reading: Reading) -> Value | None:
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
    return compared(reading.value(left), reading.value(right), node.start_byte, node.end_byte)


def _left(block: Node, inner: Node, reading: Reading) -> list[Value]:
    """What holds because a block would have been left before: `if (a != b) return;`"""
    found: list[Value] = []
    for statement in block.named_children:
        if statement.start_byte >= inner.start_byte:
            break
        if statement.type == "if_statement" and statement.child_by_field_name("alternative") is None:
            consequence = statement.child_by_field_name("consequence")
            last = items(consequence)[-1:] if consequence is not None and consequence.type[:8] == "compound" else ()
            if any(one is not None and one.type in LEAVES for one in (consequence, *last)):
                found += said(statement.child_by_field_name("condition"), reading, CONDITIONS, true=False)
    return found
