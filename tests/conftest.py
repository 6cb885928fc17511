"""What holds for all tests.

Those that make up their inputs do so in the same way every time, so that what has passed once always does, on however
slow a machine. What Seamark keeps in the user's cache folder, it keeps elsewhere as long as they run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("gate", derandomize=True, deadline=None)
settings.load_profile("gate")

HERE = Path(__file__).parent
SLOW = ("bench", "editors", "fuzz", "protocol")
"""Folders whose tests are slow, all of them."""


@pytest.hookimpl(tryfirst=True)  # Before pytest leaves out what `-m` does not ask for.
def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(HERE).parts[0] in SLOW:
            item.add_marker("slow")


@pytest.fixture(scope="session", autouse=True)
def _cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield
