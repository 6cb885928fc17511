"""The rules of a `.gitignore`, as git reads them (gitignore(5), `dir.c`): the last one that matches decides.

The walk asks for a folder before it enters it, so a rule must match the whole path that is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from .globs import path_expression


class _Matcher(Struct, frozen=True):
    """What finds the last of some rules that matches, by names or by whole paths.

    The rules are the alternatives of one pattern, the last first; the empty group at the end of each tells which one it
    was, and by its number the rule's line and whether it ignores.
    """

    fullmatch: Callable[[str], re.Match[str] | None]
    verdicts: tuple[tuple[int, bool], ...]
    by_path: bool


class Rules(Struct, frozen=True):
    """The rules of one ignore file, its `lines`: those that are asked for files, and those for folders."""

    lines: tuple[str, ...]
    files: tuple[_Matcher, ...]
    folders: tuple[_Matcher, ...]

    def verdict(self, path: str, folder: bool) -> bool | None:
        """Whether the last rule that matches ignores `path` (relative to the ignore file's folder, with `/`).

        `False` if that rule begins with `!`, `None` if no rule matches.
        """
        number, ignores = self.last(path, folder)
        return ignores if number >= 0 else None

    def last(self, path: str, folder: bool) -> tuple[int, bool]:
        """The line, from 0, of the last rule that matches `path`, and whether it ignores; -1 if none matches."""
        name = path[path.rfind("/") + 1 :]
        found = (-1, False)
        for matcher in self.folders if folder else self.files:
            match = matcher.fullmatch(path if matcher.by_path else name)
            if match is not None:
                found = max(found, matcher.verdicts[match.lastindex or 0])
        return found


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
    files = _matchers([rule for rule in rules if not rule.is_folder])
    return Rules(lines, files, (*files, *_matchers([rule for rule in rules if rule.is_folder])))


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


def _matchers(rules: Sequence[_Rule]) -> tuple[_Matcher, ...]:
    """What finds the last of these rules: of those that look at a name, and of those that look at a path."""
    by_name = [rule for rule in rules if not rule.is_path]
    by_path = [rule for rule in rules if rule.is_path]
    return tuple(_matcher(kind[::-1], kind is by_path) for kind in (by_name, by_path) if kind)


def _matcher(backwards: Sequence[_Rule], by_path: bool) -> _Matcher:
    pattern = re.compile("|".join(f"{path_expression(rule.glob)}()" for rule in backwards), re.DOTALL)
    return _Matcher(pattern.fullmatch, ((-1, False), *((rule.number, rule.ignores) for rule in backwards)), by_path)
