"""Properties of services: what files of settings say stands for `${key}` in the texts of sources."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial

from seamark.catalogue import Properties
from seamark.patterns import regex
from seamark.resolve.workspace_facts.project import Project

from .manifest_dependencies import depending_modules
from .paths import ancestors, below, folder, join

_MARKS = regex(r"[-_]")
_LOCATION = regex(r"(classpath:|file:)?/*(.*?)/*\s*")
_APPLICATION = "{application}"
_ANY_FILE = "file"
"""Settings around a folder are those around whatever file of it."""


def property_of(project: Project, rows: Sequence[Properties], path: str, key: str) -> str | None:
    """What the settings nearest to a file say of a key; None if they say nothing.

    A module without settings is a library: what it has are those of the modules of its build that depend on it and
    have some besides those around it, if they agree.
    """
    plain, own = _plain(key), project.service(path)
    around = _known_around(project, rows, path)
    found = _first_stated(around, plain)
    if found is not None or _stated_below(project, rows, own):
        return found
    using = depending_modules(project, path)
    known = (_known_around(project, rows, below(module, _ANY_FILE)) for module in using)
    agreed = {_first_stated(one, plain) for one in known if any(said and said not in around for said in one)}
    return agreed.pop() if len(agreed) == 1 else None


def _known_around(project: Project, rows: Sequence[Properties], path: str) -> list[Mapping[str, str]]:
    """What settings of the folders around a file state: see `_settings_around`."""
    return project.once(f"properties around {folder(path)}/", lambda: list(_settings_around(project, rows, path)))


def _first_stated(known: Iterable[Mapping[str, str]], plain: str) -> str | None:
    return next((said[plain] for said in known if plain in said), None)


def _settings_around(project: Project, rows: Sequence[Properties], path: str) -> Iterator[Mapping[str, str]]:
    """What settings of the folders around a file state, nearest first; those that a service shares with it before."""
    for around in ancestors(path):
        own = _stated_below(project, rows, around)
        for row in rows:
            name = own.get(_plain(row.named)) if row.named else None
            if name is not None and row.shared:
                yield project.once(f"properties of {name}", partial(_shared_with, project, row, name))
        yield own


def _stated_below(project: Project, rows: Sequence[Properties], around: str) -> Mapping[str, str]:
    """The properties that the files of settings below one folder state: the first that states one counts."""
    return project.once(f"properties {around}/", partial(_read_below, project, rows, around))


def _read_below(project: Project, rows: Sequence[Properties], around: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for row in rows:
        named = _compile_pattern(row.pattern)
        homes = (join(around, inner) for inner in row.folders)
        for home in (one for one in homes if one is not None and (not one or project.exists(one))):
            matches = filter(None, map(named.fullmatch, project.listing(home)))
            for match in sorted(matches, key=lambda one: (one["profile"] or "", one[0])):
                _add(found, project.settings(below(home, match[0])))
    return found


def _shared_with(project: Project, row: Properties, name: str) -> Mapping[str, str]:
    """The properties that a service which shares settings states for another one of this name."""
    found: dict[str, str] = {}
    for home in project.once_for_all("", f"shared as {row.named}", partial(_shared_folders, row=row)):
        for file in (name, *row.files):
            for ending in row.endings:
                _add(found, project.settings(below(home.replace(_APPLICATION, name), f"{file}.{ending}")))
    return found


def _shared_folders(project: Project, row: Properties) -> tuple[str, ...]:
    """The folders in which services say that there are settings of others."""
    found: dict[str, None] = {}
    keys = {_plain(key) for key in row.shared}
    for path in (
        path for file in row.files for ending in row.endings for path in project.files_named(f"{file}.{ending}")
    ):
        home = next((one for one in row.folders if f"/{folder(path)}".endswith(f"/{one}")), None)
        said: dict[str, str] = {}
        _add(said, None if home is None else project.settings(path))
        for key, value in said.items():
            for location in value.split(",") if home is not None and key.partition("[")[0] in keys else ():
                found |= dict.fromkeys(_places(folder(path), home or "", location.strip()))
    return tuple(found)


def _places(resources: str, home: str, location: str) -> Iterator[str]:
    """The folders that a location may mean for who states it in a folder, the one called `home` of a service."""
    stated = _LOCATION.fullmatch(location)
    if stated is None:
        return
    service = resources.removesuffix(home).rstrip("/")
    bases = (resources,) if stated[1] == "classpath:" else (service, "")
    yield from filter(None, (join(base, stated[2]) for base in bases))


def _add(found: dict[str, str], said: object) -> None:
    """Add what a file says to what those that count more have said."""
    for key, value in _flatten("", said):
        found.setdefault(_plain(key), value)


def _flatten(prefix: str, said: object) -> Iterator[tuple[str, str]]:
    """Keys in full, with their texts."""
    if isinstance(said, dict):
        for key, value in said.items():
            yield from _flatten(f"{prefix}.{key}" if prefix else str(key), value)
    elif isinstance(said, list):
        for number, value in enumerate(said):
            yield from _flatten(f"{prefix}[{number}]", value)
    elif isinstance(said, str):
        yield prefix, said


def _plain(key: str) -> str:
    return _MARKS.sub("", key).lower()


@cache
def _compile_pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
