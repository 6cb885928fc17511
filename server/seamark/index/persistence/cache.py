"""What is known of texts, kept between runs: their scans, their facts, and which files had which text when.

Everything is found by what it follows from: a text's digest, the dialect that it is read in, the calls asked for, a
user's own tables, and the versions of all that reads it. So nothing in it is ever wrong, only missing. It holds no
text, but what Seamark takes from texts: which identifiers stand in each, and its facts, with the expressions on which
contracts depend.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Container
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from seamark import documents
from seamark.catalogue import STANDARD, Own, catalogue
from seamark.extract import packing
from seamark.extract.facts import Facts
from seamark.index.reading.scan import Scan
from seamark.index.reading.twins import Content

from .seen import SeenText
from .snapshot import Snapshot
from .versions import versions

if TYPE_CHECKING:
    from .store import Store

T = TypeVar("T")

_logger = logging.getLogger(__name__)
_ENCODER = msgspec.msgpack.Encoder()


class Kind(Generic[T]):
    """A kind of values: what it is called, and what decodes one."""

    def __init__(self, name: str, type_: type[T]) -> None:
        self.name = name
        self._type = type_

    @cached_property
    def decode(self) -> Callable[[bytes], T]:
        """What decodes a value: it takes milliseconds to make, and a start without a cache needs none."""
        return msgspec.msgpack.Decoder(self._type).decode


SCAN = Kind("scan", Scan)
"""What a text tells, by its content."""
DOCUMENT = Kind("document", documents.Facts)
"""What a text says as a document of a name, by the name and the text's digest."""
SEEN = Kind("seen", dict[str, SeenText])
"""Which texts files had, by what tells their workspace from others."""
SNAPSHOT = Kind("snapshot", Snapshot)
"""A whole workspace, by what tells it from others and by what is set for it."""
_CALLED = Kind("called", frozenset[str])
_FACTS = "facts"


FILE = "cache-1.sqlite"
"""The number is that of the store's layout."""


def folder() -> Path:
    """Where the user's platform keeps what programs can make anew."""
    from platformdirs import user_cache_path

    return user_cache_path("seamark", appauthor=False)


def of_user() -> Cache:
    """The cache of the user whose process this is."""
    return cache_at(folder() / FILE)


def cache_at(place: Path) -> Cache:
    """The cache in a file, which may not exist yet. Where Python comes without SQLite, nothing is kept."""
    try:
        from .store import Store
    except ImportError as error:
        _logger.warning("nothing is kept between runs: %s", error)
        return Cache()
    return Cache(Store(place))


class Cache:
    """What was kept, and what will be; nothing without a store."""

    def __init__(self, store: Store | None = None, own: Own = STANDARD) -> None:
        """`own` are tables of a user's own, on which depends what is kept."""
        self._store = store
        self._own = own

    @property
    def place(self) -> Path | None:
        """The file in which everything is kept; None if nothing is."""
        return None if self._store is None else self._store.place

    def with_tables(self, own: Own) -> Cache:
        """A cache in the same store, for what depends on these tables of a user's own."""
        return Cache(self._store, own)

    def get(self, kind: Kind[T], *about: object) -> T | None:
        """The value of a kind that is about something."""
        if self._store is None:
            return None
        value = self._store.get(self._key(kind.name, about))
        try:
            return None if value is None else kind.decode(value)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None

    def put(self, kind: Kind[T], value: T, *about: object) -> None:
        """The value of a kind that is about something, from now on."""
        if self._store is not None:
            self._store.put(self._key(kind.name, about), _ENCODER.encode(value))

    def has(self, kind: Kind[T], *about: object) -> bool:
        """Whether there is a value of a kind that is about something, whether or not it can be understood."""
        return self._store is not None and self._store.has(self._key(kind.name, about))

    def facts(self, content: Content, asked: Container[str]) -> Facts | None:
        """A text's facts where these calls are asked for besides the catalogue's."""
        called = self.calls_in(content)
        if called is None or self._store is None:
            return None
        value = self._store.get(self._key(_FACTS, (*content, *_among(called, asked))))
        return None if value is None else decode_facts(value)

    def calls_in(self, content: Content) -> frozenset[str] | None:
        """The calls in a text besides the catalogue's; None if that is not kept."""
        return self.get(_CALLED, *content)

    def has_facts(self, content: Content, asked: Container[str]) -> bool:
        """Whether `facts` are kept."""
        called = self.calls_in(content)
        if called is None or self._store is None:
            return False
        return self._store.has(self._key(_FACTS, (*content, *_among(called, asked))))

    def keep_facts(self, content: Content, asked: Container[str], facts: Facts, encoded: bytes = b"") -> None:
        """See `facts`, which may be `encoded` already. To ask for calls that a text has not makes no difference."""
        called = facts.called - catalogue(facts.language, self._own).words
        self.put(_CALLED, called, *content)
        if self._store is not None:
            self._store.put(
                self._key(_FACTS, (*content, *_among(called, asked))), encoded or packing.encode_facts(facts)
            )

    def _key(self, kind: str, about: tuple[object, ...]) -> bytes:
        return blake2b(_ENCODER.encode((kind, about, self._own)), digest_size=16, key=versions()).digest()

    def save(self) -> bool:
        """Write what is new to the disk. Tells whether it is there."""
        return self._store is not None and self._store.flush()

    def clear(self) -> None:
        """Remove everything that is kept."""
        if self._store is not None:
            self._store.clear()

    def close(self) -> None:
        """Write what is new to the disk; nothing is kept any more."""
        if self._store is not None:
            self._store.close()


def decode_facts(value: bytes) -> Facts | None:
    """The facts that were encoded; None if it is nothing that can be understood."""
    try:
        return packing.decode_facts(value)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _among(called: Collection[str], asked: Container[str]) -> list[str]:
    return sorted(name for name in called if name in asked)
