"""PHP's numbers, words and texts, with what is put into them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from seamark.extract.facts import Concat, Element, Hole, Literal, Scalar, Value
from seamark.extract.nodes import items

from .escapes import decoded, unquoted

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
    return Literal(unquoted(reading.slice(start, end)), start, end)


def _content(node: Node, reading: Reading) -> tuple[int, int]:
    """The span between the quotes, also of `b'…'`; the closing one may not be typed yet."""
    data, start, end = reading.data, node.start_byte, node.end_byte
    if data[start : start + 1] in (b"b", b"B"):
        start += 1
    closed = end - start > 1 and data[start] == data[end - 1]
    return start + 1, end - 1 if closed else max(end, start + 1)


def encapsed(node: Node, reading: Reading) -> Value:
    """`"…"`, with what is put into it."""
    start, end = _content(node, reading)
    inside = [child for child in node.children if start <= child.start_byte and child.end_byte <= end]
    return _interpolated(inside, start, end, reading, decoded)


def _interpolated(
    children: list[Node], start: int, end: int, reading: Reading, read: Callable[[str], str], *, first: bool = False
) -> Value:
    """The text from `start` to `end`, in which `children` stand; `read` decodes what is text."""
    parts: list[Value] = []
    position, before = start, ""

    def text(until: int) -> None:
        if until > position:
            written = reading.slice(position, until)
            parts.append(Literal(read(f"\n{written}")[1:] if first and not parts else read(written), position, until))

    for child in children:
        if child.type not in ("string_content", "escape_sequence", "nowdoc_string"):
            text(child.start_byte)
            if child.is_named:
                parts.append(_interpolation(child, reading, braced=before == "{"))
            position = child.end_byte
        before = child.type
    text(end)
    if not parts:
        return Literal("", start, max(start, end))
    return parts[0] if len(parts) == 1 and isinstance(parts[0], Literal) else Concat(tuple(parts), start, end)


def _interpolation(node: Node, reading: Reading, *, braced: bool) -> Value:
    inner = items(node) if node.type == "subscript_expression" and not braced else []
    if len(inner) == 2 and inner[1].type == "name":  # "$a[key]"
        key = Literal(reading.text(inner[1]), inner[1].start_byte, inner[1].end_byte)
        return Element(reading.value(inner[0]), key)
    return reading.value(node)


def heredoc(node: Node, reading: Reading) -> Value:
    """Heredoc or nowdoc: the text ends before the last line's end, and loses the indentation of the closing mark."""
    opening, closing = node.child_by_field_name("identifier"), node.child_by_field_name("end_tag")
    if opening is None:
        return Hole()
    data, start = reading.data, opening.end_byte
    end = node.end_byte if closing is None else closing.start_byte
    start = min(end, data.find(b"\n", start, end) + 1 or end)
    line = data.rfind(b"\n", start - 1, end) if closing is not None else -1
    indent = data[line + 1 : end].decode("utf-8", "replace") if line >= 0 else ""
    if line >= 0:
        end = line - 1 if data[line - 1 : line] == b"\r" else line
    end = max(start, end)

    def read(text: str) -> str:
        text = text.replace(f"\n{indent}", "\n") if indent else text
        return text if node.type == "nowdoc" else decoded(text)

    body = node.child_by_field_name("value")
    inside = [] if body is None or node.type == "nowdoc" else body.children
    return _interpolated(inside, start, end, reading, read, first=True)
