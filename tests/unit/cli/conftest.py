from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from seamark.cli import workspaces
from seamark.cli.main import main
from tests.unit.cli.fake import Fake

Run = Callable[..., Result]


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Fake:
    """What every workspace is answered by."""
    service = Fake()
    monkeypatch.setattr(workspaces, "new_service", lambda path, cache: service)
    return service


@pytest.fixture
def run(service: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `seamark` with some arguments, in a folder that holds the folder `shop`."""
    (tmp_path / "shop").mkdir()
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(main, arguments, catch_exceptions=False)
