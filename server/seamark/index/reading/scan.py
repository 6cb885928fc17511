"""What a source file's text tells without being parsed: one record, and all that the index learns of it that way."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

from msgspec import Struct

from seamark.catalogue import STANDARD, Own
from seamark.extract import Preamble, callees, outline, preamble, states_paths
from seamark.index.documents.rpc_services import DeclaredServices, read_services
from seamark.index.words.sketches import SketchedText, sketch, sketch_of
from seamark.source import Dialect, code

from .triggers import is_triggered, published_names, reads_every_call


class OutlineSketches(Struct, frozen=True, array_like=True, gc=False):
    """The sketches of an `Outline`."""

    names: bytes | None
    classes: bytes | None
    fields: bytes | None
    nameless: set[str] | None


class Scan(Struct, frozen=True, array_like=True, gc=False):
    """What a text tells in its dialect, and what tells it apart from others (`digest`).

    `sketch` has its identifiers, `published` the names that it sets as members of the global object. It is worth
    reading if it is `triggered`, and then all of its calls are if it has `every_call`; or for the calls that are given
    paths if it `states_paths`. `services` is what it says of gRPC services. It has no `outline` if its language has
    none, or if an editor shows it: see `Files.lacks`.
    """

    digest: bytes
    sketch: bytes
    triggered: bool
    every_call: bool
    states_paths: bool
    published: frozenset[str]
    services: DeclaredServices
    preamble: Preamble
    outline: OutlineSketches | None


def scan(data: bytes, dialect: Dialect, own: Own = STANDARD, before: SketchedText | None = None) -> Scan:
    """What this UTF-8 text tells in this dialect: by the catalogue and a user's `own` tables.

    It may differ a little from one of `before`; then it has no outline yet.
    """
    text = code(dialect, data)
    was = None if before is None else before._replace(data=code(dialect, before.data))
    known, language = sketch(text, callees(text, dialect.name), was), dialect.language
    stated = preamble(text, dialect.name)
    return Scan(
        digest=digest(data),
        sketch=known,
        triggered=is_triggered(language, text, known, own),
        every_call=reads_every_call(language, text, known, own),
        states_paths=states_paths(text),
        published=published_names(language, text, known, stated),
        services=read_services(text),
        preamble=stated,
        outline=_sketch_outline(text, dialect.name) if before is None else None,
    )


def _sketch_outline(data: bytes, dialect: str) -> OutlineSketches | None:
    """The sketches of a text's outline, if its dialect has one."""
    found = outline(data, dialect)
    if found is None:
        return None
    names, classes, fields = (None if one is None else sketch_of(one) for one in found[:3])
    return OutlineSketches(names, classes, fields, found.nameless)


@lru_cache(maxsize=2)
def digest(data: bytes) -> bytes:
    """What tells a text apart from others. It is asked for several times while a text is new."""
    return blake2b(data, digest_size=16).digest()
