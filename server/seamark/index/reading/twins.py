"""Files with the same text: what one says, the other does, too."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from seamark.index.incremental.groups import Group, with_member, without_member

Content: TypeAlias = tuple[str, bytes]
"""The name of a dialect, and the digest of a text that is read in it."""


class Twins:
    """The files by their texts, each read in its dialect."""

    def __init__(self) -> None:
        self._contents: dict[str, Content] = {}
        self._alike: dict[Content, Group[str]] = {}

    def put(self, path: str, content: Content) -> None:
        """The file has this text now."""
        self.remove(path)
        self._contents[path] = content
        self._alike[content] = with_member(self._alike.get(content, ()), path)

    def remove(self, path: str) -> None:
        """There is no such file, or its text is not known."""
        content = self._contents.pop(path, None)
        if content is not None:
            rest = without_member(self._alike.pop(content), path)
            if rest:
                self._alike[content] = rest

    def of(self, path: str) -> Collection[str]:
        """The files with the text of this one, itself included; none if its text is not known."""
        content = self._contents.get(path)
        return () if content is None else self._alike[content]
