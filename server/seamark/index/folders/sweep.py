"""Files that have changed on disk since they were read, told by their sizes and times."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Stamp: TypeAlias = tuple[int, int, int]
"""A file's size, and when it was changed; where these are the same, the file is."""

Sight: TypeAlias = Mapping[str, Stamp]
"""Which files there are, each with its stamp."""


def changed_files(known: Mapping[str, Stamp | None], seen: Mapping[str, Stamp | None]) -> set[str]:
    """The files that are new, gone, or not as they are known to be; those of which that is not known, too."""
    return {
        path for path in known.keys() | seen.keys() if (stamp := known.get(path)) is None or stamp != seen.get(path)
    }
