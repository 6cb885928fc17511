from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

pytest.importorskip("resource")

ROOT = Path(__file__).parents[2]


def bench(*arguments: str, script: str = "bench") -> subprocess.CompletedProcess[str]:
    return ran(f"tests/bench/{script}.py", *arguments)


def ran(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120)


def test_every_step_has_its_numbers() -> None:
    done = bench("fixtures/shop")
    assert (done.returncode, done.stderr) == (0, "")
    for step in ("walk", "read", "parse", "seamark ports", "warm"):
        (numbers,) = re.findall(rf"{step} +│(.*)│", done.stdout)
        assert float(numbers.split("│")[-1]) > 5


def test_the_tree_must_be_there() -> None:
    assert bench("nowhere").returncode == 2
    assert bench("fixtures/shop", "nowhere").returncode == 2


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="there are no commits")
def test_the_working_tree_is_compared_with_a_commit() -> None:
    trees = "fixtures/engines/go", "fixtures/engines/rust"
    done = ran("-m", "tests.bench.versions", *trees, "--base", "HEAD", "--pairs", "1")
    assert (done.returncode, done.stderr) == (0, "")
    for what in ("cold", "warm", "--version"):
        for version in ("HEAD", "working tree"):
            rows = re.findall(rf"│ {what} +│ {version} +│(.*)│", done.stdout)
            assert len(rows) == len(("go", "rust", "together", *(() if what == "--version" else ("of the sum",))))
            assert all(float(numbers.split("│")[0]) > 0 for numbers in rows)
    assert len(re.findall("^(?:the same [1-9]|OTHER PORTS: )", done.stdout, re.MULTILINE)) == len((*trees, "together"))


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="there are no commits")
def test_the_commit_must_be_there() -> None:
    assert ran("-m", "tests.bench.versions", "fixtures/shop", "--base", "nowhere").returncode != 0


def test_the_costs_of_a_store_are_a_table_and_a_plot(tmp_path: Path) -> None:
    done = ran("-m", "tests.bench.store", "--repositories", "3", "6", "--plot", str(tmp_path / "store.svg"))
    assert re.search(r"^\| 6 \| [\d,]+ \| [\d,]+ \| 0 \|", done.stdout, re.MULTILINE), done
    lines = ET.fromstring((tmp_path / "store.svg").read_text("utf-8")).findall("{*}polyline")
    assert [len(str(line.get("points")).split()) for line in lines] == [2, 2, 2]


def test_growth_is_a_table_and_a_plot(tmp_path: Path) -> None:
    done = ran("-m", "tests.bench.growth", "--files", "30", "--runs", "1", "--to", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"│ +30 │ +\d", (tmp_path / "growth.txt").read_text("utf-8"))
    lines = ET.fromstring((tmp_path / "growth.svg").read_text("utf-8")).findall("{*}polyline")
    assert len(lines) == len(("bare parse", "cold", "warm"))


def test_a_large_document_is_measured_beside_bare_pyyaml() -> None:
    done = bench(script="documents")
    assert (done.returncode, done.stderr) == (0, "")
    (ratio,) = re.findall(r": (\d+\.\d+) of it", done.stdout)
    assert float(ratio) > 0
