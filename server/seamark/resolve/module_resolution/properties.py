"""Properties of services: what files of settings say stands for `${key}` in the texts of sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial

from seamark.catalogue import Properties
from seamark.resolve.workspace_facts.project import Project

from .paths import ancestors, join

_MARKS = re.compile(r"[-_]")


def property_of(project: Project, rows: Sequence[Properties], path: str, key: str) -> str | None:
    """What the settings nearest to a file say of a key; None if they say nothing."""
    plain = _plain(key)
    for around in ancestors(path):
        found = project.once(f"properties {around}/", partial(_stated_in, project, rows, around))
        if plain in found:
            return found[plain]
    return None


def _stated_in(project: Project, rows: Sequence[Properties], around: str) -> Mapping[str, str]:
    """The properties that the files of settings below one folder state: the first that states one counts."""
    found: dict[str, str] = {}
    for row in rows:
        named = _compile_pattern(row.file)
        homes = (join(around, inner) for inner in row.folders)
        for home in (one for one in homes if one is not None and (not one or project.exists(one))):
            matches = filter(None, map(named.fullmatch, project.listing(home)))
            for match in sorted(matches, key=lambda one: (one["profile"] or "", one[0])):
                said = project.settings(f"{home}/{match[0]}" if home else match[0])
                for key, value in _flatten("", said):
                    found.setdefault(_plain(key), value)
    return found


def _flatten(prefix: str, said: object) -> Iterator[tuple[str, str]]:
    """Keys in full, with their texts."""
    if isinstance(said, dict):
        for key, value in said.items():
            yield from _flatten(f"{prefix}.{key}" if prefix else str(key), value)
    elif isinstance(said, str):
        yield prefix, said


def _plain(key: str) -> str:
    return _MARKS.sub("", key).lower()


@cache
def _compile_pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
