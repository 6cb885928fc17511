"""Public repositories at the commits that a table names: in a folder of checkouts, or cloned into it."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path
from typing import Any


def repositories(table: Path) -> dict[str, dict[str, Any]]:
    """The repositories of a table by name."""
    found: dict[str, dict[str, Any]] = tomllib.loads(table.read_text("utf-8"))["repositories"]
    return found


def checkout(folder: Path, name: str, url: str, commit: str) -> Path:
    """The checkout of this commit: `folder/name`, cloned if it is not there. `ValueError` if another commit is."""
    root = folder / name
    if not root.exists():
        root.mkdir(parents=True)
        _git(root, "init", "--quiet")
        _git(root, "fetch", "--quiet", "--depth", "1", url, commit)
        _git(root, "checkout", "--quiet", "--detach", "FETCH_HEAD")
    head = _git(root, "rev-parse", "HEAD").strip()
    if head != commit:
        raise ValueError(f"{root} is at {head}: check {commit} of {url} out")
    return root


def _git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", root, *arguments], check=True, capture_output=True, text=True).stdout
