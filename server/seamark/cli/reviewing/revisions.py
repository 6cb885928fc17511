"""A revision of a git repository as a folder: read from git's objects, with nothing checked out.

Git is only asked what it has: nothing is fetched, no hook or filter runs, and the working tree stays as it is.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, NamedTuple

from seamark.cli import output
from seamark.cli.failure import Failure
from seamark.settings import NAME, understood
from seamark.settings import settings as together
from seamark.source.problem import reason

_LINK = "120000"
_FILES = ("100644", "100755", "100664", _LINK)
"""The modes of what has a text: no submodules."""
_WHOLE = "if the repository was cloned in part, `git fetch --refetch --no-filter` gets the rest"
_NAMED = 3
"""So many files are named of those that are missing."""


class Revision(NamedTuple):
    """A commit, and the folder in its repository that is meant: `prefix` ends with `/`, or is empty."""

    folder: Path
    commit: str
    prefix: str


class _Blob(NamedTuple):
    """A file of a revision: where it is, below the prefix, and its object."""

    path: str
    object: str
    size: int
    is_link: bool


def revision(folder: str, name: str) -> Revision:
    """The revision of the repository around a folder that git knows by a name.

    Raises `Failure`, with what to do, if there is no git, no repository, or no such revision in it.
    """
    place = Path(folder if os.path.isdir(folder) else os.path.dirname(folder) or ".")
    prefix = _git(place, "rev-parse", "--show-prefix")
    if prefix.returncode:
        raise Failure(f"{folder} is in no git repository that can be read, so `{name}` says nothing: {_said(prefix)}")
    found = _git(place, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}") if not name.startswith("-") else None
    if found is None or found.returncode:
        raise Failure(f"`{name}` is no revision of the repository around {folder}{_advice(place, name)}")
    return Revision(place, _text(found), _text(prefix))


def is_unborn(folder: str) -> bool:
    """Whether git knows the repository around a folder, and it has no commit."""
    found = _git(Path(folder), "rev-list", "-n", "1", "--all")
    return found.returncode == 0 and not _text(found)


def origin(folder: str) -> str:
    """The address that a repository was cloned from, without credentials; empty if none is known."""
    url = _text(_git(Path(folder), "config", "--get", "remote.origin.url"))
    return re.sub(r"(?<=://)[^/@]*@", "", url)


def committed(of: Revision) -> str:
    """When a revision was committed, as in ISO 8601; empty if that is not known."""
    return _text(_git(of.folder, "show", "-s", "--no-show-signature", "--format=%cI", of.commit))


@contextmanager
def as_folder(of: Revision) -> Iterator[Path]:
    """The files of a revision in a temporary folder, which goes in the end. Raises `Failure` if one cannot be read.

    Files that are too large to be read as sources are left out.
    """
    blobs = _blobs(of)
    with tempfile.TemporaryDirectory(prefix="seamark-", ignore_cleanup_errors=True) as temporary:
        # Named as in the working tree: names of folders can be names of services.
        root = Path(temporary) / (of.folder.resolve().name or "root")
        root.mkdir()
        _write(of, blobs, root)
        yield root


def _write(of: Revision, blobs: Sequence[_Blob], root: Path) -> None:
    limit = _limit(of, blobs)
    links, missing = [], []
    small = [blob for blob in blobs if blob.size <= limit]
    for blob, data in zip(small, _contents(of, [blob.object for blob in small]), strict=True):
        place = root / blob.path
        if data is None:
            missing.append(blob.path)
        elif blob.is_link:
            links.append((place, data))
        else:
            with suppress(OSError):  # A name that this platform cannot have.
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(data)
    for place, target in links:  # The last, so that no file is written to where one leads.
        with suppress(OSError, ValueError, NotImplementedError):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.symlink_to(os.fsdecode(target))
    if missing:
        _tell(of, missing, everything=len(missing) == len(small))


def _tell(of: Revision, missing: Sequence[str], *, everything: bool) -> None:
    """What a clone in part does not have."""
    if everything:
        raise Failure(f"the files of {of.commit} are not in this repository; {_WHOLE}")
    files = ", ".join(missing[:_NAMED]) + (" …" if len(missing) > _NAMED else "")
    output.warning(
        f"{len(missing)} files of {of.commit} are not in this repository, and are left out: {files}; {_WHOLE}"
    )


def _blobs(of: Revision) -> list[_Blob]:
    listed = _git(of.folder, "ls-tree", "-r", "-z", "-l", "--full-tree", of.commit, "--", of.prefix or ".")
    if listed.returncode:
        raise Failure(f"git cannot list the files of {of.commit}: {_said(listed)}; {_WHOLE}")
    found = []
    for row in listed.stdout.split(b"\0")[:-1]:
        about, _, name = row.partition(b"\t")
        mode, _, name_of_object, size = about.decode().split()
        path = os.fsdecode(name).removeprefix(of.prefix)
        if mode in _FILES and _is_plain(path):
            found.append(_Blob(path, name_of_object, int(size) if size.isdigit() else 0, mode == _LINK))
    return found


def _is_plain(path: str) -> bool:
    """Whether a path leads below the folder that it is put into: a tree made by hand may say anything."""
    parts = Path(path).parts
    return bool(parts) and not Path(path).is_absolute() and ".." not in parts and not Path(path).drive


def _limit(of: Revision, blobs: Sequence[_Blob]) -> int:
    """The size beyond which sources are not read, as the revision's own settings have it."""
    stated = next((blob for blob in blobs if blob.path == NAME), None)
    text = next(_contents(of, [stated.object])) if stated is not None else None
    return together(understood((text or b"").decode(errors="replace"))[0]).files.max_bytes


def _contents(of: Revision, objects: Sequence[str]) -> Iterator[bytes | None]:
    """The contents of objects, in their order; None for one that is missing."""
    with tempfile.TemporaryFile() as asked:
        asked.write("".join(f"{name}\n" for name in objects).encode())
        asked.seek(0)
        command = _command(of.folder, "cat-file", "--batch", "--buffer")
        with subprocess.Popen(  # noqa: S603 - git
            command, stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=_environment()
        ) as process:
            assert process.stdout is not None
            try:
                for _ in objects:
                    yield _content(process.stdout)
            finally:
                process.stdout.close()
                process.kill()


def _content(stream: IO[bytes]) -> bytes | None:
    head = stream.readline().split()
    if len(head) == 2 and head[1] == b"missing":
        return None
    if len(head) != 3:
        raise Failure(f"git stopped before it had given all files of the revision; {_WHOLE}")
    data = stream.read(int(head[2]))
    stream.read(1)
    return data


def _git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        command = _command(folder, *arguments)
        return subprocess.run(command, capture_output=True, env=_environment(), check=False)  # noqa: S603 - git
    except FileNotFoundError:
        raise Failure("git is not installed, or not on the PATH, and revisions are read by it") from None
    except OSError as error:
        raise Failure(f"git cannot be run: {reason(error)}") from error


def _command(folder: Path, *arguments: str) -> list[str]:
    return ["git", "-C", str(folder), *arguments]


def _environment() -> dict[str, str]:
    """Nothing is fetched, nobody is asked, nothing in the repository is written, and messages are in English."""
    # A git before 2.45 does not know the first, and gets what is missing unless no protocol is allowed.
    never = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_TERMINAL_PROMPT": "0"}
    return {**os.environ, **never, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}


def _advice(folder: Path, name: str) -> str:
    if _text(_git(folder, "rev-parse", "--is-shallow-repository")) == "true":
        return f"; it is a shallow clone: get more with `git fetch --depth=1 origin {name}`, or `git fetch --unshallow`"
    return "; `git fetch` may get it, and `git branch --all` and `git tag` list what there is"


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    """What git says went wrong."""
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    return lines[0].removeprefix("fatal: ") if lines else f"git ended with {done.returncode}"


def _text(done: subprocess.CompletedProcess[bytes]) -> str:
    return os.fsdecode(done.stdout).rstrip("\n")
