"""Files with the same text: what one says, the other does, too."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import blake2b

from seamark.source import Dialect


class Twins:
    """The files by their texts, each read in its dialect."""

    def __init__(self) -> None:
        self._digests: dict[str, bytes] = {}
        self._alike: dict[bytes, set[str]] = {}

    def put(self, path: str, dialect: Dialect, data: bytes) -> None:
        """The file has this text now."""
        self.remove(path)
        digest = self._digests[path] = blake2b(data, digest_size=16, person=dialect.name.encode()).digest()
        self._alike.setdefault(digest, set()).add(path)

    def remove(self, path: str) -> None:
        """There is no such file, or its text is not known."""
        digest = self._digests.pop(path, None)
        if digest is not None:
            self._alike[digest].remove(path)
            if not self._alike[digest]:
                del self._alike[digest]

    def of(self, path: str) -> Collection[str]:
        """The files with the text of this one, itself included; none if its text is not known."""
        return self._alike.get(self._digests.get(path, b""), ())
