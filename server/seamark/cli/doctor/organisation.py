"""Whether a store can be asked, and what there is in the one that SEAMARK_STORE names."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from importlib import metadata

from msgspec import Struct

from seamark.store.errors import INSTALL, StoreError
from seamark.store.folder import Folder, repository_of
from seamark.store.writing import Header, headers_of

from .check import Check, State

_LIBRARIES = ("duckdb", "fsspec")
_MOST = 1000
"""So many shards are looked into; of more it is said only how many there are."""


class Organisation(Struct, frozen=True):
    """The libraries that a store needs, each with its version or None; the address of a store, empty if none is named.

    `refused` is why that cannot be read, `shards` how many files it has, `read` what those say of themselves that were
    looked into, or why they cannot be read, by the repository.
    """

    libraries: Mapping[str, str | None]
    address: str = ""
    refused: str | None = None
    shards: int = 0
    read: Mapping[str, Header | str] = {}


def checks(found: Organisation) -> Iterator[Check]:
    """What to say of it."""
    missing = [name for name, version in found.libraries.items() if version is None]
    if missing:
        more = "needed only for `seamark store` and the setting `organisation.store`"
        state: State = "wrong" if found.address else "note"
        yield Check(
            state, f"{' and '.join(missing)} not installed: no store can be read", (more, f"install it: {INSTALL}")
        )
        return
    there = ", ".join(f"{name} {version}" for name, version in found.libraries.items())
    yield Check("ok", f"a store can be read ({there})")
    if not found.address:
        more = "editors use their setting `organisation.store`, which doctor cannot see"
        yield Check("note", "SEAMARK_STORE names no store", (more,))
        return
    if found.refused is not None:
        yield Check("wrong", found.refused)
        return
    bad = {name: why for name, why in found.read.items() if isinstance(why, str)}
    good = sorted(one.committed for one in found.read.values() if isinstance(one, Header) and one.committed)
    count = found.shards - len(bad)
    ages = f", committed from {good[0][:10]} to {good[-1][:10]}" if good else ""
    yield Check(
        "ok" if count else "wrong", f"{found.address} has {count} repositor{'y' if count == 1 else 'ies'}{ages}"
    )
    for name, why in bad.items():
        yield Check("wrong", f"the shard of {name} is left out: {why}")


def here() -> Organisation:
    """What there is where this runs."""
    versions = {name: _version(name) for name in _LIBRARIES}
    address = os.environ.get("SEAMARK_STORE", "")
    if not address or None in versions.values():
        return Organisation(versions, address)
    try:
        folder = Folder(address)
        shards = list(folder.shards())
        if not 0 < len(shards) <= _MOST:
            return Organisation(versions, address, shards=len(shards))
        read = headers_of(folder, shards)
    except StoreError as error:
        return Organisation(versions, address, str(error))
    return Organisation(versions, address, None, len(shards), {repository_of(file): one for file, one in read.items()})


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
