"""Tags of fields, which say by convention `key:"value"` (reflect.StructTag)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.facts import TAG, Argument, Call, Hole, Literal, Name, Value
from seamark.patterns import regex

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_PAIR = regex(rb'(?<![^\x00-\x20"`])([^\x00-\x20":`]++):"((?:[^"\\\n]++|\\.)*)"')
_OPTION = regex(rb"(?<=,)\s*([\w-]+)=([^,]*+)")


def tag(field: Node, reading: Reading) -> Value:
    """What a field's tag says, as a call with keywords; some are options within a value: `env:"A,default=b"`."""
    node = field.child_by_field_name("tag")
    if node is None or node.type != "raw_string_literal":
        return Hole()
    said = tuple(_tag_arguments(node, reading))
    return (
        Call(Name(TAG, node.start_byte, node.start_byte), said, False, node.start_byte, node.end_byte)
        if said
        else Hole()
    )


def _tag_arguments(node: Node, reading: Reading) -> Iterator[Argument]:
    for pair in _PAIR.finditer(reading.data, node.start_byte, node.end_byte):
        yield _argument(pair, reading)
        for option in _OPTION.finditer(reading.data, *pair.span(2)):
            yield _argument(option, reading)


def _argument(found: re.Match[bytes], reading: Reading) -> Argument:
    value = Literal(reading.slice(*found.span(2)), *found.span(2))
    return Argument(reading.slice(*found.span(1)), value)
