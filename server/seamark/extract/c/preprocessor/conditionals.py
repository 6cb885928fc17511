"""Conditional groups (`#ifdef … #else … #endif`, C11, 6.10.1) that hold parts of statements.

The grammar takes a group for whole statements or declarations. Where it holds less, it loses the function around it:

    if (mg_match(uri, A)) { … }
    #ifdef WITH_B
    else if (mg_match(uri, B)) { … }
    #endif
    else { … }

The lines of such groups are blanked, so that all branches count. Those that leave something open instead, each for the
same rest, are alternatives: of these only the first counts.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from seamark.patterns import regex

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_CLIMB = 60
_DIRECTIVE = rb"^[ \t]*+#(?>(?:[^\\\n]|\\\r?.)*)"
_LINE = regex(
    rb"^(?=[ \t]*+#[ \t]*+(?:(if)(?:n?def)?|el(?:se|if\w*+)|(endif))\b)%s" % _DIRECTIVE, re.MULTILINE | re.DOTALL
)
_PIECE = regex(
    rb'(?P<nothing>%s|//[^\n]*+|/\*.*?(?:\*/|\Z))|\w++|"(?>(?:[^"\\\n]|\\.)*)"?|\'(?>(?:[^\'\\\n]|\\.){0,12})\'|\S'
    % _DIRECTIVE,
    re.MULTILINE | re.DOTALL,
)


class _Branch(Struct):
    """Between two lines of a group: how many braces it leaves open, and whether it begins and ends as a statement."""

    depth: int = 0
    whole: bool = True


def without(root: Node, data: bytes) -> bytes:
    """The text, of the same length, without the groups that the grammar stumbled on."""
    blank = bytearray(data)
    for group in _groups(data):
        if _is_lost(root, group[0][1] - 1):
            for start, end in _superfluous(group, data):
                blank[start:end] = b" " * (end - start)
    return bytes(blank)


def _groups(data: bytes) -> list[list[tuple[int, int]]]:
    """The lines of each group: that which begins it, those between its branches, that which ends it."""
    groups, unended = list[list[tuple[int, int]]](), list[list[tuple[int, int]]]()
    for line in _LINE.finditer(data):
        if line[1] is not None:
            unended.append([line.span()])
        elif unended:
            unended[-1].append(line.span())
            if line[2] is not None:
                groups.append(unended.pop())
    return groups


def _is_lost(root: Node, offset: int) -> bool:
    """Whether the group whose first line ends at `offset` is none to the grammar, or one with an error."""
    node = root.descendant_for_byte_range(offset, offset)
    for _ in range(MAX_CLIMB):
        if node is None:
            return True
        if node.type in ("preproc_if", "preproc_ifdef"):
            return node.has_error
        node = node.parent
    return True


def _superfluous(group: list[tuple[int, int]], data: bytes) -> list[tuple[int, int]]:
    """What of a group is blanked: nothing if it holds whole statements, or braces in such a way that none fit."""
    branches = [_branch(data[end:start]) for (_, end), (start, _) in pairwise(group)]
    if all(branch.whole and not branch.depth for branch in branches) or len({branch.depth for branch in branches}) > 1:
        return []
    if branches[0].depth and len(branches) > 1:
        return [group[0], (group[1][0], group[-1][1])]
    return group


def _branch(text: bytes) -> _Branch:
    pieces = [piece[0] for piece in _PIECE.finditer(text) if piece["nothing"] is None]
    whole = not pieces or (pieces[0] != b"else" and pieces[-1] in (b";", b"}", b":"))
    return _Branch(pieces.count(b"{") - pieces.count(b"}"), whole)
