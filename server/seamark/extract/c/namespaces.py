"""Namespaces, and what is included.

Namespaces, files and `extern "C"` are transparent: what stands in them is the file's own. The name of a namespace is
bound to `Import("", "a.b")`, all that the file and what it includes offer; within it `PACKAGE` is bound to that name.
`using namespace` binds `*` to the namespace. What `#include` brings is bound to `*`, too; a module in `<>` is a
system's or library's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from seamark.extract.facts import MODULE, PACKAGE, Assignment, Binding, Hole, Import, Literal, Member, Name, Value
from seamark.extract.nodes import part

from .names import MAX_QUALIFIERS

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def namespace(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`namespace a::b { … }`"""
    parts, around = _parts(node, reading), reading.parent(node)
    own = len(parts)
    for _ in range(MAX_QUALIFIERS):
        if around is None:
            break
        parts = [*_parts(around, reading), *parts] if around.type == node.type else parts
        around = reading.parent(around)
    bound: list[Binding | Assignment] = [
        reading.binding(part, Import("", ".".join(parts[: index + 1])), node, scope=MODULE, start=node.start_byte)
        for index, part in enumerate(parts)
        if index >= len(parts) - own and part != "std" and not reading.is_bound(MODULE, part)
    ]
    if own:
        name = Literal("::".join(parts), node.start_byte, node.start_byte)
        within = reading.binding(PACKAGE, name, node, scope=MODULE, start=node.start_byte)
        bound.append(replace(within, block_start=node.start_byte, block_end=node.end_byte))
    return bound


def _parts(namespace: Node, reading: Reading) -> list[str]:
    name = namespace.child_by_field_name("name")
    text = "" if name is None else reading.text(name).replace(" ", "")
    return [part for part in text.split("::") if part not in ("inline", "")]


def namespace_alias(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`namespace a = b::c;`"""
    stands_for = _path(node.named_children[-1], reading)
    return [reading.binding(reading.text(part(node, "name")), stands_for, node, scope=MODULE)]


def using_bindings(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`using a::b;`, `using namespace a;`"""
    if not node.named_children:
        return []
    value = _path(node.named_children[-1], reading)
    if any(child.type == "namespace" for child in node.children):
        return [reading.binding("*", value, node, scope=MODULE)]
    return [reading.binding(value.name, value, node)] if isinstance(value, Member) else []


def _path(node: Node, reading: Reading) -> Value:
    """`a::b`, also where a namespace's name is no expression."""
    if node.type != "nested_namespace_specifier":
        return reading.value(node)
    of: Value = Hole()
    waiting = [*node.named_children]
    for _ in range(2 * MAX_QUALIFIERS):
        if not waiting:
            break
        part = waiting.pop(0)
        if part.type == "nested_namespace_specifier":
            waiting = [*part.named_children, *waiting]
            continue
        text, start, end = reading.text(part), part.start_byte, part.end_byte
        of = Name(text, start, end) if isinstance(of, Hole) else Member(of, text, start, end)
    return of


def include_bindings(node: Node, reading: Reading) -> list[Binding]:
    """`#include "a.h"`"""
    path = node.child_by_field_name("path")
    if path is None or path.type not in ("string_literal", "system_lib_string"):
        return []
    module = reading.text(path).strip('"').strip()
    return [reading.binding("*", Import(module, "*"), node, scope=MODULE)] if module else []
