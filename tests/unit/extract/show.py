"""Shows how a grammar reads a file, then the facts of it: python -m tests.unit.extract.show FILE

A line of the tree is the node's field, its type, and its text if nothing is in it. Signs and words that have no type
stand in quotes, but brackets, commas, colons, dots and quotes are left out.
Facts are shown as soon as the file's language has a module in `extract`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from tree_sitter import Node

from seamark.languages import LANGUAGES
from seamark.source import dialect_of
from seamark.source.dialects import grammar
from seamark.source.parsing import parse
from tests.unit.extract import render

_PUNCTUATION = frozenset("()[]{},;.:\"'`")
_MODULES = {language.name: language.module for language in LANGUAGES}
_FACTS = (render.definitions, render.bindings, render.assignments, render.exports, render.sites)


def main(path: str) -> None:
    """Print the tree of a file, and its facts."""
    data, dialect = Path(path).read_bytes(), dialect_of(path)
    if dialect is None:
        sys.exit(f"{path}: `source/dialects.py` has no dialect of files that end so")
    print(*tree(parse(grammar(dialect), data).root_node), sep="\n")
    module = f"seamark.extract.{_MODULES[dialect.language]}"
    if find_spec(module) is None:
        print(f"\nno facts: there is no {module}")
        return
    facts = render.read(data, dialect.name)
    for listed in _FACTS:
        print(f"\n{listed.__name__}", *(f"  {one}" for one in listed(facts)), sep="\n")


def tree(root: Node) -> Iterator[str]:
    """The nodes of a tree, each in a line, below what holds it."""
    cursor, depth = root.walk(), 0
    while True:
        node = cursor.node
        if node is not None and (node.is_named or cursor.field_name or not _PUNCTUATION.issuperset(node.type)):
            yield "  " * depth + _line(node, cursor.field_name)
        if cursor.goto_first_child():
            depth += 1
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
            depth -= 1


def _line(node: Node, field: str | None) -> str:
    kind = node.type if node.is_named else f'"{node.type}"'
    text = (node.text or b"").decode("utf-8", "replace")
    leaf = f" {text}" if node.is_named and not node.child_count else ""
    missing = "MISSING " if node.is_missing else ""
    return f"{f'{field}: ' if field else ''}{missing}{kind}{leaf}"


if __name__ == "__main__":
    main(*sys.argv[1:])
