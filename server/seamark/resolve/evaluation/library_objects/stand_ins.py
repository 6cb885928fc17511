"""Interfaces of the workspace that stand for a router of a library.

    type Registrar interface {
        GET(path string, h echo.HandlerFunc, m ...echo.MiddlewareFunc) *echo.Route
    }

Whoever declares a method like those with which the library's routers declare routes, of a path and a handler, and of
what is the library's, means such a router.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seamark.catalogue import UNKNOWN_TYPE, Route, library_of
from seamark.extract import facts
from seamark.resolve.abstract_values import Definition, Made, Place, Symbol, each
from seamark.resolve.evaluation.protocol import Evaluation


def router(evaluator: Evaluation, class_: Definition, identity: tuple[str, str]) -> Made | None:
    """The router that an object of this type is, if it is an interface that stands for one."""
    asked = "stands for", class_
    type_id = evaluator.once(asked, lambda: evaluator.on_behalf_of(class_.path, asked, lambda own: _type(own, class_)))
    return None if type_id is None else Made(type_id, identity)


def _type(evaluator: Evaluation, class_: Definition) -> str | None:
    """The type of router whose methods an interface declares; of several one that need not serve by itself."""
    known, methods = evaluator.catalogue, list(_declared(evaluator, class_))
    libraries = {library for method, place in methods for library in _libraries(evaluator, method, place)}
    guessed = [method.name for method, _ in methods if known.routes.on(UNKNOWN_TYPE, method.name)]

    def is_meant(type_id: str) -> bool:
        rows = ((method, row, place) for method, place in methods for row, _ in known.routes.on(type_id, method.name))
        declares = any(_takes_handler(evaluator, method, row, place) for method, row, place in rows)
        return declares and all(known.states(type_id, name) for name in guessed)

    routers = (type_id for type_id, kind in known.types.items() if kind.role == "router")
    found = [type_id for type_id in routers if library_of(type_id) in libraries and is_meant(type_id)]
    return min(found, key=lambda type_id: known.types[type_id].root, default=None)


def _declared(evaluator: Evaluation, class_: Definition) -> Iterator[tuple[facts.Definition, Place]]:
    """The methods that an interface declares, and those that it has of others, each with the place of its types."""
    for one in evaluator.with_bases(class_):
        found_at = evaluator.project.locate(one)
        if found_at is None:
            continue
        for method in evaluator.project.within(*found_at):
            definition = evaluator.project.definition(found_at[0], method)
            if definition.abstract and definition.kind == "method":
                yield definition, Place(one.path, definition.parent)


def _libraries(evaluator: Evaluation, method: facts.Definition, place: Place) -> Iterator[str]:
    """The libraries of which something is taken or given by a method."""
    types = [one.type for one in method.parameters]
    for symbol in (one for kind in (*types, method.return_type) for one in _symbols(evaluator, kind, place)):
        yield from evaluator.catalogue.libraries_of(symbol)


def _symbols(evaluator: Evaluation, kind: facts.Value | None, place: Place) -> Sequence[str]:
    meant = () if kind is None else each(evaluator.value(kind, place))
    return [one.name for one in meant if isinstance(one, Symbol)]


def _takes_handler(evaluator: Evaluation, method: facts.Definition, row: Route, place: Place) -> bool:
    """Whether a method takes a text where the path of a route stands, and behind that what may be a handler."""
    if not row.path.isdecimal():
        return False
    taken = [one for one in method.parameters if one.kind != "self"][int(row.path) :]
    if len(taken) < 2 or _symbols(evaluator, taken[0].type, place):
        return False
    symbols = (symbol for one in taken[1:] for symbol in _symbols(evaluator, one.type, place))
    return any(not evaluator.catalogue.is_none(symbol) for symbol in symbols)
