"""What Python's declarations say."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from seamark.extract.callee_patterns import BASES_IN_PARENTHESES, DECORATOR, KEY, RENAMED, VALUE, callees
from seamark.extract.expressions import last
from seamark.extract.facts import (
    MODULE,
    SUPER_CALL,
    Argument,
    Assignment,
    Binding,
    Call,
    Concat,
    Element,
    Hole,
    Import,
    Literal,
    Member,
    Name,
    Parameter,
    Scalar,
    Value,
)
from seamark.extract.language import (
    MAX_DEPTH,
    Control,
    Declarations,
    DefinitionSyntax,
    Expressions,
    Introduction,
    Language,
    Unparsed,
    count_awaited_call,
    query,
)
from seamark.extract.nodes import items, part
from seamark.extract.steps import steps_of
from seamark.patterns import regex

from .conditions import BRANCHES
from .values import LINKS, VALUES

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def _outer(node: Node) -> Node:
    parent = node.parent if node.type != "lambda" else None
    return parent if parent is not None and parent.type == "decorated_definition" else node


def _span(node: Node, _reading: Reading) -> tuple[int, int]:
    outer = _outer(node)
    return outer.start_byte, outer.end_byte


def _read_declaration(node: Node, reading: Reading) -> DefinitionSyntax:
    parameters = _parameters(node.child_by_field_name("parameters"), reading)
    if node.type == "lambda":
        return DefinitionSyntax(
            "function", None, parameters, returns=(reading.value(node.child_by_field_name("body")),)
        )
    outer = _outer(node)
    decorators = tuple(
        reading.value(child.named_children[0])
        for child in outer.children
        if child.type == "decorator" and child.named_children
    )
    name = node.child_by_field_name("name")
    if node.type == "class_definition":
        return DefinitionSyntax("class", name, decorators=decorators, bases=_bases(node, reading))
    static = any(isinstance(d, Name) and d.name in ("staticmethod", "classmethod") for d in decorators)
    method = reading.in_class(outer)
    if parameters and method and not any(isinstance(d, Name) and d.name == "staticmethod" for d in decorators):
        first = parameters[0]
        parameters = (Parameter(first.name, "self", first.type, first.default), *parameters[1:])
    return_type = node.child_by_field_name("return_type")
    return DefinitionSyntax(
        "method" if method else "function",
        name,
        parameters,
        decorators,
        return_type=None if return_type is None else _type(return_type, reading),
        static=static,
    )


def _bases(node: Node, reading: Reading) -> tuple[Value, ...]:
    listed = node.child_by_field_name("superclasses")
    if listed is None:
        return ()
    plain = [child for child in listed.named_children if child.type not in ("keyword_argument", "comment")]
    return tuple(reading.value(child) for child in plain)


def _parameters(listed: Node | None, reading: Reading) -> tuple[Parameter, ...]:
    parameters: list[Parameter] = []
    kind = "plain"
    for child in listed.named_children if listed is not None else ():
        if child.type == "keyword_separator":
            kind = "keyword"
        elif child.type in ("list_splat_pattern", "dictionary_splat_pattern"):
            parameters.append(Parameter(reading.text(child).lstrip("* "), _REST[child.type], None, None))
            kind = "keyword"
        elif child.type not in ("comment", "positional_separator", "ERROR"):
            parameters.append(_parameter(child, kind, reading))
            if parameters[-1].kind in _REST.values():
                kind = "keyword"
    return tuple(parameters)


_REST = {"list_splat_pattern": "rest", "dictionary_splat_pattern": "others"}


def _parameter(node: Node, kind: str, reading: Reading) -> Parameter:
    name = node.child_by_field_name("name")
    if name is None and node.named_children:
        name = node.named_children[0]
    type_node = node.child_by_field_name("type")
    default = node.child_by_field_name("value")
    named = name or node
    return Parameter(
        name=reading.text(named).lstrip("* "),
        kind=_REST.get(named.type, kind),
        type=None if type_node is None else _type(type_node, reading),
        default=None if default is None else reading.value(default),
    )


def _type(node: Node, reading: Reading) -> Value:
    """A declared type; it may stand in quotes, then only the first of alternatives counts, without parameters."""
    value = reading.value(node)
    if not isinstance(value, Literal):
        return value
    written = _QUOTED.match(value.text)
    if written is None:
        return Hole()
    position = value.start + len(value.text[: written.start(1)].encode())
    first, *others = written[1].split(".")
    named: Value = Name(first, position, position + len(first.encode()))
    for other in others:
        position += len(first.encode()) + 1
        first = other
        named = Member(named, other, position, position + len(other.encode()))
    return named


_QUOTED = regex(r"\s*(?:(?:typing\.)?(?:Optional|Annotated|Awaitable)\[)?([^\W\d]\w*(?:\.[^\W\d]\w*)*)\s*(?:$|[][|,])")


def _loop(node: Node, reading: Reading) -> list[Binding | Assignment]:
    left, of = part(node, "left"), reading.value(part(node, "right"))
    start = node.child_by_field_name("body") or reading.parent(node) or node
    # What a comprehension makes of each item stands before the clause that says which one it is.
    match of, items(left):
        case Call(callee=Name(name="enumerate"), arguments=(Argument(value=counted), *_)), [number, target]:
            bound = _bind_target(number, Hole(), None, node, reading, start=start.start_byte)
            item = Element(counted, Hole())
            return [*bound, *_bind_target(target, item, None, node, reading, start=start.start_byte)]
    return _bind_target(left, Element(of, Hole()), None, node, reading, start=start.start_byte)


def _as_pattern(node: Node, reading: Reading) -> list[Binding | Assignment]:
    children = node.named_children
    if len(children) != 2 or not children[1].named_children:
        return []
    return _bind_target(children[1].named_children[0], reading.value(children[0]), None, node, reading)


def _outer_names(node: Node, reading: Reading) -> list[Binding | Assignment]:
    for name in node.named_children:
        reading.borrow(reading.text(name), node)
    return []


def _named_expression(node: Node, reading: Reading) -> list[Binding | Assignment]:
    return _bind_target(part(node, "name"), reading.value(part(node, "value")), None, node, reading)


def _assignment(node: Node, reading: Reading) -> list[Binding | Assignment]:
    value, annotation = reading.value(node.child_by_field_name("right")), node.child_by_field_name("type")
    declared_type = None if annotation is None else _type(annotation, reading)
    return _bind_target(part(node, "left"), value, declared_type, node, reading)


def _bind_augmented(node: Node, reading: Reading) -> list[Binding | Assignment]:
    left, adds = part(node, "left"), part(node, "operator").type == "+="
    if adds and left.type == "identifier":
        parts = reading.value(left), reading.value(part(node, "right"))
        return _bind_target(left, Concat(parts, node.start_byte, node.end_byte), None, node, reading)
    if adds and left.type == "attribute":
        added = reading.value(part(node, "right"))
        return _lengthen(reading.value(left), [Element(added, Hole())], node, reading)
    return _bind_target(left, Hole(), None, node, reading)


def _call(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`super().__init__(…)`, `parts.append(…)`, `parts.extend(…)`, `parts.insert(0, …)`, `object.__setattr__(…)`."""
    function, given = part(node, "function"), items(part(node, "arguments"))
    of = function.child_by_field_name("object")
    if of is None or of.type not in ("identifier", "attribute"):
        return [reading.binding(SUPER_CALL, reading.value(node), node)]
    name = reading.text(function.children[-1])
    if name == "__setattr__":
        match [reading.value(one) for one in given]:
            case [of_whom, Literal(text=key), value]:
                return _set_member(Member(of_whom, key, node.start_byte, node.end_byte), value, None, node, reading)
        return []
    in_front = name == "insert" and given[:1] != [] and reading.text(given[0]) == "0"
    added = [reading.value(one) for one in (given[1:2] if name == "insert" else given[:1])]
    if name == "extend":
        added = [Element(one, Hole()) for one in added]
    return _lengthen(reading.value(of), added, node, reading, in_front=in_front)


def _lengthen(
    target: Value, added: list[Value], node: Node, reading: Reading, *, in_front: bool = False
) -> list[Binding | Assignment]:
    """What it says that `node` adds to a list, be it in a field of the instance."""
    if isinstance(target, Member):
        is_own = _is_instance(target.of, reading.scope(node), reading)
        return reading.lengthen_field(target.name, added, node) if is_own else []
    return reading.lengthen_list(target, added, node, in_front=in_front)


_BINDINGS = {
    "for_statement": _loop,
    "for_in_clause": _loop,
    "as_pattern": _as_pattern,
    "named_expression": _named_expression,
    "global_statement": _outer_names,
    "nonlocal_statement": _outer_names,
    "assignment": _assignment,
    "augmented_assignment": _bind_augmented,
    "call": _call,
}

_PATTERNS = ("pattern_list", "tuple_pattern", "list_pattern", "tuple")


def _bind_target(target: Node, value: Value, declared_type: Value | None, node: Node, reading: Reading, *,
           start: int | None = None, depth: int = 0) -> list[Binding | Assignment]:  # fmt: skip
    if target.type == "identifier":
        name = reading.text(target)
        if reading.is_borrowed(name, node):
            return [reading.set_name(name, value, node)]
        return [reading.binding(name, value, node, declared=declared_type, start=start)]
    if target.type in _PATTERNS and depth < MAX_DEPTH:
        bound: list[Binding | Assignment] = []
        rest = False
        for index, child in enumerate(items(target)):
            inner, rest = child, rest or child.type == "list_splat_pattern"
            if child.type == "list_splat_pattern" and child.named_children:
                inner = child.named_children[0]
            item = Hole() if rest or isinstance(value, Hole) else Element(value, Scalar(str(index)))
            bound += _bind_target(inner, item, None, node, reading, start=start, depth=depth + 1)
        return bound
    if target.type == "subscript":
        return reading.set_entry(target, value, node)
    if target.type != "attribute":
        return []
    member = reading.value(target)
    return _set_member(member, value, declared_type, node, reading) if isinstance(member, Member) else []


def _set_member(
    member: Member, value: Value, declared_type: Value | None, node: Node, reading: Reading
) -> list[Binding | Assignment]:
    scope = reading.scope(node)
    owner = reading.instance_class(scope) if _is_instance(member.of, scope, reading) else None
    if owner is not None:
        return [reading.binding(member.name, value, node, scope=owner, declared=declared_type)]
    return [Assignment(member, value, scope)]


def _is_instance(value: Value, scope: int, reading: Reading) -> bool:
    while scope != MODULE:
        definition = reading.definitions[scope]
        if definition.kind == "method":
            first = definition.parameters[:1]
            return isinstance(value, Name) and any(p.kind == "self" and p.name == value.name for p in first)
        scope = definition.parent
    return False


def _imports(node: Node, reading: Reading) -> list[Binding]:
    module_node = node.child_by_field_name("module_name")
    bindings: list[Binding] = []
    module = "" if module_node is None else "".join(reading.text(module_node).split())
    for child in node.named_children:
        if child == module_node:
            continue
        if child.type == "wildcard_import":
            bindings.append(reading.binding("*", Import(module, "*"), node))
            continue
        name_node, alias = child, None
        if child.type == "aliased_import":
            name_node, alias = child.child_by_field_name("name") or child, child.child_by_field_name("alias")
        if name_node.type != "dotted_name":
            continue
        name = "".join(reading.text(name_node).split())
        if module_node is not None:
            bindings.append(reading.binding(name if alias is None else reading.text(alias), Import(module, name), node))
        elif alias is not None:
            bindings.append(reading.binding(reading.text(alias), Import(name, ""), node))
        else:
            bindings.append(reading.binding(name.split(".")[0], Import(name.split(".")[0], ""), node))
    return bindings


PYTHON = Language(
    "python",
    {"python": query(__package__, "declarations")},
    Declarations(_read_declaration, _BINDINGS, last, _imports, span=_span),
    Expressions(VALUES, LINKS, count_awaited_call),
    Control(BRANCHES.conditions_of_arm, BRANCHES.after, partial(steps_of, BRANCHES)),
    Unparsed(callees=callees([RENAMED, KEY], [VALUE, DECORATOR, BASES_IN_PARENTHESES])),
    introduction=Introduction(documented_within=True),
)
