from __future__ import annotations

import logging
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from seamark.index import Index
from seamark.index.persistence.cache import Cache
from seamark.index.persistence.store import Store
from seamark.index.reading import files, reader, workers
from seamark.index.reading.jobs import Job
from seamark.index.reading.workers import Workers
from seamark.source import Limits
from tests.features.scenarios import SCENARIOS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
TOY = (sys.executable, "-m", "tests.unit.index.toy_worker")
API = "import fastapi\napp = fastapi.FastAPI()\n@app.get('/{0}')\ndef {0}(): ...\n"
WEB = "import requests\ndef call(name):\n    requests.get('/' + name)\n"
USE = "from web import call\ncall('{}')\n"


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a process were worth it for a single file."""
    for module in (reader, workers):
        monkeypatch.setattr(module, "MANY", 1)


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if it were worth it to share the work for a single file."""
    monkeypatch.setattr(reader, "SOME", 1)
    monkeypatch.setattr(workers, "count_processors", lambda: 2)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(ROOT)
    with mock.patch.object(files, "Workers", lambda own, count: Workers(own, TOY, count)):
        yield


def ports(index: Index) -> list[str]:
    return [str(port) for port in index.ports()]


def plain(root: Path) -> list[str]:
    with mock.patch.multiple(reader, MANY=1 << 30, SOME=1 << 30):
        index = Index([root])
        index.load()
        return ports(index)


def workspace(root: Path) -> Path:
    """Some files with wrappers, services and what names them."""
    for number, scenario in enumerate(SCENARIOS[:4]):
        for path, text in scenario.items():
            place = root / str(number) / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
    return root


@pytest.mark.parametrize("how", ["eager", "shared"])
def test_what_workers_read_is_what_there_is(tmp_path: Path, how: str, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(how)
    root = workspace(tmp_path / "work")
    store = Store(tmp_path / "store")
    Index([root], cache=Cache(store)).load()
    warm = Index([root], cache=Cache(store))
    warm.load()
    index = Index([root])
    index.load()
    assert ports(warm) == ports(index) == plain(root) != []
    shutil.copytree(root / "1", root / "new")
    next(path for path in sorted(root.rglob("*.py"))).write_text(API.format("other"))
    index.refresh([""])
    assert ports(index) == plain(root)
    store.close()


@pytest.mark.usefixtures("toy", "eager")
@pytest.mark.parametrize("how", ["deadly", "endless", "huge"])
def test_a_fatal_file_is_left_out_and_named(tmp_path: Path, how: str, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "web.py").write_text(WEB)
    for number in range(10):
        (tmp_path / f"{number}.py").write_text(API.format(f"a{number}") if number % 2 else USE.format(f"a{number}"))
    expected = plain(tmp_path)
    (tmp_path / "fatal.py").write_text(API.format("fatal") + f"# {how}\n")
    index = Index([tmp_path])
    index.load()
    assert ports(index) == expected
    assert [problem.path for problem in index.problems()] == ["fatal.py"]
    assert ["fatal.py" in message for message in caplog.messages] == [True]
    (tmp_path / "fatal.py").write_text(API.format("harmless"))
    index.refresh(["fatal.py"])
    assert ports(index) == plain(tmp_path) != expected
    assert not index.problems()


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("command", [(*TOY, "--broken"), ("/nowhere/python",)])
def test_without_workers_everything_is_read_here(
    tmp_path: Path, command: tuple[str, ...], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    (tmp_path / "api.py").write_text(API.format("a"))
    (tmp_path / "b.py").write_text(API.format("b"))
    (tmp_path / "c.py").write_text(API.format("c"))
    with mock.patch.object(files, "Workers", lambda own, count: Workers(own, command, count)):
        index = Index([tmp_path])
        index.load()
    assert ports(index) == plain(tmp_path)
    assert len([record for record in caplog.records if record.levelno >= logging.WARNING]) <= 1


def job(path: Path) -> Job:
    return Job(path.name, str(path), str(path.parent), "python", 1, Limits())


def test_a_file_that_has_changed_since_is_not_what_was_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (tmp_path / "a.py").write_text("# slow\nx = 1\n")
    (tmp_path / "b.py").write_text("y = 1\n")
    some = Workers(command=TOY, count=1)
    some.plan([job(tmp_path / "a.py"), job(tmp_path / "b.py")])
    taken = some.take("b.py")
    assert taken is not None and taken.scan is not None and b" y " in taken.scan.sketch
    assert some.take("b.py") is None
    some.drop(["a.py"])
    assert some.take("a.py") is None
    some.plan([job(tmp_path / "a.py")])
    (tmp_path / "a.py").write_text("z = 1\n")
    some.plan([job(tmp_path / "a.py")])
    taken = some.take("a.py")
    assert taken is not None and taken.scan is not None and b" z " in taken.scan.sketch
    some.rest()
    assert some.take("a.py") is None


def test_who_shares_the_work_waits_for_nothing_that_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(workers, "count_processors", lambda: 2)
    jobs = []
    for number in range(30):
        (tmp_path / f"{number}.py").write_text("# slow\n" if number == 28 else f"x{number} = 1\n")
        jobs.append(job(tmp_path / f"{number}.py"))
    some = Workers(command=TOY)
    some.share()
    some.plan(jobs)
    while "28.py" not in [path for path, _ in some._doing]:
        time.sleep(0.01)
    assert some.take("0.py") is None
    taken = some.take("29.py")
    assert taken is not None and taken.scan is not None and b" x29 " in taken.scan.sketch
    while some.waiting_count:
        time.sleep(0.01)
    assert some.take("0.py") is None and some.take("1.py") is not None
    some.rest()
    assert some.enough > 1


def test_where_a_process_ended_whoever_asks_lets_another_one_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(workers, "count_processors", lambda: 2)
    (tmp_path / "a.py").write_text("# deadly\n")
    some = Workers(command=TOY)
    some.share()
    some.plan([job(tmp_path / "a.py")])
    while not some._deaths:
        time.sleep(0.01)
    taken = some.take("a.py")
    assert taken is not None and taken.failed
    some.rest()


PARENT = """
import sys, time
from seamark.index.reading.jobs import Job
from seamark.index.reading.workers import Workers
from seamark.source import Limits
some = Workers(command=(sys.executable, "-m", "tests.unit.index.toy_worker"), count=2)
some.plan([Job("a.py", sys.argv[1], sys.argv[1], "python", 1, Limits())])
while not (some._doing or some._done):
    time.sleep(0.01)
print(*(worker._process.pid for worker in some._workers), flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no other way to see whether a process lives")
@pytest.mark.parametrize("text", ["x = 1\n", "# endless\n"])
def test_workers_end_when_who_started_them_does(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.py").write_text(text)
    command = [sys.executable, "-c", PARENT, str(tmp_path / "a.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", cwd=ROOT) as parent:
        assert parent.stdout is not None
        pids = parent.stdout.readline().split()
        parent.kill()
    # What is endless ends after a second of a processor, and gives way to all else that runs.
    end = time.monotonic() + 300
    while any(is_running(pid) for pid in pids) and time.monotonic() < end:
        time.sleep(0.05)
    assert pids and not any(is_running(pid) for pid in pids)


def is_running(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
