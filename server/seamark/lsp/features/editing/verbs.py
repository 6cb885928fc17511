"""Where the verb of an HTTP contract is written, to write another one there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seamark.lsp.features.place import Place
from seamark.resolve.port_model import Port

from .edits import Edit

_BEFORE, _BEHIND = 200, 300
"""How far from a path its verb may stand, in bytes."""


def verb_edits(data: bytes, port: Port, key: str) -> Iterator[Edit]:
    """The edits of a file's text that may give a contract in it the verb of another key: at the nearest place first."""
    old, new = (one.partition(" ")[0] for one in (port.key, key))
    start = max(0, port.start - _BEFORE)
    around = data[start : port.end + _BEHIND]
    places = [found.span() for found in re.finditer(rb"(?i)(?<![a-z0-9])%s(?![a-z0-9])" % old.encode(), around)]
    for begin, end in sorted(places, key=lambda span: _distance(start + span[0], port)):
        written = around[begin:end].decode()
        yield Edit(Place(port.path, start + begin, start + end), _match_case(new, written))


def _distance(at: int, port: Port) -> int:
    return port.start - at if at < port.start else at - port.end


def _match_case(word: str, like: str) -> str:
    """A word written as another one is: get, GET, Get."""
    if like.islower():
        return word.lower()
    return word.upper() if like.isupper() else word.capitalize()
