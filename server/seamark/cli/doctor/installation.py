"""Whether Seamark is installed as it should be."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path

from msgspec import Struct

import seamark
from seamark import installing
from seamark.index.persistence.cache import FILE, folder
from seamark.source import GRAMMARS, PACK, load
from seamark.source.problem import reason
from seamark.version import DISTRIBUTION, __version__

from .check import Check
from .requirements import Library, libraries, meets
from .size import size, size_of

_MEGABYTE = 1024 * 1024


class Installation(Struct, frozen=True):
    """What is installed. `broken` are grammars that cannot be loaded, each with why.

    `size` is how many bytes Seamark takes with the libraries that it needs, `grammars_size` those of the grammars.

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
    size: int
    grammars_size: int
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
    wrong = [one for one in found.libraries if not one.is_met]
    for one in wrong:
        yield Check("wrong", one.complaint(), (f"install it: {installing.command(one.name + one.wanted)}",))
    if found.libraries and not wrong:
        yield Check("ok", f"{len(found.libraries)} libraries, all in required versions")
    for name, why in found.broken.items():
        yield Check(
            "wrong",
            f"the grammar {name} cannot be loaded: {why}",
            (f"reinstall it: {installing.command('--force-reinstall', PACK)}",),
        )
    if not found.broken:
        yield Check("ok", f"{found.grammars} grammars, all loaded")
    megabytes, grammars = (round(one / _MEGABYTE) for one in (found.size, found.grammars_size))
    yield Check("ok", f"{megabytes} MB with all required libraries, {grammars} MB of them for grammars")
    kept = f"{found.cache_size / _MEGABYTE:.1f} MB cached in {found.cache}"
    if found.cache_refused is None:
        yield Check("ok", kept)
    else:
        advice = "until it can be written, every run reads all files again; set XDG_CACHE_HOME to use another folder"
        yield Check("wrong", f"{found.cache} cannot be written: {found.cache_refused}", (advice,))


def here() -> Installation:
    """What is installed where this runs."""
    broken: dict[str, str] = {}
    for grammar in GRAMMARS:
        try:
            load(grammar)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with it is what is looked for
            broken[grammar] = f"{type(error).__name__}: {error}"
    try:
        wanted_python = metadata.metadata(DISTRIBUTION)["Requires-Python"] or ""
    except (metadata.PackageNotFoundError, KeyError):
        wanted_python = ""
    place = folder()
    file = place / FILE
    return Installation(
        python=platform.python_version(),
        program=sys.executable,
        wanted_python=wanted_python,
        version=__version__,
        place=str(Path(seamark.__file__).parent),
        libraries=tuple(libraries()),
        grammars=len(GRAMMARS),
        broken=broken,
        size=size(),
        grammars_size=size_of(PACK),
        cache=str(place),
        cache_size=file.stat().st_size if file.is_file() else 0,
        cache_refused=_why_not_writable(place),
    )


def _why_not_writable(place: Path) -> str | None:
    """Why nothing can be written into a folder that may not be there yet."""
    around = next(one for one in (place, *place.parents) if one.exists())
    try:
        around.stat()
    except OSError as error:
        return reason(error)
    if not around.is_dir():
        return f"{around} is not a folder"
    return None if os.access(around, os.W_OK | os.X_OK) else f"permission denied for {around}"
