"""What a file's scan and its facts depend on besides its text: the code that makes them, and what that builds on."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path

from seamark.source import PACK
from seamark.version import __version__

OURS = ("catalogue", "documents", "extract", "index", "keys.py", "languages.py", "patterns.py", "resolve", "source")
"""The parts of Seamark that have a say; those that had none yesterday may have one tomorrow."""
_PACKAGE = Path(__file__).parents[2]
_OTHERS = ("msgspec", "PyYAML", "tree-sitter", PACK)


@cache
def versions() -> bytes:
    """What differs if the same text can have another scan or other facts."""
    from importlib.metadata import version  # It takes long to import, and without a cache nothing needs it.

    made = blake2b(digest_size=32)
    stated = (__version__, platform.python_version(), *(f"{name} {version(name)}" for name in _OTHERS))
    made.update("\n".join(stated).encode())
    for part in OURS:
        for content in _contents(_PACKAGE / part):
            made.update(blake2b(content).digest())
    return made.digest()


def _contents(place: Path) -> Iterator[bytes]:
    """Each file's name and content, in order."""
    if place.is_dir():
        for name in sorted(os.listdir(place)):
            if name != "__pycache__":
                yield from _contents(place / name)
    else:
        yield place.name.encode()
        yield place.read_bytes()
