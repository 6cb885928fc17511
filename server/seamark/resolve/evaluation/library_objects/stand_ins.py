"""Interfaces of the workspace that stand for a router of a library.

    type Registrar interface {
        GET(path string, h echo.HandlerFunc, m ...echo.MiddlewareFunc) *echo.Route
    }

Whoever declares a method like those with which the library's routers declare routes, of a path and a handler, and of
what is the library's, means such a router.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from seamark.catalogue import UNKNOWN_TYPE, library_of
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
    known, methods = evaluator.catalogue, list(_declared_methods(evaluator, class_))
    if known.words.isdisjoint(method.name for method, _ in methods):
        return None
    routers = [type_id for type_id, kind in known.types.items() if kind.role == "router"]
    declared = {type_id: rows for type_id in routers if (rows := list(_taken_from_path(evaluator, methods, type_id)))}
    if not declared:
        return None
    libraries = {library for method, place in methods for library in _libraries(evaluator, method, place)}
    guessed = [method.name for method, _ in methods if known.routes.on(UNKNOWN_TYPE, method.name)]

    def is_meant(type_id: str) -> bool:
        declares = any(_takes_handler(evaluator, taken, place) for taken, place in declared[type_id])
        return declares and all(known.states(type_id, name) for name in guessed)

    found = [type_id for type_id in declared if library_of(type_id) in libraries and is_meant(type_id)]
    return min(found, key=lambda type_id: known.types[type_id].root, default=None)


def _taken_from_path(
    evaluator: Evaluation, methods: Iterable[tuple[facts.Definition, Place]], type_id: str
) -> Iterator[tuple[Sequence[facts.Parameter], Place]]:
    """The parameters from the path on, and there are more than it, of methods named as those that declare routes."""
    for method, place in methods:
        for row, _ in evaluator.catalogue.routes.on(type_id, method.name):
            own = [one for one in method.parameters if one.kind != "self"]
            taken = own[int(row.path) :] if row.path.isdecimal() else []
            if len(taken) > 1:
                yield taken, place


def _declared_methods(evaluator: Evaluation, class_: Definition) -> Iterator[tuple[facts.Definition, Place]]:
    """The methods that an interface declares, and those that it has of others, each with the place of its types."""
    for one in evaluator.with_bases(class_):
        view, index = evaluator.project.whereabouts(one)
        for method in evaluator.project.within(view, index):
            definition = evaluator.project.definition(view, method)
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


def _takes_handler(evaluator: Evaluation, taken: Sequence[facts.Parameter], place: Place) -> bool:
    """Whether a method takes a text as the path of a route, and behind that what may be a handler."""
    if _symbols(evaluator, taken[0].type, place):
        return False
    symbols = (symbol for one in taken[1:] for symbol in _symbols(evaluator, one.type, place))
    return any(not evaluator.catalogue.is_none(symbol) for symbol in symbols)
