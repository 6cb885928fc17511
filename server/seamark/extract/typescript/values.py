"""What expressions and types say in TypeScript and JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from seamark.extract.expressions import (
    Reader,
    arguments,
    augmented_value,
    by_sign,
    concatenation,
    conditional,
    element_of,
    fallback,
    filled_text,
    function,
    inner,
    last,
    member_of,
    name,
    named_flags,
    scalar,
    signed_number,
    spread_value,
    super_object,
    this,
    value_of,
)
from seamark.extract.facts import (
    UNDEFINED,
    Argument,
    Call,
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
    Value,
    stated_entry,
)
from seamark.extract.language import Readers, call_of
from seamark.extract.nodes import content, first, items, operator, part

from .conditions import CONDITIONS
from .escapes import decoded
from .types import TYPES

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def key_text(node: Node | None, reading: Reading) -> str | None:
    """The key that a property's name states; None if it is computed."""
    if node is None:
        return None
    if node.type == "computed_property_name":
        key = inner(node, reading)
        return key.text if isinstance(key, Literal | Scalar) else None
    if node.type == "string":
        key = _string(node, reading)
        return key.text if isinstance(key, Literal) else None
    return reading.text(node)


def member(of: Value, key: Node | None, reading: Reading) -> Value:
    """What stands in `of` under the key that a pattern or a type names."""
    if isinstance(of, Hole) or key is None:
        return Hole()
    name = key_text(key, reading)
    if name is not None:
        return Member(of, name, key.start_byte, key.end_byte)
    return Element(of, inner(key, reading))


def _string(node: Node, reading: Reading) -> Value:
    start, end = content(node, reading.data)
    return Literal(decoded(reading.slice(start, end)), start, end)


def _template(node: Node, reading: Reading, read: Callable[[str], str] = decoded) -> Value:
    put_in = [child for child in node.named_children if child.type in ("template_substitution", "template_type")]
    values = ((child.start_byte, child.end_byte, inner(child, reading)) for child in put_in)
    return filled_text(values, *content(node, reading.data), reading, read)


def _raw(text: str) -> str:
    return text


def _unary(node: Node, reading: Reading) -> Value:
    return UNDEFINED if operator(node) == "void" else signed_number(node, reading)


def _meta_property(node: Node, reading: Reading) -> Value:
    """`import.meta`. Its `url` is that of the module's file, as Node.js and bundlers have it: here, its path."""
    text, start, end = reading.text(node), node.start_byte, node.end_byte
    if text != "import.meta":
        return Hole()
    named = None if node.parent is None else node.parent.child_by_field_name("property")
    place = _PLACES.get(reading.text(named)) if named is not None else None
    if named is not None and place is not None:
        return Object((Entry(reading.text(named), Name(f"{text}.{place}", start, end)),), start, end)
    return Name(text, start, end)


_PLACES = {"url": "filename", "filename": "filename", "dirname": "dirname"}
"""What tells where a module's file is, by its name: a URL does by that of the path."""


def _call(node: Node, reading: Reading) -> Value:
    called, listed = part(node, "function"), part(node, "arguments")
    if listed.type == "template_string":
        text = _template(listed, reading, _raw)
        return text if reading.text(called) == "String.raw" else _tagged_call(called, text, node, reading)
    given = arguments(items(listed), reading, _SPREAD)
    stated = given[0].value if given else None
    if isinstance(stated, Literal) and (called.type == "import" or reading.text(called) == "require"):
        return Import(stated.text, "")
    callee = Name("import", called.start_byte, called.end_byte) if called.type == "import" else reading.value(called)
    if isinstance(callee, Member) and isinstance(callee.of, Import) and callee.name == "then":
        return _loaded_name(callee.of, items(listed), reading)
    found = call_of(callee, given, node)
    if isinstance(found, Call) and called.type == "await_expression":
        # `await get<T>(x)` is to the grammar a call of `await get`.
        return replace(found, start=called.named_children[0].start_byte)
    return found


def _tagged_call(function: Node, text: Value, node: Node, reading: Reading) -> Value:
    """A function given a template by standing before it: as a call with that, as it is written."""
    callee = reading.value(function)
    if isinstance(callee, Hole):
        return callee
    return Call(callee, (Argument("", text),), False, node.start_byte, node.end_byte)


def _loaded_name(module: Import, given: list[Node], reading: Reading) -> Value:
    """`import('./m').then(m => m.x)`."""
    if len(given) == 1 and given[0].type == "arrow_function":
        parameter = given[0].child_by_field_name("parameter") or first(given[0].child_by_field_name("parameters"))
        body = reading.value(given[0].child_by_field_name("body"))
        if isinstance(body, Member) and isinstance(body.of, Name) and parameter is not None:
            named = parameter.child_by_field_name("pattern") or parameter
            if reading.text(named) == body.of.name:
                return Import(module.module, body.name)
    return module


def _new(node: Node, reading: Reading) -> Value:
    given = arguments(items(node.child_by_field_name("arguments")), reading, _SPREAD)
    return call_of(reading.value(node.child_by_field_name("constructor")), given, node, new=True)


_SPREAD = ("spread_element",)


def _object(node: Node, reading: Reading) -> Value:
    entries = [entry for child in node.named_children if (entry := _entry(child, reading)) is not None]
    return Object(tuple(entries), node.start_byte, node.end_byte)


def _entry(node: Node, reading: Reading) -> Entry | None:
    if node.type == "pair":
        stated, value = part(node, "key"), reading.value(part(node, "value"))
        text = reading.value(stated) if stated.type == "string" else None
        if isinstance(text, Literal):
            return stated_entry(text, value)
        key = key_text(stated, reading)
        computed = None if key else inner(stated, reading)
        return Entry(key or "", value, computed)
    if node.type == "shorthand_property_identifier":
        return Entry(reading.text(node), name(node, reading))
    if node.type == "spread_element":
        return Entry("...", inner(node, reading))
    if node.type != "method_definition":
        return None
    key = key_text(node.child_by_field_name("name"), reading)
    accessor = next((child.type for child in node.children if child.type in ("get", "set")), "")
    if accessor == "set":
        return None
    function = reading.function(node)
    return Entry(key or "", call_of(function, [], node) if accessor == "get" else function)


def _element(node: Node, reading: Reading) -> Value:
    """An element of JSX, as a call of its component with its attributes."""
    component = reading.value(node.child_by_field_name("name"))
    if isinstance(component, Hole):
        return component
    attributes = node.children_by_field_name("attribute")
    entries = tuple(entry for one in attributes if (entry := _attribute(one, reading)) is not None)
    given = Object(entries, node.start_byte, node.end_byte)
    return Call(component, (Argument("", given),), False, node.start_byte, node.end_byte)


def _attribute(node: Node, reading: Reading) -> Entry | None:
    stated = first(node)
    if node.type != "jsx_attribute" or stated is None:
        return None if stated is None or stated.type != "spread_element" else _entry(stated, reading)
    value = node.named_children[1] if node.named_child_count > 1 else None
    return Entry(reading.text(stated), Scalar("true") if value is None else reading.value(value))


def _regex(node: Node, reading: Reading) -> Value:
    """`/^users/` is `new RegExp("^users")`."""
    pattern = part(node, "pattern")
    text = Literal(reading.text(pattern), pattern.start_byte, pattern.end_byte)
    return Call(
        Name("RegExp", node.start_byte, node.start_byte), (Argument("", text),), True, node.start_byte, node.end_byte
    )


def _array(node: Node, reading: Reading) -> Value:
    values: list[Value] = []
    vacant = True
    for child in node.children:
        if child.type == ",":
            if vacant:
                values.append(UNDEFINED)
            vacant = True
        elif child.is_named and child.type != "comment":
            values.append(reading.value(child))
            vacant = False
    return List(tuple(values), node.start_byte, node.end_byte)


def _type_member(node: Node, reading: Reading) -> Value:
    return member(reading.value(node.child_by_field_name("module")), node.child_by_field_name("name"), reading)


_LINKS = ("call_expression", "member_expression", "non_null_expression", "subscript_expression")


def _after_sum(read: Reader, of: str) -> Reader:
    """What reads a link of a chain, also one that the grammar takes for one of a sum: `a + b!.c` is `(a + b!).c` to it.

    ECMAScript 13.3: a member is one of what stands directly before it.
    """

    def read_link(node: Node, reading: Reading) -> Value:
        found = read(node, reading)
        whole = found.callee if isinstance(found, Call) else found.of if isinstance(found, Member | Element) else None
        before = node.child_by_field_name(of)
        if not isinstance(whole, Concat) or before is None or not _ends_sum(before):
            return found
        own = whole.parts[-1]
        link = replace(found, callee=own) if isinstance(found, Call) else replace(found, of=own)
        return replace(whole, parts=(*whole.parts[:-1], link), end=node.end_byte)

    return read_link


def _ends_sum(node: Node) -> bool:
    """Whether a link of a chain that reads as a sum has only the last part of that before it."""
    asserted = first(node) if node.type == "non_null_expression" else node
    return asserted is not None and asserted.type in _WITHOUT_PARENTHESES


_WITHOUT_PARENTHESES = ("binary_expression", *_LINKS)
"""What can read as a sum and end in something else."""


LINKS = {"call_expression": "function", "member_expression": "object", "non_null_expression": ""}

VALUES: Readers = {
    "identifier": name,
    "shorthand_property_identifier": name,
    "this": this,
    "super": super_object,
    "string": _string,
    "template_string": _template,
    "number": scalar,
    "true": scalar,
    "false": scalar,
    "null": scalar,
    "undefined": scalar,
    "binary_expression": by_sign({"+": concatenation, "??": fallback, "||": fallback, "&&": last, "|": named_flags}),
    "unary_expression": _unary,
    "ternary_expression": conditional(CONDITIONS),
    "member_expression": _after_sum(member_of("object", "property"), "object"),
    "nested_identifier": member_of("object", "property"),
    "subscript_expression": _after_sum(element_of("object", "index"), "object"),
    "meta_property": _meta_property,
    "call_expression": _after_sum(_call, "function"),
    "new_expression": _new,
    "object": _object,
    "array": _array,
    "jsx_opening_element": _element,
    "jsx_self_closing_element": _element,
    "jsx_expression": last,
    "regex": _regex,
    "spread_element": spread_value,
    "await_expression": inner,
    "parenthesized_expression": last,
    "sequence_expression": last,
    "as_expression": inner,
    "satisfies_expression": inner,
    "non_null_expression": inner,
    "instantiation_expression": inner,
    "type_assertion": last,
    "assignment_expression": value_of("right"),
    "augmented_assignment_expression": augmented_value,
    "arrow_function": function,
    "function_expression": function,
    "generator_function": function,
    "function_declaration": function,
    "generator_function_declaration": function,
    "class": function,
    "class_declaration": function,
    "abstract_class_declaration": function,
    # Types that are read as expressions are.
    "nested_type_identifier": _type_member,
    "tuple_type": _array,
    "template_literal_type": _template,
    "conditional_type": conditional(CONDITIONS),
    "this_type": this,
    **TYPES,
}
