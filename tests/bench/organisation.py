"""An organisation made up by a seed: the shards of as many repositories as one likes.

The numbers below are those of 78 of the repositories of `tests/labels`, as `seamark store add` read them and
`python -m tests.bench.distribution` counted them; of an organisation made up it says the same things. What they say:
97 % of all keys that are served are served by one repository alone, 2 % by two; a few, which `COMMON` names, by many
(`GET /` by 40 %). A key is called at 2.5 places of a repository, and `GET /` at ten; two of five ports are of tests.

Three things are no measurement, since those repositories do not belong together:

- Ports are 1.4 times as many: an organisation of 5,000 repositories has 2 million.
- Of the calls that have a route of their key, these repositories have nearly all routes themselves (62 of 64 %), since
  many hold a whole system. Here half of them are routes of others: of ten repositories near it, or of popular ones.
- Every repository serves `GET /health`, not one in six: the worst that an organisation with rules can have.

Each repository depends on its number alone, so a larger organisation is a smaller one and more.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple, TypeVar

from seamark.documents import Facts, Gateway, Mount
from seamark.index.matching.anchors import anchors
from seamark.resolve.port_model import Port, PortSymbol
from seamark.store.folder import Folder
from seamark.store.shard import About, RepositoryStatement, Shard
from seamark.store.writing import write

PORTS = 400
"""How many ports a repository has, in the mean."""
SPREAD = 1.2
"""The standard deviation of the logarithm of that."""
CALLS = 0.575
"""How many ports are calls."""
ROUTE_PORTS, CALL_PORTS = 1.35, 2.5
"""How many ports a key has in a repository that serves it, and in one that calls it."""
VERBS = {"GET": 0.47, "POST": 0.26, "PUT": 0.085, "ANY": 0.08, "DELETE": 0.06, "PATCH": 0.025, "OPTIONS": 0.02}
LENGTHS = {1: 0.16, 2: 0.25, 3: 0.25, 4: 0.17, 5: 0.11, 6: 0.04, 7: 0.02}
PARAMETERS = 0.3
"""How many of the segments behind the first are parameters."""
WILDCARDS = 0.02
"""How many routes serve all that is below their path, and say so by a star."""
PREFIXES = {("api",): 0.32, ("api", "v1"): 0.25, ("v1",): 0.13, (): 0.3}
HERE, ELSEWHERE = 0.32, 0.32
"""How many calls have the key of a route of their repository, and of another one's; those left are of the internet."""
LITERAL = 0.06
"""How many calls have a word where the route has a parameter."""
OPEN_CALLS, OPEN_ROUTES = 0.175, 0.06
"""How many have something unknown before their path."""
BELOW = 0.014
"""How many routes serve what is below their path, too; of those in `COMMON` none for which that matters does."""
HOSTED, LOCAL = 0.34, 0.67
"""How many calls name a host, and how many of these the machine that they run on."""
TESTS, DOCUMENTS = 0.43, 0.14
"""How many ports are of test code, and how many routes of documents."""
QUEUES, METHODS, WORKFLOWS = 0.02, 0.12, 0.01
GATEWAYS = 0.04
"""How many repositories have a gateway that takes prefixes away, one to six: `/api/carts/`, `/carts/`."""
OWN = 0.25
"""How many of its nouns a repository has alone; the others are of one vocabulary."""
WORDS, HEAD = 5_000, 3
"""How many words that has, and how many of them are nearly equally frequent."""


class Common(NamedTuple):
    """How many of all repositories serve a key and how many call it, and at how many places each."""

    serve: float
    routes: float = 1.0
    call: float = 0.0
    calls: float = 1.0


COMMON = {
    "GET /": Common(0.4, 2.9, 0.4, 9.9),
    "GET /health": Common(1.0, 2.7, 0.1, 6.4),
    "ANY /*": Common(0.22, 1.4),
    "ANY /": Common(0.14, 1.2),
    "GET /metrics": Common(0.13, 1.5, 0.064, 3.2),
    "GET /*": Common(0.09, 1.6),
    "GET /status": Common(0.09, 1.0, 0.051, 2.0),
    "POST /login": Common(0.09, 1.0, 0.051, 12.5),
    "GET /healthz": Common(0.077, 1.2, 0.077, 1.5),
    "GET /settings": Common(0.077, 1.2, 0.051, 2.0),
    "GET /{}": Common(0.077, 7.2),
    "POST /": Common(0.077, 1.3, 0.1, 9.8),
    "POST /logout": Common(0.077),
    "GET /api/v1/users": Common(0.064, 1.2, 0.038, 1.7),
    "GET /search": Common(0.064, 1.0, 0.038, 22.7),
    "GET /user/{}": Common(0.064, 1.8),
    "GET /version": Common(0.064, 1.2, 0.064, 2.8),
    "OPTIONS /*": Common(0.064, 1.4),
    "POST /register": Common(0.064, 1.0, 0.051, 5.3),
    "ANY /api/*": Common(0.051, 1.3),
    "DELETE /{}": Common(0.051, 4.2),
    "GET /login": Common(0.051, 1.0, 0.051, 12.0),
    "POST /users": Common(0.038, 1.0, 0.077, 1.5),
    "POST /v1/chat/completions": Common(0.038, 3.7, 0.051, 6.8),
    "GET /api/users": Common(0.038, 1.3, 0.051, 1.8),
    "GET /user": Common(0.026, 1.0, 0.064, 5.2),
    "GET /stats": Common(0.026, 1.0, 0.051, 4.5),
    "GET /index.html": Common(0.0, 0.0, 0.064, 1.6),
}
"""The keys that most repositories serve or call."""

_Drawn = TypeVar("_Drawn")


class Generated:
    """An organisation of so many repositories."""

    def __init__(self, count: int, seed: int = 1) -> None:
        self._count = count
        self._seed = seed
        self._routes: dict[int, list[str]] = {}

    def name(self, number: int) -> str:
        return f"service-{number:05}"

    def shard(self, number: int, commit: int = 0) -> Shard:
        """The shard of a repository; each commit has a few other ports."""
        random = Random(f"{self._seed} {number} {commit} ports")
        about = About(self.name(number), f"{number:020x}{commit:020x}", "2030-01-01T00:00:00+00:00")
        routes = [
            key
            for key in self.routes(number)
            for _ in range(_places(random, COMMON[key].routes if key in COMMON else ROUTE_PORTS))
        ]
        calls = list(self._calls(random, number, round(len(routes) * CALLS / (1 - CALLS))))
        ports = [self._port(random, place, key, exposes=True) for place, key in enumerate(routes)]
        ports += [self._port(random, place, key, exposes=False) for place, key in enumerate(calls)]
        return Shard(
            about, RepositoryStatement(documents=self._documents(random)), [_row(about, port) for port in ports]
        )

    def routes(self, number: int) -> list[str]:
        """What a repository serves: a mechanism and a key."""
        if number not in self._routes:
            random = Random(f"{self._seed} {number} routes")
            mean = math.log(PORTS * (1 - CALLS) / ROUTE_PORTS) - SPREAD**2 / 2
            size = min(max(2, round(random.lognormvariate(mean, SPREAD))), 20_000)
            words = [_noun(random, number) for _ in range(max(3, size // 12))]
            prefix = _drawn(random, PREFIXES)
            found = dict.fromkeys(key for key, common in COMMON.items() if random.random() < common.serve)
            while len(found) < size:
                found[self._route(random, words, prefix)] = None
            if len(self._routes) > 2000:
                self._routes.clear()
            self._routes[number] = list(found)
        return self._routes[number]

    def _route(self, random: Random, words: list[str], prefix: tuple[str, ...]) -> str:
        kind = random.random()
        noun = random.choice(words)
        if kind < QUEUES:
            return f"queue {noun}.{random.choice(words)}.{random.choice(('created', 'changed', '*'))}"
        if kind < QUEUES + METHODS:
            return f"grpc {noun.title()}/{random.choice(words).title()}"
        if kind < QUEUES + METHODS + WORKFLOWS:
            return f"temporal {noun}{random.choice(words)}"
        length = max(_drawn(random, LENGTHS), len(prefix) + 1)
        path = [*prefix, noun]
        while len(path) < length:
            path.append("{}" if random.random() < PARAMETERS else random.choice(words))
        if random.random() < WILDCARDS:
            path.append("*")
        return f"{_drawn(random, VERBS)} /{'/'.join(path)}"

    def _calls(self, random: Random, number: int, count: int) -> Iterator[str]:
        """As many keys of calls, of which each is there for all of its places."""
        common = (one for one in COMMON if random.random() < COMMON[one].call)
        left = count
        while left > 0:
            key = next(common, None)
            mean = CALL_PORTS if key is None else COMMON[key].calls
            places = min(left, _places(random, mean))
            yield from [key or self._call(random, number)] * places
            left -= places

    def _call(self, random: Random, number: int) -> str:
        where = random.random()
        if where >= HERE + ELSEWHERE:
            return self._route(random, [_noun(random, number) for _ in range(3)], _drawn(random, PREFIXES))
        near = (number * 7 + random.randrange(10) * 13) % self._count
        other = near if random.random() < 0.7 else int(self._count * random.random() ** 4)
        routes = self.routes(number if where < HERE else other)
        key = random.choice([key for key in routes if key not in COMMON] or routes)
        if key.endswith(".*"):
            return f"{key[:-1]}{random.choice(('created', 'changed'))}"
        if key.endswith("/*"):
            return key.replace("ANY ", "GET ").replace("*", _word(random))
        if random.random() < LITERAL:
            return key.replace("{}", _word(random), 1).replace("ANY ", "GET ")
        return key

    def _port(self, random: Random, number: int, key: str, *, exposes: bool) -> Port:
        mechanism, _, name = key.partition(" ")
        if mechanism not in ("queue", "grpc", "temporal"):
            mechanism, name = "http", key
        file = f"src/{'routes' if exposes else 'clients'}/module{number // 12}.ts"
        line = 10 + number % 12 * 14
        symbol = PortSymbol(file, "function", f"function{number}", line, line, line, line)
        return Port(
            *(mechanism, name, "exposes" if exposes else "consumes"),
            random.choice((1.0, 0.9, 0.9, 0.8, 0.7) if exposes else (0.9, 0.9, 0.8, 0.8, 0.7, 0.665)),
            "typescript",
            "nats_go" if mechanism == "queue" else "made up",
            file,
            line,
            line,
            symbol,
            handler=symbol if exposes else None,
            host=None if exposes or random.random() >= HOSTED else self._host(random),
            contract=exposes and mechanism == "http" and random.random() < DOCUMENTS,
            test=random.random() < TESTS,
            open_prefix=mechanism == "http" and random.random() < (OPEN_ROUTES if exposes else OPEN_CALLS),
            below=exposes and mechanism == "http" and random.random() < BELOW and key not in COMMON,
        )

    def _host(self, random: Random) -> str:
        return "localhost" if random.random() < LOCAL else self.name(random.randrange(self._count))

    def _documents(self, random: Random) -> Mapping[str, Facts]:
        if random.random() >= GATEWAYS:
            return {}
        mounts = tuple(
            Mount(f"{random.choice(('/api', ''))}/{_word(random)}/", f"http://{self._host(random)}:8080/", None, line)
            for line in range(1, random.randrange(2, 8))
        )
        return {"deploy/nginx.conf": Facts(gateways=(Gateway((), mounts),))}


def generate(address: str, numbers: Iterator[int] | range, organisation: Generated) -> int:
    """Write the shards of these repositories; how many ports they have."""
    folder = Folder(address)
    ports = 0
    for number in numbers:
        shard = organisation.shard(number)
        write(folder, shard)
        ports += len(shard.rows)
    return ports


def _row(about: About, port: Port) -> list[object]:
    symbol = [port.symbol.qualified_name, "function", port.path, port.start, 1, port.start, 9, 0]
    return [
        *(about.repository, about.commit, port.mechanism, port.key, port.role, port.confidence, "", port.host),
        *(port.language, port.framework, port.contract, port.test, port.path, port.start, 5, port.start, 25),
        *symbol,
        *(symbol if port.handler else [None] * 8),
        *(port.open_prefix, port.below, False, True),
        [{"text": "stated in a literal", "file": None, "line": None, "column": None}],
        [],
        list(anchors(port)),
    ]


def _places(random: Random, mean: float) -> int:
    """How often something stands that stands there at least once: often once, seldom much more than the mean."""
    return 1 if mean <= 1 else 1 + int(math.log(1 - random.random()) / math.log(1 - 1 / mean))


def _noun(random: Random, number: int) -> str:
    """A noun of a repository, which it mostly has alone."""
    return f"{_word(random)}-{_made(number)}" if random.random() < OWN else _word(random)


def _word(random: Random) -> str:
    """A word of the vocabulary: by the laws of Zipf and Mandelbrot the n-th is rarer by n + HEAD."""
    return _WORDS[min(int(HEAD * ((WORDS / HEAD + 1) ** random.random() - 1)), WORDS - 1)]


def _made(number: int) -> str:
    syllables = ("ac", "bil", "cor", "der", "est", "fol", "gra", "hub", "ion", "jun", "kit", "log", "mar", "net", "ord")
    word = ""
    while number or not word:
        number, at = divmod(number, len(syllables))
        word += syllables[at]
    return f"{word}s"


_WORDS = [_made(number) for number in range(WORDS)]


def _drawn(random: Random, shares: Mapping[_Drawn, float]) -> _Drawn:
    return random.choices(list(shares), list(shares.values()))[0]
