"""What strings, text blocks and characters say (language specification, 3.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.escapes import decoder
from seamark.extract.facts import Literal, Value
from seamark.extract.nodes import content

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_BLOCK = b'"""'

decoded = decoder(
    r"\r\n|u+[0-9a-fA-F]{4}|[0-3]?[0-7]{1,2}|.",
    {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "s": " ", "t": "\t"},
    unknown_stay=False,
)
"""A string's text with its escapes replaced."""


def string(node: Node, reading: Reading) -> Value:
    """`"…"`, `'…'`, and text blocks."""
    if reading.data.startswith(_BLOCK, node.start_byte) and node.end_byte - node.start_byte > len(_BLOCK):
        return _block(node, reading)
    start, end = content(node, reading.data)
    return Literal(decoded(reading.slice(start, end)), start, end)


def _block(node: Node, reading: Reading) -> Literal:
    """A text block, whose span begins with its first word: without the indentation that all its lines share."""
    start, end = node.start_byte + len(_BLOCK), node.end_byte
    if reading.data.endswith(_BLOCK, start, end):
        end -= len(_BLOCK)
    first, _, rest = reading.slice(start, end).partition("\n")
    lines = rest.split("\n") if not first.strip() else [first, *rest.split("\n")]
    counted = [*filter(str.strip, lines[:-1]), *lines[-1:]]
    indentation = min((len(line) - len(line.lstrip()) for line in counted), default=0)
    text = "\n".join(line[indentation:].rstrip() for line in lines)
    blank = len(reading.data[start:end]) - len(reading.data[start:end].lstrip())
    return Literal(decoded(text), min(start + blank, end), end)
