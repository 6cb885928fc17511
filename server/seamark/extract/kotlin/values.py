"""What expressions and types say in Kotlin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.expressions import (
    by_sign,
    fallback,
    function,
    inner,
    last,
    list_value,
    name,
    one_of,
    plain_number,
    scalar,
    signed_number,
    super_object,
    text_sum,
    this,
)
from seamark.extract.facts import TYPE_GIVEN, Argument, Call, Element, Hole, Import, List, Member, Name, Value
from seamark.extract.language import Readers, call_of
from seamark.extract.nodes import final, first, items
from seamark.extract.qualified_names import is_class, is_package, qualified_name

from .conditions import of_when
from .texts import character, string

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from seamark.extract.language import Reading

_WRITTEN = ("simple_identifier", "navigation_expression")
_STATEMENTS = ("statements", "control_structure_body")


def _navigation(node: Node, reading: Reading) -> Value:
    """`a.b`, `a?.b`, `java.net.URI`; `A::class` and `A::class.java` are the class."""
    of, suffix = first(node), final(node)
    if of is None or suffix is None or suffix.type != "navigation_suffix":
        return Hole()
    value, named = reading.value(of), first(suffix)
    if named is None:
        return value if suffix.children[-1].type == "class" else Hole()
    if of.type == "callable_reference" and reading.text(named) in ("java", "javaObjectType"):
        return value
    return qualified_name(reading.text(of) if of.type in _WRITTEN else "", value, named, reading)


def _call(node: Node, reading: Reading) -> Value:
    """`f(…)`, `a.f(…) { … }`, whose function is the last argument."""
    called, suffix = first(node), final(node)
    if called is None or suffix is None or suffix.type != "call_suffix":
        return Hole()
    return call_of(reading.value(called), call_arguments(suffix, reading), node)


def _infix(node: Node, reading: Reading) -> Value:
    """`a to b`, a call of the method `to`."""
    of, named, given = first(node), items(node)[1] if len(items(node)) == 3 else None, final(node)
    if of is None or named is None or given is None:
        return Hole()
    method = Member(reading.value(of), reading.text(named), named.start_byte, named.end_byte)
    return call_of(method, [Argument("", reading.value(given))], node)


def call_arguments(suffix: Node, reading: Reading) -> list[Argument]:
    """What stands between the parentheses of a call, and behind them.

    Then comes the type that is given to it, if it stands before a function there, or if nothing else is given.
    """
    found: list[Argument] = []
    types: list[Node] = []
    is_type_meant = True
    for part in items(suffix):
        if part.type == "value_arguments":
            found += (_argument(one, reading) for one in items(part) if one.type == "value_argument")
            is_type_meant = not found
        elif part.type == "annotated_lambda":
            found.append(Argument("", reading.value(final(part))))
            is_type_meant = True
        elif part.type == "type_arguments":
            types = items(part)
    return [*found, *(Argument(TYPE_GIVEN, reading.value(final(one))) for one in types[:1] if is_type_meant)]


def _argument(node: Node, reading: Reading) -> Argument:
    parts = items(node)
    if not parts:
        return Argument("", Hole())
    is_named = len(parts) > 1 and any(child.type == "=" for child in node.children)
    if parts[-1].type == "spread_expression":
        return Argument("*", inner(parts[-1], reading))
    return Argument(reading.text(parts[0]) if is_named else "", reading.value(parts[-1]))


def _element(node: Node, reading: Reading) -> Value:
    """`a[b]`"""
    suffix = final(node)
    return Element(reading.value(first(node)), Hole() if suffix is None else inner(suffix, reading))


def _assignable(node: Node, reading: Reading) -> Value:
    """What is set: `a`, `a.b`, `a[b]`."""
    suffix = final(node)
    if suffix is None or suffix.type not in ("navigation_suffix", "indexing_suffix"):
        return reading.value(first(node))
    return (_navigation if suffix.type == "navigation_suffix" else _element)(node, reading)


def _reference(node: Node, reading: Reading) -> Value:
    """`::show`, `Users::show`, `Users::class`"""
    parts = items(node)
    of = next((child for child in parts if child.type in ("type_identifier", "user_type")), None)
    named = parts[-1] if parts and parts[-1].type == "simple_identifier" else None
    if of is None or named is None:
        return reading.value(named or of)
    return Member(reading.value(of), reading.text(named), named.start_byte, named.end_byte)


def annotation(node: Node, reading: Reading) -> Value:
    """`@Get`, `@Get("/users")`, `@field:Value("…")`"""
    inner_node = final(node)
    if inner_node is None or _is_list(node):
        return Hole()
    if inner_node.type != "constructor_invocation":
        return call_of(reading.value(inner_node), [], node)
    return _given(inner_node, node, reading)


def annotations_in(modifiers: Node, reading: Reading) -> Iterator[Value]:
    """The annotations among what stands before a declaration: `@Get`, `@[Inject Named("a")]`."""
    for one in modifiers.named_children:
        if one.type == "annotation" and _is_list(one):
            for part in items(one):
                value = reading.value(part)
                yield value if part.type == "constructor_invocation" else call_of(value, [], part)
        elif one.type == "annotation":
            yield reading.value(one)


def _is_list(node: Node) -> bool:
    return any(child.type == "[" for child in node.children)


def _invocation(node: Node, reading: Reading) -> Value:
    """`Named("a")` in a list of annotations."""
    return _given(node, node, reading)


def _given(invocation: Node, node: Node, reading: Reading) -> Value:
    said = call_arguments(invocation, reading)
    listed = tuple(one.value for one in said if not one.name)
    if len(listed) > 1:  # An annotation of Java takes a list like this.
        named = [one for one in said if one.name]
        said = [Argument("", List(listed, invocation.start_byte, invocation.end_byte)), *named]
    return call_of(reading.value(first(invocation)), said, node)


def user_type(node: Node, reading: Reading) -> Value:
    """`Outer.Inner<T>`, `java.net.URI`"""
    value: Value = Hole()
    written: list[str] = []
    for part in items(node):
        if part.type == "type_arguments":
            keys = tuple(reading.value(final(one)) for one in items(part))
            value = Element(value, keys[0] if len(keys) == 1 else List(keys, part.start_byte, part.end_byte))
        elif part.type == "type_identifier":
            text, before = reading.text(part), ".".join(written)
            if isinstance(value, Hole):
                value = Name(text, part.start_byte, part.end_byte)
            elif is_package(before) and is_class(text):
                value = Import(before, text)
            else:
                value = Member(value, text, part.start_byte, part.end_byte)
            written.append(text)
    return value


def _block(node: Node, reading: Reading) -> Value:
    """What a block gives: its last expression."""
    value = final(node)
    return Hole() if value is None or value.type == "jump_expression" else reading.value(value)


def _if(node: Node, reading: Reading) -> Value:
    arms = [node.child_by_field_name(one) for one in ("consequence", "alternative")]
    return Hole() if arms[1] is None else one_of(filter(_gives, arms), reading)


def _when(node: Node, reading: Reading) -> Value:
    return one_of(filter(_gives, (final(arm.block) for arm in of_when(node).arms)), reading)


def _gives(arm: Node | None) -> bool:
    """Whether an arm gives something, and does not leave."""
    value = arm
    while value is not None and value.type in _STATEMENTS:
        value = final(value)
    return value is not None and value.type != "jump_expression"


def object_made(node: Node, reading: Reading) -> Value:
    """`object : Handler { … }`"""
    made = reading.function(node)
    return made if isinstance(made, Hole) else Call(made, (), True, node.start_byte, node.end_byte)


LINKS = {"call_expression": "", "navigation_expression": ""}

VALUES: Readers = {
    "simple_identifier": name,
    "type_identifier": name,
    "user_type": user_type,
    "nullable_type": inner,
    "receiver_type": inner,
    "this_expression": this,
    "super_expression": super_object,
    "string_literal": string,
    "character_literal": character,
    "integer_literal": plain_number,
    "long_literal": plain_number,
    "real_literal": plain_number,
    "boolean_literal": scalar,
    "null_literal": scalar,
    "additive_expression": by_sign({"+": text_sum}),
    "infix_expression": _infix,
    "elvis_expression": fallback,
    "prefix_expression": signed_number,
    "postfix_expression": inner,
    "parenthesized_expression": inner,
    "as_expression": inner,
    "if_expression": _if,
    "when_expression": _when,
    "control_structure_body": _block,
    "statements": _block,
    "navigation_expression": _navigation,
    "indexing_expression": _element,
    "directly_assignable_expression": _assignable,
    "call_expression": _call,
    "callable_reference": _reference,
    "collection_literal": list_value,
    "annotation": annotation,
    "constructor_invocation": _invocation,
    "annotated_lambda": last,
    "lambda_literal": function,
    "anonymous_function": function,
    "object_literal": object_made,
}
