"""What names with dots stand for: members, or classes of packages that are named in full.

By the convention that all of Java's libraries follow (language specification, 6.1) packages begin with a small letter,
and classes with a capital one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import Hole, Import, Member, This, Value
from seamark.extract.nodes import items

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def dotted(node: Node, reading: Reading) -> Value:
    """`Outer.Inner`, `java.net.URI`"""
    parts = items(node)
    if len(parts) != 2:
        return Hole()
    return qualified(reading.text(parts[0]), reading.value(parts[0]), parts[1], reading)


def field(node: Node, reading: Reading) -> Value:
    """`a.b`, `this.b`, `java.net.URI`, and `Outer.this`"""
    of, named = node.child_by_field_name("object"), node.child_by_field_name("field")
    if of is None or named is None:
        return Hole()
    if named.type == "this":
        return This()
    written = reading.text(of) if of.type in ("identifier", "field_access") else ""
    return qualified(written, reading.value(of), named, reading)


def qualified(written: str, of: Value, named: Node, reading: Reading) -> Value:
    """The member with a name of what is `written` before it: if that is a package, a class of it."""
    name = reading.text(named)
    if is_package(written) and is_class(name):
        return Import(written, name)
    return Member(of, name, named.start_byte, named.end_byte)


def is_package(name: str) -> bool:
    """Whether a name in full is that of a package, and no variable's: it has dots, and none but small first letters."""
    parts = name.split(".")
    return len(parts) > 1 and all(part.isidentifier() and part[0].islower() for part in parts)


def is_class(name: str) -> bool:
    """Whether a name is that of a class, and no constant's."""
    return name[:1].isupper() and (len(name) == 1 or not name.isupper())
