"""Reading that is left for now."""

from __future__ import annotations

from pathlib import Path

import pytest

from seamark.index import Index

ROUTE = 'from fastapi import FastAPI\n\napp = FastAPI()\n\n\n@app.get("/{}")\ndef show(): ...\n'
COUNT = 40


def write(root: Path, word: str) -> None:
    for number in range(COUNT):
        (root / f"m{number}.py").write_text(ROUTE.format(f"{word}{number}"))


def finish(index: Index) -> list[str]:
    while index.pending() is not None:
        index.work(0)
    return sorted(port.key for port in index.ports())


def keys(word: str) -> list[str]:
    return sorted(f"GET /{word}{number}" for number in range(COUNT))


@pytest.mark.parametrize("steps", [1, COUNT // 2, COUNT + 1])
def test_reading_that_is_left_goes_on(tmp_path: Path, steps: int) -> None:
    write(tmp_path, "a")
    index = Index([tmp_path])
    index.begin()
    for _ in range(steps):
        index.work(0)
    known = len(index.ports())
    index.rest()
    assert index.pending() is not None and len(index.ports()) == known < COUNT
    index.open("m7.py", ROUTE.format("shown").encode())
    assert [port.key for port in index.ports("m7.py")] == ["GET /shown"]
    index.close("m7.py")
    index.begin()
    assert finish(index) == keys("a")


def test_changes_that_are_left_are_made_up_for(tmp_path: Path) -> None:
    write(tmp_path, "a")
    index = Index([tmp_path])
    index.load()
    write(tmp_path, "b")
    index.begin([f"m{number}.py" for number in range(COUNT)])
    index.work(0)
    index.rest()
    assert sorted(port.key for port in index.ports()) == keys("a")
    index.begin()
    assert finish(index) == keys("b")
