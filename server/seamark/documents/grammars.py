"""Queries of tree-sitter for documents, each compiled when the first such document is read."""

from __future__ import annotations

from functools import cache

from tree_sitter import Node, Query

from seamark.source import GrammarName, load


@cache
def query_of(grammar: GrammarName, patterns: str) -> Query:
    """These patterns as a query of a grammar."""
    return Query(load(grammar), patterns)


def text(node: Node) -> str:
    """The text of a node; bytes that are no UTF-8 are replaced."""
    return (node.text or b"").decode(errors="replace")
