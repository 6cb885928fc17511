"""What is installed has what editors need."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]


def test_the_wheel_has_all_that_is_for_editors(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=REPOSITORY, capture_output=True, check=True)
    [wheel] = tmp_path.glob("*.whl")
    source = REPOSITORY / "server"
    ours = {path.relative_to(source).as_posix() for path in source.glob("seamark/editors/**/*") if path.is_file()}
    assert "seamark/editors/neovim/doc/tags" in ours
    assert ours <= set(zipfile.ZipFile(wheel).namelist())
