"""What became of the contracts between two times, and which calls break by it.

What a handler is called, and where it stands, is no part of its contract.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from .contracts import NOBODY, Boundary, Call, Contracts, Side

What: TypeAlias = Literal["removed", "changed", "added"]


class Change(Struct, frozen=True):
    """What became of a contract.

    `key` is that of before, or for one that was added the new one, `now` the key of one that has changed, and `differs`
    what has: `verb`, `path`, or the `name`. Providers are those of before, or of what was added; `left` are documents
    that still have a contract which no code serves any more. `breaks` are the calls of now that it served, and that
    are not served as well any more.
    """

    what: What
    mechanism: str
    key: str
    now: str | None
    differs: tuple[str, ...]
    providers: tuple[Side, ...]
    left: tuple[Side, ...]
    breaks: tuple[Call, ...]


class Comparison(Struct, frozen=True):
    """All changes, by what they are and by key; `lost` are calls that nobody serves any more for another reason."""

    changes: tuple[Change, ...]
    lost: tuple[Call, ...]

    @property
    def broken_calls(self) -> set[Call]:
        """All calls that break."""
        return {*self.lost, *(call for change in self.changes for call in change.breaks)}


def compare(old: Contracts, new: Contracts) -> Comparison:
    """What makes the new contracts of the old ones."""
    gone = sorted(key for key in old.served if new.by(key) < old.by(key))
    came = sorted(key for key in new.served if old.by(key) < new.by(key))
    pairs = pair_contracts(old, new, gone, came)
    broken = list(_find_broken(old, new))
    changes = [_change_of_gone(old, new, key, pairs.get(key), broken) for key in gone]
    changes += [_change_of_added(new, key) for key in came if key not in pairs.values()]
    told = {call for change in changes for call in change.breaks}
    lost = sorted({call for call, _ in broken if call not in told}, key=_order)
    whats = ("removed", "changed", "added")
    changes.sort(key=lambda change: (whats.index(change.what), change.mechanism, change.key))
    return Comparison(tuple(changes), tuple(lost))


def _change_of_gone(
    old: Contracts,
    new: Contracts,
    key: Boundary,
    now: Boundary | None,
    broken: Iterable[tuple[Call, frozenset[Boundary]]],
) -> Change:
    breaks = sorted({call for call, served in broken if key in served}, key=_order)
    differs = () if now is None else _differing_parts(key, now)
    what: What = "removed" if now is None else "changed"
    left = tuple(sorted(new.served.get(key, ())))
    providers = tuple(sorted(side for side in old.served[key] if not (left and side.document)))
    return Change(what, *key, now and now[1], differs, providers, left, tuple(breaks))


def _change_of_added(new: Contracts, key: Boundary) -> Change:
    return Change("added", *key, None, (), tuple(sorted(new.served[key])), (), ())


def _find_broken(old: Contracts, new: Contracts) -> Iterator[tuple[Call, frozenset[Boundary]]]:
    """The calls of now that are served less well than before, each with what served it then.

    What only a prefix serves that nothing states, and that there was not before, is served by nobody.
    """
    before = {_identity(call): call for call in old.calls}
    for call in new.calls:
        known = before.get(_identity(call))
        by, served = (known.by, known.served) if known is not None else (NOBODY, frozenset[Boundary]())
        if known is None or call.contract in old.served:
            by, served = max(by, old.by(call.contract)), served | {call.contract}
        is_guess = call.prefix is not None and call.prefix not in old.prefixes
        if (NOBODY if is_guess else call.by) < by:
            yield call, served


def _identity(call: Call) -> tuple[Boundary, str, str]:
    """What a call is the same by, whatever its line."""
    return call.contract, call.side.file, call.side.symbol


def _order(call: Call) -> tuple[Side, Boundary]:
    return call.side, call.contract


# --- Which contract became which


class _Evidence(NamedTuple):
    """Why two contracts are one that has changed; the smaller the better."""

    rank: int
    unlike: float
    gone: Boundary
    came: Boundary


def pair_contracts(
    old: Contracts, new: Contracts, gone: Iterable[Boundary], came: Iterable[Boundary]
) -> Mapping[Boundary, Boundary]:
    """The contracts that went, each with what it became, by the best evidence; none is part of two pairs.

    Of both times only `served` counts, and of that only these.
    """
    came = list(came)
    evidence = sorted(one for key in gone for other in came if (one := _evidence(old, new, key, other)) is not None)
    pairs: dict[Boundary, Boundary] = {}
    for one in evidence:
        if one.gone not in pairs and one.came not in pairs.values():
            pairs[one.gone] = one.came
    return pairs


def _evidence(old: Contracts, new: Contracts, gone: Boundary, came: Boundary) -> _Evidence | None:
    rank = _rank(old.served[gone], new.served[came], gone, came) if gone[0] == came[0] else None
    unlike = 1 - SequenceMatcher(None, gone[1], came[1], autojunk=False).ratio()
    return None if rank is None else _Evidence(rank, unlike, gone, came)


def _rank(before: Iterable[Side], now: Iterable[Side], gone: Boundary, came: Boundary) -> int | None:
    """How weak the evidence is that one contract became another; None if there is none.

    One handler is evidence, and so is one of that name in another file if the paths are nearly the same; where no
    handler is known, one file with one path, or with one verb and nearly the same path.
    """
    verb, path = (ours == theirs for ours, theirs in zip(_parts(gone), _parts(came), strict=True))
    near = path or (verb and _is_near(gone[1], came[1]))
    ours, theirs = ({side.handler: side.symbol for side in sides if side.handler} for sides in (before, now))
    if ours.keys() & theirs.keys():
        return 0 if verb else 1 if path else 2
    if gone[0] != "http" or not near:
        return None
    if set(ours.values()) & set(theirs.values()):
        return 3
    if (ours and theirs) or not {side.file for side in before} & {side.file for side in now}:
        return None
    return 4 if path else 5


def _parts(contract: Boundary) -> tuple[str, str]:
    """A contract's verb, which only HTTP has, and its path or name."""
    verb, space, path = contract[1].partition(" ")
    return (verb, path) if contract[0] == "http" and space else ("", contract[1])


def _is_near(one: str, other: str) -> bool:
    """Whether one segment is another one, or one path is the end of the other, or goes on from it with words."""
    ours, theirs = one.partition(" ")[2].split("/")[1:], other.partition(" ")[2].split("/")[1:]
    if len(ours) == len(theirs):
        return sum(a != b for a, b in zip(ours, theirs, strict=True)) == 1 < len(ours)
    shorter, longer = sorted((ours, theirs), key=len)
    more = longer[len(shorter) :]
    is_end = longer[len(longer) - len(shorter) :] == shorter
    is_beginning = longer[: len(shorter)] == shorter and not any("{}" in segment for segment in more)
    return (is_end or is_beginning) and any("{}" not in segment for segment in shorter)


def _differing_parts(gone: Boundary, came: Boundary) -> tuple[str, ...]:
    if gone[0] != "http":
        return ("name",)
    return tuple(name for name, a, b in zip(("verb", "path"), _parts(gone), _parts(came), strict=True) if a != b)
