"""What is wrong with the shape of a table, in words for people who write one: fields and values that there are not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from seamark.patterns import regex

from .mistakes import TableKey, suggestion
from .schema import Library

_ERROR = regex(r"(?P<message>.*?)(?: - at `\$?(?P<path>[^`]*)`)?", re.DOTALL)
_STEP = regex(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_ENTRY = "..."
"""What msgspec calls an entry of what holds entries by name."""
_UNKNOWN_FIELD = regex(r"Object contains unknown field `(.*)`")
_UNKNOWN_VALUE = regex(r"Invalid enum value '(.*)'")


class Aliases(msgspec.Struct):
    """What a built-in table may have besides a library's fields."""

    aliases: dict[str, tuple[str, ...]] = {}


def path_of(error: msgspec.ValidationError) -> tuple[str, TableKey]:
    """What msgspec says is wrong, and where: `("Expected `str`, got `int`", ("routes", 0, "path"))`."""
    found = _ERROR.fullmatch(str(error))
    assert found is not None
    steps = _STEP.findall(found["path"] or "")
    return found["message"], tuple(name or (int(number) if number.isdigit() else number) for name, number in steps)


def place_by_entry(place: TableKey, table: Mapping[str, Any]) -> TableKey:
    """A place with the name of the entry in which it is: `("types", "app", "role")` for `("types", "...", "role")`."""
    field = place[0] if place else ""
    if isinstance(field, int) or place[1:2] != (_ENTRY,):
        return place
    return (field, _wrong_entry(field, table[field]) or _ENTRY, *place[2:])


def _wrong_entry(field: str, entries: Mapping[str, object]) -> str | None:
    """The name of the first entry that is none of what this field of tables holds by name, such as `types`."""
    kind = Aliases if field in Aliases.__struct_fields__ else Library
    for name, entry in entries.items():
        try:
            msgspec.convert({"name": "", "languages": [], field: {name: entry}}, kind)
        except msgspec.ValidationError:
            return name
    return None


def explain_unknown(message: str, place: TableKey) -> str | None:
    """What msgspec says of a field or a value that there is not, with what there is; None if it says something else."""
    field, value = _UNKNOWN_FIELD.fullmatch(message), _UNKNOWN_VALUE.fullmatch(message)
    if field is None and value is None:
        return None
    kind = _kind_at(place)
    if value is not None:
        choices = [one for one in get_args(kind) if one]
        near = suggestion(value[1], choices)
        return f"`{value[1]}` is not one of {', '.join(choices)}" + near
    assert field is not None
    known = kind.__struct_fields__ if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else ()
    near = suggestion(field[1], known) or (f": there are {', '.join(known)}" if known else "")
    return f"`{field[1]}` has no meaning here{near}"


def _kind_at(place: TableKey) -> Any:
    """The type of what may stand at a place of a table."""
    kind: Any = Library
    for step in place:
        hints = get_type_hints(kind) if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else {}
        kind = hints[str(step)] if hints else get_args(kind)[1 if get_origin(kind) is dict else 0]
        if get_origin(kind) in (Union, UnionType):
            kind = next(one for one in get_args(kind) if one is not NoneType)
    return kind
