"""One client's workspace: its documents, its folders, and the engine that answers for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from seamark.source.lines import LineIndex

from . import folders, uris
from .client import Client
from .documents import Document, Documents, Edit
from .engine import Engine

if TYPE_CHECKING:
    from seamark.index.service import Service

T = TypeVar("T")
Make = Callable[[Sequence[Path]], "Service"]
Feature = Callable[["Service", str, int], T]
"""What a request asks of the service, about a file and an offset. It runs in the engine's thread."""

# Version control writes all the time, and nothing of it is ours.
_NOISE = frozenset((".git", ".hg", ".svn", ".jj"))


class Session:
    """Everything between `initialize` and the end. All methods are for the event loop's thread."""

    def __init__(self, client: Client, make: Make, started: Callable[[Engine], None]) -> None:
        """`make` makes the service of some roots; `started` is told of each engine that begins to read."""
        self.client = client
        self.documents = Documents(client.encoding)
        self._make = make
        self._started = started
        self._folders = {path for uri in client.folders if (path := uris.to_path(uri)) is not None}
        self._roots: tuple[Path, ...] = ()
        self._engine: Engine | None = None

    def start(self) -> None:
        """Read the workspace. To be called again after its folders may have changed."""
        roots = folders.roots(self._folders, (document.path for document in self.documents))
        if roots == self._roots:
            return
        self.stop()
        self._roots = roots
        if not roots:
            return
        self._engine = Engine(lambda: self._make(roots), load=all(map(folders.readable, roots)))
        for document in self.documents:
            self._engine.show(document.path, document.data)
        self._started(self._engine)

    def stop(self) -> None:
        """Stop the engine."""
        if self._engine is not None:
            self._engine.stop()
        self._engine, self._roots = None, ()

    def open(self, uri: str, version: int, text: str) -> None:
        """The client shows a document."""
        self._show(self.documents.open(uri, version, text))
        if not self._folders:
            self.start()

    def change(self, uri: str, version: int, edits: Iterable[Edit]) -> None:
        """The client changed a document."""
        self._show(self.documents.change(uri, version, edits))

    def close(self, uri: str) -> None:
        """The client no longer shows a document."""
        document = self.documents.close(uri)
        if document is not None and self._engine is not None:
            self._engine.show(document.path, None)
            self._engine.forget(document.path)

    def changed_on_disk(self, changed: Iterable[str]) -> None:
        """Files or folders may have been created, changed or deleted."""
        paths = [path for uri in changed if (path := uris.to_path(uri)) is not None and _NOISE.isdisjoint(path.parts)]
        if paths and self._engine is not None:
            self._engine.changed(paths)

    def change_folders(self, added: Iterable[str], removed: Iterable[str]) -> None:
        """The client's workspace has other folders now."""
        gone = {uris.to_path(uri) for uri in removed}
        new = {path for uri in added if (path := uris.to_path(uri)) is not None}
        self._folders = {folder for folder in self._folders if folder not in gone} | new
        self.start()

    async def ask(self, uri: str, line: int, character: int, feature: Feature[T]) -> T | None:
        """What a feature says about a position of a file; None while there is nobody to ask."""
        path = uris.to_path(uri)
        if path is None or self._engine is None or not self._engine.ready:
            return None
        return await self._engine.ask(self._question(path, self.documents.get(uri), line, character, feature))

    async def ask_at_contract(self, uri: str, line: int, character: int, feature: Feature[T | None]) -> T | None:
        """Like `ask`, and quicker, for a feature that says nothing where no contract is stated."""
        document = self.documents.get(uri)
        if document is None or self._engine is None or not self._engine.ready:
            return await self.ask(uri, line, character, feature)
        offset = document.lines.offset(line, character, self.client.encoding)
        question = self._question(document.path, document, line, character, feature)
        return await self._engine.ask_at(document.path, offset, question)

    def _question(
        self, path: Path, document: Document | None, line: int, character: int, feature: Feature[T]
    ) -> Callable[[Service], T | None]:
        def question(service: Service) -> T | None:
            name = service.locate(path)
            if name is None:
                return None
            if document is not None:
                return feature(service, name, document.lines.offset(line, character, self.client.encoding))
            data = service.text(name)
            if data is None:
                return None
            return feature(service, name, LineIndex(data).offset(line, character, self.client.encoding))

        return question

    def _show(self, document: Document | None) -> None:
        if document is not None and self._engine is not None:
            self._engine.show(document.path, document.data)
