"""Installs what editors are tested with: outside of the clone, and only once."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 1200

# The user's own: while tests run, Seamark has another one.
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "seamark-tests"


@contextmanager
def alone() -> Iterator[None]:
    """One at a time, of all who install."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def program(name: str, otherwise: str) -> str:
    """Where a program is; if it is nowhere, the test fails and says so."""
    found = shutil.which(name)
    assert found is not None, otherwise
    return found


def debian(packages: Sequence[str], what_for: str) -> None:
    """Install packages of Debian's, if there are any; where that may not be done, the test fails and says which."""
    if not packages:
        return
    wish = f"{what_for} need {', '.join(packages)}"
    assert shutil.which("apt-get") is not None, wish
    as_root = [] if os.geteuid() == 0 else [program("sudo", wish), "--non-interactive"]
    with alone():
        run([*as_root, "apt-get", "update"], must=False)  # What is known may be new enough; if not, the next one fails.
        install = [*as_root, "apt-get", "install", "--yes", "--no-install-recommends", *packages]
        run(install, {"DEBIAN_FRONTEND": "noninteractive"}, otherwise=wish)


def run(
    command: Sequence[str],
    environment: Mapping[str, str] | None = None,
    *,
    folder: Path | None = None,
    must: bool = True,
    otherwise: str = "",
) -> None:
    """Run a program; what it said is shown if it failed and must not, and what follows from that."""
    done = subprocess.run(
        command,
        env={**os.environ, **(environment or {})},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=PATIENCE,
    )
    assert not must or done.returncode == 0, "\n".join(
        (otherwise, " ".join(command), done.stdout[-4000:], done.stderr[-4000:])
    )
