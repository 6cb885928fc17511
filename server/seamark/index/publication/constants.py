"""Which contracts the constants of a file state: those that others name by them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from seamark import keys
from seamark.index.reading.files import Files
from seamark.resolve import Project
from seamark.resolve.port_model import CALLS, Port

from .table import Table

_HTTP = "http"


def ports_of_constants(files: Files, table: Table, path: str) -> Sequence[Port]:
    """The ports whose path a constant of this file states, or a part of it: as if they stood there."""
    from seamark.resolve.recognition import stated_texts  # A start would take longer.

    view = files.view(path)
    if view is None:
        return ()
    found: dict[tuple[int, str, str, str], Port] = {}
    for stated in stated_texts(Project(files, path), view, table.constants()):
        for port in table.named(stated.name):
            if stated.name in port.constants and any(_states(raw, port) for raw in stated.raw):
                there = replace(port, path=path, start=stated.start, end=stated.end, constants=())
                known = found.setdefault((stated.start, port.role, *port.boundary), there)
                if known.confidence < port.confidence:
                    found[stated.start, port.role, *port.boundary] = there
    return list(found.values())


def stated_by_heirs(files: Files, port: Port) -> Sequence[Port]:
    """What the classes state that inherit from the one in which a request is made, as calls of that."""
    from seamark.resolve.recognition import stated_by_heirs as of_classes

    view = files.view(port.path) if port.role == "consumes" and port.constants and port.function else None
    if view is None:
        return ()
    found: dict[Port, None] = {}
    project = Project(files, port.path)
    for path, stated in of_classes(project, view, view.facts.gap.position(port.start), port.constants):
        if any(_states(raw, port) for raw in stated.raw):
            there = replace(port, role=CALLS, path=path, start=stated.start, end=stated.end, function="", constants=())
            found[there] = None
    return list(found)


def _states(raw: str, port: Port) -> bool:
    """Whether a text is what names a contract, or a part of its path, of which some word is the same."""
    if port.mechanism != _HTTP:
        return raw == port.key
    target = keys.http_target(raw)
    if target is None or keys.only_holes(target.path):
        return False
    path = port.key.partition(" ")[2]
    return f"{target.path.rstrip('/')}/" in f"{path}/"
