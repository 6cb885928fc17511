"""What a process is told to read, what it says of it, and which repositories make a share."""

from __future__ import annotations

from collections.abc import Mapping

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


def plan_shares(homes: Mapping[str, str], processes: int) -> list[list[str]]:
    """The files of each share for so many processes, given the repository of each file; the largest share first.

    None if that is of no use. Whoever joins the shares reads what is in none: files without a repository, and a few.
    """
    files: dict[str, list[str]] = {}
    for path in sorted(homes):
        if homes[path]:
            files.setdefault(homes[path], []).append(path)
    enough = max(LEAST, sum(map(len, files.values())) // (8 * max(processes, 1)))
    shares: list[list[str]] = []
    small: list[str] = []
    for paths in sorted(files.values(), key=len, reverse=True):
        small += paths
        if len(small) >= enough:
            shares.append(small)
            small = []
    if len(small) >= LEAST:
        shares.append(small)
    return shares if processes > 1 and len(shares) > 1 else []
