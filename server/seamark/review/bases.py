"""Bases of calls: where calls of one client lead, and how many of them somebody serves.

That a call is served by nobody says something only if others of its base are served: then the base is one of the
workspace, and Seamark understands how it is served. Where most are not, either is in doubt.

A host that is the name of a service with routes is one of the workspace, too.

A base is what a client's calls in one language have before their paths, as far as that is stated, and the beginning of
these paths, of any length. All that are wide enough to say something have to speak for a call.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from seamark.index.matching.compatible import PREFIX, is_of_the_internet
from seamark.resolve.port_model import Port

from .surfaces import is_sure

if TYPE_CHECKING:
    from seamark.index.service import ContractQueries

_WIDE = 3
"""A base says something if it has so many keys."""
_FEW = 10
"""A base of which less than one key in so many is served is another system's."""
_MANY = 5
"""So many that nobody serves are too many for findings of their own if few others are served."""

_JOINTS = {"http": "/", "grpc": "/", "graphql": "."}
"""What joins the parts of a key, by the mechanism."""


class Verdict(Enum):
    """What it says that nobody serves a call."""

    MISSING = auto()
    """Others of its base are served, so this one should be."""
    UNCLEAR = auto()
    """Some of its base are served, most are not: it may be that routes are not understood."""
    ELSEWHERE = auto()
    """Nothing of its base is served: it is another system's."""


class Base(NamedTuple):
    """The calls of a client in one language to one host, or to one that is not known, whose paths begin alike."""

    client: str
    language: str
    mechanism: str
    host: str
    open_prefix: bool
    beginning: str = ""


class Share(NamedTuple):
    """How many keys of a base are asked for, and how many of them are served."""

    asked: int
    served: int

    @property
    def is_most(self) -> bool:
        """Whether most are served."""
        return 2 * self.served >= self.asked

    @property
    def is_some(self) -> bool:
        """Whether more are served than those few that two systems may have in common by chance."""
        return _FEW * self.served >= self.asked > 0


class Bases:
    """The bases of all calls of a workspace that are clear: of those files that were added."""

    def __init__(self) -> None:
        self._asked: dict[Base, set[str]] = defaultdict(set)
        self._served: dict[Base, set[str]] = defaultdict(set)
        self._lost: dict[Base, list[Port]] = defaultdict(list)
        self._services: set[str] = set()

    def add(self, service: ContractQueries, path: str, counts: Callable[[Port], bool]) -> None:
        """Add a file. Of its calls that nobody serves those are counted that `counts` holds for."""
        calls: dict[tuple[int, int], list[tuple[Port, bool]]] = defaultdict(list)
        for port in service.ports(path):
            if port.role == "exposes" and not port.contract and not port.test:
                self._services.update(filter(None, [port.service.rpartition("/")[2]]))
            if port.role != "consumes" or not is_sure(port) or is_of_the_internet(port.host):
                continue
            ways = {match.how for match in service.providers(port)}
            is_served = bool(ways - {PREFIX.how})
            if is_served or (not ways and counts(port)):
                calls[port.start, port.end].append((port, is_served))
        for site in calls.values():
            self._count(site)

    def _count(self, site: list[tuple[Port, bool]]) -> None:
        """Count what a call may be: what is served of it, else the first."""
        met = [one for one in site if one[1]]
        for port, is_served in met or site[:1]:
            for base in _bases(port):
                self._asked[base].add(port.key)
                if is_served:
                    self._served[base].add(port.key)
                else:
                    self._lost[base].append(port)

    def verdict(self, call: Port) -> Verdict:
        """What it says that nobody serves a call."""
        if is_of_the_internet(call.host):
            return Verdict.ELSEWHERE
        bases = list(_bases(call))
        if any(self._share(base).is_some for base in bases):
            wide = (share for base in bases if (share := self._share(base)).asked >= _WIDE)
            return Verdict.MISSING if all(share.is_most for share in wide) else Verdict.UNCLEAR
        is_one_of_few = self.names_service(call) and len(self._lost.get(bases[0], ())) < _MANY
        return Verdict.MISSING if is_one_of_few else Verdict.ELSEWHERE

    def is_of_others(self, call: Port) -> bool:
        """Whether what is called is itself the base of most keys of its client, so that its path goes on otherwise."""
        whole, path = next(_bases(call), None), call.key.partition(" ")[2]
        if whole is None or call.mechanism != "http":
            return False
        share = self._share(whole._replace(beginning=path.rstrip("/")))
        return share.asked >= _WIDE and 2 * share.asked > self._share(whole).asked

    def names_service(self, call: Port) -> bool:
        """Whether a call is to a host that has the name of a service with routes."""
        return call.host is not None and call.host.partition(":")[0] in self._services

    def unclear(self, call: Port) -> tuple[Base, Share] | None:
        """The widest base of a call of which some are served and most are not, if that is worth to be told here.

        It is at the first of its calls, if there are many.
        """
        for base in _bases(call):
            share = self._share(base)
            if share.asked >= _WIDE and share.is_some and not share.is_most:
                first = min(self._lost.get(base, [call]), key=lambda one: (one.path, one.start))
                is_first = (first.path, first.start) == (call.path, call.start)
                return (base, share) if is_first and share.asked - share.served >= _MANY else None
        return None

    def _share(self, base: Base) -> Share:
        return Share(len(self._asked.get(base, ())), len(self._served.get(base, ())))


def _bases(call: Port) -> Iterator[Base]:
    """All bases of a call, the widest first. Topics and tasks have none: what hears them may be anywhere."""
    joint = _JOINTS.get(call.mechanism)
    if joint is None:
        return
    whole = Base(call.service, call.language, call.mechanism, call.host or "", call.open_prefix)
    path = call.key
    if call.mechanism == "http":
        yield whole
        path = path.partition(" ")[2]
    beginning = ""
    for segment in path.strip(joint).split(joint)[:-1]:
        beginning = f"{beginning}{joint}{segment}"
        yield whole._replace(beginning=beginning)
