"""`seamark store add --engine dask`: real clusters of several processes, of which some die."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from seamark.cli.failure import Failure
from seamark.cli.organisation import cluster
from seamark.cli.organisation.reading import Task

from . import dying
from .test_store import made, seamark, told

pytestmark = pytest.mark.slow

SERVICES = ("catalog", "orders", "payments", "shipping", "warehouse", "web")
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
WORKERS = 3


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster of several workers, which nobody starts again if they die."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    running = [dask("scheduler", "--host", "127.0.0.1", "--port", str(port), "--dashboard-address", "127.0.0.1:0")]
    options = ("--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path_factory.mktemp("scratch")))
    running += [dask("worker", address, *options) for _ in range(WORKERS)]
    yield address
    for one in running:
        one.kill()
    for one in running:
        one.wait(20)


def dask(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "dask", *arguments], stderr=subprocess.DEVNULL, env=ENVIRONMENT)


def kill_who_reads(task: Task) -> None:
    """Kill the worker that has begun a task, as soon as it has."""
    note, end = dying.note(task), time.monotonic() + 30
    while time.monotonic() < end:
        if note.exists() and (pid := note.read_text()):
            os.kill(int(pid), signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
            return
        time.sleep(0.01)


def test_what_a_killed_worker_was_at_is_done_by_another(scheduler: str, tmp_path: Path) -> None:
    store = tmp_path / "store"
    paths = dict(zip(SERVICES, made(tmp_path, *SERVICES), strict=True))
    tasks = [Task(name, str(path), str(store), cached=False, alone=False) for name, path in paths.items()]
    killing = Thread(target=kill_who_reads, args=[tasks[1]])
    killing.start()
    found = {one.name: one for one in cluster.outcomes(tasks, 1, scheduler, dying.read)}
    killing.join()
    assert dying.note(tasks[1]).exists(), "nobody was killed"
    assert found.keys() == set(SERVICES)
    assert found["orders"].what == "added"
    # A worker may have died with what it would have told of others: they are there, and skipped.
    assert {one.what for one in found.values()} <= {"added", "skipped"}
    assert sorted(file.name for file in store.iterdir()) == [f"{name}.parquet" for name in SERVICES]
    assert all(Path(one).stat().st_size for one in store.iterdir())


def test_the_command_hands_repositories_to_a_cluster(scheduler: str, tmp_path: Path) -> None:
    repositories = made(tmp_path, *SERVICES[:3])
    arguments = ("store", "add", *repositories, "--store", tmp_path / "store", "--no-cache")
    command = [sys.executable, "-m", "seamark", *map(str, arguments), "--engine", "dask", "--scheduler", scheduler]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert [line.partition(":")[0] for line in sorted(done.stderr.splitlines())] == [
        f"added    {name}" for name in SERVICES[:3]
    ]
    again = seamark("store", "add", *repositories, "--store", tmp_path / "store", "--jobs", 1)
    assert told(again) == dict.fromkeys(SERVICES[:3], "skipped")


def test_only_the_task_at_which_workers_die_fails(tmp_path: Path) -> None:
    names = ("a", "once", "b", "deadly", "c", "d")
    tasks = [Task(name, f"/src/{name}", str(tmp_path)) for name in names]
    found = {one.name: one for one in cluster.outcomes(tasks, 2, None, dying.done)}
    assert {name: one.what for name, one in found.items()} == dict.fromkeys(names, "added") | {"deadly": "failed"}
    assert found["deadly"].told == "/src/deadly: every worker that tried to read it died"


def test_where_nobody_schedules_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 1)
    with pytest.raises(Failure, match="no Dask scheduler answers at tcp:"):
        list(cluster.outcomes([Task("a", "/a", "/store")], 1, "tcp://127.0.0.1:9"))


def test_without_the_libraries_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = seamark("store", "add", tmp_path, "--store", tmp_path / "store", "--engine", "dask")
    assert result.exit_code == 2
    assert "-m pip install 'distributed>=2024.8'" in result.stderr
