"""Long chains of calls, and whether a language's query has a pattern under way for each of their calls."""

from __future__ import annotations

from typing import NamedTuple
from unittest.mock import patch

from tree_sitter import Query, QueryCursor

from seamark.extract import captures, extract

MOST_UNDER_WAY = 64


class Chain(NamedTuple):
    """A text with a chain of calls: how it begins, one call, how it ends."""

    begin: str
    link: str
    end: str


CHAINS = {
    "c": Chain("void f() { a", "->b(c, 1)", "; }"),
    "go": Chain("package p\nfunc f() { a", ".b(&c, 1)", " }"),
    "java": Chain("class A { void f() { a", ".b(c, 1)", "; } }"),
    "php": Chain("<?php $a", "->b($c, 1)", ";"),
    "python": Chain("a", ".b(c, 1)", "\n"),
    "rust": Chain("fn f() { a", ".b(c, 1)", "; }"),
    "typescript": Chain("a", ".b(c, 1)", ";"),
}
"""One for each language."""


def is_each_call_under_way(language: str, chain: Chain) -> bool:
    """Whether a pattern is: each node is compared with all that are, so a chain takes the square of its length."""
    cursors = []

    def limited(query: Query) -> QueryCursor:
        cursors.append(cursor := QueryCursor(query, match_limit=MOST_UNDER_WAY))
        return cursor

    with patch.object(captures, "QueryCursor", limited):
        extract((chain.begin + chain.link * 300 + chain.end).encode(), language, frozenset())
    return any(cursor.did_exceed_match_limit for cursor in cursors)
