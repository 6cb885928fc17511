"""What readers of several languages make of grammars that have no fields, as that of Kotlin."""

from __future__ import annotations

import pytest
from tree_sitter import Parser
from tree_sitter_language_pack import get_language

from seamark.extract.nodes import operands, operator, sides
from seamark.source.parsing import parse


@pytest.mark.parametrize(
    ("text", "sign", "parts"),
    [
        ("a + b", "+", ["a", "b"]),
        ('a + "/b" + c', "+", ["a", '"/b"', "c"]),
        ("a - b + c", "+", ["a - b", "c"]),
        ("a ?: b", "?:", ["a", "b"]),
    ],
)
def test_operands_without_fields(text: str, sign: str, parts: list[str]) -> None:
    (statement,) = Parser(get_language("kotlin")).parse(text.encode()).root_node.named_children
    assert operator(statement) == sign
    assert len(sides(statement)) == 2
    assert [text[one.start_byte : one.end_byte] for one in operands(statement, sign)] == parts


@pytest.mark.parametrize("text", ["a + b + c", "a ** b ** c"])
def test_operands_of_what_nests_to_either_side(text: str) -> None:
    (statement,) = parse("javascript", text.encode()).root_node.named_children
    (whole,) = statement.named_children
    found = operands(whole, operator(whole))
    assert [text[one.start_byte : one.end_byte] for one in found] == ["a", "b", "c"]
