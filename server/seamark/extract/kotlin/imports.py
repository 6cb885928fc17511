"""The package that a file is a part of, what it imports, and what functions give back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import MODULE, PACKAGE, Binding, Hole, Literal, Value
from seamark.extract.nodes import final, first, items
from seamark.extract.qualified_names import import_binding

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def imports(node: Node, reading: Reading) -> list[Binding]:
    """What a declaration of a package binds, and an import, be it under another name."""
    named = first(node)
    if named is None or named.type != "identifier":
        return []
    written = "".join(reading.text(named).split()).replace("`", "")
    if node.type == "package_header":
        package = Literal(written, named.start_byte, named.end_byte)
        return [reading.binding(PACKAGE, package, node, scope=MODULE, start=0)]
    parts = items(node)
    found = import_binding(written, all_of_it=any(child.type == "wildcard_import" for child in parts))
    if found is None:
        return []
    alias = next((first(child) for child in parts if child.type == "import_alias"), None)
    name = found[0] if alias is None else reading.text(alias)
    return [reading.binding(name, found[1], node, scope=MODULE, start=0)]


def returned_value(node: Node, reading: Reading) -> Value:
    """What `return` gives back; nothing goes on with what is thrown."""
    is_return = any(child.type.startswith("return") for child in node.children)
    return reading.value(final(node)) if is_return else Hole()
