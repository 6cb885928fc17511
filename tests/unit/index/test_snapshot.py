"""What an index goes on from, and what it then leaves undone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import msgspec
import pytest

from seamark.index import Index
from seamark.index import index as indexing
from seamark.index.folders import disk
from seamark.index.incremental import current_ports
from seamark.index.persistence.cache import SNAPSHOT, Cache
from seamark.index.persistence.fingerprint import fingerprint
from seamark.index.persistence.snapshot import unpack_findings
from seamark.index.persistence.store import Store
from seamark.resolve import answer
from seamark.resolve.abstract_values import Definition, ParameterPart
from seamark.resolve.findings import Condition
from seamark.resolve.workspace_facts.project import summed_up
from seamark.resolve.workspace_facts.view import SUMMED_UP
from seamark.source import Limits, Problem, SourceText, read_file
from tests.features.checking import parse
from tests.features.test_cases import cases

FILES = {
    "api/main.py": "import fastapi\nfrom routes import users\napp = fastapi.FastAPI()\n"
    "app.include_router(users.router, prefix='/v1')\n",
    "api/routes/users.py": "import fastapi\nrouter = fastapi.APIRouter()\n"
    "@router.get('/users/{id}')\ndef read(): ...\n",
    "web/client.py": "import requests\ndef call(name):\n    return requests.get('/v1/' + name)\n",
    "web/page.py": "from client import call\ncall('users/1')\n",
    "web/other.py": "import requests\nrequests.get('/v1/users/7')\n",
    "api/openapi.yaml": "openapi: 3.0.0\npaths:\n  /v1/users/{id}:\n    get: {}\n",
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "kept" / "store")
    yield store
    store.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        place = tmp_path / "work" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return tmp_path / "work"


@pytest.fixture(autouse=True)
def settled() -> Iterator[None]:
    """As if all files had been written long ago."""
    with mock.patch.object(disk, "GRAIN", -(10**18)):
        yield


def loaded(root: Path, store: Store | None = None) -> tuple[list[str], list[str]]:
    """All links and ports, and the files in which something was looked for."""
    found: list[str] = []
    find = current_ports.CurrentPorts._find

    def noted(self: current_ports.CurrentPorts, path: str) -> None:
        found.append(path)
        find(self, path)

    with mock.patch.object(current_ports.CurrentPorts, "_find", noted):
        index = Index([root], cache=None if store is None else Cache(store))
        index.load()
    return [*map(str, index.links(compatible=True)), *map(str, index.ports())], found


def test_where_nothing_has_changed_nothing_is_looked_for(root: Path, store: Store) -> None:
    clean, found = loaded(root, store)
    assert clean
    assert set(found) == FILES.keys()
    assert loaded(root, store) == (clean, [])


@pytest.mark.parametrize(
    ("path", "before", "after", "found"),
    [
        pytest.param("web/other.py", "/7", "/8", {"web/other.py"}, id="one that nobody needs"),
        pytest.param("web/client.py", "/v1/", "/v2/", {"web/client.py", "web/page.py"}, id="one that somebody calls"),
        pytest.param("api/main.py", "/v1", "/v3", {"api/main.py"}, id="a mount, on which only keys depend"),
    ],
)
def test_what_has_changed_is_looked_at_with_what_depends_on_it(
    root: Path, store: Store, path: str, before: str, after: str, found: set[str]
) -> None:
    loaded(root, store)
    (root / path).write_text((root / path).read_text().replace(before, after))
    said, looked_at = loaded(root, store)
    assert (said, set(looked_at)) == (loaded(root)[0], found)


def test_a_file_that_is_written_anew_with_the_same_text_is_no_change(root: Path, store: Store) -> None:
    clean, _ = loaded(root, store)
    for path, text in FILES.items():
        (root / path).unlink()
        (root / path).write_text(text)
    assert loaded(root, store) == (clean, [])


def test_files_that_were_written_just_now_are_looked_at_for_their_text_only(root: Path, store: Store) -> None:
    with mock.patch.object(disk, "GRAIN", 10**18):
        clean, _ = loaded(root, store)
        assert loaded(root, store) == (clean, [])
        (root / "web/other.py").write_text(FILES["web/other.py"].replace("/7", "/x"))
        assert loaded(root, store) == (loaded(root)[0], ["web/other.py"])


def test_files_that_come_and_go_are_changes(root: Path, store: Store) -> None:
    loaded(root, store)
    (root / "web/other.py").unlink()
    (root / "api/openapi.yaml").unlink()
    (root / "web/new.py").write_text("import requests\nrequests.get('/v1/users/9')\n")
    assert loaded(root, store) == (loaded(root)[0], ["api/openapi.yaml", "web/new.py", "web/other.py"])


def test_what_speaks_for_a_possible_call_is_named_alike_after_a_start(root: Path, store: Store) -> None:
    (root / "api/lamps.py").write_text("def lamps(): ...\n")
    text = "import fastapi\nfrom lamps import lamps\nfastapi.FastAPI().add_api_route('/desk/lamps', lamps)\n"
    (root / "api/desk.py").write_text(text)
    (root / "web/page.ts").write_text("import { load } from 'loading'\nload('/desk/lamps')\n")
    loaded(root, store)
    index = Index([root], cache=Cache(store))
    index.load()
    (root / "web/page.ts").write_text("import { load } from 'loading'\n\nload('/desk/lamps')\n")
    index.refresh(["web/page.ts"])
    anew = Index([root])
    anew.load()
    said, said_anew = ([port for port in one.ports() if port.possible] for one in (index, anew))
    assert said == said_anew
    assert [reason.text for port in said for reason in port.reasons] == ["lamps serves this path"]


def test_what_changes_are_compared_with_is_unpacked_for_the_first_change(root: Path, store: Store) -> None:
    loaded(root, store)
    with mock.patch.object(indexing, "unpack_findings", wraps=unpack_findings) as unpacks:
        index = Index([root], cache=Cache(store))
        index.load()
        assert list(index.links())
        assert not unpacks.called
        index.open("web/other.py", FILES["web/other.py"].replace("/7", "/7/new").encode())
        index.prepare()
    assert unpacks.call_count == 1
    assert [port.key for port in index.ports("web/other.py")] == ["GET /v1/users/{}/new"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b"fetch('/v1/users/1');" * 4000, id="minified"),
        pytest.param(b"\0\1\2", id="binary"),
    ],
)
def test_a_text_that_cannot_be_understood_is_no_change_as_long_as_it_stays(
    root: Path, store: Store, text: bytes
) -> None:
    (root / "web/all.js").write_bytes(text)
    first = Index([root], cache=Cache(store))
    first.load()
    with mock.patch.object(current_ports.CurrentPorts, "prepare", side_effect=AssertionError):
        index = Index([root], cache=Cache(store))
        index.load()
    assert [*map(str, index.problems())] == [*map(str, first.problems())] != []
    (root / "web/all.js").write_text("fetch('/v1/users/1')\n")
    assert loaded(root, store)[0] == loaded(root)[0]
    again = Index([root], cache=Cache(store))
    again.load()
    assert not again.problems()


def test_what_cannot_be_unpacked_is_found_anew(root: Path, store: Store) -> None:
    loaded(root, store)
    with mock.patch.object(indexing, "unpack_findings", side_effect=msgspec.ValidationError("torn")):
        index = Index([root], cache=Cache(store))
        index.load()
        index.open("web/other.py", FILES["web/other.py"].replace("/7", "/7/new").encode())
    index.close("web/other.py")
    assert [*map(str, index.links(compatible=True)), *map(str, index.ports())] == loaded(root)[0]


def test_who_has_read_much_is_heavy_if_another_one_can_go_on_from_it(root: Path, store: Store) -> None:
    def is_heavy(index: Index) -> bool:
        index.load()
        return index.is_heavy()

    assert not is_heavy(Index([root], cache=Cache(store)))
    with mock.patch.object(indexing, "HEAVY", len(FILES)):
        assert not is_heavy(Index([root])), "nothing is kept"
        assert not is_heavy(Index([root], cache=Cache(store))), "nothing was read"
        (root / "web/new.py").write_text("import requests\nrequests.get('/v1/users/9')\n")
        assert not is_heavy(Index([root], cache=Cache(store))), "little was read"
        assert is_heavy(Index([root], languages=["python"], cache=Cache(store))), "nothing was kept for this"


def test_a_file_that_could_not_be_read_is_tried_again(root: Path, store: Store) -> None:
    def denied(path: Path, limits: Limits, root: Path) -> SourceText | Problem:
        return Problem(str(path), "permission denied") if path.name == "other.py" else read_file(path, limits, root)

    with mock.patch("seamark.index.reading.texts.read_file", denied):
        index = Index([root], cache=Cache(store))
        index.load()
    assert [problem.path for problem in index.problems()] == ["web/other.py"]
    assert loaded(root, store)[0] == loaded(root)[0]


def test_what_editors_show_is_known_as_it_is_shown(root: Path, store: Store) -> None:
    loaded(root, store)
    index = Index([root], cache=Cache(store))
    index.open("web/other.py", b"import requests\nrequests.get('/v1/users/1/shown')\n")
    with mock.patch.object(indexing, "FEW", 0):
        index.begin()
    assert index.pending() is not None
    assert [port.key for port in index.ports("web/other.py")] == ["GET /v1/users/{}/shown"], "at once"
    while index.pending() is not None:
        index.work()
    assert [port.key for port in index.ports("web/other.py")] == ["GET /v1/users/{}/shown"]
    index.close("web/other.py")
    assert [*map(str, index.links(compatible=True)), *map(str, index.ports())] == loaded(root)[0]


def test_what_was_shown_is_not_taken_for_what_is_on_the_disk(root: Path, store: Store) -> None:
    index = Index([root], cache=Cache(store))
    index.open("web/other.py", b"import requests\nrequests.get('/v1/users/1/shown')\n")
    index.load()
    assert loaded(root, store)[0] == loaded(root)[0]


def test_other_settings_have_a_snapshot_of_their_own(root: Path, store: Store) -> None:
    loaded(root, store)
    (root / "seamark.toml").write_text('[basePaths.calls]\nweb = "/below"\n')
    assert loaded(root, store)[0] == loaded(root)[0]


def test_what_cannot_be_understood_does_not_count(root: Path, store: Store) -> None:
    clean, found = loaded(root, store)
    with mock.patch.object(SNAPSHOT, "decode", mock.Mock(side_effect=UnicodeDecodeError("utf-8", b"", 0, 1, "torn"))):
        again, looked_at = loaded(root, store)
    assert (again, set(looked_at)) == (clean, set(found))


SOME = (
    frozenset(
        Condition(ParameterPart(Definition("a.py", key), 0), frozenset(["x", "y", "z"]), other=False)
        for key in "abcdef"
    ),
    {"b": 1, "a": (None, frozenset("abcdef"))},
)


def test_a_fingerprint_is_the_same_in_all_processes() -> None:
    script = "from tests.unit.index.test_snapshot import SOME, fingerprint; print(fingerprint(SOME))"
    runs = [
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, env={"PYTHONHASHSEED": seed}, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs == [f"{fingerprint(SOME)}\n"] * 2
    assert fingerprint(SOME) != fingerprint((*SOME, None))


@pytest.mark.slow
def test_what_is_summed_up_of_files_is_what_looking_into_them_says(tmp_path: Path) -> None:
    for number, case in enumerate(cases()):
        files = parse(case.text).files if number % 7 == 0 else {}
        index = Index([tmp_path])
        for path, text in files.items():
            index.open(path, text.encode())
        for path in files:
            view, sketch = index._files.view(path), index._files.sketch(path).decode()
            for name in ("nothing", *sketch.split()[::3]) if view is not None else ():
                for kind, nothing in SUMMED_UP.items():
                    lacks = index._files.lacks(kind, path, name)
                    assert lacks == (answer(view, summed_up(kind, path, name)) == nothing), (path, kind, name)
