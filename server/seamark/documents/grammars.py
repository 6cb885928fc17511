"""Grammars of tree-sitter for documents, each made when the first such document is read."""

from __future__ import annotations

from functools import cache

from tree_sitter import Language, Node, Query


@cache
def grammar(name: str, patterns: str) -> tuple[Language, Query]:
    """The grammar of this name of the language pack, and these patterns as a query of it."""
    from tree_sitter_language_pack import get_language

    language = get_language(name)  # type: ignore[arg-type]
    return language, Query(language, patterns)


def text(node: Node) -> str:
    """The text of a node; bytes that are no UTF-8 are replaced."""
    return (node.text or b"").decode(errors="replace")
