"""What braces and declarations make: objects with their arguments, structs with their fields, lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from seamark.extract.c.guards.slices import end
from seamark.extract.c.names import POINTERS
from seamark.extract.facts import Argument, Call, Entry, Hole, List, Object, Scalar, Value
from seamark.extract.language import call_of
from seamark.extract.nodes import first, items

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

MAX_ITEMS = 512
"""A longer list is data."""

_WRAPPERS = ("function",)
_PLAIN = ("primitive_type", "sized_type_specifier", "placeholder_type_specifier")
_CONTAINERS = ("vector", "array", "list", "deque", "set", "unordered_set", "map", "unordered_map", "initializer_list")
_LISTS = ("vector", "array", "list", "deque", "initializer_list")
_STRUCTS = ("type_identifier", "struct_specifier", "union_specifier")


def arguments(listed: Node | None, reading: Reading) -> list[Argument]:
    """What stands between the parentheses or braces of a call; fields of a struct go by their names."""
    found: list[Argument] = []
    if listed is None or listed.named_child_count > MAX_ITEMS:
        return found
    children = items(listed)
    for child in children:
        if child.type == "parameter_pack_expansion":
            found.append(Argument("*", reading.value(child.child_by_field_name("pattern"))))
        elif child.type == "initializer_pair":
            value = reading.value(child.child_by_field_name("value"))
            found.append(Argument(_designator_name(child, reading), value))
        elif child.type != "ERROR":
            rest = end(child, reading) if len(children) > 1 else None
            found.append(Argument("", rest or reading.value(child)))
    return found


def _designator_name(pair: Node, reading: Reading) -> str:
    """The name in `.name = value`; nothing for an element's, or a field within a field."""
    designators = pair.children_by_field_name("designator")
    if len(designators) != 1 or designators[0].type != "field_designator":
        return ""
    return reading.text(designators[0]).lstrip(". ")


def construction(kind: Node, listed: Node | None, node: Node, reading: Reading) -> Value:
    """What `kind x(listed)` or `kind x{listed}` makes of its arguments."""
    template = kind
    while template.type == "qualified_identifier":
        template = template.child_by_field_name("name") or template.children[-1]
    called = reading.text(template.child_by_field_name("name") or template) if template.type == "template_type" else ""
    if called in _CONTAINERS and listed is not None and listed.type == "initializer_list":
        return of_kind(braces(listed, reading), kind, listed=True, reading=reading)
    if called in _LISTS and listed is None:
        return List((), node.end_byte, node.end_byte)
    if called in (*POINTERS, *_WRAPPERS) or kind.type in _PLAIN:
        given = items(listed)
        return reading.value(given[0]) if given else Hole()
    return call_of(reading.value(kind), arguments(listed, reading), node, new=True)


def of_kind(value: Value, kind: Node, *, listed: bool, reading: Reading) -> Value:
    """What braces without names say: the fields of a struct in their order, or a list of such ones (`listed`)."""
    if not isinstance(value, List):
        return value
    if kind.type == "qualified_identifier":
        return of_kind(value, kind.child_by_field_name("name") or kind, listed=listed, reading=reading)
    if kind.type == "template_type" and reading.text(kind.child_by_field_name("name") or kind) in _LISTS:
        given = items(kind.child_by_field_name("arguments"))
        kind = first(given[0]) or kind if given and given[0].type == "type_descriptor" else kind
        return of_kind(value, kind, listed=True, reading=reading)
    if kind.type not in _STRUCTS:
        return value
    of = reading.value(kind)
    return replace(value, items=tuple(_fields(item, of) for item in value.items)) if listed else _fields(value, of)


def _fields(value: Value, of: Value) -> Value:
    if not isinstance(value, List) or not value.items:
        return value
    return Call(of, tuple(Argument("", item) for item in value.items), True, value.start, value.end)


def new(node: Node, reading: Reading) -> Value:
    """`new X(a)`"""
    kind = node.child_by_field_name("type")
    if kind is None or node.child_by_field_name("declarator") is not None:
        return Hole()
    return construction(kind, node.child_by_field_name("arguments"), node, reading)


def compound(node: Node, reading: Reading) -> Value:
    """C's `(struct x){…}` and C++'s `x{…}`."""
    kind, listed = node.child_by_field_name("type"), node.child_by_field_name("value")
    if kind is None or listed is None or kind.type == "type_descriptor":
        return reading.value(listed)
    return construction(kind, listed, node, reading)


def declarator(node: Node, reading: Reading) -> Value:
    """`X x(a)` and `X x{a}`; what stands after `=` speaks for itself."""
    value, parent = node.child_by_field_name("value"), node.parent
    kind = None if parent is None else parent.child_by_field_name("type")
    if kind is None or value is None or any(child.type == "=" for child in node.children):
        return reading.value(value)
    return construction(kind, value, node, reading)


def braces(node: Node, reading: Reading) -> Value:
    """`{a, b}`, `{.name = a}`. Long ones, and those of numbers, are data."""
    count = node.named_child_count
    head = node.named_children[0] if 0 < count <= MAX_ITEMS else None
    if count > MAX_ITEMS or (count > 16 and head is not None and head.type in ("number_literal", "char_literal")):
        return Hole()
    children = [child for child in items(node) if child.type not in ("ERROR", "preproc_call")]
    if not any(child.type == "initializer_pair" and _designator_name(child, reading) for child in children):
        pairs = ((child, child.type == "initializer_pair") for child in children)
        values = [reading.value(child.child_by_field_name("value") if pair else child) for child, pair in pairs]
        return List(tuple(values[:-1] if _is_end(values) else values), node.start_byte, node.end_byte)
    entries: list[Entry] = []
    for index, child in enumerate(children):
        is_pair = child.type == "initializer_pair"
        value = reading.value(child.child_by_field_name("value") if is_pair else child)
        entries.append(Entry(_designator_name(child, reading) if is_pair else str(index), value))
    return Object(tuple(entries), node.start_byte, node.end_byte)


def _is_end(values: list[Value]) -> bool:
    """Whether a list of structs ends with one that says so: `{ NULL, NULL }`."""
    last = values[-1] if len(values) > 1 else None
    within = last.items if isinstance(last, List) else ()
    if isinstance(last, Object):
        within = tuple(entry.value for entry in last.entries)
    return isinstance(last, List | Object) and all(value in (Scalar("null"), Scalar("0")) for value in within)
