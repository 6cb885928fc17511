from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.protocol.client import SEAMARK, TOY, Client


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Client]:
    """A client of a server of the toy language; its folder is the workspace."""
    with Client(TOY, tmp_path) as client:
        yield client


@pytest.fixture
def seamark(tmp_path: Path) -> Iterator[Client]:
    """A client of the real server; its folder is the workspace."""
    with Client(SEAMARK, tmp_path) as client:
        yield client
