"""What files say, read from them only if it is not known from before."""

from __future__ import annotations

import logging
import os
from collections import OrderedDict
from collections.abc import Callable, Collection, Container, Mapping
from functools import partial
from typing import TypeVar

from seamark import documents
from seamark.catalogue import Own, catalogue
from seamark.extract import EveryCall, ReadText, extract, reread
from seamark.extract.facts import Facts
from seamark.index.folders.disk import Disk
from seamark.index.persistence.cache import DOCUMENT, SCAN, SEEN, Cache, Kind, decode_facts
from seamark.index.persistence.seen import Sight
from seamark.index.reports import At
from seamark.index.words.sketches import SketchedText
from seamark.source import Dialect, ParseLimitError, expect_texts

from .jobs import Job, JobResult
from .scan import Scan, digest, scan
from .texts import Texts
from .triggers import calls_of
from .twins import Content
from .workers import MANY, SOME, Workers

_logger = logging.getLogger(__name__)

T = TypeVar("T")

MAX_READS = 2
"""Of how many files that editors show is kept what it takes to look only at a part of them anew."""


class Reader:
    """Scans, facts, and what documents say. What editors show is not kept: it changes with each key that is hit.

    `workspace` tells the workspace, and what is read of it, from others. `own` are the tables of a user's own.
    """

    def __init__(self, texts: Texts, disk: Disk, cache: Cache, workers: Workers, workspace: str, own: Own) -> None:
        self._texts = texts
        self._disk = disk
        self._cache = cache
        self._workers = workers
        self.at: At = lambda _: None
        """Told of each file that is parsed here, before it is, and after that."""
        self._failed: dict[str, str] = {}
        self._workspace = workspace
        self._own = own
        self._reads: OrderedDict[str, ReadText] = OrderedDict()
        self._sketches: OrderedDict[str, SketchedText] = OrderedDict()
        self._sources = Sight(cache.get(SEEN, "sources", workspace) or {})
        self._documents = Sight(cache.get(SEEN, "documents", workspace) or {})

    def expect_scans(self, wanted: Mapping[str, Dialect]) -> None:
        """These files will be scanned next, in whatever order: they have changed."""
        self._workers.drop(wanted)
        seen = ((path, self._sources.digest(path, self._disk.stamp(path))) for path in wanted)
        new = [path for path, digest in seen if digest is None and path not in self._texts.shown]
        if len(new) >= MANY:
            largest = sorted(new, key=self._disk.size, reverse=True)
            self._workers.plan(self._job(path, wanted[path]) for path in largest)
        elif new:
            expect_texts()
            if len(new) >= SOME:
                self._workers.share()

    def expect_facts(self, wanted: Mapping[str, tuple[Dialect, Scan, tuple[str, ...]]]) -> None:
        """The facts of these files will be asked for next, about in this order, each with these words."""
        new = [
            self._job(path, dialect, words, known.every_call)
            for path, (dialect, known, words) in wanted.items()
            if path not in self._texts.shown
            and not self._cache.has_facts((dialect.name, known.digest), calls_of(words))
        ]
        if len(new) >= self._workers.enough:
            self._workers.plan(new)

    def awaits(self, number: int) -> bool:
        """Whether it is worth it to say which files are expected, if they are so many: most of them may be already."""
        return number >= self._workers.enough and number > 2 * self._workers.waiting_count

    def _job(self, path: str, dialect: Dialect, words: tuple[str, ...] | None = None, every: bool = False) -> Job:
        place, root = os.fspath(self._texts.place(path)), os.fspath(self._texts.root(path))
        return Job(path, place, root, dialect.name, self._disk.size(path), self._texts.limits(path), words, every)

    def scan(self, path: str, dialect: Dialect) -> Scan | None:
        """What the text of a source file tells; None, and a note in `texts.unread`, if it cannot be read."""
        self._failed.pop(path, None)
        done = self._take_done(path)
        if done is not None and done.scan is not None:
            self._cache.put(SCAN, done.scan, dialect.name, done.digest)
            self._sources.put(path, self._disk.stamp(path), done.digest)
            return done.scan
        if self._is_failed(path):
            return None

        def make_scan(data: bytes) -> Scan:
            if path not in self._texts.shown:
                return scan(data, dialect, self._own)
            found = scan(data, dialect, self._own, self._sketches.get(path))
            _keep(self._sketches, path, SketchedText(data, found.sketch))
            return found

        return self._known_or_made(path, SCAN, dialect.name, self._sources, self._texts.content, make_scan)

    def document(self, path: str) -> documents.Facts:
        """What a document says. What fails here is a mistake of ours, and other files are served all the same."""
        name = path.rpartition("/")[2]
        made = partial(documents.facts_of, name)
        try:
            found = self._known_or_made(path, DOCUMENT, name, self._documents, self._texts.document, made)
        except ParseLimitError as error:
            self._texts.leave_out(path, str(error))
            found = None
        except Exception:
            _logger.exception("%s cannot be understood", path)
            found = None
        return documents.NOTHING if found is None else found

    def last_digest(self, path: str) -> bytes | None:
        """The digest of the text that a document had when it was read last; None if it never was."""
        return self._documents.last(path)

    def resume(self, documents: Mapping[str, bytes]) -> None:
        """Know from an earlier run which texts documents had, by their digests."""
        self._documents.resume(documents)

    def is_source_still(self, path: str, known: bytes) -> bool:
        """Whether a source file has the text with this digest."""
        return self._has(path, known, self._texts.content, self._sources)

    def is_document_still(self, path: str) -> bool:
        """Whether a document has the text that it had when it was read last."""
        return self._has(path, self._documents.last(path), self._texts.document, self._documents)

    def _has(self, path: str, known: bytes | None, content: Callable[[str], bytes | None], sight: Sight) -> bool:
        data = None if known is None else content(path)
        if known is None or data is None or digest(data) != known:
            return False
        sight.put(path, None if path in self._texts.shown else self._disk.stamp(path), known)
        return True

    def facts(self, path: str, dialect: Dialect, known: Scan | None, words: Collection[str]) -> Facts | None:
        """What a source file says, with those calls besides the catalogue's; None as for `scan`.

        `known` is what its text told before. If it has become another one since, what is there now counts, though the
        rest will follow only when somebody says that it has changed.
        """
        asked = calls_of(words)
        content = None if known is None else (dialect.name, known.digest)
        found = None if content is None else self._cache.facts(content, asked)
        done = self._take_done(path, tuple(sorted(words))) if found is None else None
        if found is not None or self._is_failed(path):
            return found
        now, encoded = (None, b"") if done is None else (done.digest, done.facts)
        if content == (dialect.name, now):
            found = decode_facts(encoded)
        if found is None:
            encoded = b""
            data = self._texts.content(path)
            if data is None:
                return None
            stated, now = catalogue(dialect.language, self._own).words, digest(data)
            every = known is not None and known.every_call
            self.at(path)
            try:
                found = self._read_facts(path, data, dialect, EveryCall(stated) if every else stated, asked)
            except ParseLimitError as error:
                self._texts.leave_out(path, str(error))
                return None
            finally:
                self.at(None)
        if content is not None and content == (dialect.name, now) and path not in self._texts.shown:
            self._cache.keep_facts(content, asked, found, encoded)
        return found

    def keeps(self, path: str, content: Content, words: Collection[str]) -> bool:
        """Whether `facts` need not be read from the file, if it has this text."""
        return path not in self._texts.shown and self._cache.has_facts(content, calls_of(words))

    def calls_in(self, content: Content) -> Collection[str] | None:
        """The calls in a text besides the catalogue's; None if they are not known."""
        return self._cache.calls_in(content)

    def _read_facts(
        self, path: str, data: bytes, dialect: Dialect, words: Container[str], asked: Container[str]
    ) -> Facts:
        if path not in self._texts.shown:
            return extract(data, dialect.name, words, asked)
        found = reread(data, dialect.name, words, asked, self._reads.pop(path, None))
        _keep(self._reads, path, found)
        return found.facts

    def _take_done(self, path: str, words: tuple[str, ...] | None = None) -> JobResult | None:
        done = None if path in self._texts.shown else self._workers.take(path, words)
        if done is not None and done.failed:
            self._failed[path] = done.failed
        return done

    def _is_failed(self, path: str) -> bool:
        why = None if path in self._texts.shown else self._failed.get(path)
        if why is not None:
            self._texts.unread[path] = why
        return why is not None

    def keep(self) -> None:
        """Keep for the next run what is new of the texts. For now, nothing else is to be read."""
        self._workers.rest()
        self._cache.save()

    def keep_all(self) -> None:
        """Keep for the next run what is known of the texts, and which file has which, too."""
        self._cache.put(SEEN, self._sources.of(self._disk.paths), "sources", self._workspace)
        self._cache.put(SEEN, self._documents.of(self._disk.paths), "documents", self._workspace)
        self.keep()

    def _known_or_made(
        self,
        path: str,
        kind: Kind[T],
        called: str,
        sight: Sight,
        content: Callable[[str], bytes | None],
        made: Callable[[bytes], T],
    ) -> T | None:
        """What is kept of a file as it was seen last, or of its text, or what is made of that."""
        stamp = None if path in self._texts.shown else self._disk.stamp(path)
        seen = sight.digest(path, stamp)
        found = None if seen is None else self._cache.get(kind, called, seen)
        data = content(path) if found is None else None
        if data is None:
            return found
        now = digest(data)
        found = self._cache.get(kind, called, now)
        if found is None:
            found = made(data)
            if path not in self._texts.shown:
                self._cache.put(kind, found, called, now)
        sight.put(path, stamp, now)
        return found


def _keep(kept: OrderedDict[str, T], path: str, thing: T) -> None:
    """Keep this of a file, and no longer that of the file of which it was kept first, if these are too many."""
    kept[path] = thing
    kept.move_to_end(path)
    while len(kept) > MAX_READS:
        kept.popitem(last=False)
