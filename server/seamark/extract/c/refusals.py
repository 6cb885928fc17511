"""How a program says that it refuses a request: by the status of its answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.reading import Reading

MAX_NODES = 500
"""In how many nodes of a statement a refusal is looked for."""

_DENIED = r"(?:4[0-3]\d|451)(?!\d)"
_FAILED = r"50[0-5](?!\d)"
_DENIAL = r"\w*(?:_NOT_FOUND|_NOT_ALLOWED|BAD_REQUEST|FORBIDDEN|UNAUTHORIZED)\w*|MHD_NO"
_SAYS = ("number_literal", "identifier", "string_literal")
_GIVEN = ("argument_list", "assignment_expression", "return_statement")


def _status(number: str, names: str) -> re.Pattern[str]:
    """Statuses as numbers, in texts, and as parts of names: `404`, `"HTTP/1.1 404 Not Found"`, `page404`."""
    return re.compile(rf'{number}|"(?:HTTP/\S+ )?{number}.*|[A-Za-z_]+{number}\w*|{names}', re.DOTALL)


_FORBIDS = _status(r"40[13](?!\d)", r"\w*(?:FORBIDDEN|UNAUTHORIZED)\w*")
_DENIES = _status(_DENIED, _DENIAL)
_REFUSES = _status(f"(?:{_DENIED}|{_FAILED})", rf"{_DENIAL}|\w*_NOT_\w*")


def refuses(statement: Node, reading: Reading) -> bool:
    """Whether a statement says the status of a refusal: `reply(c, 404)`, `response->status = 404`, `return MHD_NO`."""
    return _says(statement, _REFUSES, reading)


def denies(statement: Node, reading: Reading) -> bool:
    """Whether it says that a request may not be made: nothing of a server that fails, or cannot do that yet."""
    return _says(statement, _DENIES, reading)


def forbids(statement: Node, reading: Reading) -> bool:
    """Whether it says that whoever makes the request may not do that."""
    return _says(statement, _FORBIDS, reading)


def _says(statement: Node, status: re.Pattern[str], reading: Reading) -> bool:
    waiting = [(statement, False)]
    for _ in range(MAX_NODES):
        if not waiting:
            break
        node, is_given = waiting.pop()
        if is_given and node.type in _SAYS and status.fullmatch(reading.text(node)) is not None:
            return True
        waiting += [(inner, is_given or node.type in _GIVEN) for inner in node.named_children]
    return False
