"""Repositories of git that tests make, whatever the user's git is told."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def git(folder: Path, *arguments: str) -> str:
    """Run git; what it says."""
    names = {f"GIT_{who}_{what}": "x" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    done = subprocess.run(
        ["git", "-C", str(folder), "-c", "init.defaultBranch=main", *arguments],
        env={**os.environ, **names, "GIT_CONFIG_GLOBAL": os.devnull},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def commit(folder: Path, message: str) -> None:
    """Commit everything."""
    git(folder, "add", ".")
    git(folder, "commit", "-m", message)
