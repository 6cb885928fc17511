"""A real Emacs, in batch mode, whose configuration is what `seamark editors emacs` prints."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from .installing import debian, program
from .processes import MARK, left

SHOP = Path(__file__).parents[2] / "fixtures" / "shop"
STEPS = Path(__file__).with_name("emacs") / "run.el"
SEAMARK = Path(sys.executable).with_name("seamark")

HAS_EGLOT = "(progn (require 'package) (package-initialize) (require 'eglot))"


def emacs() -> str:
    """Where Emacs is, with eglot: that is a part of Emacs from 29 on, and a package before."""
    if shutil.which("emacs") is None:
        debian(["emacs-nox"], "the tests in Emacs")
    found = program("emacs", "the tests in Emacs need Emacs")
    if subprocess.run([found, "--batch", "--eval", HAS_EGLOT], capture_output=True).returncode != 0:
        debian(["elpa-eglot"], "the tests in Emacs")
    return found


def test_the_shop_in_emacs(tmp_path: Path) -> None:
    shop = Path(shutil.copytree(SHOP, tmp_path / "shop"))
    (shop / ".git").mkdir()
    printed = subprocess.run([SEAMARK, "editors", "emacs"], capture_output=True, text=True, check=True).stdout
    init = tmp_path / "init.el"
    init.write_text(printed)
    home = {MARK: str(tmp_path), "HOME": str(tmp_path), "SEAMARK_WORKSPACE": str(shop)}
    command = [emacs(), "--batch", "--no-init-file", "--load", str(init), "--load", str(STEPS)]
    done = subprocess.run(
        command, env={**os.environ, **home}, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=180
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("ok: ") == 5
    assert left(str(tmp_path)) == []
