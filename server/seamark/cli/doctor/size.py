"""How much room Seamark takes where it is installed."""

from __future__ import annotations

from contextlib import suppress
from importlib import metadata
from pathlib import Path

import seamark
from seamark.version import DISTRIBUTION

from .requirements import requirements_of


def size() -> int:
    """How many bytes Seamark takes, with the libraries that it needs, and with those that these need."""
    needed: set[str] = set()
    left = [DISTRIBUTION]
    while left:
        for name in requirements_of(left.pop()):
            if name not in needed:
                needed.add(name)
                left.append(name)
    ours = sum(file.stat().st_size for file in Path(seamark.__file__).parent.rglob("*") if file.is_file())
    return ours + sum(map(size_of, needed))


def size_of(distribution: str) -> int:
    """How many bytes the files take that were installed with a library; none if it is not there."""
    found = 0
    with suppress(metadata.PackageNotFoundError):
        for file in metadata.files(distribution) or ():
            with suppress(OSError):
                found += Path(file.locate()).stat().st_size
    return found
