"""The settings one by one, each under its whole name, as the schema has them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from .schema import Place, Section, Settings


class Option(Struct, frozen=True):
    """A setting: its name (`files.maxSize`), its type, its default in JSON, and what its `schema` says of it."""

    name: str
    type: Any
    default: Any
    schema: dict[str, Any]

    @property
    def place(self) -> Place:
        """Where it may stand."""
        place: Place = self.schema["place"]
        return place


@cache
def options() -> dict[str, Option]:
    """All settings, by their names, in the schema's order."""
    return {option.name: option for option in _within(Settings, "")}


def _within(section: type[Section], prefix: str) -> Iterator[Option]:
    for field in msgspec.structs.fields(section):
        name = prefix + field.encode_name
        if isinstance(field.type, type) and issubclass(field.type, Section):
            yield from _within(field.type, f"{name}.")
        else:
            default = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
            plain = msgspec.json.decode(msgspec.json.encode(default))
            yield Option(name, field.type, plain, msgspec.json.schema(field.type))
