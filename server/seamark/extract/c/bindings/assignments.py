"""What is set: names, members, buffers, streams, and the fields that a constructor begins with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from seamark.extract.c.guards.conditions import CONDITIONS, comparison_value, is_chosen
from seamark.extract.c.notes import notes
from seamark.extract.conditions import implications
from seamark.extract.facts import (
    EVERY_FIELD,
    INCREMENT,
    MODULE,
    SUPER_CALL,
    Argument,
    Assignment,
    Binding,
    Call,
    Choice,
    Concat,
    Element,
    Filling,
    Hole,
    Literal,
    Member,
    Name,
    Scalar,
    This,
    Value,
)
from seamark.extract.language import call_of, last_name
from seamark.extract.nodes import items, operands, part

from .buffers import builds, filled_buffer
from .constructed import arguments

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def initializers(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`: Base(a), field(b)`"""
    scope = reading.scope(node)
    owner = reading.instance_class(scope)
    bases = () if owner is None else reading.definitions[owner].bases
    bound: list[Binding | Assignment] = []
    for item in node.named_children:
        if item.type != "field_initializer" or item.named_child_count < 2:
            continue
        target, listed = item.named_children[0], item.named_children[-1]
        name = reading.text(target.child_by_field_name("name") or target).rpartition("::")[2]
        given = arguments(listed, reading)
        base = next((base for base in bases if last_name(base) == name), None)
        if base is not None:
            bound.append(reading.binding(SUPER_CALL, call_of(base, given, item, new=True), item))
            continue
        field = Member(This(), name, target.start_byte, target.end_byte)
        kind = None if owner is None else notes(reading).held.get((owner, name))
        value: Value = Call(kind or field, tuple(given), True, item.start_byte, item.end_byte)
        if len(given) < 2 and (kind is None or last_name(kind) in _STRINGS):
            value = given[0].value if given else Hole()
        if owner is not None:
            bound.append(reading.binding(name, value, item, scope=owner))
        else:
            bound.append(Assignment(field, value, scope))
    return bound


_STRINGS = ("string", "string_view", "wstring")


def assignment(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`a = b`, `a += b`, `buf[0] = 0`"""
    left, right, operator = part(node, "left"), part(node, "right"), part(node, "operator")
    if left.type == "subscript_expression":
        entry = reading.set_entry(left, reading.value(right), node)
        return entry or _clear_buffer(left, right, node, reading)
    if left.type == "pointer_expression" and operator.type == "=":
        return _left_to_caller(left, right, node, reading)
    if left.type not in ("identifier", "field_expression", "qualified_identifier"):
        return []
    target = reading.value(left)
    value: Value = Hole()
    if operator.type == "=" and right is not None:
        value = comparison_value(right, reading) or reading.value(right)
        is_constant = isinstance(value, Scalar | Name) and is_chosen(node, reading)
        if is_constant and isinstance(target, Name) and not _is_lent(target, node, reading):
            notes(reading).telling.add((reading.scope(node), target.name))
    elif operator.type == "+=" and reading.language.name != "c":
        value = Concat((target, reading.value(right)), node.start_byte, node.end_byte)
    return [*set_target(target, value, node, reading), *clean(target, value, node, reading)]


def _is_lent(variable: Name, node: Node, reading: Reading) -> bool:
    """Whether a function's variable may be set elsewhere as well: its address is given away, or it outlives a call."""
    scope = reading.scope(node)
    around = "" if scope == MODULE else reading.slice(reading.definitions[scope].start, reading.definitions[scope].end)
    return _lending_pattern(variable.name).search(around) is not None


def _lending_pattern(name: str) -> re.Pattern[str]:
    """`&name`, `static char *name`"""
    escaped = re.escape(name)
    return re.compile(rf"&\s*{escaped}\b|[;{{}}]\s*static\b[^;=]{{0,200}}\b{escaped}\b")


def _left_to_caller(left: Node, right: Node | None, node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`*url = text;` for a parameter `char **url`"""
    target, scope = reading.value(left.child_by_field_name("argument")), reading.scope(node)
    if not isinstance(target, Name) or scope == MODULE:
        return []
    around: Node | None = node.parent
    while around is not None and around.type != "function_definition":
        around = around.parent
    declared = around.child_by_field_name("declarator") if around is not None else None
    head = "" if declared is None else reading.text(declared)
    if not re.search(rf"\*\s*\*\s*{re.escape(target.name)}\b", head):
        return []
    return [reading.set_name(target.name, reading.value(right), node)]


def increments(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`count++`, of what began with a number."""
    target = reading.value(node.child_by_field_name("argument"))
    operator = node.child_by_field_name("operator")
    if (
        operator is None
        or operator.type != INCREMENT
        or not isinstance(target, Name)
        or (reading.scope(node), target.name) not in notes(reading).counters
    ):
        return []
    one_more = call_of(Name(INCREMENT, operator.start_byte, operator.end_byte), [Argument("", target)], node)
    return [reading.set_name(target.name, one_more, node)]


def _clear_buffer(left: Node, right: Node | None, node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`buf[0] = 0` empties a buffer."""
    element, value = reading.value(left), reading.value(right)
    if not isinstance(element, Element) or element.key != Scalar("0"):
        return []
    if value != Scalar("0") and not (isinstance(value, Literal) and value.text == "\0"):
        return []
    return set_target(element.of, Literal("", node.end_byte, node.end_byte), node, reading)


def assignments_by_call(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """What `snprintf(buf, …)`, `strcat(buf, …)` and `text.append(…)` write, and what other functions may do.

    `parts.push_back(…)` adds to a list, and `url.str("")` sets a stream to a text.
    """
    function = node.child_by_field_name("function")
    field = None if function is None else function.child_by_field_name("field")
    if function is not None and field is not None and reading.text(field) in _SETTING:
        return _set_text(reading.value(function.child_by_field_name("argument")), node, reading)
    if function is not None and field is not None and reading.text(field) in _ADDING:
        added = [argument.value for argument in arguments(node.child_by_field_name("arguments"), reading)]
        list_ = reading.value(function.child_by_field_name("argument"))
        if len(added) == 1 and isinstance(added[0], Literal) and isinstance(list_, Name):
            text = Concat((list_, added[0]), node.start_byte, node.end_byte)
            return reading.lengthen_list(list_, added, node) or set_target(list_, text, node, reading)
        return reading.lengthen_list(list_, added, node) if len(added) == 1 else []
    if not builds(node, reading):
        _note_filled_buffers(node, reading)
        return _zero_fields(node, reading)
    written = filled_buffer(node, reading)
    return [] if written is None else set_target(*written, node, reading)


def _set_text(target: Value, node: Node, reading: Reading) -> list[Binding | Assignment]:
    """What a method sets a variable to: `url.str("");`"""
    given = [one.value for one in arguments(node.child_by_field_name("arguments"), reading)]
    is_known = isinstance(target, Name) and _owner(target.name, node, reading) is not None
    return set_target(target, given[0], node, reading) if is_known and len(given) == 1 else []


_ADDING = ("push_back", "emplace_back")
_SETTING = ("assign", "str")
_CLEARS = {"memset": "0", "bzero": "", "explicit_bzero": ""}
"""Functions that write one byte all over what they are given, and the byte that they are given for nothing, if any."""
_CLEAN = ("calloc", "xcalloc", "g_new0", "g_malloc0", "g_slice_new0", "g_try_new0", "g_try_malloc0")
"""Functions that make objects of which all fields are nothing."""


def _zero_fields(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`memset(&request, 0, sizeof(request))` sets all fields to nothing."""
    byte = _CLEARS.get(reading.text(node.child_by_field_name("function") or node))
    given = items(node.child_by_field_name("arguments")) if byte is not None else []
    if byte is None or len(given) < 2 or (byte and reading.value(given[1]) != Scalar(byte)):
        return []
    return _nothing(reading.value(given[0]), node, reading)


def clean(of: Value, value: Value, node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`request = calloc(1, sizeof *request)` sets all fields to nothing."""
    callee = value.callee if isinstance(value, Call) else None
    return _nothing(of, node, reading) if isinstance(callee, Name) and callee.name in _CLEAN else []


def _nothing(of: Value, node: Node, reading: Reading) -> list[Binding | Assignment]:
    scope = reading.scope(node)
    if not isinstance(of, Name) or scope == MODULE or (scope, of.name) in notes(reading).buffers:
        return []
    return [Assignment(Member(of, EVERY_FIELD, node.end_byte, node.end_byte), Scalar("null"), scope)]


def _note_filled_buffers(node: Node, reading: Reading) -> None:
    """Notes the buffers of the function around a call that the call is given: `build_url(buf, sizeof(buf), path)`.

    So are the places of what points at a text: `make_url(&url, path)`.
    """
    noted, scope = notes(reading), reading.scope(node)
    given = items(node.child_by_field_name("arguments")) if noted.buffers or noted.pointers else ()
    for number, argument in enumerate(given):
        if argument.type not in ("identifier", "pointer_expression"):
            continue
        held = noted.pointers if reading.data[argument.start_byte] == ord("&") else frozenset[tuple[int, str]]()
        if isinstance(name := reading.value(argument), Name) and (scope, name.name) in noted.buffers | held:
            call = reading.value(node)
            if isinstance(call, Call):
                noted.fillings.append(Filling(name.name, scope, call, number, node.end_byte))


def assignments_by_stream(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`stream << a << b;`"""
    parts = [reading.value(part) for part in operands(node.named_children[0], "<<")]
    if not isinstance(parts[0], Name) or _owner(parts[0].name, node, reading) is None:
        return []
    return set_target(parts[0], Concat(tuple(parts), node.start_byte, node.end_byte), node, reading)


def _owner(name: str, node: Node, reading: Reading) -> int | None:
    """The scope to which a name belongs where `node` stands, classes included; None if nothing in the file says so."""
    scope = reading.scope(node)
    while scope != MODULE:
        if reading.is_bound(scope, name):
            return scope
        definition = reading.definitions[scope]
        owner = reading.instance_class(scope) if definition.kind == "method" else None
        if owner is not None and reading.is_bound(owner, name):
            return owner
        scope = definition.parent
    return MODULE if reading.is_bound(MODULE, name) else None


def set_target(target: Value, value: Value, node: Node, reading: Reading) -> list[Binding | Assignment]:
    """A name or member that is set. A name that nothing in the file speaks of is the instance's, within a method."""
    scope = reading.scope(node)
    if isinstance(target, Name):
        owner = _owner(target.name, node, reading)
        if owner is not None and owner != MODULE and reading.definitions[owner].kind == "class":
            return [reading.binding(target.name, value, node, scope=owner)]
        if owner is None and isinstance(value, Hole):
            return []
        if owner is None and _in_method(scope, reading):
            return [Assignment(Member(This(), target.name, target.start, target.end), value, scope)]
        loop = _loop(node) if (scope, target.name) in notes(reading).unset else None
        if loop is not None:
            return [reading.binding(target.name, value, loop, declared=notes(reading).types.get((scope, target.name)),
                                    start=node.end_byte)]  # fmt: skip
        return [reading.set_name(target.name, value, node)]
    if not isinstance(target, Member):
        return []
    class_ = reading.instance_class(scope) if isinstance(target.of, This) else None
    if class_ is None and isinstance(target.of, Name | Member) and scope == MODULE:
        class_ = reading.class_named(target.of.name)  # `const char *Class::name = …;`
    if class_ is not None:
        return [reading.binding(target.name, value, node, scope=class_)]
    return [Assignment(target, Choice((value, Hole())) if _is_default(target, node, reading) else value, scope)]


def _is_default(target: Member, node: Node, reading: Reading) -> bool:
    """Whether a field is set where it is nothing as yet: others may set it as well.

    if (args->index == NULL) { args->index = "main"; }
    """
    inner, outer = node, node.parent
    while outer is not None and outer.type in ("expression_statement", "compound_statement"):
        inner, outer = outer, outer.parent
    if outer is None or outer.type != "if_statement" or outer.child_by_field_name("consequence") != inner:
        return False
    truths = implications(outer.child_by_field_name("condition"), reading, CONDITIONS, true=True)
    return any(_is_nothing(truth, target) for truth in truths)


def _is_nothing(truth: Value, target: Value) -> bool:
    """Whether it is true that a thing is nothing: `!index`, `NULL == index`"""
    match truth:
        case Call(callee=Member(of=of, name="=="), arguments=(Argument(value=other),)):
            sides = (of, other), (other, of)
            return any(_path(one) == _path(target) and nothing in _NOTHING for one, nothing in sides)
    return False


_NOTHING = (Scalar("0"), Scalar("null"))


def _path(value: Value) -> tuple[str, ...]:
    """The names of a thing and of the members through which it is reached, from the last on."""
    names: list[str] = []
    while isinstance(value, Member):
        names.append(value.name)
        value = value.of
    return (*names, value.name) if isinstance(value, Name) else ()


def _loop(node: Node) -> Node | None:
    """The loop in whose body a statement stands: what is nothing before is set there, for loops are written to run."""
    body = node.parent
    while body is not None and body.type in ("expression_statement", "compound_statement"):
        body, inside = body.parent, body
        if body is not None and body.type in ("for_statement", "while_statement"):
            return body if body.child_by_field_name("body") == inside else None
    return None


def _in_method(scope: int, reading: Reading) -> bool:
    while scope != MODULE:
        if reading.definitions[scope].kind == "method":
            return True
        scope = reading.definitions[scope].parent
    return False
