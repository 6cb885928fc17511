"""How a program says that it refuses a request: by the status of its answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from seamark.extract.nodes import first, items

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

MAX_NODES = 500
"""In how many nodes of a statement a refusal is looked for."""

_FORBIDDEN = r"40[13](?!\d)"
_REFUSED = r"(?:4[0-3]\d|451|50[0-5])(?!\d)"
_SAYS = ("number_literal", "identifier", "string_literal")
_AROUND = ("parenthesized_expression", "pointer_expression")


def _status(number: str, names: str) -> re.Pattern[str]:
    """Statuses as numbers, in texts, and as parts of names: `404`, `"HTTP/1.1 404 Not Found"`, `page404`."""
    return re.compile(rf'{number}|"(?:HTTP/\S+ )?{number}.*|[A-Za-z_]+{number}\w*|{names}', re.DOTALL)


_FORBIDS = _status(_FORBIDDEN, r"\w*(?:FORBIDDEN|UNAUTHORIZED)\w*")
_REFUSES = _status(_REFUSED, r"\w*(?:_NOT_|BAD_REQUEST|FORBIDDEN|UNAUTHORIZED)\w*|MHD_NO")


def refuses(statement: Node, reading: Reading) -> bool:
    """Whether a statement says the status of a refusal: `reply(c, 404)`, `response->status = 404`, `return MHD_NO`."""
    waiting = [statement]
    for _ in range(MAX_NODES):
        if not waiting:
            break
        node = waiting.pop()
        if any(_says(one, _REFUSES, reading) for one in _given(node)):
            return True
        waiting += node.named_children
    return False


def forbids(statement: Node, reading: Reading) -> bool:
    """Whether a statement is a call that says that whoever makes the request may not do that: `reply(c, 403)`"""
    called = first(statement) if statement.type in ("expression_statement", "return_statement") else None
    arguments = None if called is None or called.type != "call_expression" else called.child_by_field_name("arguments")
    return arguments is not None and any(_says(one, _FORBIDS, reading) for one in _given(arguments))


def _given(node: Node) -> list[Node]:
    """What a call is given, something is set to, or a function gives."""
    match node.type:
        case "argument_list":
            return items(node)
        case "assignment_expression":
            return [right for right in (node.child_by_field_name("right"),) if right is not None]
        case "return_statement":
            return items(node)
    return []


def _says(node: Node, status: re.Pattern[str], reading: Reading) -> bool:
    while node.type in _AROUND and (inner := first(node)) is not None:
        node = inner
    return node.type in _SAYS and status.fullmatch(reading.text(node)) is not None
