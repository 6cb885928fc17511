"""The ignore rules in force in a folder: git's, from the repository's root down, and Seamark's own."""

from __future__ import annotations

import os
import stat
from collections.abc import Container, Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from .ignore import Rules, parse
from .limits import Limits
from .problem import Problem
from .read import read_file

VERSION_CONTROL = frozenset((".git", ".hg", ".svn", ".jj", ".bzr", ".sl", "_darcs", "CVS"))
"""The folders that make the folder they are in the root of a repository."""

_GIT_RULES = ".gitignore"
_OWN_RULES = ".seamarkignore"
RULES = frozenset((_GIT_RULES, _OWN_RULES))
"""Files that say which of those around them do not belong to the workspace."""


class Rule(Struct, frozen=True):
    """A rule that leaves something out: the file in which it stands, its line (from 1), and how it is written.

    One that no file states is known by what does: its `file` is empty then.
    """

    file: str
    line: int
    text: str


class _Level(Struct, frozen=True):
    """An ignore file's rules, and how many characters of a path lie before the part that they are about."""

    file: str
    skip: int
    rules: Rules


class Scope(Struct, frozen=True):
    """The rules in force in a folder, the nearest first. They are asked for paths from the repository's root."""

    git: tuple[_Level, ...] = ()
    own: tuple[_Level, ...] = ()

    def ignores(self, path: str, folder: bool, generated: bool = False) -> bool:
        """Whether to leave `path` out: as our own rules say, else if it is known to be `generated`, or git ignores it.

        A path is asked for only if its folder is not ignored.
        """
        own = _verdict(self.own, path, folder)
        return own if own is not None else generated or bool(_verdict(self.git, path, folder))

    def rule(self, path: str, folder: bool) -> Rule | None:
        """The rule that is the reason to leave `path` out; `None` if no rule is. Files' names are from the repository's
        root.
        """
        return _deciding_rule(self.own, path, folder) or _deciding_rule(self.git, path, folder)


def enter(scope: Scope, place: str, path: str, names: Container[str], root: str) -> tuple[Scope, list[Problem]]:
    """The rules inside a folder, from those outside, its place, its `path` in the repository ("" or ending with "/"),
    the names that it holds, and the folder out of which no link may lead. Problems name the ignore file only.

    A repository inside another does not obey the outer one's `.gitignore`.
    """
    problems: list[Problem] = []

    def with_rules(levels: tuple[_Level, ...], name: str) -> tuple[_Level, ...]:
        rules = _rules(os.path.join(place, name), root)
        if isinstance(rules, Problem):
            problems.append(Problem(name, rules.reason))
            return levels
        return levels if rules is None else (_Level(path + name, len(path), rules), *levels)

    git, own = scope.git, scope.own
    if ".git" in names:
        git = () if os.path.islink(os.path.join(place, ".git")) else with_rules((), ".git/info/exclude")
    if _GIT_RULES in names:
        git = with_rules(git, _GIT_RULES)
    if _OWN_RULES in names:
        own = with_rules(own, _OWN_RULES)
    return Scope(git, own), problems


def with_rules(scope: Scope, path: str, rules: Sequence[str]) -> Scope:
    """A scope with further rules of our own, stated in lines, for what is below a `path` in the repository."""
    return Scope(scope.git, (_Level("", len(path), parse("\n".join(rules))), *scope.own)) if rules else scope


def above(root: str) -> tuple[Scope, str, list[Problem]]:
    """The rules that the folders above a real path state, and the path that leads to it from its repository's root.

    If those rules ignore the folder itself they do not count: somebody wants to see it nevertheless.
    """
    folders = [root, *map(str, Path(root).parents)]
    depth = next((depth for depth, folder in enumerate(folders) if _holds(folder, VERSION_CONTROL)), 0)
    scope, path, problems = Scope(), "", list[Problem]()
    for distance in range(depth, 0, -1):
        present = [name for name in (".git", _GIT_RULES, _OWN_RULES) if _holds(folders[distance], (name,))]
        scope, found = enter(scope, folders[distance], path, present, folders[distance])
        problems += [Problem("../" * distance + problem.path, problem.reason) for problem in found]
        path += os.path.basename(folders[distance - 1]) + "/"
        if scope.ignores(path[:-1], folder=True):
            scope = Scope()
    return scope, path, problems


def _holds(folder: str, names: Iterable[str]) -> bool:
    return any(os.path.lexists(os.path.join(folder, name)) for name in names)


def _verdict(levels: tuple[_Level, ...], path: str, folder: bool) -> bool | None:
    for level in levels:
        verdict = level.rules.verdict(path[level.skip :], folder)
        if verdict is not None:
            return verdict
    return None


def _deciding_rule(levels: tuple[_Level, ...], path: str, folder: bool) -> Rule | None:
    for level in levels:
        number, ignores = level.rules.last(path[level.skip :], folder)
        if number >= 0:
            return Rule(level.file, number + 1, level.rules.lines[number].strip()) if ignores else None
    return None


def _rules(place: str, root: str) -> Rules | Problem | None:
    """The rules of an ignore file; `None` if there is none, or, as for git, if it is a symbolic link."""
    try:
        if not stat.S_ISREG(os.lstat(place).st_mode):
            return None
    except OSError:
        return None
    text = read_file(place, Limits(), root)
    return text if isinstance(text, Problem) else parse(text.data.decode())
