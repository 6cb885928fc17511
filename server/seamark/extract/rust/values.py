"""What expressions and types say in Rust."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from seamark.extract.facts import (
    MACRO,
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
    This,
    Value,
)
from seamark.extract.language import call_of
from seamark.extract.nodes import scalar
from seamark.extract.reading import MAX_DEPTH

from .escapes import decoded

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.reading import Reading

_MAX_SEGMENTS = 32

_BESIDE = ("line_comment", "block_comment", "attribute_item")


def items(node: Node | None) -> list[Node]:
    """The named children of `node` without the comments and attributes between them."""
    return [] if node is None else [child for child in node.named_children if child.type not in _BESIDE]


def identifier(node: Node, reading: Reading) -> str:
    """The name that a node states: `r#type` is `type`."""
    return reading.text(node).removeprefix("r#")


# Names and paths


def _name(node: Node, reading: Reading) -> Value:
    name = identifier(node, reading)
    if name == "Self":
        return This()
    return Scalar(name) if name == "None" else Name(name, node.start_byte, node.end_byte)


def _this(_node: Node, _reading: Reading) -> Value:
    return This()


def _crate(_node: Node, _reading: Reading) -> Value:
    return Import("crate", "")


def _super(node: Node, reading: Reading) -> Value:
    return Import(relative(1, node, reading), "")


def relative(up: int, node: Node, reading: Reading) -> str:
    """The module that is `up` levels above the one where `node` stands, as seen from the file's own module."""
    around = inline(node, reading)
    if up > len(around):
        return "::".join(["super"] * (up - len(around)))
    return "::".join(["self", *reversed(around[up:])])


def inline(node: Node, reading: Reading) -> list[str]:
    """The names of the modules within the file in which `node` stands, inside out."""
    names: list[str] = []
    parent = node.parent
    while parent is not None:
        name = parent.child_by_field_name("name") if parent.type == "mod_item" else None
        if name is not None:
            names.append(identifier(name, reading))
        parent = parent.parent
    return names


def _path(node: Node, reading: Reading) -> Value:
    """`a::b`; what types are given on the way says nothing here."""
    path, name = node.child_by_field_name("path"), node.child_by_field_name("name")
    if name is None:
        return Hole()
    if path is None:
        return Name(identifier(name, reading), name.start_byte, name.end_byte)
    if name.type == "super":
        return Import(relative(reading.text(node).count("super"), node, reading), "")
    of = _beginning(path, node, reading)
    return Hole() if isinstance(of, Hole) else Member(of, identifier(name, reading), name.start_byte, name.end_byte)


def _beginning(path: Node, node: Node, reading: Reading) -> Value:
    """What a path begins with: a module or a crate where it is no type, whatever else goes by that name."""
    if path.type == "self":
        return Import(relative(0, node, reading), "")
    name = identifier(path, reading)
    if path.type == "identifier" and not name[:1].isupper():
        return Import(name, "")
    return reading.value(untyped(path))


def untyped(node: Node) -> Node:
    """What is named where types are given to it: `Vec` for `Vec<T>`, `A` for `<A as B>` and `&A`."""
    while node.type in _TYPED:
        inner = node.child_by_field_name(_TYPED[node.type]) or next(iter(items(node)), None)
        if inner is None:
            break
        node = inner
    return node


_TYPED = {
    "generic_type": "type",
    "generic_type_with_turbofish": "type",
    "generic_function": "function",
    "bracketed_type": "",
    "qualified_type": "type",
    "reference_type": "type",
    "pointer_type": "type",
    "dynamic_type": "trait",
    "abstract_type": "trait",
    "bounded_type": "",
}


def _untyped(node: Node, reading: Reading) -> Value:
    inner = untyped(node)
    return Hole() if inner == node else reading.value(inner)


# Texts and numbers


def _string(node: Node, reading: Reading) -> Value:
    start, end = _content(node, reading)
    text = reading.slice(start, end)
    return Literal(text if node.type == "raw_string_literal" else decoded(text), start, end)


def _content(node: Node, reading: Reading) -> tuple[int, int]:
    """The span between the quotes of a string; the closing one may not be typed yet."""
    start = reading.data.find(b'"', node.start_byte, node.end_byte) + 1 or node.start_byte
    closing = b'"' + b"#" * reading.data.count(b"#", node.start_byte, start)
    end = node.end_byte - len(closing)
    closed = end >= start and reading.data[end : node.end_byte] == closing
    return start, end if closed else max(node.end_byte, start)


def _character(node: Node, reading: Reading) -> Value:
    start = node.start_byte + (2 if reading.data[node.start_byte : node.start_byte + 1] == b"b" else 1)
    end = max(node.end_byte - 1, start)
    return Literal(decoded(reading.slice(start, end)), start, end)


def _number(node: Node, reading: Reading) -> Value:
    return Scalar(_DECORATION.sub("", reading.text(node)))


_DECORATION = re.compile(r"_|(?:[iu](?:8|16|32|64|128|size)|f32|f64)$")


# Expressions


def _binary(node: Node, reading: Reading) -> Value:
    operator = node.child_by_field_name("operator")
    symbol = "" if operator is None else operator.type
    if symbol not in "+/" or operator is None:
        return Hole()
    operands = [operand for operand in _operands(node, symbol) if operand.type != "range_expression"]
    if symbol == "+":
        return Concat(tuple(reading.value(operand) for operand in operands), node.start_byte, node.end_byte)
    joined, *others = operands
    value = reading.value(joined) if len(operands) <= _MAX_SEGMENTS else Hole()
    for other in others[-_MAX_SEGMENTS:]:
        value = Member(value, "div", operator.start_byte, operator.end_byte)
        value = Call(value, (Argument("", reading.value(other)),), False, joined.start_byte, other.end_byte)
    return value


def _operands(node: Node, symbol: str) -> list[Node]:
    """`a + b + c` nests to the left, as deep as it is long."""
    operands: list[Node] = []
    left: Node | None = node
    while left is not None and left.type == "binary_expression":
        operator, right = left.child_by_field_name("operator"), left.child_by_field_name("right")
        if operator is None or operator.type != symbol or right is None:
            break
        operands.append(right)
        left = left.child_by_field_name("left")
    return [*([] if left is None else [left]), *reversed(operands)]


def _unary(node: Node, reading: Reading) -> Value:
    operator, operand = node.children[0].type, next(iter(items(node)), None)
    if operator == "*":
        return reading.value(operand)
    number = reading.value(operand) if operator == "-" else Hole()
    return Scalar(f"-{number.text}") if isinstance(number, Scalar) else Hole()


def _index(node: Node, reading: Reading) -> Value:
    children = items(node)
    if len(children) != 2 or children[1].type == "range_expression":
        return Hole()
    return Element(reading.value(children[0]), reading.value(children[1]))


def _list(node: Node, reading: Reading) -> Value:
    """A tuple or an array; `[value; length]` holds the one value."""
    children = items(node)[:1] if node.child_by_field_name("length") is not None else items(node)
    return List(tuple(reading.value(child) for child in children), node.start_byte, node.end_byte)


def _inner(node: Node, reading: Reading) -> Value:
    children = items(node)
    return reading.value(children[0]) if children else Hole()


def _value(node: Node, reading: Reading) -> Value:
    return reading.value(node.child_by_field_name("value"))


def _function(node: Node, reading: Reading) -> Value:
    return reading.function(node)


def _struct(node: Node, reading: Reading) -> Value:
    """`Api { base, client: c, ..other }`."""
    name = node.child_by_field_name("name")
    arguments: list[Argument] = []
    for child in items(node.child_by_field_name("body")):
        if child.type == "field_initializer":
            field = child.child_by_field_name("field")
            if field is not None:
                arguments.append(Argument(identifier(field, reading), _value(child, reading)))
        elif child.type == "shorthand_field_initializer":
            arguments += [Argument(identifier(field, reading), _name(field, reading)) for field in items(child)]
        elif child.type == "base_field_initializer":
            arguments.append(Argument("**", _inner(child, reading)))
    return call_of(Hole() if name is None else reading.value(untyped(name)), arguments, node, new=True)


# Blocks and branches


def _block(node: Node, reading: Reading) -> Value:
    return reading.value(_tail(node))


def _tail(node: Node) -> Node | None:
    """The expression that a block ends with and is the value of."""
    last = _last(node)
    if last is None or last.type != "expression_statement":
        return last
    final = last.children[-1]
    return None if final.type == ";" else final


def _last(node: Node) -> Node | None:
    for index in reversed(range(node.named_child_count)):
        child = node.named_child(index)
        if child.type not in _BESIDE:
            return child
    return None


def _marked_block(node: Node, reading: Reading) -> Value:
    """`unsafe { … }`, `async move { … }`."""
    last = _last(node)
    return Hole() if last is None or last.type != "block" else reading.value(last)


def _if(node: Node, reading: Reading) -> Value:
    arms: list[Node | None] = []
    branch: Node | None = node
    while branch is not None and branch.type == "if_expression":
        arms.append(branch.child_by_field_name("consequence"))
        alternative = branch.child_by_field_name("alternative")
        branch = None if alternative is None else next(iter(items(alternative)), None)
    return _one_of([*arms, branch], reading) if branch is not None else Hole()


def _match(node: Node, reading: Reading) -> Value:
    arms = items(node.child_by_field_name("body"))
    return _one_of([arm.child_by_field_name("value") for arm in arms if arm.type == "match_arm"], reading)


def _one_of(arms: list[Node | None], reading: Reading) -> Value:
    options = tuple(dict.fromkeys(reading.value(arm) for arm in arms if arm is not None and not _leaves(arm, reading)))
    if all(isinstance(option, Hole) for option in options):
        return Hole()
    return options[0] if len(options) == 1 else Choice(options)


def _leaves(node: Node, reading: Reading) -> bool:
    """Whether an arm has no value because what follows is not reached from it."""
    for _ in range(4):
        if node.type in ("return_expression", "break_expression", "continue_expression"):
            return True
        if node.type == "macro_invocation":
            return _macro_name(node, reading) in ("panic", "unreachable", "todo", "unimplemented", "bail")
        inner = _last(node) if node.type in ("block", "expression_statement") else None
        if inner is None:
            return False
        node = inner
    return False


# Calls


def _chain(node: Node, reading: Reading) -> Value:
    """`a.b(c)?.d(e).await`: nests to the left, as deep as it is long."""
    links: list[Node] = []
    head: Node | None = node
    while head is not None and len(links) < reading.links:
        if head.type in ("await_expression", "try_expression"):
            head = next(iter(items(head)), None)
        elif head.type == "field_expression":
            links.append(head)
            head = head.child_by_field_name("value")
        elif head.type == "call_expression":
            links.append(head)
            function = head.child_by_field_name("function")
            if function is not None and function.type == "generic_function":
                function = function.child_by_field_name("function")
            head = function
        else:
            break
    # Of a longer chain the beginning is not read.
    value = reading.value(head) if len(links) < reading.links else Hole()
    reading.links -= len(links)
    for link in reversed(links):
        if link.type == "field_expression":
            field = link.child_by_field_name("field")
            if field is not None:
                value = Member(value, identifier(field, reading), field.start_byte, field.end_byte)
        else:
            value = call_of(value, _arguments(link.child_by_field_name("arguments"), reading), link)
            reading.keep(link, value)
    reading.links += len(links)
    return value


def _arguments(listed: Node | None, reading: Reading) -> list[Argument]:
    return [Argument("", reading.value(child)) for child in items(listed)]


# Macros


def _macro_name(node: Node, reading: Reading) -> str:
    name = node.child_by_field_name("macro")
    return "" if name is None else reading.text(name).rpartition("::")[2].strip()


_FORMATS = ("format", "format_args", "formatcp")
_CONCATS = ("concat", "concatcp", "const_concat")


def _macro(node: Node, reading: Reading) -> Value:
    """`format!` and its like are texts, `vec!` is a list; any other macro is a call of what is called `name!`."""
    tokens, callee = node.children[-1], node.child_by_field_name("macro")
    root = reading.embedded(tokens)
    if root is None or callee is None:
        return Hole()
    whole = root.descendant_for_byte_range(tokens.start_byte, tokens.end_byte)
    if whole is None or whole.type not in ("tuple_expression", "parenthesized_expression", "array_expression"):
        return Hole()
    if _macro_name(node, reading) == "vec":
        return reading.value(whole) if whole.type == "array_expression" else Hole()
    arguments = [_macro_argument(child, reading) for child in items(whole) if child.type != "ERROR"]
    if _macro_name(node, reading) in _FORMATS:
        return _formatted(arguments, reading)
    if _macro_name(node, reading) in _CONCATS:
        return Concat(tuple(argument.value for argument in arguments), tokens.start_byte + 1, tokens.end_byte - 1)
    return Call(_as_macro(reading.value(callee)), tuple(arguments), False, node.start_byte, node.end_byte)


def _as_macro(called: Value) -> Value:
    return replace(called, name=called.name + MACRO) if isinstance(called, Name | Member) else called


def _macro_argument(node: Node, reading: Reading) -> Argument:
    left = node.child_by_field_name("left") if node.type == "assignment_expression" else None
    if left is None:
        return Argument("", reading.value(node))
    return Argument(identifier(left, reading), reading.value(node.child_by_field_name("right")))


_SLOT = re.compile(rb"\{\{|\}\}|\\u\{[^{}]*\}|\{([^{}:]*)(:[^{}]*)?\}")


def _formatted(arguments: list[Argument], reading: Reading) -> Value:
    template = arguments[0].value if arguments else None
    if not isinstance(template, Literal):
        return Hole()
    positional = [argument.value for argument in arguments[1:] if not argument.name]
    named = {argument.name: argument.value for argument in arguments if argument.name}
    raw = reading.data[template.start - 2 : template.start] in (b'r"', b'#"')
    parts: list[Value] = []
    start, taken = template.start, 0
    for slot in _SLOT.finditer(reading.data, template.start, template.end):
        if slot[0] in (b"{{", b"}}") or slot[0].startswith(b"\\"):
            continue
        parts += _literal(start, slot.start(), reading, raw=raw)
        start = slot.end()
        key = slot[1].decode("utf-8", "replace").strip()
        if b".*" in (slot[2] or b""):
            taken += 1
        if not key or key.isdecimal():
            index = int(key) if key else taken
            parts.append(positional[index] if index < len(positional) else Hole())
            taken += not key
        else:
            parts.append(named.get(key) or Name(key, slot.start(1), slot.end(1)))
    parts += _literal(start, template.end, reading, raw=raw)
    if len(parts) == 1 and isinstance(parts[0], Literal):
        return parts[0]
    return Concat(tuple(parts), template.start, template.end)


def _literal(start: int, end: int, reading: Reading, *, raw: bool) -> Iterator[Literal]:
    if end > start:
        text = reading.slice(start, end)
        text = text if raw else decoded(text)
        yield Literal(text.replace("{{", "{").replace("}}", "}"), start, end)


# Attributes


def _attribute(node: Node, reading: Reading) -> Value:
    """`#[get("/x", data = "<u>")]`: a call if it is given something."""
    children = items(node)
    tokens, value = node.child_by_field_name("arguments"), node.child_by_field_name("value")
    called = _as_macro(reading.value(children[0])) if children else Hole()
    if value is not None:
        return call_of(called, [Argument("", reading.value(value))], node)
    return called if tokens is None else call_of(called, _token_arguments(tokens, reading), node)


def _token_arguments(tokens: Node, reading: Reading, depth: int = 0) -> list[Argument]:
    """What stands between commas in a text that the grammar does not read."""
    if depth > MAX_DEPTH:
        return []
    arguments: list[Argument] = []
    argument: list[Node] = []
    for child in tokens.children[1:]:
        if child.type in (",", ")", "]", "}"):
            if argument:
                arguments.append(_token_argument(argument, reading, depth))
            argument = []
        elif child.type not in _BESIDE:
            argument.append(child)
    return _gathered(arguments, tokens)


def _gathered(arguments: list[Argument], tokens: Node) -> list[Argument]:
    """The arguments, what is given several times under one name as a list: `method = "GET", method = "POST"`."""
    named: dict[str, list[Value]] = {}
    for argument in arguments:
        named.setdefault(argument.name, []).append(argument.value)
    lists = {
        name: List(tuple(values), tokens.start_byte, tokens.end_byte)
        for name, values in named.items()
        if name and len(values) > 1
    }
    return list(dict.fromkeys(replace(a, value=lists[a.name]) if a.name in lists else a for a in arguments))


def _token_argument(tokens: list[Node], reading: Reading, depth: int) -> Argument:
    if len(tokens) > 2 and tokens[1].type == "=":
        return Argument(identifier(tokens[0], reading), _token_value(tokens[2:], reading, depth))
    return Argument("", _token_value(tokens, reading, depth))


def _token_value(tokens: list[Node], reading: Reading, depth: int) -> Value:
    first, *others = tokens
    if first.type == "token_tree":
        given = _token_arguments(first, reading, depth + 1)
        if any(argument.name for argument in given):
            entries = tuple(Entry(argument.name, argument.value) for argument in given)
            return Object(entries, first.start_byte, first.end_byte)
        return List(tuple(argument.value for argument in given), first.start_byte, first.end_byte)
    value = reading.value(first)
    if others and others[0].type == "::" and isinstance(value, Name) and not value.name[:1].isupper():
        value = Import(value.name, "")
    while len(others) > 1 and others[0].type == "::":
        value = Member(value, identifier(others[1], reading), others[1].start_byte, others[1].end_byte)
        others = others[2:]
    if len(others) == 1 and others[0].type == "token_tree":
        given = _token_arguments(others[0], reading, depth + 1)
        return Call(value, tuple(given), False, first.start_byte, others[0].end_byte)
    return Hole() if others else value


# Types


def _generic(node: Node, reading: Reading) -> Value:
    """`Vec<T>`; lifetimes say nothing."""
    arguments = node.child_by_field_name("type_arguments")
    keys = tuple(reading.value(child) for child in items(arguments) if child.type != "lifetime")
    of = reading.value(untyped(node))
    if arguments is None or not keys:
        return of
    return Element(of, keys[0] if len(keys) == 1 else List(keys, arguments.start_byte, arguments.end_byte))


def _type(node: Node, reading: Reading) -> Value:
    return reading.value(node.child_by_field_name("type"))


def _trait(node: Node, reading: Reading) -> Value:
    return reading.value(node.child_by_field_name("trait"))


def _array_type(node: Node, reading: Reading) -> Value:
    """`[T]` and `[T; 3]` are taken as `Vec<T>`."""
    element = reading.value(node.child_by_field_name("element"))
    return Element(Name("Vec", node.start_byte, node.start_byte), element)


VALUES: dict[str, Callable[[Node, Reading], Value]] = {
    "identifier": _name,
    "shorthand_field_identifier": _name,
    "scoped_identifier": _path,
    "self": _this,
    "crate": _crate,
    "super": _super,
    "generic_function": _untyped,
    "string_literal": _string,
    "raw_string_literal": _string,
    "char_literal": _character,
    "integer_literal": _number,
    "float_literal": _number,
    "boolean_literal": scalar,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "reference_expression": _value,
    "type_cast_expression": _value,
    "parenthesized_expression": _inner,
    "index_expression": _index,
    "tuple_expression": _list,
    "array_expression": _list,
    "closure_expression": _function,
    "struct_expression": _struct,
    "block": _block,
    "unsafe_block": _marked_block,
    "async_block": _marked_block,
    "const_block": _marked_block,
    "try_block": _marked_block,
    "if_expression": _if,
    "match_expression": _match,
    "field_expression": _chain,
    "call_expression": _chain,
    "await_expression": _chain,
    "try_expression": _chain,
    "macro_invocation": _macro,
    "attribute": _attribute,
    # Types.
    "type_identifier": _name,
    "primitive_type": _name,
    "scoped_type_identifier": _path,
    "generic_type": _generic,
    "reference_type": _type,
    "pointer_type": _type,
    "dynamic_type": _trait,
    "abstract_type": _trait,
    "bounded_type": _inner,
    "tuple_type": _list,
    "array_type": _array_type,
}
