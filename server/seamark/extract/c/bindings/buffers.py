"""What functions of the standard library, and of GLib, write into buffers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import Call, Concat, Element, Member, Name, Scalar, Value
from seamark.extract.nodes import items

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_BUILDERS = {
    "sprintf": ("format", 1),
    "snprintf": ("format", 2),
    "_snprintf": ("format", 2),
    "sprintf_s": ("format", 2),
    "vsprintf": ("format", 1),
    "vsnprintf": ("format", 2),
    "asprintf": ("format", 1),
    "vasprintf": ("format", 1),
    "strcpy": ("copy", 1),
    "strncpy": ("copy", 1),
    "stpcpy": ("copy", 1),
    "strlcpy": ("copy", 1),
    "strcpy_s": ("copy", 2),
    "strcat": ("append", 1),
    "strncat": ("append", 1),
    "strlcat": ("append", 1),
    "strcat_s": ("append", 2),
    "regcomp": ("copy", 1),
    "g_snprintf": ("format", 2),
    "g_vsnprintf": ("format", 2),
    "g_strlcpy": ("copy", 1),
    "g_strlcat": ("append", 1),
    "g_string_printf": ("format", 1),
    "g_string_assign": ("copy", 1),
    "g_string_append": ("append", 1),
    "g_string_append_c": ("append", 1),
    "g_string_append_uri_escaped": ("append", 1),
    "g_string_append_printf": ("append format", 1),
    "g_string_prepend": ("prepend", 1),
    "g_string_prepend_c": ("prepend", 1),
}
"""Functions of the standard library, and of GLib, that write a text into their first argument, or what stands for it:
how, and which argument states it."""


def builds(node: Node, reading: Reading) -> bool:
    """Whether a call is one of what writes a text by itself."""
    function = node.child_by_field_name("function")
    name = "" if function is None else reading.text(function).rpartition("::")[2]
    return name in _BUILDERS or (function is not None and function.type == "field_expression")


def filled_buffer(node: Node, reading: Reading) -> tuple[Value, Value] | None:
    """The buffer that a call fills, and what it holds afterwards.

    A format is the text whose method `sprintf` is called with what it formats.
    """
    call = reading.value(node)
    listed = items(node.child_by_field_name("arguments"))
    if not isinstance(call, Call) or not isinstance(call.callee, Name | Member) or not listed:
        return None
    if call.callee.name == "append" and isinstance(call.callee, Member):
        given = [argument.value for argument in call.arguments]
        return (call.callee.of, _append_text(call.callee.of, given[0], node)) if len(given) == 1 else None
    kind, position = _BUILDERS[call.callee.name]
    if len(call.arguments) <= position:
        return None
    buffer, appends = _buffer(listed[0], reading)
    text = call.arguments[position].value
    if kind.endswith("format"):
        callee = Member(text, "sprintf", call.callee.start, call.callee.end)
        text = Call(callee, call.arguments[position + 1 :], False, node.start_byte, node.end_byte)
    if kind == "prepend":
        return buffer, Concat((text, buffer), node.start_byte, node.end_byte)
    return buffer, _append_text(buffer, text, node) if appends or kind.startswith("append") else text


def _append_text(buffer: Value, text: Value, node: Node) -> Value:
    return Concat((buffer, text), node.start_byte, node.end_byte)


def _buffer(node: Node, reading: Reading) -> tuple[Value, bool]:
    """The buffer that an argument stands for, and whether what is in it stays: `buf`, `&buf`, `buf + n`, `&buf[n]`."""
    if node.type == "pointer_expression":
        argument = node.child_by_field_name("argument")
        if argument is not None and argument.type == "subscript_expression":
            found = reading.value(argument)
            first = isinstance(found, Element) and found.key == Scalar("0")
            return reading.value(argument.child_by_field_name("argument")), not first
    if node.type == "binary_expression":
        return reading.value(node.child_by_field_name("left")), True
    value = reading.value(node)
    if isinstance(value, Call) and isinstance(value.callee, Member) and value.callee.name in ("data", "c_str"):
        return value.callee.of, False
    return value, False
