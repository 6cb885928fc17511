"""Calls of macros."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from seamark.extract.facts import MACRO, Argument, Call, Concat, Hole, Member, Name, Value
from seamark.extract.nodes import items

from .nodes import identifier
from .texts import formatted_text
from .tokens import has_arms, token_arguments

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_FORMATS = ("format", "format_args", "formatcp")
_WRITES = ("write", "writeln")
_CONCATS = ("concat", "concatcp", "const_concat")


def macro(node: Node, reading: Reading) -> Value:
    """`format!` and its like are texts, `vec!` is a list; any other macro is a call of what is called `name!`.

    What `write!` is given are where it writes, and the text.
    """
    tokens, callee = node.children[-1], node.child_by_field_name("macro")
    if callee is not None and has_arms(tokens, reading):
        given = tuple(token_arguments(tokens, reading))
        return Call(as_macro(reading.value(callee)), given, False, node.start_byte, node.end_byte)
    root = reading.embedded_node(tokens)
    if root is None or callee is None:
        return Hole()
    whole = root.descendant_for_byte_range(tokens.start_byte, tokens.end_byte)
    if whole is None or whole.type not in ("tuple_expression", "parenthesized_expression", "array_expression"):
        return Hole()
    if macro_name(node, reading) == "vec":
        return reading.value(whole) if whole.type == "array_expression" else Hole()
    arguments = [_macro_argument(child, reading) for child in items(whole) if child.type != "ERROR"]
    if macro_name(node, reading) in _FORMATS:
        return formatted_text(arguments, reading)
    if macro_name(node, reading) in _WRITES and len(arguments) > 1:
        arguments = [arguments[0], Argument("", formatted_text(arguments[1:], reading))]
    if macro_name(node, reading) in _CONCATS:
        return Concat(tuple(argument.value for argument in arguments), tokens.start_byte + 1, tokens.end_byte - 1)
    return Call(as_macro(reading.value(callee)), tuple(arguments), False, node.start_byte, node.end_byte)


def macro_name(node: Node, reading: Reading) -> str:
    """The name of the macro that is called, without its path."""
    name = node.child_by_field_name("macro")
    return "" if name is None else reading.text(name).rpartition("::")[2].strip()


def as_macro(called: Value) -> Value:
    """What is called, with the name that macros have."""
    return replace(called, name=called.name + MACRO) if isinstance(called, Name | Member) else called


def _macro_argument(node: Node, reading: Reading) -> Argument:
    left = node.child_by_field_name("left") if node.type == "assignment_expression" else None
    if left is None:
        return Argument("", reading.value(node))
    return Argument(identifier(left, reading), reading.value(node.child_by_field_name("right")))
