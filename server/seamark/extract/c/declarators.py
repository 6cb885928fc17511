"""Declarators: the names that they declare, and what stands around these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import Hole, Value
from seamark.extract.language import MAX_DEPTH

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

RECORDS = ("struct_specifier", "union_specifier", "class_specifier", "enum_specifier")
_DECLARATORS = (
    "function_declarator",
    "pointer_declarator",
    "reference_declarator",
    "array_declarator",
    "parenthesized_declarator",
    "attributed_declarator",
    "variadic_declarator",
    "init_declarator",
)

NAMES = ("identifier", "field_identifier", "type_identifier", "qualified_identifier", "structured_binding_declarator")


def name_in(declarator: Node | None) -> tuple[Node | None, Node | None]:
    """The name that a declarator declares, and the declarator of the function that it is, if it is one."""
    function: Node | None = None
    for _ in range(MAX_DEPTH):
        if declarator is None or declarator.type not in _DECLARATORS:
            return declarator, function
        if declarator.type == "function_declarator":
            function = declarator
        children = declarator.named_children
        inside = [child for child in children if child.type in _DECLARATORS or child.type in NAMES]
        declarator = declarator.child_by_field_name("declarator") or (inside[0] if inside else None)
    return None, None


def type_of(node: Node | None, reading: Reading) -> Value | None:
    """What a type says; None if that is nothing."""
    value = None if node is None else reading.value(node)
    return None if isinstance(value, Hole) else value


def has(node: Node, word: str, reading: Reading) -> bool:
    """Whether a declaration begins with this word: `static`, `extern`."""
    return any(
        child.type == "storage_class_specifier" and reading.text(child) == word
        for child in node.children[: node.named_child_count]
    )
