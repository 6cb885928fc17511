"""Functions, closures, structs, traits, modules, and what an `impl` adds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import MACRO, Hole, Parameter, Value
from seamark.extract.language import DefinitionSyntax
from seamark.extract.nodes import BESIDE, before, items

from .attributes import attributes_of, decorators_of
from .bounds import bounds
from .branches.patterns import each_parameter, only_name
from .nodes import identifier
from .paths import strip_types

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_NAMES = ("type_identifier", "scoped_type_identifier")
_FUNCTIONS = ("function_item", "function_signature_item")


def span(node: Node, reading: Reading) -> tuple[int, int]:
    """The span of a definition with its attributes."""
    attributes = attributes_of(node, reading)
    return attributes[0].start_byte if attributes else node.start_byte, node.end_byte


def read_declaration(node: Node, reading: Reading) -> DefinitionSyntax:
    """What a definition says."""
    if node.type == "closure_expression":
        body = reading.value(node.child_by_field_name("body"))
        listed = _parameters(node.child_by_field_name("parameters"), reading)
        return DefinitionSyntax("function", _name_in_place(node, reading), listed, returns=_unless_hole(body))
    if node.type in _FUNCTIONS:
        return _declared_function(node, reading)
    if node.type == "macro_definition":
        return _macro(node, reading)
    name, decorators = node.child_by_field_name("name"), decorators_of(node, reading)
    if node.type == "mod_item":
        return DefinitionSyntax("module", name, decorators=decorators)
    if node.type == "impl_item":
        return _declared_members(node, reading)
    above = items(node.child_by_field_name("bounds")) if node.type == "trait_item" else []
    bases = tuple(reading.value(strip_types(bound)) for bound in above if bound.type != "lifetime")
    return DefinitionSyntax("class", name, decorators=decorators, bases=bases, abstract=node.type == "trait_item")


def _declared_function(node: Node, reading: Reading) -> DefinitionSyntax:
    listed = _parameters(node.child_by_field_name("parameters"), reading)
    bound = any(parameter.kind == "self" for parameter in listed)
    parent = None if bound else reading.parent(node)
    owner = reading.parent(parent) if parent is not None and parent.type == "declaration_list" else None
    method = bound or (owner is not None and owner.type in ("impl_item", "trait_item"))
    return_type = node.child_by_field_name("return_type")
    visible = next((reading.text(child) for child in node.children if child.type == "visibility_modifier"), "")
    return DefinitionSyntax(
        "method" if method else "function",
        node.child_by_field_name("name"),
        listed,
        decorators_of(node, reading),
        returns=_unless_hole(reading.value(node.child_by_field_name("body"))),
        return_type=None if return_type is None else reading.value(return_type),
        static=method and not bound,
        hidden=not visible and not _is_traits(node, reading),
        internal=visible not in ("", "pub"),
        abstract=method and node.child_by_field_name("body") is None,
    )


def _macro(node: Node, reading: Reading) -> DefinitionSyntax:
    """`macro_rules! path { ($end:expr) => { format!("{ROOT}{}", $end) }; }`: a function that is called `path!`."""
    rule = next(one for one in items(node) if one.type == "macro_rule")
    taken, given = rule.child_by_field_name("left"), rule.child_by_field_name("right")
    bindings = [one for one in items(taken) if one.type == "token_binding_pattern"]
    names = [one.child_by_field_name("name") for one in bindings]
    listed = tuple(Parameter(reading.text(one), "plain", None, None) for one in names if one is not None)
    root = None if given is None else reading.embedded_node(given)
    body = None if given is None or root is None else root.descendant_for_byte_range(given.start_byte, given.end_byte)
    returns = _unless_hole(reading.value(body))
    called = f"{reading.text(node.child_by_field_name('name') or node)}{MACRO}"
    return DefinitionSyntax("function", None, listed, returns=returns, macro=True, called=called)


def _is_traits(function: Node, reading: Reading) -> bool:
    """Whether a function is one of a trait: those are offered with it."""
    parent = reading.parent(function)
    around = None if parent is None else reading.parent(parent)
    return around is not None and (around.type == "trait_item" or around.child_by_field_name("trait") is not None)


def _declared_members(node: Node, reading: Reading) -> DefinitionSyntax:
    """`impl Trait for Type { … }`: members of `Type`, which has those of `Trait`, too.

    `impl<T: Other> Trait for T { … }` gives them to all that has those of `Other`.
    """
    kind, trait = node.child_by_field_name("type"), node.child_by_field_name("trait")
    owner = None if kind is None else _trait_bound(strip_types(kind), reading)
    name = owner.child_by_field_name("name") or owner if owner is not None else None
    return DefinitionSyntax(
        "class",
        name if name is not None and name.type == "type_identifier" else None,
        decorators=decorators_of(node, reading),
        bases=() if trait is None else (reading.value(strip_types(trait)),),
        receiver=Hole() if owner is None else reading.value(owner),
    )


def _trait_bound(owner: Node, reading: Reading) -> Node:
    """What a type must have, if it is a parameter; else the type itself."""
    named = [one for one in map(strip_types, bounds(owner, reading)) if one.type in _NAMES]
    return named[0] if owner.type == "type_identifier" and named else owner


def _unless_hole(value: Value) -> tuple[Value, ...]:
    return () if isinstance(value, Hole) else (value,)


def _name_in_place(node: Node, reading: Reading) -> Node | None:
    """The name of the variable that a closure is the value of."""
    parent = reading.parent(node) if before(node, reading.data) == b"=" else None
    pattern = parent.child_by_field_name("pattern") if parent is not None and parent.type == "let_declaration" else None
    return pattern if pattern is not None and pattern.type == "identifier" else None


def _parameters(listed: Node | None, reading: Reading) -> tuple[Parameter, ...]:
    parameters: list[Parameter] = []
    attributes = _attributes(listed, reading)
    for index, (node, pattern, kind, type_node) in enumerate(each_parameter(listed)):
        plain = only_name(pattern, reading)
        name = "self" if kind == "self" else f"#{index}" if plain is None else identifier(plain, reading)
        declared = None if type_node is None else reading.value(type_node)
        parameters.append(Parameter(name, kind, declared, None, attributes.get(node.start_byte, ())))
    return tuple(parameters)


def _attributes(listed: Node | None, reading: Reading) -> dict[int, tuple[Value, ...]]:
    """The attributes of parameters, by where those begin."""
    if listed is None or reading.data.find(b"#[", listed.start_byte, listed.end_byte) < 0:
        return {}
    found: dict[int, tuple[Value, ...]] = {}
    waiting: list[Value] = []
    for child in listed.named_children:
        if child.type == "attribute_item":
            waiting += [reading.value(one) for one in items(child) if one.type == "attribute"]
        elif child.type not in BESIDE:
            found[child.start_byte] = tuple(waiting)
            waiting = []
    return found
