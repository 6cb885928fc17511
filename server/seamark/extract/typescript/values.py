"""What expressions and types say in TypeScript and JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from seamark.extract.conditions import tests
from seamark.extract.facts import (
    UNDEFINED,
    Argument,
    Call,
    Choice,
    Concat,
    Element,
    Entry,
    Hole,
    Import,
    List,
    Literal,
    Member,
    Name,
    Object,
    Scalar,
    Super,
    This,
    Value,
)
from seamark.extract.language import Readers, call_of
from seamark.extract.nodes import element_of, inner, items, joined, member_of, name, scalar

from .conditions import CONDITIONS
from .escapes import decoded
from .types import TYPES

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def key_text(node: Node | None, reading: Reading) -> str | None:
    """The key that a property's name states; None if it is computed."""
    if node is None:
        return None
    if node.type == "computed_property_name":
        key = inner(node, reading)
        return key.text if isinstance(key, Literal | Scalar) else None
    if node.type == "string":
        key = _string(node, reading)
        return key.text if isinstance(key, Literal) else None
    return reading.text(node)


def member(of: Value, key: Node | None, reading: Reading) -> Value:
    """What stands in `of` under the key that a pattern or a type names."""
    if isinstance(of, Hole) or key is None:
        return Hole()
    name = key_text(key, reading)
    if name is not None:
        return Member(of, name, key.start_byte, key.end_byte)
    return Element(of, inner(key, reading))


def _this(_node: Node, _reading: Reading) -> Value:
    return This()


def _super(_node: Node, _reading: Reading) -> Value:
    return Super()


def _string(node: Node, reading: Reading) -> Value:
    start, end = _content(node, reading)
    return Literal(decoded(reading.slice(start, end)), start, end)


def _content(node: Node, reading: Reading) -> tuple[int, int]:
    """The span between the quotes; the closing one may not be typed yet."""
    start, end = node.start_byte, node.end_byte
    closed = end - start > 1 and reading.data[start] == reading.data[end - 1]
    return start + 1, end - 1 if closed else max(end, start + 1)


def _template(node: Node, reading: Reading, read: Callable[[str], str] = decoded) -> Value:
    start, end = _content(node, reading)
    parts: list[Value] = []
    position = start
    for child in node.named_children:
        if child.type in ("template_substitution", "template_type"):
            if child.start_byte > position:
                text = read(reading.slice(position, child.start_byte))
                parts.append(Literal(text, position, child.start_byte))
            parts.append(inner(child, reading))
            position = child.end_byte
    if end > position or not parts:
        parts.append(Literal(read(reading.slice(position, end)), position, end))
    if len(parts) == 1 and isinstance(parts[0], Literal):
        return parts[0]
    return Concat(tuple(parts), start, end)


def _raw(text: str) -> str:
    return text


def _binary(node: Node, reading: Reading) -> Value:
    operator = node.child_by_field_name("operator")
    symbol = "" if operator is None else operator.type
    if symbol == "+":
        return joined(node, reading)
    if symbol not in ("??", "||", "&&"):
        return Hole()
    right = reading.value(node.child_by_field_name("right"))
    if symbol == "&&":
        return right
    return Choice((reading.value(node.child_by_field_name("left")), right), ordered=True)


def _unary(node: Node, reading: Reading) -> Value:
    operator, argument = node.child_by_field_name("operator"), node.child_by_field_name("argument")
    if operator is None or argument is None:
        return Hole()
    if operator.type in ("-", "+") and argument.type == "number":
        return Scalar(reading.text(node))
    return UNDEFINED if operator.type == "void" else Hole()


def _ternary(node: Node, reading: Reading) -> Value:
    arms = tuple(reading.value(node.child_by_field_name(arm)) for arm in ("consequence", "alternative"))
    return Choice(arms, tests=tests(node.child_by_field_name("condition"), reading, CONDITIONS))


def _meta_property(node: Node, reading: Reading) -> Value:
    """`import.meta`. Its `url` is the module's own: what is beside a module is a file, which no handler serves.

    Node.js, ECMAScript modules, `import.meta.url`; bundlers read it so, too.
    """
    text, start, end = reading.text(node), node.start_byte, node.end_byte
    if text != "import.meta":
        return Hole()
    named = None if node.parent is None else node.parent.child_by_field_name("property")
    if named is not None and reading.text(named) == "url":
        return Object((Entry("url", Literal(_FILE, start, end)),), start, end)
    return Name(text, start, end)


_FILE = "file:///"


def _call(node: Node, reading: Reading) -> Value:
    function = node.child_by_field_name("function")
    listed = node.child_by_field_name("arguments")
    if function is None or listed is None:
        return Hole()
    if listed.type == "template_string":
        text = _template(listed, reading, _raw)
        return text if reading.text(function) == "String.raw" else _tagged(function, text, node, reading)
    arguments = _arguments(listed, reading)
    first = arguments[0].value if arguments else None
    if isinstance(first, Literal) and (function.type == "import" or reading.text(function) == "require"):
        return Import(first.text, "")
    callee = reading.value(function)
    if isinstance(callee, Member) and isinstance(callee.of, Import) and callee.name == "then":
        return _loaded(callee.of, items(listed), reading)
    if isinstance(callee, Hole) and not arguments:
        return callee
    # `await get<T>(x)` is to the grammar a call of `await get`.
    start = function.named_children[0].start_byte if function.type == "await_expression" else node.start_byte
    return Call(callee, tuple(arguments), False, start, node.end_byte)


def _tagged(function: Node, text: Value, node: Node, reading: Reading) -> Value:
    """A function given a template by standing before it: as a call with that, as it is written."""
    callee = reading.value(function)
    if isinstance(callee, Hole):
        return callee
    return Call(callee, (Argument("", text),), False, node.start_byte, node.end_byte)


def _loaded(module: Import, arguments: list[Node], reading: Reading) -> Value:
    """`import('./m').then(m => m.x)`."""
    if len(arguments) == 1 and arguments[0].type == "arrow_function":
        parameter = arguments[0].child_by_field_name("parameter")
        if parameter is None:
            listed = items(arguments[0].child_by_field_name("parameters"))
            parameter = listed[0] if listed else None
        body = reading.value(arguments[0].child_by_field_name("body"))
        if isinstance(body, Member) and isinstance(body.of, Name) and parameter is not None:
            named = parameter.child_by_field_name("pattern") or parameter
            if reading.text(named) == body.of.name:
                return Import(module.module, body.name)
    return module


def _new(node: Node, reading: Reading) -> Value:
    arguments = _arguments(node.child_by_field_name("arguments"), reading)
    return call_of(reading.value(node.child_by_field_name("constructor")), arguments, node, new=True)


def _arguments(listed: Node | None, reading: Reading) -> list[Argument]:
    return [
        Argument("*", inner(child, reading)) if child.type == "spread_element" else Argument("", reading.value(child))
        for child in items(listed)
    ]


def _object(node: Node, reading: Reading) -> Value:
    entries = [entry for child in node.named_children if (entry := _entry(child, reading)) is not None]
    return Object(tuple(entries), node.start_byte, node.end_byte)


def _entry(node: Node, reading: Reading) -> Entry | None:
    if node.type == "pair":
        stated = node.child_by_field_name("key")
        key = key_text(stated, reading)
        computed = inner(stated, reading) if stated is not None and not key else None
        return Entry(key or "", reading.value(node.child_by_field_name("value")), computed)
    if node.type == "shorthand_property_identifier":
        return Entry(reading.text(node), name(node, reading))
    if node.type == "spread_element":
        return Entry("...", inner(node, reading))
    if node.type != "method_definition":
        return None
    key = key_text(node.child_by_field_name("name"), reading)
    accessor = next((child.type for child in node.children if child.type in ("get", "set")), "")
    if accessor == "set":
        return None
    function = reading.function(node)
    return Entry(key or "", call_of(function, [], node) if accessor == "get" else function)


def _array(node: Node, reading: Reading) -> Value:
    values: list[Value] = []
    vacant = True
    for child in node.children:
        if child.type == ",":
            if vacant:
                values.append(UNDEFINED)
            vacant = True
        elif child.is_named and child.type != "comment":
            values.append(reading.value(child))
            vacant = False
    return List(tuple(values), node.start_byte, node.end_byte)


def _spread(node: Node, reading: Reading) -> Value:
    return Element(inner(node, reading), Hole())


def _last(node: Node, reading: Reading) -> Value:
    children = items(node)
    return reading.value(children[-1]) if children else Hole()


def _assigned(node: Node, reading: Reading) -> Value:
    return reading.value(node.child_by_field_name("right"))


def augmented(node: Node, reading: Reading) -> Value:
    """What a name holds after `node`: `x += v`, `x ??= v`, …."""
    operator = node.child_by_field_name("operator")
    symbol = "" if operator is None else operator.type
    sides = tuple(reading.value(node.child_by_field_name(side)) for side in ("left", "right"))
    if symbol == "+=":
        return Concat(sides, node.start_byte, node.end_byte)
    return Choice(sides, ordered=symbol != "&&=") if symbol in ("??=", "||=", "&&=") else Hole()


def _function(node: Node, reading: Reading) -> Value:
    return reading.function(node)


def _type_member(node: Node, reading: Reading) -> Value:
    return member(reading.value(node.child_by_field_name("module")), node.child_by_field_name("name"), reading)


LINKS = {"call_expression": "function", "member_expression": "object", "non_null_expression": ""}

VALUES: Readers = {
    "identifier": name,
    "shorthand_property_identifier": name,
    "this": _this,
    "super": _super,
    "string": _string,
    "template_string": _template,
    "number": scalar,
    "true": scalar,
    "false": scalar,
    "null": scalar,
    "undefined": scalar,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "ternary_expression": _ternary,
    "member_expression": member_of("object", "property"),
    "nested_identifier": member_of("object", "property"),
    "subscript_expression": element_of("object", "index"),
    "meta_property": _meta_property,
    "call_expression": _call,
    "new_expression": _new,
    "object": _object,
    "array": _array,
    "spread_element": _spread,
    "await_expression": inner,
    "parenthesized_expression": _last,
    "sequence_expression": _last,
    "as_expression": inner,
    "satisfies_expression": inner,
    "non_null_expression": inner,
    "instantiation_expression": inner,
    "type_assertion": _last,
    "assignment_expression": _assigned,
    "augmented_assignment_expression": augmented,
    "arrow_function": _function,
    "function_expression": _function,
    "generator_function": _function,
    "function_declaration": _function,
    "generator_function_declaration": _function,
    "class": _function,
    "class_declaration": _function,
    "abstract_class_declaration": _function,
    # Types that are read as expressions are.
    "nested_type_identifier": _type_member,
    "tuple_type": _array,
    "template_literal_type": _template,
    "conditional_type": _ternary,
    "this_type": _this,
    **TYPES,
}
