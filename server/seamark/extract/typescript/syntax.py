"""What the declarations of TypeScript and JavaScript say."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING

from seamark.extract.facts import (
    MODULE,
    SUPER_CALL,
    Assignment,
    Binding,
    Choice,
    Element,
    Export,
    Function,
    Hole,
    Import,
    Literal,
    Member,
    Name,
    Parameter,
    Scalar,
    Value,
)
from seamark.extract.language import Declared, Language
from seamark.extract.nodes import items
from seamark.extract.reading import MAX_DEPTH

from .values import VALUES, augmented, key_text, member

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.reading import Reading

_CLASSES = ("class_declaration", "abstract_class_declaration", "class")
_FIELDS = ("public_field_definition", "field_definition")
_TYPES = ("interface_declaration", "enum_declaration", "type_alias_declaration")


def _span(node: Node, reading: Reading) -> tuple[int, int]:
    decorators = _decorators(node, reading)
    return min(node.start_byte, decorators[0].start_byte) if decorators else node.start_byte, node.end_byte


def _decorators(node: Node, reading: Reading) -> list[Node]:
    """The decorators of a class or method: its own nodes, or beside it in the class's body or the export."""
    if node.type == "method_definition":
        return _beside(node, reading) + node.children_by_field_name("decorator")
    if node.type not in _CLASSES:
        return []
    own = node.children_by_field_name("decorator")
    if _before(node, reading) in b"t":  # export, default
        parent = node.parent
        if parent is not None and parent.type == "export_statement":
            return parent.children_by_field_name("decorator") + own
    return own


def _beside(node: Node, reading: Reading) -> list[Node]:
    if _before(node, reading) in b"{};,":
        return []
    decorators: list[Node] = []
    sibling = node.prev_sibling
    while sibling is not None and sibling.type in ("decorator", "comment"):
        if sibling.type == "decorator":
            decorators.append(sibling)
        sibling = sibling.prev_sibling
    return decorators[::-1]


def _before(node: Node, reading: Reading) -> bytes:
    """The last byte before `node` that is no space: cheap, where `parent` and `prev_sibling` search the whole tree."""
    position = node.start_byte - 1
    while position >= 0 and reading.data[position] in b" \t\r\n":
        position -= 1
    return reading.data[position : position + 1] if position >= 0 else b";"


def _declared(node: Node, reading: Reading) -> Declared:
    if node.type in _CLASSES or node.type in _TYPES:
        return Declared(
            "class",
            node.child_by_field_name("name") or _name_in_place(node, reading)[0],
            decorators=tuple(_decorator(decorator, reading) for decorator in _decorators(node, reading)),
            bases=_bases(node, reading),
        )
    body = node.child_by_field_name("body") if node.type == "arrow_function" else None
    return_type = node.child_by_field_name("return_type")
    name, kind = node.child_by_field_name("name"), "function"
    decorators: list[Value] = []
    static = False
    if node.type == "method_definition":
        name, kind = _stated(name), "method"
        decorators = [_decorator(decorator, reading) for decorator in _decorators(node, reading)]
        for child in node.children:
            if child.type == "get":
                decorators.append(Name("property", child.start_byte, child.end_byte))
            static = static or child.type == "static"
    elif name is None:
        name, kind, static = _name_in_place(node, reading)
    return Declared(
        kind,
        name,
        _parameters(node, reading),
        tuple(decorators),
        returns=() if body is None or body.type == "statement_block" else (reading.value(body),),
        return_type=None if return_type is None else reading.value(return_type),
        static=static,
    )


def _name_in_place(node: Node, reading: Reading) -> tuple[Node | None, str, bool]:
    """The name that a nameless function is given where it stands, whether that makes it a method, or a static one."""
    bound = _given_to(node, reading) if _before(node, reading) == b"(" else node
    if _before(bound, reading) not in b"=:/":
        return None, "function", False
    parent = bound.parent
    if parent is None or (bound != node and parent.type in _FIELDS):
        return None, "function", False
    if parent.type == "variable_declarator":
        name = parent.child_by_field_name("name")
        return name if name is not None and name.type == "identifier" else None, "function", False
    if parent.type == "pair":
        return _stated(parent.child_by_field_name("key")), "function", False
    if parent.type in _FIELDS:
        return _stated(_field_name(parent)), "method", any(child.type == "static" for child in parent.children)
    if parent.type != "assignment_expression":
        return None, "function", False
    left = parent.child_by_field_name("left")
    if left is not None and left.type == "member_expression":
        name = left.child_by_field_name("property")
        return None if reading.text(left) == "module.exports" else name, "function", False
    return left if left is not None and left.type == "identifier" else None, "function", False


def _given_to(node: Node, reading: Reading) -> Node:
    """The call `wrap(node)` whose first argument a function is, if it may stand for the function: else the function.

    `const show = asyncHandler(async (req, res) => …)` names the function as `const show = async (req, res) => …` does.
    """
    position = node.start_byte - 1
    while position >= 0 and reading.data[position] in b" \t\r\n(":
        position -= 1
    while position >= 0 and (reading.data[position] in _IN_NAMES or reading.data[position] > 127):
        position -= 1
    while position >= 0 and reading.data[position] in b" \t\r\n":
        position -= 1
    if position < 0 or reading.data[position] not in b"=:":
        return node
    listed = node.parent
    call = listed.parent if listed is not None and listed.type == "arguments" else None
    return node if call is None or call.type != "call_expression" else call


_IN_NAMES = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$"


def _stated(key: Node | None) -> Node | None:
    """The node of the name that a property's key states; None if it is computed."""
    while key is not None and key.type in ("computed_property_name", "string"):
        inner = items(key)
        if len(inner) != 1 or (key.type != "string" and inner[0].type != "string"):
            return None
        key = inner[0]
    return key


def _field_name(node: Node) -> Node | None:
    return node.child_by_field_name("name") or node.child_by_field_name("property")


def _decorator(node: Node, reading: Reading) -> Value:
    inner = items(node)
    return reading.value(inner[0]) if inner else Hole()


def _bases(node: Node, reading: Reading) -> tuple[Value, ...]:
    bases: list[Value] = []
    for child in node.named_children:
        clauses = items(child) if child.type == "class_heritage" else [child]
        for clause in clauses:
            if clause.type == "extends_clause":
                bases += [reading.value(base) for base in clause.children_by_field_name("value")]
            elif clause.type in ("implements_clause", "extends_type_clause"):
                bases += [reading.value(base) for base in items(clause)]
            elif child.type == "class_heritage":
                bases.append(reading.value(clause))
    return tuple(bases)


def _parameters(function: Node, reading: Reading) -> tuple[Parameter, ...]:
    single = function.child_by_field_name("parameter")
    if single is not None:
        return (Parameter(reading.text(single), "plain", None, None),)
    listed = _listed(function.child_by_field_name("parameters"))
    return tuple(
        Parameter(
            reading.text(pattern) if pattern.type == "identifier" else f"#{index}",
            kind,
            None if type_node is None else reading.value(type_node),
            None if default is None else reading.value(default),
        )
        for index, (_, pattern, kind, type_node, default) in enumerate(listed)
    )


def _listed(parameters: Node | None) -> Iterator[tuple[Node, Node, str, Node | None, Node | None]]:
    """Each parameter's node, pattern, kind, type and default."""
    for child in items(parameters):
        pattern, type_node, default = child, None, None
        if child.type in ("required_parameter", "optional_parameter"):
            stated = child.child_by_field_name("pattern")
            if stated is None or stated.type == "this":
                continue
            pattern = stated
            type_node, default = child.child_by_field_name("type"), child.child_by_field_name("value")
        elif child.type == "assignment_pattern":
            left = child.child_by_field_name("left")
            if left is None:
                continue
            pattern, default = left, child.child_by_field_name("right")
        elif child.type == "ERROR":
            continue
        kind = "plain"
        if pattern.type == "rest_pattern":
            inner = items(pattern)
            pattern, kind = inner[0] if inner else pattern, "rest"
        yield child, pattern, kind, type_node, default


def _bindings(node: Node, reading: Reading) -> list[Binding | Assignment]:
    return _BINDINGS[node.type](node, reading)


def _variable(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None:
        return []
    type_node = node.child_by_field_name("type")
    if value is None and type_node is None:
        if name.type == "identifier":
            reading.declare(reading.text(name), node)
        return []
    declared_type = None if type_node is None else reading.value(type_node)
    return list(_taken_apart(name, reading.value(value), node, reading, declared=declared_type))


def _taken_apart(pattern: Node, value: Value, node: Node, reading: Reading, *, declared: Value | None = None,
                 start: int | None = None, assigned: bool = False) -> Iterator[Binding | Assignment]:  # fmt: skip
    """What `pattern` binds or, if `assigned`, sets when it is given `value`."""
    for target, taken in _targets(pattern, value, reading):
        if target.type in _MEMBERS:
            yield from _member_set(target, taken, node, reading)
        elif target.type not in _NAMES:
            continue
        elif assigned:
            yield reading.assigned(reading.text(target), taken, node)
        else:
            yield reading.binding(reading.text(target), taken, node, declared=declared, start=start)


_NAMES = ("identifier", "type_identifier", "shorthand_property_identifier_pattern")
_MEMBERS = ("member_expression", "subscript_expression")


def _targets(pattern: Node, value: Value, reading: Reading, depth: int = 0) -> Iterator[tuple[Node, Value]]:
    """The names and members to which `pattern` gives parts of `value`."""
    if depth > MAX_DEPTH:
        return
    if pattern.type in ("assignment_pattern", "object_assignment_pattern"):
        left, default = pattern.child_by_field_name("left"), pattern.child_by_field_name("right")
        if left is not None:
            value = Choice((value, reading.value(default)), ordered=True)
            yield from _targets(left, value, reading, depth + 1)
    elif pattern.type in ("object_pattern", "array_pattern"):
        for part, taken in _parts(pattern, value, reading):
            yield from _targets(part, taken, reading, depth + 1)
    else:
        yield pattern, value


def _parts(pattern: Node, value: Value, reading: Reading) -> Iterator[tuple[Node, Value]]:
    """The patterns of which an object or array pattern consists, with the part of `value` that each is given."""
    if pattern.type == "array_pattern":
        yield from _items_taken(pattern, value)
    elif pattern.type == "object_pattern":
        for child in pattern.named_children:
            yield from _property_taken(child, value, reading)


def _items_taken(pattern: Node, value: Value) -> Iterator[tuple[Node, Value]]:
    index = 0
    for child in pattern.children:
        if child.type == ",":
            index += 1
        elif child.type == "rest_pattern":
            yield from ((inner, Hole()) for inner in items(child))
        elif child.is_named and child.type != "comment":
            yield child, Hole() if isinstance(value, Hole) else Element(value, Scalar(str(index)))


def _property_taken(part: Node, value: Value, reading: Reading) -> Iterator[tuple[Node, Value]]:
    if part.type == "shorthand_property_identifier_pattern":
        yield part, member(value, part, reading)
    elif part.type == "object_assignment_pattern":
        yield part, member(value, part.child_by_field_name("left"), reading)
    elif part.type == "pair_pattern":
        inner = part.child_by_field_name("value")
        if inner is not None:
            yield inner, member(value, part.child_by_field_name("key"), reading)
    elif part.type == "rest_pattern":
        yield from ((inner, value) for inner in items(part))


def _member_set(target: Node, value: Value, node: Node, reading: Reading) -> list[Binding | Assignment]:
    set_member = reading.value(target)
    if isinstance(set_member, Element) and isinstance(set_member.key, Literal):
        key = set_member.key
        set_member = Member(set_member.of, key.text, key.start, key.end)
    return reading.set_member(set_member, value, node)


def _assignment(node: Node, reading: Reading) -> list[Binding | Assignment]:
    left = node.child_by_field_name("left")
    if left is None or _exported_name(node, reading) is not None:
        return []
    plain = node.type == "assignment_expression"
    value = reading.value(node.child_by_field_name("right")) if plain else augmented(node, reading)
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
    function = node.child_by_field_name("function")
    if function is not None and function.type == "super":
        return [reading.binding(SUPER_CALL, reading.value(node), node)]
    return _each_item(node, reading)


def _each_item(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """What `list.forEach((item) => …)` gives the function: one item after the other."""
    callee, given = node.child_by_field_name("function"), items(node.child_by_field_name("arguments"))
    function = reading.function(given[0]) if given else Hole()
    if callee is None or not isinstance(function, Function):
        return []
    value = Element(reading.value(callee.child_by_field_name("object")), Hole())
    start, parameters = given[0].start_byte, reading.definitions[function.definition].parameters
    return [
        reading.binding(parameter.name, value, given[0], scope=function.definition, start=start)
        for parameter in parameters[:1]
    ]


def _field(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name = key_text(_field_name(node), reading)
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
            value = reading.value(child.child_by_field_name("value") if assigned else None)
            bound.append(reading.binding(name, value, child))
    return bound


def _alias(node: Node, reading: Reading) -> list[Binding | Assignment]:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None or value is None or value.type == "object_type":
        return []
    return [reading.binding(reading.text(name), reading.value(value), node, start=0)]


def _taken_parameters(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """The names that parameters taken apart in place bind, and the fields that a constructor's declare."""
    bound: list[Binding | Assignment] = []
    for index, (parameter, pattern, _, type_node, _) in enumerate(_listed(node)):
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


_FIELD_MARKS = ("accessibility_modifier", "readonly", "override_modifier")

_BINDINGS = {
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


def _imports(node: Node, reading: Reading) -> list[Binding]:
    return [reading.binding(name, value, node, scope=MODULE, start=0) for name, value in _imported(node, reading)]


def _imported(node: Node, reading: Reading) -> Iterator[tuple[str, Value]]:
    if node.type == "import_alias":
        children = items(node)
        if len(children) == 2:
            yield reading.text(children[0]), reading.value(children[1])
        return
    clause = next((c for c in node.named_children if c.type in ("import_clause", "import_require_clause")), None)
    if clause is None:
        return
    source = reading.value(node.child_by_field_name("source") or clause.child_by_field_name("source"))
    if not isinstance(source, Literal):
        return
    whole = Import(source.text, "")
    for child in clause.named_children:
        if child.type == "identifier":
            required = clause.type == "import_require_clause"
            yield reading.text(child), whole if required else Import(source.text, "default")
        elif child.type == "namespace_import":
            yield from ((reading.text(name), whole) for name in items(child))
        elif child.type == "named_imports":
            for name, alias in _specifiers(child, reading):
                yield alias, Import(source.text, name)


def _specifiers(node: Node, reading: Reading) -> Iterator[tuple[str, str]]:
    """Each name in braces, and the name that it goes by on the other side."""
    for specifier in items(node):
        name = key_text(specifier.child_by_field_name("name"), reading)
        if name is not None:
            yield name, key_text(specifier.child_by_field_name("alias"), reading) or name


def _exports(node: Node, reading: Reading) -> list[Export]:
    if node.type == "assignment_expression":
        name = _exported_name(node, reading)
        return [] if name is None else [Export(name, reading.value(node.child_by_field_name("right")))]
    return list(_exported(node, reading))


def _exported_name(node: Node, reading: Reading) -> str | None:
    """`=` for `module.exports = …`, `x` for `exports.x = …` and `module.exports.x = …`."""
    left = node.child_by_field_name("left")
    if left is None or left.type != "member_expression":
        return None
    path = reading.text(left).split(".")
    if path[:2] == ["module", "exports"]:
        path = path[1:]
    if path[0] != "exports" or len(path) > 2:
        return None
    return path[1] if len(path) == 2 else "="


def _exported(node: Node, reading: Reading) -> Iterator[Export]:
    declaration, value = node.child_by_field_name("declaration"), node.child_by_field_name("value")
    marks = {child.type for child in node.children}
    if "default" in marks:
        if declaration is not None and declaration.type in _TYPES:
            yield from (
                Export("default", _final(reading.text(name), reading)) for name in _declared_names(declaration, reading)
            )
        else:
            yield Export("default", reading.value(value or declaration))
    elif declaration is not None:
        names = [reading.text(name) for name in _declared_names(declaration, reading)]
        yield from (Export(name, _final(name, reading)) for name in names)
    elif "=" in marks:
        yield from (Export("=", reading.value(child)) for child in items(node))
    else:
        source = reading.value(node.child_by_field_name("source"))
        yield from _passed_on(node, marks, source.text if isinstance(source, Literal) else None, reading)


def _passed_on(node: Node, marks: set[str], module: str | None, reading: Reading) -> Iterator[Export]:
    """`export * from`, `export * as ns from`, and `export { a as b }` with or without a module."""
    if "*" in marks and module is not None:
        yield Export("*", Import(module, "*"))
    for clause in node.named_children:
        if clause.type == "namespace_export" and module is not None:
            yield from (Export(key_text(name, reading) or "", Import(module, "")) for name in items(clause))
        elif clause.type == "export_clause":
            for name, alias in _specifiers(clause, reading):
                yield Export(alias, _final(name, reading) if module is None else Import(module, name))


def _final(name: str, reading: Reading) -> Name:
    """A name as it is bound when the whole file has run."""
    return Name(name, len(reading.data), len(reading.data))


def _declared_names(declaration: Node, reading: Reading) -> Iterator[Node]:
    name = declaration.child_by_field_name("name")
    if name is not None:
        yield from (target for target, _ in _targets(name, Hole(), reading) if target.type in _NAMES)
    elif declaration.type in ("lexical_declaration", "variable_declaration", "ambient_declaration"):
        for child in declaration.named_children:
            yield from _declared_names(child, reading)
    elif declaration.type == "import_alias":
        yield from items(declaration)[:1]


def _returned(node: Node, reading: Reading) -> Value:
    inner = items(node)
    return reading.value(inner[-1]) if inner else Hole()


def _query(*names: str) -> str:
    folder = files(__package__)
    return "\n".join(folder.joinpath(f"{name}.scm").read_text("utf-8") for name in names)


TYPESCRIPT = Language(
    name="typescript",
    queries={
        "typescript": _query("declarations", "types"),
        "tsx": _query("declarations", "types"),
        "javascript": _query("declarations", "javascript"),
    },
    top_level_is_public=False,
    span=_span,
    declared=_declared,
    bindings=_bindings,
    imports=_imports,
    exports=_exports,
    returned=_returned,
    values=VALUES,
)
