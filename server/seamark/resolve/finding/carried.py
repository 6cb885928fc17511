"""Verbs and handlers that an object carries to the route that it is given to: `get(show).post(create)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from seamark.resolve.meaning import Definition, Made, Parameter, Said, Text, each

from . import handlers, verbs
from .call_site import CallSite
from .finder import Finder

Served: TypeAlias = tuple[tuple[Text, ...], Definition | Parameter | None]
"""Verbs, and what answers them, if that is known."""


def served(site: CallSite, library: str, spec: str) -> Iterator[Served]:
    """What the object of this library that is the argument `spec` carries."""
    given = site.argument(spec)
    for option in each(given) if given is not None else ():
        if isinstance(option, Made) and option.type.startswith(f"{library}."):
            yield from _said(site.finder, option.said)


def verbs_of(finder: Finder, made: Made) -> tuple[Text, ...]:
    """The verbs of the routes that are declared on an object."""
    stated = (one for one in made.said if one.row.verb or one.row.verbs)
    return tuple(verb for one in stated for verb in verbs.texts_of(_site(finder, one), one.row))


def _site(finder: Finder, said: Said) -> CallSite:
    return CallSite(finder, said.call, said.place, said.called)


def _said(finder: Finder, said: tuple[Said, ...]) -> list[Served]:
    stated: list[Served] = []
    for one in said:
        site = _site(finder, one)
        value = site.written(one.row.handler)
        handler = None if value is None else handlers.given(finder, value, one.place)
        asked = verbs.texts_of(site, one.row)
        if one.row.verb or one.row.verbs or not stated:
            stated.append((asked, handler))
        else:
            stated = [(before, known or handler) for before, known in stated]
    return stated
