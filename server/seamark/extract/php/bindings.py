"""What sets names and members."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.expressions import augmented_value
from seamark.extract.facts import (
    KEY,
    MODULE,
    SUPER_CALL,
    Assignment,
    Binding,
    Element,
    Enumerator,
    Hole,
    Literal,
    Member,
    Name,
    Scalar,
    Value,
)
from seamark.extract.language import MAX_DEPTH
from seamark.extract.nodes import items, part

from .doc_comments.comments import bindings_of_comment, documented_type

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def _assignment(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    left = part(node, "left")
    if left.type == "subscript_expression" and left.named_child_count == 1:
        added = reading.value(node.child_by_field_name("right"))
        yield from reading.lengthen_list(reading.value(left.named_children[0]), [added], node)
    else:
        plain = node.type != "augmented_assignment_expression"
        value = reading.value(node.child_by_field_name("right")) if plain else augmented_value(node, reading, ".=")
        yield from _set_target(left, value, node, reading)


def _set_target(target: Node, value: Value, node: Node, reading: Reading, *, declared: Value | None = None,
         start: int | None = None, depth: int = 0) -> Iterator[Binding | Assignment]:  # fmt: skip
    """What `node` sets when it gives `value` to `target`."""
    if target.type == "by_ref":
        inner = items(target)
        target = inner[0] if inner else target
    if target.type == "variable_name":
        name = reading.text(target)
        if reading.is_borrowed(name, node):
            yield reading.set_name(name, value, node)
        else:
            yield reading.binding(name, value, node, declared=declared, start=start)
    elif target.type == "list_literal" and depth < MAX_DEPTH:
        for part, key in _destructured_targets(target, reading):
            taken = Hole() if isinstance(value, Hole) else Element(value, key)
            yield from _set_target(part, taken, node, reading, start=start, depth=depth + 1)
    elif target.type in ("member_access_expression", "scoped_property_access_expression"):
        yield from reading.set_member(reading.value(target), value, node)
    elif target.type == "subscript_expression":
        yield from reading.set_entry(target, value, node)


def _destructured_targets(node: Node, reading: Reading) -> Iterator[tuple[Node, Value]]:
    """Each target in `[$a, , 'k' => $b]`, with the key whose value it is given."""
    index = 0
    key: Value | None = None
    last: Node | None = None
    for child in node.children:
        if child.type == "=>" and last is not None:
            key, last = reading.value(last), None
        elif child.type in (",", "]", ")"):
            if last is not None:
                yield last, Scalar(str(index)) if key is None else key
            index, key, last = index + 1, None, None
        elif child.is_named and child.type != "comment":
            last = child


def _loop(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    body = node.child_by_field_name("body")
    header = [child for child in items(node) if child != body]
    if len(header) != 2:
        return
    whole, target = header
    item = Element(reading.value(whole), Hole())
    start = node.start_byte if body is None else body.start_byte
    if target.type == "pair":
        inner = items(target)
        if len(inner) != 2:
            return
        yield from _set_target(
            inner[0], Member(item, KEY, whole.start_byte, whole.start_byte), node, reading, start=start
        )
        target = inner[1]
    yield from _set_target(target, item, node, reading, start=start)


def _bind_caught(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    kinds = [reading.value(kind) for kind in items(node.child_by_field_name("type"))]
    if name is not None and body is not None:
        declared = kinds[0] if kinds else None
        yield from _set_target(name, Hole(), body, reading, declared=declared, start=body.start_byte)


def _outer_names(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    """`global $a`: what follows sets the file's."""
    for name in items(node):
        reading.borrow(reading.text(name), node)
    return iter(())


def _used_names(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    """`use (&$a)`: what the function sets is the variable around it."""
    for child in items(node):
        inner = items(child) if child.type == "by_ref" else []
        for name in inner[:1]:
            reading.borrow(reading.text(name), node)
            if node.parent is not None:
                reading.declare(reading.text(name), node.parent)
    return iter(())


def _static_variable(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    value = node.child_by_field_name("value")
    if value is not None:
        yield from _set_target(part(node, "name"), reading.value(value), node, reading)


def _constants(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    for element in items(node):
        inner = items(element) if element.type == "const_element" else []
        if len(inner) == 2:
            yield reading.binding(reading.text(inner[0]), reading.value(inner[1]), element)


def _enumerator(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    name, stated = reading.text(part(node, "name")), node.child_by_field_name("value")
    yield reading.binding(name, Enumerator(name) if stated is None else reading.value(stated), node)


def _properties(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    stated = node.child_by_field_name("type")
    declared = documented_type(node, reading) if stated is None else type_of(stated, reading)
    for element in items(node):
        name, default = element.child_by_field_name("name"), element.child_by_field_name("default_value")
        if element.type == "property_element" and name is not None and (default is not None or declared is not None):
            yield reading.binding(reading.text(name), reading.value(default), element, declared=declared)


def _bind_promoted(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    """A constructor's parameter that is a property, too."""
    name, owner = part(node, "name"), reading.instance_class(reading.scope(node))
    if owner is None:
        return
    text = reading.text(name).lstrip("&")
    declared = type_of(node.child_by_field_name("type"), reading)
    value = Name(text, name.start_byte, name.end_byte)
    yield reading.binding(text, value, node, scope=owner, declared=declared)


def type_of(node: Node | None, reading: Reading) -> Value | None:
    """A declared type; None if it says nothing, as `string` does."""
    value = reading.value(node)
    return None if isinstance(value, Hole) else value


def _call(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    """`define('NAME', …)`, `parent::__construct(…)`."""
    if node.type == "scoped_call_expression":
        yield reading.binding(SUPER_CALL, reading.value(node), node)
        return
    for name, value in defined_constant(node, reading):
        yield reading.binding(name, value, node, scope=MODULE)


def defined_constant(node: Node, reading: Reading) -> Iterator[tuple[str, Value]]:
    """The constant that a call of `define` makes."""
    given = [items(argument) for argument in items(node.child_by_field_name("arguments"))]
    name = reading.value(given[0][-1]) if len(given) > 1 and given[0] else Hole()
    if isinstance(name, Literal) and given[1]:
        yield name.text, reading.value(given[1][-1])


BINDINGS = {
    "assignment_expression": _assignment,
    "reference_assignment_expression": _assignment,
    "augmented_assignment_expression": _assignment,
    "foreach_statement": _loop,
    "catch_clause": _bind_caught,
    "global_declaration": _outer_names,
    "anonymous_function_use_clause": _used_names,
    "static_variable_declaration": _static_variable,
    "const_declaration": _constants,
    "enum_case": _enumerator,
    "property_declaration": _properties,
    "property_promotion_parameter": _bind_promoted,
    "comment": bindings_of_comment,
    "function_call_expression": _call,
    "scoped_call_expression": _call,
}
