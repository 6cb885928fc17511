"""Where the shards are: a folder, or whatever address fsspec opens (`s3://…`, `gs://…`, `memory://…`).

A file is written beside its place and renamed: whoever reads meanwhile sees the old one or the new one, whole.
"""

from __future__ import annotations

import os
import secrets
import stat
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from seamark.source.problem import reason

from .errors import StoreError, require_libraries

_SHARD = ".parquet"
_PART = ".part"
_TOGETHER = 50
"""So many files that are not on this machine are fetched at the same time."""
_FORGOTTEN = 3600
"""After so many seconds nobody writes to a part any more: whoever began it is dead."""


class UnreadReason(NamedTuple):
    """Why a file cannot be read; whether that `may_pass` without the file being another one."""

    why: str
    may_pass: bool = False


class Folder:
    """The files of a store, by name."""

    def __init__(self, address: str) -> None:
        """Raises `StoreError` if there is no such kind of address."""
        require_libraries()
        from fsspec.core import url_to_fs  # type: ignore[import-untyped]

        self.address = address
        try:
            self._files, self._root = url_to_fs(address)
        except (ImportError, ValueError) as error:
            raise StoreError(f"{address} cannot be opened: {error}") from error
        self._local = self._files.protocol == "file" or "file" in self._files.protocol

    @property
    def identity(self) -> str:
        """What is the same for the same store, however its address is written."""
        return str(self._files.unstrip_protocol(os.path.realpath(self._root) if self._local else self._root))

    def shards(self) -> Mapping[str, str]:
        """The files of shards, each with a stamp that differs if the file does. Raises `StoreError`."""
        if self._local:
            return self._local_shards()
        with self._as_store_error("read"):
            self._files.invalidate_cache()
            listed = self._files.ls(self._root, detail=True)
        return {
            name: "{size} {etag} {mtime} {created}".format_map(
                {key: one.get(key) for key in _STAMP} | _change_marks(one)
            )
            for one in listed
            if (name := one["name"].rpartition("/")[2]).endswith(_SHARD) and one["type"] == "file"
        }

    def has(self, name: str) -> bool:
        """Whether there is a file of this name. Raises `StoreError`."""
        with self._as_store_error("read"):
            self._files.invalidate_cache()
            return bool(self._files.exists(f"{self._root}/{name}"))

    def write(self, name: str, data: bytes) -> None:
        """Put a file there when it is whole. Raises `StoreError`; what was there stays then."""
        if self._local:
            self._write_here(name, data)
            return
        part = f"{self._root}/{name}.{secrets.token_hex(4)}{_PART}"
        with self._as_store_error("write", name):
            self._files.makedirs(self._root, exist_ok=True)
            try:
                self._files.pipe_file(part, data)
                self._files.mv(part, f"{self._root}/{name}")
            except BaseException:
                with suppress(Exception):
                    self._files.rm_file(part)
                raise

    def remove(self, name: str) -> None:
        """Remove a file. Raises `StoreError`."""
        with self._as_store_error("removed", name):
            self._files.rm_file(f"{self._root}/{name}")

    def read(self, names: Sequence[str]) -> Iterator[tuple[str, bytes | UnreadReason]]:
        """The bytes of each of these files, or why it cannot be read."""
        if self._local:
            yield from ((name, _content(os.path.join(self._root, name))) for name in names)
            return
        for start in range(0, len(names), _TOGETHER):
            part = names[start : start + _TOGETHER]
            found = self._files.cat_ranges([f"{self._root}/{name}" for name in part], None, None, on_error="return")
            for name, one in zip(part, found, strict=True):
                yield name, _unread_of_error(one) if isinstance(one, Exception) else bytes(one)

    def sweep(self) -> None:
        """Remove what writers have left that died long ago."""
        if not self._local:
            return
        with suppress(OSError), os.scandir(self._root) as entries:
            for entry in entries:
                if entry.name.endswith(_PART) and time.time() - entry.stat().st_mtime > _FORGOTTEN:
                    os.unlink(entry.path)

    def _local_shards(self) -> dict[str, str]:
        found: dict[str, str] = {}
        with self._as_store_error("read"), os.scandir(self._root) as entries:
            for entry in entries:
                if entry.name.endswith(_SHARD):
                    with suppress(FileNotFoundError):
                        found[entry.name] = _stamp(entry.path)
        return found

    def _write_here(self, name: str, data: bytes) -> None:
        with self._as_store_error("write", name):
            os.makedirs(self._root, exist_ok=True)
            handle, beside = tempfile.mkstemp(prefix=f".{name[:100]}.", suffix=_PART, dir=self._root)
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(data)
                    stream.flush()
                    os.fsync(stream.fileno())
                os.chmod(beside, 0o644)
                os.replace(beside, Path(self._root) / name)
            except BaseException:
                with suppress(OSError):
                    os.unlink(beside)
                raise

    @contextmanager
    def _as_store_error(self, what: str, name: str = "") -> Iterator[None]:
        try:
            yield
        except OSError as error:
            place = f"{self.address.rstrip('/')}/{name}" if name else f"the store {self.address}"
            advice = "" if what != "read" else "; create one with `seamark store add PATH --store STORE`"
            raise StoreError(f"{place} cannot be {_PARTICIPLES.get(what, what)}: {reason(error)}{advice}") from error


def _stamp(place: str) -> str:
    """What differs if a file does. Raises `FileNotFoundError` if there is none: it was removed a moment ago."""
    try:
        status = os.stat(place)  # What listing a folder tells of it lacks the number on Windows.
    except OSError:
        status = os.lstat(place)  # It is a link that leads nowhere.
    return f"{status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino}"


def _content(place: str) -> bytes | UnreadReason:
    """The bytes of a file, or why it cannot be read."""
    try:
        kind = os.stat(place).st_mode
    except OSError as error:
        return UnreadReason(reason(error))
    if stat.S_ISDIR(kind):
        return UnreadReason("is a folder")
    if not stat.S_ISREG(kind):  # To open a pipe would wait for whoever writes to it.
        return UnreadReason("is not a regular file")
    try:
        return Path(place).read_bytes()
    except OSError as error:
        return UnreadReason(reason(error), may_pass=not isinstance(error, PermissionError))


def _unread_of_error(error: Exception) -> UnreadReason:
    said = reason(error) if isinstance(error, OSError) else str(error) or type(error).__name__
    return UnreadReason(said, may_pass=True)


_STAMP = ("size", "etag", "ETag", "mtime", "created")
_PARTICIPLES = {"write": "written"}


def _change_marks(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "etag": entry.get("ETag") or entry.get("etag") or entry.get("md5Hash"),
        "mtime": entry.get("mtime") or entry.get("LastModified") or entry.get("updated"),
    }


def file_of(repository: str) -> str:
    """The name of a repository's shard."""
    return f"{quote(repository, safe=' @+,=')}{_SHARD}"


def repository_of(file: str) -> str:
    """The repository of a shard, by the shard's name."""
    return unquote(file.removesuffix(_SHARD))
