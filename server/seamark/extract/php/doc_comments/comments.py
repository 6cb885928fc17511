"""What comments declare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.facts import Assignment, Binding, Hole, Value
from seamark.extract.nodes import before, items
from seamark.extract.php.names import value_of_name
from seamark.patterns import regex

from .annotations import annotations_in

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_DOCUMENTED = regex(r"@var\s+(?:null\|)?\??(\\?[A-Za-z_][\w\\]*)(?:\|null)?(?=[\s*])\s*(\$\w+)?")
_SAYING_NOTHING = frozenset(
    (
        "array",
        "bool",
        "boolean",
        "callable",
        "false",
        "float",
        "int",
        "integer",
        "iterable",
        "mixed",
        "null",
        "object",
        "resource",
        "string",
        "true",
        "void",
    )
)


def documented_type(node: Node, reading: Reading) -> Value | None:
    """The type that the comment before a property declares."""
    comment = _before(node, reading)
    found = None if comment is None else _type_in(comment, reading)
    return None if found is None else found[0]


def annotations_before(node: Node, reading: Reading) -> Iterator[Value]:
    """The annotations in the comment before a class or a method."""
    comment = _before(node, reading)
    if comment is not None:
        yield from annotations_in(reading.data[comment.start_byte : comment.end_byte], comment.start_byte)


def _before(node: Node, reading: Reading) -> Node | None:
    """The comment that ends before a declaration."""
    comment = node.prev_sibling if before(node, reading.data) == b"/" else None
    return comment if comment is not None and comment.type == "comment" else None


def _type_in(comment: Node, reading: Reading) -> tuple[Value, str] | None:
    text = reading.text(comment)
    found = _DOCUMENTED.search(text)
    if found is None or found[1].lower() in _SAYING_NOTHING:
        return None
    return value_of_name(found[1], comment.start_byte + len(text[: found.start(1)].encode())), found[2] or ""


def bindings_of_comment(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    """`/** @var Client $client */` declares a variable, and what the next statement gives it."""
    found = None if reading.in_class(node) else _type_in(node, reading)
    if found is None or not found[1]:
        return
    declared, name = found
    value: Value = Hole()
    end = node.end_byte
    following = node.next_named_sibling
    inner = items(following) if following is not None and following.type == "expression_statement" else []
    if following is not None and inner and inner[0].type == "assignment_expression":
        left = inner[0].child_by_field_name("left")
        if left is not None and reading.text(left) == name:
            value, end = reading.value(inner[0]), following.end_byte
    yield reading.binding(name, value, node, declared=declared, start=end)
