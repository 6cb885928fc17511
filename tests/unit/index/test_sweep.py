from __future__ import annotations

import os
from pathlib import Path

import pytest

from seamark.index import Index
from seamark.index.folders.sweep import Sight, Stamp, changed_files
from seamark.lsp.engine.sweeping import SHORTEST, pause

OLD = 10**18
FILES = {"a.ts": "fetch('/a')", "b.ts": "fetch('/b')", "c/d.ts": "fetch('/d')"}


def write(root: Path, files: dict[str, str], when: int = OLD) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
        os.utime(root / name, ns=(when, when))


def keys(index: Index) -> list[str]:
    return [port.key for port in index.ports()]


@pytest.mark.parametrize(
    ("known", "seen", "expected"),
    [
        ({}, {}, set()),
        ({"a": (1, 2, 3)}, {"a": (1, 2, 3)}, set()),
        ({"a": (1, 2, 3)}, {"a": (1, 2, 4)}, {"a"}),
        ({"a": None}, {"a": (1, 2, 3)}, {"a"}),
        ({"a": (1, 2, 3)}, {}, {"a"}),
        ({"a": None}, {}, {"a"}),
        ({}, {"a": (1, 2, 3)}, {"a"}),
    ],
)
def test_what_differs(known: dict[str, Stamp | None], seen: Sight, expected: set[str]) -> None:
    assert changed_files(known, seen) == expected


def test_looking_takes_less_than_a_hundredth_of_a_core() -> None:
    assert pause(0) == SHORTEST
    assert all(cost / pause(cost) < 0.01 for cost in (0.001, 0.1, 3))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"a.ts": "fetch('/x')"}, ["GET /x", "GET /b", "GET /d"]),
        ({"e.ts": "fetch('/e')"}, ["GET /a", "GET /b", "GET /d", "GET /e"]),
        ({".gitignore": "c/"}, ["GET /a", "GET /b"]),
        ({".seamarkignore": "a.ts"}, ["GET /b", "GET /d"]),
        ({".git/info/exclude": "a.ts"}, ["GET /b", "GET /d"]),
        ({"seamark.toml": "ignore.keys = ['/a']"}, ["GET /b", "GET /d"]),
        ({"a.ts": ""}, ["GET /b", "GET /d"]),
    ],
)
def test_whatever_changes_is_seen(tmp_path: Path, change: dict[str, str], expected: list[str]) -> None:
    write(tmp_path, {**FILES, ".git/HEAD": ""})
    index = Index([tmp_path])
    index.load()
    write(tmp_path, change, OLD + 1)
    assert index.take_sight(index.look())
    assert keys(index) == expected


def test_what_is_gone_is_seen(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, "seamark.toml": "ignore.keys = ['/b']"})
    index = Index([tmp_path])
    index.load()
    (tmp_path / "a.ts").unlink()
    (tmp_path / "seamark.toml").unlink()
    assert index.take_sight(index.look())
    assert keys(index) == ["GET /b", "GET /d"]
