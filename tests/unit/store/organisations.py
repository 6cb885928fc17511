"""Organisations that tests make: repositories of ports at random, and what the index says of them as one workspace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from hypothesis import strategies as st
from msgspec.structs import replace

from seamark.documents import Facts, Gateway, Mount, Service
from seamark.index.matching.gateways import Gateways
from seamark.index.publication.answers import Answers
from seamark.index.publication.table import Table
from seamark.resolve.port_model import Match, Port, PortSymbol, Reason
from seamark.settings import Settings
from seamark.store.places import line_and_column, place
from seamark.store.shard import About, Position, RepositoryStatement, Shard, facts_within, within
from seamark.store.shard import of_service as shard_of_service
from tests.unit.cli.fake import Fake

REPOSITORIES = ("web", "orders", "team/users")
FILES = ("main.py", "svc/app.py", "svc/api/routes.py")
SEGMENTS = ("users", "{}", "me", "{}.json", "*", "api", "v1", "7_%", "")
TOPICS = (
    "orders.created",
    "orders.>",
    "orders.*",
    "*.created",
    "orders",
    "a/b",
    "a/+",
    "#",
    "news.*",
    ">",
    "orders.{}",
)
HOSTS = (None, "orders", "users:80", "gate", "localhost", "x.svc.cluster", "plex.tv")


class Repository(msgspec.Struct, frozen=True):
    """A repository's ports, by its own paths, and what it says besides."""

    name: str
    ports: tuple[Port, ...]
    stated: RepositoryStatement = RepositoryStatement()


class Read(Fake):
    """A service that has read a repository."""

    def __init__(self, repository: Repository) -> None:
        super().__init__()
        self._repository = repository

    def ports(self, path: str | None = None) -> Sequence[Port]:
        return self._repository.ports

    def settings(self, path: str) -> Settings:
        return self._repository.stated.settings

    def documents(self) -> Mapping[str, Facts]:
        return self._repository.stated.documents


def position(path: str, offset: int) -> tuple[int, int]:
    return line_and_column(offset)


_POSITION: Position = position


def shard(repository: Repository, commit: str = "c1") -> Shard:
    return shard_of_service(Read(repository), About(repository.name, commit), _POSITION, lambda port: ())


def moved(repository: Repository) -> list[Port]:
    """A repository's ports as the store names them."""
    return [
        replace(
            port,
            path=within(repository.name, port.path),
            service=within(repository.name, port.service),
            symbol=_moved(repository, port.symbol),
            handler=None if port.handler is None else _moved(repository, port.handler),
            reasons=tuple(
                one if one.path is None else replace(one, path=within(repository.name, one.path))
                for one in port.reasons
            ),
        )
        for port in repository.ports
    ]


def _moved(repository: Repository, symbol: PortSymbol) -> PortSymbol:
    path = within(repository.name, symbol.path)
    return replace(symbol, path=path, qualified_name=path if symbol.kind == "file" else symbol.qualified_name)


def whole(repositories: Sequence[Repository]) -> Answers:
    """What the index answers of the same repositories in one workspace."""
    facts: dict[str, Facts] = {}
    names: dict[str, list[str]] = {}
    table = Table()
    sure: dict[str, float] = {}
    for one in repositories:
        facts |= facts_within(one.name, one.stated.documents)
        for name, folder in one.stated.settings.services.items():
            names.setdefault(name, []).append(within(one.name, folder))
        files: dict[str, list[Port]] = {}
        for port in moved(one):
            files.setdefault(port.path, []).append(port)
            sure[port.path] = one.stated.settings.matching.min_confidence
        for path, ports in files.items():
            table.put(path, [(port, None) for port in ports])

    def is_sure(match: Match, consumer: Port) -> bool:
        return match.confidence >= sure[consumer.path]

    gateways = Gateways(facts, names)
    answers = Answers(gateways, is_sure)
    answers.publish(table, gateways)
    return answers


@st.composite
def _keys(draw: st.DrawFn) -> tuple[str, str, str]:
    """A mechanism, a key, and a framework."""
    mechanism = draw(st.sampled_from(["http"] * 6 + ["queue", "queue", "grpc"]))
    if mechanism == "grpc":
        return mechanism, draw(st.sampled_from(["Users/Get", "Users/Put"])), "grpc"
    if mechanism == "queue":
        return mechanism, draw(st.sampled_from(TOPICS)), draw(st.sampled_from(["nats_go", "mqtt", "ioredis", "kafka"]))
    path = "/".join(draw(st.lists(st.sampled_from(SEGMENTS), min_size=1, max_size=4))).strip("/")
    return mechanism, f"{draw(st.sampled_from(['GET', 'POST', 'ANY']))} /{path}", "some"


@st.composite
def _ports(draw: st.DrawFn, number: int) -> Port:
    mechanism, key, framework = draw(_keys())
    path = draw(st.sampled_from(FILES))
    start = place(number + 1, draw(st.integers(1, 9)))
    exposes = draw(st.booleans())
    handler = PortSymbol(draw(st.sampled_from(FILES)), "function", "f", *[start] * 4)
    return Port(
        *(mechanism, key, "exposes" if exposes else "consumes"),
        draw(st.sampled_from([1.0, 0.9, 0.81, 0.7, 0.6175])),
        "go",
        framework,
        path,
        start,
        start + 5,
        PortSymbol(path, "file", path, *[place(1, 1)] * 4),
        handler=handler if exposes and draw(st.booleans()) else None,
        host=draw(st.sampled_from(HOSTS)),
        service=draw(st.sampled_from(["", "svc"])),
        contract=exposes and draw(st.integers(0, 3)) == 0,
        test=draw(st.integers(0, 5)) == 0,
        open_prefix=draw(st.integers(0, 2)) == 0,
        below=exposes and draw(st.integers(0, 3)) == 0,
        registered=exposes and mechanism == "grpc" and draw(st.booleans()),
        reasons=draw(st.sampled_from([(), (Reason("so", "main.py", place(2, 3)), Reason("and"))])),
    )


_MOUNTS = st.builds(
    Mount,
    prefix=st.sampled_from(["/", "/api", "/api/", "/users", "/api/v1"]),
    upstream=st.sampled_from(
        ["http://orders", "http://users:80/", "http://orders/v1", "http://$HOST/api", "http://svc$PATH", "nothing"]
    ),
    onto=st.sampled_from([None, None, "/", "/api", "/v1"]),
    line=st.just(3),
    exact=st.booleans(),
)
_DOCUMENTS = st.builds(
    Facts,
    gateways=st.lists(
        st.builds(
            Gateway,
            hosts=st.sampled_from([(), ("gate",)]),
            mounts=st.lists(_MOUNTS, min_size=1, max_size=3).map(tuple),
        ),
        max_size=2,
    ).map(tuple),
    services=st.lists(
        st.builds(
            Service,
            names=st.sampled_from([("users",), ("gate",)]),
            folder=st.sampled_from([None, ".", "svc", "../orders"]),
            environment=st.sampled_from([(), (("HOST", "orders"),)]),
        ),
        max_size=1,
    ).map(tuple),
    environment=st.sampled_from([(), (("HOST", "users"), ("PATH", "/v1"))]),
)


@st.composite
def repositories(draw: st.DrawFn) -> list[Repository]:
    """Repositories whose ports may match each other's."""
    found = []
    for name in REPOSITORIES:
        ports = [draw(_ports(number)) for number in range(draw(st.integers(0, 7)))]
        sure = draw(st.sampled_from([0.0, 0.0, 0.4, 0.729]))
        services = draw(st.sampled_from([{}, {"x": "svc"}, {"users": "."}]))
        settings = Settings()
        settings = replace(settings, matching=replace(settings.matching, min_confidence=sure), services=services)
        documents = draw(st.dictionaries(st.sampled_from(["nginx.conf", "svc/nginx.conf"]), _DOCUMENTS, max_size=2))
        ordered = tuple(sorted(ports, key=lambda port: (port.path, port.start)))
        found.append(Repository(name, ordered, RepositoryStatement(settings, documents)))
    return found
