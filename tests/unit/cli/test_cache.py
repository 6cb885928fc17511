from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from seamark.cli.main import main


def seamark(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where things are kept, and beside it the folder `work`."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    (tmp_path / "work").mkdir()
    (tmp_path / "work/api.py").write_text("import fastapi\napp = fastapi.FastAPI()\n@app.get('/a')\ndef a(): ...\n")
    return Path(seamark("cache", "path").output.rstrip("\n"))


def test_what_is_kept_is_in_one_folder_and_makes_no_difference(kept: Path, tmp_path: Path) -> None:
    plain = seamark("ports", str(tmp_path / "work"), "--no-cache")
    assert "GET /a" in plain.output and not kept.exists()
    for _ in range(2):
        assert seamark("ports", str(tmp_path / "work")).output == plain.output
    assert kept.is_relative_to(tmp_path)
    assert [file.name for file in kept.iterdir()] == ["cache-1.sqlite"]
    assert [file.name for file in (tmp_path / "work").iterdir()] == ["api.py"]


def test_it_can_be_removed(kept: Path, tmp_path: Path) -> None:
    seamark("ports", str(tmp_path / "work"))
    before = (kept / "cache-1.sqlite").read_bytes()
    assert b"/a" in before
    assert seamark("cache", "clear").output == ""
    after = (kept / "cache-1.sqlite").read_bytes()
    assert len(after) <= len(before) and b"fastapi" not in after


def test_without_a_place_for_it_all_is_as_without_it(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("")
    done = seamark("ports", str(tmp_path / "work"))
    assert done.exit_code == 0 and "GET /a" in done.output
