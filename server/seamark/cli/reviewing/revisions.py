"""A revision of a git repository as a folder: read from git's objects, with nothing checked out.

Git is only asked what it has: nothing is fetched, no hook or filter runs, and the working tree stays as it is.
"""

from __future__ import annotations

import os
import posixpath
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, NamedTuple

from seamark.cli import output
from seamark.cli.failure import Failure
from seamark.settings import NAME, parse_settings
from seamark.settings import settings as together
from seamark.source import Limits

from . import git
from .tree import Entry, accept_entries, goals

_LINK = "120000"
_FILES = ("100644", "100755", "100664", _LINK)
"""The modes of what has a text: no submodules."""
_LONGEST_LINK = 4096
"""In bytes; no system has longer ones."""
_WHOLE = "if the repository was cloned in part, `git fetch --refetch --no-filter` gets the rest"
_NAMED = 3
"""So many files are named of those that are left out."""


class Revision(NamedTuple):
    """A commit, and the folder in its repository that is meant: `prefix` ends with `/`, or is empty."""

    folder: Path
    commit: str
    prefix: str


def revision(folder: str, name: str) -> Revision:
    """The revision of the repository around a folder that git knows by a name.

    Raises `Failure`, with what to do, if there is no git, no repository, or no such revision in it.
    """
    place = Path(folder if os.path.isdir(folder) else os.path.dirname(folder) or ".")
    prefix = git.run(place, "rev-parse", "--show-prefix")
    if prefix.returncode:
        raise Failure(f"{folder} is not in a readable git repository, so `{name}` means nothing: {git.fault(prefix)}")
    found = (
        git.run(place, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}") if not name.startswith("-") else None
    )
    if found is None or found.returncode:
        raise Failure(f"`{name}` is not a revision of the repository at {folder}{_advice(place, name)}")
    return Revision(place, git.text(found), git.text(prefix))


def is_unborn(folder: str) -> bool:
    """Whether git knows the repository around a folder, and it has no commit."""
    found = git.run(Path(folder), "rev-list", "-n", "1", "--all")
    return found.returncode == 0 and not git.text(found)


def origin(folder: str) -> str:
    """The address that a repository was cloned from, without credentials; empty if none is known."""
    url = git.text(git.run(Path(folder), "config", "--get", "remote.origin.url"))
    return re.sub(r"(?<=://)[^/@]*@", "", url)


def commit_date(of: Revision) -> str:
    """When a revision was committed, as in ISO 8601; empty if that is not known."""
    return git.text(git.run(of.folder, "rev-list", "-n", "1", "--format=%cI", of.commit)).rpartition("\n")[2]


@contextmanager
def as_folder(of: Revision) -> Iterator[Path]:
    """The files of a revision in a temporary folder, which goes in the end. Raises `Failure` if one cannot be read.

    Files that are too large to be read as sources are left out, and so are links that lead nowhere or out of it.
    """
    entries, refused = accept_entries(_entries(of))
    if refused:
        output.warning(
            f"{len(refused)} entries of {of.commit} are left out, as they would be elsewhere or in the place of "
            f"others: {_names(refused)}"
        )
    with tempfile.TemporaryDirectory(prefix="seamark-", ignore_cleanup_errors=True) as temporary:
        # Named as in the working tree: names of folders can be names of services.
        root = Path(temporary) / (of.folder.resolve().name or "root")
        root.mkdir()
        _write(of, entries, root)
        yield root


def _write(of: Revision, entries: Sequence[Entry], root: Path) -> None:
    links = [entry for entry in entries if entry.is_link and entry.size <= _LONGEST_LINK]
    texts = _texts(of, links)
    leading = goals(texts, [entry.path for entry in entries], of.prefix)
    limit = _limit(of, entries, leading)
    files = [entry for entry in entries if not entry.is_link and entry.size <= limit]
    missing = [link.path for link in links if link.path not in texts]
    unwritten = []
    for file, data in zip(files, _contents(of, files), strict=True):
        if data is None:
            missing.append(file.path)
        elif not _is_done(partial(_write_new, root / file.path, data)):
            unwritten.append(file.path)
    unwritten += _link(root, leading)
    if missing:
        _tell(of, missing, everything=len(missing) == len(files) + len(links))
    if unwritten:
        output.warning(
            f"{len(unwritten)} files of {of.commit} are left out, as this platform cannot have them, or not beside "
            f"others: {_names(unwritten)}"
        )


def _write_new(place: Path, data: bytes) -> None:
    """Write a file where nothing is."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("xb") as stream:
        stream.write(data)


def _link(root: Path, leading: Mapping[str, str]) -> list[str]:
    """Make links, each to its goal in the folder. Gives those that could not be made.

    All folders are there before the first link is: so nothing is ever made below one, not even where names that differ
    in case are the same.
    """
    placed = [path for path in leading if _is_done(partial((root / path).parent.mkdir, parents=True, exist_ok=True))]
    made = {path for path in placed if _is_done(partial(_make_link, root, path, leading[path]))}
    return [path for path in leading if path not in made]


def _make_link(root: Path, path: str, goal: str) -> None:
    there = posixpath.relpath(f"/{goal}", posixpath.dirname(f"/{path}"))
    (root / path).symlink_to(Path(there), target_is_directory=(root / goal).is_dir())


def _is_done(act: Callable[[], object]) -> bool:
    """Do something to files. Gives whether that could be done: not every platform can have every name, and links."""
    try:
        act()
    except (OSError, ValueError, NotImplementedError):
        return False
    return True


def _tell(of: Revision, missing: Sequence[str], *, everything: bool) -> None:
    """What a clone in part does not have."""
    if everything:
        raise Failure(f"the files of {of.commit} are not in this repository; {_WHOLE}")
    output.warning(
        f"{len(missing)} files of {of.commit} are not in this repository, and are left out: {_names(missing)}; {_WHOLE}"
    )


def _names(paths: Sequence[str]) -> str:
    return ", ".join(paths[:_NAMED]) + (" …" if len(paths) > _NAMED else "")


def _entries(of: Revision) -> Iterator[Entry]:
    listed = git.run(of.folder, "ls-tree", "-r", "-z", "-l", "--full-tree", of.commit, "--", of.prefix or ".")
    if listed.returncode:
        raise Failure(f"git cannot list the files of {of.commit}: {git.fault(listed)}; {_WHOLE}")
    for row in listed.stdout.split(b"\0")[:-1]:
        about, _, name = row.partition(b"\t")
        mode, _, name_of_object, size = about.decode().split()
        path = os.fsdecode(name)
        if mode in _FILES and path.startswith(of.prefix):
            yield Entry(path.removeprefix(of.prefix), name_of_object, int(size) if size.isdigit() else 0, mode == _LINK)


def _limit(of: Revision, entries: Sequence[Entry], leading: Mapping[str, str]) -> int:
    """The size beyond which sources are not read, as the revision's own settings have it."""
    place = leading.get(NAME, NAME)
    stated = [entry for entry in entries if entry.path == place and not entry.is_link and entry.size <= Limits().file]
    text = next(_contents(of, stated), None) or b""
    return together(parse_settings(text.decode(errors="replace"))[0]).files.max_bytes


def _texts(of: Revision, links: Sequence[Entry]) -> dict[str, str]:
    """What links say, by their paths; not those of which the repository lacks that."""
    said = zip(links, _contents(of, links), strict=True)
    return {link.path: os.fsdecode(text) for link, text in said if text is not None}


def _contents(of: Revision, entries: Sequence[Entry]) -> Iterator[bytes | None]:
    """What entries hold, in their order; None for what the repository does not have."""
    if not entries:
        return
    with tempfile.TemporaryFile() as asked:
        asked.write("".join(f"{entry.object}\n" for entry in entries).encode())
        asked.seek(0)
        with git.start(of.folder, "cat-file", "--batch", "--buffer", asked=asked) as process:
            assert process.stdout is not None
            try:
                for _ in entries:
                    yield _content(process.stdout)
            finally:
                process.stdout.close()
                process.kill()


def _content(stream: IO[bytes]) -> bytes | None:
    head = stream.readline().split()
    if len(head) == 2 and head[1] == b"missing":
        return None
    if len(head) != 3:
        raise Failure(f"git stopped before it had written all files of the revision; {_WHOLE}")
    data = stream.read(int(head[2]))
    stream.read(1)
    return data


def _advice(folder: Path, name: str) -> str:
    if git.text(git.run(folder, "rev-parse", "--is-shallow-repository")) == "true":
        return (
            f"; it is a shallow clone: fetch more with `git fetch --depth=1 origin {name}`, or `git fetch --unshallow`"
        )
    return "; `git fetch` may fetch it; `git branch --all` and `git tag` list what exists"
