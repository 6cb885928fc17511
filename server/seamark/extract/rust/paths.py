"""Names, paths and types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.expressions import inner
from seamark.extract.facts import Choice, Element, Hole, Import, List, Member, Name, Scalar, This, Value
from seamark.extract.language import Readers
from seamark.extract.nodes import items, part

from .bounds import bounds
from .nodes import identifier

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def relative(up: int, node: Node, reading: Reading) -> str:
    """The module that is `up` levels above the one where `node` stands, as seen from the file's own module."""
    around = inline(node, reading)
    if up > len(around):
        return "::".join(["super"] * (up - len(around)))
    return "::".join(["self", *reversed(around[up:])])


def inline(node: Node, reading: Reading) -> list[str]:
    """The names of the modules within the file in which `node` stands, inside out."""
    names: list[str] = []
    parent = reading.parent(node)
    while parent is not None:
        name = parent.child_by_field_name("name") if parent.type == "mod_item" else None
        if name is not None:
            names.append(identifier(name, reading))
        parent = reading.parent(parent)
    return names


def strip_types(node: Node) -> Node:
    """What is named where types are given to it: `Vec` for `Vec<T>`, `A` for `<A as B>` and `&A`."""
    while node.type in _TYPED:
        inner = node.child_by_field_name(_TYPED[node.type]) or next(iter(items(node)), None)
        if inner is None:
            break
        node = inner
    return node


_TYPED = {
    "generic_type": "type",
    "generic_type_with_turbofish": "type",
    "generic_function": "function",
    "bracketed_type": "",
    "qualified_type": "type",
    "reference_type": "type",
    "pointer_type": "type",
    "dynamic_type": "trait",
    "abstract_type": "trait",
    "bounded_type": "",
}


def name_of(node: Node, reading: Reading) -> Value:
    """A name, or what stands for one."""
    name = identifier(node, reading)
    if name == "Self":
        return This()
    return Scalar(name) if name == "None" else Name(name, node.start_byte, node.end_byte)


def _this(_node: Node, _reading: Reading) -> Value:
    return This()


def _crate(_node: Node, _reading: Reading) -> Value:
    return Import("crate", "")


def _super(node: Node, reading: Reading) -> Value:
    return Import(relative(1, node, reading), "")


def _type_name(node: Node, reading: Reading) -> Value:
    """A type's name; of a parameter what such a type has."""
    stated = [reading.value(strip_types(bound)) for bound in bounds(node, reading)]
    known = tuple(dict.fromkeys(one for one in stated if not isinstance(one, Hole)))
    return name_of(node, reading) if not known else known[0] if len(known) == 1 else Choice(known)


def _path(node: Node, reading: Reading) -> Value:
    """`a::b`; what types are given on the way says nothing here."""
    path, name = node.child_by_field_name("path"), part(node, "name")
    if path is None:
        return Name(identifier(name, reading), name.start_byte, name.end_byte)
    if name.type == "super":
        return Import(relative(reading.text(node).count("super"), node, reading), "")
    of = _beginning(path, node, reading)
    return Hole() if isinstance(of, Hole) else Member(of, identifier(name, reading), name.start_byte, name.end_byte)


def _beginning(path: Node, node: Node, reading: Reading) -> Value:
    """What a path begins with: a module or a crate where it is no type, whatever else goes by that name."""
    if path.type == "self":
        return Import(relative(0, node, reading), "")
    name = identifier(path, reading)
    if path.type == "identifier" and not name[:1].isupper():
        return Import(name, "")
    return reading.value(strip_types(path))


def _value_without_types(node: Node, reading: Reading) -> Value:
    inner = strip_types(node)
    return Hole() if inner == node else reading.value(inner)


def _generic(node: Node, reading: Reading) -> Value:
    """`Vec<T>`; lifetimes say nothing."""
    arguments = node.child_by_field_name("type_arguments")
    keys = tuple(reading.value(child) for child in items(arguments) if child.type != "lifetime")
    of = reading.value(strip_types(node))
    if arguments is None or not keys:
        return of
    return Element(of, keys[0] if len(keys) == 1 else List(keys, arguments.start_byte, arguments.end_byte))


def _type(node: Node, reading: Reading) -> Value:
    return reading.value(node.child_by_field_name("type"))


def _trait(node: Node, reading: Reading) -> Value:
    return reading.value(node.child_by_field_name("trait"))


def _array_type(node: Node, reading: Reading) -> Value:
    """`[T]` and `[T; 3]` are taken as `Vec<T>`."""
    element = reading.value(node.child_by_field_name("element"))
    return Element(Name("Vec", node.start_byte, node.start_byte), element)


PATHS: Readers = {
    "identifier": name_of,
    "metavariable": name_of,
    "shorthand_field_identifier": name_of,
    "scoped_identifier": _path,
    "self": _this,
    "crate": _crate,
    "super": _super,
    "generic_function": _value_without_types,
    # Types.
    "type_identifier": _type_name,
    "primitive_type": name_of,
    "scoped_type_identifier": _path,
    "generic_type": _generic,
    "reference_type": _type,
    "pointer_type": _type,
    "dynamic_type": _trait,
    "abstract_type": _trait,
    "bounded_type": inner,
    "array_type": _array_type,
}
