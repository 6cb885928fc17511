"""A real Neovim, without a screen."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).with_name("neovim") / "run.lua"
SHOP = Path(__file__).parents[2] / "fixtures" / "shop"


def neovim() -> str:
    found = shutil.which("nvim", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))))
    assert found is not None, "there is no nvim: install the tests' requirements (make test), or Neovim 0.11"
    return found


def test_the_shop_in_neovim(tmp_path: Path) -> None:
    home = {
        name: str(tmp_path / name) for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")
    }
    command = [neovim(), "--clean", "-n", "-l", str(SCRIPT), sys.executable, str(SHOP)]
    done = subprocess.run(command, env={**os.environ, **home}, capture_output=True, text=True, timeout=180)
    logs = [log.read_text() for log in tmp_path.glob("XDG_STATE_HOME/nvim/lsp.log")]
    assert done.returncode == 0, "\n".join((done.stdout, done.stderr, *logs))
