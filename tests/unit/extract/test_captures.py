"""What the conditions of queries are, and that no tree is left behind."""

from __future__ import annotations

import re
import tracemalloc

import pytest

from seamark.extract import extract, syntax_of
from seamark.extract.captures import OWN_CONDITIONS
from seamark.languages import LANGUAGES
from tests.unit.extract.chains import CHAINS, is_each_call_under_way

BUILT_IN = {"any-of?", "eq?", "match?", "not-match?"}
"""Those of tree-sitter's binding that queries use: https://tree-sitter.github.io/py-tree-sitter/."""
READ = 10
TEXTS = {
    "go": b'package p\nfunc f() { get("/a") }\n' * 300,
    "php": b"<?php\n" + b"$app->get('/a', 1);\n" * 300,
    "python": b'app.get("/a")\n' * 300,
    "rust": b'fn f() { url.push_str("/a"); }\n' * 300,
    "typescript": b"list.forEach((one) => { get(one) })\n" * 300,
}


@pytest.mark.parametrize("language", [one.name for one in LANGUAGES])
def test_all_conditions_of_queries_are_known(language: str) -> None:
    written = {name for text in syntax_of(language).queries.values() for name in re.findall(r"\(#([\w-]+[?!])", text)}
    assert written <= BUILT_IN | OWN_CONDITIONS.keys()


@pytest.mark.parametrize(("dialect", "text"), TEXTS.items(), ids=TEXTS)
def test_no_tree_is_left_behind(dialect: str, text: bytes) -> None:
    extract(text, dialect, frozenset())
    tracemalloc.start()
    try:
        extract(text, dialect, frozenset())
        before, most = tracemalloc.get_traced_memory()
        for _ in range(READ):
            extract(text, dialect, frozenset())
        left = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert left < most, "as much as one reading takes is left after some"


WAITING = {"cpp", "kotlin"}
"""Languages of which a pattern goes on behind what a call is on."""


@pytest.mark.parametrize("language", [one.name for one in LANGUAGES if one.name not in WAITING])
def test_no_pattern_is_under_way_for_each_call_of_a_chain(language: str) -> None:
    assert language in CHAINS, "CHAINS in tests/unit/extract/chains.py"
    assert not is_each_call_under_way(language, CHAINS[language]), "a pattern goes on behind what a call is on"
