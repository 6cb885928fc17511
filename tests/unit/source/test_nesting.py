"""Texts whose brackets nest too deep are not read; what only looks like that is."""

from __future__ import annotations

import pytest

from seamark.source import ParseLimitError, parse
from seamark.source.grammars import GrammarName
from seamark.source.parsing.nesting import MAX_NESTED

DEEP = MAX_NESTED + 600


@pytest.mark.parametrize(
    ("grammar", "opening", "closing"),
    [
        ("typescript", "class A { m() {\n", "}}\n"),
        ("typescript", "if (a) {\n", "}\n"),
        ("go", "func() {\n", "}()\n"),
        ("rust", "fn a() {\n", "}\n"),
        ("python", "[a for a in\n", "]\n"),
        ("java", "f(", ")"),
    ],
)
def test_brackets_that_nest_deep(grammar: GrammarName, opening: str, closing: str) -> None:
    with pytest.raises(ParseLimitError, match="nests more than 1,000 deep"):
        parse(grammar, (opening * DEEP + closing * DEEP).encode())
    parse(grammar, (opening * 100 + closing * 100).encode())


@pytest.mark.parametrize(
    ("grammar", "text"),
    [
        ("python", 'sad = ["' + ":(" * DEEP + '"]\n'),
        ("typescript", "a" + ".b()" * DEEP),
        ("typescript", "f();\n" * DEEP),
        ("python", "a = 0" + " + f(1)" * DEEP),
        ("c", "void f() {\n" + "if (a) { b(); } else " * DEEP + "c();\n}\n"),
    ],
)
def test_what_does_not_nest_by_brackets(grammar: GrammarName, text: str) -> None:
    assert not parse(grammar, text.encode()).root_node.has_error
