"""What PHP's declarations say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING

from seamark.extract.facts import (
    MODULE,
    SUPER_CALL,
    Assignment,
    Binding,
    Element,
    Export,
    Hole,
    Import,
    Literal,
    Member,
    Name,
    Parameter,
    Scalar,
    This,
    Value,
)
from seamark.extract.language import Declared, Language
from seamark.extract.nodes import items
from seamark.extract.reading import MAX_DEPTH

from .values import CLASSES, ROOT, VALUES, augmented, named

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.reading import Reading


def _span(node: Node, _reading: Reading) -> tuple[int, int]:
    return node.start_byte, node.end_byte


def _declared(node: Node, reading: Reading) -> Declared:
    decorators = tuple(_attributes(node, reading))
    name = node.child_by_field_name("name")
    if node.type in CLASSES:
        return Declared("class", name, decorators=decorators, bases=tuple(_bases(node, reading)))
    body = node.child_by_field_name("body")
    in_place = body is not None and body.type != "compound_statement"
    return Declared(
        "method" if node.type in ("method_declaration", "property_hook") else "function",
        name if name is not None or node.type == "property_hook" else _name_in_place(node, reading),
        tuple(_parameters(node.child_by_field_name("parameters"), reading)),
        decorators,
        returns=(reading.value(body),) if in_place else (),
        return_type=_type(node.child_by_field_name("return_type"), reading),
        static=node.type == "method_declaration" and any(child.type == "static_modifier" for child in node.children),
    )


def _attributes(node: Node, reading: Reading) -> Iterator[Value]:
    for group in items(node.child_by_field_name("attributes")):
        yield from (reading.value(attribute) for attribute in items(group))


def _bases(node: Node, reading: Reading) -> Iterator[Value]:
    """The class that is extended, the traits that are used, the interfaces."""
    interfaces: list[Value] = []
    for child in node.named_children:
        if child.type == "base_clause":
            yield from map(reading.value, items(child))
        elif child.type == "class_interface_clause":
            interfaces += map(reading.value, items(child))
        elif child.type in ("declaration_list", "enum_declaration_list"):
            for member in child.named_children:
                if member.type == "use_declaration":
                    yield from (reading.value(used) for used in items(member) if used.type != "use_list")
    yield from interfaces


def _name_in_place(node: Node, reading: Reading) -> Node | None:
    """The name that a nameless function is given where it stands."""
    if _before(node, reading) not in b"=>":
        return None
    parent = node.parent
    if parent is None:
        return None
    if parent.type == "assignment_expression":
        left = parent.child_by_field_name("left")
        if left is None or left.type == "variable_name":
            return left
        return left.child_by_field_name("name") if left.type == "member_access_expression" else None
    inner = items(parent)
    if parent.type == "array_element_initializer" and len(inner) == 2 and inner[0].type == "string":
        content = items(inner[0])
        return content[0] if len(content) == 1 else None
    return None


def _before(node: Node, reading: Reading) -> bytes:
    """The last byte before `node` that is no space: cheap, where `parent` and `prev_sibling` search the whole tree."""
    position = node.start_byte - 1
    while position >= 0 and reading.data[position] in b" \t\r\n":
        position -= 1
    return reading.data[position : position + 1] if position >= 0 else b";"


def _parameters(listed: Node | None, reading: Reading) -> Iterator[Parameter]:
    for node in items(listed):
        name = node.child_by_field_name("name")
        if name is None:
            continue
        default = node.child_by_field_name("default_value")
        yield Parameter(
            reading.text(name).lstrip("&. "),
            "rest" if node.type == "variadic_parameter" else "plain",
            _type(node.child_by_field_name("type"), reading),
            None if default is None else reading.value(default),
        )


def _type(node: Node | None, reading: Reading) -> Value | None:
    """A declared type; None if it says nothing, as `string` does."""
    value = reading.value(node)
    return None if isinstance(value, Hole) else value


def _bindings(node: Node, reading: Reading) -> list[Binding | Assignment]:
    return list(_BINDINGS[node.type](node, reading))


def _assignment(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    left = node.child_by_field_name("left")
    if left is not None:
        plain = node.type != "augmented_assignment_expression"
        value = reading.value(node.child_by_field_name("right")) if plain else augmented(node, reading)
        yield from _set(left, value, node, reading)


def _set(target: Node, value: Value, node: Node, reading: Reading, *, declared: Value | None = None,
         start: int | None = None, depth: int = 0) -> Iterator[Binding | Assignment]:  # fmt: skip
    """What `node` sets when it gives `value` to `target`."""
    if target.type == "by_ref":
        inner = items(target)
        target = inner[0] if inner else target
    if target.type == "variable_name":
        name = reading.text(target)
        if reading.borrowed(name, node):
            yield reading.assigned(name, value, node)
        else:
            yield reading.binding(name, value, node, declared=declared, start=start)
    elif target.type == "list_literal" and depth < MAX_DEPTH:
        for part, key in _taken(target, reading):
            taken = Hole() if isinstance(value, Hole) else Element(value, key)
            yield from _set(part, taken, node, reading, start=start, depth=depth + 1)
    elif target.type in ("member_access_expression", "scoped_property_access_expression"):
        member = reading.value(target)
        if not isinstance(member, Member):
            return
        scope = reading.scope(node)
        owner = reading.instance_class(scope) if isinstance(member.of, This) else None
        if owner is not None:
            yield reading.binding(member.name, value, node, scope=owner)
        elif not isinstance(member.of, Hole):
            yield Assignment(member, value, scope)


def _taken(node: Node, reading: Reading) -> Iterator[tuple[Node, Value]]:
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
    start = node.start_byte if body is None else body.start_byte
    if target.type == "pair":
        inner = items(target)
        if len(inner) != 2:
            return
        yield from _set(inner[0], Hole(), node, reading, start=start)
        target = inner[1]
    yield from _set(target, Element(reading.value(whole), Hole()), node, reading, start=start)


def _caught(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    kinds = [reading.value(kind) for kind in items(node.child_by_field_name("type"))]
    if name is not None and body is not None:
        declared = kinds[0] if kinds else None
        yield from _set(name, Hole(), body, reading, declared=declared, start=body.start_byte)


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
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is not None and value is not None:
        yield from _set(name, reading.value(value), node, reading)


def _constants(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    for element in items(node):
        inner = items(element) if element.type == "const_element" else []
        if len(inner) == 2:
            yield reading.binding(reading.text(inner[0]), reading.value(inner[1]), element)


def _enumerator(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    name = node.child_by_field_name("name")
    if name is not None:
        yield reading.binding(reading.text(name), reading.value(node.child_by_field_name("value")), node)


def _properties(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    stated = node.child_by_field_name("type")
    declared = _documented(node, reading) if stated is None else _type(stated, reading)
    for element in items(node):
        name, default = element.child_by_field_name("name"), element.child_by_field_name("default_value")
        if element.type == "property_element" and name is not None and (default is not None or declared is not None):
            yield reading.binding(reading.text(name), reading.value(default), element, declared=declared)


def _promoted(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    """A constructor's parameter that is a property, too."""
    name, owner = node.child_by_field_name("name"), reading.instance_class(reading.scope(node))
    if name is None or owner is None:
        return
    text = reading.text(name).lstrip("&")
    declared = _type(node.child_by_field_name("type"), reading)
    value = Name(text, name.start_byte, name.end_byte)
    yield reading.binding(text, value, node, scope=owner, declared=declared)


_DOCUMENTED = re.compile(r"@var\s+(?:null\|)?\??(\\?[A-Za-z_][\w\\]*)(?:\|null)?(?=[\s*])\s*(\$\w+)?")
_SAYING_NOTHING = frozenset(
    (
        "array",
        "bool",
        "boolean",
        "callable",
        "false",
        "float",
        "int",
        "integer",
        "iterable",
        "mixed",
        "null",
        "object",
        "resource",
        "string",
        "true",
        "void",
    )
)


def _documented(node: Node, reading: Reading) -> Value | None:
    """The type that the comment before a property declares."""
    comment = node.prev_sibling if _before(node, reading) == b"/" else None
    found = None if comment is None or comment.type != "comment" else _type_in(comment, reading)
    return None if found is None else found[0]


def _type_in(comment: Node, reading: Reading) -> tuple[Value, str] | None:
    text = reading.text(comment)
    found = _DOCUMENTED.search(text)
    if found is None or found[1].lower() in _SAYING_NOTHING:
        return None
    return named(found[1], comment.start_byte + len(text[: found.start(1)].encode())), found[2] or ""


def _commented(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    """`/** @var Client $client */` declares a variable, and what the next statement gives it."""
    found = None if reading.in_class(node) else _type_in(node, reading)
    if found is None or not found[1]:
        return
    declared, name = found
    value: Value = Hole()
    end = node.end_byte
    following = node.next_named_sibling
    inner = items(following) if following is not None and following.type == "expression_statement" else []
    if following is not None and inner and inner[0].type == "assignment_expression":
        left = inner[0].child_by_field_name("left")
        if left is not None and reading.text(left) == name:
            value, end = reading.value(inner[0]), following.end_byte
    yield reading.binding(name, value, node, declared=declared, start=end)


def _call(node: Node, reading: Reading) -> Iterator[Binding | Assignment]:
    """`define('NAME', …)`, `parent::__construct(…)`."""
    if node.type == "scoped_call_expression":
        yield reading.binding(SUPER_CALL, reading.value(node), node)
        return
    for name, value in _defined(node, reading):
        yield reading.binding(name, value, node, scope=MODULE)


def _defined(node: Node, reading: Reading) -> Iterator[tuple[str, Value]]:
    given = [items(argument) for argument in items(node.child_by_field_name("arguments"))]
    name = reading.value(given[0][-1]) if len(given) > 1 and given[0] else Hole()
    if isinstance(name, Literal) and given[1]:
        yield name.text, reading.value(given[1][-1])


_BINDINGS = {
    "assignment_expression": _assignment,
    "reference_assignment_expression": _assignment,
    "augmented_assignment_expression": _assignment,
    "foreach_statement": _loop,
    "catch_clause": _caught,
    "global_declaration": _outer_names,
    "anonymous_function_use_clause": _used_names,
    "static_variable_declaration": _static_variable,
    "const_declaration": _constants,
    "enum_case": _enumerator,
    "property_declaration": _properties,
    "property_promotion_parameter": _promoted,
    "comment": _commented,
    "function_call_expression": _call,
    "scoped_call_expression": _call,
}


def _imports(node: Node, reading: Reading) -> list[Binding]:
    r"""What `use` imports; and all that the namespace `A\B` offers in whatever file, or a file that is required."""
    if node.type == "namespace_definition":
        name = node.child_by_field_name("name")
        imported = [] if name is None else [("*", Import(reading.text(name), "*"))]
    elif node.type == "expression_statement":
        required = reading.value(items(node)[0])
        imported = [("*", Import(required.module, "*"))] if isinstance(required, Import) else []
    else:
        imported = list(_used(node, reading))
    return [reading.binding(name, value, node, scope=MODULE, start=0) for name, value in imported]


def _used(node: Node, reading: Reading) -> Iterator[tuple[str, Import]]:
    prefix, clauses = "", items(node)
    group = node.child_by_field_name("body")
    if group is not None:
        prefix = "".join(reading.text(child) + "\\" for child in clauses if child.type == "namespace_name")
        clauses = items(group)
    for clause in clauses:
        alias = clause.child_by_field_name("alias")
        written = [child for child in items(clause) if child.type in ("name", "qualified_name") and child != alias]
        if clause.type == "namespace_use_clause" and written:
            module, _, name = (prefix + reading.text(written[0])).lstrip("\\").rpartition("\\")
            yield name if alias is None else reading.text(alias), Import(module or ROOT, name)


def _exports(node: Node, reading: Reading) -> list[Export]:
    if node.type == "return_statement":
        return [Export("=", _given_back(node, reading))]
    if node.type == "function_call_expression":
        return [Export(name, value) for name, value in _defined(node, reading)]
    if reading.scope(node) != MODULE:
        return []
    if node.type in ("const_declaration", "assignment_expression"):
        return [Export(b.name, b.value) for b in _bindings(node, reading) if isinstance(b, Binding)]
    name = node.child_by_field_name("name")
    return [] if name is None else [Export(reading.text(name), reading.function(node))]


def _returned(node: Node, reading: Reading) -> Value:
    return Hole() if reading.scope(node) == MODULE else _given_back(node, reading)


def _given_back(node: Node, reading: Reading) -> Value:
    inner = items(node)
    return reading.value(inner[-1]) if inner else Hole()


PHP = Language(
    name="php",
    queries={"php": files(__package__).joinpath("declarations.scm").read_text("utf-8")},
    top_level_is_public=False,
    span=_span,
    declared=_declared,
    bindings=_bindings,
    imports=_imports,
    exports=_exports,
    returned=_returned,
    values=VALUES,
)
