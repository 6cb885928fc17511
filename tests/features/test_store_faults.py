"""What can go wrong with a store: whatever dies, tears or fills up, the rest is served, and said what is not."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import fsspec  # type: ignore[import-untyped]
import pytest
from click.testing import Result

from seamark.cli.organisation.engine import outcomes
from seamark.cli.organisation.reading import Task
from seamark.index.persistence.cache import folder
from seamark.store import checksum, replica, shard, writing
from seamark.store.folder import Folder
from seamark.store.writing import Header

from . import dying
from .repositories import commit
from .test_store import made, rows_of, seamark, told

pytestmark = pytest.mark.slow

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc, or limits a process")
SERVICES = ("catalog", "orders", "payments", "shipping", "warehouse", "web")


def program(*arguments: str | Path | int, **options: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "seamark", "store", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)  # type: ignore[call-overload,no-any-return]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    seamark("store", "add", *made(tmp_path, "catalog", "orders", "web"), "--store", tmp_path / "store", "--jobs", 1)
    return tmp_path / "store"


def spoilt(data: bytes) -> bytes:
    """A shard whose rows are another's."""
    middle = len(data) // 4
    return data[:middle] + bytes(400) + data[middle + 400 :]


def without_checksum(data: bytes) -> bytes:
    """A shard as it was written before there were checksums."""
    return data.replace(checksum.NAME.encode(), b"seamark.formerly")


TORN: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "cut": (lambda data: data[:-20], "it is damaged: its checksum does not match"),
    "empty": (lambda _: b"", "it is empty"),
    "spoilt": (spoilt, "it is damaged: its checksum does not match"),
    "of another": (lambda _: b"a shopping list", "it is not a shard, or only part of one"),
    "old": (without_checksum, "it has no checksum: shards before version 2 had none: `seamark store update` rewrites"),
    "spoilt, but sealed": (lambda data: checksum.seal_shard(spoilt(data)), "its ports cannot be read: "),
    "cut, but sealed": (lambda data: checksum.seal_shard(data[:-20]), "it is not a complete Parquet file"),
}


@pytest.mark.parametrize("torn", TORN)
def test_a_torn_shard_is_left_out_and_written_anew(torn: str, store: Path) -> None:
    file = store / "orders.parquet"
    change, why = TORN[torn]
    file.write_bytes(change(file.read_bytes()))
    result = seamark("store", "list", "--store", store)
    assert result.exit_code == 0
    assert f"warning: {file} is left out: {why}" in result.stderr
    assert "catalog" in result.stdout and "orders" not in result.stdout
    assert "web/src/api/payments.ts" in seamark("store", "map", "--store", store).stdout
    anew = ["--anew"] if torn == "spoilt, but sealed" else []  # It says which commit it is of.
    assert told(seamark("store", "update", store.parent / "orders", "--store", store, *anew)) == {"orders": "updated"}
    assert seamark("store", "list", "--store", store).stderr == ""


def test_one_bit_is_enough(store: Path) -> None:
    file = store / "orders.parquet"
    data = file.read_bytes()
    assert checksum.damage(data) is None
    for at in range(len(data)):
        assert checksum.damage(_flipped(data, at)) is not None, at
    for at in (len(data) // 5, len(data) // 2):
        file.write_bytes(_flipped(data, at))
        result = seamark("store", "map", "--store", store, "--format", "jsonl")
        assert f"{file} is left out: " in result.stderr
        assert {row["repository"] for row in ports(result)} == {"catalog", "web"}


def _flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]


def ports(result: Result) -> list[dict[str, str]]:
    rows = map(json.loads, result.stdout.splitlines())
    return [port for row in rows for port in (*row["providers"], *row["consumers"])]


def test_a_shard_can_still_be_read_by_others(store: Path) -> None:
    file = store / "orders.parquet"
    said = "SELECT value FROM parquet_kv_metadata(?) WHERE key = 'seamark.checksum'"
    (stated,) = duckdb.execute(said, [str(file)]).fetchall()[0]
    before, _, after = file.read_bytes().partition(stated)
    assert hashlib.sha256(before + after).hexdigest() == stated.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="not everyone may make links")
def test_what_is_no_file_is_named_and_the_rest_is_served(store: Path) -> None:
    (store / "folder.parquet").mkdir()
    (store / "dangling.parquet").symlink_to(store / "nowhere")
    (store / "loop.parquet").symlink_to(store / "loop.parquet")
    result = seamark("store", "list", "--store", store)
    assert f"{store / 'folder.parquet'} is left out: it cannot be read: is a folder" in result.stderr
    assert f"{store / 'dangling.parquet'} is left out: it cannot be read: does not exist" in result.stderr
    assert (
        f"{store / 'loop.parquet'} is left out: it cannot be read: too many levels of symbolic links" in result.stderr
    )
    assert (result.exit_code, "3 repositories" in result.stdout) == (0, True)
    (store / "folder.parquet").rmdir()
    assert "folder" not in seamark("store", "list", "--store", store).stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes")
def test_a_pipe_is_not_waited_for(store: Path) -> None:
    os.mkfifo(store / "pipe.parquet")
    command = [sys.executable, "-m", "seamark", "store", "list", "--store", str(store)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert "pipe.parquet is left out: it cannot be read: is not a regular file" in done.stderr
    assert "3 repositories" in done.stdout


def test_what_could_not_be_read_is_tried_again(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Path.read_bytes

    def failing(path: Path) -> bytes:
        if path.name == "orders.parquet":
            raise OSError(errno.EIO, "a cable")
        return read(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", failing)
        result = seamark("store", "list", "--store", store)
    assert "orders.parquet is left out: it cannot be read: input/output error" in result.stderr
    assert "web" in result.stdout
    result = seamark("store", "list", "--store", store)
    assert (result.stderr, "orders" in result.stdout) == ("", True)


def test_a_shard_that_changed_under_the_same_time_is_read_again(store: Path) -> None:
    seamark("store", "list", "--store", store)
    file = store / "orders.parquet"
    status = file.stat()
    with file.open("r+b") as stream:
        stream.write(b"lost")
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert "orders.parquet is left out: it is damaged" in seamark("store", "list", "--store", store).stderr


def test_a_shard_with_the_name_of_another_one_is_named_and_costs_no_other(store: Path) -> None:
    seamark("store", "list", "--store", store)
    shutil.copy(store / "web.parquet", store / "%6Frders.parquet")
    shutil.copy(store / "web.parquet", store / "shop.parquet")
    result = seamark("store", "map", "--store", store, "--format", "jsonl")
    assert (
        f"{store / '%6Frders.parquet'} is left out: it is the shard of web, and its name says orders" in result.stderr
    )
    assert f"{store / 'shop.parquet'} is left out: it is the shard of web, and its name says shop" in result.stderr
    assert {row["repository"] for row in ports(result)} == {"catalog", "orders", "web"}


def test_a_shard_is_read_as_it_was_looked_at(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else writes into it between the two."""
    file = store / "orders.parquet"

    def late(*arguments: Any) -> dict[str, Header | str]:
        file.write_bytes(spoilt(file.read_bytes()))
        return writing.headers(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(replica, "headers", late)
        result = seamark("store", "map", "--store", store, "--format", "jsonl")
    assert result.stderr == ""
    assert {row["repository"] for row in ports(result)} == {"catalog", "orders", "web"}
    assert "orders.parquet is left out: it is damaged" in seamark("store", "list", "--store", store).stderr


def test_a_damaged_shard_elsewhere_is_left_out(tmp_path: Path) -> None:
    store = "memory://damaged"
    seamark("store", "add", *made(tmp_path, "catalog", "web"), "--store", store, "--jobs", 1)
    files = fsspec.filesystem("memory")
    files.pipe_file("/damaged/web.parquet", spoilt(files.cat_file("/damaged/web.parquet")))
    files.pipe_file("/damaged/a[1]*?.parquet", b"")
    result = seamark("store", "list", "--store", store)
    assert f"{store}/web.parquet is left out: it is damaged" in result.stderr
    assert f"{store}/a[1]*?.parquet is left out: it is empty" in result.stderr
    assert (result.exit_code, "catalog" in result.stdout) == (0, True)


def test_a_shard_that_goes_away_elsewhere_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = "memory://vanishing"
    seamark("store", "add", *made(tmp_path, "catalog", "web"), "--store", store, "--jobs", 1)
    listed = Folder(store).shards()
    fsspec.filesystem("memory").rm_file("/vanishing/web.parquet")
    monkeypatch.setattr(Folder, "shards", lambda _: listed)
    result = seamark("store", "list", "--store", store)
    assert f"{store}/web.parquet is left out: it cannot be read: does not exist" in result.stderr
    assert (result.exit_code, "catalog" in result.stdout) == (0, True)


@pytest.mark.parametrize(("version", "why"), [(1, "too old: `seamark store update`"), (7, "reads version 2")])
def test_a_shard_of_another_schema_is_left_out(
    version: int, why: str, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(writing, "VERSION", version)
        made_then = shard.Shard(shard.About("orders", "c"), shard.RepositoryStatement(), [])
        writing.write(Folder(str(store)), made_then)
    result = seamark("store", "list", "--store", store)
    assert why in result.stderr
    assert "orders" not in result.stdout
    assert told(seamark("store", "update", store.parent / "orders", "--store", store)) == {"orders": "updated"}
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
@pytest.mark.parametrize(
    ("reads", "why"),
    [(False, "cannot write copies of shards: "), (True, "the shard of orders cannot be written: ")],
)
def test_on_a_full_disk_the_shard_of_before_stays(reads: bool, why: str, store: Path) -> None:
    calls = "".join(f"requests.get('http://web/{Random(number).randbytes(8).hex()}')\n" for number in range(400))
    (store.parent / "orders" / "more.py").write_text(f"import requests\n{calls}")
    commit(store.parent / "orders", "more")
    before = (store / "orders.parquet").read_bytes()
    room = len(before) + 1000 if reads else 100
    script = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))\n"
        "sys.argv = ['seamark', *sys.argv[1:]]\n"
        "from seamark.cli.main import run\nrun()\n"
    )
    arguments = ("store", "add", store.parent / "orders", "--store", store, "--anew", "--no-cache")
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert f"failed   orders: {why}" in done.stderr
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


def kept() -> Path:
    """The replica that is kept."""
    (replica,) = (folder() / "stores").glob("*.duckdb")
    return replica


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize("at", [*range(3), "all"])
def test_a_replica_that_is_no_database_is_made_anew(at: int | str, store: Path) -> None:
    """It has three headers, each in a block of 4 KB."""
    assert seamark("store", "list", "--store", store).exit_code == 0
    data = bytearray(kept().read_bytes())
    if at == "all":
        data = bytearray(b"a disk was full")
    else:
        data[4096 * int(at) + 20] ^= 1
    kept().write_bytes(data)
    result = seamark("store", "list", "--store", store)
    assert (result.exit_code, result.stderr, "orders" in result.stdout) == (0, "", True)


@pytest.mark.usefixtures("cache")
def test_a_replica_with_a_damaged_log_is_made_anew(store: Path) -> None:
    assert seamark("store", "list", "--store", store).exit_code == 0
    kept().with_name(f"{kept().name}.wal").write_bytes(b"a disk was full" * 100)
    result = seamark("store", "list", "--store", store)
    assert (result.exit_code, result.stderr, "orders" in result.stdout) == (0, "", True)


@pytest.mark.usefixtures("cache")
def test_a_replica_that_turns_out_to_be_damaged_is_removed_and_said(store: Path) -> None:
    question = ("store", "map", "--store", store)
    sound = seamark(*question)
    replica = kept()
    data = replica.read_bytes()
    for at in range(12288, len(data), 262144):  # The blocks behind the headers, each with a checksum.
        spoilt = bytearray(data)
        spoilt[at + 9] ^= 1
        replica.write_bytes(spoilt)
        result = seamark(*question)
        if result.exit_code:
            assert f"Error: {replica}, which has what was read of {store}, cannot be used: " in result.stderr
            assert "it is removed, and rebuilt when you ask again" in result.stderr
            assert not replica.exists()
        assert seamark(*question).stdout == sound.stdout


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
    assert found["deadly"].told == "/src/deadly: the process died 2 times while it read only this"
    assert len({one.told for one in found.values()}) > 1
