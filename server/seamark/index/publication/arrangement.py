"""The keys of one state of the workspace, arranged so that those are found that may belong to a port's."""

from __future__ import annotations

from collections.abc import Collection

from seamark.index.matching.gateways import Gateways
from seamark.index.matching.routes import Routes
from seamark.index.matching.similar_keys import SimilarKeys

from .table import Side, Table


class Arrangement:
    """The keys of providers and consumers of HTTP, those of each mechanism and role that look alike, and passages.

    `passages` are the keys that calls of a key may have behind gateways.
    """

    def __init__(self) -> None:
        self.served = Routes()
        self.consumed = Routes()
        self.alike: dict[tuple[str, str], SimilarKeys] = {}
        self.passages: dict[str, list[str]] = {}

    def update(self, table: Table, moved: Collection[Side], gateways: Gateways, *, leads_anew: bool) -> None:
        """Arrange the sides that have come or gone; all passages, if the gateways are others than before."""
        for side in moved:
            self._arrange(table, side)
        for mechanism, key, role in {*moved, *(table.sides() if leads_anew else ())}:
            if (mechanism, role) == ("http", "consumes"):
                self._pass(table, key, gateways)

    def _arrange(self, table: Table, side: Side) -> None:
        mechanism, key, role = side
        arranged: list[Routes | SimilarKeys] = [self.alike.setdefault((mechanism, role), SimilarKeys())]
        if mechanism == "http":
            arranged.append(self.served if role == "exposes" else self.consumed)
        for one in arranged:
            if table.has(side):
                one.put(key)
            else:
                one.discard(key)

    def _pass(self, table: Table, key: str, gateways: Gateways) -> None:
        """Look where gateways lead calls of a key to, if there still are any."""
        there = gateways and table.has(("http", key, "consumes"))
        passages = [passage.key for passage in gateways.passages(key, None)] if there else []
        self.passages.pop(key, None)
        if passages:
            self.passages[key] = passages
