"""The ends of texts, as they are compared: `path + length - size`, `&path[length - size]`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import END, Argument, Call, Name, Value

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def end(node: Node, reading: Reading) -> Value | None:
    """The end of a text, as the call `END`: `path + length - size`, `&path[length - size]`; None for anything else."""
    of: Node | None = None
    if node.type == "binary_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if _is(left, "+") and _is(node, "-"):
            of = left.child_by_field_name("left") if left is not None else None
        elif _is(node, "+") and right is not None and right.type == "parenthesized_expression":
            of = left if _is(right.named_child(0), "-") else None
    elif node.type == "pointer_expression" and reading.data[node.start_byte] == ord("&"):
        element = node.child_by_field_name("argument")
        index = None if element is None or element.type != "subscript_expression" else _index(element)
        of = element.child_by_field_name("argument") if element is not None and _is(index, "-") else None
    if of is None or of.type not in ("identifier", "field_expression"):
        return None
    at = node.start_byte
    return Call(Name(END, at, at), (Argument("", reading.value(of)),), False, at, node.end_byte)


def _is(node: Node | None, sign: str) -> bool:
    """Whether it is the expression of this operator, of two operands."""
    operator = node.child_by_field_name("operator") if node is not None and node.type == "binary_expression" else None
    return operator is not None and operator.type == sign


def _index(element: Node) -> Node | None:
    """What stands between the brackets of `text[index]`."""
    indices = element.child_by_field_name("indices")
    return element.child_by_field_name("index") or (indices.named_child(0) if indices is not None else None)
