"""The words of a hover."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from seamark.index.matching.alternatives import alternatives, one_of
from seamark.index.matching.certainty import is_fully_known
from seamark.resolve.port_model import USES, Match, Port, Reason

from .features.display.hover import SHOWN, Hover, PortDescription, PrefixDescription, RouteBelow
from .features.display.lens import quantity
from .features.place import Place, contract, handler, name, who
from .markup import Markup
from .organisation.ages import ago
from .positions import Positions

_SIDES = {"consumes": ("consumer", "provider"), "exposes": ("provider", "consumer"), USES: ("name", "route")}
_ARTICLES = {"http": "such a call", "queue": "a queue"}
_FULL = 1.0
_BOTH = 2
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
    ports = [one.port for one in hover.ports]
    shared = [one for one in ports[0].reasons if all(one in port.reasons for port in ports)] if ports[1:] else []
    writer = _Writer(markup, positions, most, beyond, is_final, shared)
    parts = list(map(writer.contract, hover.ports))
    if shared:
        parts.append(writer.shared_reasons(len(ports)))
    parts += map(writer.prefix, hover.prefixes)
    written = f"\n\n{markup.rule()}\n\n".join(parts)
    keys = alternatives(ports[0], ports) if ports else []
    if keys:
        written = f"{markup.text(one_of(keys))}\n\n{written}"
    return written if note is None else f"{written}\n\n{markup.text(note)}"


class _Writer:
    def __init__(
        self,
        markup: Markup,
        positions: Positions,
        most: int | None,
        beyond: str,
        is_final: bool,
        shared: Collection[Reason],
    ) -> None:
        """`shared` are the reasons that all contracts of a hover have: they are said once, after these."""
        self._markup = markup
        self._positions = positions
        self._most = most
        self._beyond = beyond
        self._is_final = is_final
        self._shared = shared

    def contract(self, described: PortDescription) -> str:
        """What the contract is, why we think so, and who is on the other side."""
        port = described.port
        side, _ = _SIDES[port.role]
        mechanism = _MECHANISMS.get(port.mechanism, port.mechanism)
        words = (mechanism, side, _certainty(port, mechanism) if self._is_final else "as far as is known yet")
        head = f"{self._markup.strong(self._markup.code(port.key))} {self._markup.text('· ' + ' · '.join(words))}"
        symbol = handler(port) if port.role == "exposes" else None
        own = [] if symbol is None else self._heading(described, name(symbol))
        reasons = [self._reason(reason) for reason in port.reasons if reason not in self._shared]
        paragraphs = [head]
        paragraphs += [self._markup.lines(own)] if own else []
        paragraphs += [self._markup.items(reasons)] if reasons else []
        if described.served:
            paragraphs.append(self._list_matches(described, described.served, "handler"))
        return "\n\n".join((*paragraphs, self._other_side(described)))

    def prefix(self, described: PrefixDescription) -> str:
        """What is served below a prefix, and how many ask for it."""
        count, shown = len(described.routes), described.routes[: self._most]
        said = f"{quantity(count, 'contract')} below it · {self._count(described.consumers)}"
        head = f"{self._markup.strong(self._markup.text(described.words))} {self._markup.text(f'· {said}')}"
        lines = [self._below(route) for route in shown]
        lines += [self._markup.text(f"and {count - len(shown)} more")] if count > len(shown) else []
        return f"{head}\n\n{self._markup.items(lines)}"

    def _below(self, route: RouteBelow) -> str:
        symbol = handler(route.port)
        place = contract(route.port) if symbol is None else name(symbol)
        said = f"{self._markup.code(route.port.key)} {self._markup.text(f'· {self._count(route.consumers)} ·')}"
        return f"{said} {self._link(place)}"

    def _count(self, consumers: int) -> str:
        found = quantity(consumers, "consumer")
        return found if consumers or self._is_final else f"{found} found yet"

    def shared_reasons(self, count: int) -> str:
        """What holds for all of so many contracts."""
        said = self._markup.text("For both:" if count == _BOTH else f"For all {count}:")
        return f"{said}\n\n{self._markup.items([self._reason(reason) for reason in self._shared])}"

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
        shown = Counter(self._match(described, match) for match in matches[: self._most])
        places = [
            one if times == 1 else f"{one} {self._markup.text(f'({times} times)')}" for one, times in shown.items()
        ]
        if count > shown.total():
            places.append(self._markup.text(f"and {count - shown.total()} more"))
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


def _certainty(port: Port, mechanism: str) -> str:
    """How sure we are; where nothing is unknown and the confidence is not 1 all the same, that it is the highest."""
    said = f"confidence {port.confidence:.2f}"
    if port.confidence >= _FULL or not is_fully_known(port):
        return said
    return f"{said}, the highest for {_ARTICLES.get(port.mechanism, mechanism)}"
