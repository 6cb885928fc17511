from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("resource")

ROOT = Path(__file__).parents[2]


def bench(*arguments: str, script: str = "bench") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, f"tests/bench/{script}.py", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60)


def test_every_step_has_its_numbers() -> None:
    done = bench("fixtures/shop")
    assert (done.returncode, done.stderr) == (0, "")
    for step in ("walk", "read", "parse", "seamark ports", "warm"):
        (numbers,) = re.findall(rf"{step} +│(.*)│", done.stdout)
        assert float(numbers.split("│")[-1]) > 5


def test_the_tree_must_be_there() -> None:
    assert bench("nowhere").returncode == 2


def test_a_large_document_takes_less_than_bare_pyyaml() -> None:
    done = bench(script="documents")
    assert (done.returncode, done.stderr) == (0, "")
    (ratio,) = re.findall(r": (\d+\.\d+) of it", done.stdout)
    assert float(ratio) < 0.6
