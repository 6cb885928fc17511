"""What the expressions of C and C++ say.

A pointer or reference to something, smart ones included, is that thing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

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
    Name,
    Object,
    Scalar,
    This,
    Value,
)
from seamark.extract.language import Readers, call_of
from seamark.extract.nodes import first, items, name, summed

from .conditions import equality
from .escapes import decoded
from .loops import counted

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.reading import Reading

MAX_ITEMS = 512
"""A longer list is data."""

MAX_QUALIFIERS = 16
"""A name in more scopes than this says nothing."""

_WRAPPERS = ("function",)
_PLAIN = ("primitive_type", "sized_type_specifier", "placeholder_type_specifier")
_POINTERS = ("shared_ptr", "unique_ptr", "weak_ptr", "optional", "reference_wrapper", "atomic")
_MAKERS = ("make_shared", "make_unique")
_CASTS = (
    "static_cast",
    "dynamic_cast",
    "reinterpret_cast",
    "const_cast",
    "static_pointer_cast",
    "dynamic_pointer_cast",
)
_CONTAINERS = ("vector", "array", "list", "deque", "set", "unordered_set", "map", "unordered_map", "initializer_list")
_LETTERS = re.compile(r"PRI([diouxX])(?:(?:LEAST|FAST)?(?:8|16|32|64)|MAX|PTR)")
"""The macros of <inttypes.h> for the letter of a conversion."""


# Literals


def _identifier(node: Node, reading: Reading) -> Value:
    text = reading.text(node)
    letter = _LETTERS.fullmatch(text) if text.startswith("PRI") else None
    if letter is not None:
        return Literal(letter[1], node.start_byte, node.end_byte)
    return Name(text, node.start_byte, node.end_byte)


def _string(node: Node, reading: Reading) -> Value:
    """A string with the macros in and after it: C++'s grammar does not know `"/api/" VERSION`."""
    parts, end = _literals(node, reading), node.end_byte
    while (macro := _MACRO.match(reading.data, end)) is not None:
        parts.append(_named_macro(macro))
        end = macro.end()
    return parts[0] if len(parts) == 1 else Concat(tuple(parts), node.start_byte, end)


_MACRO = re.compile(rb"\s++([A-Za-z_]\w*+)(?=\s*+(?:[),;}\]]|[A-Za-z_]))")


BETWEEN = re.compile(rb'(?<!\\)"(?=\s*+([A-Za-z_]\w*+)\s*+("))')
"""A macro between two texts, if the first quote closes one."""


def _literals(node: Node, reading: Reading) -> list[Value]:
    """A string, or the several that it is with macros between them."""
    first, last = node.children[0], node.children[-1]
    start, end = first.end_byte, last.start_byte if last.type in ('"', "'") and last != first else node.end_byte
    parts: list[Value] = []
    for macro in BETWEEN.finditer(reading.data, start, end):
        if macro.start() >= start:
            parts += [_literal(start, macro.start(), reading), _named_macro(macro)]
            start = macro.end(2)
    return [*parts, _literal(start, end, reading)]


def _literal(start: int, end: int, reading: Reading) -> Value:
    return Literal(decoded(reading.slice(start, end)), start, end)


def _named_macro(found: re.Match[bytes]) -> Value:
    text = found[1].decode()
    letter = _LETTERS.fullmatch(text) if text.startswith("PRI") else None
    kind, said = (Name, text) if letter is None else (Literal, letter[1])
    return kind(said, found.start(1), found.end(1))


def _character(node: Node, reading: Reading) -> Value:
    return _literal(node.start_byte + 1, max(node.end_byte - 1, node.start_byte + 1), reading)


def _raw_string(node: Node, reading: Reading) -> Value:
    for child in node.named_children:
        if child.type == "raw_string_content":
            return Literal(reading.text(child), child.start_byte, child.end_byte)
    return Literal("", node.end_byte, node.end_byte)


def _adjacent(node: Node, reading: Reading) -> Value:
    parts: list[Value] = []
    for child in items(node):
        for part in items(child) if child.type == "ERROR" else [child]:
            parts += _literals(part, reading) if part.type == "string_literal" else [reading.value(part)]
    return Concat(tuple(parts), node.start_byte, node.end_byte)


def number(text: str) -> Value:
    """A number as it is written into a string."""
    digits = text.replace("'", "")
    try:
        return Scalar(str(int(digits.rstrip("uUlLzZ"), 0)))
    except ValueError:
        return Scalar(digits.rstrip("fFlL"))


def _number(node: Node, reading: Reading) -> Value:
    return number(reading.text(node))


def _boolean(node: Node, reading: Reading) -> Value:
    return Scalar(reading.text(node))


def _null(_node: Node, _reading: Reading) -> Value:
    return Scalar("null")


# Operators


def _binary(node: Node, reading: Reading) -> Value:
    operator = node.child_by_field_name("operator")
    kind = "" if operator is None else operator.type
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if operator is None or left is None or right is None:
        return Hole()
    if kind == "==" and "string_literal" in (left.type, right.type):
        return equality(node, reading)
    if reading.language.name == "c":
        return Hole()
    if kind == "+":
        found = summed(node, reading)
        # A text plus a number is a place within the text.
        return Hole() if isinstance(found, Concat) and any(isinstance(part, Scalar) for part in found.parts) else found
    if kind == "<<":
        return Concat(tuple(reading.value(part) for part in shifted(node)), node.start_byte, node.end_byte)
    return Hole()


def shifted(node: Node | None) -> list[Node]:
    """The operands of `a << b << c`, which nests to the left, as deep as it is long."""
    parts: list[Node] = []
    while node is not None and node.type == "binary_expression":
        operator, right = node.child_by_field_name("operator"), node.child_by_field_name("right")
        if operator is None or operator.type != "<<":
            break
        parts += [] if right is None else [right]
        node = node.child_by_field_name("left")
    parts += [] if node is None else [node]
    return parts[::-1]


def _unary(node: Node, reading: Reading) -> Value:
    argument, operator = node.child_by_field_name("argument"), node.child_by_field_name("operator")
    value = reading.value(argument) if argument is not None and argument.type == "number_literal" else Hole()
    return (
        Scalar(f"-{value.text}")
        if isinstance(value, Scalar) and operator is not None and operator.type == "-"
        else Hole()
    )


def _conditional(node: Node, reading: Reading) -> Value:
    consequence = node.child_by_field_name("consequence")
    other = reading.value(node.child_by_field_name("alternative"))
    if consequence is None:
        return Choice((reading.value(node.child_by_field_name("condition")), other), ordered=True)
    return Choice((reading.value(consequence), other))


def _field_value(*fields: str) -> Callable[[Node, Reading], Value]:
    def read(node: Node, reading: Reading) -> Value:
        return next(
            (reading.value(found) for f in fields if (found := node.child_by_field_name(f)) is not None), Hole()
        )

    return read


def _inner(node: Node | None, reading: Reading) -> Value:
    children = items(node)
    return reading.value(children[0]) if children else Hole()


# Names and types


def _qualified(node: Node, reading: Reading) -> Value:
    """`a::b::c`, which nests to the right."""
    of: Value | None = None
    current: Node | None = node
    for _ in range(MAX_QUALIFIERS):
        if current is None or current.type != "qualified_identifier":
            break
        scope = current.child_by_field_name("scope")
        if scope is not None:
            plain = scope.child_by_field_name("name") if scope.type == "template_type" else scope
            of = _member(of, plain or scope, reading)
        current = current.child_by_field_name("name")
    return Hole() if current is None or current.type == node.type else _named(of, current, reading)


def _named(of: Value | None, node: Node, reading: Reading) -> Value:
    """A name, alone or in a scope; a type's parameters are kept, those of a function are not."""
    plain = node.child_by_field_name("name") or node
    arguments = node.child_by_field_name("arguments")
    named = _member(of, plain, reading)
    if node.type != "template_type" or not isinstance(named, Name | Member):
        return named
    given = [reading.value(argument) for argument in items(arguments)]
    if named.name in _POINTERS and len(given) > 0:
        return given[0]
    key = given[0] if len(given) == 1 else List(tuple(given), node.start_byte, node.end_byte)
    return Element(named, key)


def _member(of: Value | None, node: Node, reading: Reading) -> Value:
    if of is None:
        return reading.value(node) if node.type in ("identifier", "this") else name(node, reading)
    return Member(of, reading.text(node), node.start_byte, node.end_byte)


def _template(node: Node, reading: Reading) -> Value:
    return _named(None, node, reading)


def _struct(node: Node, reading: Reading) -> Value:
    """`struct x`; one with a body is defined in place."""
    if node.child_by_field_name("body") is not None:
        return reading.function(node)
    named = node.child_by_field_name("name")
    return Hole() if named is None else reading.value(named)


def _field(node: Node, reading: Reading) -> Value:
    field = node.child_by_field_name("field")
    if field is None:
        return Hole()
    of = reading.value(node.child_by_field_name("argument"))
    if field.type == "dependent_name" and field.named_children:
        field = field.named_children[-1]
    if field.type == "qualified_identifier":  # `x.Base::f()`
        field = field.child_by_field_name("name") or field
    field = field.child_by_field_name("name") or field
    return Member(of, reading.text(field), field.start_byte, field.end_byte)


def _subscript(node: Node, reading: Reading) -> Value:
    indices = node.child_by_field_name("index") or node.child_by_field_name("indices")
    if indices is not None and indices.type == "subscript_argument_list":
        indices = indices.named_children[0] if indices.named_child_count == 1 else None
    of = node.child_by_field_name("argument")
    return counted(node, of, indices, reading) or Element(reading.value(of), reading.value(indices))


# Calls and what is made


def _call(node: Node, reading: Reading) -> Value:
    function = node.child_by_field_name("function")
    listed = node.child_by_field_name("arguments")
    if function is None:
        return Hole()
    template = _template_of(function)
    if template is not None:
        called = reading.text(template.child_by_field_name("name") or template)
        if called in _CASTS:
            return _inner(listed, reading)
        types = items(template.child_by_field_name("arguments"))
        if called in _MAKERS and types:
            return call_of(reading.value(types[0]), arguments(listed, reading), node, new=True)
    return call_of(reading.value(function), arguments(listed, reading), node)


def _template_of(function: Node) -> Node | None:
    current: Node | None = function
    while current is not None and current.type == "qualified_identifier":
        current = current.child_by_field_name("name")
    return current if current is not None and current.type == "template_function" else None


def arguments(listed: Node | None, reading: Reading) -> list[Argument]:
    """What stands between the parentheses or braces of a call; fields of a struct go by their names."""
    found: list[Argument] = []
    if listed is None or listed.named_child_count > MAX_ITEMS:
        return found
    for child in items(listed):
        if child.type == "parameter_pack_expansion":
            found.append(Argument("*", reading.value(child.child_by_field_name("pattern"))))
        elif child.type == "initializer_pair":
            value = reading.value(child.child_by_field_name("value"))
            found.append(Argument(_designated(child, reading), value))
        elif child.type != "ERROR":
            found.append(Argument("", reading.value(child)))
    return found


def _designated(pair: Node, reading: Reading) -> str:
    """The name in `.name = value`; nothing for an element's, or a field within a field."""
    designators = pair.children_by_field_name("designator")
    if len(designators) != 1 or designators[0].type != "field_designator":
        return ""
    return reading.text(designators[0]).lstrip(". ")


def constructed(kind: Node, listed: Node | None, node: Node, reading: Reading) -> Value:
    """What `kind x(listed)` or `kind x{listed}` makes of its arguments."""
    template = kind
    while template.type == "qualified_identifier":
        template = template.child_by_field_name("name") or template.children[-1]
    called = reading.text(template.child_by_field_name("name") or template) if template.type == "template_type" else ""
    if called in _CONTAINERS and listed is not None and listed.type == "initializer_list":
        return of_kind(_list(listed, reading), kind, listed=True, reading=reading)
    if called in (*_POINTERS, *_WRAPPERS) or kind.type in _PLAIN:
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


_LISTS = ("vector", "array", "list", "deque", "initializer_list")
_STRUCTS = ("type_identifier", "struct_specifier", "union_specifier")


def _fields(value: Value, of: Value) -> Value:
    if not isinstance(value, List) or not value.items:
        return value
    return Call(of, tuple(Argument("", item) for item in value.items), True, value.start, value.end)


def _new(node: Node, reading: Reading) -> Value:
    kind = node.child_by_field_name("type")
    if kind is None or node.child_by_field_name("declarator") is not None:
        return Hole()
    return constructed(kind, node.child_by_field_name("arguments"), node, reading)


def _compound(node: Node, reading: Reading) -> Value:
    """C's `(struct x){…}` and C++'s `x{…}`."""
    kind, listed = node.child_by_field_name("type"), node.child_by_field_name("value")
    if kind is None or listed is None or kind.type == "type_descriptor":
        return reading.value(listed)
    return constructed(kind, listed, node, reading)


def _declarator(node: Node, reading: Reading) -> Value:
    """`X x(a)` and `X x{a}`; what stands after `=` speaks for itself."""
    value, parent = node.child_by_field_name("value"), node.parent
    kind = None if parent is None else parent.child_by_field_name("type")
    if kind is None or value is None or any(child.type == "=" for child in node.children):
        return reading.value(value)
    return constructed(kind, value, node, reading)


def _list(node: Node, reading: Reading) -> Value:
    """`{a, b}`, `{.name = a}`. Long ones, and those of numbers, are data."""
    count = node.named_child_count
    first = node.named_children[0] if 0 < count <= MAX_ITEMS else None
    if count > MAX_ITEMS or (count > 16 and first is not None and first.type in ("number_literal", "char_literal")):
        return Hole()
    children = [child for child in items(node) if child.type not in ("ERROR", "preproc_call")]
    if not any(child.type == "initializer_pair" and _designated(child, reading) for child in children):
        pairs = ((child, child.type == "initializer_pair") for child in children)
        values = [reading.value(child.child_by_field_name("value") if pair else child) for child, pair in pairs]
        return List(tuple(values[:-1] if _is_end(values) else values), node.start_byte, node.end_byte)
    entries: list[Entry] = []
    for index, child in enumerate(children):
        is_pair = child.type == "initializer_pair"
        value = reading.value(child.child_by_field_name("value") if is_pair else child)
        entries.append(Entry(_designated(child, reading) if is_pair else str(index), value))
    return Object(tuple(entries), node.start_byte, node.end_byte)


def _is_end(values: list[Value]) -> bool:
    """Whether a list of structs ends with one that says so: `{ NULL, NULL }`."""
    last = values[-1] if len(values) > 1 else None
    within = last.items if isinstance(last, List) else ()
    if isinstance(last, Object):
        within = tuple(entry.value for entry in last.entries)
    return isinstance(last, List | Object) and all(value in (Scalar("null"), Scalar("0")) for value in within)


def _function(node: Node, reading: Reading) -> Value:
    return reading.function(node)


def _this(_node: Node, _reading: Reading) -> Value:
    return This()


# Buffers

_BUILDERS = {
    "sprintf": ("format", 1),
    "snprintf": ("format", 2),
    "_snprintf": ("format", 2),
    "sprintf_s": ("format", 2),
    "vsprintf": ("format", 1),
    "vsnprintf": ("format", 2),
    "asprintf": ("format", 1),
    "vasprintf": ("format", 1),
    "strcpy": ("copy", 1),
    "strncpy": ("copy", 1),
    "stpcpy": ("copy", 1),
    "strlcpy": ("copy", 1),
    "strcpy_s": ("copy", 2),
    "strcat": ("append", 1),
    "strncat": ("append", 1),
    "strlcat": ("append", 1),
    "strcat_s": ("append", 2),
}
"""The standard library's functions that write a text into their first argument: how, and which argument states it."""


def built(node: Node, reading: Reading) -> tuple[Value, Value] | None:
    """The buffer that a call fills, and what it holds afterwards.

    A format is the text whose method `sprintf` is called with what it formats.
    """
    call = reading.value(node)
    listed = items(node.child_by_field_name("arguments"))
    if not isinstance(call, Call) or not isinstance(call.callee, Name | Member) or not listed:
        return None
    if call.callee.name == "append" and isinstance(call.callee, Member):
        given = [argument.value for argument in call.arguments]
        return (call.callee.of, _appended(call.callee.of, given[0], node)) if len(given) == 1 else None
    kind, position = _BUILDERS[call.callee.name]
    if len(call.arguments) <= position:
        return None
    buffer, appends = _buffer(listed[0], reading)
    text = call.arguments[position].value
    if kind == "format":
        callee = Member(text, "sprintf", call.callee.start, call.callee.end)
        text = Call(callee, call.arguments[position + 1 :], False, node.start_byte, node.end_byte)
    return buffer, _appended(buffer, text, node) if appends or kind == "append" else text


def _appended(buffer: Value, text: Value, node: Node) -> Value:
    return Concat((buffer, text), node.start_byte, node.end_byte)


def _buffer(node: Node, reading: Reading) -> tuple[Value, bool]:
    """The buffer that an argument stands for, and whether what is in it stays: `buf`, `&buf`, `buf + n`, `&buf[n]`."""
    if node.type == "pointer_expression":
        argument = node.child_by_field_name("argument")
        if argument is not None and argument.type == "subscript_expression":
            found = reading.value(argument)
            first = isinstance(found, Element) and found.key == Scalar("0")
            return reading.value(argument.child_by_field_name("argument")), not first
    if node.type == "binary_expression":
        return reading.value(node.child_by_field_name("left")), True
    value = reading.value(node)
    if isinstance(value, Call) and isinstance(value.callee, Member) and value.callee.name in ("data", "c_str"):
        return value.callee.of, False
    return value, False


VALUES: Readers = {
    "identifier": _identifier,
    "field_identifier": name,
    "type_identifier": name,
    "namespace_identifier": name,
    "primitive_type": name,
    "sized_type_specifier": name,
    "string_literal": _string,
    "char_literal": _character,
    "raw_string_literal": _raw_string,
    "concatenated_string": _adjacent,
    "user_defined_literal": _inner,
    "number_literal": _number,
    "true": _boolean,
    "false": _boolean,
    "null": _null,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "conditional_expression": _conditional,
    "parenthesized_expression": _inner,
    "pointer_expression": _field_value("argument"),
    "cast_expression": _field_value("value"),
    "comma_expression": _field_value("right"),
    "assignment_expression": _field_value("right"),
    "co_await_expression": _field_value("argument"),
    "type_descriptor": _field_value("type"),
    "qualified_identifier": _qualified,
    "template_type": _template,
    "template_function": _template,
    "dependent_type": _inner,
    "struct_specifier": _struct,
    "union_specifier": _struct,
    "class_specifier": _struct,
    "enum_specifier": _struct,
    "field_expression": _field,
    "subscript_expression": _subscript,
    "call_expression": _call,
    "new_expression": _new,
    "compound_literal_expression": _compound,
    "init_declarator": _declarator,
    "initializer_list": _list,
    "lambda_expression": _function,
    "this": _this,
}
