"""The package that a file is a part of, and what it imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import MODULE, PACKAGE, Binding, Literal
from seamark.extract.nodes import items
from seamark.extract.qualified_names import import_binding

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def imports(node: Node, reading: Reading) -> list[Binding]:
    """What a declaration of a package binds, and an import: a class of a package, or with `static` one of a class."""
    named = next((child for child in items(node) if child.type in ("identifier", "scoped_identifier")), None)
    if named is None:
        return []
    written = "".join(reading.text(named).split())
    if node.type == "package_declaration":
        package = Literal(written, named.start_byte, named.end_byte)
        return [reading.binding(PACKAGE, package, node, scope=MODULE, start=0)]
    found = import_binding(written, all_of_it=any(child.type == "asterisk" for child in node.children))
    return [] if found is None else [reading.binding(*found, node, scope=MODULE, start=0)]
