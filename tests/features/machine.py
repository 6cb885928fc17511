"""A workspace that changes at random, on disk and in an editor, and an index that has to keep up.

After every step the index must say what one says that reads the workspace as it is from nothing (invariant 4). While
it has begun something that it is not through with, it must say what it said before, but for the files that were edited
meanwhile, and each of its places must be one of a text that it gives.
"""

from __future__ import annotations

import atexit
import difflib
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from math import inf
from pathlib import Path
from random import Random
from unittest import mock

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from msgspec.structs import replace

from seamark.extract import extract
from seamark.index import Index
from seamark.index import index as indexing
from seamark.index.documents import documents
from seamark.index.incremental import current_ports
from seamark.index.persistence.cache import Cache
from seamark.index.persistence.store import Store
from seamark.index.reading import reader, views
from seamark.resolve.port_model import Match, Port
from seamark.settings import NAME, Layer, merged_layer, parse_settings

from .scenarios import CASES, SCENARIOS
from .snippets import FILES, FOLDERS, PROJECT_FILES, content, edited

SEEDS = st.integers(0, (1 << 32) - 1)
ANY_FILE = st.sampled_from(FILES)
MAX_COPIED = 40
"""How many files are copied at once: folders that are copied into themselves grow without end."""
PLACE = Path("/dev/shm")


def _settings(before: Layer, text: str) -> Layer:
    """What counts of a file of settings, if that counted before."""
    said, wrong = parse_settings(text)
    return merged_layer(before, said, [one for _, one in wrong])


class Workspace(RuleBasedStateMachine):
    """Files on disk (`disk`), those that an editor shows (`shown`), and the index."""

    steps = 0
    """How many steps were taken, by all workspaces together."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Path(tempfile.mkdtemp(dir=PLACE if PLACE.is_dir() else None))
        self.disk: dict[str, str] = {}
        self.shown: dict[str, str] = {}
        self.set: Layer = {}
        self.former: dict[str, list[str]] = {}
        self.kept = views.MAX_RECORDS, documents.MAX_KEPT
        # Extraction is a function of what it is given (invariant 1): there is no need to do it twice.
        self.patch = mock.patch.object(reader, "extract", _extract)
        self.patch.start()
        # What is kept of texts is used by all workspaces, and never by those that it is compared with.
        self.index = Index([self.root], cache=_cache())
        self.lazily = False
        self.published: dict[str, list[Port]] | None = {}
        self.texts: dict[str, str] = {}
        self.ahead: set[str] = set()
        self.index.load()

    @initialize(
        numbers=st.lists(st.integers(0, len(SCENARIOS) - 1), max_size=4),
        cases=st.lists(st.integers(0, len(CASES) - 1), max_size=1),
        seed=SEEDS,
        kept=st.sampled_from([(1, 1), (60, 2), (40_000, 2000)]),
    )
    def begin(self, numbers: list[int], cases: list[int], seed: int, kept: tuple[int, int]) -> None:
        random = Random(seed)
        self.kept = kept
        for texts in (*(SCENARIOS[number] for number in numbers), *(CASES[number] for number in cases)):
            for path, text in texts.items():
                self._write(path, text)
        for path in random.sample((*FILES, *PROJECT_FILES), random.randrange(6)):
            if path not in self.disk:
                self._write(path, content(random, path))
        self._refresh(*self.disk)

    @rule(path=ANY_FILE, seed=SEEDS)
    def edit_on_disk(self, path: str, seed: int) -> None:
        random = Random(seed)
        path = self._some(random, path)
        text = self.disk.get(path)
        self._write(path, content(random, path) if text is None else edited(random, path, text))
        self._refresh(path)

    @rule(path=ANY_FILE, seed=SEEDS, count=st.integers(1, 3))
    def edit_in_editor(self, path: str, seed: int, count: int) -> None:
        random = Random(seed)
        path = self._some(random, path)
        for _ in range(count):
            text = self.shown.get(path, self.disk.get(path))
            self.shown[path] = content(random, path) if text is None else edited(random, path, text)
            self._show(path)

    @rule(seed=SEEDS, save=st.booleans())
    def close(self, seed: int, save: bool) -> None:
        if self.shown:
            path = Random(seed).choice(sorted(self.shown))
            text = self.shown.pop(path)
            self.ahead.add(path)
            if save:
                self._write(path, text)
            self._do(lambda: self.index.close(path))
            if save:
                self._refresh(path)

    @rule(path=st.sampled_from(PROJECT_FILES), seed=SEEDS)
    def change_project_file(self, path: str, seed: int) -> None:
        random = Random(seed)
        if path in self.disk and random.random() < 0.5:
            self._remove(path)
        else:
            self._write(path, content(random, path))
        self._refresh(path)

    @rule(seed=SEEDS, editor=st.booleans())
    def undo(self, seed: int, editor: bool) -> None:
        """Give a file back a text that it had before."""
        random = Random(seed)
        if self.former:
            path = random.choice(sorted(self.former))
            text = random.choice(self.former[path])
            if editor:
                self.shown[path] = text
                self._show(path)
            else:
                self._write(path, text)
                self._refresh(path)

    @rule(seed=SEEDS)
    def delete(self, seed: int) -> None:
        if self.disk:
            path = Random(seed).choice(sorted(self.disk))
            self._remove(path)
            self._refresh(path)

    @rule(folder=st.sampled_from(FOLDERS))
    def delete_folder(self, folder: str) -> None:
        if (self.root / folder).is_dir():
            shutil.rmtree(self.root / folder)
            self.disk = {path: text for path, text in self.disk.items() if not path.startswith(f"{folder}/")}
            self._refresh(folder)

    @rule(to=ANY_FILE, seed=SEEDS)
    def move(self, to: str, seed: int) -> None:
        if self.disk:
            path = Random(seed).choice(sorted(self.disk))
            text = self.disk[path]
            self._remove(path)
            self._write(to, text)
            self._refresh(path, to)

    @rule(folder=st.sampled_from(FOLDERS), to=st.sampled_from(FOLDERS))
    def copy_folder(self, folder: str, to: str) -> None:
        below = [(path, text) for path, text in self.disk.items() if path.startswith(f"{folder}/")]
        if len(below) <= MAX_COPIED:
            for path, text in below:
                self._write(f"{to}/{path.removeprefix(folder).lstrip('/')}", text)
        self._refresh(to)

    @rule(number=st.integers(0, len(SCENARIOS) - 1))
    def mend(self, number: int) -> None:
        """Write a whole scenario again, as it was before it was broken."""
        self.write(SCENARIOS[number])

    @rule()
    def load_again(self) -> None:
        self._do(self.index.begin if self.lazily else self.index.load)

    @rule()
    def put_off(self) -> None:
        """From now on changes on disk are only begun; `work` takes steps, and `finish` all."""
        self.lazily = True

    @rule(impatient=st.booleans())
    def hurry(self, impatient: bool) -> None:
        """From now on what follows from an edit is done bit by bit, or at once."""
        self.index._patience = 0.0 if impatient else inf

    @rule()
    def catch_up(self) -> None:
        self._do(self.index.catch_up)

    @rule(steps=st.integers(1, 40))
    def work(self, steps: int) -> None:
        if self._is_left():
            self._do(lambda: self._work(steps))

    @rule(lazily=st.booleans())
    def finish(self, lazily: bool) -> None:
        self.lazily = lazily
        self._do(self._work_all)

    @rule()
    def start_again(self) -> None:
        """As an editor does: what it shows is told first, and then the workspace is read bit by bit."""
        self.lazily = True
        self.index = Index([self.root], cache=_cache())
        self.published = None
        self.set = _settings({}, self.disk.get(NAME, ""))
        for path, text in self.shown.items():
            self.index.open(path, text.encode())
        self._do(self.index.begin)

    def write(self, texts: Mapping[str, str]) -> None:
        """Write some files at once."""
        for path, text in texts.items():
            self._write(path, text)
        self._refresh(*texts)

    def teardown(self) -> None:
        self.patch.stop()
        shutil.rmtree(self.root, ignore_errors=True)

    def _some(self, random: Random, path: str) -> str:
        """Mostly a file that there is."""
        known = sorted({*self.disk, *self.shown})
        return random.choice(known) if known and random.random() < 0.8 else path

    def _write(self, path: str, text: str) -> None:
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())
        if path == NAME:
            self.set = _settings(self.set, text)
        self.disk[path] = text
        former = self.former.setdefault(path, [])
        former[:] = [*former[-3:], text]

    def _remove(self, path: str) -> None:
        (self.root / path).unlink()
        if path == NAME:
            self.set = {}
        del self.disk[path]

    def _show(self, path: str) -> None:
        self.ahead.add(path)
        self._do(lambda: self.index.open(path, self.shown[path].encode()))

    def _refresh(self, *paths: str) -> None:
        self._do(lambda: self.index.begin(paths) if self.lazily else self.index.refresh(paths))

    def _work(self, steps: int) -> None:
        for _ in range(steps):
            self.index.work(0)

    def _work_all(self) -> None:
        while self._is_left():
            self.index.work(0)

    def _is_left(self) -> bool:
        return self.index.pending() is not None or self.index.behind()

    def _do(self, change: Callable[[], None]) -> None:
        with (
            mock.patch.object(views, "MAX_RECORDS", self.kept[0]),
            mock.patch.object(documents, "MAX_KEPT", self.kept[1]),
            mock.patch.object(indexing, "FEW", 0),
            mock.patch.object(current_ports, "TOGETHER", 1),
        ):
            change()
        Workspace.steps += 1
        if self._is_left():
            self.check_meanwhile()
        else:
            self.check()

    def check(self) -> None:
        fresh = Index([self.root])
        # Of what is wrong in it, the value counts that was there before: that no start can know.
        fresh._configured._stated[""] = self.set
        for path, text in self.shown.items():
            fresh._files.show(path, text.encode())
        fresh.load()
        expected, found = list(lines(fresh)), list(lines(self.index))
        if expected != found:
            raise AssertionError("\n".join(["", *self._described(), *_difference(expected, found)]))
        self.published, self.texts = _by_file(self.index.ports()), {**self.disk, **self.shown}
        self.ahead.clear()

    def check_meanwhile(self) -> None:
        ports = self.index.ports()
        now = _by_file(ports)
        before = self.published
        for path in () if before is None else {*now, *before} - self.ahead:
            was, is_ = ([self._kept(port) for port in of.get(path, ())] for of in (before or {}, now))
            assert was == is_, "\n".join(["", *self._described(), path, *map(str, was), "---", *map(str, is_)])
        for path in {port.path for port in ports} | {port.handler.path for port in ports if port.handler is not None}:
            texts = {**self.disk, **self.shown} if path in self.ahead or path not in self.texts else self.texts
            text = self.index.text(path)
            assert text is None or self.published is None or text == texts[path].encode(), path
        for port in ports:
            text, handler = self.index.text(port.path), port.handler
            assert text is None or port.end <= len(text), port
            text = self.index.text(handler.path) if handler is not None else None
            if handler is not None and text is not None:
                assert text[handler.name_start : handler.name_end].decode() in handler.qualified_name, port
            for match in self.index.providers(port) if port.role == "consumes" else self.index.consumers(port):
                assert match.port in ports

    def _kept(self, port: Port) -> Port:
        """What of a port stays as it is published: the places of handlers in edited files do not."""
        is_ahead = port.handler is not None and port.handler.path in self.ahead
        return replace(port, handler=None) if is_ahead else port

    def _described(self) -> Iterator[str]:
        for path, text in sorted({**self.disk, **self.shown}.items()):
            yield f"//- {path}" + (" (in the editor)" if path in self.shown else "")
            yield text


@lru_cache(20_000)
def _extract(*given: object) -> object:
    return extract(*given)  # type: ignore[arg-type]


@cache
def _cache() -> Cache:
    folder = Path(tempfile.mkdtemp(dir=PLACE if PLACE.is_dir() else None))
    store = Store(folder / "cache")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(store.close)
    return Cache(store)


def _difference(expected: list[str], found: list[str]) -> Iterator[str]:
    yield "--- the index of the workspace as it is"
    yield "+++ the index that was kept current"
    yield from (
        line for line in difflib.unified_diff(expected, found, n=0, lineterm="") if line[:3] not in ("---", "+++")
    )


def _by_file(ports: Iterable[Port]) -> dict[str, list[Port]]:
    found: dict[str, list[Port]] = {}
    for port in ports:
        found.setdefault(port.path, []).append(port)
    return found


def lines(index: Index) -> Iterator[str]:
    """All that an index says, line by line."""
    ports = index.ports()
    for port in ports:
        yield str(port)
    for path in sorted({port.path for port in ports}):
        yield f"{path}: {[_short(port) for port in index.ports(path)]}"
        yield f"{path}: {[(_short(one), one.start, one.end) for one in index.ports_of_constants(path)]}"
        yield f"{path}: {[(one.words, one.start, one.end, len(one.routes)) for one in index.prefixes(path)]}"
    for boundary in index.boundaries():
        sides = boundary.providers, boundary.consumers
        yield f"{boundary.key}: {[[_short(port) for port in side] for side in sides]}"
    for port in ports:
        other = index.providers if port.role == "consumes" else index.consumers
        yield f"{_short(port)} meets {[_match(match) for match in other(port)]}"
        yield f"{_short(port)} is named by {[_short(one) for one in index.name_references(port)]}"
        yield f"{_short(port)} is called at {[_short(one) for one in index.calls_of(port)]}"
    for path in sorted({call.path for port in ports for call in index.calls_of(port)}):
        yield f"{path} calls {[(_short(one), one.end, len(index.requests_of(one))) for one in index.calls(path)]}"
    for use in index.uses():
        yield f"{use} names {[_match(match) for match in index.providers(use)]}"
    for problem in index.problems():
        yield str(problem)


def _short(port: Port) -> str:
    return f"{port.role} {port.key} {port.path}:{port.start}"


def _match(match: Match) -> str:
    return f"{_short(match.port)} {match.how} {match.confidence}"
