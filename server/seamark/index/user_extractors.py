"""Extractors that users bring: for contracts that Seamark does not know.

An extractor is a plain function `extract(source, path)`. It is given a file's UTF-8 text and its path in the workspace,
and gives the file's ports, made by `port`. It is passed to whoever makes the index, or installed as an entry point of
the group `seamark.extractors`. What it raises is reported as a problem of the file, and stops nothing else.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from seamark import keys
from seamark.extract.facts import MODULE
from seamark.resolve.port_model import Port, PortSymbol, Reason
from seamark.resolve.workspace_facts.view import View

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Extractor = Callable[[bytes, str], Iterable[Port]]

_ROLES = ("exposes", "consumes")
_GROUP = "seamark.extractors"


def port(
    mechanism: str,
    key: str,
    role: str,
    start: int,
    end: int,
    *,
    confidence: float,
    framework: str = "custom",
) -> Port:
    """A port for an extractor to give.

    `mechanism` is one of `keys.MECHANISMS`, `role` `exposes` or `consumes`; the span, in bytes, is the contract's text.
    An `http` key is a verb and a path, `GET /users/{id}`, which is normalised; others stand as they are. Which file and
    which function the port is in is filled in later. Raises `ValueError` for what does not fit.
    """
    if mechanism not in keys.MECHANISMS or role not in _ROLES or not 0 <= confidence <= 1 or not 0 <= start <= end:
        raise ValueError(f"no such port: {mechanism} {key} {role}, {start} to {end}, confidence {confidence}")
    if mechanism == "http":
        verb, _, path = key.partition(" ")
        key = keys.http_key(verb, path)
    return Port(
        mechanism=mechanism,
        key=key,
        role=role,
        confidence=confidence,
        language="",
        framework=framework,
        path="",
        start=start,
        end=end,
        symbol=PortSymbol("", "file", ""),
        reasons=(Reason(f"found by the extractor {framework}"),),
    )


def installed_extractors() -> tuple[list[Extractor], list[str]]:
    """The extractors that installed distributions offer, and which could not be loaded, and why."""
    found: list[Extractor] = []
    wrong: list[str] = []
    for point in _entry_points() if _may_have_entry_points() else ():
        try:
            found.append(point.load())
        except Exception as error:  # noqa: BLE001  (as in `extract_ports`)
            wrong.append(f"the extractor {point.name} cannot be loaded: {type(error).__name__}: {error}")
    return found, wrong


def _entry_points() -> Iterable[EntryPoint]:
    from importlib.metadata import entry_points

    return entry_points(group=_GROUP)


def _may_have_entry_points() -> bool:
    """Whether a distribution may name the group: to import what reads entry points takes longer than most starts."""
    if any(hasattr(finder, "find_distributions") for finder in sys.meta_path if finder is not PathFinder):
        return True
    places = [Path(place) for place in sys.path]
    if any(place.is_file() for place in places):  # An archive with modules.
        return True
    return any(_names_group(place) for place in places)


def _names_group(place: Path) -> bool:
    with suppress(OSError):
        names = [name for name in os.listdir(place) if name.endswith((".dist-info", ".egg-info"))]
        for name in names:
            with suppress(OSError):
                if _GROUP in (place / name / "entry_points.txt").read_text("utf-8", "replace"):
                    return True
    return False


def extract_ports(
    extractors: Sequence[Extractor], data: bytes, path: str, language: str, view: View | None
) -> tuple[list[Port], list[str]]:
    """The ports that these extractors give for a file, and what went wrong."""
    ports: list[Port] = []
    wrong: list[str] = []
    for extractor in extractors:
        try:
            given: list[object] = list(extractor(data, path))
        except Exception as error:  # noqa: BLE001  (it is somebody else's code: whatever it raises is its own problem)
            wrong.append(f"an extractor failed: {type(error).__name__}: {error}")
            continue
        for one in given:
            if not isinstance(one, Port) or one.end > len(data):
                wrong.append("an extractor returned something other than a port of this file")
                continue
            scope = MODULE if view is None else view.named_scope(view.scope_at(view.facts.gap.position(one.start)))
            symbol = PortSymbol(path, "file", path) if view is None else view.symbol(scope)
            ports.append(replace(one, path=path, language=one.language or language, symbol=symbol))
    return ports, wrong
