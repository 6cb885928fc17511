"""How C's comparisons in conditions count: which verbs the same condition names, and whether the branch does anything.

if (is_get(req) && !strcmp(path, "/users"))            the call of `strcmp` counts for GET only
if (!strcmp(path, "/health")) log("health");           the branch only logs: no route
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from seamark.extract.conditions import operator
from seamark.extract.facts import (
    DENIED,
    Scalar,
    Value,
)
from seamark.extract.language import Counted
from seamark.extract.nodes import first, items

from .refusals import forbids, refuses

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading
from .conditions import CONDITIONS, LEAVES, MAX_STATEMENTS, OPERATIONS, VERB, WITHIN, around, beside, of_verbs


def counting(node: Node, reading: Reading, is_catalogued: bool) -> Counted:
    """What holds where a call counts, or of verbs where one stands that is not catalogued nor is about verbs itself."""
    parent = node.parent  # To ask for it costs as much as the node is deep.
    is_part = parent is not None and parent.type in WITHIN
    is_about_verb = is_part and VERB.search(reading.text(node)) is not None
    holds: tuple[Value, ...] = ()
    if not is_catalogued and not is_about_verb:
        holds = (*of_verbs(node, reading), *(beside(node, reading) if is_part else ()))
    elif is_part:
        holds = around(node, reading)
    idle = _idle(node, reading) if is_part else ""
    return Counted(holds, idle, _alone(node, reading) if is_about_verb else "")


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
    while outer is not None and outer.type in OPERATIONS:
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
        if condition is None or VERB.search(reading.text(condition)) is None:
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
