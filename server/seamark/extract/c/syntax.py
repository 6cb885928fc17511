"""What the declarations of C and C++ say.

Namespaces, files and `extern "C"` are transparent: what stands in them is the file's own. The name of a namespace is
bound to `Import("", "a.b")`, all that the file and what it includes offer; within it `PACKAGE` is bound to that name.
`using namespace` binds `*` to the namespace. What `#include` brings is bound to `*`, too; a module in `<>` is a
system's or library's.
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING

from msgspec.structs import replace

from seamark.extract.facts import (
    MODULE,
    PACKAGE,
    SUPER_CALL,
    Argument,
    Assignment,
    Binding,
    Call,
    Concat,
    Element,
    Hole,
    Import,
    List,
    Literal,
    Member,
    Name,
    Parameter,
    Scalar,
    This,
    Value,
)
from seamark.extract.language import Declared, Language, call_of
from seamark.extract.nodes import items, named
from seamark.extract.reading import MAX_DEPTH

from .conditions import holding
from .loops import pointers
from .macros import defined, mended
from .values import MAX_QUALIFIERS, VALUES, arguments, built, constructed, of_kind, shifted

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.reading import Reading

_RECORDS = ("struct_specifier", "union_specifier", "class_specifier", "enum_specifier")


def _span(node: Node, _reading: Reading) -> tuple[int, int]:
    return node.start_byte, node.end_byte


# Definitions


def _declared(node: Node, reading: Reading) -> Declared:
    if node.type in _RECORDS:
        # What `class A::B` defines is found as `B`, for it is declared in `A`.
        _, name = _receiver(node.child_by_field_name("name"), reading)
        return Declared("class", name, bases=_bases(node, reading))
    declarator = node.child_by_field_name("declarator")
    if node.type == "type_definition":
        return Declared("class", declarator)
    if node.type == "preproc_function_def":
        return _macro(node, reading)
    if node.type == "lambda_expression":
        return Declared("function", None, _parameters(declarator, reading), return_type=_trailing(declarator, reading))
    written, function = _name_in(declarator)
    receiver, name = _receiver(written, reading)
    method = receiver is not None or reading.in_class(node)
    kind = node.child_by_field_name("type")
    if kind is not None and kind.type == "primitive_type" and reading.text(kind).isupper():
        kind = None  # It was a macro, see there.
    return Declared(
        "method" if method else "function",
        name,
        _parameters(function, reading),
        return_type=_trailing(function, reading) or _type(kind, reading),
        static=method and _has(node, "static", reading),
        receiver=receiver,
    )


def _macro(node: Node, reading: Reading) -> Declared:
    listed = node.child_by_field_name("parameters")
    names = [reading.text(child) for child in (listed.children if listed is not None else ())]
    parameters = tuple(
        Parameter(name, "rest" if name == "..." else "plain", None, None) for name in names if name not in "(),"
    )
    body = node.child_by_field_name("value")
    value = Hole() if body is None else defined(body, reading)
    returns = () if isinstance(value, Hole) else (value,)
    return Declared("function", node.child_by_field_name("name"), parameters, returns=returns)


def _name_in(declarator: Node | None) -> tuple[Node | None, Node | None]:
    """The name that a declarator declares, and the declarator of the function that it is, if it is one."""
    function: Node | None = None
    for _ in range(MAX_DEPTH):
        if declarator is None or declarator.type not in _DECLARATORS:
            return declarator, function
        if declarator.type == "function_declarator":
            function = declarator
        children = declarator.named_children
        inside = [child for child in children if child.type in _DECLARATORS or child.type in _NAMES]
        declarator = declarator.child_by_field_name("declarator") or (inside[0] if inside else None)
    return None, None


_DECLARATORS = (
    "function_declarator",
    "pointer_declarator",
    "reference_declarator",
    "array_declarator",
    "parenthesized_declarator",
    "attributed_declarator",
    "variadic_declarator",
    "init_declarator",
)
_NAMES = ("identifier", "field_identifier", "type_identifier", "qualified_identifier", "structured_binding_declarator")


def _receiver(written: Node | None, reading: Reading) -> tuple[Value | None, Node | None]:
    """The class in `a::Class::name`, and the node of the name."""
    receiver: Value | None = None
    for _ in range(MAX_QUALIFIERS):
        if written is None or written.type != "qualified_identifier":
            break
        scope = written.child_by_field_name("scope")
        if scope is not None:
            plain = scope.child_by_field_name("name") or scope
            text, start, end = reading.text(plain), plain.start_byte, plain.end_byte
            receiver = Name(text, start, end) if receiver is None else Member(receiver, text, start, end)
        written = written.child_by_field_name("name")
    if written is not None and written.type == "template_function":
        written = written.child_by_field_name("name")
    return receiver, None if written is None or written.type == "operator_cast" else written


def _bases(node: Node, reading: Reading) -> tuple[Value, ...]:
    clauses = [child for child in node.named_children if child.type == "base_class_clause"]
    return tuple(
        reading.value(child)
        for clause in clauses
        for child in items(clause)
        if child.type in ("type_identifier", "qualified_identifier", "template_type")
    )


def _type(node: Node | None, reading: Reading) -> Value | None:
    value = None if node is None else reading.value(node)
    return None if isinstance(value, Hole) else value


def _trailing(function: Node | None, reading: Reading) -> Value | None:
    for child in function.named_children if function is not None else ():
        if child.type == "trailing_return_type" and child.named_children:
            return _type(child.named_children[0], reading)
    return None


def _has(node: Node, word: str, reading: Reading) -> bool:
    return any(
        child.type == "storage_class_specifier" and reading.text(child) == word
        for child in node.children[: node.named_child_count]
    )


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
            written, pointed = _name_in(declarator)
            if declarator is None and kind is not None and reading.text(kind) == "void":
                continue
            default = child.child_by_field_name("default_value")
            found.append(
                Parameter(
                    name="" if written is None or written.type not in _NAMES else reading.text(written),
                    kind="rest" if child.type.startswith("variadic") else "plain",
                    type=None if pointed is not None else _type(kind, reading),
                    default=None if default is None else reading.value(default),
                )
            )
    return tuple(found)


# Bindings


def _bindings(node: Node, reading: Reading) -> list[Binding | Assignment]:
    return _BINDINGS[node.type](node, reading)


def _declaration(node: Node, reading: Reading) -> list[Binding | Assignment]:
    kind = node.child_by_field_name("type")
    values = _values_of(node)
    if kind is None or (not any(values.values()) and _has(node, "extern", reading)):
        return []
    is_field = node.type == "field_declaration"
    bound: list[Binding | Assignment] = []
    for declarator in named(node, "declarator"):
        written, function = _name_in(declarator)
        if written is None:
            continue
        value_node = values.get(declarator.id)
        if declarator.type == "init_declarator":
            value_node = declarator.child_by_field_name("value")
        elif function is not None and not _is_pointer(function):
            if not _looks_made(function, node, reading):
                continue
            value_node = function.child_by_field_name("parameters")
        direct = declarator.type in ("init_declarator", *_NAMES) or function is not None
        value = _initial(declarator, written, value_node, kind, direct=direct, is_field=is_field, reading=reading)
        declared = None if function is not None and _is_pointer(function) else _type(kind, reading)
        bound += _declares(written, value, declared, declarator, reading)
        if is_field and direct and declared is not None and kind.type in _CLASS_TYPES:
            reading.held[reading.scope(node), reading.text(written)] = declared
    return bound


_CLASS_TYPES = ("type_identifier", "qualified_identifier", "template_type")


def _values_of(node: Node) -> dict[int, Node]:
    """The values that fields and conditions give to declarators, which stand beside them."""
    found: dict[int, Node] = {}
    last: Node | None = None
    for index, child in enumerate(node.children):
        field = node.field_name_for_child(index)
        if field == "declarator":
            last = child
            if child.type == "init_declarator":
                found[child.id] = child
        elif field in ("default_value", "value") and last is not None:
            found[last.id] = child
    return found


def _is_pointer(function: Node) -> bool:
    """`(*f)(…)`"""
    declarator = function.child_by_field_name("declarator")
    return declarator is not None and declarator.type == "parenthesized_declarator"


def _looks_made(function: Node, node: Node, reading: Reading) -> bool:
    """Whether `X x(a, b);` makes an object: within a function that is likelier than that it declares another."""
    if reading.language.name == "c" or node.type == "field_declaration" or reading.scope(node) == MODULE:
        return False
    listed = items(function.child_by_field_name("parameters"))
    return bool(listed) and not reading.in_class(node) and all(
        child.type == "parameter_declaration"
        and child.named_child_count == 1
        and child.named_children[0].type in ("type_identifier", "qualified_identifier")
        for child in listed
    )  # fmt: skip


def _initial(
    declarator: Node,
    written: Node,
    value_node: Node | None,
    kind: Node,
    *,
    direct: bool,
    is_field: bool,
    reading: Reading,
) -> Value:
    """What a variable is made from."""
    is_class = kind.type in _CLASS_TYPES
    if value_node is None:
        makes = direct and is_class and not is_field and reading.language.name != "c" and written.type in _NAMES
        return constructed(kind, None, declarator, reading) if makes else Hole()
    if value_node.type == "parameter_list":
        given = [Argument("", reading.value(child.named_children[0])) for child in items(value_node)]
        return call_of(reading.value(kind), given, declarator, new=True)
    assigned = any(child.type == "=" for child in declarator.children) or value_node.type not in (
        "argument_list",
        "initializer_list",
    )
    if not assigned and reading.language.name != "c" and not _is_array(declarator):
        return reading.keep(declarator, constructed(kind, value_node, declarator, reading))
    value = reading.value(value_node)
    if isinstance(value, List) and reading.text(kind) in ("char", "wchar_t") and len(value.items) < 2:
        text = value.items[0] if value.items else None
        return text if isinstance(text, Literal) and text.text != "\0" else Literal("", value.start, value.end)
    return of_kind(value, kind, listed=_is_array(declarator), reading=reading)


def _is_array(declarator: Node) -> bool:
    inside = declarator.child_by_field_name("declarator") if declarator.type == "init_declarator" else declarator
    return inside is not None and inside.type == "array_declarator"


def _declares(written: Node, value: Value, declared: Value | None, node: Node, reading: Reading, *,
              start: int | None = None) -> list[Binding | Assignment]:  # fmt: skip
    if written.type == "structured_binding_declarator":
        return [
            reading.binding(reading.text(child), Element(value, Scalar(str(index))), node, start=start)
            for index, child in enumerate(items(written))
        ]
    if written.type == "qualified_identifier":
        target = reading.value(written)
        return _set(target, value, node, reading) if isinstance(target, Member) else []
    text, scope = reading.text(written), reading.scope(node)
    if scope != MODULE and any(parameter.name == text for parameter in reading.definitions[scope].parameters):
        return []  # The types of parameters, as they were declared before 1989.
    return [reading.binding(text, value, node, declared=declared, start=start)]


def _enumerator(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name, scope = node.child_by_field_name("name"), reading.scope(node)
    if name is None:
        return []
    start = len(reading.data) if scope == MODULE else reading.definitions[scope].start
    head = _ENUM.match(reading.data, start)
    if head is not None and head[1] is None:  # Its names are those of the scope around it.
        scope = reading.definitions[scope].parent
    return [reading.binding(reading.text(name), reading.value(node.child_by_field_name("value")), node, scope=scope)]


_ENUM = re.compile(rb"(?:typedef\s+)?enum\b(?:\s+(class|struct)\b)?")


def _typedef(node: Node, reading: Reading) -> list[Binding | Assignment]:
    kind = node.child_by_field_name("type")
    if kind is None or (kind.type in _RECORDS and kind.child_by_field_name("name") is None):
        return []
    value = reading.value(kind)
    bound: list[Binding | Assignment] = []
    for declarator in named(node, "declarator"):
        written, function = _name_in(declarator)
        text = "" if written is None else reading.text(written)
        if written is not None and function is None and not (isinstance(value, Name) and value.name == text):
            bound.append(reading.binding(text, value, node))
    return bound


def _define(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name, text = node.child_by_field_name("name"), node.child_by_field_name("value")
    return [] if name is None or text is None else [reading.binding(reading.text(name), defined(text, reading), node,
                                                                    scope=MODULE)]  # fmt: skip


def _range_loop(node: Node, reading: Reading) -> list[Binding | Assignment]:
    written, _ = _name_in(node.child_by_field_name("declarator"))
    body = node.child_by_field_name("body")
    if written is None or body is None:
        return []
    item = Element(reading.value(node.child_by_field_name("right")), Hole())
    declared = _type(node.child_by_field_name("type"), reading)
    return _declares(written, item, declared, node, reading, start=body.start_byte)


def _loop(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`for (p = list; p->name; p++)` takes one item after the other."""
    bound: list[Binding | Assignment] = []
    for written, item, body in pointers(node, reading):
        bound += _declares(written, item, None, node, reading, start=body.start_byte)
    return bound


def _alias(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
    return [] if name is None else [reading.binding(reading.text(name), reading.value(kind), node)]


def _namespace(node: Node, reading: Reading) -> list[Binding | Assignment]:
    parts, around = _parts(node, reading), node.parent
    own = len(parts)
    for _ in range(MAX_QUALIFIERS):
        if around is None:
            break
        parts = [*_parts(around, reading), *parts] if around.type == node.type else parts
        around = around.parent
    bound: list[Binding | Assignment] = [
        reading.binding(part, Import("", ".".join(parts[: index + 1])), node, scope=MODULE, start=node.start_byte)
        for index, part in enumerate(parts)
        if index >= len(parts) - own and part != "std" and not reading.is_bound(MODULE, part)
    ]
    if own:
        name = Literal("::".join(parts), node.start_byte, node.start_byte)
        within = reading.binding(PACKAGE, name, node, scope=MODULE, start=node.start_byte)
        bound.append(replace(within, block_start=node.start_byte, block_end=node.end_byte))
    return bound


def _parts(namespace: Node, reading: Reading) -> list[str]:
    name = namespace.child_by_field_name("name")
    text = "" if name is None else reading.text(name).replace(" ", "")
    return [part for part in text.split("::") if part not in ("inline", "")]


def _namespace_alias(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name = node.child_by_field_name("name")
    if name is None or not node.named_children:
        return []
    return [reading.binding(reading.text(name), _path(node.named_children[-1], reading), node, scope=MODULE)]


def _using(node: Node, reading: Reading) -> list[Binding | Assignment]:
    if not node.named_children:
        return []
    value = _path(node.named_children[-1], reading)
    if any(child.type == "namespace" for child in node.children):
        return [reading.binding("*", value, node, scope=MODULE)]
    return [reading.binding(value.name, value, node)] if isinstance(value, Member) else []


def _path(node: Node, reading: Reading) -> Value:
    """`a::b`, also where a namespace's name is no expression."""
    if node.type != "nested_namespace_specifier":
        return reading.value(node)
    of: Value = Hole()
    waiting = [*node.named_children]
    for _ in range(2 * MAX_QUALIFIERS):
        if not waiting:
            break
        part = waiting.pop(0)
        if part.type == "nested_namespace_specifier":
            waiting = [*part.named_children, *waiting]
            continue
        text, start, end = reading.text(part), part.start_byte, part.end_byte
        of = Name(text, start, end) if isinstance(of, Hole) else Member(of, text, start, end)
    return of


def _initializers(node: Node, reading: Reading) -> list[Binding | Assignment]:
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
        base = next((base for base in bases if _last(base) == name), None)
        if base is not None:
            bound.append(reading.binding(SUPER_CALL, call_of(base, given, item, new=True), item))
            continue
        field = Member(This(), name, target.start_byte, target.end_byte)
        kind = None if owner is None else reading.held.get((owner, name))
        value: Value = Call(kind or field, tuple(given), True, item.start_byte, item.end_byte)
        if len(given) < 2 and (kind is None or _last(kind) in _STRINGS):
            value = given[0].value if given else Hole()
        if owner is not None:
            bound.append(reading.binding(name, value, item, scope=owner))
        else:
            bound.append(Assignment(field, value, scope))
    return bound


_STRINGS = ("string", "string_view", "wstring")


def _last(value: Value) -> str:
    if isinstance(value, Element):
        value = value.of
    return value.name if isinstance(value, Name | Member) else ""


# What is set


def _assignment(node: Node, reading: Reading) -> list[Binding | Assignment]:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or operator is None:
        return []
    if left.type == "subscript_expression":
        return _cleared(left, right, node, reading)
    if left.type not in ("identifier", "field_expression", "qualified_identifier"):
        return []
    target = reading.value(left)
    value: Value = Hole()
    if operator.type == "=":
        value = reading.value(right)
    elif operator.type == "+=" and reading.language.name != "c":
        value = Concat((target, reading.value(right)), node.start_byte, node.end_byte)
    return _set(target, value, node, reading)


def _cleared(left: Node, right: Node | None, node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`buf[0] = 0` empties a buffer."""
    element, value = reading.value(left), reading.value(right)
    if not isinstance(element, Element) or element.key != Scalar("0"):
        return []
    if value != Scalar("0") and not (isinstance(value, Literal) and value.text == "\0"):
        return []
    return _set(element.of, Literal("", node.end_byte, node.end_byte), node, reading)


def _called(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """What `snprintf(buf, …)`, `strcat(buf, …)` and `text.append(…)` write."""
    written = built(node, reading)
    return [] if written is None else _set(*written, node, reading)


def _streamed(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """`stream << a << b;`"""
    parts = [reading.value(part) for part in shifted(node.named_children[0])]
    if not isinstance(parts[0], Name) or _owner(parts[0].name, node, reading) is None:
        return []
    return _set(parts[0], Concat(tuple(parts), node.start_byte, node.end_byte), node, reading)


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


def _set(target: Value, value: Value, node: Node, reading: Reading) -> list[Binding | Assignment]:
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
        return [reading.assigned(target.name, value, node)]
    if not isinstance(target, Member):
        return []
    class_ = reading.instance_class(scope) if isinstance(target.of, This) else None
    if class_ is None and isinstance(target.of, Name | Member) and scope == MODULE:
        class_ = reading.class_named(target.of.name)  # `const char *Class::name = …;`
    if class_ is not None:
        return [reading.binding(target.name, value, node, scope=class_)]
    return [Assignment(target, value, scope)]


def _in_method(scope: int, reading: Reading) -> bool:
    while scope != MODULE:
        if reading.definitions[scope].kind == "method":
            return True
        scope = reading.definitions[scope].parent
    return False


_BINDINGS = {
    "declaration": _declaration,
    "field_declaration": _declaration,
    "enumerator": _enumerator,
    "type_definition": _typedef,
    "preproc_def": _define,
    "for_range_loop": _range_loop,
    "for_statement": _loop,
    "while_statement": _loop,
    "do_statement": _loop,
    "alias_declaration": _alias,
    "namespace_definition": _namespace,
    "namespace_alias_definition": _namespace_alias,
    "using_declaration": _using,
    "field_initializer_list": _initializers,
    "assignment_expression": _assignment,
    "call_expression": _called,
    "expression_statement": _streamed,
}


def _imports(node: Node, reading: Reading) -> list[Binding]:
    path = node.child_by_field_name("path")
    if path is None or path.type not in ("string_literal", "system_lib_string"):
        return []
    module = reading.text(path).strip('"').strip()
    return [reading.binding("*", Import(module, "*"), node, scope=MODULE)] if module else []


def _returned(node: Node, reading: Reading) -> Value:
    expressions = items(node)
    return reading.value(expressions[-1]) if expressions else Hole()


def _language(name: str, dialects: tuple[str, ...], *queries: str) -> Language:
    query = "".join(files(__package__).joinpath(file).read_text("utf-8") for file in queries)
    return Language(
        name=name,
        queries=dict.fromkeys(dialects, query),
        top_level_is_public=True,
        span=_span,
        declared=_declared,
        bindings=_bindings,
        imports=_imports,
        returned=_returned,
        values=VALUES,
        mended=mended,
        holding=holding,
    )


C = _language("c", ("c", "c header"), "declarations.scm")
CPP = _language("cpp", ("cpp", "header"), "declarations.scm", "cpp.scm")
