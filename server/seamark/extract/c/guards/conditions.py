"""What is known to hold where an expression stands: in the same condition, in those around it, and before it.

What holds is said by expressions that are true: see `extract/conditions.py`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from seamark.extract.conditions import Conditions, compared, operator, said
from seamark.extract.facts import (
    DENIED,
    MODULE,
    Argument,
    Call,
    Choice,
    Hole,
    List,
    Literal,
    Member,
    Name,
    Scalar,
    Value,
    held,
)
from seamark.extract.language import Counted
from seamark.extract.nodes import first, items

from .refusals import forbids, refuses

if TYPE_CHECKING:
    from collections.abc import Iterator

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
_WITHIN = (
    "binary_expression",
    "unary_expression",
    "parenthesized_expression",
    "condition_clause",
    "else_clause",
    *_CHOOSES,
)
LEAVES = ("return_statement", "break_statement", "continue_statement", "goto_statement", "throw_statement")


def counting(node: Node, reading: Reading, is_stated: bool) -> Counted:
    """What holds where a call counts, or of verbs where one stands that is not stated nor is about verbs itself."""
    parent = node.parent  # To ask for it costs as much as the node is deep.
    is_part = parent is not None and parent.type in _WITHIN
    is_about_verb = is_part and _VERB.search(reading.text(node)) is not None
    holds: tuple[Value, ...] = ()
    if not is_stated and not is_about_verb:
        holds = (*_standing(node, reading), *(_beside(node, reading) if is_part else ()))
    elif is_part:
        holds = _around(node, reading)
    idle = _idle(node, reading) if is_part else ""
    return Counted(holds, idle, _alone(node, reading) if is_about_verb else "")


def holding(node: Node, reading: Reading) -> tuple[Value, ...]:
    """What holds where the expression `node` counts, if it is a part of a condition."""
    return _around(node, reading) if node.parent is not None and node.parent.type in _WITHIN else ()


def _beside(node: Node, reading: Reading) -> Iterator[Value]:
    """What holds of paths besides in the condition of which a call is a part.

    if (begins_with(path, "/users/") && ends_with(path, "/items")) …
    """
    found: list[Value] = []
    inner, outer = node, node.parent
    while outer is not None and outer.type in _OPERATIONS:
        left, right = outer.child_by_field_name("left"), outer.child_by_field_name("right")
        if right is not None and operator(outer) == "&&":
            found += said(left if right == inner else right, reading, CONDITIONS, true=True)
        inner, outer = outer, outer.parent
    return (truth for truth in found if any(text.startswith("/") for text in _named(truth)))


def _standing(node: Node, reading: Reading) -> tuple[Value, ...]:
    """What holds of verbs where `node` stands: `if (strcmp(method, "GET")) return;`"""
    scope = reading.scope(node)
    if scope == MODULE or _VERB.search(reading.slice(reading.definitions[scope].start, node.start_byte)) is None:
        return ()
    return tuple(truth for truth in _around(node, reading) if _names_verb(truth, scope, reading))


def _names_verb(truth: Value, scope: int, reading: Reading) -> bool:
    return any(_VERB.search(text) is not None or (scope, text) in reading.telling for text in _named(truth))


def _named(truth: Value) -> Iterator[str]:
    """The texts in an expression, and the names."""
    waiting: list[object] = [truth]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Literal):
            yield one.text
        elif isinstance(one, Name | Member):
            yield one.name
        waiting.extend(held(one))


def tells_verb(setting: Node, reading: Reading) -> bool:
    """Whether something is only set where a verb is asked for: `if (strcmp(method, "GET") == 0) kind = 1;`"""
    inner, outer = setting, setting.parent
    while outer is not None and outer.type in _BLOCKS:
        inner, outer = outer, outer.parent
    if outer is None or outer.type != "if_statement":
        return False
    condition = outer.child_by_field_name("condition")
    return condition is not None and condition != inner and _VERB.search(reading.text(condition)) is not None


_BLOCKS = ("expression_statement", "compound_statement")


_VERB = re.compile(r"(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b")


def _around(node: Node, reading: Reading) -> tuple[Value, ...]:
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


def _idle(node: Node, reading: Reading) -> str:
    """What a call gives, as a part of a condition on which nothing is done but to take note of it.

    if (!strcmp(path, "/health") || is_public(path)) { log("public: %s", path); return 1; }

    So it is where a folder's path only becomes that of a file: `if (!strcmp(path, "/")) path = "/index.html";`, and
    `DENIED` where whoever asks may not: `if (starts_with(path, "/private/") && !is_known(c)) { reply(c, 403); …`
    """
    tested = _tested(node, reading)
    arm = None if tested is None else tested[1].child_by_field_name("consequence")
    if tested is None or arm is None:
        return ""
    done = items(arm) if arm.type == "compound_statement" else [arm]
    is_folder = any(_is_root(argument, reading) for argument in items(node.child_by_field_name("arguments")))
    if done and all(_takes_note(each, reading) or (is_folder and _names_file(each, reading)) for each in done):
        return tested[0]
    return DENIED + tested[0] if _denies(done, reading) else ""


def _denies(statements: list[Node], reading: Reading) -> bool:
    """Whether the first of some statements forbids a request, and others only take note of that, and leave."""
    return (
        bool(statements)
        and forbids(statements[0], reading)
        and all(_takes_note(one, reading) or (one.type in LEAVES and first(one) is None) for one in statements[1:])
    )


def _tested(node: Node, reading: Reading, *, joined: bool = True) -> tuple[str, Node] | None:
    """What a call gives where the `if` goes on of whose condition it is a part, and that; with others if `joined`."""
    given, inner, outer = "", node, node.parent
    while outer is not None and outer.type in _OPERATIONS:
        if outer.type not in CONDITIONS.around and not (joined and operator(outer) in ("&&", "||")):
            other = next((side for side in outer.named_children if side != inner), None)
            if given or (other is not None and reading.value(other) != Scalar("0")):
                return None
            given = _GIVEN.get(operator(outer), "")
            if not given:
                return None
        inner, outer = outer, outer.parent
    if outer is None or outer.type != "if_statement" or inner != outer.child_by_field_name("condition"):
        return None
    return given or "other", outer


def _alone(node: Node, reading: Reading) -> str:
    """What a call about a verb gives, as a whole condition, in a block that serves nothing but what such ones ask for.

    if (!strcmp(method, "GET")) return list(); if (!strcmp(method, "POST")) return add(); return refuse(405);
    """
    tested = _tested(node, reading, joined=False)
    if tested is None:
        return ""
    given, top = tested
    while top.parent is not None and top.parent.type == "else_clause" and top.parent.parent is not None:
        top = top.parent.parent
    block = top.parent
    behind = [] if block is None or block.type != "compound_statement" else items(block)
    following = [one for one in behind if one.start_byte > top.start_byte][:MAX_STATEMENTS]
    for one in (top, *following):
        rest = _without_verbs(one, reading)
        if rest is not None and _serves(rest, reading):
            return ""
        if rest is not None and rest.type in LEAVES:
            break
    return given


def _without_verbs(statement: Node, reading: Reading) -> Node | None:
    """What is done in a statement where no verb is asked for; None if that is nothing."""
    while statement.type == "if_statement":
        condition, otherwise = (statement.child_by_field_name(name) for name in ("condition", "alternative"))
        if condition is None or _VERB.search(reading.text(condition)) is None:
            return statement
        inner = first(otherwise)
        if inner is None:
            return None
        statement = inner
    return statement


def _serves(statement: Node, reading: Reading) -> bool:
    """Whether a statement calls something, and says nowhere that it refuses a request."""
    calls = reading.data.find(b"(", statement.start_byte, statement.end_byte) >= 0
    return calls and not refuses(statement, reading)


def _is_root(node: Node, reading: Reading) -> bool:
    return node.type == "string_literal" and reading.text(node) == '"/"'


def _names_file(statement: Node, reading: Reading) -> bool:
    """Whether a statement only sets something to the name of a file."""
    done = first(statement)
    named = done.child_by_field_name("right") if done is not None and done.type == "assignment_expression" else None
    return named is not None and named.type == "string_literal" and _FILE.fullmatch(reading.text(named)) is not None


_FILE = re.compile(r'"[\w./-]*\.\w+"')


_OPERATIONS = ("unary_expression", "binary_expression", *CONDITIONS.around)
_GIVEN = {"!": "zero", "==": "zero", "!=": "other"}
_CONSTANTS = ("number_literal", "true", "false", "null")


def _takes_note(statement: Node, reading: Reading) -> bool:
    """Whether a statement only gives back a constant, or says something in words: `log("no key needed")`"""
    done = first(statement)
    if done is None:
        return False
    if statement.type == "return_statement":
        given = done.child_by_field_name("argument") if done.type == "unary_expression" else done
        return given is not None and given.type in _CONSTANTS
    arguments = done.child_by_field_name("arguments") if done.type == "call_expression" else None
    words = first(arguments)
    is_text = words is not None and words.type in ("string_literal", "concatenated_string")
    return is_text and words is not None and _PROSE.fullmatch(reading.text(words)) is not None


_PROSE = re.compile(r"[^<>{}]* (?:[^<>{}\\]|\\[^r])*")
"""What is said for people: words, and no page, JSON or header."""


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
    found = result(node, reading) if node.type in _OPERATIONS else Hole()
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
