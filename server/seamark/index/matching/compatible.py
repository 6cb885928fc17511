"""Whether a provider's key can serve a call with another key, and in which way: a parameter for a literal, a wildcard.

Only the best way of matching counts: a call that a parameter can take is not offered a wildcard, too. Of several paths
in the same way none counts that another one states more closely: `/users/me` is served by that, not by `/users/{}`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from seamark import keys
from seamark.resolve.port_model import Port


class Way(NamedTuple):
    """A way of matching: what people are told, and what is left of the confidence."""

    how: str
    factor: float


class Reach(NamedTuple):
    """What a provider serves beyond its key: see `Port.open_prefix` and `Port.below`."""

    open_prefix: bool = False
    below: bool = False


EXACT = Way("exact", 1.0)
ANY_VERB = Way("any verb", 0.9)
PARAMETER = Way("literal for parameter", 0.8)
WILDCARD = Way("wildcard", 0.6)
BELOW = Way("below its path", 0.6)
PREFIX = Way("unknown prefix", 0.5)
_STATED = (EXACT, ANY_VERB, PARAMETER)
RANKED = (*_STATED, WILDCARD, BELOW, PREFIX)

_MARK = 2
"""So short may be what only marks a parameter: `v{}`, `@{}`."""
_MOST_COMPARED = 50
"""How many providers that serve a call in the same way are compared with each other."""
_GATEWAY = 0.9
_HERE = frozenset(("internal", "local", "localhost", "svc", "test"))
"""How names end that are known in one network alone, as RFC 6761, RFC 6762, ICANN and Kubernetes keep them."""

Keys = Collection[tuple[str, Reach]]
"""Providers' keys, each with how far these reach."""


def compatible(
    consumer: str, consumer_open: bool, providers: Keys, *, is_far: bool = False
) -> tuple[Way, list[str]] | None:
    """The keys of those that can serve a call of the key `consumer`, and how; None if there are none.

    Keys are HTTP's. Of several ways the first of `RANKED` is taken, and of several paths that it is below the longest.
    A call that `is_far` goes to a host of the internet: it is served only by who states its whole path.
    """
    found: dict[Way, list[str]] = {}
    verb, asked = split_key(consumer)
    for provider, reach in providers:
        way = _way(verb, asked, consumer_open, provider, reach)
        if way is not None:
            found.setdefault(way, []).append(provider)
    for way in _STATED if is_far else RANKED:
        if way in found and (way is not PREFIX or len(found[way]) == 1):
            return way, sorted(_closest(verb, found[way]))
    return None


def is_of_the_internet(host: str | None) -> bool:
    """Whether a host, as a call states it, is a name that is known everywhere: no service's, and no address."""
    name = (host or "").partition(":")[0]
    last = name.rpartition(".")[2]
    return "." in name and last not in _HERE and "{}" not in last and not name.replace(".", "").isdigit()


def through(gateway: str, way: Way) -> Way:
    """The way of a call that a gateway hands on, and that there finds what serves it in some way."""
    return Way(f"through the gateway {gateway}", _GATEWAY * way.factor)


def _closest(verb: str, providers: Collection[str]) -> Collection[str]:
    """Those of the providers of a call with this verb that serve less than others do which serve it, too.

    Of very many all count: they would have to be compared with each other.
    """
    if len(providers) > _MOST_COMPARED:
        return providers
    wider = {other for one in providers for other in providers if _is_closer(verb, one, other)}
    return [one for one in providers if one not in wider]


def _is_closer(verb: str, one: str, other: str) -> bool:
    """Whether a provider serves less than another one, which would take all calls with this verb that it takes."""
    (one_verb, closer), (other_verb, wider) = split_key(one), split_key(other)
    if verb == keys.ANY_VERB and one_verb not in (other_verb, keys.ANY_VERB):
        return False
    return _covers(wider, closer) and not _covers(closer, wider)


def _covers(served: Sequence[str], other: Sequence[str]) -> bool:
    """Whether a path serves all that another one does that serves the same call in the same way, by stem and end."""
    return _begins_wider(_stem(served), _stem(other)) and _begins_wider(_end(served), _end(other))


def _begins_wider(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    pairs = zip(ours, theirs, strict=False)
    return len(ours) <= len(theirs) and all(one == two or _matches(two, one) for one, two in pairs)


def _stem(path: Sequence[str]) -> Sequence[str]:
    """The segments before the first wildcard."""
    return path[: path.index("*")] if "*" in path else path


def _end(path: Sequence[str]) -> Sequence[str]:
    """The segments behind the last wildcard, the last one first; none if there is no wildcard."""
    return _stem(path[::-1]) if "*" in path else ()


def _way(consumer_verb: str, asked: Sequence[str], consumer_open: bool, provider: str, reach: Reach) -> Way | None:
    provider_verb, served = split_key(provider)
    if not keys.verbs_fit(consumer_verb, provider_verb):
        return None
    if asked == served:
        return EXACT if consumer_verb == provider_verb else ANY_VERB
    if "*" in asked:
        return None  # A proxy hands on what others ask for.
    if "*" in served:
        return WILDCARD if _under(asked, served) else None
    if len(asked) == len(served):
        return PARAMETER if _fills(asked, served) else None
    if reach.below and _under(asked, (*served, "*")):
        return BELOW
    shorter, longer = (asked, served) if len(asked) < len(served) else (served, asked)
    tail_is_open = consumer_open if shorter is asked else reach.open_prefix
    if tail_is_open and longer[len(longer) - len(shorter) :] == shorter and any("{}" not in s for s in shorter):
        return PREFIX
    return None


def _fills(asked: Sequence[str], served: Sequence[str]) -> bool:
    """Whether each segment is the same, or a word where the server has a parameter; some word must be the same.

    So is one with which a segment of the server begins, before its parameter (`latest.{}`).
    """
    same = False
    for ours, theirs in zip(asked, served, strict=True):
        if ours == theirs:
            same = same or "{}" not in ours
        elif "{}" not in theirs or not _matches(ours, theirs):
            return False
        else:
            same = same or len(theirs.partition("{}")[0]) > _MARK
    return same


def _matches(word: str, pattern: str) -> bool:
    head, _, tail = pattern.partition("{}")
    return word.startswith(head) and word.endswith(tail.rpartition("{}")[2]) and len(word) > len(head)


def _under(asked: Sequence[str], served: Sequence[str]) -> bool:
    """Whether wildcards take what a call has where they stand in a path, which has a word before the first of them.

    A wildcard takes one segment or more. It takes as few as it can, until what is behind it fits.
    """
    if not any(one.replace("{}", "") for one in _stem(served)):
        return False
    at = taken = begun = 0
    wildcard = -1
    while at < len(asked):
        if taken < len(served) and served[taken] == "*":
            wildcard, begun = taken, at + 1
            at, taken = begun, taken + 1
        elif taken < len(served) and _takes(asked[at], served[taken]):
            at, taken = at + 1, taken + 1
        elif wildcard >= 0:
            begun += 1
            at, taken = begun, wildcard + 1
        else:
            return False
    return taken == len(served)


def _takes(asked: str, served: str) -> bool:
    return asked == served or "{}" in served


@lru_cache(100_000)
def split_key(key: str) -> tuple[str, tuple[str, ...]]:
    """A key's verb, and the segments of its path."""
    verb, _, path = key.partition(" ")
    return verb, tuple(path.strip("/").split("/"))


def serving_providers(providers: Sequence[Port]) -> list[Port]:
    """Those of a contract's providers that serve: beside one that is registered, in its file, others do not."""
    used = {provider.path for provider in providers if provider.registered}
    return [provider for provider in providers if provider.registered or provider.path not in used]


def confidence(one: float, other: float, way: Way) -> float:
    """How sure a match is of two ports of these confidences."""
    return round(one * other * way.factor, 4)


def rank_providers(consumer: Port, providers: Sequence[Port], is_called: Callable[[str, str], bool]) -> list[Port]:
    """Providers of equal keys, best first: the one the URL's host names, then the nearest; test code last.

    Of several implementations those come first that are registered. `is_called` tells whether a service, given by its
    folder, goes by the name of a host.
    """
    host = (consumer.host or "").partition(":")[0]
    found = serving_providers(providers)
    return sorted(found, key=lambda one: _distance(consumer, one, named=host != "" and is_called(one.service, host)))


def _distance(consumer: Port, provider: Port, *, named: bool) -> tuple[bool, bool, bool, bool, int, str, int]:
    return (
        provider.contract,
        provider.test,
        not named,
        not provider.registered,
        -_count_shared_folders(consumer.path, provider.path),
        provider.path,
        provider.start,
    )


def _count_shared_folders(one: str, other: str) -> int:
    count = 0
    for ours, theirs in zip(one.split("/"), other.split("/"), strict=False):
        if ours != theirs:
            break
        count += 1
    return count
