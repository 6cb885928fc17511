"""What answers are made of: the service, the documents that the client shows, and what the client is like."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from seamark.source.lines import LineIndex

from . import uris
from .client import Client
from .messages import Stated

if TYPE_CHECKING:
    from lsprotocol import types

    from seamark.index.service import Service
    from seamark.settings import Layer

    from .positions import Positions

_logger = logging.getLogger(__name__)


class AtPosition(Protocol):
    """Parameters that name a position of a document."""

    text_document: types.TextDocumentIdentifier
    position: types.Position


class Workspace:
    """One state of a client's workspace at a time. All methods are for the one thread that owns the service."""

    def __init__(self, service: Service, client: Client) -> None:
        self.service = service
        self.client = client
        self._uris: dict[Path, str] = {}

    def configure(self, layer: Layer) -> None:
        """The client has these settings now."""
        try:
            self.service.configure(layer)
        except Exception:
            _logger.exception("Settings were not understood")

    def leave_out(self, paths: Iterable[Path]) -> None:
        """Read nothing of these files, wherever it stands."""
        for path in paths:
            name = self.service.locate(path)
            if name is not None:
                self.service.leave_out(name)

    def show(self, path: Path, uri: str, data: bytes) -> None:
        """The client shows a file, which it calls by this URI, with this text."""
        self._uris[path] = uri
        try:
            name = self.service.locate(path)
            if name is not None:
                self.service.open(name, data)
        except Exception:
            _logger.exception("A change of %s was not understood", path)

    def hide(self, path: Path) -> None:
        """The client no longer shows a file."""
        self._uris.pop(path, None)
        try:
            name = self.service.locate(path)
            if name is not None:
                self.service.close(name)
        except Exception:
            _logger.exception("The end of %s was not understood", path)

    def refresh(self, paths: Iterable[Path]) -> None:
        """These files, or all below these folders, may have changed on disk."""
        try:
            names = [name for path in sorted(paths) if (name := self.service.locate(path)) is not None]
            if names:
                self.service.begin(names)
        except Exception:
            _logger.exception("Changes on disk were not understood")

    def stated(self) -> Iterator[Stated]:
        """Where the files that the client shows state contracts, and name functions that handle some."""
        for path in self._uris:
            name = self.service.locate(path)
            ports = self.service.ports(name) if name is not None else ()
            handled = self.service.ports_handled_in(name) if name is not None else ()
            names = {(port.handler.name_start, port.handler.name_end) for port in handled if port.handler is not None}
            yield Stated(path, tuple(sorted({(port.start, port.end) for port in ports})), tuple(sorted(names)))

    def uri(self, path: Path) -> str:
        """A file's URI, in the spelling that the client used for it, if it did."""
        return self._uris.get(path) or uris.from_path(path)

    def name(self, uri: str) -> str | None:
        """The service's name for what a URI names; None for what is not in the workspace."""
        path = uris.to_path(uri)
        return None if path is None else self.service.locate(path)

    def at(self, params: AtPosition) -> tuple[str, int] | None:
        """The file and the offset that a request is about; None if there is no such file."""
        name = self.name(params.text_document.uri)
        data = None if name is None else self.service.text(name)
        if name is None or data is None:
            return None
        position = params.position
        return name, LineIndex(data).offset(position.line, position.character, self.client.encoding)

    def between(self, uri: str, wanted: types.Range) -> tuple[int, int] | None:
        """A range of a document, as offsets; None if there is no such file."""
        name = self.name(uri)
        data = None if name is None else self.service.text(name)
        if data is None:
            return None
        lines = LineIndex(data)
        start, end = (lines.offset(at.line, at.character, self.client.encoding) for at in (wanted.start, wanted.end))
        return start, end

    def severity(self, kind: str, path: str) -> str:
        """How diagnostics of a kind are shown in a file: `off`, `hint` or `warning`."""
        said: dict[str, str] = msgspec.to_builtins(self.service.settings(path).diagnostics)
        return said[kind]

    def positions(self) -> Positions:
        """How to say places to the client, as long as nothing changes."""
        from .positions import Positions

        return Positions(self.service, self.client.encoding, self.uri)
