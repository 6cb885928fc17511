"""Repositories of one service each, some of them checked out, and a store of them all."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

from tests.features.repositories import git
from tests.features.test_store import made, seamark


class Checkouts(NamedTuple):
    """A folder with checkouts, and where the store is."""

    checkouts: Path
    store: Path


def organisation(root: Path) -> Checkouts:
    """The services `web` and `orders`, checked out beside each other; `catalog` is only in the store."""
    checkouts, store = root / "src", root / "contracts"
    checkouts.mkdir(parents=True)
    repositories = made(checkouts, "web", "orders", "catalog")
    for folder in repositories:
        git(folder, "remote", "add", "origin", f"git@github.com:shop/{folder.name}.git")
    result = seamark("store", "add", *repositories, "--store", store, "--jobs", 1)
    assert result.exit_code == 0, result.stderr
    shutil.rmtree(checkouts / "catalog")
    return Checkouts(checkouts, store)
