"""The names of functions and classes that have none of their own, by where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.nodes import items

from .decorators import byte_before

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_FIELDS = ("public_field_definition", "field_definition")

_IN_NAMES = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$"


def name_in_place(node: Node, reading: Reading) -> tuple[Node | None, str, bool]:
    """The name that a nameless function is given where it stands, whether that makes it a method, or a static one."""
    bound = _given_to(node, reading) if byte_before(node, reading) == b"(" else node
    if byte_before(bound, reading) not in b"=:/":
        return None, "function", False
    parent = bound.parent
    if parent is None or (bound != node and parent.type in _FIELDS):
        return None, "function", False
    if parent.type == "variable_declarator":
        name = parent.child_by_field_name("name")
        return name if name is not None and name.type == "identifier" else None, "function", False
    if parent.type == "pair":
        return stated_key(parent.child_by_field_name("key")), "function", False
    if parent.type in _FIELDS:
        return stated_key(field_name(parent)), "method", any(child.type == "static" for child in parent.children)
    if parent.type != "assignment_expression":
        return None, "function", False
    left = parent.child_by_field_name("left")
    if left is not None and left.type == "member_expression":
        name = left.child_by_field_name("property")
        return None if reading.text(left) == "module.exports" else name, "function", False
    return left if left is not None and left.type == "identifier" else None, "function", False


def _given_to(node: Node, reading: Reading) -> Node:
    """The call `wrap(node)` whose first argument a function is, if it may stand for the function: else the function.

    `const show = asyncHandler(async (req, res) => …)` names the function as `const show = async (req, res) => …` does.
    """
    position = node.start_byte - 1
    while position >= 0 and reading.data[position] in b" \t\r\n(":
        position -= 1
    while position >= 0 and (reading.data[position] in _IN_NAMES or reading.data[position] > 127):
        position -= 1
    while position >= 0 and reading.data[position] in b" \t\r\n":
        position -= 1
    if position < 0 or reading.data[position] not in b"=:":
        return node
    listed = node.parent
    call = listed.parent if listed is not None and listed.type == "arguments" else None
    return node if call is None or call.type != "call_expression" else call


def stated_key(key: Node | None) -> Node | None:
    """The node of the name that a property's key states; None if it is computed."""
    while key is not None and key.type in ("computed_property_name", "string"):
        inner = items(key)
        if len(inner) != 1 or (key.type != "string" and inner[0].type != "string"):
            return None
        key = inner[0]
    return key


def field_name(node: Node) -> Node | None:
    """The node of the name of a class's field."""
    return node.child_by_field_name("name") or node.child_by_field_name("property")
