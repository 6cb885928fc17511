"""What PHP's names stand for.

PHP has names of several kinds, which may be the same: `$client`, `client()`, `Client`. What is declared with a `$` has
it in the facts everywhere: variables, parameters, and properties (`$this->client` is `this.$client`, beside a method
`client`). The names of named arguments have none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import Hole, Import, Name, Super, This, Value
from seamark.extract.language import MAX_DEPTH
from seamark.extract.nodes import items

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

ROOT = "\\"
"""The namespace of what is in none."""
CLASSES = ("class_declaration", "anonymous_class", "enum_declaration", "trait_declaration", "interface_declaration")
_OF_CLASS = ("self", "static", "__CLASS__")


def name(node: Node, reading: Reading) -> Value:
    """A name without a mark: of a class, a function, a constant."""
    text = reading.text(node)
    if text in _OF_CLASS:
        return own_class(node, reading)
    return Super() if text == "parent" else Name(text, node.start_byte, node.end_byte)


def own_class(node: Node, reading: Reading) -> Value:
    """The class in which `node` stands."""
    outer: Node | None = node
    for _ in range(MAX_DEPTH):
        outer = None if outer is None else reading.parent(outer)
        if outer is not None and outer.type in CLASSES:
            return reading.function(outer)
    return Hole()


def qualified_name(node: Node, reading: Reading) -> Value:
    """A name with its namespace."""
    return value_of_name(reading.text(node), node.start_byte)


def value_of_name(text: str, start: int) -> Value:
    r"""What `text`, the name of a class, function or constant at `start`, stands for: `A`, `A\B`, `\A\B`.

    A namespace that is not stated from the root on has the mark `.\` before it.
    """
    module, separator, name = text.rpartition("\\")
    if text.startswith("\\"):
        return Import(module[1:] or ROOT, name)
    # `namespace\A` is nearly always what `A` is.
    module = module.removeprefix("namespace").lstrip("\\") if text.startswith("namespace\\") else module
    if module:
        return Import(f".\\{module}", name)
    return Name(name, start + len((text[: -len(name)] if separator else "").encode()), start + len(text.encode()))


def variable(node: Node, reading: Reading) -> Value:
    """`$name`."""
    text = reading.text(node)
    return This() if text == "$this" else Name(text, node.start_byte, node.end_byte)


def dynamic_variable(node: Node, reading: Reading) -> Value:
    """`${name}` in a string; any other one may be any variable."""
    inner = items(node)
    if len(inner) != 1 or inner[0].type != "name":
        return Hole()
    return Name(f"${reading.text(inner[0])}", inner[0].start_byte, inner[0].end_byte)


def relative(node: Node, reading: Reading) -> Value:
    """`self`, `static`, `parent`."""
    return Super() if reading.text(node) == "parent" else This()
