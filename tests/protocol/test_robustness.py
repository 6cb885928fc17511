"""The real server where processes die, disks are full and files are torn: the next answer is right, and says nothing
of it but in the log.
"""

from __future__ import annotations

import random
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from seamark.index.persistence.cache import FILE
from seamark.index.reading.workers import MANY
from seamark.lsp import uris
from tests.bench.patterns import PATTERNS
from tests.protocol.client import SEAMARK, Client
from tests.protocol.processes import below, end, eventually, lives, processor_seconds

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="ends processes, and limits them, as POSIX does")

ROUTE = 'from fastapi import FastAPI\n\napp = FastAPI()\n\n\n@app.get("/things/thing{}")\ndef show(): ...\n'
CALL = 'import requests\n\nrequests.get("http://api/things/thing{}")\n'
AT = {"line": 2, "character": 27}
LAST = MANY + 20


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace that is so large that workers read it, and that nobody has read yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    place = tmp_path / "work"
    place.mkdir()
    for number in range(LAST + 1):
        (place / f"m{number}.py").write_text(ROUTE.format(number))
    return place


@pytest.fixture
def client(folder: Path) -> Iterator[Client]:
    with Client(SEAMARK, folder) as made:
        yield made


def asked(client: Client, number: int) -> int:
    """Ask where a call leads: to the file of this number."""
    path = client.folder / "call.py"
    uri = uris.from_path(path)
    client.change(uri, {"text": CALL.format(number)})
    return client.ask("textDocument/definition", {"textDocument": {"uri": uri}, "position": AT})


def led_to(client: Client, request: int) -> list[str]:
    return [Path(one["uri"]).name for one in client.answer(request) or []]


def is_right(client: Client, *numbers: int) -> None:
    for number in numbers:
        assert led_to(client, asked(client, number)) == [f"m{number}.py"]


def started(client: Client, number: int) -> None:
    """Wait until so many engines have been started."""
    eventually(lambda: len(client.engines()) == number)


def wait_until_read_anew(client: Client) -> None:
    """Wait until the workspace has been read, also if a death has made that begin once more."""
    client.wait_until_read()
    for _ in range(2):  # By the first answer the server has asked for a progress, by the second it has begun it.
        led_to(client, asked(client, 0))
    client.wait_until_read(client.begun())


def has_workers(client: Client) -> bool:
    return bool(client.engines() and below(client.engines()[0]))


@pytest.mark.parametrize("seed", [1, 2])
def test_engines_that_are_killed_while_they_read(client: Client, seed: int) -> None:
    chance = random.Random(seed)
    client.initialize(wait=False)
    client.open(client.folder / "call.py", "")
    requests = []
    for number in range(1, 4):
        started(client, number)
        time.sleep(chance.random() * 1.5)
        requests.append(asked(client, number))
        end(client.engines()[0])
    for number, request in enumerate(requests, 1):
        assert led_to(client, request) in ([], [f"m{number}.py"])
    started(client, 4)
    wait_until_read_anew(client)
    is_right(client, 1, LAST // 2, LAST)
    assert client.log().count("The engine died") == 3
    assert client.end() == 0


def test_workers_that_are_killed_at_random_moments(client: Client) -> None:
    chance = random.Random(1)
    client.initialize(wait=False)
    client.open(client.folder / "call.py", "")
    eventually(lambda: has_workers(client))
    for _ in range(3):
        time.sleep(chance.random() * 0.3)
        for worker in sorted(below(client.engines()[0]))[:1]:
            end(worker)
    client.wait_until_read()
    is_right(client, *range(0, LAST, 40))
    assert "The engine died" not in client.log()
    assert client.end() == 0


def test_no_process_outlives_a_server_that_is_killed_while_it_reads(client: Client) -> None:
    client.initialize(wait=False)
    eventually(lambda: has_workers(client))
    processes = below(client.process.pid)
    client.process.kill()
    eventually(lambda: not any(map(lives, processes)))


def test_no_process_outlives_a_server_that_ends_while_it_reads(client: Client) -> None:
    client.initialize(wait=False)
    eventually(lambda: has_workers(client))
    processes = below(client.process.pid)
    assert client.end() == 0
    eventually(lambda: not any(map(lives, processes)))


@pytest.mark.parametrize("how", ["cut", "overwritten", "no cache at all"])
def test_a_cache_that_is_torn(folder: Path, how: str) -> None:
    cache = folder.parent / "cache" / "seamark" / FILE
    with Client(SEAMARK, folder) as client:
        client.initialize()
        assert client.end() == 0
    with closing(sqlite3.connect(cache)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = cache.read_bytes()
    assert len(data) > 100_000
    torn = {"cut": data[: len(data) // 3], "overwritten": data[:4096] + b"?" * (len(data) - 4096)}
    cache.write_bytes(torn.get(how, b"?" * 10_000))
    with Client(SEAMARK, folder) as client:
        client.initialize()
        client.open(folder / "call.py", "")
        is_right(client, 0, LAST)
        assert f"{cache} is damaged" in client.log()
        assert client.end() == 0


def test_a_full_disk(folder: Path) -> None:
    limited = ("/bin/sh", "-c", 'ulimit -f 64; exec "$@"', "sh", *SEAMARK)
    with Client(limited, folder) as client:
        client.initialize()
        client.open(folder / "call.py", "")
        is_right(client, 0, LAST)
        assert f"{folder.parent / 'cache' / 'seamark' / FILE} cannot be used" in client.log()
        assert client.end() == 0


def test_two_servers_share_a_workspace(folder: Path) -> None:
    with ExitStack() as stack:
        clients = []
        for number in (1, 2):
            own = folder.parent / str(number)
            own.mkdir()
            clients.append(stack.enter_context(Client(SEAMARK, own)))
        for client in clients:
            client.initialize(folders=[folder], wait=False)
        for client in clients:
            client.wait_until_read()
            client.folder = folder
            client.open(folder / "call.py", "")
        for number in (3, LAST):
            for client in clients:
                is_right(client, number)
        (folder / "m3.py").write_text(ROUTE.format("other"))
        changed = {"changes": [{"uri": uris.from_path(folder / "m3.py"), "type": 2}]}
        for client in clients:
            client.notify("workspace/didChangeWatchedFiles", changed)
            assert led_to(client, asked(client, 3)) == []
        end(clients[0].engines()[0])
        for client in clients:
            is_right(client, 4)
            assert client.end() == 0


@pytest.mark.parametrize("seed", [1, 2])
def test_engines_that_are_killed_while_everything_changes(seamark: Client, seed: int) -> None:
    chance = random.Random(seed)
    files = [seamark.folder / f"m{number}.py" for number in range(4)]
    for number, path in enumerate(files):
        path.write_text(ROUTE.format(number))
    seamark.initialize()
    seamark.open(seamark.folder / "call.py", "")
    served = dict(enumerate(files))
    killed = 0
    for step in range(len(files), 40):
        number = chance.randrange(len(files))
        match chance.randrange(4):
            case 0:
                served = {key: path for key, path in served.items() if path != files[number]} | {step: files[number]}
                files[number].write_text(ROUTE.format(step))
                changed = {"changes": [{"uri": uris.from_path(files[number]), "type": 2}]}
                seamark.notify("workspace/didChangeWatchedFiles", changed)
            case 1 if killed < step - 3:
                killed = step
                end(seamark.engines()[0])
            case _:
                key = chance.choice(list(served))
                assert led_to(seamark, asked(seamark, key)) == [served[key].name]
    assert killed
    assert seamark.end() == 0


def test_texts_that_take_too_much_to_parse_end_no_engine(seamark: Client) -> None:
    (seamark.folder / "m1.py").write_text(ROUTE.format(1))
    hostile = ROUTE.format(2) + "&\n*\n" * 4000
    (seamark.folder / "m2.py").write_text(hostile)
    seamark.initialize()
    engines = seamark.engines()
    seamark.open(seamark.folder / "call.py", "")
    assert led_to(seamark, asked(seamark, 1)) == ["m1.py"]
    uri = seamark.open(seamark.folder / "m3.py", hostile)
    assert led_to(seamark, asked(seamark, 2)) == []
    seamark.change(uri, {"text": ROUTE.format(2)})
    assert led_to(seamark, asked(seamark, 2)) == ["m3.py"]
    assert seamark.engines() == engines
    assert seamark.end() == 0


@pytest.mark.parametrize("edited", [False, True], ids=["on disk", "while it is typed"])
def test_other_files_are_answered_while_one_explodes(seamark: Client, edited: bool) -> None:
    """Routers that are each mounted twice in the next one: the last one is at 2 ** 60 places.

    The time is a processor's, as others may need that as well.
    """
    patterns = {name: PATTERNS[name].files(60) for name in ("py_mount2", "ts_mount2")}
    texts = {seamark.folder / name / path: text for name, files in patterns.items() for path, text in files.items()}
    for path, text in texts.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    (seamark.folder / "m1.py").write_text(ROUTE.format(1))
    seamark.initialize(wait=False)
    seamark.open(seamark.folder / "call.py", "")
    if edited:
        for path, text in texts.items():
            uri = seamark.open(path, text)
            seamark.change(uri, {"text": text + "\n"})
    while led_to(seamark, asked(seamark, 1)) != ["m1.py"]:
        time.sleep(0.1)
        assert processor_seconds(seamark.process.pid) < 10
    assert processor_seconds(seamark.process.pid) < 10
    assert seamark.end() == 0


def test_nothing_is_written_but_the_cache_and_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "TMPDIR"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(name, str(tmp_path / name))
    work = tmp_path / "work"
    work.mkdir()
    for number in range(LAST):
        (work / f"m{number}.py").write_text(ROUTE.format(number))
    log = tmp_path / "log"
    with Client((*SEAMARK, "--log", str(log)), tmp_path) as client:
        before = {*tmp_path.rglob("*")}
        client.initialize(folders=[work])
        client.folder = work
        client.open(work / "call.py", "")
        is_right(client, 1)
        assert client.end() == 0
    cache = tmp_path / "XDG_CACHE_HOME" / "seamark"
    written = {path for path in tmp_path.rglob("*") if path not in before and path != cache}
    assert {path for path in written if path.parent != cache} == {log}
    assert {path.name.removeprefix(FILE) for path in written - {log}} <= {"", "-wal", "-shm"}


def test_messages_behind_odd_headers_are_answered(client: Client) -> None:
    client.initialize()
    client.open(client.folder / "call.py", "")
    for sent in (
        b"content-length:2\r\n\r\n{}",
        b"CONTENT-LENGTH:  2  \n\n{}",
        b"Content-Length: 2\r\n\r\n{} and more than it says\r\n",
        b"Content-Length: 1\r\n\r\n{}",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: 2\r\n\r\n{}",
        b"no header\r\n\r\n",
    ):
        client.send_bytes(sent)
        is_right(client, 1)
