"""Why a call may be served although nobody is known to serve it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from seamark.index.matching.alignment import LONGEST
from seamark.index.matching.compatible import split_key
from seamark.index.matching.routes import ends
from seamark.index.matching.similar_keys import is_near_miss
from seamark.keys import verbs_fit
from seamark.patterns import regex
from seamark.resolve.port_model import Port

if TYPE_CHECKING:
    from seamark.index.service import ContractQueries

_FAR = 2
"""So many segments of a call's path may be other ones than those of all routes."""
_STEM = 3
"""So many routes that begin alike have that from where they are mounted."""
_COMMON = 2
"""So many segments which all routes have in common a call does without that is of something else."""
_LONGEST_LINE = 2000
"""In bytes. Nobody writes longer lines: they are built, and what is built may be older than what it calls."""

_ENDS_OPEN = regex(r"[^{}]\{\}$|__[A-Z][A-Z0-9_]*__")
"""A segment that may be several: it ends with what is not known, or a build puts something into it."""
_SUBMITTED = regex(rb"(?i)\b(?:on|ng)?:?submit\b[\w.|:)]*=")
_VERB_FIELD = regex(rb"\b_method\b")
_BESIDE = 1000
"""So near a call its form is made, in bytes."""


class _Node:
    """A part of the paths of routes: what may follow it, the verbs of those that end here, how many go through it."""

    __slots__ = ("count", "following", "verbs")

    def __init__(self) -> None:
        self.following: dict[str, _Node] = {}
        self.verbs: set[str] = set()
        self.count = 0

    def is_stem(self, length: int) -> bool:
        """Whether many routes go through here, and all go on alike for so many segments."""
        if not length:
            return True
        goes_on = self.count >= _STEM and len(self.following) == 1 and not self.verbs
        return goes_on and all(node.is_stem(length - 1) for node in self.following.values())


class Doubts:
    """What of a workspace as it is now leaves in doubt who serves a call."""

    def __init__(self, service: ContractQueries) -> None:
        self._service = service

    def may_serve(self, call: Port) -> bool:
        """Whether somebody may serve a call.

        What stands before the paths of routes, or of the calls of the client, may not be known; or a part of the call's
        path is not, and there are routes for something that it may be, or it may be several segments (`/v1{}`). What is
        called may be all that a route takes anything below of.
        """
        if call.mechanism != "http":
            return False
        verb, path = split_key(call.key)
        if any(_ENDS_OPEN.search(segment) for segment in path):
            return True
        known = {path} | {end for end in ends(path) if len(end) >= len(path) - LONGEST}
        if not known.isdisjoint(self._open) or (call.open_prefix and path in self._path_ends):
            return True
        if any(one.is_of(call) for one in self._service.alignments()) or self._is_near_open(call):
            return True
        reached = [self._routes_by_path]
        for segment in path:
            reached = list(_reach_nodes(reached, segment))
        below = [one for node in reached if (one := node.following.get("*")) is not None]
        return any(verbs_fit(verb, one) for node in (*reached, *below) for one in node.verbs)

    def is_far(self, call: Port) -> bool:
        """Whether a call is so far from all routes that it is likely to be of something else.

        A request of more than a word has something in common with routes: the word that its path begins with, and what
        follows but for a few segments that are known. It does not leave them long before they part: where all begin
        with `/ocs/v2.php/apps/deck`, `/ocs/v2.php/cloud/users` is another system's.
        """
        path = split_key(call.key)[1]
        if call.mechanism != "http" or len(path) < 2:
            return False
        if path[0] not in self._routes_by_path.following:
            return True
        reached, left = [self._routes_by_path.following[path[0]]], list(path[1:])
        while left and (further := list(_reach_nodes(reached, left[0]))):
            reached, left = further, left[1:]
        if left and all(node.is_stem(_COMMON) for node in reached):
            return True
        return sum("{}" not in segment for segment in left) > _FAR

    def _is_near_open(self, call: Port) -> bool:
        """Whether a call is a near miss of a route of which it is not known what stands before it."""
        near = (key for key in self._service.nearest(call) if is_near_miss(call.key, key))
        return any(split_key(key)[1] in self._open for key in near)

    @cached_property
    def _open(self) -> set[tuple[str, ...]]:
        """The paths of the routes of which it is not known what stands before them, or before which anything may."""
        paths = [(split_key(port.key)[1], port.open_prefix) for port in self._routes]
        anywhere = {path[path.index("*") + 1 :] for path, _ in paths if "*" in path[:-1]}
        return anywhere | {path for path, is_open in paths if is_open}

    @cached_property
    def _path_ends(self) -> set[tuple[str, ...]]:
        """What the paths of routes end with."""
        return {end for port in self._routes for end in ends(split_key(port.key)[1])}

    @cached_property
    def _routes_by_path(self) -> _Node:
        root = _Node()
        for port in self._routes:
            verb, path = split_key(port.key)
            node = root
            for segment in path:
                node = node.following.setdefault(segment, _Node())
                node.count += 1
            node.verbs.add(verb)
        return root

    @cached_property
    def _routes(self) -> list[Port]:
        ports = self._service.ports()
        return [port for port in ports if port.mechanism == "http" and port.role == "exposes" and not port.test]


def _reach_nodes(nodes: Iterable[_Node], segment: str) -> Iterator[_Node]:
    """What a segment of a call may be in the paths of routes; one that is not known may be any."""
    for node in nodes:
        if "{}" in segment:
            yield from node.following.values()
        else:
            yield from (other for name, other in node.following.items() if name == segment or "{}" in name)


def is_handled(data: bytes | None, start: int, end: int) -> bool:
    """Whether a part of a text is the address in a form that a script handles when it is sent."""
    if data is None:
        return False
    opens, closes = data.rfind(b"<form", max(0, start - _BESIDE), start), data.find(b">", end, end + _BESIDE)
    tag = data[opens:closes] if opens >= 0 and closes >= 0 else b""
    return b">" not in tag[: start - opens] and _SUBMITTED.search(tag) is not None


def states_verb(data: bytes | None, start: int, end: int) -> bool:
    """Whether a field of a form may say the verb that is meant, beside a part of a text, as frameworks take it."""
    return data is not None and _VERB_FIELD.search(data, max(0, start - _BESIDE), end + _BESIDE) is not None


def names_action(data: bytes | None, start: int, end: int) -> bool:
    """Whether a part of a text is the address of a page's action (`/users?/create`), which no route has."""
    return data is not None and b"?/" in data[start:end]


def is_built(data: bytes | None, start: int, end: int) -> bool:
    """Whether a part of a text was made by a program: nobody writes lines of this length."""
    if data is None:
        return False
    begin = data.rfind(b"\n", max(0, start - _LONGEST_LINE), start) + 1 or max(0, start - _LONGEST_LINE)
    behind = data.find(b"\n", end, begin + _LONGEST_LINE)
    return behind < 0 and len(data) > begin + _LONGEST_LINE
