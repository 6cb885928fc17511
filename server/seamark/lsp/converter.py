"""From JSON to the protocol's types, for clients newer or sloppier than lsprotocol."""

from __future__ import annotations

from enum import Enum
from typing import Any

from cattrs import Converter
from lsprotocol import types

_MOST = 2**31 - 1


def tolerant(converter: Converter) -> Converter:
    """A converter that takes values of enumerations that lsprotocol does not know, positions beyond every text, and
    texts of whatever version: they come in their order, and to drop one is to answer for another text.
    """
    for kind in vars(types).values():
        if isinstance(kind, type) and issubclass(kind, Enum):
            converter.register_structure_hook(kind, _enum)
    converter.register_structure_hook(types.Position, _position)
    converter.register_structure_hook(types.TextDocumentItem, _document)
    converter.register_structure_hook(types.VersionedTextDocumentIdentifier, _versioned_identifier)
    return converter


def _enum(value: Any, kind: type[Enum]) -> Any:
    try:
        return kind(value)
    except ValueError:
        return value


def _position(value: Any, _: type[types.Position]) -> types.Position:
    """Some clients say "to the end" with a number that is out of the protocol's range."""
    return types.Position(*(min(value[part], _MOST) for part in ("line", "character")))


def _document(value: Any, _: type[types.TextDocumentItem]) -> types.TextDocumentItem:
    language = value.get("languageId")
    language = language if isinstance(language, str) else ""
    return types.TextDocumentItem(value["uri"], language, _version(value), value["text"])


def _versioned_identifier(
    value: Any, _: type[types.VersionedTextDocumentIdentifier]
) -> types.VersionedTextDocumentIdentifier:
    return types.VersionedTextDocumentIdentifier(_version(value), value["uri"])


def _version(value: Any) -> int:
    version = value.get("version")
    return version if type(version) is int and abs(version) <= _MOST else 0
