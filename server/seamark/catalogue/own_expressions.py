"""Regular expressions in tables of a user's own: only such as keep nobody waiting, whatever they are matched with.

A workspace may come from anybody, and its `seamark.toml` with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from seamark.patterns import regex

from .mistakes import TableKey
from .schema import Library, Tree

_MOST_CHARACTERS = 500
_MOST_REPEATS = 2
_MOST_CHOICES = 4

_UNIT = regex(
    r"\\.|\[\^?\]?(?:\\.|[^]\\])*\]"
    r"|(?P<folders>\(\?:\[\^/\]\+/\)\*)"
    r"|(?P<group>\((?:\?(?:P<\w+>|<?[=!]|[:>]))?(?!\?))",
    re.DOTALL,
)
"""An escaped character, a class, any folders, or the beginning of a group without flags or a condition."""
_BARE = {None: "x", "folders": "x*", "group": "("}
_REPEATED_GROUP = regex(r"\)[*+{]")

_ALLOWED = (
    f"allowed are {_MOST_REPEATS} of `*`, `+` and `{{`, behind no group but `(?:[^/]+/)*`,"
    f" and {_MOST_CHOICES} of `?` and `|`"
)


def wrong_expressions(table: Library) -> Iterator[tuple[TableKey, str]]:
    """Where a user's table has a regular expression that is none, or may take long, and why."""
    for number, tree in enumerate(table.trees):
        yield from ((("trees", number, *place), said) for place, said in _wrong_in_tree(tree))


def _wrong_in_tree(tree: Tree) -> Iterator[tuple[TableKey, str]]:
    said = _wrong(tree.file)
    if said is not None:
        yield ("file",), said
    elif "path" not in re.compile(tree.file).groupindex:
        yield ("file",), f"`{tree.file}` has no group `path`"
    for segment, becomes in tree.segments.items():
        said = _wrong(segment) or _wrong_template(segment, becomes)
        if said is not None:
            yield ("segments", segment), said


def _wrong(expression: str) -> str | None:
    """Why an expression is none, or may take long."""
    if len(expression) > _MOST_CHARACTERS:
        return f"a regular expression has at most {_MOST_CHARACTERS} characters"
    try:
        re.compile(expression)
    except (re.error, OverflowError) as error:
        return f"`{expression}` is not a regular expression: {error}"
    bare = _UNIT.sub(lambda unit: _BARE[unit.lastgroup], expression)
    if "(?" in bare:
        return f"`{expression}` may not have flags, comments and conditions"
    repeats, choices = len(re.findall(r"[*+{]", bare)), len(re.findall(r"[?|]", bare))
    if repeats > _MOST_REPEATS or choices > _MOST_CHOICES or _REPEATED_GROUP.search(bare):
        return f"`{expression}` may take long: {_ALLOWED}"
    return None


def _wrong_template(expression: str, template: str) -> str | None:
    """Why nothing can be replaced so."""
    try:
        re.compile(expression).sub(template, "")
    except (re.error, IndexError) as error:
        return f"`{template}` cannot stand instead: {error}"
    return None
