"""An organisation made up by a seed: the shards of as many repositories as one likes.

How many ports a repository has, how long paths are, which verbs they have, how many segments are parameters, and how
many calls have a route of their key are distributed as in `tests/labels`: 80 public repositories, 11,000 ports, that
were labelled by hand. Ports are five times as many here: an organisation of 5,000 repositories has 2 million.

Names of resources are drawn by Zipf's law from one vocabulary: some (`/health`, `/users/{}`) are in every second
repository, most in one. A repository calls the routes of a few others, popular ones more often; each depends on its
number alone, so a larger organisation is a smaller one and more.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from random import Random
from typing import TypeVar

from seamark.documents import Facts, Gateway, Mount
from seamark.index.matching.anchors import anchors
from seamark.resolve.port_model import Port, PortSymbol
from seamark.store.folder import Folder
from seamark.store.shard import About, Shard, Stated
from seamark.store.writing import write

PORTS = 400
"""How many ports a repository has, in the mean."""
SPREAD = 0.91
"""The standard deviation of the logarithm of that."""
VERBS = {"GET": 0.48, "POST": 0.27, "PUT": 0.11, "DELETE": 0.07, "ANY": 0.04, "PATCH": 0.02, "OPTIONS": 0.01}
LENGTHS = {1: 0.16, 2: 0.24, 3: 0.25, 4: 0.2, 5: 0.1, 6: 0.04, 7: 0.01}
PARAMETERS = 0.26
"""How many of the segments behind the first are parameters: of all of them 16 % are."""
CALLS = 0.46
"""How many ports are calls."""
SERVED = 0.48
"""How many calls have the key of a route of some other repository; those left are of the internet, or unknown."""
LITERAL = 0.06
"""How many calls have a word where the route has a parameter."""
OPEN = 0.1
"""How many calls have something unknown before their path."""
QUEUES, METHODS, WORKFLOWS = 0.03, 0.03, 0.01
GATEWAYS = 0.03
"""How many repositories have a gateway that takes a prefix away."""
COMMON = ("GET /health", "GET /metrics", "GET /ready", "GET /", "GET /version", "ANY /static/*")
WORDS = 60_000

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
        routes = self.routes(number)
        calls = [self._call(random, number) for _ in range(round(len(routes) * CALLS / (1 - CALLS)))]
        about = About(self.name(number), f"{number:020x}{commit:020x}", "2030-01-01T00:00:00+00:00")
        ports = [self._port(random, place, key, exposes=True) for place, key in enumerate(routes)]
        ports += [self._port(random, place, key, exposes=False) for place, key in enumerate(calls)]
        return Shard(about, Stated(documents=self._documents(random)), [_row(about, port) for port in ports])

    def routes(self, number: int) -> list[str]:
        """What a repository serves: a mechanism and a key."""
        if number not in self._routes:
            random = Random(f"{self._seed} {number} routes")
            mean = math.log(PORTS * (1 - CALLS)) - SPREAD**2 / 2
            size = min(max(2, round(random.lognormvariate(mean, SPREAD))), 20_000)
            words = [_word(random) for _ in range(max(3, size // 12))]
            prefix = random.choice([(), (), ("api",), ("api", "v1"), (f"{words[0]}-api",)])
            found = dict.fromkeys(one for one in COMMON if random.random() < 0.5)
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
        return f"{_drawn(random, VERBS)} /{'/'.join(path)}"

    def _call(self, random: Random, number: int) -> str:
        if random.random() >= SERVED:
            return f"{_drawn(random, VERBS)} /{'/'.join(_word(random) for _ in range(_drawn(random, LENGTHS)))}"
        # Of ten repositories near it, and of the popular ones.
        near = (number * 7 + random.randrange(10) * 13) % self._count
        other = near if random.random() < 0.7 else int(self._count * random.random() ** 4)
        key = random.choice(self.routes(other))
        if key.endswith(".*"):
            return f"{key[:-1]}{random.choice(('created', 'changed'))}"
        if key.endswith("/*"):
            return key.replace("ANY", "GET").replace("*", f"{_word(random)}.css")
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
            host=None if exposes or random.random() < 0.8 else self.name(random.randrange(self._count)),
            contract=exposes and mechanism == "http" and random.random() < 0.1,
            test=random.random() < 0.1,
            open_prefix=mechanism == "http" and random.random() < (0.02 if exposes else OPEN),
        )

    def _documents(self, random: Random) -> Mapping[str, Facts]:
        if random.random() >= GATEWAYS:
            return {}
        mounts = tuple(
            Mount(f"/gate-{_word(random)}/", f"http://{self.name(random.randrange(self._count))}/", "/", line)
            for line in range(1, random.randrange(2, 12))
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
        *(port.open_prefix, False, False, True),
        [{"text": "stated in a literal", "file": None, "line": None, "column": None}],
        [],
        list(anchors(port)),
    ]


def _word(random: Random) -> str:
    """A word of the vocabulary: the n-th is about n times rarer than the first."""
    return _WORDS[min(int(math.exp(random.random() * math.log(WORDS))) - 1, WORDS - 1)]


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
