"""Files that are left out because nobody survived reading them."""

from __future__ import annotations

from pathlib import Path

import pytest

from seamark.index import Index

ROUTE = 'from fastapi import FastAPI\n\napp = FastAPI()\n\n\n@app.get("/{}")\ndef show(): ...\n'


@pytest.fixture
def index(tmp_path: Path) -> Index:
    (tmp_path / "d").mkdir()
    for name in ("a.py", "d/b.py"):
        (tmp_path / name).write_text(ROUTE.format("disk"))
    index = Index([tmp_path])
    index.leave_out("d/b.py")
    index.load()
    return index


def keys(index: Index, path: str = "d/b.py") -> list[str]:
    return [port.key for port in index.ports(path)]


def test_a_file_is_left_out_whatever_is_said_of_it(index: Index) -> None:
    assert keys(index, "a.py") == ["GET /disk"] and keys(index) == []
    index.open("d/b.py", ROUTE.format("shown").encode())
    index.load()
    assert keys(index) == []
    index.close("d/b.py")
    assert keys(index) == []
    assert [one.path for one in index.problems()] == ["d/b.py"]


@pytest.mark.parametrize("told", ["d/b.py", "d", ""])
def test_it_is_read_again_when_it_may_have_changed(index: Index, told: str) -> None:
    index.refresh(["a.py", "d/c.py"])
    assert keys(index) == []
    index.refresh([told])
    assert keys(index) == ["GET /disk"]
    assert index.problems() == []


def test_as_it_is_shown_if_it_is(index: Index) -> None:
    index.open("d/b.py", ROUTE.format("shown").encode())
    index.begin(["d/b.py"])
    assert keys(index) == ["GET /shown"]
    index.close("d/b.py")
    assert keys(index) == ["GET /disk"]


def test_which_file_is_parsed_is_told(tmp_path: Path) -> None:
    told: list[str | None] = []
    for name, text in {"a.py": ROUTE, "b.py": "x = 1\n"}.items():
        (tmp_path / name).write_text(text)
    index = Index([tmp_path])
    index.attend(told.append, closely=False)
    index.load()
    assert told == ["a.py", None]
    index.attend(told.append, closely=True)
    index.refresh(["b.py"])
    assert set(told[2:]) >= {"b.py"}
