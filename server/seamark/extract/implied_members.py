"""Members that go by their bare names where they are set, as those of the JVM's classes do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .facts import MODULE, Assignment, Binding, Element, Member, Name, This, Value

if TYPE_CHECKING:
    from tree_sitter import Node

    from .language import Reading


def assign(left: Node, target: Value, value: Value, node: Node, reading: Reading) -> list[Binding | Assignment]:
    """What `node` sets, which is written as `left` and read as `target`: an entry, a variable or a member."""
    if isinstance(target, Element):
        return reading.set_entry(left, value, node)
    if isinstance(target, Name):
        return set_name(left, target.name, value, node, reading)
    return reading.set_member(target, value, node)


def set_name(left: Node, name: str, value: Value, node: Node, reading: Reading) -> list[Binding | Assignment]:
    """A variable that is set, or a field by its bare name: one that a class around declares, else an inherited one.

    Where there is no class, it is one of what the function written in place is run on.
    """
    own = scope = reading.scope(left)
    inherited = MODULE
    while scope != MODULE:
        definition = reading.definitions[scope]
        if reading.is_bound(scope, name):
            return [reading.binding(name, value, node, scope=scope)]
        if definition.kind == "class" and inherited == MODULE:
            inherited = scope
        scope = definition.parent
    if inherited != MODULE:
        return [reading.binding(name, value, node, scope=inherited)]
    is_in_place = own != MODULE and not reading.definitions[own].name
    return [Assignment(Member(This(), name, left.start_byte, left.end_byte), value, own)] if is_in_place else []
