"""The index: the service interface over files on disk and in editors."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic

from msgspec.structs import replace

from seamark.documents import Facts
from seamark.extract import heading
from seamark.graph import Graph
from seamark.resolve.module_resolution.paths import ancestors
from seamark.resolve.port_model import Boundary, Link, Match, Port, PortSymbol, Problem
from seamark.settings import Layer, Settings
from seamark.source import Limits, ParseLimitError

from .folders.configured import SettingsByFolder
from .folders.roots import Roots
from .folders.sweep import Sight, Stamp, changed_files
from .folders.tree import tree_of_manifests
from .incremental.current_ports import CurrentPorts
from .matching.alignment import Alignment
from .persistence.cache import SNAPSHOT, Cache
from .persistence.snapshot import Snapshot, pack_findings, unpack_findings
from .publication.answers import Answers
from .publication.constants import ports_of_constants, stated_by_heirs
from .publication.overview import count_files, overview
from .publication.prefixes import prefixes
from .publication.publication import Publication
from .publication.service_graph import Texts, graph_of
from .publication.unfound import libraries_not_found
from .reading.files import Files
from .reading.workers import count_processors
from .reports import (
    At,
    Counts,
    Heading,
    LeftOut,
    Overview,
    PartReport,
    Prefix,
    Progress,
    RefusedGroup,
    UnfoundLibraries,
)
from .shares.reading_processes import read_shares
from .shares.share import ShareState, ShareTask, plan_shares
from .user_extractors import Extractor, installed_extractors

FEW = 20
"""Of up to how many changes everything is brought up to date at once that depends on them."""

HEAVY = 1_000
"""After how many files were read, a few at a time not counted, an index takes far more memory than another one would.

What is only needed for a while lies among what stays, so Python can give little of it back. Measured: 227 MB against 70
MB where 4,939 files were read.
"""


class Index:
    """An always current set of the ports of some folders. See `Service` for what each method takes and gives.

    `languages` limits what is read as source, `extractors` are further ones of the user's; None are those installed.
    Without a `cache`, nothing is written anywhere. So many `processes` help to read; None are as many as are of use.
    What follows from an edit, and takes more than so many seconds of `patience`, is left to `work`.
    """

    def __init__(
        self,
        roots: Sequence[Path],
        *,
        limits: Limits | None = None,
        languages: Collection[str] | None = None,
        extractors: Sequence[Extractor] | None = None,
        cache: Cache | None = None,
        processes: int | None = None,
        patience: float = inf,
    ) -> None:
        self._processes = processes
        self._patience = patience
        self._roots = Roots(roots)
        self._limits = limits or Limits()
        self._configured = SettingsByFolder(self._roots, limits=self._limits)
        self._languages = languages
        self._cache = cache
        wrong: list[str] = []
        if extractors is None:
            extractors, wrong = installed_extractors()
        self._wrong = [Problem(".", reason) for reason in wrong]
        self._extractors = extractors
        self._files, self._current_ports = self._nothing_read()
        self._published = Publication(self._files, self._current_ports, self._is_whole)
        self._loaded = self._under_way = self._behind = self._is_heavy = False
        self._read_count = 0
        self._left_out: dict[str, bytes | None] = {}
        self._stamps: Mapping[str, Stamp] | None = None
        self._attended: Callable[[Files], None] = lambda _: None

    def load(self, progress: Progress | None = None) -> None:
        changed = self._find_changes(None)
        self._read_count += len(changed)
        self._current_ports.change(changed if self._loaded else self._read_shares(changed, progress))
        self._finish(progress)
        self._loaded = True
        self._keep()

    def read_share(self, files: Mapping[str, tuple[Stamp, bool]], progress: Progress) -> ShareState:
        """What there is to know if the workspace has these files only, which nobody has read."""
        self._change_settings(self._configured.read)
        self._files.disk.take_stamps(files)
        self._current_ports.change(files)
        self._current_ports.work(self._telling(progress))
        self._files.keep()
        ports = self._current_ports
        return ShareState(
            self._files.kept_state(), ports.kept_state(), dict(ports.composed), sorted(self._files.doubtful())
        )

    def _read_shares(self, changed: Collection[str], progress: Progress | None) -> Collection[str]:
        """Have processes read large repositories, and join what they find. Gives the files that are left to read."""
        files = self._files
        if self._extractors or self._under_way or files.paths():
            return changed
        tree = tree_of_manifests(changed)
        processes = count_processors() if self._processes is None else self._processes
        shares = plan_shares({path: tree.repository(path) for path in changed}, processes)
        if not shares:
            return changed

        def tell(done: int) -> None:
            if progress is not None:
                progress(done, len(changed))

        states = read_shares([self._share_task(paths) for paths in shares], processes, tell)
        read = {path for paths, state in zip(shares, states, strict=True) if state is not None for path in paths}
        known = [state for state in states if state is not None]
        files.join([state.reading for state in known])
        self._current_ports.join(known)
        headers = {path for paths in shares for path in files.other_headers(paths)}
        return set(changed) - read | headers.union(*(one.doubtful for one in known))

    def _share_task(self, paths: Collection[str]) -> ShareTask:
        place = None if self._cache is None else self._cache.place
        return ShareTask(
            roots=[str(root) for _, root in self._roots.items()],
            client=self._configured.client,
            limits=self._limits,
            languages=None if self._languages is None else sorted(self._languages),
            cache=None if place is None else str(place),
            files=self._files.disk.stamps_of(paths),
        )

    def begin(self, paths: Iterable[str] | None = None) -> None:
        self._start(self._find_changes(paths))

    def _start(self, changed: Collection[str]) -> None:
        """Begin with what follows from changes of these files."""
        self._published.drop()
        self._read_count += len(changed) if len(changed) > FEW else 0
        self._current_ports.change(changed)
        reads = self._under_way and not self._behind
        self._under_way, self._behind = reads or not self._loaded or len(changed) > FEW, False
        if not self._under_way:
            self._finish()
            self._files.keep()

    def work(self, seconds: float = 0.05) -> None:
        over = _after(seconds)
        if not self._under_way:
            return
        if self._current_ports.work(over, bit_by_bit=not self._loaded):
            if not self._loaded:
                self._published.whole()
            return
        while self._published.step():
            if over():
                return
        was_behind, self._behind = self._behind, False
        self._under_way, self._loaded = False, True
        if not was_behind:
            self._keep()

    def pending(self) -> tuple[int, int] | None:
        return self._current_ports.progress() if self._under_way and not self._behind else None

    def behind(self) -> bool:
        return self._behind

    def catch_up(self) -> None:
        if self._behind:
            self._finish()

    def rest(self) -> None:
        self._files.keep()
        self._answers.arrange()

    def is_heavy(self) -> bool:
        return self._is_heavy

    def prepare(self) -> None:
        self._current_ports.prepare()

    def attend(self, at: At, *, closely: bool) -> None:
        self._attended = partial(Files.attend, at=at, closely=closely)
        self._attended(self._files)

    def locate(self, path: Path) -> str | None:
        return self._roots.locate(path)

    def real_path(self, path: str) -> Path:
        return self._roots.real(path)

    def belongs(self, path: str) -> bool:
        return self._files.disk.belongs(path)

    def apart(self, path: Path) -> Index:
        alone = Index([path.parent], languages=self._languages, extractors=self._extractors)
        alone.configure(self._configured.layer(self.locate(path)))
        return alone

    def leave_out(self, path: str) -> None:
        self._left_out[path] = self._files.shown_text(path)
        self._update(path, self._files.show(path, b""))

    def open(self, path: str, data: bytes) -> None:
        if path in self._left_out:
            self._left_out[path] = data
        else:
            self._update(path, self._files.show(path, data))

    def close(self, path: str) -> None:
        if path in self._left_out:
            self._left_out[path] = None
        else:
            hidden = self._files.hide(path)
            self._update(path, hidden | self._find_changes([path]))

    def refresh(self, paths: Iterable[str]) -> None:
        changed = self._find_changes(paths)
        self._current_ports.change(changed)
        self._finish()
        self._files.keep()

    def look(self) -> Sight:
        return {**self._files.disk.sight(), **self._configured.sight()}

    def take_sight(self, seen: Sight) -> bool:
        found = changed_files({**self._files.disk.known_stamps(), **self._configured.known}, seen)
        if found:
            self.begin(found)
        return bool(found)

    def configure(self, layer: Layer) -> None:
        if not self._change_settings(lambda: self._configured.set(layer)):
            return
        if self._loaded or self._under_way:
            self._start(self._files.disk.load() | self._files.known_files())
        else:
            self._current_ports.change(self._files.all_shown())
            self._finish()

    def settings(self, path: str) -> Settings:
        return self._configured.of(path)

    def _find_changes(self, paths: Iterable[str] | None) -> set[str]:
        """The files that may have changed, with these files and folders or any: all, if now something else is set."""
        files = None if paths is None else set(paths)
        back = self._take_back(files or ())
        if files is None or self._configured.concerns(files):
            anew = self._change_settings(self._configured.read)
            files = None if anew else files
        resumed = self._resume_run() if files is None else None
        if resumed is not None:
            return resumed
        disk = self._files.disk
        return disk.load() | self._files.known_files() if files is None else disk.refresh(files) | back

    def _resume_run(self) -> set[str] | None:
        """Go on from what an earlier run has kept. Gives the files that are not like that now; None if there is none.

        What further extractors find may depend on anything.
        """
        if self._cache is None or self._loaded or self._under_way or self._extractors:
            return None
        kept = self._cache.with_tables(self._configured.own).get(SNAPSHOT, self._about())
        if kept is None:
            return None
        shown = self._files.all_shown()
        self._files, self._current_ports = self._nothing_read()
        self._attended(self._files)
        self._files.resume(kept.reading)
        self._current_ports.resume(kept.composed, partial(unpack_findings, kept.finding))
        self._published.begin_anew(self._files, self._current_ports)
        self._published.resume(kept.composed)
        self._files.disk.load()
        for path, data in shown.items():
            self._files.show(path, data)
        self._loaded = True
        self._stamps = kept.stamps
        doubted = changed_files(kept.stamps, self._reliable_stamps()) | (self._files.known_files() - kept.stamps.keys())
        changed = {path for path in doubted if not self._files.is_as_kept(path)}
        ahead = changed & shown.keys()  # What was kept is of other texts than those that editors show.
        self._current_ports.change(ahead)
        for path in sorted(ahead):
            self._current_ports.ahead(path)
            self._published.ahead(path)
        return changed

    def _keep(self) -> None:
        """Keep for the next run what is known now, if that has something new."""
        now = {path: stamp for path, stamp in self._reliable_stamps().items() if stamp is not None}
        if self._cache is None or now == self._stamps:
            self._files.keep()
            return
        self._stamps = now
        self._files.keep_all()
        if not self._extractors and not self._left_out:
            finding, placed = pack_findings(self._current_ports.kept_state()), self._published.ports_with_places()
            kept = self._cache.with_tables(self._configured.own)
            kept.put(SNAPSHOT, Snapshot(now, self._files.kept_state(), placed, finding), self._about())
            is_kept = kept.save() and kept.has(SNAPSHOT, self._about())
            self._is_heavy = is_kept and self._read_count >= HEAVY

    def _reliable_stamps(self) -> dict[str, Stamp | None]:
        """The files on disk, each with its stamp if what is known of it can be relied on."""
        doubtful = self._files.doubtful()
        return {path: None if path in doubtful else stamp for path, stamp in self._files.disk.known_stamps().items()}

    def _about(self) -> str:
        """What tells this workspace, and what is set for it, from others."""
        languages = None if self._languages is None else sorted(self._languages)
        return repr((self._files.workspace, self._configured.analysis(), languages))

    def _take_back(self, paths: Collection[str]) -> set[str]:
        """No longer leave out files that are among these, or below them; gives those."""
        back = {path for path in self._left_out if not {"", path, *ancestors(path)}.isdisjoint(paths)}
        for path in back:
            shown = self._left_out.pop(path)
            if shown is None:
                self._files.hide(path)
            else:
                self._files.show(path, shown)
        return back

    def _change_settings(self, change: Callable[[], bool]) -> bool:
        """Set something else. Tells whether that makes everything begin anew; until that is through, answers stay."""
        before = self._configured.analysis()
        if not change():
            return False
        anew = self._configured.analysis() != before
        if anew:
            former, (self._files, self._current_ports) = self._files, self._nothing_read()
            self._stamps = None
            former.keep()
            self._attended(self._files)
            for path, data in former.all_shown().items():
                self._files.show(path, data)
        self._published.begin_anew(self._files, self._current_ports)
        if not anew and not self._under_way:
            self._published.whole()
        return anew

    def _nothing_read(self) -> tuple[Files, CurrentPorts]:
        files = Files(self._roots, self._configured, self._languages, self._cache, self._processes)
        return files, CurrentPorts(files, self._extractors)

    @contextmanager
    def suppose_texts(self, texts: Mapping[str, bytes], *, alone: bool = False) -> Iterator[None]:
        before = {path: self._files.shown_text(path) for path in texts}
        patience = self._patience
        try:
            if alone:
                self._patience = 0.0  # So only the edited files themselves go ahead.
            for path, data in texts.items():
                self.open(path, data)
            if not alone:
                self.catch_up()
            yield
        finally:
            self._patience = patience
            for path, shown in before.items():
                if shown is None:
                    self.close(path)
                else:
                    self.open(path, shown)
            self.catch_up()

    def counts(self) -> Counts:
        return Counts(count_files(self._files), self._answers.count_contracts())

    def overview(self) -> Overview:
        return overview(self._files)

    def left_out(self, path: str) -> Sequence[LeftOut]:
        return list(self._files.disk.left_out(path))

    def describe_part(self, path: str, start: int, end: int) -> PartReport:
        shown = self._answers.table.of(path)
        hidden = [port for port, _ in self._current_ports.composed.get(path, ()) if port not in shown]
        there = tuple(port for port in hidden if start <= port.start <= end and self._configured.ignores(port))
        return replace(self._current_ports.describe_part(path, (start, end)), hidden=there)

    def text(self, path: str) -> bytes | None:
        return self._published.text(path)

    def heading(self, symbol: PortSymbol) -> Heading | None:
        data, dialect = self.text(symbol.path), self._files.dialect(symbol.path)
        if data is None or dialect is None or symbol.kind == "file":
            return None
        try:
            return heading(data, dialect.name, symbol.name_start)
        except ParseLimitError:
            return None

    def ports(self, path: str | None = None) -> Sequence[Port]:
        return list(self._answers.table.all() if path is None else self._answers.table.of(path))

    def ports_at(self, path: str, offset: int) -> Sequence[Port]:
        return [port for port in self._answers.table.of(path) if port.start <= offset <= port.end]

    def calls(self, path: str) -> Sequence[Port]:
        return [one for one in self._answers.table.calls(path) if self._answers.requests_of(one)]

    def calls_of(self, consumer: Port) -> Sequence[Port]:
        return [*self._answers.calls_of(consumer), *stated_by_heirs(self._files, consumer)]

    def requests_of(self, call: Port) -> Sequence[Port]:
        return self._answers.requests_of(call)

    def ports_of_constants(self, path: str, offset: int | None = None) -> Sequence[Port]:
        return ports_of_constants(self._files, self._answers.table, path, offset)

    def prefixes(self, path: str, offset: int | None = None) -> Sequence[Prefix]:
        return prefixes(self._files, self._answers.table, path, offset)

    def ports_handled_in(self, path: str) -> Sequence[Port]:
        table = self._answers.table
        return [
            port
            for file in table.handled_in(path)
            for port in table.of(file)
            if port.handler is not None and port.handler.path == path
        ]

    def ports_handled_at(self, path: str, offset: int) -> Sequence[Port]:
        return [
            port
            for port in self.ports_handled_in(path)
            if port.handler is not None and port.handler.name_start <= offset <= port.handler.name_end
        ]

    def providers(self, consumer: Port) -> Sequence[Match]:
        return self._answers.providers(consumer)

    def consumers(self, provider: Port) -> Sequence[Match]:
        return self._answers.consumers(provider)

    def uses(self, path: str | None = None) -> Sequence[Port]:
        return list(self._answers.table.all_uses() if path is None else self._answers.table.uses(path))

    def uses_at(self, path: str, offset: int) -> Sequence[Port]:
        return [port for port in self._answers.table.uses(path) if port.start <= offset <= port.end]

    def name_references(self, provider: Port) -> Sequence[Port]:
        return self._answers.name_references(provider)

    def maybe_consumers(self, provider: Port) -> Sequence[Port]:
        return self._answers.maybe_consumers(provider)

    def nearest(self, port: Port, count: int = 3) -> Sequence[str]:
        return self._answers.nearest(port, count)

    def alignments(self) -> Sequence[Alignment]:
        return self._answers.alignments()

    def boundaries(self) -> Sequence[Boundary]:
        return self._answers.boundaries()

    def boundary(self, mechanism: str, key: str) -> Boundary:
        return self._answers.boundary(mechanism, key)

    def links(self, *, compatible: bool = False) -> Iterator[Link]:
        return self._answers.links(compatible=compatible)

    def documents(self) -> Mapping[str, Facts]:
        return self._files.documents.gateway_facts()

    def graph(self, label: str | None = None) -> Graph:
        """See `Service`. `label` tells this workspace's files apart from those of others."""
        return graph_of(self.ports(), Texts(self.text), self._roots.label() if label is None else label)

    def problems(self) -> Sequence[Problem]:
        found = {**self._files.problems(), **dict.fromkeys(self._left_out, "left out: reading it ended the program")}
        others = [Problem(path, reason) for path, reason in sorted(found.items())]
        return [*self._wrong, *self._configured.problems(), *others]

    def libraries_not_found(self) -> Sequence[UnfoundLibraries]:
        return libraries_not_found(self._files.manifests(), self.ports())

    def refused_groups(self) -> Sequence[RefusedGroup]:
        return self._published.refused_groups()

    @property
    def _answers(self) -> Answers:
        return self._published.answers

    def _update(self, path: str, changed: Iterable[str]) -> None:
        """Have a file up to date, whatever else there is to do."""
        self._current_ports.change(changed)
        if not self._under_way and not self._current_ports.work(_after(self._patience)):
            self._finish()
            return
        self._behind = self._behind or not self._under_way
        self._under_way = True
        self._published.drop()
        self._current_ports.ahead(path)
        if self._loaded:
            self._published.ahead(path)
        else:
            self._published.whole()

    def _is_whole(self) -> bool:
        """Whether the state that is published is one of all files: bit by bit they are only read for the first time."""
        return self._loaded or not self._under_way

    def _finish(self, progress: Progress | None = None) -> None:
        """Do all that is left to do."""
        self._current_ports.work(self._telling(progress))
        self._published.drop()
        self._published.whole()
        self._under_way = self._behind = False
        if progress is not None:
            whole = self._current_ports.progress()[1]
            progress(whole, whole)

    def _telling(self, progress: Progress | None) -> Callable[[], bool]:
        """What tells the progress whenever it is another one, and never that there is enough."""
        last: tuple[int, int] | None = None

        def tell() -> bool:
            nonlocal last
            now = self._current_ports.progress()
            if now != last and progress is not None:
                last = now
                progress(*now)
            return False

        tell()
        return tell


def _after(seconds: float) -> Callable[[], bool]:
    """What tells whether so many seconds are over from now on."""
    end = monotonic() + seconds
    return lambda: monotonic() >= end
