"""What Rust's declarations say."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING

from seamark.extract.facts import (
    Assignment,
    Binding,
    Concat,
    Element,
    Hole,
    Import,
    List,
    Literal,
    Member,
    Name,
    Parameter,
    Scalar,
    This,
    Value,
)
from seamark.extract.language import Declared, Language
from seamark.extract.nodes import before
from seamark.extract.reading import MAX_DEPTH

from .values import VALUES, identifier, inline, items, relative, untyped

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.reading import Reading

_FUNCTIONS = ("function_item", "function_signature_item")
_SAY_NOTHING = frozenset(
    [
        "allow",
        "cfg_attr",
        "deny",
        "derive",
        "diesel",
        "doc",
        "expect",
        "inline",
        "instrument",
        "must_use",
        "repr",
        "serde",
        "warn",
    ]
)


# Definitions


def _span(node: Node, reading: Reading) -> tuple[int, int]:
    attributes = _attributes(node, reading)
    return attributes[0].start_byte if attributes else node.start_byte, node.end_byte


def _attributes(node: Node, reading: Reading) -> list[Node]:
    """The attributes of an item: they stand before it, comments between them."""
    if node.type == "closure_expression" or not _follows_attribute(node.start_byte, reading.data):
        return []
    attributes: list[Node] = []
    sibling = node.prev_sibling
    while sibling is not None and sibling.type in ("attribute_item", "line_comment", "block_comment"):
        if sibling.type == "attribute_item":
            attributes.append(sibling)
        sibling = sibling.prev_sibling
    return attributes[::-1]


def _follows_attribute(position: int, data: bytes) -> bool:
    """Whether an attribute may stand before `position`, by the text: looking for siblings searches the whole tree."""
    while True:
        while position > 0 and data[position - 1] in b" \t\r\n":
            position -= 1
        if position == 0 or data[position - 1] in b"{};,":
            return False
        if data[position - 1] in b"]":
            return True
        if data.endswith(b"*/", 0, position):
            position = max(data.rfind(b"/*", 0, position), 0)
            continue
        start = data.rfind(b"\n", 0, position) + 1
        line = data[start:position].lstrip()
        if not line.startswith(b"//"):
            return line.startswith(b"#[")
        position = start


def _decorators(node: Node, reading: Reading) -> tuple[Value, ...]:
    attributes = [child for item in _attributes(node, reading) for child in items(item) if child.type == "attribute"]
    stated = [child for child in attributes if child.children and reading.text(child.children[0]) not in _SAY_NOTHING]
    return tuple(reading.value(child) for child in stated)


def _declared(node: Node, reading: Reading) -> Declared:
    if node.type == "closure_expression":
        body = reading.value(node.child_by_field_name("body"))
        listed = _parameters(node.child_by_field_name("parameters"), reading)
        return Declared("function", _name_in_place(node, reading), listed, returns=_stated(body))
    if node.type in _FUNCTIONS:
        return _declared_function(node, reading)
    name, decorators = node.child_by_field_name("name"), _decorators(node, reading)
    if node.type == "mod_item":
        return Declared("module", name, decorators=decorators)
    if node.type == "impl_item":
        return _declared_members(node, reading)
    bounds = items(node.child_by_field_name("bounds")) if node.type == "trait_item" else []
    bases = tuple(reading.value(untyped(bound)) for bound in bounds if bound.type != "lifetime")
    return Declared("class", name, decorators=decorators, bases=bases)


def _declared_function(node: Node, reading: Reading) -> Declared:
    listed = _parameters(node.child_by_field_name("parameters"), reading)
    bound = any(parameter.kind == "self" for parameter in listed)
    parent = None if bound else node.parent
    owner = parent.parent if parent is not None and parent.type == "declaration_list" else None
    method = bound or (owner is not None and owner.type in ("impl_item", "trait_item"))
    return_type = node.child_by_field_name("return_type")
    return Declared(
        "method" if method else "function",
        node.child_by_field_name("name"),
        listed,
        _decorators(node, reading),
        returns=_stated(reading.value(node.child_by_field_name("body"))),
        return_type=None if return_type is None else reading.value(return_type),
        static=method and not bound,
    )


def _declared_members(node: Node, reading: Reading) -> Declared:
    """`impl Trait for Type { … }`: members of `Type`, which has those of `Trait`, too."""
    kind, trait = node.child_by_field_name("type"), node.child_by_field_name("trait")
    owner = None if kind is None else untyped(kind)
    name = owner.child_by_field_name("name") or owner if owner is not None else None
    return Declared(
        "class",
        name if name is not None and name.type == "type_identifier" else None,
        decorators=_decorators(node, reading),
        bases=() if trait is None else (reading.value(untyped(trait)),),
        receiver=Hole() if owner is None else reading.value(owner),
    )


def _stated(value: Value) -> tuple[Value, ...]:
    return () if isinstance(value, Hole) else (value,)


def _name_in_place(node: Node, reading: Reading) -> Node | None:
    """The name of the variable that a closure is the value of."""
    parent = node.parent if before(node, reading) == b"=" else None
    pattern = parent.child_by_field_name("pattern") if parent is not None and parent.type == "let_declaration" else None
    return pattern if pattern is not None and pattern.type == "identifier" else None


# Parameters


def _parameters(listed: Node | None, reading: Reading) -> tuple[Parameter, ...]:
    parameters: list[Parameter] = []
    for index, (_, pattern, kind, type_node) in enumerate(_listed(listed)):
        plain = _plain(pattern, reading)
        name = "self" if kind == "self" else f"#{index}" if plain is None else identifier(plain, reading)
        parameters.append(Parameter(name, kind, None if type_node is None else reading.value(type_node), None))
    return tuple(parameters)


def _listed(parameters: Node | None) -> Iterator[tuple[Node, Node, str, Node | None]]:
    """Each parameter's node, pattern, kind and type."""
    for child in () if parameters is None else parameters.children:
        if child.type == "self_parameter":
            yield child, child, "self", None
        elif child.type == "parameter":
            pattern = child.child_by_field_name("pattern")
            if pattern is not None:
                kind = "self" if pattern.type == "self" else "plain"
                yield child, pattern, kind, child.child_by_field_name("type")
        elif child.type in _PATTERNS:
            yield child, child, "plain", None


_THROUGH = ("mut_pattern", "ref_pattern", "reference_pattern", "match_pattern", "or_pattern")
"""Patterns that give what they are given to the one in them; alternatives bind the same names."""
_PATTERNS = frozenset(
    (
        *_THROUGH,
        "_",
        "captured_pattern",
        "identifier",
        "slice_pattern",
        "struct_pattern",
        "tuple_pattern",
        "tuple_struct_pattern",
    )
)


def _plain(pattern: Node | None, reading: Reading) -> Node | None:
    """The one name that a pattern gives all of its value to: `mut x`, `&x`, `State(x)`."""
    for _ in range(MAX_DEPTH):
        if pattern is None or pattern.type == "identifier":
            return pattern
        if pattern.type in _THROUGH:
            pattern = _through(pattern)
        elif pattern.type == "tuple_struct_pattern":
            pattern = _wrapped(pattern, reading)
        else:
            break
    return None


def _through(pattern: Node) -> Node | None:
    return next((child for child in items(pattern) if child.type != "mutable_specifier"), None)


def _wrapped(pattern: Node, reading: Reading) -> Node | None:
    """The only pattern within `Some(…)` or any other such wrapper."""
    kind, inner = pattern.child_by_field_name("type"), [part for part, _ in _positions(pattern)]
    failed = kind is not None and reading.text(kind).rpartition("::")[2] == "Err"
    return inner[0] if len(inner) == 1 and not failed and inner[0].type != "remaining_field_pattern" else None


def _positions(pattern: Node) -> Iterator[tuple[Node, int]]:
    """The patterns in parentheses or brackets, with their positions."""
    position = 0
    for index, child in enumerate(pattern.children):
        if child.type == ",":
            position += 1
        elif child.type == "_" or (child.is_named and child.type not in ("line_comment", "block_comment")):
            if pattern.type == "tuple_struct_pattern" and index == 0:
                continue
            yield child, position


# Bindings


def _targets(pattern: Node, value: Value, reading: Reading, depth: int = 0) -> Iterator[tuple[Node, Value]]:
    """The names to which `pattern` gives parts of `value`."""
    inner: Iterator[tuple[Node, Value]] = iter(())
    if pattern.type in ("identifier", "shorthand_field_identifier"):
        if not reading.text(pattern)[:1].isupper():  # Others are constants, which it is compared with.
            yield pattern, value
    elif pattern.type in _THROUGH:
        through = _through(pattern)
        inner = iter(() if through is None else [(through, value)])
    elif pattern.type == "captured_pattern":
        inner = ((child, value) for child in items(pattern))
    elif pattern.type in ("tuple_pattern", "slice_pattern", "tuple_struct_pattern"):
        inner = _items_taken(pattern, value, reading)
    elif pattern.type == "struct_pattern":
        inner = _fields_taken(pattern, value, reading)
    for part, taken in inner if depth < MAX_DEPTH else ():
        yield from _targets(part, taken, reading, depth + 1)


def _items_taken(pattern: Node, value: Value, reading: Reading) -> Iterator[tuple[Node, Value]]:
    wrapped = _wrapped(pattern, reading) if pattern.type == "tuple_struct_pattern" else None
    if wrapped is not None:
        yield wrapped, value
        return
    known = not isinstance(value, Hole)
    for part, position in _positions(pattern):
        if part.type == "remaining_field_pattern":
            known = False
        elif not known:
            yield part, Hole()
        elif pattern.type == "tuple_struct_pattern":
            failed = isinstance(value, Hole) or len(pattern.named_children) == 2
            yield part, Hole() if failed else Member(value, str(position), part.start_byte, part.start_byte)
        else:
            yield part, Element(value, Scalar(str(position)))


def _fields_taken(pattern: Node, value: Value, reading: Reading) -> Iterator[tuple[Node, Value]]:
    for field in items(pattern):
        name, inner = field.child_by_field_name("name"), field.child_by_field_name("pattern")
        if field.type != "field_pattern" or name is None:
            continue
        taken = value if isinstance(value, Hole) else Member(value, identifier(name, reading), *name.byte_range)
        yield inner or name, taken


def _taken_apart(pattern: Node | None, value: Value, node: Node, reading: Reading, *, declared: Value | None = None,
                 start: int | None = None) -> list[Binding | Assignment]:  # fmt: skip
    targets = () if pattern is None else _targets(pattern, value, reading)
    return [
        reading.binding(identifier(target, reading), taken, node, declared=declared, start=start)
        for target, taken in targets
    ]


def _bindings(node: Node, reading: Reading) -> list[Binding | Assignment]:
    return _BINDINGS[node.type](node, reading)


def _let(node: Node, reading: Reading) -> list[Binding | Assignment]:
    pattern, value = node.child_by_field_name("pattern"), node.child_by_field_name("value")
    type_node = node.child_by_field_name("type")
    if value is None and type_node is None:
        if pattern is not None and pattern.type == "identifier":
            reading.declare(identifier(pattern, reading), node)
        return []
    declared = None if type_node is None or pattern is None else _declared_type(pattern, type_node, reading)
    return _taken_apart(pattern, reading.value(value), node, reading, declared=declared)


def _declared_type(pattern: Node, type_node: Node, reading: Reading) -> Value | None:
    return reading.value(type_node) if pattern.type in ("identifier", "mut_pattern") else None


def _constant(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name, type_node = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name is None:
        return []
    value = reading.value(node.child_by_field_name("value"))
    declared = None if type_node is None else reading.value(type_node)
    return [reading.binding(identifier(name, reading), value, node, declared=declared)]


def _alias(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name = node.child_by_field_name("name")
    value = reading.value(node.child_by_field_name("type"))
    return [] if name is None else [reading.binding(identifier(name, reading), value, node, start=0)]


def _fields(node: Node, reading: Reading) -> list[Binding | Assignment]:
    bound: list[Binding | Assignment] = []
    for field in items(node):
        name, type_node = field.child_by_field_name("name"), field.child_by_field_name("type")
        if field.type == "field_declaration" and name is not None:
            bound.append(reading.binding(identifier(name, reading), Hole(), field, declared=reading.value(type_node)))
    return bound


def _numbered_fields(node: Node, reading: Reading) -> list[Binding | Assignment]:
    types = node.children_by_field_name("type")
    return [
        reading.binding(str(index), Hole(), type_node, declared=reading.value(type_node))
        for index, type_node in enumerate(types)
    ]


def _variant(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    return [] if name is None else [reading.binding(identifier(name, reading), reading.value(value), node)]


def _loop(node: Node, reading: Reading) -> list[Binding | Assignment]:
    pattern, value, body = (node.child_by_field_name(field) for field in ("pattern", "value", "body"))
    numbered, value = _source(value, reading)
    item: Value = Hole() if value is None else Element(reading.value(value), Hole())
    start = node.start_byte if body is None else body.start_byte
    if numbered:
        parts = dict(enumerate(items(pattern))) if pattern is not None and pattern.type == "tuple_pattern" else {}
        return [
            *_taken_apart(parts.get(0), Hole(), node, reading, start=start),
            *_taken_apart(parts.get(1), item, node, reading, start=start),
        ]
    return _taken_apart(pattern, item, node, reading, start=start)


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
            bound += _taken_apart(pattern, value, arm, reading, start=pattern.end_byte)
    return bound


def _taken_parameters(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """The names that parameters taken apart in place bind."""
    bound: list[Binding | Assignment] = []
    for index, (parameter, pattern, _, _) in enumerate(_listed(node)):
        if pattern.type != "_" and _plain(pattern, reading) is None:
            whole = Name(f"#{index}", pattern.start_byte, pattern.end_byte)
            bound += _taken_apart(pattern, whole, parameter, reading, start=pattern.end_byte)
    return bound


def _assignment(node: Node, reading: Reading) -> list[Binding | Assignment]:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    return [] if left is None else _set(left, reading.value(right), node, reading)


def _augmented(node: Node, reading: Reading) -> list[Binding | Assignment]:
    left, operator = node.child_by_field_name("left"), node.child_by_field_name("operator")
    if left is None or operator is None or operator.type != "+=":
        return []
    parts = reading.value(left), reading.value(node.child_by_field_name("right"))
    return _set(left, Concat(parts, node.start_byte, node.end_byte), node, reading)


def _push(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`text.push_str("…")`, `text.push('…')`, `list.push(…)`, `list.append(&mut …)`, `list.extend(…)`."""
    function, given = node.child_by_field_name("function"), items(node.child_by_field_name("arguments"))
    target = None if function is None else function.child_by_field_name("value")
    field = None if function is None else function.child_by_field_name("field")
    if target is None or field is None or len(given) != 1:
        return []
    name, before, added = reading.text(field), reading.value(target), reading.value(given[0])
    if name == "push_str" or (name == "push" and given[0].type == "char_literal"):
        return _set(target, Concat((before, added), node.start_byte, node.end_byte), node, reading)
    if name == "append" and not any(child.type == "mutable_specifier" for child in given[0].children):
        return []
    added = added if name == "push" else Element(added, Hole())
    longer = List((Element(before, Hole()), added), node.start_byte, node.end_byte)
    return _set(target, longer, node, reading) if target.type == "identifier" else []


def _set(target: Node, value: Value, node: Node, reading: Reading) -> list[Binding | Assignment]:
    if target.type == "identifier":
        return [reading.assigned(identifier(target, reading), value, node)]
    member = reading.value(target) if target.type == "field_expression" else None
    if not isinstance(member, Member) or isinstance(member.of, Hole):
        return []
    scope = reading.scope(node)
    owner = reading.instance_class(scope) if isinstance(member.of, This) else None
    if owner is not None:
        return [reading.binding(member.name, value, node, scope=owner)]
    return [Assignment(member, value, scope)]


_BINDINGS = {
    "let_declaration": _let,
    "let_condition": _let,
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
    "compound_assignment_expr": _augmented,
    "call_expression": _push,
}


# Modules


def _imports(node: Node, reading: Reading) -> list[Binding]:
    """What `use` and `mod x;` bind, everywhere in the scope where they stand."""
    if node.type == "mod_item":
        imported = _module_declared(node, reading)
    elif node.type == "extern_crate_declaration":
        imported = _crate_declared(node, reading)
    else:
        imported = _used(node.child_by_field_name("argument"), [], reading)
    return [
        reading.binding(name, _import(path, inner, node, reading), node, start=0)
        for name, path, inner in imported
        if name != "_"
    ]


def _import(path: list[str], name: str, node: Node, reading: Reading) -> Import:
    up = 0
    while up < len(path) and path[up] == "super":
        up += 1
    if up or path[:1] == ["self"]:
        path = [relative(up, node, reading), *path[up or 1 :]]
    return Import("::".join(path), name)


def _module_declared(node: Node, reading: Reading) -> Iterator[tuple[str, list[str], str]]:
    name = node.child_by_field_name("name")
    if name is None:
        return
    placed = [
        attribute.child_by_field_name("value")
        for item in _attributes(node, reading)
        for attribute in items(item)
        if attribute.children and reading.text(attribute.children[0]) == "path"
    ]
    file = reading.value(placed[-1]) if placed else None
    below = "/".join([*reversed(inline(node, reading)), identifier(name, reading)])
    yield identifier(name, reading), [f"./{file.text if isinstance(file, Literal) else below}"], ""


def _crate_declared(node: Node, reading: Reading) -> Iterator[tuple[str, list[str], str]]:
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if name is None:
        return
    crate = identifier(name, reading)
    yield identifier(alias or name, reading), ["crate" if crate == "self" else crate], ""
    if any(reading.text(attribute) == "macro_use" for item in _attributes(node, reading) for attribute in items(item)):
        yield "*", [crate], "*"


def _used(node: Node | None, path: list[str], reading: Reading, depth: int = 0) -> Iterator[tuple[str, list[str], str]]:
    """Each name that a tree of paths binds, with the path and the name there that it is bound to."""
    if node is None or depth > MAX_DEPTH:
        return
    if node.type in ("use_list", "scoped_use_list"):
        listed = node.child_by_field_name("list") if node.type == "scoped_use_list" else node
        inner = [*path, *_segments(node.child_by_field_name("path"), reading)] if node.type != "use_list" else path
        for child in items(listed):
            yield from _used(child, inner, reading, depth + 1)
    elif node.type == "use_wildcard":
        yield "*", [*path, *_segments(next(iter(items(node)), None), reading)], "*"
    elif node.type == "use_as_clause":
        alias = node.child_by_field_name("alias")
        if alias is not None:
            yield from _used_name(identifier(alias, reading), node.child_by_field_name("path"), path, reading)
    elif node.type in ("identifier", "scoped_identifier", "self", "crate", "super"):
        yield from _used_name("", node, path, reading)


def _used_name(
    alias: str, node: Node | None, path: list[str], reading: Reading
) -> Iterator[tuple[str, list[str], str]]:
    whole = [*path, *_segments(node, reading)]
    if len(whole) > 1 and whole[-1] == "self":
        whole.pop()
    name = whole[-1] if whole else ""
    if len(whole) == 1 or name in ("self", "super"):
        yield alias or name, whole, ""
    elif name:
        yield alias or name, whole[:-1], name


def _segments(node: Node | None, reading: Reading) -> list[str]:
    text = "" if node is None else "".join(reading.text(node).split())
    return [segment.removeprefix("r#") for segment in text.split("::") if segment]


def _returned(node: Node, reading: Reading) -> Value:
    inner = items(node)
    return reading.value(inner[-1]) if inner else Hole()


RUST = Language(
    name="rust",
    queries={"rust": files(__package__).joinpath("declarations.scm").read_text("utf-8")},
    top_level_is_public=True,
    span=_span,
    declared=_declared,
    bindings=_bindings,
    imports=_imports,
    returned=_returned,
    values=VALUES,
)
