"""Files that are required, and the paths that name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.expressions import inner
from seamark.extract.facts import Argument, Call, Concat, Hole, Import, Literal, Name, Preamble, Scalar, Value
from seamark.extract.language import call_of
from seamark.extract.nodes import first
from seamark.patterns import regex

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

REQUIRING = (
    "require_expression",
    "require_once_expression",
    "include_expression",
    "include_once_expression",
)


def require(node: Node, reading: Reading) -> Value:
    """What a required file gives, if it is said which one; else a call."""
    path = _required_file(node, reading)
    return path if isinstance(path, Import) else _call_of_require(node, path, reading)


def _required_file(node: Node, reading: Reading) -> Value:
    """The file that is required, as far as it is said which."""
    path = inner(node, reading)
    return Import(path.text, "") if isinstance(path, Literal) and path.text else path


def statement(node: Node, reading: Reading) -> Value:
    """`require 'x.php';` is a call, with the file as its argument."""
    required = first(node)
    if required is None or required.type not in REQUIRING:
        return Hole()
    return _call_of_require(required, _required_file(required, reading), reading)


def _call_of_require(node: Node, given: Value, reading: Reading) -> Value:
    word = node.children[0]
    name = Name(reading.text(word).lower(), word.start_byte, word.end_byte)
    return call_of(name, [Argument("", given)], node)


_REQUIRED = regex(
    rb"""(?m)^[ \t]*+(?:<\?php[ \t]++)?(?:require|include)(?:_once)?\b"""
    rb"""[^;"'\n]{0,120}+["']([^"'\n]+\.php)["']\s*\)?\s*;"""
)
"""A statement on a line of its own: what stands in a comment or a text begins otherwise."""


def preamble(data: bytes) -> Preamble:
    """The files that a text requires: the ends of their paths, as far as these are written out."""
    return Preamble(included=tuple(found[1].decode("utf-8", "replace") for found in _REQUIRED.finditer(data)))


def module(path: Concat) -> str | None:
    """A path that is stated from the file's own folder on, as a module: `./…`."""
    folder = _folder(path.parts[0])
    texts = [part.text for part in path.parts[1:] if isinstance(part, Literal)]
    return None if folder is None or len(texts) + 1 != len(path.parts) else folder + "".join(texts)


def _folder(value: Value) -> str | None:
    """`__DIR__`, `dirname(__FILE__)`, `dirname(__DIR__, 2)`, from the file's folder."""
    match value:
        case Name(name="__DIR__"):
            return "."
        case Call(callee=Name(name="dirname"), arguments=(Argument(value=Name(name="__FILE__")),)):
            return "."
        case Call(callee=Name(name="dirname"), arguments=(Argument(value=inner), *levels)):
            folder = _folder(inner)
            count = levels[0].value if levels else Scalar("1")
            if folder is not None and isinstance(count, Scalar) and count.text in "12345678":
                return folder + "/.." * int(count.text)
    return None
