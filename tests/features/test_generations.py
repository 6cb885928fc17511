"""Changes of many files are worked off in steps, and in between questions are answered from the state before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from seamark.index import Index
from seamark.resolve.port_model import Port

COUNT = 40


def call(number: int, path: str) -> str:
    return f'export const call{number} = () => fetch("/{path}/c{number}/things")\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for number in range(COUNT):
        (tmp_path / f"call{number}.ts").write_text(call(number, "old"))
    (tmp_path / "main.py").write_text(
        "from fastapi import FastAPI\nfrom handlers import things\n"
        "app = FastAPI()\napp.add_api_route('/old/c7/things', things)\n"
    )
    (tmp_path / "handlers.py").write_text("def things(): ...\n")
    return tmp_path


@pytest.fixture
def index(root: Path) -> Index:
    index = Index([root])
    index.load()
    return index


@pytest.fixture
def begun(root: Path, index: Index) -> Index:
    """All calls are others on disk, and that was begun."""
    for number in range(COUNT):
        (root / f"call{number}.ts").write_text("\n" + call(number, "new"))
    index.begin([""])
    return index


def keys(index: Index) -> set[str]:
    return {port.key.split("/")[1] for port in index.ports() if port.role == "consumes"}


def all_steps(index: Index) -> Iterator[tuple[int, int]]:
    while (pending := index.pending()) is not None:
        yield pending
        index.work(0)


def only(ports: Sequence[Port]) -> Port:
    (port,) = ports
    return port


def test_answers_are_those_before_until_all_is_done(begun: Index) -> None:
    total = COUNT + 2
    dones = []
    for done, of in all_steps(begun):
        assert (keys(begun), of) == ({"old"}, total)
        dones.append(done)
    assert keys(begun) == {"new"}
    assert dones == sorted(dones)
    assert (dones[0], dones[-1]) == (0, total - 1)


def test_places_of_texts_that_are_others_by_now_are_left_out(begun: Index, root: Path) -> None:
    for _ in all_steps(begun):
        assert begun.text("call3.ts") is None
        assert begun.text("handlers.py") == (root / "handlers.py").read_bytes()
    assert begun.text("call3.ts") == b"\n" + call(3, "new").encode()


def test_so_are_those_of_documents(begun: Index, root: Path) -> None:
    document = root / "openapi.yaml"
    text = "openapi: 3.0.0\npaths:\n  /old/c7/things:\n    get: {}\n"
    document.write_text(text)
    begun.refresh(["openapi.yaml"])
    assert begun.text("openapi.yaml") == text.encode()
    (root / "call0.ts").write_text(call(0, "more"))
    document.write_text("openapi: 3.0.0\n")
    begun.begin([""])
    assert begun.pending() is not None
    assert begun.text("openapi.yaml") is None


def test_what_an_editor_shows_is_ahead_of_the_rest(begun: Index) -> None:
    for number, _ in enumerate(all_steps(begun)):
        text = "\n" * number + call(5, "mine")
        begun.open("call5.ts", text.encode())
        port = only(list(begun.ports("call5.ts")))
        assert (port.key, text[port.start : port.end]) == ("GET /mine/c5/things", "/mine/c5/things")
        assert begun.text("call5.ts") == text.encode()
        if number == 50:
            break
    assert keys(begun) == {"old", "mine"}
    assert list(all_steps(begun))
    assert keys(begun) == {"new", "mine"}


def test_a_handler_s_place_follows_the_edit(begun: Index) -> None:
    begun.open("handlers.py", b"import os\n\ndef things(): ...\n")
    port = only(list(begun.ports("main.py")))
    assert port.handler is not None
    assert port.handler.name_start == 15
    assert [one.path for one in begun.ports_handled_at("handlers.py", 16)] == ["main.py"]
    begun.open("handlers.py", b"import os\n")
    assert only(list(begun.ports("main.py"))).handler is None


def test_what_changes_meanwhile_belongs_to_it(begun: Index, root: Path) -> None:
    begun.work(0)
    (root / "call9.ts").write_text(call(9, "later"))
    begun.begin(["call9.ts"])
    (root / "call8.ts").unlink()
    begun.begin(["call8.ts"])
    assert keys(begun) == {"old"}
    assert list(all_steps(begun))
    fresh = Index([root])
    fresh.load()
    assert begun.ports() == fresh.ports()
    assert keys(begun) == {"new", "later"}


def test_other_settings_meanwhile_change_nothing_of_that(begun: Index, root: Path) -> None:
    for _ in range(COUNT // 2):
        begun.work(0)
    (root / "seamark.toml").write_text('[files]\nexclude = ["call1.ts"]\n')
    begun.begin(["seamark.toml"])
    for _ in all_steps(begun):
        assert {begun.text(f"call{number}.ts") for number in range(COUNT)} <= {None}
        assert keys(begun) == {"old"}
    assert keys(begun) == {"new"}
    assert not begun.ports("call1.ts")


def test_a_refresh_leaves_nothing_to_do(begun: Index) -> None:
    begun.work(0)
    begun.refresh(["main.py"])
    assert begun.pending() is None
    assert keys(begun) == {"new"}


def test_a_few_changes_are_seen_to_at_once(index: Index, root: Path) -> None:
    (root / "call1.ts").write_text(call(1, "new"))
    index.begin(["call1.ts"])
    assert index.pending() is None
    assert keys(index) == {"old", "new"}


def test_while_it_is_read_first_answers_come_bit_by_bit(root: Path) -> None:
    index = Index([root])
    index.open("call5.ts", call(5, "mine").encode())
    assert keys(index) == {"mine"}
    index.begin()
    counts = []
    for number, _ in enumerate(all_steps(index)):
        index.open("call5.ts", call(5, f"mine{number}").encode())
        assert f"mine{number}" in keys(index)
        counts.append(len(index.ports()))
        if number == 60:
            break
    assert list(all_steps(index))
    assert counts == sorted(counts)
    assert len(index.ports()) == COUNT + 1


@pytest.mark.parametrize("patience", [0, 9])
def test_a_handler_that_is_gone_for_a_moment_comes_back(root: Path, patience: float) -> None:
    index = Index([root], patience=patience)
    index.load()
    route = only(index.ports("main.py"))
    index.open("handlers.py", b"def (): ...\n")
    index.open("handlers.py", (root / "handlers.py").read_bytes())
    index.catch_up()
    assert route.handler is not None
    assert only(index.ports("main.py")) == route
    assert list(index.ports_handled_in("handlers.py")) == [route]
