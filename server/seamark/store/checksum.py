"""The checksum of a shard: whether its bytes are those that were written.

It is the SHA-256 of the file without the checksum itself, in hexadecimal digits, and stands in the file's metadata, so
that a shard and its checksum are replaced at once. It is looked for in the bytes: only what is whole is given to what
reads Parquet.
"""

from __future__ import annotations

import hashlib

NAME = "seamark.checksum"
"""Its name in the metadata."""
BLANK = "0" * 64
"""What stands there until the checksum is known."""

_BEFORE = f"{NAME}\x18\x40".encode()
"""What is before it in a file of Parquet: a text of 64 bytes follows, as the second field of a record (Thrift)."""
_SHARD = b"seamark.schema"
_ANEW = "`seamark store update` rewrites it"


def seal_shard(data: bytes) -> bytes:
    """A shard with its checksum in the place of what stands there. Raises `ValueError` if there is no such place."""
    before, after = _around(data)
    return before + _sum(before, after) + after


def damage(data: bytes) -> str | None:
    """Why these bytes are not to be trusted; None if they are those of a shard as it was written."""
    if not data:
        return f"it is empty: {_ANEW}"
    try:
        before, after = _around(data)
    except ValueError:
        if _SHARD in data:
            return f"it has no checksum: shards before version 2 had none: {_ANEW}"
        return "it is not a shard, or only part of one"
    if data[len(before) : -len(after)] != _sum(before, after):
        return f"it is damaged: its checksum does not match; {_ANEW}"
    return None


def _around(data: bytes) -> tuple[bytes, bytes]:
    """What is before the checksum, and what is behind it. Raises `ValueError` if there is none."""
    start = data.rindex(_BEFORE) + len(_BEFORE)
    end = start + len(BLANK)
    if end >= len(data):
        raise ValueError("the file ends too early")
    return data[:start], data[end:]


def _sum(before: bytes, after: bytes) -> bytes:
    found = hashlib.sha256(before)
    found.update(after)
    return found.hexdigest().encode()
