"""The words of a hover."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from seamark.index.matching.alternatives import alternatives, one_of
from seamark.resolve.port_model import USES, Match, Reason

from .features.display.hover import SHOWN, Hover, PortDescription
from .features.place import Place, contract, handler, name, who
from .markup import Markup
from .organisation.ages import ago
from .positions import Positions

_SIDES = {"consumes": ("consumer", "provider"), "exposes": ("provider", "consumer"), USES: ("name", "route")}
_MECHANISMS = {"http": "HTTP", "grpc": "gRPC", "queue": "queue", "temporal": "Temporal", "graphql": "GraphQL"}


def write(
    hover: Hover,
    markup: Markup,
    positions: Positions,
    *,
    most: int | None = SHOWN,
    beyond: str = "",
    note: str | None = None,
    is_final: bool = True,
) -> str:
    """All contracts of a text, one below the other, each with at most so many places of its other side; then a note.

    `beyond` is added to where nothing was found. While not all files are read, nothing `is_final`.
    """
    writer = _Writer(markup, positions, most, beyond, is_final)
    written = f"\n\n{markup.rule()}\n\n".join(map(writer.contract, hover.ports))
    ports = [one.port for one in hover.ports]
    keys = alternatives(ports[0], ports) if ports else []
    if keys:
        written = f"{markup.text(one_of(keys))}\n\n{written}"
    return written if note is None else f"{written}\n\n{markup.text(note)}"


class _Writer:
    def __init__(self, markup: Markup, positions: Positions, most: int | None, beyond: str, is_final: bool) -> None:
        self._markup = markup
        self._positions = positions
        self._most = most
        self._beyond = beyond
        self._is_final = is_final

    def contract(self, described: PortDescription) -> str:
        """What the contract is, why we think so, and who is on the other side."""
        port = described.port
        side, _ = _SIDES[port.role]
        sure = f"confidence {port.confidence:.2f}" if self._is_final else "as far as is known yet"
        words = (_MECHANISMS.get(port.mechanism, port.mechanism), side, sure)
        head = f"{self._markup.strong(self._markup.code(port.key))} {self._markup.text('· ' + ' · '.join(words))}"
        symbol = handler(port) if port.role == "exposes" else None
        own = [] if symbol is None else self._heading(described, name(symbol))
        reasons = [self._reason(reason) for reason in port.reasons]
        paragraphs = [head]
        paragraphs += [self._markup.lines(own)] if own else []
        paragraphs += [self._markup.items(reasons)] if reasons else []
        if described.served:
            paragraphs.append(self._list_matches(described, described.served, "handler"))
        return "\n\n".join((*paragraphs, self._other_side(described)))

    def _reason(self, reason: Reason) -> str:
        words = self._markup.text(reason.text)
        if reason.path is None:
            return words
        return f"{words} ({self._link(Place(reason.path, reason.start, reason.start))})"

    def _other_side(self, described: PortDescription) -> str:
        _, other = _SIDES[described.port.role]
        count = len(described.others)
        if not count and not self._is_final:
            return self._markup.text(f"No {other} has been found yet.")
        if not count:
            missing = self._markup.text(f"No {other} found in this workspace{self._beyond}.")
            nearest = ", ".join(self._markup.code(key) for key in described.nearest)
            return f"{missing} {self._markup.text('Nearest:')} {nearest}" if nearest else missing
        return self._list_matches(described, described.others, other)

    def _heading(self, described: PortDescription, place: Place) -> list[str]:
        """A handler's signature and the first line of its documentation."""
        found = described.headings.get(place)
        if found is None:
            return []
        return [self._markup.code(found.signature), *([self._markup.text(found.summary)] if found.summary else [])]

    def _list_matches(self, described: PortDescription, matches: Sequence[Match], what: str) -> str:
        count = len(matches)
        places = [self._match(described, match) for match in matches[: self._most]]
        if count > len(places):
            places.append(self._markup.text(f"and {count - len(places)} more"))
        return self._markup.text(f"{count} {what}{'s' if count > 1 else ''}:") + "\n\n" + self._markup.items(places)

    def _match(self, described: PortDescription, match: Match) -> str:
        port = match.port
        symbol = handler(port) if port.role == "exposes" else None
        place = contract(port) if symbol is None else name(symbol)
        parts = [self._link(place)]
        if (label := who(port)) is not None:
            parts.append(self._markup.code(label))
        if match.how != "exact":
            parts.append(self._markup.text(f"({match.how}, confidence {match.confidence:.2f})"))
        there = self._positions.elsewhere(place.path)
        if there is not None and (age := ago(there.about.committed, datetime.now(UTC))):
            parts.append(self._markup.text(f"· committed {age}"))
        return self._markup.lines([" ".join(parts), *self._heading(described, place)])

    def _link(self, place: Place) -> str:
        path = place.path
        line = self._positions.line(path, place.start)
        if line is not None:
            return self._markup.link(f"{path}:{line}", f"{self._positions.uri(path)}#L{line}")
        page = self._positions.page(place)
        if page is None:
            return self._markup.text(path)
        return self._markup.link(f"{path}:{page.range.start.line + 1}", page.uri)
