"""What binds names: `let`, constants, fields, loops, arms, assignments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import (
    HELD,
    NAMELESS_LIST,
    Assignment,
    Binding,
    Concat,
    Element,
    Enumerator,
    Hole,
    List,
    Member,
    Name,
    Value,
)
from seamark.extract.nodes import items, part

from .attributes import default
from .branches.patterns import each_parameter, only_name, taken_apart
from .nodes import identifier

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def _bind_let(node: Node, reading: Reading) -> list[Binding | Assignment]:
    pattern, value = part(node, "pattern"), node.child_by_field_name("value")
    type_node = node.child_by_field_name("type")
    if value is None and type_node is None:
        if pattern.type == "identifier":
            reading.declare(identifier(pattern, reading), node)
        return []
    declared = None if type_node is None else _declared_type(pattern, type_node, reading)
    return taken_apart(pattern, reading.value(value), node, reading, declared=declared)


def _declared_type(pattern: Node, type_node: Node, reading: Reading) -> Value | None:
    return reading.value(type_node) if pattern.type in ("identifier", "mut_pattern") else None


def _constant(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name, value = identifier(part(node, "name"), reading), reading.value(node.child_by_field_name("value"))
    return [reading.binding(name, value, node, declared=reading.value(part(node, "type")))]


def _alias(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name, value = identifier(part(node, "name"), reading), reading.value(part(node, "type"))
    return [reading.binding(name, value, node, start=0)]


def _fields(node: Node, reading: Reading) -> list[Binding | Assignment]:
    bound: list[Binding | Assignment] = []
    for field in items(node):
        name, type_node = field.child_by_field_name("name"), field.child_by_field_name("type")
        if field.type == "field_declaration" and name is not None:
            declared = reading.value(type_node)
            bound.append(reading.binding(identifier(name, reading), default(field, reading), field, declared=declared))
    return bound


def _numbered_fields(node: Node, reading: Reading) -> list[Binding | Assignment]:
    types = node.children_by_field_name("type")
    return [
        reading.binding(str(index), Hole(), type_node, declared=reading.value(type_node))
        for index, type_node in enumerate(types)
    ]


def _variant(node: Node, reading: Reading) -> list[Binding | Assignment]:
    named, value = identifier(part(node, "name"), reading), node.child_by_field_name("value")
    body = node.child_by_field_name("body")
    bound = reading.binding(named, Enumerator(named) if value is None else reading.value(value), node)
    if body is not None and body.type == "field_declaration_list":
        return [bound, *_fields(body, reading)]
    types = [] if body is None else body.children_by_field_name("type")
    held = [reading.binding(named + HELD, Hole(), one, declared=reading.value(one)) for one in types]
    return [bound, *held] if len(held) == 1 else [bound]


def _loop(node: Node, reading: Reading) -> list[Binding | Assignment]:
    pattern, value, body = (node.child_by_field_name(field) for field in ("pattern", "value", "body"))
    numbered, value = _source(value, reading)
    item: Value = Hole() if value is None else Element(reading.value(value), Hole())
    within, start = (node, node.start_byte) if body is None else (body, body.start_byte)
    if numbered:
        parts = dict(enumerate(items(pattern))) if pattern is not None and pattern.type == "tuple_pattern" else {}
        return [
            *taken_apart(parts.get(0), Hole(), within, reading, start=start),
            *taken_apart(parts.get(1), item, within, reading, start=start),
        ]
    return taken_apart(pattern, item, within, reading, start=start)


def _source(value: Node | None, reading: Reading) -> tuple[bool, Node | None]:
    """What a loop goes through: `xs` for `xs.iter().enumerate()`; and whether it gives each item's number, too."""
    numbered = False
    for _ in range(8):
        function = (
            value.child_by_field_name("function") if value is not None and value.type == "call_expression" else None
        )
        if function is None or function.type != "field_expression":
            break
        field = function.child_by_field_name("field")
        name = "" if field is None else reading.text(field)
        if name not in ("iter", "iter_mut", "into_iter", "enumerate", "cloned", "copied"):
            break
        numbered = numbered or name == "enumerate"
        value = function.child_by_field_name("value")
    return numbered, value


def _arms(node: Node, reading: Reading) -> list[Binding | Assignment]:
    bound: list[Binding | Assignment] = []
    value: Value | None = None
    for arm in items(node.child_by_field_name("body")):
        pattern = arm.child_by_field_name("pattern")
        if arm.type == "match_arm" and pattern is not None:
            value = reading.value(node.child_by_field_name("value")) if value is None else value
            bound += taken_apart(pattern, value, arm, reading, start=pattern.end_byte)
    return bound


def _taken_parameters(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """The names that parameters taken apart in place bind."""
    bound: list[Binding | Assignment] = []
    for index, (parameter, pattern, _, _) in enumerate(each_parameter(node)):
        if pattern.type != "_" and only_name(pattern, reading) is None:
            whole = Name(f"#{index}", pattern.start_byte, pattern.end_byte)
            bound += taken_apart(pattern, whole, parameter, reading, start=pattern.end_byte)
    return bound


def _assignment(node: Node, reading: Reading) -> list[Binding | Assignment]:
    return _set_target(part(node, "left"), reading.value(part(node, "right")), node, reading)


def _bind_augmented(node: Node, reading: Reading) -> list[Binding | Assignment]:
    left = part(node, "left")
    if part(node, "operator").type != "+=":
        return []
    parts = reading.value(left), reading.value(part(node, "right"))
    return _set_target(left, Concat(parts, node.start_byte, node.end_byte), node, reading)


def _push(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`text.push_str("…")`, `text.push('…')`, `list.push(…)`, `list.append(&mut …)`, `list.extend(…)`, and what sets a
    member: `url.set_path(…)`.
    """
    function, given = part(node, "function"), items(part(node, "arguments"))
    target, field = function.child_by_field_name("value"), function.child_by_field_name("field")
    if target is None or field is None or len(given) != 1:
        return []
    name, before, added = reading.text(field), reading.value(target), reading.value(given[0])
    if name == "set_path":
        return reading.set_member(Member(before, name, field.start_byte, field.end_byte), added, node)
    if name == "push_str" or (name == "push" and given[0].type == "char_literal"):
        return _set_target(target, Concat((before, added), node.start_byte, node.end_byte), node, reading)
    if name == "append" and not any(child.type == "mutable_specifier" for child in given[0].children):
        return []
    added = added if name == "push" else Element(added, Hole())
    longer = List((Element(before, Hole()), added), node.start_byte, node.end_byte)
    if target.type == "identifier":
        return _set_target(target, longer, node, reading)
    return [reading.binding(NAMELESS_LIST, longer, node)] if target.type == "call_expression" else []


def _set_target(target: Node, value: Value, node: Node, reading: Reading) -> list[Binding | Assignment]:
    is_set = target.type in ("identifier", "field_expression")
    return reading.set_value(reading.value(target), value, node) if is_set else []


BINDINGS = {
    "let_declaration": _bind_let,
    "let_condition": _bind_let,
    "const_item": _constant,
    "static_item": _constant,
    "type_item": _alias,
    "field_declaration_list": _fields,
    "ordered_field_declaration_list": _numbered_fields,
    "enum_variant": _variant,
    "for_expression": _loop,
    "match_expression": _arms,
    "parameters": _taken_parameters,
    "closure_parameters": _taken_parameters,
    "assignment_expression": _assignment,
    "compound_assignment_expr": _bind_augmented,
    "call_expression": _push,
}
