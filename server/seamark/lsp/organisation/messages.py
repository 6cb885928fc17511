"""What the engine asks of the process that has the store, and what that answers: nothing but data."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from seamark.resolve.port_model import Port
from seamark.store.shard import About


class Own(msgspec.Struct, frozen=True):
    """A repository that is open here: the store's ports of it do not count.

    It is known by the address that it was cloned from, else by its name. `stated` is what
    `seamark.store.shard.encode_statement` gives of it.
    """

    name: str
    url: str
    stated: str = ""


class OtherSideQuestion(msgspec.Struct, frozen=True):
    """Who, in other repositories, is on the other side of a port of the repository with this number.

    The port has no place. The other side `exposes` or `consumes`.
    """

    own: int
    port: Port
    side: str


class OtherSide(msgspec.Struct, frozen=True):
    """A port of another repository, as a match for the one that was asked about.

    Its paths are those in its repository, and its places those of `seamark.store.places`.
    """

    about: About
    port: Port
    how: str
    confidence: float


class Ask(msgspec.Struct, frozen=True, tag=True):
    """To the process: questions to the store of this address, with the repositories of which they speak."""

    number: int
    address: str
    own: dict[int, Own]
    questions: tuple[OtherSideQuestion, ...]


class Started(msgspec.Struct, frozen=True, tag=True):
    """From the process, first of all: it has loaded what it needs, and listens."""


class Answered(msgspec.Struct, frozen=True, tag=True):
    """From the process: what was found, for each question in their order."""

    number: int
    found: tuple[tuple[OtherSide, ...], ...]


class Failed(msgspec.Struct, frozen=True, tag=True):
    """From the process: why the store cannot be asked. If that `lasts`, asking again is in vain."""

    number: int
    why: str
    lasts: bool


FromStore: TypeAlias = Started | Answered | Failed

encode = msgspec.msgpack.Encoder().encode
"""A message as bytes."""

to_store = msgspec.msgpack.Decoder(Ask).decode
"""A message to the process."""

from_store = msgspec.msgpack.Decoder[FromStore](FromStore).decode
"""A message from the process."""
