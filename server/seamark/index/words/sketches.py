"""The identifiers that a text holds, each once: enough to tell who may call a function, without reading the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from typing import Generic, NamedTuple, TypeVar

from seamark.extract import CalledNames
from seamark.source import IDENTIFIER, difference, identifiers

_FEW = 50
"""Up to how many identifiers are looked for one by one in a sketch, which is not taken to pieces for their sake."""

_CALLED = b"("
"""Stands between the identifiers that a text only mentions and those that it may call."""
_BARE = b")"
"""Stands between those that it may call as members only and the rest of them."""
_NO_MEMBERS: frozenset[bytes] = frozenset()

T = TypeVar("T")


class SketchedText(NamedTuple):
    """A text with its sketch."""

    data: bytes
    sketch: bytes


def sketch(data: bytes, called: CalledNames | None = None, before: SketchedText | None = None) -> bytes:
    """The identifiers of a text, each once, with a space on either side: behind marks those that it may call.

    Those are among `called`; all may be if that is None. What differs from a text of `before` decides which identifiers
    have come and gone.
    """
    names = identifiers(data) if before is None else _identifiers_after_edit(data, before)
    own = names if called is None else names & called.names
    members = _NO_MEMBERS if called is None else own & called.members
    return sketch_of(names - own) + _CALLED + sketch_of(members) + _BARE + sketch_of(own - members)


def calls(sketch: bytes, name: str, *, bare: bool = False) -> bool:
    """Whether the text whose sketch this is may call something by this name; if `bare`, other than as a member."""
    return sketch.find(b" %s " % name.encode(), sketch.find(_BARE if bare else _CALLED)) >= 0


def _identifiers_after_edit(data: bytes, before: SketchedText) -> AbstractSet[bytes]:
    """The identifiers of a text that was another one before."""
    known, edit = _words(before.sketch), difference(before.data, data)
    start, end = edit.start, edit.end
    while start > 0 and _is_part(before.data[start - 1]):
        start -= 1
    while end < len(before.data) and _is_part(before.data[end]):
        end += 1
    was, now = identifiers(before.data[start:end]), identifiers(data[start : end + edit.by])
    if was == now:
        return known
    text = b" " + data.translate(IDENTIFIER) + b" "
    gone = {word for word in was - now if b" %s " % word not in text}
    return known - gone | now


@lru_cache(maxsize=2)
def _words(sketch: bytes) -> frozenset[bytes]:
    """The identifiers of a sketch, of which several things are asked one after the other."""
    return frozenset(sketch.split()) - {_CALLED, _BARE}


def different(one: bytes, other: bytes) -> frozenset[str]:
    """The identifiers that stand in only one of two texts with these sketches."""
    words = frozenset[bytes]() if one == other else _words(one) ^ _words(other)
    return frozenset(word.decode(errors="replace") for word in words)


def _is_part(byte: int) -> bool:
    return IDENTIFIER[byte] != 32


def sketch_of(words: Iterable[bytes]) -> bytes:
    """The sketch of these identifiers."""
    return b" " + b" ".join(sorted(words)) + b" "


def holds(sketch: bytes, word: str) -> bool:
    """Whether the identifier, or each that a module's name consists of, stands in the text whose sketch this is."""
    return all(piece in sketch for piece in _pieces(word))


@cache
def _pieces(word: str) -> tuple[bytes, ...]:
    return tuple(b" %s " % piece for piece in word.encode().translate(IDENTIFIER).split())


class ThingsByWords(Generic[T]):
    """Things with the words that a text must hold for each, by the longest identifier: a text holds few of all these.

    They are given as pairs of the words and the thing.
    """

    def __init__(self, things: Iterable[tuple[tuple[str, ...], T]]) -> None:
        self._by_identifier: dict[bytes, list[tuple[tuple[bytes, ...], T]]] = {}
        self._others: list[T] = []
        for words, thing in things:
            pieces = {piece for word in words for piece in _pieces(word)}
            if pieces:
                longest = max(pieces, key=lambda piece: (len(piece), piece))
                others = tuple(sorted(pieces - {longest}))
                self._by_identifier.setdefault(longest.strip(), []).append((others, thing))
            else:
                self._others.append(thing)
        self._within = [(b" %s " % identifier, identifier) for identifier in self._by_identifier]

    def things_in(self, sketch: bytes) -> Iterator[T]:
        """The things all of whose words stand in the text whose sketch this is."""
        if len(self._within) <= _FEW:
            named: Iterable[bytes] = [identifier for piece, identifier in self._within if piece in sketch]
        else:
            named = self._by_identifier.keys() & _words(sketch)
        for identifier in named:
            for others, thing in self._by_identifier[identifier]:
                if all(piece in sketch for piece in others):
                    yield thing
        yield from self._others
