"""The records of ports, the result of resolution, and of what is made of them: boundaries, matches, links.

A port is one side of one contract at one place: a route, a client call, a consumer. It has nothing to do with ports of
a network.
"""

from __future__ import annotations

import msgspec

MAX_ALTERNATIVES = 8
"""Of what a text may be so many possibilities are told apart: a port that has as many keys may have others."""
USES = "uses"
"""The role of what names a route, and does not ask for it."""


CALLS = "calls"
"""The role of a call of a function that makes a request: who wrote it asks for the contract, one step before that."""
MAX_RELAYS = 3
"""How many functions of a file may stand between a request and who calls for it in another file."""
BESIDE = frozenset((USES, CALLS))
"""The roles of what is no side of a contract."""


class PortSymbol(msgspec.Struct, frozen=True, gc=False):
    """A definition, or a whole file, as people see it.

    `path` is relative to the workspace, with `/`. Offsets are bytes into the file's text: the whole definition with
    its decorators, and its name. A file's are all 0. `kind` is `function`, `method`, `class` or `file`. `ordinal`
    tells apart definitions of equal name in one file, counted from 0.
    """

    path: str
    kind: str
    qualified_name: str
    start: int = 0
    end: int = 0
    name_start: int = 0
    name_end: int = 0
    ordinal: int = 0


class Reason(msgspec.Struct, frozen=True, gc=False):
    """Why a port's key and confidence are what they are: a sentence, and the place that it speaks of, if any.

    With an `end` the text of a prefix stands there, without its quotes. A part of it, or all, may be stated elsewhere,
    by constants and functions of these `names`.
    """

    text: str
    path: str | None = None
    start: int = 0
    end: int = 0
    names: tuple[str, ...] = ()


class Alike(msgspec.Struct, frozen=True, gc=False):
    """By what a port is stated that is only possible: what is called, or the table; and if its verb is `told`.

    Its handler may be given what is called as requests are, and `answers` these. What is called may be a function of
    the workspace's `own`. It goes by the name `called`, and its `origin` is the file or the module that it comes from,
    if that is known. One that is `unbound` is no route as far as can be seen: no function is given to it. By
    another `kind` that function has `compared` the path of requests with this one, or a `class` has it as a member.
    A `bare` path is written without its first slash, as other texts are.
    """

    by: str
    told: bool
    own: bool
    called: str = ""
    origin: str = ""
    unbound: bool = False
    answers: bool = False
    kind: str = ""
    bare: bool = False


class Port(msgspec.Struct, frozen=True, gc=False):
    """One side of a contract.

    `role` is `exposes` or `consumes`; or `uses`, for what names a route and does not ask for it: such a port has the
    name for its key, is no side of a contract, and only leads to the route; or `calls`, for what calls a function that
    makes a request, and only leads to that. The span, in bytes, is the text that states
    the contract, without quotes, or the name where no text does. `symbol` is the innermost function or method around
    it, or its file. `open_prefix` is true where something stands before the path that is not known: a base, a mount.
    Some routes serve what is `below` their path, too. Implementations of a service are `registered` if the workspace
    says that they are used. A port that is `possible` is one only if others speak for it: it has what is alike in what
    states it. `names` are those of a route, behind that of the library whose names they are among, with where the name
    is written, if it is; of others those by which they name routes. Its path, or a part of that, may be stated
    elsewhere by `constants` of these names. The `function` is that which makes a request, or is called: its file, and
    its key there. A request may be in code that is `generated`. A WebSocket's handshake (`socket`) has a GET's key, but
    is not served by what answers that. The `application` is the object that serves a route, if it is told apart.
    """

    mechanism: str
    key: str
    role: str
    confidence: float
    language: str
    framework: str
    path: str
    start: int
    end: int
    symbol: PortSymbol
    handler: PortSymbol | None = None
    host: str | None = None
    service: str = ""
    contract: bool = False
    test: bool = False
    open_prefix: bool = False
    below: bool = False
    registered: bool = False
    possible: Alike | None = None
    reasons: tuple[Reason, ...] = ()
    names: tuple[str, ...] = ()
    name_start: int = 0
    name_end: int = 0
    constants: tuple[str, ...] = ()
    function: str = ""
    generated: bool = False
    socket: bool = False
    application: str = ""

    @property
    def boundary(self) -> tuple[str, str]:
        """Mechanism and key: what both sides of a contract have in common."""
        return self.mechanism, self.key


class Match(msgspec.Struct, frozen=True, gc=False):
    """A port seen from the contract's other side.

    `how` is `exact` for equal keys; else why the two are compatible all the same. `confidence` is the product of
    both sides', lowered where the match is not exact.
    """

    port: Port
    how: str
    confidence: float


class Link(msgspec.Struct, frozen=True, gc=False):
    """A consumer together with one of its providers."""

    consumer: Port
    provider: Port
    how: str
    confidence: float


class Boundary(msgspec.Struct, frozen=True, gc=False):
    """A contract with all the ports of its two sides."""

    mechanism: str
    key: str
    providers: tuple[Port, ...]
    consumers: tuple[Port, ...]


class Problem(msgspec.Struct, frozen=True, gc=False):
    """Something that could not be read or understood: which file, why, and in which line if one is to blame."""

    path: str
    reason: str
    line: int | None = None


class CallExplanation(msgspec.Struct, frozen=True):
    """A call: where its callee stands, what is known of it, and from which files names in it come, in sentences."""

    start: int
    end: int
    known: tuple[str, ...]
    origins: tuple[str, ...] = ()
