"""What is installed has what editors need, and the pages about editors say the same."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from seamark.cli.editors import EDITORS, configuration

REPOSITORY = Path(__file__).parents[2]


def test_the_wheel_has_all_that_is_for_editors_and_for_graphs(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=REPOSITORY, capture_output=True, check=True)
    [wheel] = tmp_path.glob("*.whl")
    source = REPOSITORY / "server"
    ours = {path.relative_to(source).as_posix() for path in source.glob("seamark/editors/**/*") if path.is_file()}
    assert "seamark/editors/neovim/doc/tags" in ours
    graphs = {"seamark/cli/graphs/service_map.html"}
    assert ours | graphs <= set(zipfile.ZipFile(wheel).namelist())


@pytest.mark.parametrize("name", EDITORS.keys() - {"neovim"})
def test_an_editors_page_has_what_is_printed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["python"])
    page = (REPOSITORY / "docs" / "editors" / f"{name}.md").read_text("utf-8")
    assert f"\n{configuration(EDITORS[name])}\n```\n" in page
    assert f"`seamark editors {name}`" in page


def test_the_readme_leads_to_each_page() -> None:
    readme = (REPOSITORY / "README.md").read_text("utf-8")
    pages = [page.relative_to(REPOSITORY).as_posix() for page in (REPOSITORY / "docs" / "editors").glob("*.md")]
    assert [page for page in pages if f"({page})" not in readme] == []
