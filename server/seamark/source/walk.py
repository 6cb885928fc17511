"""Finding the files of a workspace: those that people wrote, in an order that does not depend on the machine."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Container, Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from .dialects import dialect_of, other_language
from .inside import LEADS_OUT, is_inside
from .limits import Limits, too_deep, too_large
from .problem import Problem, reason
from .scope import VERSION_CONTROL, Rule, Scope, above, enter, with_rules

_NEVER_ENTERED = VERSION_CONTROL | {
    *("node_modules", "bower_components", "jspm_packages", ".yarn", ".pnpm-store"),
    *(".next", ".nuxt", ".output", ".svelte-kit", ".angular", ".astro", ".turbo", ".parcel-cache", ".vercel"),
    *("__pycache__", "site-packages", ".venv", ".tox", ".nox", ".eggs", ".ipynb_checkpoints"),
    *(".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", ".gradle", ".terraform"),
}

# Folders with sources have these names too: they are left out only beside one of these files.
_GENERATED_BESIDE = {
    "build": ("package.json", "build.gradle", "build.gradle.kts"),
    "dist": ("package.json",),
    "target": ("Cargo.toml", "pom.xml", "build.sbt"),
    "vendor": ("go.mod", "composer.json"),
}

# A folder that holds one of these says so itself: a virtual environment, a cache.
_GENERATED_WITH = ("pyvenv.cfg", "CACHEDIR.TAG")

SHAPING = frozenset(name for names in _GENERATED_BESIDE.values() for name in names) | frozenset(_GENERATED_WITH)
"""Files that, by being there, decide which of those around them belong to the workspace."""


class FoundFile(Struct, frozen=True):
    """A file of the workspace: its path relative to the root, with `/`, its size in bytes, and when it was changed:
    its content (or so it says), and anything about it.
    """

    path: str
    size: int
    mtime_ns: int
    ctime_ns: int


class LeftOut(Struct, frozen=True):
    """A file or folder (then its path ends with `/`) that does not belong to the workspace: by a rule of an ignore
    file, whose name is relative to the root; because of what it is; or because of its `language`, that is not read.
    """

    path: str
    reason: str
    rule: Rule | None = None
    language: str | None = None


def walk(
    root: Path,
    limits: Limits,
    wanted: Callable[[str], bool] = lambda _: False,
    exclude: Sequence[str] = (),
    shown: Sequence[str] = (),
) -> Iterator[FoundFile | Problem]:
    """Yield the source files under `root`, and every file whose name is `wanted`, with the problems met on the way.

    Left out are: what git ignores, by the rules of the repository that `root` is in (the user's global ones are not
    read); what a `.seamarkignore` says, in the same syntax and, with `!`, stronger than git's; what the rules
    `exclude` say, as if they stood in one around `root`; the folders of version
    control, dependencies, caches and builds. A symbolic link that leads out of `root` is not followed; a linked folder
    is visited after all others, if no other path led to it. A folder's files come before its sub-folders, each sorted.

    The folders `shown`, by their paths from `root`, are visited whatever stands outside of them: somebody wants to see
    them.

    A folder that is more folders below the root than the limits say is a `Problem`.

    Of files that are no source it is for whoever reads them to say that they are too large.

    A root that is a file yields just that file, under its name. Nothing is raised; a root that cannot be read is a
    `Problem` with the path ".".
    """
    search = _walk(root, "", limits, wanted, exclude, shown)
    yield from (item for item in search if item is not None and not isinstance(item, LeftOut))


def left_out(
    root: Path,
    limits: Limits,
    wanted: Callable[[str], bool] = lambda _: False,
    exclude: Sequence[str] = (),
    shown: Sequence[str] = (),
    within: str = "",
) -> Iterator[LeftOut]:
    """What `walk` leaves out, and why: of everything, or of a path what is within it, or around it and left out whole.

    Of what is in a folder that is left out, nothing is known.
    """

    def is_code(name: str) -> bool:
        return wanted(name) or other_language(name) is not None

    for item in _walk(root, within, limits, is_code, exclude, shown):
        other = other_language(item.path) if isinstance(item, FoundFile) else None
        if isinstance(item, LeftOut):
            yield item
        elif item is not None and other is not None:
            yield LeftOut(item.path, f"it is written in {other}, which Seamark does not read", language=other)


def look(
    root: Path,
    within: str,
    limits: Limits,
    wanted: Callable[[str], bool] = lambda _: False,
    exclude: Sequence[str] = (),
    shown: Sequence[str] = (),
) -> list[FoundFile | Problem] | None:
    """What `walk` yields of one file or folder, given by its path from the root, without visiting the others.

    `None` if there is a linked folder on the way or within: whether it is visited, and under which name, is known only
    once everything is.
    """
    found: list[FoundFile | Problem] = []
    for item in _walk(root, within, limits, wanted, exclude, shown):
        if item is None:
            return None
        if not isinstance(item, LeftOut):
            found.append(item)
    return found


def _walk(
    root: Path,
    within: str,
    limits: Limits,
    wanted: Callable[[str], bool],
    exclude: Sequence[str],
    shown: Sequence[str],
) -> Iterator[FoundFile | Problem | LeftOut | None]:
    """What is within a path, or everything if that is empty; `None` for each linked folder met if it is not."""
    place = os.path.abspath(root)
    try:
        status = os.stat(place)
    except (OSError, ValueError) as error:
        yield Problem(".", reason(error))
        return
    if not stat.S_ISDIR(status.st_mode) and within in ("", os.path.basename(place)):
        yield _judge_file(os.path.basename(place), status, limits)
    if not stat.S_ISDIR(status.st_mode):
        return
    real = os.path.realpath(place)
    scope, prefix, problems = above(real)
    yield from problems
    search = _Search(real, prefix, limits, wanted, within, frozenset(shown))
    pending, linked, visited = (
        [_Folder(place, "", real, with_rules(scope, prefix, exclude))],
        list[_Folder](),
        set[str](),
    )
    while pending or linked:
        folder = pending.pop() if pending else linked.pop(0)
        if folder.real in visited:
            continue
        visited.add(folder.real)
        below: list[_Folder] = []
        for item in _visit(folder, search):
            if isinstance(item, _Folder):
                if item.linked and within:
                    yield None
                (linked if item.linked else below).append(item)
            else:
                yield item
        pending += reversed(below)


class _Search(Struct, frozen=True):
    """What holds for a whole walk: the root's real place, its path in its repository, and what is looked for, where."""

    root: str
    prefix: str
    limits: Limits
    wanted: Callable[[str], bool]
    within: str
    shown: frozenset[str]

    def inside(self, path: str) -> Scope | None:
        """The rules inside a folder that those outside of it leave out; None if nothing in it is shown."""
        if path in self.shown:
            return Scope()
        leads_there = any(one.startswith(f"{path}/") for one in self.shown)
        return with_rules(Scope(), f"{self.prefix}{path}/", ["*"]) if leads_there else None

    def passes(self, path: str) -> bool:
        """Whether the path is within what is looked for, or leads there."""
        within = self.within
        return not within or path == within or within.startswith(f"{path}/") or path.startswith(f"{within}/")


class _Folder(Struct, frozen=True):
    """A folder to visit: its place, its path from the root ("" or ending with "/"), its real place, the rules above."""

    place: str
    path: str
    real: str
    scope: Scope
    linked: bool = False


def _visit(folder: _Folder, search: _Search) -> Iterator[FoundFile | Problem | LeftOut | _Folder]:
    """Yield what of a folder's content belongs to the workspace, sorted by name, and what is left out of it."""
    try:
        with os.scandir(folder.place) as iterator:
            entries = {entry.name: entry for entry in sorted(iterator, key=lambda entry: entry.name)}
    except OSError as error:
        yield Problem(folder.path.rstrip("/") or ".", reason(error))
        return
    is_shown = folder.path.rstrip("/") in {"", *search.shown}
    if not is_shown and any(name in entries for name in _GENERATED_WITH):
        said = next(name for name in _GENERATED_WITH if name in entries)
        yield LeftOut(folder.path, f"it holds {said}")
        return
    scope, problems = enter(folder.scope, folder.place, search.prefix + folder.path, entries, search.root)
    for problem in problems:
        yield Problem(folder.path + problem.path, problem.reason)
    for name, entry in entries.items():
        if not search.passes(folder.path + name):
            continue
        try:
            item = _examine(entry, folder, scope, entries, search)
        except FileNotFoundError:
            continue  # A link that leads nowhere, or a file that went away under our hands.
        except OSError as error:
            item = Problem(folder.path + name, reason(error))
        if item is not None:
            yield item if _is_unicode(name) else _misnamed_problem(folder.path + name)


def _examine(
    entry: os.DirEntry[str], folder: _Folder, scope: Scope, beside: Container[str], search: _Search
) -> FoundFile | Problem | LeftOut | _Folder | None:
    """What to do with an entry of a folder; `None` for what is no source and holds none. Raises `OSError`."""
    path = folder.path + entry.name
    linked = _is_link(entry)
    if linked and not _is_ours(os.path.realpath(entry.path), search.root):
        return LeftOut(path, LEADS_OUT)
    if entry.is_dir():
        if entry.name in VERSION_CONTROL:
            return None
        why = _why_not(entry.name, f"{path}/", scope, beside, search)
        inside = scope if why is None else search.inside(path)
        if inside is None:
            return why
        if (deep := too_deep(path, search.limits)) is not None:
            return Problem(path, deep)
        real = os.path.realpath(entry.path) if linked else os.path.join(folder.real, entry.name)
        return _Folder(entry.path, path + "/", real, inside, linked)
    is_source = dialect_of(entry.name) is not None or search.wanted(entry.name)
    if not is_source or not entry.is_file():
        return None
    if scope.ignores(search.prefix + path, False):
        return _by_rule(path, scope, search)
    return _judge_file(path, entry.stat(), search.limits)


def _why_not(name: str, path: str, scope: Scope, beside: Container[str], search: _Search) -> LeftOut | None:
    """Why a folder is left out, if it is."""
    if name in _NEVER_ENTERED:
        return LeftOut(path, "the folders of package managers and tools are never read")
    generated = next((file for file in _GENERATED_BESIDE.get(name, ()) if file in beside), "")
    if scope.ignores(search.prefix + path.rstrip("/"), True, bool(generated)):
        return _by_rule(path, scope, search) or LeftOut(path, f"built, as {generated} stands beside it")
    return None


def _by_rule(path: str, scope: Scope, search: _Search) -> LeftOut | None:
    """A path that a rule leaves out, a folder's with `/` at its end; `None` if no rule does."""
    rule = scope.rule(search.prefix + path.rstrip("/"), path.endswith("/"))
    if rule is None:
        return None
    file = os.path.relpath(rule.file, search.prefix or ".").replace(os.sep, "/") if rule.file else ""
    return LeftOut(path, "ignored", replace(rule, file=file))


def _judge_file(path: str, status: os.stat_result, limits: Limits) -> FoundFile | Problem:
    why = too_large(status.st_size, limits) if dialect_of(path) is not None else None
    return (
        FoundFile(path, status.st_size, status.st_mtime_ns, status.st_ctime_ns) if why is None else Problem(path, why)
    )


def _is_link(entry: os.DirEntry[str]) -> bool:
    """Whether an entry leads elsewhere: a symbolic link, on Windows a junction too."""
    if entry.is_symlink():
        return True
    return os.name == "nt" and bool(getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0))


def _is_ours(real: str, root: str) -> bool:
    """Whether a link's real goal lies inside the root, and in no folder that is never entered."""
    return is_inside(real, root) and _NEVER_ENTERED.isdisjoint(Path(os.path.relpath(real, root)).parts)


def _is_unicode(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _misnamed_problem(path: str) -> Problem:
    return Problem(path.encode("utf-8", "replace").decode(), "its name is not valid Unicode")
