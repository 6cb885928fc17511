"""A workspace as an index had it when nothing was left to do: kept between runs, so that only changes are work.

What is on disk now is compared with `stamps`; whatever differs is a change as any other. A snapshot is found by the
workspace, by what is set for it, and by the versions of all code that made it (`Cache`). It holds no text.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Raw, Struct, msgpack

from seamark import documents
from seamark.index.documents.documents import PathItem
from seamark.index.folders.sweep import Stamp
from seamark.index.incremental.numbers import Numbers
from seamark.index.reading.scan import Scan
from seamark.index.words.entrances import Entrance
from seamark.index.words.mentions import Sought
from seamark.index.words.service_mentions import Naming
from seamark.resolve import Composed, Findings


class FilesState(Struct, frozen=True, array_like=True):
    """What is known of files without looking into them.

    The files `beside` are project files that are no sources, and `others` documents that say nothing. `mentions` are
    the `words` that stand in each file, `digests` those of documents. `remarks` say what could not be understood, and
    `unfit` which texts cannot be. For `entrances` and `spoken` see `Reach`; `naming` says which of the gRPC `services`
    each file names.
    """

    scans: dict[str, Scan]
    beside: list[str]
    words: frozenset[Sought]
    mentions: dict[str, frozenset[str]]
    documents: dict[str, documents.Facts]
    others: list[str]
    digests: dict[str, bytes]
    remarks: dict[str, str]
    unfit: dict[str, str]
    entrances: frozenset[Entrance]
    spoken: dict[str, frozenset[str]]
    services: frozenset[str]
    naming: dict[str, Naming]


class AskedQuestions(Struct, frozen=True, array_like=True):
    """All questions with the fingerprints of their answers, and the work that asked them: see `Dependencies`.

    Each question is as many of the numbers of `words` in `questions`, one question after the other, as `lengths` says:
    none where a number is no question's. `shared` has the numbers of answers that are worked out once for all, as
    what was asked and as what has asked.
    """

    words: list[str]
    questions: Numbers
    lengths: Numbers
    answers: bytes
    askers: list[Numbers]
    works: list[tuple[str, str] | None]
    asked: list[Numbers]
    shared: list[tuple[int, int]]


class StoredFindings(Struct, frozen=True, array_like=True):
    """What was found in files, and which of the documents' paths each document names.

    It is what a change is compared with.
    """

    findings: dict[str, Findings]
    served: dict[str, dict[str, tuple[PathItem, ...]]]
    asking: AskedQuestions


class Snapshot(Struct, frozen=True, array_like=True):
    """All that an index goes on from. The text of a file without a stamp, or with another one, is read once more.

    The ports, `composed`, have the places of their handlers. As long as nothing changes they are all that is asked for,
    so the `StoredFindings` stay packed.
    """

    stamps: dict[str, Stamp]
    reading: FilesState
    composed: Mapping[str, list[Composed]]
    finding: Raw


def pack_findings(finding: StoredFindings) -> Raw:
    """What was found, as it is kept."""
    return Raw(msgpack.encode(finding))


def unpack_findings(finding: Raw) -> StoredFindings:
    """What was found, of what is kept."""
    return msgpack.decode(finding, type=StoredFindings)
