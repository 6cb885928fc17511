"""Damages what Seamark keeps, and asks: `python -m tests.features.damage --seed 1 --count 500 [--first 37]`.

Stores, replicas of stores, and the cache between runs have bits flipped, ranges cut, zeroed, doubled and put elsewhere.
An answer must be that of before without what was named as damaged. It fails on another answer, a traceback, a process
that dies or takes long, and on much more memory. An input depends on the seed and on its number alone.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from difflib import unified_diff
from functools import cache
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from .seeded import SHOP

LIMIT = 60.0
"""For so many seconds an answer is waited for."""
MORE = 300
"""So many megabytes more than without damage an answer may take."""
SERVICES = ("catalog", "orders", "payments", "shipping", "warehouse", "web")
_SETTLED = 2.1
"""Of files that changed less than so many seconds ago nothing is kept."""
_BLOCK = 4096
_FORM = ("--format", "jsonl")
STORE_QUESTIONS = (
    ("list",),
    ("map", *_FORM),
    ("links", "--compatible", *_FORM),
    ("check", "--unserved", *_FORM),
    ("explain", "GET /orders/{}"),
)
WORKSPACE_QUESTIONS = (("ports", *_FORM), ("links", "--compatible", *_FORM))


class Answer(NamedTuple):
    """What a question came to: the program's exit code and output, what it raised, and its memory in megabytes."""

    code: int = 0
    out: str = ""
    err: str = ""
    raised: str = ""
    memory: int = 0


def flipped(random: random.Random, data: bytes) -> bytes:
    """With a few bits that are others."""
    found = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 2, 8)) if data else 0):
        found[random.randrange(len(found))] ^= 1 << random.randrange(8)
    return bytes(found)


def cut(random: random.Random, data: bytes) -> bytes:
    """Without its end."""
    return data[: random.choice((0, random.randrange(len(data) + 1), len(data) - random.randrange(1, 40)))]


def zeroed(random: random.Random, data: bytes) -> bytes:
    """With zeros in a range."""
    start, end = _range(random, data)
    return data[:start] + bytes(end - start) + data[end:]


def doubled(random: random.Random, data: bytes) -> bytes:
    """With a range that is there twice."""
    start, end = _range(random, data)
    return data[:end] + data[start:end] + data[end:]


def mixed(random: random.Random, data: bytes) -> bytes:
    """With a range of it in the place of another one."""
    start, end = _range(random, data)
    to = random.randrange(max(1, len(data) - (end - start)))
    return data[:to] + data[start:end] + data[to + end - start :]


def other(random: random.Random, data: bytes) -> bytes:
    """With bytes at random instead."""
    return random.randbytes(random.choice((1, 16, len(data))))


DAMAGES = (flipped, flipped, flipped, cut, zeroed, doubled, mixed, other)


def _range(random: random.Random, data: bytes) -> tuple[int, int]:
    """A part of it, often a block of a database."""
    if random.random() < 0.5:
        start = random.randrange(len(data) // _BLOCK + 1) * _BLOCK
        return min(start, len(data)), min(start + _BLOCK, len(data))
    start = random.randrange(len(data) + 1)
    return start, random.randrange(start, min(len(data), start + 2000) + 1)


class Asker:
    """A process of its own that runs Seamark's commands, and is ended if it takes too long."""

    def __init__(self, kept: Path) -> None:
        """`kept` is the folder for what is kept between runs."""
        self._kept = kept
        self._start()

    def _start(self) -> None:
        here, there = get_context("spawn").Pipe()
        self._process = get_context("spawn").Process(target=_serve, args=(there, str(self._kept)), daemon=True)
        self._process.start()
        there.close()
        self._pipe: Connection = here

    def __call__(self, *arguments: str | Path) -> Answer:
        """What these arguments come to."""
        return self._said([str(one) for one in arguments])

    def values(self, place: Path, seed: str) -> Answer:
        """What the keys and values of a database come to, as `used` uses it."""
        return self._said((str(place), seed))

    def _said(self, message: object) -> Answer:
        self._pipe.send(message)
        try:
            if self._pipe.poll(LIMIT):
                answer: Answer = self._pipe.recv()
                return answer
            raised = f"no answer in {LIMIT:g} s"
        except EOFError:
            self._process.join()
            raised = f"the process died: {self._process.exitcode}"
        self.close()
        self._start()
        return Answer(raised=raised)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _serve(pipe: Connection, kept: str) -> None:
    from click.testing import CliRunner

    from seamark.cli.main import main

    with mock.patch("platformdirs.user_cache_path", return_value=Path(kept)):
        while True:
            try:
                message = pipe.recv()
            except EOFError:
                return
            if isinstance(message, tuple):
                pipe.send(_used(*message))
                continue
            result = CliRunner().invoke(main, message)
            error = None if isinstance(result.exception, SystemExit) else result.exception
            raised = "" if error is None else "".join(traceback.format_exception(error))
            pipe.send(Answer(result.exit_code, result.stdout, result.stderr, raised, _memory()))


def _memory() -> int:
    """The most megabytes that this process has had, where that is known."""
    if sys.platform != "linux":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000


_VALUES = range(100)


def _value(number: int) -> bytes:
    return random.Random(number).randbytes(200 + 97 * number)


def _used(place: str, seed: str) -> Answer:
    """What the keys and values of a database come to, with little room: each value is what it was, or missing."""
    from seamark.index.persistence.store import Store

    chance = random.Random(seed)
    try:
        for limit in (10_000_000, chance.choice((100_000, 10_000_000))):
            with closing(Store(Path(place), limit)) as store:
                for number in chance.sample(_VALUES, len(_VALUES)):
                    key = b"key %d" % number
                    if store.get(key) not in (None, _value(number)):
                        return Answer(raised=f"{key.decode()} has another value")
                    if chance.random() < 0.2:
                        store.put(key, _value(number))
                store.flush()
    except Exception:  # noqa: BLE001 - whatever it raises is what is looked for
        return Answer(raised=traceback.format_exc())
    return Answer(memory=_memory())


class Ground:
    """Where damage is done: a store and workspaces in a folder, with all that is kept of them."""

    def __init__(self, root: Path) -> None:
        self.store, self.kept, self._values = root / "store", root / "kept", root / "values" / "file"
        self._workspaces = [root / "one", root / "other"]
        for workspace in self._workspaces:
            for name in SERVICES:
                shutil.copytree(SHOP / name, workspace / name)
        time.sleep(_SETTLED)
        self._asker = Asker(self.kept)
        self._sound(("store", "add", *map(str, self._workspaces[0].iterdir()), "--store", str(self.store), "--jobs=1"))
        self._sound(("store", "list", "--store", str(self.store)))
        for workspace in self._workspaces:
            self._sound(("ports", str(workspace)))
        (self._workspaces[1] / "orders" / "more.py").write_text("import requests\nrequests.get('http://web/more')\n")
        self._shards, self._caches = _contents(self.store), _contents(self.kept)
        self._databases = self._filled()
        self._expected = cache(self._asked_without)
        self.checks: Mapping[str, Callable[[random.Random], str]] = {
            "shards": self._shards_damaged,
            "replica": self._replica_damaged,
            "cache": self._cache_damaged,
            "values": self._values_damaged,
        }
        """What damages something of a kind, asks, and says what is wrong with the answer; empty if nothing is."""
        for question in (*self._of_store(), *self._of_workspaces()):
            self._expected(question, frozenset())
        self._most = self._sound(self._of_store()[0]).memory + MORE

    def close(self) -> None:
        """End the process that answers."""
        self._asker.close()

    def _of_store(self) -> list[tuple[str, ...]]:
        return [("store", *question, "--store", str(self.store)) for question in STORE_QUESTIONS]

    def _of_workspaces(self) -> list[tuple[str, ...]]:
        return [(*question, str(place)) for question in WORKSPACE_QUESTIONS for place in self._workspaces]

    def _shards_damaged(self, chance: random.Random) -> str:
        left_out = set()
        for name in chance.sample(sorted(self._shards), chance.choice((1, 1, 1, 2, len(self._shards)))):
            file, data = self.store / name, self._damaged(chance, self._shards, name)
            if data is None:
                file.unlink()
                file.mkdir()
            else:
                file.write_bytes(data)
            if data != self._shards[name]:
                left_out.add(name)
        question = chance.choice(self._of_store())
        answer = self._asker(*question, *chance.choice(((), ("--no-cache",))))
        _restore(self.store, self._shards)
        named = set(re.findall(r"([^/\s]+) is left out", answer.err))
        if not answer.raised and named != left_out:
            return f"damaged are {sorted(left_out)}, and named {sorted(named)}"
        return self._wrong(answer, self._expected(question, frozenset(left_out)))

    def _replica_damaged(self, chance: random.Random) -> str:
        name = next(name for name in self._caches if name.endswith(".duckdb"))
        return self._kept_damaged(chance, name, chance.choice(self._of_store()))

    def _cache_damaged(self, chance: random.Random) -> str:
        name = next(name for name in self._caches if name.endswith(".sqlite"))
        return self._kept_damaged(chance, name, chance.choice(self._of_workspaces()))

    def _kept_damaged(self, chance: random.Random, name: str, question: tuple[str, ...]) -> str:
        """The answer, or that of a second time, if the first one is that the file was damaged."""
        _restore(self.kept, self._caches)
        (self.kept / name).write_bytes(chance.choice(DAMAGES)(chance, self._caches[name]))
        answer, expected = self._asker(*question), self._expected(question, frozenset())
        if answer.code == 2 and not answer.raised and f"{self.kept / name}, which has what was read" in answer.err:
            answer = self._asker(*question)
        return self._wrong(answer, expected) or self._wrong(self._asker(*question), expected)

    def _values_damaged(self, chance: random.Random) -> str:
        folder = self._values.parent
        _restore(folder, self._databases)
        for name in chance.sample(sorted(self._databases), chance.choice((1, 1, len(self._databases)))):
            (folder / name).write_bytes(chance.choice(DAMAGES)(chance, self._databases[name]))
        return self._wrong(self._asker.values(self._values, str(chance.random())), Answer())

    def _damaged(self, chance: random.Random, sound: Mapping[str, bytes], name: str) -> bytes | None:
        """What becomes of a file: damaged bytes, those of another file, or None for a folder."""
        what = chance.random()
        if what < 0.05:
            return None
        return chance.choice([*sound.values()]) if what < 0.1 else chance.choice(DAMAGES)(chance, sound[name])

    def _filled(self) -> dict[str, bytes]:
        """A database of values whose last ones are still in its log."""
        from seamark.index.persistence.store import Store

        self._values.parent.mkdir()
        with closing(Store(self._values)) as store:
            for number in _VALUES:
                store.put(b"key %d" % number, _value(number))
            store.flush()
            return _contents(self._values.parent)

    def _asked_without(self, question: tuple[str, ...], shards: frozenset[str]) -> Answer:
        """The answer of a store without these shards, or of a workspace; nothing is kept of it."""
        for name in shards:
            (self.store / name).unlink()
        answer = self._sound((*question, "--no-cache"))
        _restore(self.store, self._shards)
        return answer

    def _sound(self, question: tuple[str, ...]) -> Answer:
        answer = self._asker(*question)
        if answer.raised or (answer.code and not answer.out and "no repository that can be read" not in answer.err):
            raise RuntimeError(f"{question}: {answer}")
        return answer

    def _wrong(self, answer: Answer, expected: Answer) -> str:
        if answer.raised:
            return answer.raised
        if (answer.code, answer.out) != (expected.code, expected.out):
            lines = unified_diff(expected.out.splitlines(), answer.out.splitlines(), "expected", "answered", n=0)
            return "\n".join(["another answer", *islice(lines, 20), answer.err])
        return f"{answer.memory} MB of memory" if answer.memory > self._most else ""


def _contents(folder: Path) -> dict[str, bytes]:
    """The files in a folder, by their paths in it."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def _restore(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Have a folder hold these files, and no others."""
    shutil.rmtree(folder)
    for name, data in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


@contextmanager
def ground() -> Iterator[Ground]:
    """A place to do damage in, for as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="seamark-damage-") as folder, closing(Ground(Path(folder))) as made:
        yield made


def faults(made: Ground, kinds: Sequence[str], seed: int, numbers: Iterable[int]) -> Iterator[tuple[int, str]]:
    """The numbers of the inputs that are answered wrongly, and what is wrong."""
    for number in numbers:
        kind = kinds[number % len(kinds)]
        wrong = made.checks[kind](random.Random(f"{seed} {number}"))
        if wrong:
            yield number, f"{kind}: {wrong}"


def main() -> None:
    """Damage as many inputs, print what is wrong, and end with 1 if something is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    options = parser.parse_args()
    started, found = time.monotonic(), 0
    with ground() as made:
        numbers = range(options.first, options.first + options.count)
        for number, wrong in faults(made, [*made.checks], options.seed, numbers):
            found += 1
            print(f"--seed {options.seed} --first {number} --count 1: {wrong}", flush=True)
    print(
        f"{options.count} inputs of seed {options.seed} in {time.monotonic() - started:.0f} s: {found} answered wrongly"
    )
    raise SystemExit(bool(found))


if __name__ == "__main__":
    main()
