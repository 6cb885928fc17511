"""Functions, methods, classes and macros with parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import Hole, Parameter, Value
from seamark.extract.language import DefinitionSyntax
from seamark.extract.nodes import items

from .declarators import NAMES, RECORDS, has, name_in, type_of
from .guards.characters import by_characters
from .names import split_scope
from .outline import FIXTURE
from .preprocessor.macros import expansion, statements

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def span(node: Node, _reading: Reading) -> tuple[int, int]:
    """A definition's span: its own."""
    return node.start_byte, node.end_byte


def read_declaration(node: Node, reading: Reading) -> DefinitionSyntax:
    """What a definition declares."""
    if node.type in RECORDS:
        # What `class A::B` defines is found as `B`, for it is declared in `A`.
        _, name = _receiver(node.child_by_field_name("name"), reading)
        return DefinitionSyntax("class", name, bases=_bases(node, reading))
    declarator = node.child_by_field_name("declarator")
    if node.type == "type_definition":
        return DefinitionSyntax("class", declarator)
    if node.type == "preproc_function_def":
        return _macro(node, reading)
    if node.type == "lambda_expression":
        name = _variable(node, reading)
        return DefinitionSyntax(
            "function", name, _parameters(declarator, reading), return_type=_trailing_type(declarator, reading)
        )
    written, function = name_in(declarator)
    receiver, name = _receiver(written, reading)
    receiver = receiver or _class_for_macro(node, function, reading)
    method = receiver is not None or reading.in_class(node)
    kind = node.child_by_field_name("type")
    if kind is not None and kind.type == "primitive_type" and reading.text(kind).isupper():
        kind = None  # It was a macro, see there.
    body, parameters = node.child_by_field_name("body"), _parameters(function, reading)
    names = [one.name for one in parameters]
    return DefinitionSyntax(
        "method" if method else "function",
        name,
        parameters,
        return_type=_trailing_type(function, reading) or type_of(kind, reading),
        static=method and has(node, "static", reading),
        receiver=receiver,
        abstract=node.type == "field_declaration",
        outcomes=by_characters(body, names, reading),
    )


def _variable(function: Node, reading: Reading) -> Node | None:
    """The name of the variable that a nameless function begins: `auto f = [](…) { … };`"""
    parent = reading.parent(function)
    if parent is None or parent.type != "init_declarator":
        return None
    name = parent.child_by_field_name("declarator")
    return name if name is not None and name.type == "identifier" else None


def _macro(node: Node, reading: Reading) -> DefinitionSyntax:
    listed = node.child_by_field_name("parameters")
    names = [reading.text(child) for child in (listed.children if listed is not None else ())]
    parameters = tuple(
        Parameter(name, "rest" if name == "..." else "plain", None, None) for name in names if name not in "(),"
    )
    body = node.child_by_field_name("value")
    value = Hole() if body is None else expansion(body, reading)
    if body is not None and isinstance(value, Hole):
        value = statements(body, reading)
    returns = () if isinstance(value, Hole) else (value,)
    return DefinitionSyntax("function", node.child_by_field_name("name"), parameters, returns=returns, macro=True)


def _receiver(written: Node | None, reading: Reading) -> tuple[Value | None, Node | None]:
    """The class in `a::Class::name`, and the node of the name."""
    receiver, written = split_scope(written, reading)
    if written is not None and written.type == "template_function":
        written = written.child_by_field_name("name")
    return receiver, None if written is None or written.type == "operator_cast" else written


def _class_for_macro(node: Node, function: Node | None, reading: Reading) -> Value | None:
    """The class in which a macro defines a function, given that and a name: `TEST_F(Fixture, Name) { … }`."""
    if node.type != "function_definition" or node.child_by_field_name("type") is not None or reading.in_class(node):
        return None
    listed = None if function is None else function.child_by_field_name("parameters")
    body = node.child_by_field_name("body")
    if listed is None or body is None or not FIXTURE.match(reading.data, listed.start_byte, body.start_byte + 1):
        return None
    kinds = [one.child_by_field_name("type") for one in items(listed)]
    return reading.value(kinds[0]) if all(one is not None and one.type == "type_identifier" for one in kinds) else None


def _bases(node: Node, reading: Reading) -> tuple[Value, ...]:
    clauses = [child for child in node.named_children if child.type == "base_class_clause"]
    return tuple(
        reading.value(child)
        for clause in clauses
        for child in items(clause)
        if child.type in ("type_identifier", "qualified_identifier", "template_type")
    )


def _trailing_type(function: Node | None, reading: Reading) -> Value | None:
    for child in function.named_children if function is not None else ():
        if child.type == "trailing_return_type" and child.named_children:
            return type_of(child.named_children[0], reading)
    return None


def _parameters(function: Node | None, reading: Reading) -> tuple[Parameter, ...]:
    listed = None if function is None else function.child_by_field_name("parameters")
    found: list[Parameter] = []
    for child in items(listed):
        if child.type == "identifier":
            found.append(Parameter(reading.text(child), "plain", None, None))
        elif child.type == "variadic_parameter":
            found.append(Parameter("...", "rest", None, None))
        elif child.type.endswith("parameter_declaration"):
            kind, declarator = child.child_by_field_name("type"), child.child_by_field_name("declarator")
            written, pointed = name_in(declarator)
            if declarator is None and kind is not None and reading.text(kind) == "void":
                continue
            default = child.child_by_field_name("default_value")
            found.append(
                Parameter(
                    name="" if written is None or written.type not in NAMES else reading.text(written),
                    kind="rest" if child.type.startswith("variadic") else "plain",
                    type=None if pointed is not None else type_of(kind, reading),
                    default=None if default is None else reading.value(default),
                )
            )
    return tuple(found)
