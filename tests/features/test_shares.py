"""Repositories that are read in shares, each as if there were no others, say what they say when read together."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from seamark.index import Index
from seamark.index import index as index_module
from seamark.index.folders.tree import tree_of_manifests
from seamark.index.shares import share
from seamark.index.shares.reading_processes import read_shares
from seamark.index.shares.share import ShareProgress, ShareState, ShareTask, plan_shares
from seamark.source import Limits

from .checking import parse
from .test_cases import cases

SEVERAL = [case for case in cases() if len(tree_of_manifests(parse(case.text).files).repositories() - {""}) > 1]


def read_here(tasks: Sequence[ShareTask], at_once: int, progress: Callable[[int], None]) -> list[ShareState | None]:
    """What the processes would say, without them."""
    assert len(tasks) > 1
    del at_once, progress
    found: list[ShareState | None] = []
    for told in tasks:
        task = msgspec.msgpack.decode(msgspec.msgpack.encode(told), type=ShareTask)
        index = Index(list(map(Path, task.roots)), limits=task.limits, extractors=(), processes=0)
        state = index.read_share(task.files, lambda *_: None)
        found.append(msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=ShareState))
    return found


def said(root: Path, processes: int) -> list[list[str]]:
    """What an index says that so many processes help to read."""
    index = Index([root], extractors=(), processes=processes)
    index.load()
    return [[repr(one) for one in some] for some in (index.ports(), index.links(), index.problems())]


@pytest.mark.parametrize("text", [pytest.param(case.text, id=case.title) for case in SEVERAL])
def test_shares_say_what_repositories_say_together(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(share, "LEAST", 1)
    monkeypatch.setattr(index_module, "read_shares", read_here)
    for path, content in parse(text).files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(content, "utf-8")
    assert said(tmp_path, 2) == said(tmp_path, 0)


TWO_SERVICES = {
    "api/package.json": '{"name": "api"}',
    "api/server.js": "require('express')().get('/users', (req, res) => {});\n",
    "web/package.json": '{"name": "web"}',
    "web/client.js": "fetch('/users');\n",
    "read.py": "import requests\nrequests.get('http://api/users')\n",
}


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(share, "LEAST", 1)
    for path, content in TWO_SERVICES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(content, "utf-8")
    return tmp_path


def test_processes_read_shares_and_tell_how_far_they_are(services: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    states: list[ShareState | None] = []

    def read(tasks: Sequence[ShareTask], at_once: int, progress: Callable[[int], None]) -> list[ShareState | None]:
        states.extend(read_shares(tasks, at_once, progress))
        return states

    monkeypatch.setattr(index_module, "read_shares", read)
    told: list[tuple[int, int]] = []
    index = Index([services], extractors=(), processes=2)
    index.load(lambda done, whole: told.append((done, whole)))
    assert [state is not None and [*state.composed] for state in states] == [["api/server.js"], ["web/client.js"]]
    assert (4, 5) in told
    assert [link.consumer.path for link in index.links()] == ["read.py", "web/client.js"]


@pytest.mark.parametrize(
    "program", ["", "import sys; sys.stdin.buffer.read(4); sys.stdout.buffer.write(b'\\1\\0\\0\\0x')"]
)
def test_what_a_process_does_not_say_is_read_here(
    program: str, services: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(tasks: Sequence[ShareTask], at_once: int, progress: Callable[[int], None]) -> list[ShareState | None]:
        return read_shares(tasks, at_once, progress, (sys.executable, "-c", program))

    monkeypatch.setattr(index_module, "read_shares", fail)
    assert said(services, 2) == said(services, 0)


def test_whoever_is_interrupted_waits_for_no_process() -> None:
    told = msgspec.msgpack.encode(ShareProgress(1))
    said = len(told).to_bytes(4, "little") + told
    program = f"import sys, time; sys.stdout.buffer.write({said!r}); sys.stdout.flush(); time.sleep(600)"
    task = ShareTask([], {}, Limits(), None, None, {})

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read_shares([task] * 3, 2, interrupt, (sys.executable, "-c", program))


@pytest.mark.parametrize(
    ("sizes", "processes", "shares"),
    [
        ({"a": 900, "b": 400, "c": 20, "d": 10}, 2, [["a"], ["b"]]),
        ({"a": 900, "b": 200, "c": 200, "d": 10}, 2, [["a"], ["b", "c"]]),
        ({"a": 900, "b": 290}, 2, []),
        ({"a": 900, "b": 400}, 1, []),
        ({"a": 9000, "b": 400, "c": 400}, 2, [["a"], ["b", "c"]]),
        ({}, 4, []),
    ],
)
def test_small_repositories_share_a_process(sizes: dict[str, int], processes: int, shares: list[list[str]]) -> None:
    homes = {f"{name}/{number}": name for name, size in sizes.items() for number in range(size)}
    planned = plan_shares({**homes, "read.py": ""}, processes)
    assert [[*dict.fromkeys(homes[path] for path in paths)] for paths in planned] == shares
    assert all(len(paths) == sum(sizes[name] for name in names) for paths, names in zip(planned, shares, strict=True))
