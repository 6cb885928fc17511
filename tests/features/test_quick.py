"""What `make quick` leaves out."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("bench", "editors", "fuzz", "protocol")
NOTHING_IS_LEFT = 5


@pytest.mark.slow
def test_folders_whose_tests_are_slow_are_left_out() -> None:
    (command,) = re.findall(
        r"^\t\$\(BIN\)/python (-m pytest .*-m 'not slow'.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE
    )
    assert "--numprocesses auto" in command
    folders = [f"tests/{folder}" for folder in FOLDERS]
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-m", "not slow"]
    done = subprocess.run([*collect, *folders], cwd=ROOT, capture_output=True, timeout=300)
    assert done.returncode == NOTHING_IS_LEFT, done.stdout.decode()
    assert subprocess.run([*collect, "tests/spec"], cwd=ROOT, capture_output=True, timeout=300).returncode == 0


def test_the_page_for_contributors_names_them() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    said = re.search(r"`make quick` leaves out .*?: all of (.*?)\s+\(", page, re.DOTALL)
    assert said is not None and sorted(re.findall(r"`(\w+)`", said[1])) == sorted(FOLDERS)
