"""Settings of applications, as far as they say what these are called: others reach them by that name."""

from __future__ import annotations

from collections.abc import Callable

from seamark.catalogue import Properties
from seamark.source.data import Node, at_key, fill_keys, text_of

from .facts import Facts, Service


def read(row: Properties, documents: Callable[[bytes], list[Node | None]], data: bytes) -> Facts:
    """The names that a text states, of which `documents` reads the format."""
    stated = [fill_keys(root, text_of(at_key(root, row.named)) or "") for root in documents(data)]
    names = tuple(dict.fromkeys(name for name in stated if name and not {"$", "@"} & set(name)))
    return Facts(services=(Service(names, "", homes=row.folders),) if names else ())
