"""What `seamark doctor` says of workspaces, files and lines: `doctor.txt`, see `doctored.py`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from seamark.cli.main import main

from .doctored import Case, cases, check, written

CASES = [
    pytest.param(case, id=case.title)
    for case in cases(Path(__file__).with_name("doctor.txt").read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("case", CASES)
def test_doctor(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(case.files, tmp_path)
    monkeypatch.chdir(tmp_path)
    for question in case.questions:
        done = CliRunner().invoke(main, ["doctor", *question.arguments], catch_exceptions=False)
        check(question, done.output)
        assert done.exit_code == question.code, (question.arguments, done.output)
