"""What variables, fields, loops and types of other names are declared as."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.c.declarators import NAMES, RECORDS, has, name_in, type_of
from seamark.extract.c.guards.conditions import comparison_value
from seamark.extract.c.guards.slices import end
from seamark.extract.c.literals import integer
from seamark.extract.c.notes import notes
from seamark.extract.c.preprocessor.macros import expansion
from seamark.extract.facts import (
    DEFAULTS,
    MODULE,
    Argument,
    Assignment,
    Binding,
    Element,
    Hole,
    List,
    Literal,
    Member,
    Name,
    Scalar,
    Value,
)
from seamark.extract.language import call_of
from seamark.extract.nodes import field_children, items, part
from seamark.patterns import regex

from .assignments import clean, set_target
from .constructed import construction, of_kind
from .loops import pointers

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def declaration(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`X a = b, *c;`, also as a field."""
    kind = node.child_by_field_name("type")
    values = _values_of(node)
    if kind is None or (not any(values.values()) and has(node, "extern", reading)):
        return []
    is_field = node.type == "field_declaration"
    bound: list[Binding | Assignment] = []
    for declarator in field_children(node, "declarator"):
        written, function = name_in(declarator)
        if written is None:
            continue
        value_node = values.get(declarator.id)
        if declarator.type == "init_declarator":
            value_node = declarator.child_by_field_name("value")
        elif function is not None and not _is_pointer(function):
            if not _looks_made(function, node, reading):
                bound += _by_default(written, function, node, reading)
                continue
            value_node = function.child_by_field_name("parameters")
        direct = declarator.type in ("init_declarator", *NAMES) or function is not None
        value = _initial(declarator, written, value_node, kind, direct=direct, is_field=is_field, reading=reading)
        if value_node is not None and not is_field and isinstance(value, Hole | Element):
            is_text = _is_text(node, declarator, reading)
            rest = end(value_node, reading) if is_text else None
            value = rest or (comparison_value(value_node, reading) if isinstance(value, Hole) else None) or value
        declared = None if function is not None and _is_pointer(function) else type_of(kind, reading)
        bound += _declares(written, value, declared, declarator, reading)
        bound += clean(reading.value(written), value, declarator, reading)
        if _is_text(node, declarator, reading) and reading.scope(node) != MODULE:
            held = notes(reading).buffers if _is_array(declarator) else notes(reading).pointers
            held.add((reading.scope(node), reading.text(written)))
        if value == Scalar("null"):
            notes(reading).unset.add((reading.scope(node), reading.text(written)))
        if isinstance(value, Scalar) and value.text.isdecimal():
            notes(reading).counters.add((reading.scope(node), reading.text(written)))
        if is_field and direct and declared is not None and kind.type in _CLASS_TYPES:
            notes(reading).held[reading.scope(node), reading.text(written)] = declared
    return bound


_CLASS_TYPES = ("type_identifier", "qualified_identifier", "template_type")


def _values_of(node: Node) -> dict[int, Node]:
    """The values that fields and conditions give to declarators, which stand beside them."""
    found: dict[int, Node] = {}
    last: Node | None = None
    for index, child in enumerate(node.children):
        field = node.field_name_for_child(index)
        if field == "declarator":
            last = child
            if child.type == "init_declarator":
                found[child.id] = child
        elif field in ("default_value", "value") and last is not None:
            found[last.id] = child
    return found


def _is_pointer(function: Node) -> bool:
    """`(*f)(…)`"""
    declarator = function.child_by_field_name("declarator")
    return declarator is not None and declarator.type == "parenthesized_declarator"


def _by_default(written: Node, function: Node, node: Node, reading: Reading) -> list[Binding | Assignment]:
    """What a function takes by default that is only declared: `void f(int a, int b = 1);`"""
    listed = function.child_by_field_name("parameters")
    if listed is None or all(child.type != "optional_parameter_declaration" for child in listed.named_children):
        return []
    taken = [_default(child, reading) for child in items(listed)]
    value = List(tuple(taken), listed.start_byte, listed.end_byte)
    return [reading.binding(reading.text(written) + DEFAULTS, value, node)]


def _default(parameter: Node, reading: Reading) -> Value:
    default = parameter.child_by_field_name("default_value")
    return Hole() if default is None else reading.value(default)


def _looks_made(function: Node, node: Node, reading: Reading) -> bool:
    """Whether `X x(a, b);` makes an object: within a function that is likelier than that it declares another."""
    if reading.language.name == "c" or node.type == "field_declaration" or reading.scope(node) == MODULE:
        return False
    listed = items(function.child_by_field_name("parameters"))
    return bool(listed) and not reading.in_class(node) and all(
        child.type == "parameter_declaration"
        and child.named_child_count == 1
        and child.named_children[0].type in ("type_identifier", "qualified_identifier")
        for child in listed
    )  # fmt: skip


def _initial(
    declarator: Node,
    written: Node,
    value_node: Node | None,
    kind: Node,
    *,
    direct: bool,
    is_field: bool,
    reading: Reading,
) -> Value:
    """What a variable is made from."""
    is_class = kind.type in _CLASS_TYPES
    if value_node is None:
        makes = direct and is_class and not is_field and reading.language.name != "c" and written.type in NAMES
        return construction(kind, None, declarator, reading) if makes else Hole()
    if value_node.type == "parameter_list":
        given = [Argument("", reading.value(child.named_children[0])) for child in items(value_node)]
        return call_of(reading.value(kind), given, declarator, new=True)
    assigned = any(child.type == "=" for child in declarator.children) or value_node.type not in (
        "argument_list",
        "initializer_list",
    )
    if not assigned and reading.language.name != "c" and not _is_array(declarator):
        return reading.keep(declarator, construction(kind, value_node, declarator, reading))
    value = reading.value(value_node)
    if isinstance(value, List) and reading.text(kind) in ("char", "wchar_t") and len(value.items) < 2:
        text = value.items[0] if value.items else None
        value = text if isinstance(text, Literal) and text.text != "\0" else Literal("", value.start, value.end)
    if isinstance(value, Literal):
        return Hole() if not value.text and _is_shared_buffer(declarator, reading) else value
    return of_kind(value, kind, listed=_is_list(declarator), reading=reading)


def _is_text(node: Node, declarator: Node, reading: Reading) -> bool:
    """`char`, GLib's `gchar`, with macros before it of which the grammar takes one for the type."""
    words = reading.slice(node.start_byte, declarator.start_byte).partition(",")[0].partition("*")[0].split()
    return any(word in ("char", "gchar") for word in words)


def _is_array(declarator: Node) -> bool:
    return _array(declarator) is not None


def _array(declarator: Node) -> Node | None:
    inside = declarator.child_by_field_name("declarator") if declarator.type == "init_declarator" else declarator
    return inside if inside is not None and inside.type == "array_declarator" else None


def _is_list(declarator: Node) -> bool:
    """Whether it is an array, be it of pointers: `gchar *names[]`."""
    inside = declarator.child_by_field_name("declarator") if declarator.type == "init_declarator" else declarator
    while inside is not None and inside.type == "pointer_declarator":
        inside = inside.child_by_field_name("declarator")
    return inside is not None and inside.type == "array_declarator"


def _is_shared_buffer(declarator: Node, reading: Reading) -> bool:
    """Whether it is a file's `char name[33]`: what stands in it at first is not what functions find in it."""
    array = _array(declarator)
    return array is not None and array.child_by_field_name("size") is not None and reading.scope(declarator) == MODULE


def _declares(written: Node, value: Value, declared: Value | None, node: Node, reading: Reading, *,
              start: int | None = None) -> list[Binding | Assignment]:  # fmt: skip
    if written.type == "structured_binding_declarator":
        return [
            reading.binding(reading.text(child), Element(value, Scalar(str(index))), node, start=start)
            for index, child in enumerate(items(written))
        ]
    if written.type == "qualified_identifier":
        target = reading.value(written)
        return set_target(target, value, node, reading) if isinstance(target, Member) else []
    text, scope = reading.text(written), reading.scope(node)
    if scope != MODULE and any(parameter.name == text for parameter in reading.definitions[scope].parameters):
        return []  # The types of parameters, as they were declared before 1989.
    if scope != MODULE and declared is not None:
        notes(reading).types[scope, text] = declared
    return [reading.binding(text, value, node, declared=declared, start=start)]


MAX_COUNTED = 64
"""How many enumerators are gone back to one that states its value."""


def enumerator(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`enum { a = 1 }`"""
    scope = reading.scope(node)
    start = len(reading.data) if scope == MODULE else reading.definitions[scope].start
    head = _ENUM.match(reading.data, start)
    if head is not None and head[1] is None:  # Its names are those of the scope around it.
        scope = reading.definitions[scope].parent
    return [reading.binding(reading.text(part(node, "name")), _ordinal(node, reading), node, scope=scope)]


def _ordinal(enumerator: Node, reading: Reading) -> Value:
    """The value that an enumerator is given, or that follows from those before it."""
    before, node = 0, enumerator
    while before < MAX_COUNTED:
        stated = node.child_by_field_name("value")
        if stated is not None:
            value = reading.value(stated)
            if not before:
                return value
            first = integer(value.text) if isinstance(value, Scalar) else None
            return Hole() if first is None else Scalar(str(first + before))
        previous = node.prev_named_sibling
        while previous is not None and previous.type != "enumerator":
            previous = previous.prev_named_sibling
        if previous is None:
            return Scalar(str(before))
        before, node = before + 1, previous
    return Hole()


_ENUM = regex(rb"(?:typedef\s+)?enum\b(?:\s+(class|struct)\b)?")


def typedef(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`typedef X a;`"""
    kind = part(node, "type")
    if kind.type in RECORDS and kind.child_by_field_name("name") is None:
        return []
    value = reading.value(kind)
    bound: list[Binding | Assignment] = []
    for declarator in field_children(node, "declarator"):
        written, function = name_in(declarator)
        text = "" if written is None else reading.text(written)
        if written is not None and function is None and not (isinstance(value, Name) and value.name == text):
            bound.append(reading.binding(text, value, node))
    return bound


def define(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`#define a b`"""
    name, text = reading.text(part(node, "name")), node.child_by_field_name("value")
    return [] if text is None else [reading.binding(name, expansion(text, reading), node, scope=MODULE)]


def range_loop(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`for (auto &a : b)`"""
    written, _ = name_in(node.child_by_field_name("declarator"))
    if written is None:
        return []
    item, declared = Element(reading.value(part(node, "right")), Hole()), type_of(part(node, "type"), reading)
    return _declares(written, item, declared, node, reading, start=part(node, "body").start_byte)


def loop(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`for (p = list; p->name; p++)` takes one item after the other."""
    bound: list[Binding | Assignment] = []
    for written, item, body in pointers(node, reading):
        bound += _declares(written, item, None, node, reading, start=body.start_byte)
    return bound


def alias(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`using a = X;`"""
    return [reading.binding(reading.text(part(node, "name")), reading.value(part(node, "type")), node)]
