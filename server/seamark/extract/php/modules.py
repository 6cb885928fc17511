"""What a file imports and offers, and what functions give back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.facts import MODULE, Binding, Export, Hole, Import, Literal, Value
from seamark.extract.nodes import items

from .bindings import BINDINGS, defined_constant
from .names import ROOT

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def imports(node: Node, reading: Reading) -> list[Binding]:
    r"""What `use` imports; and all that the namespace `A\B` offers in whatever file, or a file that is required.

    A declaration of a namespace binds its name as well, to what stands for that.
    """
    imported: list[tuple[str, Value]]
    if node.type == "namespace_definition":
        name = node.child_by_field_name("name")
        imported = [] if name is None else _own_namespace(name, reading)
    elif node.type == "expression_statement":
        required = reading.value(items(node)[0])
        imported = [("*", Import(required.module, "*"))] if isinstance(required, Import) else []
    else:
        imported = list(_imports_of_use(node, reading))
    return [reading.binding(name, value, node, scope=MODULE, start=0) for name, value in imported]


def _own_namespace(name: Node, reading: Reading) -> list[tuple[str, Value]]:
    written = reading.text(name)
    return [("*", Import(written, "*")), ("__NAMESPACE__", Literal(written, name.start_byte, name.end_byte))]


def _imports_of_use(node: Node, reading: Reading) -> Iterator[tuple[str, Import]]:
    prefix, clauses = "", items(node)
    group = node.child_by_field_name("body")
    if group is not None:
        prefix = "".join(reading.text(child) + "\\" for child in clauses if child.type == "namespace_name")
        clauses = items(group)
    for clause in clauses:
        alias = clause.child_by_field_name("alias")
        written = [child for child in items(clause) if child.type in ("name", "qualified_name") and child != alias]
        if clause.type == "namespace_use_clause" and written:
            module, _, name = (prefix + reading.text(written[0])).lstrip("\\").rpartition("\\")
            yield name if alias is None else reading.text(alias), Import(module or ROOT, name)


def exports(node: Node, reading: Reading) -> list[Export]:
    """What the file offers; also what it gives to the one that requires it."""
    at = node.child_by_field_name("name") or node.children[0]
    if node.type == "return_statement":
        return [_export("=", _given_back(node, reading), at)]
    if node.type == "function_call_expression":
        return [_export(name, value, at) for name, value in defined_constant(node, reading)]
    if reading.scope(node) != MODULE:
        return []
    if node.type in ("const_declaration", "assignment_expression"):
        return [_export(b.name, b.value, at) for b in BINDINGS[node.type](node, reading) if isinstance(b, Binding)]
    name = node.child_by_field_name("name")
    return [] if name is None else [_export(reading.text(name), reading.function(node), name)]


def _export(name: str, value: Value, at: Node) -> Export:
    """What is offered under a name that stands `at` a node."""
    return Export(name, value, at.start_byte, at.end_byte)


def returned_value(node: Node, reading: Reading) -> Value:
    """What a function gives back."""
    return Hole() if reading.scope(node) == MODULE else _given_back(node, reading)


def _given_back(node: Node, reading: Reading) -> Value:
    inner = items(node)
    return reading.value(inner[-1]) if inner else Hole()
