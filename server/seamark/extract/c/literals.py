"""Texts, numbers and the other literals of C and C++, with the macros in and after them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from seamark.extract.facts import Concat, Literal, Name, Scalar, Value
from seamark.extract.nodes import items
from seamark.patterns import regex

from .escapes import decoded

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_LETTERS = regex(r"PRI([diouxX])(?:(?:LEAST|FAST)?(?:8|16|32|64)|MAX|PTR)")
"""The macros of <inttypes.h> for the letter of a conversion."""


def identifier(node: Node, reading: Reading) -> Value:
    """A name, or a macro that stands for the letter of a conversion."""
    text = reading.text(node)
    letter = _LETTERS.fullmatch(text) if text.startswith("PRI") else None
    if letter is not None:
        return Literal(letter[1], node.start_byte, node.end_byte)
    return Name(text, node.start_byte, node.end_byte)


def string(node: Node, reading: Reading) -> Value:
    """A string with the macros in and after it: C++'s grammar does not know `"/api/" VERSION`."""
    parts, end = _literals(node, reading), node.end_byte
    while (macro := _MACRO.match(reading.data, end)) is not None:
        parts.append(_named_macro(macro))
        end = macro.end()
    return parts[0] if len(parts) == 1 else Concat(tuple(parts), node.start_byte, end)


_MACRO = regex(rb"\s++([A-Za-z_]\w*+)(?=\s*+(?:[),;}\]]|[A-Za-z_]))")
BETWEEN = regex(rb'(?<!\\)"(?=\s*+([A-Za-z_]\w*+)\s*+("))')
"""A macro between two texts, if the first quote closes one."""


def _literals(node: Node, reading: Reading) -> list[Value]:
    """A string, or the several that it is with macros between them."""
    first, last = node.children[0], node.children[-1]
    start, end = first.end_byte, last.start_byte if last.type in ('"', "'") and last != first else node.end_byte
    parts: list[Value] = []
    for macro in BETWEEN.finditer(reading.data, start, end):
        if macro.start() >= start:
            parts += [_literal(start, macro.start(), reading), _named_macro(macro)]
            start = macro.end(2)
    return [*parts, _literal(start, end, reading)]


def _literal(start: int, end: int, reading: Reading) -> Value:
    return Literal(decoded(reading.slice(start, end)), start, end)


def _named_macro(found: re.Match[bytes]) -> Value:
    text = found[1].decode()
    letter = _LETTERS.fullmatch(text) if text.startswith("PRI") else None
    kind, said = (Name, text) if letter is None else (Literal, letter[1])
    return kind(said, found.start(1), found.end(1))


def character(node: Node, reading: Reading) -> Value:
    """`'a'`"""
    return _literal(node.start_byte + 1, max(node.end_byte - 1, node.start_byte + 1), reading)


def raw_string(node: Node, reading: Reading) -> Value:
    """`R"(a)"`"""
    for child in node.named_children:
        if child.type == "raw_string_content":
            return Literal(reading.text(child), child.start_byte, child.end_byte)
    return Literal("", node.end_byte, node.end_byte)


def adjacent(node: Node, reading: Reading) -> Value:
    """`"a" "b"`, also with macros among them."""
    parts: list[Value] = []
    for child in items(node):
        for part in items(child) if child.type == "ERROR" else [child]:
            parts += _literals(part, reading) if part.type == "string_literal" else [reading.value(part)]
    return Concat(tuple(parts), node.start_byte, node.end_byte)


def number(text: str) -> Value:
    """A number as it is written into a string."""
    digits = text.replace("'", "")
    whole = integer(digits.rstrip("uUlLzZ"))
    return Scalar(digits.rstrip("fFlL") if whole is None else str(whole))


def integer(digits: str) -> int | None:
    """The integer that C's digits state, octal ones as well; None if it is none, or too long to be one."""
    try:
        return int(digits, 8 if _OCTAL.fullmatch(digits) else 0) if len(digits) <= MAX_DIGITS else None
    except ValueError:
        return None


MAX_DIGITS = 66
"""How many characters an integer has at most: 64 binary digits behind `0b`."""
_OCTAL = regex(r"0[0-7]+")


def numeral(node: Node, reading: Reading) -> Value:
    """A number."""
    return number(reading.text(node))


def boolean(node: Node, reading: Reading) -> Value:
    """`true`, `false`"""
    return Scalar(reading.text(node))


def null(_node: Node, _reading: Reading) -> Value:
    """`NULL`, `nullptr`"""
    return Scalar("null")
