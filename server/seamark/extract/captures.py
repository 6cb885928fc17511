"""What a language's queries capture in trees, and in the texts that a grammar leaves unread."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from tree_sitter import Query, QueryCursor, Range

from seamark.source import Dialect, grammar, language, parse

from . import graphql
from .language import Language

if TYPE_CHECKING:
    from tree_sitter import Language as Grammar
    from tree_sitter import Node, Tree

MAX_EMBEDDED = 8
"""Embedded texts nested deeper than this are not read."""


Captures = dict[str, list["Node"]]


def captured(
    dialect: Dialect,
    tree: Tree,
    data: bytes,
    syntax: Language,
    within: tuple[int, int] | None = None,
    counting: Callable[[Captures], Captures] = dict,
) -> Captures:
    """What a language's query captures in a tree; or what counts of those matches that touch the bytes `within`."""
    cursor = QueryCursor(_query(language(dialect), syntax.queries[dialect.name]))
    if within is not None:
        cursor.set_byte_range(*within)
    captures: Captures = {}
    for node in graphql.texts(tree.root_node, data, syntax.expressions.values):
        match = {"document": [node]}
        captures.setdefault("document", []).extend((match if within is None else counting(match)).get("document", ()))
    waiting = [(tree.root_node, 0)]
    for root, depth in waiting:
        for _, match in cursor.matches(root):
            counted = match if within is None else counting(match)
            embedded = counted.pop("embedded", ())
            for node in embedded if depth < MAX_EMBEDDED else ():
                parsed = _parsed(node, data, dialect)
                waiting.append((parsed, depth + 1))
                captures.setdefault("embedded", []).append(node)
                captures.setdefault("parsed", []).append(parsed)
            for name, nodes in counted.items():
                if name in captures:
                    captures[name] += nodes
                else:
                    captures[name] = nodes
    return captures


def _parsed(node: Node, data: bytes, dialect: Dialect) -> Node:
    """The text of `node` parsed by itself; its offsets are the file's."""
    within = Range(node.start_point, node.end_point, node.start_byte, node.end_byte)
    return parse(grammar(dialect), data, (within,)).root_node


@lru_cache
def _query(grammar: Grammar, text: str) -> Query:
    """The compiled query, which dialects of one grammar share: it takes up to a sixth of a second."""
    return Query(grammar, text)
