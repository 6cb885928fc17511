"""What binds names and sets members: declarations, assignments, loops, fields, parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from seamark.extract.expressions import augmented_value
from seamark.extract.facts import (
    LOADED,
    SUPER_CALL,
    Assignment,
    Binding,
    Element,
    Enumerator,
    Function,
    Hole,
    Import,
    List,
    Literal,
    Member,
    Name,
    Value,
)
from seamark.extract.nodes import items, part

from .definitions import each_parameter
from .inferred_names import field_name
from .modules import exported_name
from .patterns import NAMES, targets
from .values import key_text

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_MEMBERS = ("member_expression", "subscript_expression")


def _variable(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name, value = part(node, "name"), node.child_by_field_name("value")
    type_node = node.child_by_field_name("type")
    if value is None and type_node is None:
        if name.type == "identifier":
            reading.declare(reading.text(name), node)
        return []
    declared_type = None if type_node is None else reading.value(type_node)
    if value is None and declared_type is not None and _is_declared_global(node):
        of = Member(Name(_GLOBAL, node.start_byte, node.start_byte), reading.text(name), name.start_byte, name.end_byte)
        return reading.set_member(of, declared_type, node)
    block = _is_of_block(node.parent)
    return list(_taken_apart(name, reading.value(value), node, reading, declared=declared_type, block=block))


def _is_of_block(declaration: Node | None) -> bool:
    """Whether what is declared so belongs to the block around it: `let`, `const` (ECMA-262, 14.3.1).

    The cases of a `switch` are one block (14.12).
    """
    if declaration is None or declaration.type != "lexical_declaration" or declaration.parent is None:
        return False
    return declaration.parent.type not in ("switch_case", "switch_default")


def _is_declared_global(node: Node) -> bool:
    """Whether `name: typeof import("./a").b` stands in `declare global { … }`, as tools write it that import for all.

    TypeScript handbook, "Global augmentation".
    """
    query = node.child_by_field_name("type")
    while query is not None and query.type in ("type_annotation", "lookup_type", "type_query", "member_expression"):
        query = query.named_children[0] if query.named_children else None
    imported = None if query is None else query.child_by_field_name("function")
    around = [node]
    while len(around) < 4 and (parent := around[-1].parent) is not None:
        around.append(parent)
    kinds = [one.type for one in around[1:]]
    is_global = kinds == ["lexical_declaration", "statement_block", "ambient_declaration"]
    return is_global and imported is not None and imported.type == "import"


def _taken_apart(pattern: Node, value: Value, node: Node, reading: Reading, *, declared: Value | None = None,
                 start: int | None = None, assigned: bool = False,
                 block: bool = False) -> Iterator[Binding | Assignment]:  # fmt: skip
    """What `pattern` binds or, if `assigned`, sets when it is given `value`; the names may be the `block`'s own."""
    for target, taken in targets(pattern, value, reading):
        if target.type in _MEMBERS:
            yield from _member_set(target, taken, node, reading)
        elif target.type not in NAMES:
            continue
        elif assigned:
            yield reading.set_name(reading.text(target), taken, node)
        else:
            yield reading.binding(reading.text(target), taken, node, declared=declared, start=start, block=block)


def _member_set(target: Node, value: Value, node: Node, reading: Reading) -> list[Binding | Assignment]:
    set_member = reading.value(target)
    if isinstance(set_member, Element) and isinstance(set_member.key, Literal):
        key = set_member.key
        set_member = Member(set_member.of, key.text, key.start, key.end)
    return reading.set_member(set_member, value, node)


def _assignment(node: Node, reading: Reading) -> list[Binding | Assignment]:
    if exported_name(node, reading) is not None:
        return []
    left = part(node, "left")
    plain = node.type == "assignment_expression"
    value = reading.value(node.child_by_field_name("right")) if plain else augmented_value(node, reading)
    return list(_taken_apart(left, value, node, reading, assigned=True))


def _loop(node: Node, reading: Reading) -> list[Binding | Assignment]:
    left, right, operator = (node.child_by_field_name(field) for field in ("left", "right", "operator"))
    if left is None or right is None or operator is None:
        return []
    value = Element(reading.value(right), Hole()) if operator.type == "of" else Hole()
    body = node.child_by_field_name("body")
    start = node.start_byte if body is None else body.start_byte
    return list(_taken_apart(left, value, node, reading, start=start))


def _from_call(node: Node, reading: Reading) -> list[Binding | Assignment]:
    function = part(node, "function")
    if function.type == "super":
        return [reading.binding(SUPER_CALL, reading.value(node), node)]
    if function.type == "identifier":
        return list(_bind_loaded(items(node.child_by_field_name("arguments")), reading))
    if function.type in ("function_expression", "parenthesized_expression"):
        return _bind_invoked(function, items(node.child_by_field_name("arguments")), reading)
    method = function.child_by_field_name("property")
    if method is not None and reading.text(method) == "push":
        added = [reading.value(one) for one in items(node.child_by_field_name("arguments"))]
        return reading.lengthen_list(reading.value(function.child_by_field_name("object")), added, node)
    return _given_in_turn(node, reading)


def _bind_loaded(arguments: list[Node], reading: Reading) -> Iterator[Binding]:
    """The modules that the function of one is given, which stand in a list before it.

    https://github.com/amdjs/amdjs-api/blob/master/AMD.md
    """
    function = reading.function(arguments[-1])
    listed = reading.value(arguments[-2]) if len(arguments) > 1 else None
    if not isinstance(function, Function) or not isinstance(listed, List):
        return
    parameters = reading.definitions[function.definition].parameters
    for parameter, module in zip(parameters, listed.items, strict=False):
        if isinstance(module, Literal) and module.text not in _LOADER and not parameter.is_pattern:
            value = Import(module.text if module.text.startswith(".") else f"{LOADED}{module.text}", "")
            yield reading.binding(
                parameter.name, value, arguments[-1], scope=function.definition, start=arguments[-1].start_byte
            )


_LOADER = ("require", "exports", "module")
"""What a loader itself gives a module."""


def _bind_invoked(written: Node, arguments: list[Node], reading: Reading) -> list[Binding | Assignment]:
    """What a function is given that is called where it stands: a name that it calls the same is a global's."""
    node = written if written.type == "function_expression" else written.named_children[0]
    function = reading.function(node)
    if not isinstance(function, Function) or any(one.type == "spread_element" for one in arguments):
        return []
    found: list[Binding | Assignment] = []
    for parameter, given in zip(reading.definitions[function.definition].parameters, arguments, strict=False):
        value = _given_value(given, reading)
        if isinstance(value, Name) and value.name == parameter.name:
            value = Member(Name(_GLOBAL, value.start, value.end), value.name, value.start, value.end)
        if parameter.kind == "plain" and not parameter.is_pattern:
            bound = reading.binding(parameter.name, value, node, scope=function.definition, start=node.start_byte)
            found.append(bound)
    return [*found, *_bind_called(node, arguments, reading)]


def _bind_called(invoked: Node, arguments: list[Node], reading: Reading) -> Iterator[Binding]:
    """What a function that is called where it stands gives those functions that it is given, as modules for all do:
    `(function (global, factory) { factory(global.jQuery); })(this, function ($) { … });`

    https://github.com/umdjs/umd
    """
    functions = {index: one for index, one in enumerate(map(reading.function, arguments)) if isinstance(one, Function)}
    body = invoked.child_by_field_name("body")
    if not functions or body is None or body.end_byte - body.start_byte > _MAX_HEADER:
        return
    outer = reading.function(invoked)
    names = (
        [one.name for one in reading.definitions[outer.definition].parameters] if isinstance(outer, Function) else []
    )
    known = {name: _given_value(given, reading) for name, given in zip(names, arguments, strict=False)}
    for call in _calls_within(body):
        name = reading.text(part(call, "function"))
        index = names.index(name) if name in names else -1
        if index in functions:
            given = [_outside(reading.value(one), known) for one in items(call.child_by_field_name("arguments"))]
            scope, at = functions[index].definition, arguments[index]
            parameters = reading.definitions[scope].parameters
            for parameter, value in zip(parameters, given, strict=False):
                if value is not None:
                    yield reading.binding(parameter.name, value, at, scope=scope, start=at.start_byte)


def _given_value(given: Node, reading: Reading) -> Value:
    """What a function is given that is called where it stands: a script's `this` is the global object."""
    return Name(_GLOBAL, given.start_byte, given.end_byte) if given.type == "this" else reading.value(given)


def _outside(value: Value, known: Mapping[str, Value]) -> Value | None:
    """A member of what stands outside of a function with these parameters, or what that imports."""
    match value:
        case Member(of=Name() as of):
            return Member(known.get(of.name, of), value.name, value.start, value.end)
        case Import():
            return value
    return None


def _calls_within(node: Node) -> Iterator[Node]:
    """The calls of a short piece of code, from the first one on."""
    for child in node.named_children:
        if child.type == "call_expression":
            yield child
        yield from _calls_within(child)


_MAX_HEADER = 1_000
"""How many bytes the body of a function has at most that only hands on what a module needs."""
_GLOBAL = "globalThis"


def _given_in_turn(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """What `list.forEach((item) => …)` gives the function, one item after the other; or `promise.then((kept) => …)`."""
    callee, given = part(node, "function"), items(part(node, "arguments"))
    function = reading.function(given[0]) if given else Hole()
    if not isinstance(function, Function) or _has_many_links(callee):
        return []
    of, method = reading.value(callee.child_by_field_name("object")), callee.child_by_field_name("property")
    value = of if method is not None and reading.text(method) == _KEPT else Element(of, Hole())
    start, parameters = given[0].start_byte, reading.definitions[function.definition].parameters
    return [
        reading.binding(parameter.name, value, given[0], scope=function.definition, start=start)
        for parameter in parameters[:1]
    ]


def _has_many_links(callee: Node) -> bool:
    """Whether a chain has so many calls that what it gives in the end is not followed: each holds all before it."""
    links, on = 0, callee.child_by_field_name("object")
    while on is not None and links <= _MAX_LINKS:
        links += on.type == "call_expression"
        on = on.child_by_field_name("function" if on.type == "call_expression" else "object")
    return links > _MAX_LINKS


_MAX_LINKS = 8
"""How many calls a chain has at most that gives a function something."""
_KEPT = "then"
"""The method of a promise whose function is given what that gives in the end: ECMA-262, 27.2.5.4."""


def _field(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name = key_text(field_name(node), reading)
    value, type_node = node.child_by_field_name("value"), node.child_by_field_name("type")
    if name is None or (value is None and type_node is None):
        return []
    declared_type = None if type_node is None else reading.value(type_node)
    return [reading.binding(name, reading.value(value), node, declared=declared_type)]


def _property(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name, type_node = key_text(node.child_by_field_name("name"), reading), node.child_by_field_name("type")
    declared_type = reading.value(type_node)
    # Most properties are strings and numbers, which say nothing.
    if name is None or isinstance(declared_type, Hole):
        return []
    return [reading.binding(name, Hole(), node, declared=declared_type)]


def _enumerators(node: Node, reading: Reading) -> list[Binding | Assignment]:
    bound: list[Binding | Assignment] = []
    for child in items(node):
        assigned = child.type == "enum_assignment"
        name = key_text(child.child_by_field_name("name") if assigned else child, reading)
        if name is not None and child.type != "ERROR":
            value = reading.value(child.child_by_field_name("value")) if assigned else Enumerator(name)
            bound.append(reading.binding(name, value, child))
    return bound


def _alias(node: Node, reading: Reading) -> list[Binding | Assignment]:
    value = part(node, "value")
    if value.type == "object_type":
        return []
    return [reading.binding(reading.text(part(node, "name")), reading.value(value), node, start=0)]


_FIELD_MARKS = ("accessibility_modifier", "readonly", "override_modifier")


def _taken_parameters(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """The names that parameters taken apart in place bind, and the fields that a constructor's declare."""
    bound: list[Binding | Assignment] = []
    for index, (parameter, pattern, _, type_node, _) in enumerate(each_parameter(node)):
        if pattern.type in ("object_pattern", "array_pattern"):
            whole = Name(f"#{index}", pattern.start_byte, pattern.end_byte)
            bound += _taken_apart(pattern, whole, parameter, reading, start=pattern.end_byte)
        elif pattern.type == "identifier" and any(child.type in _FIELD_MARKS for child in parameter.children):
            owner = reading.instance_class(reading.scope(node))
            if owner is not None:
                name = reading.text(pattern)
                value = Name(name, pattern.start_byte, pattern.end_byte)
                declared_type = None if type_node is None else reading.value(type_node)
                bound.append(reading.binding(name, value, parameter, scope=owner, declared=declared_type))
    return bound


BINDINGS = {
    "variable_declarator": _variable,
    "for_in_statement": _loop,
    "call_expression": _from_call,
    "assignment_expression": _assignment,
    "augmented_assignment_expression": _assignment,
    "public_field_definition": _field,
    "field_definition": _field,
    "property_signature": _property,
    "enum_body": _enumerators,
    "type_alias_declaration": _alias,
    "formal_parameters": _taken_parameters,
}
