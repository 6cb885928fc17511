"""Scores what a tool found in a repository: against its OpenAPI document, and links against those that people read.

A route counts as found if its key is that of a documented operation. If only the end of the documented path is there,
as the tool does not know where a router is mounted, it is counted apart. Links are read in the source, call by call,
and a document says nothing of them: `repositories.toml` has the lines of each call, and those of the route and the
handler that serve it. A link is right if it leads from such lines to such lines, and wrong if it leads elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.compare.records import ANY, Found, Key, Link, Place, key

VERBS = ("get", "put", "post", "delete", "patch", "head", "options", "trace")


class Served(NamedTuple):
    """A call that somebody has read: where it stands, and where its route and its handler do."""

    call: Place
    served: tuple[Place, ...]


class Score(NamedTuple):
    """What is right of what a tool found, and of how much. `other` are keys of routes that no document has."""

    operations: int
    routes: int
    ends: int
    other: int
    read: int
    calls: int
    right: int
    wrong: int


def operations(document: Path, prefix: str = "") -> frozenset[Key]:
    """The keys of a document's operations, below what its server adds to the paths."""
    text = document.read_text("utf-8")
    parsed: dict[str, Any] = json.loads(text) if document.suffix == ".json" else yaml.safe_load(text)
    return frozenset(
        key(verb, prefix + path) for path, item in parsed["paths"].items() for verb in item if verb in VERBS
    )


def read_links(entries: Iterable[Mapping[str, Any]]) -> list[Served]:
    """The calls of a table, and what serves them."""
    return [Served(lines(entry["call"]), tuple(map(lines, entry["served"]))) for entry in entries]


def lines(text: str) -> Place:
    """The place that `file:5` or `file:5-9` names."""
    file, _, span = text.rpartition(":")
    first, _, last = span.partition("-")
    return Place(file, int(first), int(last or first))


def score(found: Found, documented: frozenset[Key], read: list[Served]) -> Score:
    """What is right of `found`."""
    keys = {port.key for port in found.routes}
    whole = {one for one in documented if one in keys or Key(ANY, one.path) in keys}
    ends = {one for one in documented - whole if any(_is_end(other, one) for other in keys)}
    other = {one for one in keys if not any(_agree(one, operation) for operation in documented)}
    right = [served for served in read if any(_leads_to(link, served) for link in found.links)]
    wrong = {
        (served.call, link.target)
        for served in read
        for link in found.links
        if _is_at(link.call.place, served.call) and not _leads_to(link, served)
    }
    return Score(
        operations=len(documented),
        routes=len(whole),
        ends=len(ends),
        other=len(other),
        read=len(read),
        calls=sum(any(_is_at(call.place, served.call) for call in found.calls) for served in read),
        right=len(right),
        wrong=len(wrong),
    )


def missing(found: Found, documented: frozenset[Key], read: list[Served]) -> list[str]:
    """What `score` does not count as found, for people who look whether that is the tool's fault or the adapter's."""
    keys = {port.key for port in found.routes}
    gone = [f"route {one}" for one in sorted(documented) if not any(_agree(other, one) for other in keys)]
    for served in read:
        links = [link for link in found.links if _is_at(link.call.place, served.call)]
        gone += [f"wrong {served.call} -> {link.target}" for link in links if not _leads_to(link, served)]
        if not any(_leads_to(link, served) for link in links):
            calls = [str(call.key) for call in found.calls if _is_at(call.place, served.call)]
            gone.append(f"link {served.call} [{', '.join(calls)}]")
    return gone


def _agree(one: Key, documented: Key) -> bool:
    return (one.path == documented.path and one.verb in (documented.verb, ANY)) or _is_end(one, documented)


def _is_end(one: Key, documented: Key) -> bool:
    has_word = bool(one.path.replace("{}", "").strip("/"))
    return has_word and one.verb in (documented.verb, ANY) and documented.path.endswith(one.path)


def _leads_to(link: Link, served: Served) -> bool:
    return _is_at(link.call.place, served.call) and any(_is_at(link.target, place) for place in served.served)


def _is_at(place: Place, expected: Place) -> bool:
    return place.file == expected.file and expected.line <= place.line <= max(expected.last, expected.line)
