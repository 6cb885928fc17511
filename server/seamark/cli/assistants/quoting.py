"""Places and texts of a workspace, as answers have them: quoted, in one line, and no longer than needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from seamark import keys
from seamark.escaping import escape_text
from seamark.index.matching.compatible import ANY_VERB, BELOW, EXACT, PARAMETER, PREFIX, WILDCARD
from seamark.lsp import uris
from seamark.lsp.features.place import handler, who
from seamark.resolve.port_model import Match, Port
from seamark.source.lines import LineIndex
from seamark.store.places import line_and_column

from .data import Link, Place, Relation, Side

if TYPE_CHECKING:
    from seamark.lsp.organisation.everywhere import Everywhere

_LONGEST = 160
"""So many characters are quoted of a line."""
_REASONS = 4
"""So many reasons are given for one side."""
_TEXTS = 256
_CERTAIN, _LIKELY, _MAYBE = 0.95, 0.75, 0.55

WAYS: Mapping[str, str] = {
    EXACT.how: "",
    ANY_VERB.how: "one side does not state its verb",
    PARAMETER.how: "the call has a word where the route has a parameter",
    WILDCARD.how: "the route serves everything below its path",
    BELOW.how: "the route also serves what is below its path",
    PREFIX.how: "the prefix of one path is unknown; the rest is equal",
}
"""What is said of the ways in which sides match whose keys differ."""


class Quoting:
    """Quotes one state of a workspace."""

    def __init__(self, service: Everywhere) -> None:
        self._service = service
        self._lines = lru_cache(_TEXTS)(lambda path: LineIndex(service.text(path) or b""))
        self._links: dict[Link, None] = {}

    @property
    def links(self) -> Sequence[Link]:
        """The places of all that was quoted."""
        return list(self._links)

    def line(self, path: str, offset: int) -> int:
        """The 1-based line of a place."""
        if self._service.elsewhere(path) is not None:
            return line_and_column(offset)[0]
        return self._lines(path).human(offset)[0]

    def source(self, path: str, offset: int) -> str:
        """The line of source there, shortened; empty for what is in another repository."""
        if self._service.elsewhere(path) is not None:
            return ""
        lines = self._lines(path)
        start, end = lines.line(self.line(path, offset) - 1)
        return shorten_text(lines.data[start:end].decode(errors="replace").strip())

    def side(
        self,
        port: Port,
        relation: Relation | None = None,
        match: Match | None = None,
        asked: Port | None = None,
    ) -> Side:
        """A side of a contract; found by a match with the one that was `asked` about, if there are these."""
        confidence = port.confidence if match is None else match.confidence
        elsewhere = self._service.elsewhere(port.path)
        return Side(
            key=escaped_key(port),
            file=escape_text(port.path if elsewhere is None else elsewhere.file),
            line=self.line(port.path, port.start),
            confidence=round(confidence, 2),
            certainty=certainty(confidence),
            relation=relation,
            source=self.quote_line(port.path, port.start),
            function=escape_text(who(port) or ""),
            handler=self._handler(port),
            asked="" if asked is None or asked.key == port.key else escaped_key(asked),
            why=(*_way(match), *self._reasons(port), *(() if asked in (None, port) else self._reasons(asked))),
            mechanism=port.mechanism,
            service=escape_text(port.service),
            language=port.language,
            is_test=port.test,
            is_document=port.contract,
            repository="" if elsewhere is None else escape_text(elsewhere.about.repository),
        )

    def place_of_port(self, port: Port) -> Place:
        """Where a port is stated."""
        at = self.place(port.path, port.start)
        return Place(at=at, function=escape_text(who(port) or ""), source=self.source(port.path, port.start))

    def quote_line(self, path: str, offset: int) -> str:
        """The line of source there, to which there is a link from now on."""
        self._link(path, offset)
        return self.source(path, offset)

    def place(self, path: str, offset: int) -> str:
        """`file:line`, to which there is a link from now on."""
        self._link(path, offset)
        return escape_text(f"{path}:{self.line(path, offset)}")

    def _handler(self, port: Port) -> str:
        symbol = handler(port) if port.role == "exposes" else None
        if symbol is None:
            return ""
        is_there = symbol.path == port.path
        if is_there and self.line(port.path, port.start) == self.line(symbol.path, symbol.name_start):
            return ""
        elsewhere = self._service.elsewhere(symbol.path)
        if elsewhere is not None:
            return escape_text(f"{elsewhere.file}:{self.line(symbol.path, symbol.name_start)}")
        return self.place(symbol.path, symbol.name_start)

    def _reasons(self, port: Port) -> Iterator[str]:
        for one in port.reasons[:_REASONS]:
            yield (
                escape_text(one.text)
                if one.path is None
                else f"{escape_text(one.text)} ({self.place(one.path, one.start)})"
            )

    def link(self, path: str, line: int) -> None:
        """There is a link to this line of a file of the workspace from now on."""
        self._links[Link(escape_text(f"{path}:{line}"), f"{uris.from_path(self._service.real_path(path))}#L{line}")] = (
            None
        )

    def _link(self, path: str, offset: int) -> None:
        if self._service.elsewhere(path) is None:
            self.link(path, self.line(path, offset))
        elif (page := self._service.page(path, offset)) is not None:
            name = escape_text(f"{path}:{self.line(path, offset)}")
            self._links[Link(name, quote(page, safe="/:?#@%&=+,;~"))] = None


def escaped_key(port: Port) -> str:
    """A port's key, as it may be shown."""
    return escape_text(keys.format_key(*port.boundary))


def shorten_text(text: str) -> str:
    """A text in one line, with a mark where it goes on."""
    line = escape_text(text)
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def certainty(confidence: float) -> str:
    """How sure it is, in a word."""
    if confidence >= _CERTAIN:
        return "certain"
    return "very likely" if confidence >= _LIKELY else "likely" if confidence >= _MAYBE else "a guess"


def _way(match: Match | None) -> tuple[str, ...]:
    said = "" if match is None else WAYS.get(match.how, escape_text(match.how))
    return (said,) if said else ()
