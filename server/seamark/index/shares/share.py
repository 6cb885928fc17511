"""What a process is told to read, what it says of it, and which repositories make a share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from seamark.index.folders.sweep import Stamp
from seamark.index.persistence.snapshot import FilesState, StoredFindings
from seamark.resolve import Composed
from seamark.settings import Layer
from seamark.source import Limits

LEAST = 300
"""How many files a share has, at least: to start a process for fewer takes longer than to read them here."""


class ShareTask(Struct, frozen=True, array_like=True):
    """Some of the `files` in the folders `roots`, with the stamp of each, and whether that is settled.

    What is set besides what `seamark.toml` says is the `client`'s, and what is kept between runs stands in `cache`.
    """

    roots: list[str]
    client: Layer
    limits: Limits
    languages: list[str] | None
    cache: str | None
    files: dict[str, tuple[Stamp, bool]]


class ShareState(Struct, frozen=True, array_like=True):
    """What an index knows that has read a share, and the ports there; `doubtful` files are to be read again."""

    reading: FilesState
    finding: StoredFindings
    composed: dict[str, list[Composed]]
    doubtful: list[str]


class ShareProgress(Struct, frozen=True, array_like=True, tag=True):
    """How many files of a share are done."""

    done: int


class ShareResult(Struct, frozen=True, array_like=True, tag=True):
    """A share is read."""

    state: ShareState


def plan_shares(sizes: Mapping[str, int], processes: int) -> list[list[str]]:
    """Repositories of these sizes (in files) as shares for so many processes, the largest first; none if that is of no
    use: what is left out of all shares is read by whoever joins them.
    """
    together = max(LEAST, sum(sizes.values()) // (8 * max(processes, 1)))
    shares: list[list[str]] = []
    small: list[str] = []
    for name in sorted(sizes, key=lambda one: (-sizes[one], one)):
        if sizes[name] >= together:
            shares.append([name])
            continue
        small.append(name)
        if _size(small, sizes) >= together:
            shares.append(small)
            small = []
    if small and _size(small, sizes) >= LEAST:
        shares.append(small)
    return shares if processes > 1 and len(shares) > 1 else []


def _size(names: Sequence[str], sizes: Mapping[str, int]) -> int:
    return sum(sizes[name] for name in names)
