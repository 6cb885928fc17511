"""What the conditions of queries are, and that no tree is left behind."""

from __future__ import annotations

import re
import tracemalloc

import pytest
from tree_sitter import Query, QueryCursor

from seamark.extract import captures, extract, syntax_of
from seamark.extract.captures import OWN_CONDITIONS
from seamark.languages import LANGUAGES

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


CHAINS = {
    "c": ("void f() { a", "->b(c, 1)", "; }"),
    "go": ("package p\nfunc f() { a", ".b(&c, 1)", " }"),
    "java": ("class A { void f() { a", ".b(c, 1)", "; } }"),
    "php": ("<?php $a", "->b($c, 1)", ";"),
    "python": ("a", ".b(c, 1)", "\n"),
    "rust": ("fn f() { a", ".b(c, 1)", "; }"),
    "typescript": ("a", ".b(c, 1)", ";"),
}
MOST_UNDER_WAY = 64
WAITING = {"cpp", "kotlin"}
"""Languages of which a pattern goes on behind what a call is on."""


@pytest.mark.parametrize("language", [one.name for one in LANGUAGES if one.name not in WAITING])
def test_no_pattern_is_under_way_for_each_call_of_a_chain(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each node is compared with all that are, so reading a chain would take the square of its length."""
    cursors = []

    def limited(query: Query) -> QueryCursor:
        cursors.append(cursor := QueryCursor(query, match_limit=MOST_UNDER_WAY))
        return cursor

    monkeypatch.setattr(captures, "QueryCursor", limited)
    begin, link, end = CHAINS[language]
    extract((begin + link * 300 + end).encode(), language, frozenset())
    assert [cursor.did_exceed_match_limit for cursor in cursors] == [False]
