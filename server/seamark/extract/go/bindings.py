"""What binds names and sets members: declarations, assignments, loops, switches, fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.facts import KEY, Assignment, Binding, Call, Concat, Element, Hole, Member, Result, Scalar, Value
from seamark.extract.nodes import field_children, items
from seamark.extract.text_builders import lengthen_text

from .tags import tag
from .types import declared_type

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def target_nodes(statement: Node) -> list[Node]:
    """The nodes of what a statement binds or sets: names, members, items."""
    return items(statement.child_by_field_name("left")) or field_children(statement, "name")


def _constants(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """A group of constants: those without a value repeat the one before, and `iota` counts them."""
    bound: list[Binding | Assignment] = []
    values: list[Node] = []
    kind: Value | None = None
    for position, child in enumerate(child for child in node.named_children if child.type == "const_spec"):
        stated = items(child.child_by_field_name("value"))
        if stated:
            values = stated
            kind = declared_type(child.child_by_field_name("type"), reading)
        for index, target in enumerate(field_children(child, "name")):
            value = values[index] if index < len(values) else None
            counted = value is not None and value.type == "iota"
            read = Scalar(str(position)) if counted else reading.value(value)
            bound += _bind_name(target, read, child, reading, declared=kind)
    return bound


def _variables(node: Node, reading: Reading) -> list[Binding | Assignment]:
    kind = declared_type(node.child_by_field_name("type"), reading)
    bound: list[Binding | Assignment] = []
    for target, value, node_of in _target_values(target_nodes(node), items(node.child_by_field_name("value")), reading):
        bound += _bind_name(target, value, node, reading, declared=kind or _asserted_type(node_of, reading))
    return bound


def _results(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """Results that have names are variables of their function."""
    kind = declared_type(node.child_by_field_name("type"), reading)
    return [
        one for name in field_children(node, "name") for one in _bind_name(name, Hole(), node, reading, declared=kind)
    ]


def _short_variables(node: Node, reading: Reading) -> list[Binding | Assignment]:
    bound: list[Binding | Assignment] = []
    for target, value, node_of in _target_values(target_nodes(node), items(node.child_by_field_name("right")), reading):
        bound += _bind_name(target, value, node, reading, declared=_asserted_type(node_of, reading))
    return bound


def _target_values(
    targets: list[Node], values: list[Node], reading: Reading
) -> Iterator[tuple[Node, Value, Node | None]]:
    """What each target is given, and the expression that says so; of a call's results the call itself is the first."""
    for index, target in enumerate(targets):
        if target.type == "identifier" and reading.text(target) in _IDLE:
            continue
        if len(values) == 1 and index and isinstance(called := reading.value(values[0]), Call):
            yield target, Result(called, index), None
            continue
        value = values[index] if index < len(values) else None
        yield target, reading.value(value), value


_IDLE = ("_", "err")
"""Names of which nothing is asked. A fifth of what Go files bind are errors, always by this name."""


def _asserted_type(node: Node | None, reading: Reading) -> Value | None:
    """The type of `x.(T)`."""
    asserted = node is not None and node.type == "type_assertion_expression"
    return declared_type(node.child_by_field_name("type"), reading) if asserted and node is not None else None


def _bind_name(target: Node, value: Value, node: Node, reading: Reading, *, declared: Value | None = None,
           start: int | None = None) -> list[Binding | Assignment]:  # fmt: skip
    name = reading.text(target)
    if name == "_" or target.type != "identifier":
        return []
    return [reading.binding(name, value, node, declared=declared, start=start, block=True)]


def _set_target(target: Node, value: Value, node: Node, reading: Reading) -> list[Binding | Assignment]:
    if target.type == "index_expression":
        return reading.set_entry(target, value, node)
    is_set = target.type == "selector_expression" or (target.type == "identifier" and reading.text(target) != "_")
    return reading.set_value(reading.value(target), value, node) if is_set else []


def _assignment(node: Node, reading: Reading) -> list[Binding | Assignment]:
    operator = node.child_by_field_name("operator")
    targets, values = target_nodes(node), items(node.child_by_field_name("right"))
    bound: list[Binding | Assignment] = []
    for target, given, _ in _target_values(targets, values, reading):
        value = given
        if operator is None or operator.type != "=":
            added = operator is not None and operator.type == "+="
            value = Concat((reading.value(target), given), node.start_byte, node.end_byte) if added else Hole()
        bound += _set_target(target, value, node, reading)
    return bound


def _call(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """A call that is given a variable, to set that to what it gives: a setting with its name. Others add to a text."""
    pointer = next(iter(items(node.child_by_field_name("arguments"))), None)
    if pointer is None or pointer.type != "unary_expression":
        return lengthen_text(node, reading)
    return _set_target(pointer.named_children[0], reading.value(node), node, reading)


def _range(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`for i, item := range all`"""
    item = Element(reading.value(node.child_by_field_name("right")), Hole())
    put = _bind_name if any(child.type == ":=" for child in node.children) else _set_target
    bound: list[Binding | Assignment] = []
    key = Member(item, KEY, node.start_byte, node.start_byte)
    for index, target in enumerate(target_nodes(node)):
        bound += put(target, item if index == 1 else key, node, reading)
    return bound


def _bind_received(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`case x := <-all:`"""
    put = _bind_name if any(child.type == ":=" for child in node.children) else _set_target
    bound: list[Binding | Assignment] = []
    for index, target in enumerate(target_nodes(node)):
        value = Hole() if index else reading.value(node.child_by_field_name("right"))
        bound += put(target, value, node, reading)
    return bound


def _type_switch(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`switch x := y.(type)`"""
    value = node.child_by_field_name("value")
    alias = items(node.child_by_field_name("alias"))
    if value is None or len(alias) != 1:
        return []
    return _bind_name(alias[0], reading.value(value), node, reading, start=value.end_byte)


def _type(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """A type that is not made here: `type Routes []Route`, `type Handler = http.Handler`."""
    name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name is None or kind is None or kind.type in ("struct_type", "interface_type"):
        return []
    return [reading.binding(reading.text(name), reading.value(kind), node, start=0)]


def _fields(node: Node, reading: Reading) -> list[Binding | Assignment]:
    kind = node.child_by_field_name("type")
    names = field_children(node, "name") or [name for name in [_last_name(kind)] if name is not None]
    declared = declared_type(kind, reading)
    value = tag(node, reading)
    return [reading.binding(reading.text(name), value, node, declared=declared) for name in names]


def _last_name(kind: Node | None) -> Node | None:
    """The name of the field by which a struct embeds another one."""
    if kind is not None and kind.type == "generic_type":
        kind = kind.child_by_field_name("type")
    return kind.child_by_field_name("name") if kind is not None and kind.type == "qualified_type" else kind


BINDINGS = {
    "const_declaration": _constants,
    "var_spec": _variables,
    "parameter_declaration": _results,
    "short_var_declaration": _short_variables,
    "type_spec": _type,
    "type_alias": _type,
    "type_switch_statement": _type_switch,
    "field_declaration": _fields,
    "range_clause": _range,
    "receive_statement": _bind_received,
    "assignment_statement": _assignment,
    "call_expression": _call,
}
