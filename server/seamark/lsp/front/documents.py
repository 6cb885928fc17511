"""The documents that the client shows, as it shows them.

pygls's own store splits lines where the protocol does not (U+2028, form feeds) and corrupts texts: it is not used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

import msgspec

from seamark.lsp.places import place
from seamark.source.edits import Editing, Range
from seamark.source.lines import Encoding, LineIndex, lines_of
from seamark.source.text import encode


class Edit(msgspec.Struct, frozen=True):
    """A change of a document: its new text, or that of a range (start and end, each as line and character)."""

    text: str
    range: Range | None = None


class Document:
    """One version of one document. Never changed: a new version is a new object."""

    def __init__(self, uri: str, path: Path, version: int, data: bytes) -> None:
        self.uri = uri
        self.path = path
        self.version = version
        self.data = data

    @cached_property
    def lines(self) -> LineIndex:
        """Where the lines of the text begin."""
        return lines_of(self.data)


class Documents:
    """All documents that are open, also those that are no files (`untitled:`)."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._by_uri: dict[str, Document] = {}

    def __len__(self) -> int:
        return len(self._by_uri)

    def __iter__(self) -> Iterator[Document]:
        return iter(tuple(self._by_uri.values()))

    def get(self, uri: str) -> Document | None:
        """The document as it is now, if it is open."""
        return self._by_uri.get(uri)

    def open(self, uri: str, language: str, version: int, text: str) -> Document:
        """The client shows a document in what it calls this language."""
        return self._keep(Document(uri, place(uri, language), version, _whole(text)))

    def change(self, uri: str, version: int, edits: Iterable[Edit]) -> Document | None:
        """The client changed a document, by one edit after the other; None if it never opened it."""
        document = self._by_uri.get(uri)
        if document is None:
            return None
        editing = Editing(document.data, self._encoding)
        for edit in edits:
            if edit.range is None:
                editing = Editing(_whole(edit.text), self._encoding)
            else:
                editing.replace(edit.range, edit.text)
        return self._keep(Document(uri, document.path, version, editing.text()))

    def close(self, uri: str) -> Document | None:
        """The client no longer shows a document: its last version, if it was open."""
        return self._by_uri.pop(uri, None)

    def _keep(self, document: Document) -> Document:
        self._by_uri[document.uri] = document
        return document


def _whole(text: str) -> bytes:
    """A byte order mark is no part of a text, and no editor counts it in its positions."""
    return encode(text.removeprefix("\ufeff"))
