"""PHP's numbers, words and texts, with what is put into them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.expressions import filled_text
from seamark.extract.facts import Element, Literal, Scalar, Value
from seamark.extract.nodes import items, part

from .escapes import decode_single_quoted, decoded

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def integer(node: Node, reading: Reading) -> Value:
    """A number."""
    return Scalar(reading.text(node).replace("_", ""))


def word(node: Node, reading: Reading) -> Value:
    """`true`, `false`, `null`."""
    return Scalar(reading.text(node).lower())


def string(node: Node, reading: Reading) -> Value:
    """`'…'`, in which hardly anything is escaped."""
    start, end = _content(node, reading)
    return Literal(decode_single_quoted(reading.slice(start, end)), start, end)


def _content(node: Node, reading: Reading) -> tuple[int, int]:
    """The span between the quotes, also of `b'…'`; the closing one may not be typed yet."""
    data, start, end = reading.data, node.start_byte, node.end_byte
    if data[start : start + 1] in (b"b", b"B"):
        start += 1
    closed = end - start > 1 and data[start] == data[end - 1]
    return start + 1, end - 1 if closed else max(end, start + 1)


def encapsed_text(node: Node, reading: Reading) -> Value:
    """`"…"`, with what is put into it."""
    start, end = _content(node, reading)
    inside = [child for child in node.children if start <= child.start_byte and child.end_byte <= end]
    return filled_text(_put_in(inside, reading), start, end, reading, decoded)


def _put_in(children: list[Node], reading: Reading) -> Iterator[tuple[int, int, Value | None]]:
    """What is put into a text whose parts are these, and the signs around it."""
    before = ""
    for child in children:
        if child.type not in ("string_content", "escape_sequence", "nowdoc_string"):
            value = _interpolation(child, reading, braced=before == "{") if child.is_named else None
            yield child.start_byte, child.end_byte, value
        before = child.type


def _interpolation(node: Node, reading: Reading, *, braced: bool) -> Value:
    inner = items(node) if node.type == "subscript_expression" and not braced else []
    if len(inner) == 2 and inner[1].type == "name":  # "$a[key]"
        key = Literal(reading.text(inner[1]), inner[1].start_byte, inner[1].end_byte)
        return Element(reading.value(inner[0]), key)
    return reading.value(node)


def heredoc(node: Node, reading: Reading) -> Value:
    """Heredoc or nowdoc: the text ends before the last line's end, and loses the indentation of the closing mark."""
    closing = node.child_by_field_name("end_tag")
    data, start = reading.data, part(node, "identifier").end_byte
    end = node.end_byte if closing is None else closing.start_byte
    start = min(end, data.find(b"\n", start, end) + 1 or end)
    line = data.rfind(b"\n", start - 1, end) if closing is not None else -1
    indent = data[line + 1 : end].decode("utf-8", "replace") if line >= 0 else ""
    if line >= 0:
        end = line - 1 if data[line - 1 : line] == b"\r" else line
    start += len(indent.encode()) if data.startswith(indent.encode(), start, end) else 0
    end = max(start, end)

    def read(text: str) -> str:
        text = text.replace(f"\n{indent}", "\n") if indent else text
        return text if node.type == "nowdoc" else decoded(text)

    body = node.child_by_field_name("value")
    inside = [] if body is None or node.type == "nowdoc" else body.children
    return filled_text(_put_in(inside, reading), start, end, reading, read)
