"""Which text each file had when it was last read: as long as the file is as it was, it need not be read again.

A file is as it was if it has the same stamp: its size, and the times of its content and of its entry. A file that was
looked at within two seconds of its last change has no stamp, because a further change could have the same time.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from msgspec import Struct

from seamark.index.folders.sweep import Stamp


class SeenText(Struct, frozen=True, array_like=True, gc=False):
    """A file's stamp, and the digest of the text that it had then."""

    stamp: Stamp
    digest: bytes


class Sight:
    """The files that were seen, by their names."""

    def __init__(self, seen: dict[str, SeenText]) -> None:
        self._seen = seen
        self._last: dict[str, bytes] = {}

    def digest(self, path: str, stamp: Stamp | None) -> bytes | None:
        """The digest of the file's text; None if it may be another one now."""
        seen = self._seen.get(path)
        if seen is None or seen.stamp != stamp:
            return None
        self._last[path] = seen.digest
        return seen.digest

    def resume(self, digests: Mapping[str, bytes]) -> None:
        """These files had the texts with these digests when they were looked at last."""
        self._last.update(digests)

    def last(self, path: str) -> bytes | None:
        """The digest of the text that the file had when it was looked at last, whether or not it has it still."""
        return self._last.get(path)

    def put(self, path: str, stamp: Stamp | None, digest: bytes) -> None:
        """The file that has this stamp has the text with this digest."""
        self._last[path] = digest
        if stamp is not None:
            self._seen[path] = SeenText(stamp, digest)

    def of(self, paths: Container[str]) -> dict[str, SeenText]:
        """What was seen of these files."""
        return {path: seen for path, seen in self._seen.items() if path in paths}
