"""What can go wrong with a store: whatever dies, tears or fills up, the rest is served, and said what is not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from seamark.cli.organisation.engine import outcomes
from seamark.cli.organisation.reading import Task
from seamark.store import shard, writing
from seamark.store.folder import Folder

from . import dying
from .repositories import commit
from .test_store import made, rows_of, seamark, told

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc, or limits a process")
SERVICES = ("catalog", "orders", "payments", "shipping", "warehouse", "web")


def program(*arguments: str | Path | int, **options: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "seamark", "store", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)  # type: ignore[call-overload,no-any-return]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    seamark("store", "add", *made(tmp_path, "catalog", "orders", "web"), "--store", tmp_path / "store", "--jobs", 1)
    return tmp_path / "store"


@pytest.mark.parametrize("torn", ["cut", "spoilt", "empty", "other"])
def test_a_torn_shard_is_left_out_and_written_anew(torn: str, store: Path) -> None:
    file = store / "orders.parquet"
    data = file.read_bytes()
    middle = len(data) // 4
    texts = {"cut": data[:-20], "empty": b"", "spoilt": data[:middle] + bytes(400) + data[middle + 400 :]}
    if torn == "other":
        duckdb.execute(f"COPY (SELECT 1 AS one) TO '{file}' (FORMAT parquet)")
    else:
        file.write_bytes(texts[torn])
    result = seamark("store", "list", "--store", store)
    assert result.exit_code == 0
    assert f"warning: {file} is left out: it" in result.stderr
    assert "catalog" in result.stdout and "orders" not in result.stdout
    assert "web/src/api/payments.ts" in seamark("store", "map", "--store", store).stdout
    if torn != "spoilt":  # That can still say which commit it is of.
        assert told(seamark("store", "add", store.parent / "orders", "--store", store)) == {"orders": "added"}
    else:
        assert told(seamark("store", "add", store.parent / "orders", "--store", store, "--anew")) == {
            "orders": "updated"
        }
    assert seamark("store", "list", "--store", store).stderr == ""


@pytest.mark.parametrize(("version", "why"), [(0, "too old: `seamark store update`"), (7, "reads version 1")])
def test_a_shard_of_another_schema_is_left_out(
    version: int, why: str, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(writing, "VERSION", version)
        made_then = shard.Shard(shard.About("orders", "c"), shard.Stated(), [])
        writing.write(Folder(str(store)), made_then)
    result = seamark("store", "list", "--store", store)
    assert why in result.stderr
    assert "orders" not in result.stdout
    assert told(seamark("store", "add", store.parent / "orders", "--store", store)) == {"orders": "added"}
    assert seamark("store", "list", "--store", store).stderr == ""


def test_of_two_writers_one_counts_and_the_shard_is_whole(store: Path) -> None:
    before = rows_of(store / "orders.parquet")
    repository = store.parent / "orders"
    running = [program("add", repository, "--store", store, "--anew", "--no-cache") for _ in range(3)]
    assert [one.wait(timeout=60) for one in running] == [0, 0, 0]
    assert rows_of(store / "orders.parquet") == before
    assert sorted(file.name for file in store.iterdir()) == ["catalog.parquet", "orders.parquet", "web.parquet"]
    for one in running:
        one.communicate()


def test_readers_at_the_same_time_see_a_whole_store(store: Path) -> None:
    (store.parent / "orders" / "more.py").write_text("import requests\nrequests.get('http://web/more')\n")
    commit(store.parent / "orders", "more")
    running = [program("list", "--store", store) for _ in range(2)]
    running += [program("update", store.parent / "orders", "--store", store)]
    running += [program("list", "--store", store) for _ in range(2)]
    for one in running:
        _, said = one.communicate(timeout=120)
        assert (one.returncode, "warning" in said) == (0, False), said


@ON_LINUX
def test_on_a_full_disk_the_shard_of_before_stays(store: Path) -> None:
    before = (store / "orders.parquet").read_bytes()
    script = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))\n"
        "sys.argv = ['seamark', *sys.argv[1:]]\n"
        "from seamark.cli.main import run\nrun()\n"
    )
    arguments = ("store", "add", store.parent / "orders", "--store", store, "--anew", "--no-cache")
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert "failed   orders: " in done.stderr and "cannot be written" in done.stderr
    assert (store / "orders.parquet").read_bytes() == before
    assert not list(store.glob(".*"))


def test_a_store_that_may_not_be_written_says_so(tmp_path: Path) -> None:
    (orders,) = made(tmp_path, "orders")
    (tmp_path / "file").write_text("no folder")
    for place in (tmp_path / "file", tmp_path / "file" / "store"):
        result = seamark("store", "add", orders, "--store", place)
        assert result.exit_code == 1, result.output
        assert f"failed   orders: {place}/orders.parquet cannot be written" in result.stderr


def test_a_store_without_rights_says_so(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> Iterator[None]:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:  # Tests may be run by root, whom no permission binds.
        patch.setattr("seamark.store.folder.tempfile.mkstemp", refused)
        result = seamark("store", "add", store.parent / "orders", "--store", store, "--anew")
    assert (result.exit_code, told(result)) == (1, {"orders": "failed"})
    assert "orders.parquet cannot be written: permission denied" in result.stderr
    with monkeypatch.context() as patch:
        patch.setattr("seamark.store.folder.os.scandir", refused)
        result = seamark("store", "list", "--store", store)
    assert result.exit_code == 2
    assert f"the store {store} cannot be read: permission denied" in result.stderr


def test_a_replica_that_is_no_database_is_made_anew(store: Path) -> None:
    from seamark.index.persistence.cache import folder

    assert seamark("store", "list", "--store", store).exit_code == 0
    for replica in (folder() / "stores").glob("*.duckdb"):
        replica.write_bytes(b"a disk was full")
    result = seamark("store", "list", "--store", store)
    assert (result.exit_code, "orders" in result.stdout) == (0, True)


def children(pid: int) -> list[int]:
    """The workers of a driver."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            command = (process / "cmdline").read_text()
        except OSError:
            continue
        if parent == pid and "spawn_main" in command:
            found.append(int(process.name))
    return found


def until_a_shard_is_there(driver: subprocess.Popen[str], store: Path) -> None:
    end = time.monotonic() + 60
    while driver.poll() is None and time.monotonic() < end and not (store.is_dir() and list(store.glob("*.parquet"))):
        time.sleep(0.005)


@ON_LINUX
def test_what_a_killed_worker_was_at_is_done_by_another(tmp_path: Path) -> None:
    repositories, store = made(tmp_path, *SERVICES), tmp_path / "store"
    driver = program("add", *repositories, "--store", store, "--jobs", 2, "--no-cache")
    until_a_shard_is_there(driver, store)
    workers = children(driver.pid)
    assert workers, "all was done before a worker could be killed"
    os.kill(workers[0], signal.SIGKILL)
    _, said = driver.communicate(timeout=120)
    assert driver.returncode == 0, said
    assert sorted(file.name for file in store.glob("*.parquet")) == [f"{name}.parquet" for name in SERVICES]


@ON_LINUX
def test_a_driver_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    repositories, store = made(tmp_path, *SERVICES), tmp_path / "store"
    driver = program("add", *repositories, "--store", store, "--jobs", 2, "--no-cache")
    until_a_shard_is_there(driver, store)
    driver.kill()
    driver.communicate()
    for file in store.glob("*.parquet"):
        assert rows_of(file) is not None
    again = told(seamark("store", "add", *repositories, "--store", store, "--jobs", 1))
    assert again.keys() == set(SERVICES)
    assert "skipped" in again.values() and set(again.values()) <= {"added", "skipped"}
    assert "6 repositories" in seamark("store", "list", "--store", store).stdout


def test_only_the_task_at_which_processes_die_by_themselves_fails(tmp_path: Path) -> None:
    names = ("a", "once", "b", "deadly", "c", "d")
    tasks = [Task(name, f"/src/{name}", str(tmp_path)) for name in names]
    found = {one.name: one for one in outcomes(tasks, 2, dying.done)}
    assert {name: one.what for name, one in found.items()} == dict.fromkeys(names, "added") | {"deadly": "failed"}
    assert found["deadly"].told == "/src/deadly: reading it ended the process, 2 times by itself"
    assert len({one.told for one in found.values()}) > 1
