"""What files say, read from them only if it is not known from before."""

from __future__ import annotations

import logging
from collections.abc import Callable, Container
from functools import partial
from typing import TypeVar

from seamark import documents
from seamark.catalogue import Own, catalogue
from seamark.extract import EveryCall, extract
from seamark.extract.facts import Facts
from seamark.source import Dialect

from .cache import DOCUMENT, SCAN, SEEN, Cache, Kind
from .disk import Disk
from .scan import Scan, digest, scan
from .seen import Sight
from .texts import Texts

_logger = logging.getLogger(__name__)

T = TypeVar("T")


class Reader:
    """Scans, facts, and what documents say. What editors show is not kept: it changes with each key that is hit.

    `workspace` tells the workspace, and what is read of it, from others. `own` are the tables of a user's own.
    """

    def __init__(self, texts: Texts, disk: Disk, cache: Cache, workspace: str, own: Own) -> None:
        self._texts = texts
        self._disk = disk
        self._cache = cache
        self._workspace = workspace
        self._own = own
        self._sources = Sight(cache.get(SEEN, "sources", workspace) or {})
        self._documents = Sight(cache.get(SEEN, "documents", workspace) or {})

    def scan(self, path: str, dialect: Dialect) -> Scan | None:
        """What the text of a source file tells; None, and a note in `texts.unread`, if it cannot be read."""
        made = partial(scan, dialect=dialect, own=self._own)
        return self._known(path, SCAN, dialect.name, self._sources, self._texts.content, made)

    def document(self, path: str) -> documents.Facts:
        """What a document says. What fails here is a mistake of ours, and other files are served all the same."""
        name = path.rpartition("/")[2]
        made = partial(documents.facts_of, name)
        try:
            found = self._known(path, DOCUMENT, name, self._documents, self._texts.document, made)
        except Exception:
            _logger.exception("%s cannot be understood", path)
            found = None
        return documents.NOTHING if found is None else found

    def seen(self, path: str) -> bytes | None:
        """The digest of the text that a document had when it was read last; None if it never was."""
        return self._documents.last(path)

    def facts(self, path: str, dialect: Dialect, known: Scan | None, asked: Container[str]) -> Facts | None:
        """What a source file says, with those calls besides the catalogue's; None as for `scan`.

        `known` is what its text told before. If it has become another one since, what is there now counts, though the
        rest will follow only when somebody says that it has changed.
        """
        found = None if known is None else self._cache.facts((dialect.name, known.digest), asked)
        data = self._texts.content(path) if found is None else None
        if data is None:
            return found
        words = catalogue(dialect.language, self._own).words
        stated = EveryCall(words) if known is not None and known.every_call else words
        found = extract(data, dialect.name, stated, asked)
        if known is not None and path not in self._texts.shown and digest(data) == known.digest:
            self._cache.keep_facts((dialect.name, known.digest), asked, found)
        return found

    def keep(self) -> None:
        """Keep for the next run what is new of the texts."""
        self._cache.save()

    def keep_all(self) -> None:
        """Keep for the next run what is known of the texts, and which file has which."""
        self._cache.put(SEEN, self._sources.of(self._disk.paths), "sources", self._workspace)
        self._cache.put(SEEN, self._documents.of(self._disk.paths), "documents", self._workspace)
        self._cache.save()

    def _known(
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
