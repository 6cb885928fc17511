"""What documents say, in one vocabulary for all their kinds. Positions are bytes of the document's text."""

from __future__ import annotations

from msgspec import Struct

MAX_SERVICES = 16
"""How many services may be behind one path of a gateway: each of its paths is handed on to each of them."""


class Handler(Struct, frozen=True):
    """A function by its name, in a source file by its path from the document's folder, without its ending."""

    file: str
    name: str


class Surface(Struct, frozen=True):
    """Something that answers requests: a verb, or None for all of them, and a path or URL as `keys` takes it.

    `host` is the one that requests name, `exact` is false if the path stands for all that is below it. `framework` is
    what says so; the span is that of the text that does. `handler` is the function that answers, if the document names
    one. Parameters that are `optional` may be left out at the path's end. Others may call
    it by its `name`.
    """

    framework: str
    verb: str | None
    path: str
    start: int
    end: int
    host: str | None = None
    exact: bool = True
    handler: Handler | None = None
    optional: tuple[str, ...] = ()
    name: str = ""


class Mount(Struct, frozen=True):
    """What a gateway hands on: requests below `prefix` (of just that path if `exact`) go to the URL `upstream`.

    `onto` takes the prefix's place; if it is None, the path of `upstream` does, and without one nothing changes. The
    URL may have variables of the environment in it: `http://${USERS_HOST}:80/`.
    """

    prefix: str
    upstream: str
    onto: str | None
    line: int
    exact: bool = False


class Gateway(Struct, frozen=True):
    """What hands requests on to other services: the hosts under which it is known, if it says so, and its mounts."""

    hosts: tuple[str, ...]
    mounts: tuple[Mount, ...]


class Service(Struct, frozen=True):
    """A service that is built of a folder of the workspace, given from the document's own; and the names it goes by.

    Where there are `homes`, the document counts only in one of these folders, and the folder is given from around that.
    """

    names: tuple[str, ...]
    folder: str | None
    environment: tuple[tuple[str, str], ...] = ()
    homes: tuple[str, ...] = ()


class Procedure(Struct, frozen=True):
    """A method of a gRPC service, at its name."""

    service: str
    method: str
    start: int
    end: int


class Field(Struct, frozen=True):
    """A field of one of GraphQL's root types, at its name: a schema's (`exposes`), or an operation's (`consumes`).

    `operation` is `Query`, `Mutation` or `Subscription`.
    """

    operation: str
    name: str
    role: str
    start: int
    end: int


class Link(Struct, frozen=True):
    """What a template names by a `word`, in a tag or in a call. The span is that of the name.

    It is `bare` if nothing is given besides the name.
    """

    word: str
    name: str
    is_tag: bool
    start: int
    end: int
    bare: bool = False


class Request(Struct, frozen=True):
    """A request that is written out: its verb and its URL, unknown parts of it as `{}`. The span is that of the URL.

    It may be the URL of a route that the template names.
    """

    framework: str
    verb: str
    url: str
    start: int
    end: int
    named: Link | None = None


class Channel(Struct, frozen=True):
    """A channel of messages by its address, unknown parts as `{}`: who receives of it `exposes`, who sends `consumes`.

    The span is that of the word that says so.
    """

    framework: str
    address: str
    role: str
    start: int
    end: int


class Attribute(Struct, frozen=True):
    """An attribute of an element of a page that holds a URL for scripts, unknown parts of it as `{}`, or its name."""

    name: str
    url: str


class Facts(Struct, frozen=True):
    """All that a document says. `environment` is that of the service in whose folder it stands.

    `described` has the number of each of the text's documents that is an OpenAPI document.
    """

    surfaces: tuple[Surface, ...] = ()
    gateways: tuple[Gateway, ...] = ()
    services: tuple[Service, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    described: tuple[int, ...] = ()
    procedures: tuple[Procedure, ...] = ()
    fields: tuple[Field, ...] = ()
    requests: tuple[Request, ...] = ()
    channels: tuple[Channel, ...] = ()
    links: tuple[Link, ...] = ()
    attributes: tuple[Attribute, ...] = ()


NOTHING = Facts()
