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


@pytest.mark.parametrize(
    ("repository", "given", "taken", "why"),
    [
        ("shop", [], "shop", "the nearest folder around the file that holds a .git"),
        (None, [], "shop/web", "the file's own folder, as no folder around it holds a .git"),
        ("shop", ["{root}/shop/web"], "shop/web", "as it is given"),
    ],
)
def test_which_workspace_a_file_belongs_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, repository: str | None, given: list[str], taken: str, why: str
) -> None:
    file = tmp_path / "shop/web/main.ts"
    file.parent.mkdir(parents=True)
    file.write_text('fetch("/users")', "utf-8")
    if repository is not None:
        (tmp_path / repository / ".git").mkdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    folders = [one.format(root=tmp_path) for one in given]
    done = CliRunner().invoke(main, ["doctor", str(file), *folders], catch_exceptions=False)
    assert f"ok    it belongs to the workspace {tmp_path / taken}: {why}" in done.output.replace("\n      ", " ")
