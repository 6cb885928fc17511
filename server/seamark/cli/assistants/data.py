"""What answers are made of. Their fields are a stable interface: docs/agents.md.

A field that is missing is empty, or false. All texts of the workspace are as they may be shown: `seamark.escaping`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Relation: TypeAlias = Literal["handler", "breaks", "would break", "consumer", "test", "maybe", "call", "serves"]
Kind: TypeAlias = Literal["nothing there", "not understood", "still reading"]


class Side(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One side of a contract, and where it is: a route, or a call.

    `function` handles it, or makes the call; `handler` is where a handler is, if that is not the place itself. `asked`
    is the key that was asked about, if this one has another. A side in another `repository` has its lines
    there. Without a `mechanism` it is one of HTTP.
    """

    key: str
    file: str
    line: int
    confidence: float
    certainty: str
    relation: Relation | None = None
    source: str = ""
    function: str = ""
    handler: str = ""
    asked: str = ""
    why: tuple[str, ...] = ()
    mechanism: str = "http"
    service: str = ""
    language: str = ""
    is_test: bool = False
    is_document: bool = False
    repository: str = ""


class Place(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Where something is, in which function, and the line of source there."""

    at: str
    function: str = ""
    source: str = ""


class Contract(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A contract: its key, who serves it and who calls it. `served` and `called` count all of them."""

    key: str
    mechanism: str
    served: int
    called: int
    serves: tuple[Place, ...] = ()
    calls: tuple[Place, ...] = ()


class Change(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What became of a contract since a revision, and its key now if that has changed."""

    what: Literal["removed", "changed", "added"]
    key: str
    now: str = ""
    breaks: int = 0


class Finding(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Something that is probably wrong, how bad it is, and where."""

    severity: str
    kind: str
    message: str
    file: str
    line: int
    source: str = ""
    related: tuple[str, ...] = ()


class Empty(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Why nothing was found, and which keys look most like the one asked about.

    There is nothing, as far as all files were understood; or something is there that was not understood; or files are
    left to read.
    """

    kind: Kind
    why: str
    details: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()


class Reading(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How many files are read so far, and of how many: what is found will be more."""

    done: int
    total: int


class Link(Struct, frozen=True):
    """A place that a client can open."""

    name: str
    uri: str


class Answer(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What every answer says besides what was found: how the question was taken, and how much there is.

    `cursor` gets what follows; `notes` say what to know of all of it.
    """

    asked: str
    total: int
    cursor: str = ""
    notes: tuple[str, ...] = ()
    empty: Empty | None = None
    reading: Reading | None = None


class Sides(Answer, frozen=True, omit_defaults=True, kw_only=True):
    """Sides of contracts, the surest first."""

    found: tuple[Side, ...] = ()


class Contracts(Answer, frozen=True, omit_defaults=True, kw_only=True):
    """Contracts, by mechanism and key."""

    found: tuple[Contract, ...] = ()


class Impact(Answer, frozen=True, omit_defaults=True, kw_only=True):
    """What a change reaches: what breaks first, then handlers, consumers, tests. `counts` has how many of each."""

    counts: dict[str, int] = {}
    services: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    found: tuple[Side, ...] = ()


class Findings(Answer, frozen=True, omit_defaults=True, kw_only=True):
    """What is probably wrong, by file and line."""

    found: tuple[Finding, ...] = ()
