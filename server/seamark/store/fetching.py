"""Copies of shards that are whole: what is read was looked at, and nobody replaces or changes it meanwhile."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from seamark.source.problem import reason

from .checksum import damage
from .errors import StoreError
from .folder import Folder, UnreadReason


class FetchedShards(NamedTuple):
    """Where the copies are, and which shards are `damaged` and why, by name; of `passing` reasons, too."""

    places: dict[str, str]
    damaged: dict[str, str]
    passing: dict[str, str]


@contextmanager
def fetch_shards(folder: Folder, names: Sequence[str]) -> Iterator[FetchedShards]:
    """These shards, as long as they are needed. Raises `StoreError` if there is no room for copies."""
    found = FetchedShards({}, {}, {})
    with _room() as temporary:
        for number, (name, data) in enumerate(folder.read(names)):
            if isinstance(data, UnreadReason):
                (found.passing if data.may_pass else found.damaged)[name] = f"it cannot be read: {data.why}"
            elif (why := damage(data)) is not None:
                found.damaged[name] = why
            else:
                found.places[name] = _write_copy(data, os.path.join(temporary, f"{number}.parquet"))
        yield found


@contextmanager
def _room() -> Iterator[str]:
    try:
        room = tempfile.TemporaryDirectory(prefix="seamark-store-")
    except OSError as error:
        raise _space_error(error) from error
    with room as temporary:
        yield temporary


def _write_copy(data: bytes, place: str) -> str:
    try:
        Path(place).write_bytes(data)
    except OSError as error:
        raise _space_error(error) from error
    return place


def _space_error(error: OSError) -> StoreError:
    return StoreError(f"cannot write copies of shards: {reason(error)}; set `TMPDIR` to another folder")
