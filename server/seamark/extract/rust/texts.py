"""Texts and numbers, and what `format!` makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.expressions import filled_text, scalar
from seamark.extract.facts import Argument, Hole, Literal, Name, Scalar, Value
from seamark.extract.language import Readers
from seamark.patterns import regex

from .escapes import decoded

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def _string(node: Node, reading: Reading) -> Value:
    start, end = _content(node, reading)
    text = reading.slice(start, end)
    return Literal(text if node.type == "raw_string_literal" else decoded(text), start, end)


def _content(node: Node, reading: Reading) -> tuple[int, int]:
    """The span between the quotes of a string; the closing one may not be typed yet."""
    start = reading.data.find(b'"', node.start_byte, node.end_byte) + 1 or node.start_byte
    closing = b'"' + b"#" * reading.data.count(b"#", node.start_byte, start)
    end = node.end_byte - len(closing)
    closed = end >= start and reading.data[end : node.end_byte] == closing
    return start, end if closed else max(node.end_byte, start)


def _character(node: Node, reading: Reading) -> Value:
    start = node.start_byte + (2 if reading.data[node.start_byte : node.start_byte + 1] == b"b" else 1)
    end = max(node.end_byte - 1, start)
    return Literal(decoded(reading.slice(start, end)), start, end)


def _number(node: Node, reading: Reading) -> Value:
    return Scalar(_DECORATION.sub("", reading.text(node)))


_DECORATION = regex(r"_|(?:[iu](?:8|16|32|64|128|size)|f32|f64)$")
_DIGITS = 4
"""How many a position in a format has at most."""
_SLOT = regex(rb"\{\{|\}\}|\\u\{[^{}]*\}|\{([^{}:]*)(:[^{}]*)?\}")


def formatted_text(arguments: list[Argument], reading: Reading) -> Value:
    """The text that `format!("/users/{}/{id}", n)` makes."""
    template = arguments[0].value if arguments else None
    if not isinstance(template, Literal):
        return Hole()
    positional = [argument.value for argument in arguments[1:] if not argument.name]
    named = {argument.name: argument.value for argument in arguments if argument.name}
    raw = reading.data[template.start - 2 : template.start] in (b'r"', b'#"')
    read = _replace_braces if raw else _replace_escapes
    return filled_text(_slots(template, positional, named, reading), template.start, template.end, reading, read)


def _slots(
    template: Literal, positional: list[Value], named: dict[str, Value], reading: Reading
) -> Iterator[tuple[int, int, Value]]:
    """Where values stand in a format, and which."""
    taken = 0
    for slot in _SLOT.finditer(reading.data, template.start, template.end):
        if slot[0] in (b"{{", b"}}") or slot[0].startswith(b"\\"):
            continue
        key = slot[1].decode("utf-8", "replace").strip()
        taken += b".*" in (slot[2] or b"")
        if not key or (key.isdecimal() and len(key) <= _DIGITS):
            index = int(key) if key else taken
            taken += not key
            yield *slot.span(), positional[index] if index < len(positional) else Hole()
        else:
            yield *slot.span(), named.get(key) or Name(key, slot.start(1), slot.end(1))


def _replace_braces(text: str) -> str:
    return text.replace("{{", "{").replace("}}", "}")


def _replace_escapes(text: str) -> str:
    return _replace_braces(decoded(text))


TEXTS: Readers = {
    "string_literal": _string,
    "raw_string_literal": _string,
    "char_literal": _character,
    "integer_literal": _number,
    "float_literal": _number,
    "boolean_literal": scalar,
}
