"""Imports, and the names that packages go by."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from seamark.extract.facts import MODULE, PACKAGE, Binding, Import, Literal
from seamark.extract.nodes import items
from seamark.patterns import regex

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def imports(node: Node, reading: Reading) -> list[Binding]:
    """The names that an import binds."""
    if node.type == "package_clause":
        return [
            reading.binding(PACKAGE, Literal(reading.text(name), name.start_byte, name.end_byte), node, start=0)
            for name in items(node)[:1]
        ]
    path = reading.value(node.child_by_field_name("path"))
    if not isinstance(path, Literal) or not path.text:
        return []
    name = node.child_by_field_name("name")
    if name is None:
        names = package_names(path.text)
    elif name.type == "dot":
        names = ("*",)
    else:
        names = () if name.type == "blank_identifier" else (reading.text(name),)
    value = Import(path.text, "*" if names == ("*",) else "")
    return [reading.binding(name, value, node, scope=MODULE, start=0) for name in names]


def package_names(path: str) -> tuple[str, ...]:
    """What the package at an import path may be called; the path does not say it for sure.

    It is the last element; before a major version, which begins with 2, rather the one before. One that is no name in
    Go is taken without what people add to the names of repositories: `go-redis` is `redis`, `nats.go` is `nats`. One
    that is a whole host is called like its first label: `resty.dev/v3` is `resty`.
    """
    host, _, folder = path.partition("/")
    if "." in host and (not folder or _VERSION.fullmatch(folder)):
        return (host.partition(".")[0],)
    *_, before_last, last = ["", *_VERSION_ENDING.sub("", path).split("/")]
    if before_last and _VERSION.fullmatch(last):
        return (*_names(before_last), last)
    return _names(last)


def _names(element: str) -> tuple[str, ...]:
    if element.isidentifier():
        return (element,)
    parts = [part for part in re.split(r"\W", element) if part]
    own = [part for part in parts if part not in ("go", "golang")] or parts
    return tuple(dict.fromkeys(name for name in ("".join(own), "_".join(own)) if name.isidentifier()))


_VERSION = regex(r"v(?:[2-9]|[1-9][0-9]+)")
_VERSION_ENDING = regex(r"\.v[0-9]+$")
