"""The rules of a `.gitignore`, as git reads them (gitignore(5), `dir.c`): the last one that matches decides.

The walk asks for a folder before it enters it, so a rule must match the whole path that is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

from msgspec import Struct

from .globs import path_expression

_NONE = (-1, False)
"""That no rule matches."""

_Last: TypeAlias = Callable[[str], tuple[int, bool]]
"""The number of the last rule that matches a text, and whether it ignores; `_NONE` if none matches."""


class Rules(Struct, frozen=True):
    """The rules of one ignore file, its `lines`: those that look at a name, those that look at a path, and those of
    both kinds that are for folders only.
    """

    lines: tuple[str, ...]
    names: _Last
    paths: _Last
    folder_names: _Last
    folder_paths: _Last

    def verdict(self, path: str, folder: bool) -> bool | None:
        """Whether the last rule that matches ignores `path` (relative to the ignore file's folder, with `/`).

        `False` if that rule begins with `!`, `None` if no rule matches.
        """
        number, ignores = self.last(path, folder)
        return ignores if number >= 0 else None

    def last(self, path: str, folder: bool) -> tuple[int, bool]:
        """The line, from 0, of the last rule that matches `path`, and whether it ignores; -1 if none matches."""
        name = path[path.rfind("/") + 1 :]
        found = max(self.names(name), self.paths(path))
        return max(found, self.folder_names(name), self.folder_paths(path)) if folder else found


class _Rule(Struct, frozen=True):
    """A rule, and the line in which it stands."""

    number: int
    glob: str
    ignores: bool
    is_path: bool
    is_folder: bool


def parse(text: str) -> Rules:
    """The rules of an ignore file's text."""
    lines = tuple(text.split("\n"))
    rules = [rule for number, line in enumerate(lines) if (rule := _rule(number, line)) is not None]
    kinds = ((is_path, is_folder) for is_folder in (False, True) for is_path in (False, True))
    return Rules(lines, *(_last(rule for rule in rules if (rule.is_path, rule.is_folder) == kind) for kind in kinds))


def _rule(number: int, line: str) -> _Rule | None:
    """The rule in a line; `None` for a comment, and for a line without a glob."""
    stated = _without_spaces(line.removesuffix("\r"))
    glob = stated.removeprefix("!").removesuffix("/")
    if stated.startswith("#") or not glob:
        return None
    return _Rule(number, glob.removeprefix("/"), not stated.startswith("!"), "/" in glob, stated.endswith("/"))


def _without_spaces(line: str) -> str:
    """A line without the spaces at its end; one stays that stands behind a backslash."""
    end = len(line.rstrip(" "))
    escaping = end - len(line[:end].rstrip("\\"))
    return line[: end + escaping % 2]


def _last(rules: Iterable[_Rule]) -> _Last:
    """What finds the last of these rules that matches."""
    backwards = [*rules][::-1]
    if not backwards:
        return lambda _: _NONE
    # The rules are alternatives of one pattern, the last first; the empty group at its end tells which one it was.
    fullmatch = re.compile("|".join(f"{path_expression(rule.glob)}()" for rule in backwards), re.DOTALL).fullmatch
    verdicts = [_NONE, *((rule.number, rule.ignores) for rule in backwards)]

    def last(subject: str) -> tuple[int, bool]:
        match = fullmatch(subject)
        return verdicts[match.lastindex or 0] if match is not None else _NONE

    return last
