"""Verbs and handlers that an object carries to the route that it is given to: `get(show).post(create)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from seamark.extract import facts
from seamark.resolve.arguments import argument, written
from seamark.resolve.meaning import Definition, Made, Parameter, Place, Said, Text, each

from . import handlers, verbs
from .finder import Finder

Served: TypeAlias = tuple[tuple[Text, ...], Definition | Parameter | None]
"""Verbs, and what answers them, if that is known."""


def served(finder: Finder, library: str, spec: str, call: facts.Call, place: Place) -> Iterator[Served]:
    """What the object of this library that is the argument `spec` carries."""
    given = argument(finder.evaluator, call, spec, place)
    for option in each(given) if given is not None else ():
        if isinstance(option, Made) and option.type.startswith(f"{library}."):
            yield from _said(finder, option.said)


def verbs_of(finder: Finder, made: Made) -> tuple[Text, ...]:
    """The verbs of the routes that are declared on an object."""
    stated = (one for one in made.said if one.row.verb or one.row.verbs)
    return tuple(v for one in stated for v in verbs.texts_of(finder, one.row, one.called, one.call, one.place))


def _said(finder: Finder, said: tuple[Said, ...]) -> list[Served]:
    stated: list[Served] = []
    for one in said:
        value = written(one.call, one.row.handler) if one.row.handler else None
        handler = None if value is None else handlers.given(finder, value, one.place)
        asked = verbs.texts_of(finder, one.row, one.called, one.call, one.place)
        if one.row.verb or one.row.verbs or not stated:
            stated.append((asked, handler))
        else:
            stated = [(before, known or handler) for before, known in stated]
    return stated
