"""What Go's expressions and types say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from seamark.extract.expressions import (
    arguments,
    by_sign,
    element_of,
    function,
    inner,
    member_of,
    name,
    named_flags,
    plain_sum,
    scalar,
    signed_number,
    slice_from,
    value_of,
)
from seamark.extract.facts import (
    Argument,
    Call,
    Element,
    Entry,
    Hole,
    List,
    Literal,
    Name,
    Object,
    Scalar,
    Value,
    stated_entry,
)
from seamark.extract.language import Readers, call_of
from seamark.extract.nodes import content, first, items, operator

from .escapes import decode_escapes
from .types import PREDECLARED, TYPES, WRAPPED, element_type

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def _string(node: Node, reading: Reading) -> Value:
    start, end = content(node, reading.data)
    return Literal(decode_escapes(reading.data[start:end]), start, end)


def _raw_string(node: Node, reading: Reading) -> Value:
    start, end = content(node, reading.data)
    return Literal(reading.slice(start, end).replace("\r", ""), start, end)


def _rune(node: Node, reading: Reading) -> Value:
    start, end = content(node, reading.data)
    return Scalar(decode_escapes(reading.data[start:end]))


def _unary(node: Node, reading: Reading) -> Value:
    return _operand(node, reading) if operator(node) in ("&", "*", "<-") else signed_number(node, reading)


_index = element_of("operand", "index")


_operand = value_of("operand")


def _slice(node: Node, reading: Reading) -> Value:
    """`parts[1:]`"""
    start = node.child_by_field_name("start")
    return Hole() if node.child_by_field_name("end") else slice_from(_operand(node, reading), start, reading)


def _call(node: Node, reading: Reading) -> Value:
    function = node.child_by_field_name("function")
    if function is None:
        return Hole()
    given = items(node.child_by_field_name("arguments"))
    if function.type == "identifier" and given:
        known = _predeclared_call(reading.text(function), given, node, reading)
        if known is not None:
            return known
    if function.type == "parenthesized_expression" and len(given) == 1:
        pointer = first(function)
        if pointer is not None and pointer.type == "unary_expression" and pointer.children[0].type == "*":
            return reading.value(given[0])
    return call_of(_callee(function, reading), arguments(given, reading, _SPREAD), node)


_SPREAD = ("variadic_argument",)


def _predeclared_call(function: str, given: list[Node], node: Node, reading: Reading) -> Value | None:
    """What the functions that belong to the language give, where they take a type or are one."""
    if function == "new":
        return Call(reading.value(given[0]), (), True, node.start_byte, node.end_byte)
    if function == "append":
        whole, *added = arguments(given, reading, _SPREAD)
        longer = [Element(one.value, Hole()) if one.name else one.value for one in added]
        return List((Element(whole.value, Hole()), *longer), node.start_byte, node.end_byte)
    if function == "make":
        if given[0].type == "map_type":
            return Object((), node.start_byte, node.end_byte)
        return List((), node.start_byte, node.end_byte) if given[0].type == "slice_type" else Hole()
    return reading.value(given[0]) if function in PREDECLARED and len(given) == 1 else None


def _callee(function: Node, reading: Reading) -> Value:
    """What is called. `f[T]` is `f`; whether `x` in `f[x]` is a type, its name tells."""
    index = function.child_by_field_name("index") if function.type == "index_expression" else None
    if index is None:
        return reading.value(function)
    last = reading.text(index).rpartition(".")[2]
    is_type = index.type not in ("identifier", "selector_expression", "unary_expression") or (
        last in PREDECLARED or last[:1].isupper()
    )
    is_type = is_type and not index.type.endswith("_literal") and index.type != "call_expression"
    return _operand(function, reading) if is_type else _index(function, reading)


def _conversion(node: Node, reading: Reading) -> Value:
    """`[]byte(x)` is `x`. `f[T](x)` is to the grammar a conversion, too."""
    kind = node.child_by_field_name("type")
    if kind is None or kind.type != "generic_type":
        return _operand(node, reading)
    of = reading.value(kind.child_by_field_name("type"))
    return call_of(of, [Argument("", _operand(node, reading))], node)


# Composite literals


def _composite(node: Node, reading: Reading) -> Value:
    kind, body = node.child_by_field_name("type"), node.child_by_field_name("body")
    if kind is None or body is None:
        return Hole()
    value = _with_type(reading.value(body), kind, reading)
    if isinstance(value, Call | Object | List):
        return replace(value, start=node.start_byte, end=node.end_byte)
    return value


def _literal_value(node: Node, reading: Reading) -> Value:
    """What stands in braces, when its type is not known yet: the making of something, unless it cannot be a struct."""
    span = node.start_byte, node.end_byte
    listed = items(node)
    typeless = keyed = False
    fields = True
    entries: list[tuple[Node | None, Value]] = []
    for child in listed:
        key, element = None, child
        if child.type == "keyed_element":
            keyed = True
            key = _unwrap_element(child.child_by_field_name("key"))
            element = child.child_by_field_name("value") or child
            fields = fields and key is not None and key.type == "identifier"
        bare = _unwrap_element(element)
        typeless = typeless or (bare is not None and bare.type == "literal_value")
        entries.append((key, reading.value(bare)))
    if keyed and (typeless or not fields):
        return Object(tuple(_entry(key, value, reading) for key, value in entries), *span)
    if typeless:
        return List(tuple(value for _, value in entries), *span)
    fields_given = tuple(Argument("" if key is None else reading.text(key), value) for key, value in entries)
    return Call(Hole(), fields_given, True, *span)


def _unwrap_element(node: Node | None) -> Node | None:
    return first(node) if node is not None and node.type == "literal_element" else node


def _entry(node: Node | None, value: Value, reading: Reading) -> Entry:
    key = reading.value(node)
    if isinstance(key, Literal):
        return stated_entry(key, value)
    return Entry(key.text, value) if isinstance(key, Scalar) else Entry("", value, key)


def _with_type(value: Value, kind: Node | Value, reading: Reading) -> Value:
    """A literal value, given its type, and so its items, which may leave theirs out."""
    while not isinstance(kind, Value) and kind.type in WRAPPED and kind.named_children:
        kind = kind.named_children[0]
    if not isinstance(kind, Value):
        element = element_type(kind)
        if element is not None:
            make = _as_object if kind.type == "map_type" else _as_list
            return make(value, lambda item: _with_type(item, element, reading) if _is_open(item) else item)
        kind = reading.value(kind)
    if isinstance(value, Call):
        return replace(value, callee=kind) if _is_open(value) else value
    part = Element(kind, Hole())
    make = _as_object if isinstance(value, Object) else _as_list
    return make(value, lambda item: _with_type(item, part, reading) if _is_open(item) else item)


def _is_open(value: Value) -> bool:
    """Whether a literal value's type, or that of its items, is not known."""
    if isinstance(value, Call):
        return value.new and isinstance(value.callee, Hole)
    return isinstance(value, List | Object)


def _parts(value: Value) -> tuple[Entry, ...] | None:
    match value:
        case List(items=listed):
            return tuple(Entry("", item) for item in listed)
        case Object(entries=entries):
            return entries
        case Call(callee=Hole(), arguments=given, new=True):
            # Names of fields, to a struct; to a map they are constants.
            return tuple(
                Entry("", one.value, Name(one.name, value.start, value.end) if one.name else None) for one in given
            )
    return None


def _as_list(value: Value, typed: Callable[[Value], Value]) -> Value:
    parts = _parts(value)
    if parts is None or not isinstance(value, List | Object | Call):
        return value
    return List(tuple(typed(part.value) for part in parts), value.start, value.end)


def _as_object(value: Value, typed: Callable[[Value], Value]) -> Value:
    parts = _parts(value)
    if parts is None or not isinstance(value, List | Object | Call):
        return value
    return Object(tuple(replace(part, value=typed(part.value)) for part in parts), value.start, value.end)


LINKS = {"call_expression": "function", "selector_expression": "operand"}

VALUES: Readers = {
    "identifier": name,
    "package_identifier": name,
    "interpreted_string_literal": _string,
    "raw_string_literal": _raw_string,
    "rune_literal": _rune,
    "int_literal": scalar,
    "float_literal": scalar,
    "true": scalar,
    "false": scalar,
    "nil": scalar,
    "binary_expression": by_sign({"+": plain_sum, "|": named_flags}),
    "unary_expression": _unary,
    "parenthesized_expression": inner,
    "selector_expression": member_of("operand", "field"),
    "index_expression": _index,
    "slice_expression": _slice,
    "type_assertion_expression": _operand,
    "type_conversion_expression": _conversion,
    "call_expression": _call,
    "expression_list": inner,
    "composite_literal": _composite,
    "literal_value": _literal_value,
    "func_literal": function,
    "struct_type": function,
    **TYPES,
}
