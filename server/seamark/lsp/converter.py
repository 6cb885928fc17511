"""From JSON to the protocol's types, for clients newer or sloppier than lsprotocol."""

from __future__ import annotations

from enum import Enum
from typing import Any

from cattrs import Converter
from lsprotocol import types

_MOST = 2**31 - 1


def tolerant(converter: Converter) -> Converter:
    """A converter that takes values of enumerations that lsprotocol does not know, and positions beyond every text."""
    for kind in vars(types).values():
        if isinstance(kind, type) and issubclass(kind, Enum):
            converter.register_structure_hook(kind, _enum)
    converter.register_structure_hook(types.Position, _position)
    return converter


def _enum(value: Any, kind: type[Enum]) -> Any:
    try:
        return kind(value)
    except ValueError:
        return value


def _position(value: Any, _: type[types.Position]) -> types.Position:
    """Some clients say "to the end" with a number that is out of the protocol's range."""
    return types.Position(*(min(value[part], _MOST) for part in ("line", "character")))
