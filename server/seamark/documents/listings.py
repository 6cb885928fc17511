"""Documents that list routes, each an entry with its path and what serves it: the catalogue says where that stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seamark.catalogue import Listing
from seamark.patterns import regex
from seamark.source.data import Mapping, Node, Scalar, Sequence, at_pointer, expanded_documents, text_of

from .facts import Facts, Surface


def tells(row: Listing) -> tuple[re.Pattern[bytes], ...]:
    """What stands in each text that has such an entry."""
    keys = (re.escape(place.rpartition(".")[2]).encode() for place in row.handler.split("|"))
    return tuple(regex(rb"""%s["']?\s*:\s""" % key) for key in keys)


def read(row: Listing, library: str, data: bytes) -> Facts:
    """The routes of a text."""
    return Facts(tuple(surface for root in expanded_documents(data) for surface in _routes(row, library, root)))


def _routes(row: Listing, library: str, node: Node | None) -> Iterator[Surface]:
    for entry in node.entries if isinstance(node, Mapping) else ():
        if entry.key.text.startswith(row.around):
            yield from _routes(row, library, entry.value)
        elif re.fullmatch(row.handled, text_of(_at(entry.value, row.handler)) or ""):
            left_out = _at(entry.value, row.optional) if row.optional else None
            names = tuple(one.key.text for one in left_out.entries) if isinstance(left_out, Mapping) else ()
            for path in _paths(_at(entry.value, row.path)):
                for verb in _verbs(_at(entry.value, row.verbs)):
                    name = entry.key.text if row.known_as_key else ""
                    yield Surface(library, verb, path.text, path.start, path.end, optional=names, name=name)


def _at(entry: Node | None, places: str) -> Node | None:
    """What stands at the first of several places of an entry that there is."""
    found = (at_pointer(entry, "/" + place.replace(".", "/")) for place in places.split("|"))
    return next((node for node in found if node is not None), None)


def _paths(node: Node | None) -> Iterator[Scalar]:
    """The path of a route, or those under names."""
    found = [entry.value for entry in node.entries] if isinstance(node, Mapping) else [node]
    yield from (path for path in found if isinstance(path, Scalar) and path.text.startswith("/"))


def _verbs(node: Node | None) -> list[str | None]:
    """The verbs that a route is for; None for all."""
    listed = [text_of(item) for item in node.items] if isinstance(node, Sequence) else [text_of(node)]
    return [verb for text in listed if text for verb in re.split(r"\W+", text) if verb] or [None]
