"""Functions, methods and types: what their syntax says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import Call, Element, FurtherResult, Hole, Name, Parameter, Result, Value
from seamark.extract.language import DefinitionSyntax
from seamark.extract.nodes import before, field_children, final, first, items
from seamark.patterns import regex

from .bindings import target_nodes
from .types import declared_type

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def read_declaration(node: Node, reading: Reading) -> DefinitionSyntax:
    """What the syntax of a definition says of it."""
    if node.type in ("type_spec", "type_alias"):
        body = node.child_by_field_name("type")
        return DefinitionSyntax("class", node.child_by_field_name("name"), bases=_bases(body, reading))
    if node.type == "struct_type":
        return DefinitionSyntax("class", bases=_bases(node, reading))
    parameters = _parameters(node.child_by_field_name("parameters"), reading)
    result = node.child_by_field_name("result")
    receiver = node.child_by_field_name("receiver")
    of: Value | None = None
    if node.type == "method_elem":
        parameters = (_INSTANCE, *parameters)
    if receiver is not None:
        this = _parameters(receiver, reading)[:1] or (_INSTANCE,)
        parameters = (*(Parameter(one.name, "self", one.type, None) for one in this), *parameters)
        of = _receiver(this[0].type)
    name = node.child_by_field_name("name")
    return DefinitionSyntax(
        "method" if node.type in ("method_declaration", "method_elem") else "function",
        _name_in_place(node, reading) if node.type == "func_literal" else name,
        parameters,
        returns=_named_result(node, result, reading),
        return_type=declared_type(_first_result(result), reading),
        further_results=_further_results(node, result, reading),
        receiver=of,
        abstract=node.type == "method_elem",
    )


_INSTANCE = Parameter("", "self", None, None)
"""What a method is called on, which need not have a name."""


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
        names = [reading.text(name) for name in field_children(child, "name")] or [""]
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
    if result is None or result.type != "parameter_list":
        return ()
    stated = first(result)
    names = [] if stated is None else field_children(stated, "name")
    return _returned_bare(function, names[0], reading) if names else ()


def _returned_bare(function: Node, name: Node, reading: Reading) -> tuple[Value, ...]:
    body = function.child_by_field_name("body")
    if body is None or not _BARE_RETURN.search(reading.data, body.start_byte, body.end_byte):
        return ()
    return (Name(reading.text(name), body.end_byte, body.end_byte),)


def _further_results(function: Node, result: Node | None, reading: Reading) -> tuple[FurtherResult, ...]:
    """The results beside the first; none if they are errors, which nobody asks for."""
    if result is None or result.type != "parameter_list":
        return ()
    stated: list[tuple[Node | None, Node | None]] = []
    for declared in items(result):
        kind = declared.child_by_field_name("type")
        stated += [(kind, name) for name in field_children(declared, "name") or (None,)]
    if all(kind is None or reading.text(kind) == "error" for kind, _ in stated[1:]):
        return ()
    return tuple(
        FurtherResult(declared_type(kind, reading), () if name is None else _returned_bare(function, name, reading))
        for kind, name in stated[1:]
    )


def returned_further(node: Node, reading: Reading, count: int) -> tuple[Value, ...]:
    """What a `return` gives for so many results beside the first, one by one or as a call gives them all."""
    given = items(final(node))
    if len(given) == 1 and isinstance(called := reading.value(given[0]), Call):
        return tuple(Result(called, index) for index in range(1, count + 1))
    return tuple(reading.value(value) for value in given[1:])


_BARE_RETURN = regex(rb"\breturn[ \t]*(?:[\r\n;}]|//|/\*)")


def _name_in_place(node: Node, reading: Reading) -> Node | None:
    """The name that a function literal is given where it stands: `f := func() {}`, `Run: func() {}`."""
    if before(node, reading.data) not in b"=:":
        return None
    around = reading.parent(node)
    if around is None:
        return None
    if around.type == "literal_element":
        keyed = reading.parent(around)
        key = None if keyed is None or keyed.type != "keyed_element" else keyed.child_by_field_name("key")
        stated = first(key)
        if stated is not None and stated.type == "interpreted_string_literal":
            stated = first(stated)
        return stated if stated is not None and stated.type in _KEYS else None
    statement = reading.parent(around)
    if around.type != "expression_list" or statement is None:
        return None
    target = next(iter(target_nodes(statement)), None)
    if target is not None and target.type == "selector_expression":
        return target.child_by_field_name("field")
    return target if target is not None and target.type == "identifier" and reading.text(target) != "_" else None


_KEYS = ("identifier", "interpreted_string_literal_content")
