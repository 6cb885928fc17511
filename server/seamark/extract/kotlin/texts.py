"""What strings and characters say, with what is put into them (Kotlin language specification, 1.2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.escapes import decoder
from seamark.extract.expressions import filled_text
from seamark.extract.facts import Literal, Name, Value
from seamark.extract.nodes import content, first

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_RAW = b'"""'

_decoded = decoder(r"u[0-9a-fA-F]{4}|.", {"b": "\b", "n": "\n", "r": "\r", "t": "\t"}, unknown_stay=False)
"""A string's text with its escapes replaced."""


def string(node: Node, reading: Reading) -> Value:
    """`"…$id…${a.b}…"`, also between three quotes, where nothing is escaped."""
    is_raw = reading.data.startswith(_RAW, node.start_byte) and node.end_byte - node.start_byte > len(_RAW)
    start, end = content(node, reading.data)
    if is_raw:
        start = node.start_byte + len(_RAW)
        end = node.end_byte - len(_RAW) * reading.data.endswith(_RAW, start, node.end_byte)
    put_in = [_put_in(child, reading) for child in node.named_children if child.type in _PUT_IN]
    return filled_text(put_in, start, end, reading, _as_written if is_raw else _decoded)


def character(node: Node, reading: Reading) -> Value:
    """`'/'`"""
    start, end = content(node, reading.data)
    return Literal(_decoded(reading.slice(start, end)), start, end)


_PUT_IN = ("interpolated_identifier", "interpolated_expression")


def _put_in(node: Node, reading: Reading) -> tuple[int, int, Value]:
    """What is put in, with its marks: `$id`, `${a.b}`."""
    if node.type == "interpolated_identifier":
        return node.start_byte - 1, node.end_byte, Name(reading.text(node), node.start_byte, node.end_byte)
    closing = node.next_sibling
    end = closing.end_byte if closing is not None and closing.type == "}" else node.end_byte
    return node.start_byte - 2, end, reading.value(first(node))


def _as_written(text: str) -> str:
    return text
