"""Texts from a place on, as they are compared: `path + 4`, `path + strlen("/api")`, `&path[1]`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import SLICE, Argument, Call, Literal, Name, Scalar, Value

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.reading import Reading


def sliced(node: Node | None, reading: Reading) -> Value | None:
    """What a variable's text is from a place on, as the call `SLICE`; None for anything else."""
    if node is None:
        return None
    of = by = None
    if node.type == "binary_expression" and reading.text(node.children[1]) == "+":
        of, by = node.child_by_field_name("left"), node.child_by_field_name("right")
    elif node.type == "pointer_expression" and reading.data[node.start_byte] == ord("&"):
        element = node.child_by_field_name("argument")
        if element is not None and element.type == "subscript_expression":
            indices = element.child_by_field_name("indices")
            of, by = element.child_by_field_name("argument"), element.child_by_field_name("index")
            by = by or (indices.named_child(0) if indices is not None else None)
    number = None if by is None else _length(by, reading)
    if of is None or of.type != "identifier" or number is None:
        return None
    at, given = node.start_byte, (Argument("", reading.value(of)), Argument("", Scalar(str(number))))
    return Call(Name(SLICE, at, at), given, False, at, node.end_byte)


def _length(node: Node, reading: Reading) -> int | None:
    """A number that is written out, or the length of a text that is."""
    match reading.value(node):
        case Scalar(text=text) if node.type == "number_literal" and text.isdecimal():
            return int(text)
        case Call(callee=Name(name="strlen"), arguments=(Argument(value=Literal(text=text)),)):
            return len(text.encode())
    return None
