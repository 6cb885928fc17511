"""Java's properties: a key and a value on a line, which may go on behind a backslash."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TypeAlias, Union

from seamark.patterns import regex

from .nodes import Entry, Mapping, Node, Scalar, Sequence

_LINE = regex(
    rb"^[ \t]*+(?![#!])((?:[^\s:=\\]|\\.)+)[ \t]*+[:= \t][ \t]*+((?>(?:[^\\\r\n]++|\\\r?\n[ \t]*+|\\[^\r\n])*))",
    re.MULTILINE,
)
_CONTINUED = regex(rb"\\\r?\n[ \t]*+")
_ESCAPED = regex(rb"\\(.)")
_STEPS = regex(r"\.|(?=\[)")

_Tree: TypeAlias = dict[str, Union["_Tree", Scalar]]


def property_lines(data: bytes) -> Iterator[tuple[str, Scalar]]:
    """The keys, in full, and their values, in the order of the text."""
    for line in _LINE.finditer(data):
        key, value = (_ESCAPED.sub(rb"\1", _CONTINUED.sub(b"", part)).strip() for part in line.groups())
        yield key.decode(errors="replace"), Scalar(value.decode(errors="replace"), *line.span(2))


def properties(data: bytes) -> list[Node | None]:
    """The one document of a text, as YAML would have it: `routes[0].uri=/a` is `{routes: [{uri: /a}]}`."""
    root: _Tree = {}
    for key, value in property_lines(data):
        *around, last = [step for step in _STEPS.split(key) if step] or [key]
        tree = root
        for step in around:
            below = tree.get(step)
            if not isinstance(below, dict):
                tree[step] = below = {}
            tree = below
        tree[last] = value
    return [_node(root)]


def _node(tree: _Tree | Scalar) -> Node:
    if isinstance(tree, Scalar):
        return tree
    if tree and all(step.startswith("[") for step in tree):
        return Sequence(lambda: [_node(one) for _, one in sorted(tree.items(), key=lambda item: _position(item[0]))])
    return Mapping(lambda: [Entry(Scalar(step, 0, 0), partial(_node, one)) for step, one in tree.items()])


def _position(step: str) -> tuple[int, str]:
    return len(step), step
