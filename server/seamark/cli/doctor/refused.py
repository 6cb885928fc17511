"""What to say of what looks like contracts, and is none as far as Seamark can read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seamark.cli.refusals import Place, advice, describe_refused
from seamark.cli.tables import quantity
from seamark.index.reports import RefusedGroup

from .check import Check

_MOST = 5
"""So many groups are told one by one."""


def checks(refused: Sequence[RefusedGroup], place: Place) -> Iterator[Check]:
    """What to say of what was refused, those of most places first."""
    for one in refused[:_MOST]:
        yield Check("note", describe_refused(one, place), list(advice(one)))
    others = refused[_MOST:]
    if others:
        places = sum(len(one.places) for one in others)
        named = ", ".join(f"`{one.names[0]}`" for one in others[:_MOST])
        yield Check(
            "note", f"the same applies to {quantity(places, 'place')} of {named}{', …' if others[_MOST:] else ''}"
        )
