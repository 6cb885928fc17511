"""How git is started: only here. It is asked what a folder's repository has, and starts nothing of that repository's.

Nothing is fetched, nobody is asked, nothing in the repository is written.
"""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO

from seamark.cli.failure import Failure
from seamark.patterns import regex
from seamark.source.problem import reason

_KEPT = frozenset(
    [
        *("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH"),
        *("GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM"),
    ]
)
"""What a user sets for all repositories. What else git is told by its environment may be about another repository: it
tells hooks so of theirs (`git rev-parse --local-env-vars`)."""
_TRUSTED = "safe.directory"
"""The one setting that counts even if it is told by the environment: continuous integration trusts its checkout so."""
_KEY = regex(r"GIT_CONFIG_KEY_(\d+)")
_NEVER = {
    "GIT_NO_LAZY_FETCH": "1",
    # A git before 2.45 does not know that, and gets what is missing unless no protocol is allowed.
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    # A commit is what its name says, and not what the repository has put into its place.
    "GIT_NO_REPLACE_OBJECTS": "1",
    "LC_ALL": "C",
}
_SETTINGS = (("core.hooksPath", os.devnull), ("core.fsmonitor", "false"))
"""No question that is asked here runs these; those of a changed git might."""
_PROGRAM = "git.exe" if os.name == "nt" else "git"


_FILES = (
    *("HEAD", "config", "config.worktree", "packed-refs", "shallow", "commondir", "gitdir", "index"),
    *("info/exclude", "info/attributes", "info/grafts", "objects/info/alternates", "objects/info/commit-graph"),
)
"""What git reads of a repository before it answers anything: all of it, however long that takes."""
MAX_SECONDS = 300
"""How long git may take to answer a question, in a large repository on a slow disk, too."""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """What git answers about the repository around a folder. Raises `Failure` if there is no git, or no end to it."""
    command = _command(folder, *arguments)
    try:
        return subprocess.run(  # noqa: S603 - git
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=environment(os.environ),
            check=False,
            timeout=MAX_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise Failure(
            f"git has not answered for {MAX_SECONDS} seconds: it may be waiting for a file in {folder}"
        ) from error
    except OSError as error:
        raise _not_run(error) from error


def start(folder: Path, *arguments: str, asked: IO[bytes]) -> subprocess.Popen[bytes]:
    """A git that answers what stands in a file, piece by piece. Raises `Failure` if there is no git."""
    command = _command(folder, *arguments)
    try:
        return subprocess.Popen(  # noqa: S603 - git
            command, stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(os.environ)
        )
    except OSError as error:
        raise _not_run(error) from error


def text(done: subprocess.CompletedProcess[bytes]) -> str:
    """What git answered."""
    return os.fsdecode(done.stdout).rstrip("\n")


def fault(done: subprocess.CompletedProcess[bytes]) -> str:
    """What git says went wrong."""
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    return lines[0].removeprefix("fatal: ") if lines else f"git ended with {done.returncode}"


def environment(around: Mapping[str, str]) -> dict[str, str]:
    """The environment in which git runs, from ours."""
    kept = {name: value for name, value in around.items() if not name.startswith("GIT_") or name in _KEPT}
    numbers = sorted(int(found[1]) for name in around if (found := _KEY.fullmatch(name)) is not None)
    stated = ((around[f"GIT_CONFIG_KEY_{one}"], around.get(f"GIT_CONFIG_VALUE_{one}", "")) for one in numbers)
    settings = [*((name, value) for name, value in stated if name.lower() == _TRUSTED), *_SETTINGS]
    for number, (name, value) in enumerate(settings):
        kept |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    return kept | _NEVER | {"GIT_CONFIG_COUNT": str(len(settings))}


def _command(folder: Path, *arguments: str) -> list[str]:
    for file in _files(folder):
        if not _ends(file):
            raise Failure(f"{file} is not a regular file: git would read it forever")
    return [_program(), "-C", str(folder), *arguments]


def _program() -> str:
    """Where git is: never what a folder holds that is just the current one, as Windows would have it."""
    for folder in filter(os.path.isabs, os.get_exec_path()):
        place = os.path.join(folder, _PROGRAM)
        if os.path.isfile(place) and os.access(place, os.X_OK):
            return place
    raise Failure("git is not installed, or not on PATH; Seamark needs it to read revisions")


def _files(folder: Path) -> Iterator[Path]:
    """What git reads first of the repository around a folder."""
    here = Path(os.path.abspath(folder))
    for around in (here, *here.parents):
        yield around / ".git"
        for kept in (around / ".git", around):
            if (kept / "objects").is_dir():
                yield from (kept / name for name in _FILES)
                yield from (Path(place, name) for place, _, names in os.walk(kept / "refs") for name in names)
                return


def _ends(file: Path) -> bool:
    """Whether whatever a path leads to can be read to its end."""
    try:
        mode = file.stat().st_mode
    except (OSError, ValueError):
        return True
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def _not_run(error: OSError) -> Failure:
    return Failure(f"git cannot be run: {reason(error)}")
