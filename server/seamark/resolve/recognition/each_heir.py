"""Calls in a class that use several fields of which those who inherit from it have their own: read once for each heir.

`requests.get(self.host + self.path)` asks one host for one path for each class that sets both, not each for any.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from seamark.extract import facts
from seamark.resolve.abstract_values import Instance, Text
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.findings import RequestEffect, RequestFound, RouteEffect, RouteFound, Summary
from seamark.resolve.partial_texts.texts import EMPTY

MAX_READ = 16
"""How many heirs a class has at most for each of which its calls are read."""

TWO_BY_TWO = 4
"""So many contracts has a call at least for which two heirs set two fields each."""

Stated = RequestFound | RouteFound | Summary


def stated_contracts(found: Iterable[Stated]) -> set[tuple[Text | str, Text]]:
    """The verbs and paths of what one call states, be it for those who call the function around it."""
    return {contract for one in found for contract in _contracts(one.effect if isinstance(one, Summary) else one)}


def _contracts(stated: object) -> Iterable[tuple[Text | str, Text]]:
    match stated:
        case RequestFound(verbs=verbs, urls=paths) | RequestEffect(verbs=verbs, urls=paths):
            return ((verb, path) for verb in verbs or (EMPTY,) for path in paths)
        case RouteFound(verbs=verbs, paths=paths) | RouteEffect(verbs=verbs, paths=paths):
            return ((verb, path) for verb in verbs or (EMPTY,) for path in paths)
    return ()


def as_heirs_read(site: CallSite) -> list[CallSite]:
    """The call as each class reads it that inherits from the one around it."""
    this = site.meaning(facts.This()) if site.place.this is None else None
    if not isinstance(this, Instance) or this.made is not None:
        return []
    heirs = site.analysis.evaluator.heirs(this.of)
    return [replace(site, place=replace(site.place, this=Instance(one))) for one in heirs if len(heirs) <= MAX_READ]


def leaves_open(site: CallSite) -> bool:
    """Whether others inherit from the class as which a call is read, which may have the fields."""
    this = site.place.this
    return isinstance(this, Instance) and bool(site.analysis.evaluator.heirs(this.of))
