"""What Python's expressions say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.conditions import choice_of_two, tests
from seamark.extract.expressions import (
    by_sign,
    concatenation,
    fallback,
    function,
    inner,
    last,
    member_of,
    name,
    one_of,
    scalar,
    signed_number,
    slice_from,
    value_of,
)
from seamark.extract.facts import (
    Argument,
    Call,
    Choice,
    Concat,
    Element,
    Entry,
    Hole,
    List,
    Literal,
    Member,
    Object,
    Super,
    Value,
    stated_entry,
)
from seamark.extract.language import Readers, call_of
from seamark.extract.nodes import first, items, part, sides

from .conditions import CONDITIONS
from .escapes import decoded

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def _string(node: Node, reading: Reading) -> Value:
    start, end = node.start_byte, node.end_byte
    raw = False
    parts: list[Value] = []
    for child in node.named_children:
        if child.type == "string_start":
            start = child.end_byte
            raw = "r" in reading.text(child).lower()
        elif child.type == "string_end":
            end = child.start_byte
        elif child.type == "string_content":
            text = reading.text(child)
            if node.children[0].type == "string_start" and "f" in reading.text(node.children[0]).lower():
                text = text.replace("{{", "{").replace("}}", "}")
            parts.append(Literal(text if raw else decoded(text), child.start_byte, child.end_byte))
        elif child.type == "interpolation":
            parts.append(reading.value(child.child_by_field_name("expression")))
    return _join_parts(parts, start, end)


def _adjacent(node: Node, reading: Reading) -> Value:
    strings = items(node)
    return _join_parts([reading.value(child) for child in strings], node.start_byte, node.end_byte)


def _join_parts(parts: list[Value], start: int, end: int) -> Value:
    if not parts:
        return Literal("", start, end)
    if len(parts) == 1 and isinstance(parts[0], Literal):
        return Literal(parts[0].text, start, end)
    return Concat(tuple(parts), start, end)


_METHODS = {"%": "__mod__", "/": "__truediv__"}
"""Operators that texts and URLs overload, with the methods that they call."""


def _yielded(node: Node, reading: Reading) -> Value:
    """A coroutine goes on with what a call gives that it yields; a generator's other values are for who uses it."""
    value = inner(node, reading)
    return value if isinstance(value, Call) else Hole()


def _method(node: Node, reading: Reading) -> Value:
    sign = node.child_by_field_name("operator") or node
    left, right = map(reading.value, sides(node))
    return call_of(Member(left, _METHODS[sign.type], sign.start_byte, sign.end_byte), [Argument("", right)], node)


def _either(node: Node, reading: Reading) -> Value:
    return one_of(sides(node), reading)


def _conditional(node: Node, reading: Reading) -> Value:
    children = node.named_children
    if len(children) != 3:
        return Hole()
    arms = reading.value(children[0]), reading.value(children[2])
    return choice_of_two(arms, tests(children[1], reading, CONDITIONS))


def _subscript(node: Node, reading: Reading) -> Value:
    keys = node.children_by_field_name("subscript")
    if len(keys) == 1 and keys[0].type == "slice" and [one.type for one in keys[0].children] == ["integer", ":"]:
        return slice_from(reading.value(node.child_by_field_name("value")), keys[0].children[0], reading)
    key = reading.value(keys[0]) if len(keys) == 1 else _items(keys, node, reading)
    return Element(reading.value(node.child_by_field_name("value")), key)


def _items(nodes: list[Node], whole: Node, reading: Reading) -> Value:
    return List(tuple(reading.value(node) for node in nodes), whole.start_byte, whole.end_byte)


def _list(node: Node, reading: Reading) -> Value:
    listed = tuple(_item(one, reading) for one in items(node))
    return List(listed, node.start_byte, node.end_byte)


def _item(node: Node, reading: Reading) -> Value:
    """An item, or all those of a list: to the grammar's eyes `*a.b` at the beginning of a list is `b` of `*a`."""
    value, first = reading.value(node), node
    while (begun := _begun_with(first)) is not None:
        first = begun
    return Element(value, Hole()) if first.type == "list_splat" and first != node else value


def _begun_with(node: Node) -> Node | None:
    """What a call, a member or an element is one of."""
    return node.child_by_field_name(LINKS[node.type]) if node.type in LINKS else None


def _dictionary(node: Node, reading: Reading) -> Value:
    entries: list[Entry] = []
    for child in node.named_children:
        if child.type == "pair":
            key, value = reading.value(part(child, "key")), reading.value(part(child, "value"))
            entries.append(stated_entry(key, value) if isinstance(key, Literal) else Entry("", value, key))
        elif child.type == "dictionary_splat":
            entries.append(Entry("...", inner(child, reading)))
    return Object(tuple(entries), node.start_byte, node.end_byte)


_EMPTY: dict[str, type[Object | List]] = {"dict": Object, "list": List, "set": List}
"""What makes an empty collection, if it is given nothing."""


def _call(node: Node, reading: Reading) -> Value:
    function, listed = part(node, "function"), part(node, "arguments")
    called = reading.text(function) if function.type == "identifier" else ""
    if called == "super":
        return Super()
    if called in _EMPTY and not listed.named_children:
        return _EMPTY[called]((), node.start_byte, node.end_byte)
    if called == "getattr":
        of_whom = items(listed)
        if len(of_whom) == 3 and of_whom[2].type == "none":
            of_whom = of_whom[:2]
        return Element(*map(reading.value, of_whom)) if len(of_whom) == 2 else Hole()
    if listed.type == "generator_expression":
        return call_of(reading.value(function), [Argument("", _comprehension(listed, reading))], node)
    arguments: list[Argument] = []
    for child in listed.named_children:
        if child.type == "keyword_argument":
            arguments.append(Argument(reading.text(part(child, "name")), reading.value(part(child, "value"))))
        elif child.type == "list_splat":
            arguments.append(Argument("*", inner(child, reading)))
        elif child.type == "dictionary_splat":
            arguments.append(Argument("**", inner(child, reading)))
        elif child.type != "comment":
            arguments.append(Argument("", reading.value(child)))
    return call_of(reading.value(function), arguments, node)


def _list_pattern(node: Node, reading: Reading) -> Value:
    """What a pattern of a list says of its items: `case ["users", id]`."""
    return List(tuple(_pattern(first(one), reading) for one in items(node)), *node.byte_range)


def _pattern(node: Node | None, reading: Reading) -> Value:
    if node is None or (node.type == "dotted_name" and node.named_child_count == 1):
        return Hole()  # A name takes whatever there is.
    if node.type == "union_pattern":
        return Choice(tuple(_pattern(one, reading) for one in items(node)))
    return Element(Hole(), Hole()) if node.type == "splat_pattern" else reading.value(node)


def _splat(node: Node, reading: Reading) -> Value:
    whole = inner(node, reading)
    is_part = node.parent is not None and _begun_with(node.parent) == node
    return whole if is_part else Element(whole, Hole())


def _comprehension(node: Node, reading: Reading) -> Value:
    body = reading.value(node.child_by_field_name("body"))
    return List((body,), node.start_byte, node.end_byte)


def _mapping(node: Node, _reading: Reading) -> Value:
    return Object((Entry("", Hole()),), node.start_byte, node.end_byte)


def _generic(node: Node, reading: Reading) -> Value:
    """`list[X]` in a type is a subscript to the grammar's eyes only if it is not in a type."""
    of, *parameters = items(node) or [node]
    if not parameters or of is node:
        return Hole()
    keys = items(parameters[0])
    key = reading.value(keys[0]) if len(keys) == 1 else _items(keys, parameters[0], reading)
    return Element(reading.value(of), key)


def _union(node: Node, reading: Reading) -> Value:
    return Choice(tuple(reading.value(child) for child in node.named_children))


LINKS = {"call": "function", "attribute": "object", "subscript": "value"}


def _dotted_name(node: Node, reading: Reading) -> Value:
    """A name in a pattern: `case Kind.READ`."""
    first, *others = items(node)
    value = name(first, reading)
    for other in others:
        value = Member(value, reading.text(other), other.start_byte, other.end_byte)
    return value


VALUES: Readers = {
    "dotted_name": _dotted_name,
    "identifier": name,
    "string": _string,
    "concatenated_string": _adjacent,
    "integer": scalar,
    "float": scalar,
    "true": scalar,
    "false": scalar,
    "none": scalar,
    "binary_operator": by_sign({"+": concatenation, "|": _either, **dict.fromkeys(_METHODS, _method)}),
    "unary_operator": signed_number,
    "boolean_operator": by_sign({"or": fallback, "and": last}),
    "conditional_expression": _conditional,
    "attribute": member_of("object", "attribute"),
    "subscript": _subscript,
    "list": _list,
    "list_pattern": _list_pattern,
    "tuple_pattern": _list_pattern,
    "tuple": _list,
    "set": _list,
    "expression_list": _list,
    "dictionary": _dictionary,
    "call": _call,
    "await": inner,
    "yield": _yielded,
    "parenthesized_expression": inner,
    "list_splat": _splat,
    "generator_expression": _comprehension,
    "list_comprehension": _comprehension,
    "set_comprehension": _comprehension,
    "dictionary_comprehension": _mapping,
    "named_expression": value_of("value"),
    "assignment": value_of("right"),
    "lambda": function,
    "type": inner,
    "generic_type": _generic,
    "union_type": _union,
}
