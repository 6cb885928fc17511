"""Functions in C that answer a few paths and refuse all others.

    static int answer(const char *url) {
        if (!strcmp(url, "/api/users")) return users(url);
        return not_found(url);
    }

A condition that leads to such a call, `if (starts_with(url, "/api/")) return answer(url);`, is no route by itself: the
function serves nothing else below `/api/`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from seamark.extract.conditions import operator
from seamark.extract.nodes import first, items

from .conditions import CONDITIONS, LEAVES
from .refusals import refuses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from seamark.extract.language import Reading

MAX_STATEMENTS = 512
"""A longer function may do anything."""

_PATH = b'"/'
_CALLED = re.compile(r"\b(?!(?:return|sizeof)\b)[A-Za-z_]\w*\s*\(")


def serves_rest(body: Node | None, parameters: Sequence[str], reading: Reading) -> bool:
    """Whether a function may do more than to refuse what none of its conditions about paths is met by.

    if (!strcmp(url, "/api/users")) return users(c); return send_file(c, url);
    """
    statements = items(body)
    if body is None or len(statements) > MAX_STATEMENTS or not _states_path(body, reading):
        return True
    is_given = re.compile(rf"\b(?:return|{'|'.join(map(re.escape, filter(None, parameters)))})\b")
    rest: list[Node] = []
    is_refused = False
    for statement in statements:
        arm: Node | None = statement
        while arm is not None and arm.type == "if_statement":
            if _states_path(arm.child_by_field_name("condition"), reading):
                rest.clear()
                is_refused = False
            elif not _is_guard(arm, reading) and not _is_aside(
                [arm.child_by_field_name("consequence")], is_given, reading
            ):
                return True
            arm = first(arm.child_by_field_name("alternative"))
        rest += [] if arm is None else [arm]
        is_refused = is_refused or (arm is not None and arm != statement and _says_so(arm, reading))
    return not is_refused and not _is_aside(rest, is_given, reading)


def _states_path(node: Node | None, reading: Reading) -> bool:
    return node is not None and reading.data.find(_PATH, node.start_byte, node.end_byte) >= 0


def _says_so(otherwise: Node, reading: Reading) -> bool:
    """Whether what is done where no condition holds says in words that there is nothing of that kind."""
    return any(_NOTHING.search(text) for text in _TEXTS.findall(reading.text(otherwise)))


_TEXTS = re.compile(r'"(?>(?:[^"\\\n]|\\.)*)"')
_NOTHING = re.compile(r"\b(?:invalid|unknown|unsupported|not found|no such)\b", re.IGNORECASE)


def _is_guard(chooses: Node, reading: Reading) -> bool:
    """Whether it leaves where something is not as it must be for anything: `if (!allowed(c)) { ask(c); return; }`"""
    condition: Node | None = chooses.child_by_field_name("condition")
    while condition is not None and condition.type in CONDITIONS.around:
        condition = first(condition)
    denied = condition.child_by_field_name("argument") if condition is not None else None
    if condition is None or denied is None or operator(condition) != "!" or denied.type != "call_expression":
        return False
    consequence = chooses.child_by_field_name("consequence")
    done = items(consequence) if consequence is not None and consequence.type == "compound_statement" else [consequence]
    leaves = bool(done) and done[-1] is not None and done[-1].type in LEAVES
    return leaves and chooses.child_by_field_name("alternative") is None and '"' not in reading.text(condition)


def _is_aside(statements: Sequence[Node | None], is_given: re.Pattern[str], reading: Reading) -> bool:
    """Whether statements refuse a request, or do nothing with what the function is given, nor give what a call does."""
    done = [one for one in statements if one is not None]
    texts = map(reading.text, done)
    is_idle = not any(_CALLED.search(text) and is_given.search(text) for text in texts)
    return is_idle or any(refuses(one, reading) for one in done)
