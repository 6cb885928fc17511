from __future__ import annotations

from pathlib import Path

import pytest

from .repositories import commit, git
from .seeded import seeded


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository that has the shop in a folder."""
    root = tmp_path / "repository"
    root.mkdir()
    git(root, "init")
    seeded("", root / "shop")
    commit(root, "The shop")
    return root
