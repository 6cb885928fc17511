"""How to give calls another key: their verb and their path, where they are written out. Each edit is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from seamark.lsp.features.place import Place
from seamark.resolve.port_model import Port

from .edits import Edit, changes, statement
from .verbs import verb_edits
from .written import path_end, segments

if TYPE_CHECKING:
    from seamark.index.service import Service


_Changed: TypeAlias = tuple[Port, tuple[Edit, ...], str]
"""A call, the edits that give it another key, and that key."""
MOST_ALONE = 10
"""So many calls are tried one by one, if they cannot be changed together."""
MOST_TOGETHER = 20
"""So many calls are given keys of several contracts."""


def edits_for_key(service: Service, port: Port, key: str) -> tuple[Edit, ...] | None:
    """The edits after which a call has another key, and nothing else says anything else; None if there are none."""
    return next((edits for edits in _ways(service, port, key) if _lead(service, [(port, edits, key)])), None)


def edits_for_calls(service: Service, calls: Iterable[Port], key: str) -> dict[Port, tuple[Edit, ...]]:
    """The edits for each of these calls that can be changed so; after all of them nothing else says anything else."""
    written = _nearest(service, ((one, key) for one in calls))
    if _lead(service, written):
        return {one: edits for one, edits, _ in written}
    alone = [(one, edits_for_key(service, one, key) or (), key) for one, _, _ in written[:MOST_ALONE]]
    leading = [(one, edits, key) for one, edits, _ in alone if edits]
    return {one: edits for one, edits, _ in leading} if _lead(service, leading) else {}


def edits_for_keys(service: Service, wanted: Collection[tuple[Port, str]]) -> dict[Port, tuple[Edit, ...]]:
    """The edits for calls that each get a key of their own; none unless all that are written out can be changed so.

    They are tried once, all together: editors ask for them by themselves, as soon as the cursor is there.
    """
    written = _nearest(service, wanted) if len(wanted) <= MOST_TOGETHER else []
    return {one: edits for one, edits, _ in written} if _lead(service, written) else {}


def _nearest(service: Service, wanted: Iterable[tuple[Port, str]]) -> list[_Changed]:
    """The calls whose text can be made that of another key, each in the nearest way."""
    nearest = [(one, next(_ways(service, one, key), ()), key) for one, key in wanted]
    return [one for one in nearest if one[1]]


def _ways(service: Service, port: Port, key: str) -> Iterator[tuple[Edit, ...]]:
    """The edits that may give a call another key: its path, where that is written out, and its verb at some place."""
    (old, _, path), (new, _, other) = (one.partition(" ") for one in (port.key, key))
    data = service.text(port.path) or b""
    moved = _path(data, port, key) if path != other else None
    if path == other or moved is not None:
        ways: Iterable[tuple[Edit, ...]] = [()] if old == new else ((one,) for one in verb_edits(data, port, key))
        tried = ((*way, moved) if moved is not None else way for way in ways)
        yield from (edits for edits in tried if edits)


def _path(data: bytes, port: Port, key: str) -> Edit | None:
    """What makes the path of a call that of another key, if what differs is written word for word in both."""
    old, new = ([*one.partition(" ")[2].strip("/").split("/")] for one in (port.key, key))
    begin = _count_shared_items(old, new)
    behind = _count_shared_items(old[begin:][::-1], new[begin:][::-1])
    gone, came = (one[begin : len(one) - behind] for one in (old, new))
    if any("{}" in one for one in (*gone, *came)):
        return None
    written = {one.after: one.place for one in segments(port, data)}
    text = "/".join(came)
    if not gone:
        at = _where_to_add(port, data, written, behind)
        return None if at is None else Edit(Place(port.path, at, at), f"/{text}")
    first, last = written.get(len(old) - 1 - begin), written.get(behind)
    if first is None or last is None or (not came and not data.startswith(b"/", first.start - 1)):
        return None
    return Edit(Place(port.path, first.start - (not came), last.end), text)


def _where_to_add(port: Port, data: bytes, written: Mapping[int, Place], behind: int) -> int | None:
    """Where a slash and further segments belong that have so many others behind them; None if that cannot be seen."""
    before, following = written.get(behind), written.get(behind - 1)
    if before is not None:
        return before.end
    if not behind:
        return path_end(port, data)
    if following is not None and data.startswith(b"/", following.start - 1):
        return following.start - 1
    return port.start if data.startswith(b"/", port.start) else None


def _count_shared_items(one: Sequence[str], other: Sequence[str]) -> int:
    """How many items two lists begin with that are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(one), len(other)))


def _lead(service: Service, changed: Collection[_Changed]) -> bool:
    """Whether each of these calls has its other key after its edits, and nothing else says anything else."""
    said = Counter(statement(port) for port, _, _ in changed)
    meant = Counter((port.path, port.mechanism, key, port.role) for port, _, key in changed)
    return changes(service, dict.fromkeys(edit for _, edits, _ in changed for edit in edits)) == (said, meant)
