"""From paths and byte offsets to the URIs, lines and characters of the protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from seamark.source.lines import Encoding, LineIndex, lines_of
from seamark.store.places import line_and_column

from .features.place import Place

if TYPE_CHECKING:
    from .organisation.everywhere import Elsewhere, Everywhere


class Positions:
    """Places as the client sees them, in one state of a service: to be used where that state is, and then dropped."""

    def __init__(self, service: Everywhere, encoding: Encoding, uri: Callable[[Path], str]) -> None:
        self._service = service
        self._encoding = encoding
        self._uri = uri
        self._lines: dict[str, LineIndex | None] = {}
        self._uris: dict[str, str] = {}

    def lines(self, path: str) -> LineIndex | None:
        """The lines of a file; None if it cannot be read any more."""
        if path not in self._lines:
            data = self._service.text(path)
            self._lines[path] = None if data is None else lines_of(data)
        return self._lines[path]

    def uri(self, path: str) -> str:
        """A file's URI; for one of another repository only where that is checked out."""
        if path not in self._uris:
            self._uris[path] = self._uri(self._service.real_path(path))
        return self._uris[path]

    def range(self, place: Place) -> types.Range | None:
        """A place's range."""
        lines = self.lines(place.path)
        if lines is None:
            return None
        offsets = self._service.offsets(place.path, place.start, place.end, lines)
        start, end = (types.Position(*lines.position(offset, self._encoding)) for offset in offsets)
        return types.Range(start, end)

    def location(self, place: Place) -> types.Location | None:
        """A place with its file."""
        found = self.range(place)
        return None if found is None else types.Location(self.uri(place.path), found)

    def locations(self, places: Iterable[Place]) -> list[types.Location]:
        """Places with their files, but for those that are not there any more."""
        return [found for place in places if (found := self.location(place)) is not None]

    def link(self, origin: Place, whole: Place, selection: Place) -> types.LocationLink | None:
        """A jump from a place of the document to a definition and the name in it."""
        found, selected = self.range(whole), self.range(selection)
        if found is None or selected is None:
            return None
        return types.LocationLink(self.uri(whole.path), found, selected, self.range(origin))

    def line(self, path: str, offset: int) -> int | None:
        """The line of an offset, as people count."""
        lines = self.lines(path)
        return None if lines is None else lines.human(self._service.offsets(path, offset, offset, lines)[0])[0]

    def page(self, place: Place) -> types.Location | None:
        """The page that shows a place of another repository that is not checked out: what its URI says is opened."""
        page = self._service.page(place.path, place.start) if self.lines(place.path) is None else None
        line = types.Position(line_and_column(place.start)[0] - 1, 0)
        return None if page is None else types.Location(page, types.Range(line, line))

    def elsewhere(self, path: str) -> Elsewhere | None:
        """What is known of a file of another repository; None for one of the workspace."""
        return self._service.elsewhere(path)
