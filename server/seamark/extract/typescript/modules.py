"""What is imported and exported, by the syntax of modules and by that of Node.js."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.facts import (
    ALL,
    MODULE,
    ONLY,
    Binding,
    Call,
    Export,
    Function,
    Hole,
    Import,
    Literal,
    Member,
    Name,
    Value,
)
from seamark.extract.nodes import items, part

from .definitions import TYPES
from .patterns import NAMES, targets
from .prototypes import is_other_body
from .values import key_text

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def imports(node: Node, reading: Reading) -> list[Binding]:
    """The names that an import binds."""
    return [reading.binding(name, value, node, scope=MODULE, start=0) for name, value in _imported_names(node, reading)]


def _imported_names(node: Node, reading: Reading) -> Iterator[tuple[str, Value]]:
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
            for name, alias, _ in _specifiers(child, reading):
                yield alias, Import(source.text, name)


def _specifiers(node: Node, reading: Reading) -> Iterator[tuple[str, str, Node]]:
    """Each name in braces, the name that it goes by on the other side, and where that stands."""
    for specifier in items(node):
        written, alias = specifier.child_by_field_name("name"), specifier.child_by_field_name("alias")
        name = key_text(written, reading)
        if name is not None:
            yield name, key_text(alias, reading) or name, alias or specifier


def exports(node: Node, reading: Reading) -> list[Export]:
    """What a statement or an assignment offers to other files."""
    if node.type == "assignment_expression":
        name, member = exported_name(node, reading), part(node, "left").child_by_field_name("property")
        return [] if name is None or member is None else [_export(name, reading.value(part(node, "right")), member)]
    if node.type == "call_expression":
        return list(_returned_by_module(node, reading))
    return list(_exports_of(node, reading))


def _returned_by_module(node: Node, reading: Reading) -> Iterator[Export]:
    """What a module is that a function gives: `define(["api"], function (api) { return { … }; })`."""
    for given in items(node.child_by_field_name("arguments"))[-1:]:
        function = reading.function(given)
        if isinstance(function, Function) and reading.definitions[function.definition].returns:
            yield _export(ONLY, Call(function, (), False, given.start_byte, given.end_byte), given)


def _export(name: str, value: Value, at: Node) -> Export:
    """What is offered under a name that stands `at` a node."""
    return Export(name, value, at.start_byte, at.end_byte)


def exported_name(node: Node, reading: Reading) -> str | None:
    """`=` for `module.exports = …`, `x` for `exports.x = …` and `module.exports.x = …`."""
    left = part(node, "left")
    if left.type != "member_expression":
        return None
    path = reading.text(left).split(".")
    if path[:2] == ["module", "exports"]:
        path = path[1:]
    if path[0] != "exports" or len(path) > 2:
        return None
    return path[1] if len(path) == 2 else ONLY


def is_whole(value: Value) -> bool:
    """Whether a value is all that a file offers: `const helpers = module.exports;`"""
    match value:
        case Member(of=Name(name="module"), name="exports") | Name(name="exports"):
            return True
    return False


def defines_nothing(node: Node, reading: Reading) -> bool:
    """Whether a node is a function around all of a module, or the body of one that is no constructor."""
    return is_other_body(node, reading) or _holds_module(node, reading)


def _holds_module(function: Node, reading: Reading) -> bool:
    """Whether a function is called where it stands, at the top of a file, and exports: `(function () { … }());`."""
    if reading.data.find(b"exports", function.start_byte, function.end_byte) < 0:
        return False  # To ask a node for what is around it costs as much as it is deep.
    around, is_called = function.parent if function.type in _CALLED_IN_PLACE else None, False
    while around is not None and around.type in _AROUND:
        is_called = is_called or around.type == "call_expression"
        around = around.parent
    if not is_called or around is None or around.type != "expression_statement":
        return False
    is_top = around.parent is not None and around.parent.type == "program"
    parameters = function.child_by_field_name("parameters")
    return is_top and not (parameters is not None and items(parameters))


_CALLED_IN_PLACE = ("function_expression", "arrow_function")
_AROUND = ("parenthesized_expression", "call_expression", "unary_expression")


def _exports_of(node: Node, reading: Reading) -> Iterator[Export]:
    declaration, value = node.child_by_field_name("declaration"), node.child_by_field_name("value")
    marks = {child.type: child for child in node.children}
    if "default" in marks:
        if declaration is not None and declaration.type in TYPES:
            yield from (
                _export("default", _final(reading.text(name), reading), name)
                for name in _declared_names(declaration, reading)
            )
        else:
            named = None if declaration is None else declaration.child_by_field_name("name")
            yield _export("default", reading.value(value or declaration), named or marks["default"])
    elif declaration is not None:
        names = [(reading.text(name), name) for name in _declared_names(declaration, reading)]
        yield from (_export(name, _final(name, reading), at) for name, at in names)
    elif "=" in marks:
        yield from (_export(ONLY, reading.value(child), marks["="]) for child in items(node))
    else:
        source = reading.value(node.child_by_field_name("source"))
        yield from _passed_on(node, marks, source.text if isinstance(source, Literal) else None, reading)


def _passed_on(node: Node, marks: dict[str, Node], module: str | None, reading: Reading) -> Iterator[Export]:
    """`export * from`, `export * as ns from`, and `export { a as b }` with or without a module."""
    if "*" in marks and module is not None:
        yield _export(ALL, Import(module, "*"), marks["*"])
    for clause in node.named_children:
        if clause.type == "namespace_export" and module is not None:
            yield from (_export(key_text(name, reading) or "", Import(module, ""), name) for name in items(clause))
        elif clause.type == "export_clause":
            for name, alias, at in _specifiers(clause, reading):
                yield _export(alias, _final(name, reading) if module is None else Import(module, name), at)


def _final(name: str, reading: Reading) -> Name:
    """A name as it is bound when the whole file has run."""
    return Name(name, len(reading.data), len(reading.data))


def _declared_names(declaration: Node, reading: Reading) -> Iterator[Node]:
    name = declaration.child_by_field_name("name")
    if name is not None:
        yield from (target for target, _ in targets(name, Hole(), reading) if target.type in NAMES)
    elif declaration.type in ("lexical_declaration", "variable_declaration", "ambient_declaration"):
        for child in declaration.named_children:
            yield from _declared_names(child, reading)
    elif declaration.type == "import_alias":
        yield from items(declaration)[:1]
