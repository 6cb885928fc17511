"""How a program says that it refuses a request: by the status of its answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.reading import Reading

MAX_NODES = 500
"""In how many nodes of a statement a refusal is looked for."""

_NUMBER = r"(?:4[0-3]\d|451|50[0-5])(?!\d)"
_STATUS = re.compile(
    rf'{_NUMBER}|"(?:HTTP/\S+ )?{_NUMBER}.*|[A-Za-z_]+{_NUMBER}\w*'
    r"|\w*(?:_NOT_|BAD_REQUEST|FORBIDDEN|UNAUTHORIZED)\w*|MHD_NO",
    re.DOTALL,
)
_SAYS = ("number_literal", "identifier", "string_literal")
_GIVEN = ("argument_list", "assignment_expression", "return_statement")


def refuses(statement: Node, reading: Reading) -> bool:
    """Whether a statement says the status of a refusal: `reply(c, 404)`, `response->status = 404`, `return MHD_NO`."""
    waiting = [(statement, False)]
    for _ in range(MAX_NODES):
        if not waiting:
            break
        node, is_given = waiting.pop()
        if is_given and node.type in _SAYS and _STATUS.fullmatch(reading.text(node)) is not None:
            return True
        waiting += [(inner, is_given or node.type in _GIVEN) for inner in node.named_children]
    return False
