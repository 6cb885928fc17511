"""Which verbs a function answers: those with which it compares the method of the request, if it refuses all others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.conditions import operator
from seamark.extract.nodes import first, items

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_TESTED = re.compile(rb"method\s*(?:[!=]==?|\))")
_REFUSED = re.compile(rb"\b40[45]\b|\b501\b|(?i:not allowed|unsupported|METHOD_NOT_ALLOWED|MethodNotAllowed)")
"""How a handler says that it does not answer a verb (RFC 9110, 15.5.6)."""
_EQUALITY = ("==", "===", "!=", "!==")
_VERB = re.compile(r"(?:GET|POST|PUT|PATCH|DELETE)")


def answers(function: Node, request: Node | None, reading: Reading) -> tuple[str, ...]:
    """The verbs that a function answers which is given a `request`; none if it does not tell them apart."""
    place = function.start_byte, function.end_byte
    if request is None or not _TESTED.search(reading.data, *place) or not _REFUSED.search(reading.data, *place):
        return ()
    text = reading.text(request)
    is_told = _taken_from(text).search(reading.text(function))
    names = {f"{text}.method", *(("method",) if is_told or request.type == "object_pattern" else ())}
    found = (verb for node in _inside(function) for verb in _compared(node, names, reading))
    return tuple(dict.fromkeys(verb for verb in found if _VERB.fullmatch(verb)))


def _taken_from(name: str) -> re.Pattern[str]:
    """`{ method } = request`, for the name of a request."""
    return re.compile(rf"\bmethod\b[^;=]{{0,1000}}=\s*{re.escape(name)}\b")


def _inside(function: Node) -> Iterator[Node]:
    """The nodes in a function, in the order of the text."""
    waiting = [function]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(node.named_children)


def _compared(node: Node, names: set[str], reading: Reading) -> Iterator[str]:
    """The texts with which something that goes by one of these names is compared."""
    if node.type == "binary_expression" and operator(node) in _EQUALITY:
        sides = [node.child_by_field_name(side) for side in ("left", "right")]
        texts = [reading.text(side) for side in sides if side is not None]
        yield from (text.strip("'\"`") for text in texts if not names.isdisjoint(texts) and text not in names)
    elif node.type == "switch_statement":
        value, body = node.child_by_field_name("value"), node.child_by_field_name("body")
        of = None if value is None else first(value)
        cases = [] if of is None or reading.text(of) not in names else items(body)
        stated = (case.child_by_field_name("value") for case in cases)
        yield from (reading.text(one).strip("'\"`") for one in stated if one is not None)
