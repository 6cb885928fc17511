"""`use`, `mod` and `extern crate`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.facts import MACRO, Binding, Choice, Import, Literal
from seamark.extract.language import MAX_DEPTH
from seamark.extract.nodes import items, part

from .attributes import attributes_of
from .macros import macro_name
from .nodes import identifier
from .paths import inline, relative

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def imports(node: Node, reading: Reading) -> list[Binding]:
    """What `use` and `mod x;` bind, everywhere in the scope where they stand; a macro may bind anything."""
    if node.type == "mod_item":
        return _module_declared(node, reading)
    if node.type == "extern_crate_declaration":
        imported = _crate_declared(node, reading)
    elif node.type == "macro_invocation":
        return [reading.binding("*", Import(macro_name(node, reading) + MACRO, "*"), node, start=0)]
    else:
        imported = _names_of_use(node.child_by_field_name("argument"), [], reading)
    return [reading.binding(name, _import(path, inner, node, reading), node, start=0) for name, path, inner in imported]


def _import(path: list[str], name: str, node: Node, reading: Reading) -> Import:
    up = 0
    while up < len(path) and path[up] == "super":
        up += 1
    if up or path[:1] == ["self"]:
        path = [relative(up, node, reading), *path[up or 1 :]]
    return Import("::".join(path), name)


def _module_declared(node: Node, reading: Reading) -> list[Binding]:
    """The module of `mod a;`, whose file may be placed elsewhere, or be another one on some condition."""
    name = identifier(part(node, "name"), reading)
    attributes = [one for item in attributes_of(node, reading) for one in items(item) if one.children]
    placed = [one.child_by_field_name("value") for one in attributes if reading.text(one.children[0]) == "path"]
    below = "/".join([*reversed(inline(node, reading)), name])
    files = [file.text for file in map(reading.value, placed[-1:]) if isinstance(file, Literal)] or [below]
    files += (file for one in attributes for file in _placed_on_condition(one, reading))
    found = tuple(Import(f"./{file}", "") for file in dict.fromkeys(files))
    return [reading.binding(name, found[0] if len(found) == 1 else Choice(found), node, start=0)]


def _placed_on_condition(attribute: Node, reading: Reading) -> Iterator[str]:
    """The file in `#[cfg_attr(unix, path = "unix.rs")]`."""
    tokens = attribute.child_by_field_name("arguments")
    if tokens is None or reading.text(attribute.children[0]) != "cfg_attr":
        return
    for name, sign, file in zip(tokens.children, tokens.children[1:], tokens.children[2:], strict=False):
        value = reading.value(file) if reading.text(name) == "path" and sign.type == "=" else None
        if isinstance(value, Literal):
            yield value.text


def _crate_declared(node: Node, reading: Reading) -> Iterator[tuple[str, list[str], str]]:
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if name is None:
        return
    crate = identifier(name, reading)
    yield identifier(alias or name, reading), ["crate" if crate == "self" else crate], ""
    if any(
        reading.text(attribute) == "macro_use" for item in attributes_of(node, reading) for attribute in items(item)
    ):
        yield "*", [crate], "*"


def _names_of_use(
    node: Node | None, path: list[str], reading: Reading, depth: int = 0
) -> Iterator[tuple[str, list[str], str]]:
    """Each name that a tree of paths binds, with the path and the name there that it is bound to."""
    if node is None or depth > MAX_DEPTH:
        return
    if node.type in ("use_list", "scoped_use_list"):
        listed = node.child_by_field_name("list") if node.type == "scoped_use_list" else node
        inner = [*path, *_segments(node.child_by_field_name("path"), reading)] if node.type != "use_list" else path
        for child in items(listed):
            yield from _names_of_use(child, inner, reading, depth + 1)
    elif node.type == "use_wildcard":
        yield "*", [*path, *_segments(next(iter(items(node)), None), reading)], "*"
    elif node.type == "use_as_clause":
        alias = node.child_by_field_name("alias")
        if alias is not None:
            yield from _used_name(identifier(alias, reading), node.child_by_field_name("path"), path, reading)
    elif node.type in ("identifier", "scoped_identifier", "self", "crate", "super"):
        yield from _used_name("", node, path, reading)


def _used_name(
    alias: str, node: Node | None, path: list[str], reading: Reading
) -> Iterator[tuple[str, list[str], str]]:
    whole = [*path, *_segments(node, reading)]
    if len(whole) > 1 and whole[-1] == "self":
        whole.pop()
    name = whole[-1] if whole else ""
    if len(whole) == 1 or name in ("self", "super"):
        yield alias or name, whole, ""
    elif name:
        yield alias or name, whole[:-1], name


def _segments(node: Node | None, reading: Reading) -> list[str]:
    text = "" if node is None else "".join(reading.text(node).split())
    return [segment.removeprefix("r#") for segment in text.split("::") if segment]
