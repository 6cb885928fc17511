"""What the server's two processes say to each other: all of it, and nothing but data.

The front numbers what it tells and asks. The engine does one after the other, and says of each that it is done.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from .client import Client

Spans: TypeAlias = tuple[tuple[int, int], ...]
"""Parts of a file, in bytes."""


class Begin(msgspec.Struct, frozen=True, tag=True):
    """To the engine, first of all: the workspace. With `load`, its files are to be read, but for those `left_out`.

    With `careful`, after others died, the engine says of each file that it is at it, not only of those that it parses
    or that the client shows; and as there is somebody who waits for the answers that those did not give, it reads all
    before it answers. One that `relieves` another has time: once it is `Ready` nothing is left to be prepared.
    """

    client: Client
    roots: tuple[Path, ...]
    load: bool
    left_out: tuple[Path, ...] = ()
    careful: bool = False
    relieves: bool = False


class ShownText(msgspec.Struct, frozen=True):
    """A file that the client shows, which it calls by this URI, with this text; without one, it no longer does."""

    path: Path
    uri: str = ""
    data: bytes | None = None


class Change(msgspec.Struct, frozen=True, tag=True):
    """To the engine: the client shows these texts, and these files and folders may have changed on disk.

    And these are the client's settings now, unless nothing is said of them.
    """

    number: int
    texts: tuple[ShownText, ...]
    disk: tuple[Path, ...]
    settings: dict[str, Any] | None = None


class Ask(msgspec.Struct, frozen=True, tag=True):
    """To the engine: a request's method and its parameters, as JSON."""

    number: int
    method: str
    params: bytes


class Stop(msgspec.Struct, frozen=True, tag=True):
    """To the engine: read no more files for now; or if it is not to `stop`, go on with those that are left."""

    stop: bool


class Cancel(msgspec.Struct, frozen=True, tag=True):
    """To the engine: nobody waits for this answer any more."""

    number: int


class Reading(msgspec.Struct, frozen=True, tag=True):
    """From the engine: so many of the workspace's files have been read, of so many."""

    done: int
    total: int


class Ready(msgspec.Struct, frozen=True, tag=True):
    """From the engine: the workspace has been read.

    If that left it `heavy`, another engine would go on from what this one has kept, with far less memory.
    """

    heavy: bool = False


class Stopped(msgspec.Struct, frozen=True, tag=True):
    """From the engine: no more files are read, and so many of so many have been."""

    done: int
    total: int


class At(msgspec.Struct, frozen=True, tag=True):
    """From the engine: it is at this file; if it dies now, that may be why."""

    path: Path | None


class ContractSpans(msgspec.Struct, frozen=True):
    """Where an open file states contracts, and where it names functions that handle some."""

    path: Path
    contracts: Spans
    handlers: Spans


class Settled(msgspec.Struct, frozen=True, tag=True):
    """From the engine: answers see this change from now on. With the open files that state others now.

    If one file is known `alone`, what follows from its edit for others is not known yet.
    """

    number: int
    stated: tuple[ContractSpans, ...]
    alone: Path | None = None


class Answered(msgspec.Struct, frozen=True, tag=True):
    """From the engine: the answer, as JSON; None if it could not be made, or is refused for the reason that is told."""

    number: int
    answer: bytes | None
    refusal: str | None = None


class Learned(msgspec.Struct, frozen=True, tag=True):
    """From the engine: answers may be others now, though nothing here has changed: more is known of elsewhere."""


class Awaits(msgspec.Struct, frozen=True, tag=True):
    """From the engine: answers lack what other repositories have, or no longer: it is on its way, and takes long."""

    others: bool


class Complaint(msgspec.Struct, frozen=True, tag=True):
    """From the engine: something is wrong that a user should know, in words for people."""

    text: str


class LogLine(msgspec.Struct, frozen=True, tag=True):
    """From the engine: a line for the log."""

    level: int
    name: str
    text: str


ToEngine: TypeAlias = Begin | Change | Ask | Stop | Cancel
FromEngine: TypeAlias = Reading | Ready | Stopped | At | Settled | Answered | Awaits | Learned | Complaint | LogLine


def _encode_path(path: Any) -> bytes:
    return os.fsencode(path)


def _path(_: type, data: Any) -> Path:
    return Path(os.fsdecode(data))


encode = msgspec.msgpack.Encoder(enc_hook=_encode_path).encode
"""A message as bytes."""

to_engine = msgspec.msgpack.Decoder[ToEngine](ToEngine, dec_hook=_path).decode
"""A message to the engine."""

from_engine = msgspec.msgpack.Decoder[FromEngine](FromEngine, dec_hook=_path).decode
"""A message from the engine."""
