"""Requests in loops: whether the items of the list are names of routes, or values of a path's parameter.

    for (const name of ["users", "teams"]) fetch(`/api/${name}`)         names: GET /api/users and GET /api/teams
    for (const id of ["7f3a", "91c2"]) fetch(`/api/users/${id}/mail`)     values: GET /api/users/{}/mail

An item with more of the path behind it is a value. At the path's end, items are names if all of them are words.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from seamark.resolve.abstract_values import Place, Text
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.partial_texts.last_parameter import is_name
from seamark.resolve.partial_texts.texts import texts


def for_all(site: CallSite) -> CallSite | None:
    """A call as it is for all items of the loops around it, if it is read for one."""
    place = Place(site.place.path, site.place.scope)
    return replace(site, place=place) if site.place.rounds else None


def are_values(site: CallSite, urls: Iterable[Text], otherwise: Iterable[Text]) -> bool:
    """Whether the items that a call is read for are values in its URLs, which are `otherwise` for all items."""
    holes = [text.raw().partition("?")[0].split("/") for text in otherwise]
    found = [text.raw().partition("?")[0].split("/") for text in urls]
    return bool(found) and all(any(_holds_value(site, one, with_holes) for with_holes in holes) for one in found)


def _holds_value(site: CallSite, segments: list[str], holes: list[str]) -> bool:
    differing = [at for at, pair in enumerate(zip(segments, holes, strict=False)) if pair[0] != pair[1]]
    if len(segments) != len(holes) or not differing or any(holes[at] != "{}" for at in differing):
        return False
    return differing[0] < len(holes) - 1 or not _all_names(site)


def _all_names(site: CallSite) -> bool:
    """Whether each text among the items is a word."""
    evaluator, place = site.analysis.evaluator, Place(site.place.path, site.place.scope)
    listed = (item for element in site.place.rounds for item in evaluator.items(evaluator.meaning(element.of, place)))
    return all(text.known_string is None or is_name(text.known_string) for item in listed for text in texts(item))
