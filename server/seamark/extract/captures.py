"""What a language's queries capture in trees, and in the texts that a grammar leaves unread."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tree_sitter import Query, QueryCursor, Range

from seamark.patterns import regex
from seamark.source import Dialect, grammar, language, parse

from . import graphql
from .language import Language
from .nodes import final, first
from .surroundings import Surroundings

if TYPE_CHECKING:
    from tree_sitter import Language as Grammar
    from tree_sitter import Node, Tree

MAX_EMBEDDED = 8
"""Embedded texts nested deeper than this are not read."""


Captures = dict[str, list["Node"]]
_Condition: TypeAlias = tuple[str, str, Sequence[str]]
"""A predicate's name, the capture of which it must hold, and the words that it is given."""


def find_captures(
    dialect: Dialect,
    tree: Tree,
    data: bytes,
    syntax: Language,
    within: tuple[int, int] | None = None,
    counting: Callable[[Captures], Captures] = dict,
) -> Captures:
    """What a language's query captures in a tree; or what counts of those matches that touch the bytes `within`."""
    query, conditions, dotted = _query(language(dialect), syntax.queries[dialect.name])
    cursor = QueryCursor(query)
    if within is not None:
        cursor.set_byte_range(*within)

    captures: Captures = {}
    for node in graphql.texts(tree.root_node, data, syntax.expressions.values):
        match = {"document": [node]}
        captures.setdefault("document", []).extend((match if within is None else counting(match)).get("document", ()))
    waiting = [(tree.root_node, 0)]
    for root, depth in waiting:
        text = _Text(data, Surroundings(root))
        for pattern, found in cursor.matches(root):
            own = conditions.get(pattern)
            if own is not None and not all(_holds(condition, found, text) for condition in own):
                continue
            match = found if dotted.isdisjoint(found) else _look_up(found, text)
            counted = match if within is None else counting(match)
            embedded = counted.pop("embedded", ())
            for node in embedded if depth < MAX_EMBEDDED else ():
                parsed = _parse_part(node, data, dialect)
                waiting.append((parsed, depth + 1))
                captures.setdefault("embedded", []).append(node)
                captures.setdefault("parsed", []).append(parsed)
            for name, nodes in counted.items():
                if name in captures:
                    captures[name] += nodes
                else:
                    captures[name] = nodes
    captures["root"] = [root for root, _ in waiting]
    return captures


class _Text(NamedTuple):
    """The bytes that nodes are in, and what is around them."""

    data: bytes
    around: Surroundings


def _look_up(match: Captures, text: _Text) -> Captures:
    """A match with what `@callee.field` stands for, the name in that field of a node, or `@loop.parent`.

    A pattern that goes on to the field itself is under way until then: in a chain, for each call that is nested there.
    If there is no plain name in the field, nothing is matched. In grammars without fields, `@callee.last` is the name
    that the last child begins with.
    """
    found: Captures = {}
    for capture, nodes in match.items():
        name, _, where = capture.partition(".")
        if not where:
            found[name] = nodes
        elif where.endswith(_PARENT):
            steps = where.count(_PARENT)
            found[name] = [around for node in nodes if (around := _around(node, steps, text)) is not None]
        else:
            found[name] = [inner for node in nodes if (inner := _name_in(node, where)) is not None]
            if not found[name]:
                return {}
    return found


_PARENT, _LAST = "parent", "last"


def _around(node: Node, steps: int, text: _Text) -> Node | None:
    """The parent of a node, or its parent in turn, so many steps on."""
    around: Node | None = node
    for _ in range(steps):
        around = None if around is None else text.around.parent(around)
    return around


def _name_in(node: Node, field: str) -> Node | None:
    """The plain name in a field of a node, be it with parameters of types."""
    inner = first(final(node)) if field == _LAST else node.child_by_field_name(field)
    while inner is not None and inner.named_child_count:
        inner = inner.child_by_field_name("name")
    return inner if inner is not None and inner.type.endswith(("identifier", "name")) else None


def _holds(condition: _Condition, match: Captures, text: _Text) -> bool:
    """Whether a pattern's own condition holds of a match: what `#called?`, `#in?` and the others say."""
    predicate, capture, words = condition
    return all(OWN_CONDITIONS[predicate](node, words, text) for node in match.get(capture, ()))


def _is_called(arguments: Node, names: Sequence[str], text: _Text) -> bool:
    """Whether these are the arguments of a call of a method of one of these names."""
    before = _LAST_WORD.search(text.data, max(0, arguments.start_byte - _BEFORE), arguments.start_byte)
    if before is not None and before[1].decode("utf-8", "replace") not in names:
        return False  # To look for what is around it takes longer.
    call = text.around.parent(arguments)
    function = None if call is None else call.child_by_field_name("function")
    method = None if function is None else function.child_by_field_name("property")
    return method is not None and method.text is not None and method.text.decode("utf-8", "replace") in names


_LAST_WORD = regex(rb"([\w$]+)\s*\Z")
_BEFORE = 64


def _has_field(node: Node, said: Sequence[str], _text: _Text) -> bool:
    """Whether a node has something in a field, the first one `said`: of one of the types behind it, if there are any.

    A pattern with a field is under way until that begins: of nested nodes, for each of them.
    """
    field, *types = said
    inner = node.child_by_field_name(field)
    return inner is not None and (not types or inner.type in types)


def _ends_in(node: Node, types: Sequence[str], _text: _Text) -> bool:
    """Whether the last thing in a node is of one of these types. A pattern would be under way until it ends."""
    last = final(node)
    return last is not None and last.type in types


def _has_child(node: Node, types: Sequence[str], _text: _Text) -> bool:
    """Whether anything directly in a node is of one of these types. A pattern would be under way until it ends."""
    return any(child.type in types for child in node.named_children)


def _has_name(node: Node, said: Sequence[str], _text: _Text) -> bool:
    """Whether what a node has in a field, the first one `said`, reads as one of the names behind it."""
    field, *names = said
    inner = node.child_by_field_name(field)
    return inner is not None and inner.text is not None and inner.text.decode("utf-8", "replace") in names


def _is_in(node: Node, types: Sequence[str], text: _Text) -> bool:
    """Whether what is around a node is of these types, inside out.

    A pattern that begins with what is around is under way until that ends: of nested blocks, for each of them.
    """
    around = node
    for one in types:
        outer = text.around.parent(around)
        if outer is None or outer.type != one:
            return False
        around = outer
    return True


OWN_CONDITIONS: dict[str, Callable[[Node, Sequence[str], _Text], bool]] = {
    "called?": _is_called,
    "ends?": _ends_in,
    "field?": _has_field,
    "holds?": _has_child,
    "in?": _is_in,
    "name?": _has_name,
}
"""The conditions of patterns that tree-sitter does not know, by their names in queries."""


def _parse_part(node: Node, data: bytes, dialect: Dialect) -> Node:
    """The text of `node` parsed by itself; its offsets are the file's."""
    within = Range(node.start_point, node.end_point, node.start_byte, node.end_byte)
    return parse(grammar(dialect), data, (within,)).root_node


@lru_cache
def _query(grammar: Grammar, text: str) -> tuple[Query, Mapping[int, Sequence[_Condition]], frozenset[str]]:
    """The compiled query, its patterns' own conditions, and its captures with a dot in their names.

    Dialects of one grammar share it: it takes a while.

    The conditions are read here, since tree-sitter's binding (0.26) keeps the tree for ever if it calls back for them.
    """
    query, source = Query(grammar, text), text.encode()
    conditions: dict[int, list[_Condition]] = {}
    for pattern in range(query.pattern_count):
        written = source[query.start_byte_for_pattern(pattern) : query.end_byte_for_pattern(pattern)].decode()
        for predicate, capture, words in _CONDITION.findall(written):
            conditions.setdefault(pattern, []).append((predicate, capture, re.findall(r'"([^"]*)"', words)))
    names = (query.capture_name(index) for index in range(query.capture_count))
    return query, conditions, frozenset(name for name in names if "." in name)


_CONDITION = regex(rf'\(#({"|".join(map(re.escape, OWN_CONDITIONS))})\s+@([\w.]+)((?:\s+"[^"]*")*)\s*\)')
