"""Top-level declarations whose annotations tree-sitter's grammar takes for the signs before an expression.

It does so if another declaration follows: `@A @B("x") class One { … }` is then the expression `class One { … }`. Only a
list of annotations, `@[A B("x")]`, says the same and is never misread (language specification, 4.1.10), so that is put
in its place, with every name where it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.source import KOTLIN, grammar, parse

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from seamark.extract.facts import Call
    from seamark.extract.language import Language


_OPENING = ord("[")


def misreads_annotations(tree: Tree) -> bool:
    """Whether the tree has annotations of declarations before expressions."""
    return any(
        node.type == "prefix_expression" and node.children[0].type == "annotation" for node in tree.root_node.children
    )


def mend_annotations(tree: Tree, data: bytes, _language: Language) -> tuple[Tree, list[Call]]:
    """The tree of the text with lists of all annotations at its top level, if some were misread; no call is added.

    Whether the grammar misreads those of a declaration depends on the others.
    """
    if not misreads_annotations(tree):
        return tree, []
    text = bytearray(data)
    for starts, end in map(_leading_annotations, tree.root_node.children):
        if starts:
            _put_list(text, starts, end)
    return parse(grammar(KOTLIN), bytes(text)), []


def _leading_annotations(statement: Node) -> tuple[list[int], int]:
    """Where the annotations at its begin begin, and where the last one ends."""
    starts, end = list[int](), 0
    within: Node | None = statement
    while within is not None:
        if within.type == "parenthesized_expression" and within.start_byte == end:
            return starts, within.end_byte  # What the last one is given was taken for an expression.
        following = None
        for one in within.children:
            if one.type != "annotation":
                following = one
                break
            starts.append(one.start_byte)
            end = one.end_byte
        within = following
    return starts, end


def _put_list(text: bytearray, starts: list[int], end: int) -> None:
    """Write `@[A B]` for annotations that begin at these places, if there is room for it: names stay where they are."""
    start = starts[0]
    room = _spare(text, start)
    if room is None or not text[end : end + 1].isspace() or any(text[one + 1] == _OPENING for one in starts):
        return
    text[room:start] = text[room + 1 : start] + b"@"
    text[start : start + 1] = b"["
    for other in starts[1:]:
        text[other : other + 1] = b" "
    text[end : end + 1] = b"]"


def _spare(text: bytearray, start: int) -> int | None:
    """Which byte before a declaration's line means nothing there: one of several blanks, or the last of a comment."""
    before = bytes(text[:start]).rstrip()
    blanks = bytes(text[len(before) : start])
    if len(blanks) > 1 and b"\n" in blanks:
        return start - 1 if b"\n" in blanks[:-1] else len(before)
    is_block = before.endswith(b"*/")
    if blanks != b"\n" or not (is_block or before[before.rfind(b"\n") + 1 :].lstrip().startswith(b"//")):
        return None
    last = before[-3 if is_block else -1 :][:1]
    return None if last in (b"*", b"/") or not last.isascii() else len(before) - (3 if is_block else 1)
