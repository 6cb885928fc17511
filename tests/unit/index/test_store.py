from __future__ import annotations

import logging
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from seamark.index.persistence.store import Store

NUMBERS = range(40)


def key(number: int) -> bytes:
    return b"key %d" % number


def value(number: int) -> bytes:
    return random.Random(number).randbytes(300 + 97 * number)


@contextmanager
def opened(place: Path, **how: Any) -> Iterator[Store]:
    store = Store(place, **how)
    try:
        yield store
    finally:
        store.close()


def filled(place: Path) -> None:
    with opened(place) as store:
        for number in NUMBERS:
            store.put(key(number), value(number))


def test_what_is_put_is_there_for_the_next_one(tmp_path: Path) -> None:
    with opened(tmp_path / "a/b/store") as store, opened(tmp_path / "a/b/store") as other:
        assert store.get(b"x") is None
        store.put(b"x", b"1")
        assert (store.get(b"x"), other.get(b"x")) == (b"1", None)
        store.flush()
        assert other.get(b"x") == b"1"
        other.put(b"x", b"2")
        other.flush()
        assert store.get(b"x") == b"2"
    with opened(tmp_path / "a/b/store") as store:
        assert store.get(b"x") == b"2"


def test_what_is_put_does_not_wait_long(tmp_path: Path) -> None:
    now = [1000.0]
    with opened(tmp_path / "store", clock=lambda: now[0]) as store, opened(tmp_path / "store") as other:
        store.put(b"x", b"1")
        assert other.get(b"x") is None
        now[0] += 3
        store.put(b"y", b"2")
        assert (other.get(b"x"), other.get(b"y")) == (b"1", b"2")
        store.put(b"z", b"3")
        assert other.get(b"z") is None


@pytest.mark.slow
@pytest.mark.parametrize("torn", ["cut", "changed"])
def test_torn_at_any_byte_it_is_right_or_missing(tmp_path: Path, torn: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    filled(tmp_path / "whole")
    whole = (tmp_path / "whole").read_bytes()
    numbers, missing = random.Random(7), 0
    for at in [*range(0, 120, 11), *(numbers.randrange(len(whole)) for _ in range(60))]:
        place = tmp_path / f"{torn} {at}"
        changed = whole[:at] + bytes([whole[at] ^ (1 << numbers.randrange(8))]) + whole[at + 1 :]
        place.write_bytes(whole[:at] if torn == "cut" else changed)
        with opened(place) as store:
            found = [store.get(key(number)) for number in NUMBERS]
            missing += found.count(None)
            assert [one in (None, value(number)) for number, one in enumerate(found)] == [True] * len(found), at
            store.put(b"new", b"1")
            store.flush()
        with opened(place) as store:
            assert store.get(b"new") in (None, b"1")
            store.put(b"new", b"2")
            store.flush()
            assert store.get(b"new") == b"2", at
        shutil.rmtree(place, ignore_errors=True)
    assert missing


@pytest.mark.parametrize("file", ["store-wal", "store-shm"])
def test_a_torn_log_is_right_or_missing(tmp_path: Path, file: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    numbers = random.Random(11)
    (tmp_path / "one").mkdir()
    with opened(tmp_path / "one/store") as store:
        for number in NUMBERS:
            store.put(key(number), value(number))
        store.flush()
        for _ in range(20):
            shutil.rmtree(tmp_path / "two", ignore_errors=True)
            shutil.copytree(tmp_path / "one", tmp_path / "two")
            content = (tmp_path / "two" / file).read_bytes()
            at = numbers.randrange(len(content))
            (tmp_path / "two" / file).write_bytes(content[:at] if at % 2 else content[:at] + b"?" + content[at + 1 :])
            with opened(tmp_path / "two/store") as other:
                assert all(other.get(key(number)) in (None, value(number)) for number in NUMBERS)


def test_an_entry_that_changed_is_missing_and_said_to_be(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    filled(tmp_path / "store")
    content = (tmp_path / "store").read_bytes()
    at = content.index(value(1)) + 5
    (tmp_path / "store").write_bytes(content[:at] + b"?" + content[at + 1 :])
    with opened(tmp_path / "store") as store:
        assert (store.get(key(0)), store.get(key(1))) == (value(0), None)
        assert [str(tmp_path / "store") in message for message in caplog.messages] == [True]
        store.put(key(1), value(1))
        store.flush()
        assert store.get(key(1)) == value(1)


def test_what_is_no_store_is_begun_anew(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "store").write_bytes(b"something else entirely" * 100)
    filled(tmp_path / "store")
    with opened(tmp_path / "store") as store:
        assert store.get(key(3)) == value(3)
    assert [str(tmp_path / "store") in message for message in caplog.messages] == [True]


def test_without_a_place_it_goes_on_and_says_so_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("")
    with opened(tmp_path / "file/store") as store:
        for _ in range(3):
            store.put(b"x", b"1")
            store.flush()
            assert store.get(b"x") is None
    assert [str(tmp_path / "file/store") in message for message in caplog.messages] == [True]


def test_a_full_disk_keeps_what_there_is(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    filled(tmp_path / "store")
    with opened(tmp_path / "store") as store:
        assert store._database is not None
        pages = store._database.execute("PRAGMA page_count").fetchone()[0]
        store._database.execute(f"PRAGMA max_page_count = {pages + 2}")
        for number in range(5):
            store.put(b"new %d" % number, bytes(5000))
            store.flush()
    assert [str(tmp_path / "store") in message for message in caplog.messages] == [True]
    with opened(tmp_path / "store") as store:
        assert all(store.get(key(number)) == value(number) for number in NUMBERS)


def test_what_was_used_least_lately_goes_first(tmp_path: Path) -> None:
    now = 1_000_000.0
    limit = 400_000
    with opened(tmp_path / "store") as store:
        store._limit, store._clock = limit, lambda: now
        for number in range(100):
            store.put(key(number), bytes(6000))
            store.flush()
            now += 4000
            assert store.get(key(0)) is not None
    assert (tmp_path / "store").stat().st_size <= limit
    with opened(tmp_path / "store") as store:
        left = [number for number in range(100) if store.get(key(number)) is not None]
    assert left[0] == 0 and left[1:] == list(range(left[1], 100)) and 30 < len(left) < 80


WRITER = """
import sys
from pathlib import Path
from seamark.index.persistence.store import Store
store = Store(Path(sys.argv[1]))
for number in range(int(sys.argv[3])):
    store.put(b"%s %d" % (sys.argv[2].encode(), number), b"%d" % number * 3000)
    store.put(b"shared", b"%d" % number * 3000)
    store.flush()
    print(number, flush=True)
store.close()
"""


def writer(place: Path, name: str, count: int) -> subprocess.Popen[str]:
    arguments = [sys.executable, "-I", "-c", WRITER, str(place), name, str(count)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")


def test_several_processes_share_it(tmp_path: Path) -> None:
    place, count = tmp_path / "store", 40
    with writer(place, "one", count) as one, writer(place, "two", count) as two:
        assert (one.communicate()[1], two.communicate()[1]) == ("", "")
    assert (one.returncode, two.returncode) == (0, 0)
    with opened(place) as store:
        for name in (b"one", b"two"):
            for number in range(count):
                assert store.get(b"%s %d" % (name, number)) == b"%d" % number * 3000
        assert store.get(b"shared") == b"%d" % (count - 1) * 3000


def test_whoever_dies_leaves_it_sound(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    place, numbers = tmp_path / "store", random.Random(3)
    for _ in range(3):
        with writer(place, "one", 100_000) as process:
            assert process.stdout is not None
            written = 0
            while written < 5:
                written = int(process.stdout.readline())
            time.sleep(numbers.random() / 20)
            process.send_signal(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
            process.communicate()
        with opened(place) as store:
            assert all(store.get(b"one %d" % number) == b"%d" % number * 3000 for number in range(written + 1))
    assert caplog.messages == []
