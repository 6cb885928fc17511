"""What one place says of the settings: the values in it that are valid, and what is wrong with the others."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from seamark.catalogue import TableKey, explain_unknown, format_place, path_of, place_by_entry
from seamark.patterns import regex

from .options import Option, options
from .own_tables import wrong_names, wrong_rows
from .schema import Place, Settings

Key: TypeAlias = tuple[str | int, ...]
"""Where something stands in what a place says: `("catalogue", 0, "requests", 1, "url")`."""

Layer: TypeAlias = Mapping[str, Any]
"""Valid values by the names of their settings: `files.maxSize`."""

_ENTRY = "..."
"""What msgspec calls an entry of a table, whatever its name."""
_UNKNOWN_FIELD = regex(r"Object contains unknown field `(.*)`")
_TYPE = regex(r"`(\w+)`")
_TYPES = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a number",
    "null": "nothing",
    "object": "a table",
    "str": "a text",
}
"""What msgspec calls the types of values, and people do."""


class SettingMistake(Struct, frozen=True):
    """Something that cannot be taken as it stands, and why, in words for people."""

    key: Key
    message: str


def read_layer(said: object, places: Collection[Place]) -> tuple[Layer, list[SettingMistake]]:
    """What is said, as it is nested in JSON or TOML, of those settings that may stand in one of these `places`.

    Dots may stand in keys, too: `{"files.maxSize": 2}`.
    """
    values: dict[str, Any] = {}
    wrong: list[SettingMistake] = []
    if not isinstance(said, Mapping):
        return values, [SettingMistake((), "settings must be a table")]
    for key, value in _stated_settings(said, ()):
        name = ".".join(map(str, key))
        option = options().get(name)
        if _is_section(name):
            wrong.append(SettingMistake(key, f"`{name}` must be a table of settings"))
        elif option is None:
            wrong.append(SettingMistake(key, f"`{name}` is not a setting{_suggestion(name, options())}"))
        elif option.place not in places:
            wrong.append(SettingMistake(key, f"`{name}` can only be set {_ELSEWHERE[option.place]}"))
        else:
            found = list(_invalid(option, key, value))
            wrong += found
            if not found:
                values[name] = value
    return values, wrong


_ELSEWHERE: dict[Place, str] = {
    "editor": "in the editor, not for a whole project",
    "project": "in `seamark.toml`, not in the editor",
    "start": "in the initialization options that the editor sends",
    "anywhere": "elsewhere",
}


def merged_layer(before: Layer, now: Layer, wrong: Collection[SettingMistake]) -> Layer:
    """What counts of a place that says something else now: of what is wrong, the value that it had before.

    What cannot be read at all, which is wrong as a whole, changes nothing.
    """
    names = {".".join(str(step) for step in one.key if isinstance(step, str)) for one in wrong}
    old = {name: value for name, value in before.items() if any(_concerns(one, name) for one in names)}
    return {**old, **now}


def _concerns(wrong: str, name: str) -> bool:
    return not wrong or name == wrong or wrong.startswith(f"{name}.") or name.startswith(f"{wrong}.")


def settings(*layers: Layer) -> Settings:
    """All settings, from what several places say of them: of each, the last that says something counts."""
    nested: dict[str, Any] = {}
    for layer in layers:
        for name, value in layer.items():
            *around, last = name.split(".")
            section = nested
            for step in around:
                section = section.setdefault(step, {})
            section[last] = value
    return msgspec.convert(nested, Settings)


def _stated_settings(said: Mapping[str, Any], around: Key) -> Iterator[tuple[Key, Any]]:
    """Each setting that is stated, with what else is: sections are gone into, and nothing else."""
    for key, value in said.items():
        place = (*around, *str(key).split("."))
        if isinstance(value, Mapping) and _is_section(".".join(map(str, place))):
            yield from _stated_settings(value, place)
        else:
            yield place, value


def _is_section(name: str) -> bool:
    return any(option.startswith(f"{name}.") for option in options())


def _invalid(option: Option, key: Key, value: object) -> Iterator[SettingMistake]:
    try:
        converted = msgspec.convert(value, option.type)
    except msgspec.ValidationError as error:
        message, place = path_of(error)
        if place == (_ENTRY,) and isinstance(value, Mapping):
            place = (next(name for name, one in value.items() if not isinstance(one, str)),)
        said = None
        if option.name == "catalogue" and place[1:] and isinstance(value, list | tuple):
            number, *within = place
            said = explain_unknown(message, tuple(within))
            place = (number, *place_by_entry(tuple(within), value[int(number)]))
        place = (*key, *place)
        yield SettingMistake(place, f"`{format_place(place)}`: {said or _explain_error(message, option)}")
        return
    choices = option.schema["choices"]
    for number, item in enumerate(value if choices and isinstance(value, list | tuple) else ()):
        if item not in choices:
            yield SettingMistake((*key, number), f"`{option.name}`: `{item}` is not one of {', '.join(choices)}")
    for place, message in _FURTHER.get(option.name, _nothing)(converted):
        whole = (*key, *place)
        yield SettingMistake(whole, f"`{format_place(whole)}`: {message}")


def _nothing(_: object) -> tuple[()]:
    return ()


_FURTHER: Mapping[str, Callable[[Any], Iterable[tuple[TableKey, str]]]] = {"catalogue": wrong_names, "own": wrong_rows}
"""What else may be wrong with a value, by its setting."""


def _explain_error(message: str, option: Option) -> str:
    choices = option.schema.get("enum")
    if choices:
        return f"must be one of {', '.join(choices)}"
    unknown = _UNKNOWN_FIELD.fullmatch(message)
    if unknown is not None:
        return f"`{unknown[1]}` has no meaning here{_suggestion(unknown[1], _fields(option))}"
    return _TYPE.sub(lambda found: _TYPES.get(found[1], found[0]), message[:1].lower() + message[1:])


def _fields(option: Option) -> list[str]:
    """The names of all fields of the tables that a setting consists of."""
    tables = option.schema.get("$defs", {}).values()
    return sorted({name for table in tables for name in table.get("properties", ())})


def _suggestion(name: str, known: Collection[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"; did you mean `{near[0]}`?" if near else ""
