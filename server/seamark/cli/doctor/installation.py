"""Whether Seamark is installed as it should be."""

from __future__ import annotations

import operator
import os
import platform
import re
import sys
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path

from msgspec import Struct

import seamark
from seamark.index.cache import FILE, folder
from seamark.source import DIALECTS, language
from seamark.source.problem import reason

from .check import Check

_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9._-]+)\s*([^;]*)(;.*)?")
_BOUND = re.compile(r"(>=|<=|==|!=|<|>|~=)\s*([0-9.]+)")
_COMPARED = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
}
_MEGABYTE = 1024 * 1024
_AGAIN = f"{sys.executable} -m pip install --upgrade seamark"


class Library(Struct, frozen=True):
    """A library that Seamark builds on: what it asks for (`>=2.1,<3`), and the version that is there, if any."""

    name: str
    wanted: str
    version: str | None


class Installation(Struct, frozen=True):
    """What is installed. `broken` are grammars that cannot be loaded, each with why.

    `cache_refused` is why nothing can be kept in the folder `cache`, `cache_size` what is kept, in bytes.
    """

    python: str
    program: str
    wanted_python: str
    version: str
    place: str
    libraries: tuple[Library, ...]
    grammars: int
    broken: Mapping[str, str]
    cache: str
    cache_size: int
    cache_refused: str | None = None


def checks(found: Installation) -> Iterator[Check]:
    """What to say of an installation."""
    fits = meets(found.python, found.wanted_python)
    yield Check(
        "ok" if fits else "wrong",
        f"Python {found.python} ({found.program})",
        () if fits else (f"Seamark needs Python {found.wanted_python}: install it with another one",),
    )
    yield Check("ok", f"Seamark {found.version} ({found.place})")
    wrong = [one for one in found.libraries if one.version is None or not meets(one.version, one.wanted)]
    for one in wrong:
        there = "is missing" if one.version is None else f"is there in version {one.version}"
        yield Check("wrong", f"{one.name}{one.wanted} is needed, and {there}", (f"install it: {_AGAIN}",))
    if found.libraries and not wrong:
        yield Check("ok", f"{len(found.libraries)} libraries, all in the versions that are needed")
    for name, why in found.broken.items():
        yield Check("wrong", f"the grammar {name} cannot be loaded: {why}", (f"install it anew: {_AGAIN}",))
    if not found.broken:
        yield Check("ok", f"{found.grammars} grammars, all of which can be loaded")
    kept = f"{found.cache_size / _MEGABYTE:.1f} MB kept for the next run in {found.cache}"
    if found.cache_refused is None:
        yield Check("ok", kept)
    else:
        advice = "every run reads all files anew until it can be written; XDG_CACHE_HOME may name another folder"
        yield Check("wrong", f"{found.cache} cannot be written: {found.cache_refused}", (advice,))


def meets(version: str, wanted: str) -> bool:
    """Whether a version is one of those asked for: `>=2.1,<3`; bounds of other kinds hold."""
    have = _numbers(version)
    for sign, bound in _BOUND.findall(wanted):
        least = _numbers(bound)
        width = max(len(have), len(least))
        if sign in _COMPARED and not _COMPARED[sign](_padded(have, width), _padded(least, width)):
            return False
    return True


def here() -> Installation:
    """What is installed where this runs."""
    broken: dict[str, str] = {}
    dialects = [dialect for dialect in DIALECTS if dialect.grammar is not None]
    for dialect in dialects:
        try:
            language(dialect)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with it is what is looked for
            broken[str(dialect.grammar)] = f"{type(error).__name__}: {error}"
    try:
        wanted_python = metadata.metadata("seamark")["Requires-Python"] or ""
    except (metadata.PackageNotFoundError, KeyError):
        wanted_python = ""
    place = folder()
    file = place / FILE
    return Installation(
        python=platform.python_version(),
        program=sys.executable,
        wanted_python=wanted_python,
        version=seamark.__version__,
        place=str(Path(seamark.__file__).parent),
        libraries=tuple(_libraries()),
        grammars=len({dialect.grammar for dialect in dialects}),
        broken=broken,
        cache=str(place),
        cache_size=file.stat().st_size if file.is_file() else 0,
        cache_refused=_refused(place),
    )


def _libraries() -> Iterator[Library]:
    try:
        stated = metadata.requires("seamark") or []
    except metadata.PackageNotFoundError:
        stated = []
    for one in stated:
        match = _REQUIREMENT.fullmatch(one)
        if match is None or match[3]:  # Some are only for the tests, or for another platform.
            continue
        try:
            version: str | None = metadata.version(match[1])
        except metadata.PackageNotFoundError:
            version = None
        yield Library(match[1], match[2].strip(), version)


def _refused(place: Path) -> str | None:
    """Why nothing can be written into a folder that may not be there yet."""
    around = next(one for one in (place, *place.parents) if one.exists())
    try:
        around.stat()
    except OSError as error:
        return reason(error)
    if not around.is_dir():
        return f"{around} is no folder"
    return None if os.access(around, os.W_OK | os.X_OK) else f"permission denied for {around}"


def _numbers(version: str) -> tuple[int, ...]:
    found = re.match(r"[0-9.]*", version)
    return tuple(int(part) for part in (found[0] if found else "").split(".") if part)


def _padded(numbers: tuple[int, ...], width: int) -> tuple[int, ...]:
    return numbers + (0,) * (width - len(numbers))
