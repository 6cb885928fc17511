"""What Go's declarations say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING

from seamark.extract.facts import (
    MODULE,
    PACKAGE,
    Assignment,
    Binding,
    Concat,
    Element,
    Hole,
    Import,
    Literal,
    Name,
    Parameter,
    Scalar,
    Value,
)
from seamark.extract.language import Declared, Language
from seamark.extract.nodes import before, first, items, named

from .values import VALUES, declared_type

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.reading import Reading


def _span(node: Node, _reading: Reading) -> tuple[int, int]:
    return node.start_byte, node.end_byte


# Definitions


def _declared(node: Node, reading: Reading) -> Declared:
    if node.type in ("type_spec", "type_alias"):
        body = node.child_by_field_name("type")
        return Declared("class", node.child_by_field_name("name"), bases=_bases(body, reading))
    if node.type == "struct_type":
        return Declared("class", bases=_bases(node, reading))
    parameters = _parameters(node.child_by_field_name("parameters"), reading)
    result = node.child_by_field_name("result")
    receiver = node.child_by_field_name("receiver")
    of: Value | None = None
    if receiver is not None:
        this = _parameters(receiver, reading)[:1] or (Parameter("", "self", None, None),)
        parameters = (*(Parameter(one.name, "self", one.type, None) for one in this), *parameters)
        of = _receiver(this[0].type)
    name = node.child_by_field_name("name")
    return Declared(
        "method" if node.type in ("method_declaration", "method_elem") else "function",
        _name_in_place(node, reading) if node.type == "func_literal" else name,
        parameters,
        returns=_named_result(node, result, reading),
        return_type=declared_type(_first_result(result), reading),
        receiver=of,
    )


def _receiver(declared: Value | None) -> Value | None:
    """The type to which a method belongs, without what it is generic in."""
    return declared.of if isinstance(declared, Element) else declared


def _bases(body: Node | None, reading: Reading) -> tuple[Value, ...]:
    """What a struct or an interface embeds."""
    if body is None:
        return ()
    if body.type == "interface_type":
        kinds = [items(child) for child in body.named_children if child.type == "type_elem"]
        bases = [reading.value(kind[0]) for kind in kinds if len(kind) == 1]
        return tuple(base for base in bases if not isinstance(base, Hole))
    fields = [child for listed in body.named_children for child in items(listed)]
    return tuple(
        reading.value(field.child_by_field_name("type"))
        for field in fields
        if field.type == "field_declaration" and field.child_by_field_name("name") is None
    )


def _parameters(listed: Node | None, reading: Reading) -> tuple[Parameter, ...]:
    parameters: list[Parameter] = []
    for child in items(listed):
        if child.type not in ("parameter_declaration", "variadic_parameter_declaration"):
            continue
        kind = "plain" if child.type == "parameter_declaration" else "rest"
        declared = declared_type(child.child_by_field_name("type"), reading)
        names = [reading.text(name) for name in named(child, "name")] or [""]
        parameters += [Parameter(name, kind, declared, None) for name in names]
    return tuple(parameters)


def _first_result(result: Node | None) -> Node | None:
    """What a call stands for is the first of its results."""
    if result is None or result.type != "parameter_list":
        return result
    stated = first(result)
    return None if stated is None else stated.child_by_field_name("type")


def _named_result(function: Node, result: Node | None, reading: Reading) -> tuple[Value, ...]:
    """A result that has a name is returned by a bare `return`."""
    body = function.child_by_field_name("body")
    if result is None or body is None or result.type != "parameter_list":
        return ()
    stated = first(result)
    names = [] if stated is None else named(stated, "name")
    if not names or not _BARE_RETURN.search(reading.data, body.start_byte, body.end_byte):
        return ()
    return (Name(reading.text(names[0]), body.end_byte, body.end_byte),)


_BARE_RETURN = re.compile(rb"\breturn[ \t]*(?:[\r\n;}]|//|/\*)")


def _name_in_place(node: Node, reading: Reading) -> Node | None:
    """The name that a function literal is given where it stands: `f := func() {}`, `Run: func() {}`."""
    if before(node, reading) not in b"=:":
        return None
    around = node.parent
    if around is None:
        return None
    if around.type == "literal_element":
        keyed = around.parent
        key = None if keyed is None or keyed.type != "keyed_element" else keyed.child_by_field_name("key")
        stated = first(key)
        if stated is not None and stated.type == "interpreted_string_literal":
            stated = first(stated)
        return stated if stated is not None and stated.type in _KEYS else None
    statement = around.parent
    if around.type != "expression_list" or statement is None:
        return None
    target = next(iter(_targets(statement)), None)
    if target is not None and target.type == "selector_expression":
        return target.child_by_field_name("field")
    return target if target is not None and target.type == "identifier" and reading.text(target) != "_" else None


_KEYS = ("identifier", "interpreted_string_literal_content")


def _targets(statement: Node) -> list[Node]:
    return items(statement.child_by_field_name("left")) or named(statement, "name")


# Bindings


def _bindings(node: Node, reading: Reading) -> list[Binding | Assignment]:
    return _BINDINGS[node.type](node, reading)


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
        for index, target in enumerate(named(child, "name")):
            value = values[index] if index < len(values) else None
            counted = value is not None and value.type == "iota"
            read = Scalar(str(position)) if counted else reading.value(value)
            bound += _bound(target, read, child, reading, declared=kind)
    return bound


def _variables(node: Node, reading: Reading) -> list[Binding | Assignment]:
    kind = declared_type(node.child_by_field_name("type"), reading)
    bound: list[Binding | Assignment] = []
    for target, value, node_of in _given(_targets(node), items(node.child_by_field_name("value")), reading):
        bound += _bound(target, value, node, reading, declared=kind or _asserted(node_of, reading))
    return bound


def _results(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """Results that have names are variables of their function."""
    kind = declared_type(node.child_by_field_name("type"), reading)
    return [one for name in named(node, "name") for one in _bound(name, Hole(), node, reading, declared=kind)]


def _short_variables(node: Node, reading: Reading) -> list[Binding | Assignment]:
    bound: list[Binding | Assignment] = []
    for target, value, node_of in _given(_targets(node), items(node.child_by_field_name("right")), reading):
        bound += _bound(target, value, node, reading, declared=_asserted(node_of, reading))
    return bound


def _given(targets: list[Node], values: list[Node], reading: Reading) -> Iterator[tuple[Node, Value, Node | None]]:
    """What each target is given, and the expression that says so; of a call's results the first is the call."""
    for index, target in enumerate(targets):
        if target.type == "identifier" and reading.text(target) in _IDLE:
            continue
        value = values[index] if index < len(values) else None
        yield target, reading.value(value), value


_IDLE = ("_", "err")
"""Names of which nothing is asked. A fifth of what Go files bind are errors, always by this name."""


def _asserted(node: Node | None, reading: Reading) -> Value | None:
    """The type of `x.(T)`."""
    asserted = node is not None and node.type == "type_assertion_expression"
    return declared_type(node.child_by_field_name("type"), reading) if asserted and node is not None else None


def _bound(target: Node, value: Value, node: Node, reading: Reading, *, declared: Value | None = None,
           start: int | None = None) -> list[Binding | Assignment]:  # fmt: skip
    name = reading.text(target)
    if name == "_" or target.type != "identifier":
        return []
    return [reading.binding(name, value, node, declared=declared, start=start)]


def _set(target: Node, value: Value, node: Node, reading: Reading) -> list[Binding | Assignment]:
    if target.type == "identifier":
        name = reading.text(target)
        return [] if name == "_" else [reading.assigned(name, value, node)]
    return reading.set_member(reading.value(target), value, node) if target.type == "selector_expression" else []


def _assignment(node: Node, reading: Reading) -> list[Binding | Assignment]:
    operator = node.child_by_field_name("operator")
    targets, values = _targets(node), items(node.child_by_field_name("right"))
    bound: list[Binding | Assignment] = []
    for target, given, _ in _given(targets, values, reading):
        value = given
        if operator is None or operator.type != "=":
            added = operator is not None and operator.type == "+="
            value = Concat((reading.value(target), given), node.start_byte, node.end_byte) if added else Hole()
        bound += _set(target, value, node, reading)
    return bound


def _range(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`for i, item := range all`"""
    item = Element(reading.value(node.child_by_field_name("right")), Hole())
    put = _bound if any(child.type == ":=" for child in node.children) else _set
    bound: list[Binding | Assignment] = []
    for index, target in enumerate(_targets(node)):
        bound += put(target, item if index == 1 else Hole(), node, reading)
    return bound


def _received(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`case x := <-all:`"""
    put = _bound if any(child.type == ":=" for child in node.children) else _set
    bound: list[Binding | Assignment] = []
    for index, target in enumerate(_targets(node)):
        value = Hole() if index else reading.value(node.child_by_field_name("right"))
        bound += put(target, value, node, reading)
    return bound


def _type_switch(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`switch x := y.(type)`"""
    value = node.child_by_field_name("value")
    alias = items(node.child_by_field_name("alias"))
    if value is None or len(alias) != 1:
        return []
    return _bound(alias[0], reading.value(value), node, reading, start=value.end_byte)


def _type(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """A type that is not made here: `type Routes []Route`, `type Handler = http.Handler`."""
    name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name is None or kind is None or kind.type in ("struct_type", "interface_type"):
        return []
    return [reading.binding(reading.text(name), reading.value(kind), node, start=0)]


def _fields(node: Node, reading: Reading) -> list[Binding | Assignment]:
    kind = node.child_by_field_name("type")
    names = named(node, "name") or [name for name in [_last_name(kind)] if name is not None]
    declared = declared_type(kind, reading)
    return [reading.binding(reading.text(name), Hole(), node, declared=declared) for name in names]


def _last_name(kind: Node | None) -> Node | None:
    """The name of the field by which a struct embeds another one."""
    if kind is not None and kind.type == "generic_type":
        kind = kind.child_by_field_name("type")
    return kind.child_by_field_name("name") if kind is not None and kind.type == "qualified_type" else kind


_BINDINGS = {
    "const_declaration": _constants,
    "var_spec": _variables,
    "parameter_declaration": _results,
    "short_var_declaration": _short_variables,
    "type_spec": _type,
    "type_alias": _type,
    "type_switch_statement": _type_switch,
    "field_declaration": _fields,
    "range_clause": _range,
    "receive_statement": _received,
    "assignment_statement": _assignment,
}


# Imports


def _imports(node: Node, reading: Reading) -> list[Binding]:
    if node.type == "package_clause":
        return [
            reading.binding(PACKAGE, Literal(reading.text(name), name.start_byte, name.end_byte), node, start=0)
            for name in items(node)[:1]
        ]
    path = reading.value(node.child_by_field_name("path"))
    if not isinstance(path, Literal) or not path.text:
        return []
    name = node.child_by_field_name("name")
    if name is None:
        names = package_names(path.text)
    elif name.type == "dot":
        names = ("*",)
    else:
        names = () if name.type == "blank_identifier" else (reading.text(name),)
    value = Import(path.text, "*" if names == ("*",) else "")
    return [reading.binding(name, value, node, scope=MODULE, start=0) for name in names]


def package_names(path: str) -> tuple[str, ...]:
    """What the package at an import path may be called; the path does not say it for sure.

    It is the last element; before a major version, which begins with 2, rather the one before. One that is no name in
    Go is taken without what people add to the names of repositories: `go-redis` is `redis`, `nats.go` is `nats`.
    """
    *_, before_last, last = ["", *_VERSION_ENDING.sub("", path).split("/")]
    if before_last and _VERSION.fullmatch(last):
        return (*_names(before_last), last)
    return _names(last)


def _names(element: str) -> tuple[str, ...]:
    if element.isidentifier():
        return (element,)
    parts = [part for part in re.split(r"\W", element) if part]
    own = [part for part in parts if part not in ("go", "golang")] or parts
    return tuple(dict.fromkeys(name for name in ("".join(own), "_".join(own)) if name.isidentifier()))


_VERSION = re.compile(r"v(?:[2-9]|[1-9][0-9]+)")
_VERSION_ENDING = re.compile(r"\.v[0-9]+$")


def _returned(node: Node, reading: Reading) -> Value:
    return reading.value(first(first(node)))


GO = Language(
    name="go",
    queries={"go": files(__package__).joinpath("declarations.scm").read_text("utf-8")},
    top_level_is_public=True,
    span=_span,
    declared=_declared,
    bindings=_bindings,
    imports=_imports,
    returned=_returned,
    values=VALUES,
)
