"""Type parameters, and what they are said to have: `T: Client`, `where T: Client`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.nodes import items

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

MAX_AROUND = 10
"""How far around a type its parameter may be declared: to look further would take long in deep texts."""
_GENERIC = ("function_item", "function_signature_item", "impl_item", "struct_item", "trait_item", "enum_item")


def bounds(name: Node, reading: Reading) -> list[Node]:
    """What a type has that is named here, if it is a parameter of anything around; in the order of the text."""
    around: Node | None = name
    for _ in range(MAX_AROUND):
        around = None if around is None else reading.parent(around)
        if around is not None and around.type in _GENERIC:
            found = [bound for parameter in _parameters(around) for bound in _of(parameter, name, reading)]
            if found:
                return found
    return []


def _parameters(node: Node) -> list[Node]:
    clauses = [one for one in node.children if one.type == "where_clause"]
    return [*items(node.child_by_field_name("type_parameters")), *(one for clause in clauses for one in items(clause))]


def _of(parameter: Node, name: Node, reading: Reading) -> list[Node]:
    own = parameter.child_by_field_name("name") or parameter.child_by_field_name("left")
    stated = parameter.child_by_field_name("bounds")
    if own is None or stated is None or own == name or reading.text(own) != reading.text(name):
        return []
    return [bound for bound in items(stated) if bound.type != "lifetime"]
