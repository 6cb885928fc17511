"""What PHP's expressions and types say.

PHP has names of several kinds, which may be the same: `$client`, `client()`, `Client`. What is declared with a `$` has
it in the facts everywhere: variables, parameters, and properties (`$this->client` is `this.$client`, beside a method
`client`). The names of named arguments have none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from seamark.extract.facts import (
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
from seamark.extract.language import call_of
from seamark.extract.nodes import items, joined
from seamark.extract.reading import MAX_DEPTH

from .escapes import decoded, unquoted

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.reading import Reading

ROOT = "\\"
"""The namespace of what is in none."""
CLASSES = ("class_declaration", "anonymous_class", "enum_declaration", "trait_declaration", "interface_declaration")


# Names.


def _name(node: Node, reading: Reading) -> Value:
    text = reading.text(node)
    if text in _OF_CLASS:
        return _own_class(node, reading)
    return Super() if text == "parent" else Name(text, node.start_byte, node.end_byte)


_OF_CLASS = ("self", "static", "__CLASS__")


def _own_class(node: Node, reading: Reading) -> Value:
    """The class in which `node` stands."""
    outer: Node | None = node
    for _ in range(MAX_DEPTH):
        outer = None if outer is None else outer.parent
        if outer is not None and outer.type in CLASSES:
            return reading.function(outer)
    return Hole()


def _qualified(node: Node, reading: Reading) -> Value:
    return named(reading.text(node), node.start_byte)


def named(text: str, start: int) -> Value:
    r"""What `text`, the name of a class, function or constant at `start`, stands for: `A`, `A\B`, `\A\B`.

    A namespace that is not stated from the root on has the mark `.\` before it.
    """
    module, separator, name = text.rpartition("\\")
    if text.startswith("\\"):
        return Import(module[1:] or ROOT, name)
    # `namespace\A` is nearly always what `A` is.
    module = module.removeprefix("namespace").lstrip("\\") if text.startswith("namespace\\") else module
    if module:
        return Import(f".\\{module}", name)
    return Name(name, start + len((text[: -len(name)] if separator else "").encode()), start + len(text.encode()))


def _variable(node: Node, reading: Reading) -> Value:
    text = reading.text(node)
    return This() if text == "$this" else Name(text, node.start_byte, node.end_byte)


def _dynamic_variable(node: Node, reading: Reading) -> Value:
    """`${name}` in a string; any other one may be any variable."""
    inner = items(node)
    if len(inner) != 1 or inner[0].type != "name":
        return Hole()
    return Name(f"${reading.text(inner[0])}", inner[0].start_byte, inner[0].end_byte)


def _relative(node: Node, reading: Reading) -> Value:
    return Super() if reading.text(node) == "parent" else This()


# Literals.


def _integer(node: Node, reading: Reading) -> Value:
    return Scalar(reading.text(node).replace("_", ""))


def _word(node: Node, reading: Reading) -> Value:
    return Scalar(reading.text(node).lower())


def _string(node: Node, reading: Reading) -> Value:
    start, end = _content(node, reading)
    return Literal(unquoted(reading.slice(start, end)), start, end)


def _content(node: Node, reading: Reading) -> tuple[int, int]:
    """The span between the quotes, also of `b'…'`; the closing one may not be typed yet."""
    data, start, end = reading.data, node.start_byte, node.end_byte
    if data[start : start + 1] in (b"b", b"B"):
        start += 1
    closed = end - start > 1 and data[start] == data[end - 1]
    return start + 1, end - 1 if closed else max(end, start + 1)


def _encapsed(node: Node, reading: Reading) -> Value:
    start, end = _content(node, reading)
    inside = [child for child in node.children if start <= child.start_byte and child.end_byte <= end]
    return _interpolated(inside, start, end, reading, decoded)


def _interpolated(
    children: list[Node], start: int, end: int, reading: Reading, read: Callable[[str], str], *, first: bool = False
) -> Value:
    """The text from `start` to `end`, in which `children` stand; `read` decodes what is text."""
    parts: list[Value] = []
    position, before = start, ""

    def text(until: int) -> None:
        if until > position:
            written = reading.slice(position, until)
            parts.append(Literal(read(f"\n{written}")[1:] if first and not parts else read(written), position, until))

    for child in children:
        if child.type not in ("string_content", "escape_sequence", "nowdoc_string"):
            text(child.start_byte)
            if child.is_named:
                parts.append(_interpolation(child, reading, braced=before == "{"))
            position = child.end_byte
        before = child.type
    text(end)
    if not parts:
        return Literal("", start, max(start, end))
    return parts[0] if len(parts) == 1 and isinstance(parts[0], Literal) else Concat(tuple(parts), start, end)


def _interpolation(node: Node, reading: Reading, *, braced: bool) -> Value:
    inner = items(node) if node.type == "subscript_expression" and not braced else []
    if len(inner) == 2 and inner[1].type == "name":  # "$a[key]"
        key = Literal(reading.text(inner[1]), inner[1].start_byte, inner[1].end_byte)
        return Element(reading.value(inner[0]), key)
    return reading.value(node)


def _heredoc(node: Node, reading: Reading) -> Value:
    """Heredoc or nowdoc: the text ends before the last line's end, and loses the indentation of the closing mark."""
    opening, closing = node.child_by_field_name("identifier"), node.child_by_field_name("end_tag")
    if opening is None:
        return Hole()
    data, start = reading.data, opening.end_byte
    end = node.end_byte if closing is None else closing.start_byte
    start = min(end, data.find(b"\n", start, end) + 1 or end)
    line = data.rfind(b"\n", start - 1, end) if closing is not None else -1
    indent = data[line + 1 : end].decode("utf-8", "replace") if line >= 0 else ""
    if line >= 0:
        end = line - 1 if data[line - 1 : line] == b"\r" else line
    end = max(start, end)

    def read(text: str) -> str:
        text = text.replace(f"\n{indent}", "\n") if indent else text
        return text if node.type == "nowdoc" else decoded(text)

    body = node.child_by_field_name("value")
    inside = [] if body is None or node.type == "nowdoc" else body.children
    return _interpolated(inside, start, end, reading, read, first=True)


# Operators.


def _binary(node: Node, reading: Reading) -> Value:
    operator = node.child_by_field_name("operator")
    symbol = "" if operator is None else operator.type
    if symbol == ".":
        return _sum(node, reading)
    if symbol == "??":
        return _chosen([node.child_by_field_name(side) for side in ("left", "right")], reading, ordered=True)
    return Hole()


def _sum(node: Node, reading: Reading) -> Value:
    """`a . b . c`, which can be the name of a file beside this one."""
    whole = joined(node, reading, ".")
    module = _module(whole)
    return whole if module is None else Import(module, "")


def _chosen(arms: list[Node | None], reading: Reading, *, ordered: bool = False) -> Value:
    """One of several arms; one that throws gives nothing."""
    values = tuple(reading.value(arm) for arm in arms if arm is None or arm.type != "throw_expression")
    if len(values) == 1:
        return values[0]
    return Choice(values, ordered) if values else Hole()


def _conditional(node: Node, reading: Reading) -> Value:
    body = node.child_by_field_name("body")
    first = node.child_by_field_name("condition") if body is None else body
    return _chosen([first, node.child_by_field_name("alternative")], reading, ordered=body is None)


def _match(node: Node, reading: Reading) -> Value:
    arms = [arm.child_by_field_name("return_expression") for arm in items(node.child_by_field_name("body"))]
    return _chosen([arm for arm in arms if arm is not None], reading)


def _unary(node: Node, reading: Reading) -> Value:
    argument = node.child_by_field_name("argument")
    number = argument is not None and argument.type in ("integer", "float")
    return Scalar(reading.text(node).replace("_", "")) if number else Hole()


def augmented(node: Node, reading: Reading) -> Value:
    """What a variable holds after `node`: `$x .= v`, `$x ??= v`, …."""
    operator = node.child_by_field_name("operator")
    symbol = "" if operator is None else operator.type
    if symbol not in (".=", "??="):
        return Hole()
    sides = tuple(reading.value(node.child_by_field_name(side)) for side in ("left", "right"))
    return Concat(sides, node.start_byte, node.end_byte) if symbol == ".=" else Choice(sides, ordered=True)


def _assigned(node: Node, reading: Reading) -> Value:
    return reading.value(node.child_by_field_name("right"))


# Members.


def _property(node: Node, reading: Reading) -> Value:
    """`$a->b`. A constant that has properties is an enumeration's case: its value is the case's own."""
    of, name = node.child_by_field_name("object"), node.child_by_field_name("name")
    if of is None or name is None:
        return Hole()
    if name.type != "name":
        return Element(reading.value(of), reading.value(name))
    text = reading.text(name)
    if of.type == "class_constant_access_expression" and text in ("value", "name"):
        case = items(of)[-1]
        return reading.value(of) if text == "value" else Literal(reading.text(case), case.start_byte, case.end_byte)
    return Member(reading.value(of), f"${text}", name.start_byte, name.end_byte)


def _static_property(node: Node, reading: Reading) -> Value:
    name = node.child_by_field_name("name")
    if name is None or name.type != "variable_name":
        return Hole()
    of = reading.value(node.child_by_field_name("scope"))
    return Member(of, reading.text(name), name.start_byte, name.end_byte)


def _constant(node: Node, reading: Reading) -> Value:
    """`A::B`; `A::class` is the class itself."""
    children = items(node)
    if len(children) != 2:
        return Hole()
    of, name = children
    if name.type != "name":
        return Element(reading.value(of), reading.value(name))
    text = reading.text(name)
    if text.lower() != "class":
        return Member(reading.value(of), text, name.start_byte, name.end_byte)
    if of.type == "relative_scope":
        return _own_class(node, reading) if reading.text(of) != "parent" else Hole()
    return reading.value(of) if of.type in ("name", "qualified_name") else Hole()


def _subscript(node: Node, reading: Reading) -> Value:
    children = items(node)
    if not children or children[0].type == "name":
        return Hole()
    return Element(reading.value(children[0]), reading.value(children[1]) if len(children) > 1 else Hole())


# Calls.


def _call(node: Node, reading: Reading) -> Value:
    value = _called(reading.value(node.child_by_field_name("function")), node, reading)
    match value:
        case Call(callee=Name(name="sprintf") as name, arguments=(Argument(name="", value=template), *given)):
            # The text that is filled says more of it than the function's name.
            return call_of(Member(template, name.name, name.start, name.end), given, node)
    return value


def _method_call(node: Node, reading: Reading) -> Value:
    """`$a->b(…)`, `A::b(…)`."""
    of = reading.value(node.child_by_field_name("object") or node.child_by_field_name("scope"))
    name = node.child_by_field_name("name")
    callee: Value = Hole()
    if name is not None and name.type == "name":
        callee = Member(of, reading.text(name), name.start_byte, name.end_byte)
    elif name is not None:
        callee = Element(of, reading.value(name))
    return _called(callee, node, reading)


def _called(callee: Value, node: Node, reading: Reading) -> Value:
    """The call of `callee` that `node` spans; `f(...)` is the function itself."""
    listed = items(node.child_by_field_name("arguments"))
    if len(listed) == 1 and any(child.type == "variadic_placeholder" for child in (listed[0], *items(listed[0]))):
        return callee
    return call_of(callee, arguments(listed, reading), node)


def _new(node: Node, reading: Reading) -> Value:
    children = items(node)
    if not children:
        return Hole()
    made, *further = children
    if made.type == "anonymous_class":
        further = items(made)
    listed = next((child for child in further if child.type == "arguments"), None)
    return call_of(reading.value(made), arguments(items(listed), reading), node, new=True)


def _attribute(node: Node, reading: Reading) -> Value:
    """`#[Name(…)]`; without parentheses, the class that is named."""
    children = items(node)
    listed = node.child_by_field_name("parameters")
    if not children:
        return Hole()
    value = reading.value(children[0])
    return value if listed is None else call_of(value, arguments(items(listed), reading), node)


def arguments(listed: list[Node], reading: Reading) -> list[Argument]:
    """The arguments of a call."""
    found: list[Argument] = []
    for node in listed:
        name = node.child_by_field_name("name")
        given = [child for child in items(node) if child != name and child.type != "reference_modifier"]
        if node.type != "argument" or not given:
            continue
        if given[-1].type == "variadic_unpacking":
            found.append(Argument("*", _inner(given[-1], reading)))
        else:
            found.append(Argument("" if name is None else reading.text(name), reading.value(given[-1])))
    return found


def _require(node: Node, reading: Reading) -> Value:
    """What a required file gives, if it is said which one; else a call."""
    path = _required(node, reading)
    return path if isinstance(path, Import) else _call_of_require(node, path, reading)


def _required(node: Node, reading: Reading) -> Value:
    """The file that is required, as far as it is said which."""
    path = _inner(node, reading)
    return Import(path.text, "") if isinstance(path, Literal) and path.text else path


def _statement(node: Node, reading: Reading) -> Value:
    """`require 'x.php';` is a call, with the file as its argument."""
    inner = items(node)
    if not inner or VALUES.get(inner[0].type) is not _require:
        return Hole()
    return _call_of_require(inner[0], _required(inner[0], reading), reading)


def _call_of_require(node: Node, given: Value, reading: Reading) -> Value:
    word = node.children[0]
    name = Name(reading.text(word).lower(), word.start_byte, word.end_byte)
    return call_of(name, [Argument("", given)], node)


def _module(path: Concat) -> str | None:
    """A path that is stated from the file's own folder on, as a module: `./…`."""
    folder = _folder(path.parts[0])
    texts = [part.text for part in path.parts[1:] if isinstance(part, Literal)]
    return None if folder is None or len(texts) + 1 != len(path.parts) else folder + "".join(texts)


def _folder(value: Value) -> str | None:
    """`__DIR__`, `dirname(__FILE__)`, `dirname(__DIR__, 2)`, from the file's folder."""
    match value:
        case Name(name="__DIR__"):
            return "."
        case Call(callee=Name(name="dirname"), arguments=(Argument(value=Name(name="__FILE__")),)):
            return "."
        case Call(callee=Name(name="dirname"), arguments=(Argument(value=inner), *levels)):
            folder = _folder(inner)
            count = levels[0].value if levels else Scalar("1")
            if folder is not None and isinstance(count, Scalar) and count.text in "12345678":
                return folder + "/.." * int(count.text)
    return None


# Arrays and what stands in place.


def _array(node: Node, reading: Reading) -> Value:
    """An array with a key is an object; what has no key of its own there has an empty one."""
    elements = [child for child in items(node) if child.type == "array_element_initializer"]
    read = list(_elements(elements, reading))
    if any(keyed for keyed, _, _ in read):
        entries = tuple(Entry(key, value) for _, key, value in read)
        return Object(entries, node.start_byte, node.end_byte)
    values = tuple(Element(value, Hole()) if key == "..." else value for _, key, value in read)
    return List(values, node.start_byte, node.end_byte)


def _elements(elements: list[Node], reading: Reading) -> Iterator[tuple[bool, str, Value]]:
    """Each element of an array: whether it states a key, that, and its value."""
    for element in elements:
        inner = items(element)
        if not inner:
            continue
        if inner[0].type == "variadic_unpacking":
            yield False, "...", _inner(inner[0], reading)
        elif len(inner) > 1:
            key = reading.value(inner[0])
            yield True, _key(key), reading.value(inner[-1])
        else:
            yield False, "", reading.value(inner[0])


def _key(value: Value) -> str:
    """The key that a value is; a constant goes by its name."""
    if isinstance(value, Literal | Scalar):
        return value.text
    return value.name if isinstance(value, Name) and not value.name.startswith("$") else ""


def _inner(node: Node, reading: Reading) -> Value:
    children = items(node)
    return reading.value(children[0]) if len(children) == 1 else Hole()


def _last(node: Node, reading: Reading) -> Value:
    children = items(node)
    return reading.value(children[-1]) if children else Hole()


def _function(node: Node, reading: Reading) -> Value:
    return reading.function(node)


def _alternatives(node: Node, reading: Reading) -> Value:
    """`A|B`, `A&B`: what has what any of its parts has."""
    options = tuple(reading.value(child) for child in items(node) if child.type != "primitive_type")
    return options[0] if len(options) == 1 else Choice(options) if options else Hole()


VALUES: dict[str, Callable[[Node, Reading], Value]] = {
    "name": _name,
    "qualified_name": _qualified,
    "relative_name": _qualified,
    "variable_name": _variable,
    "dynamic_variable_name": _dynamic_variable,
    "relative_scope": _relative,
    "integer": _integer,
    "float": _integer,
    "boolean": _word,
    "null": _word,
    "string": _string,
    "encapsed_string": _encapsed,
    "heredoc": _heredoc,
    "nowdoc": _heredoc,
    "binary_expression": _binary,
    "conditional_expression": _conditional,
    "match_expression": _match,
    "unary_op_expression": _unary,
    "assignment_expression": _assigned,
    "reference_assignment_expression": _assigned,
    "augmented_assignment_expression": augmented,
    "member_access_expression": _property,
    "nullsafe_member_access_expression": _property,
    "scoped_property_access_expression": _static_property,
    "class_constant_access_expression": _constant,
    "subscript_expression": _subscript,
    "function_call_expression": _call,
    "member_call_expression": _method_call,
    "nullsafe_member_call_expression": _method_call,
    "scoped_call_expression": _method_call,
    "object_creation_expression": _new,
    "attribute": _attribute,
    "require_expression": _require,
    "require_once_expression": _require,
    "include_expression": _require,
    "include_once_expression": _require,
    "expression_statement": _statement,
    "array_creation_expression": _array,
    "array_element_initializer": _last,
    "parenthesized_expression": _inner,
    "cast_expression": _last,
    "clone_expression": _inner,
    "error_suppression_expression": _inner,
    "by_ref": _inner,
    "anonymous_function": _function,
    "arrow_function": _function,
    "anonymous_class": _function,
    "function_definition": _function,
    "class_declaration": _function,
    "interface_declaration": _function,
    "trait_declaration": _function,
    "enum_declaration": _function,
    # Types.
    "named_type": _inner,
    "optional_type": _inner,
    "union_type": _alternatives,
    "intersection_type": _alternatives,
    "disjunctive_normal_form_type": _alternatives,
}
