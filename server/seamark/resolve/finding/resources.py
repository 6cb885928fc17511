"""Calls that declare all routes of a resource at once (`resource('photos', Photos::class)`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from seamark.catalogue import Action, Resource
from seamark.extract import facts
from seamark.resolve.arguments import argument, written
from seamark.resolve.findings import RouteFound, Router
from seamark.resolve.meaning import Bound, Meaning, Place, Record, Text, each
from seamark.resolve.texts import stated
from seamark.resolve.view import last_name

from . import named, spots
from .finder import Finder


def resource(finder: Finder, row: Resource, library: str, router: Router, call: facts.Call, place: Place) -> bool:
    """Read a call as that of a resource; False if it names none."""
    resources = list(_named(finder, row, call, place))
    said = _said(finder, row, call, place)
    actions = finder.known.actions[library]
    for text, value, controller in resources:
        served = list(named.classes(finder, controller, router, place))
        spot = spots.spot(value, call, place.scope, None)
        for name in _meant(row, said):
            action = actions[name]
            path = Text((_path(text.raw(), action, single=row.single, shallow=row.shallow in said),))
            found = (finder.evaluator.member(class_, name, place) for class_ in served)
            handler = next((method.method for method in found if isinstance(method, Bound)), None)
            finder.routes += [RouteFound(router, (verb,), (path,), handler, spot, library) for verb in action.verbs]
    return bool(resources)


def _named(
    finder: Finder, row: Resource, call: facts.Call, place: Place
) -> Iterator[tuple[Text, facts.Value | None, Meaning | None]]:
    """The names of resources, each with where it stands and the controller of it."""
    given = argument(finder.evaluator, call, row.name, place)
    controller = argument(finder.evaluator, call, row.controller, place)
    for option in each(given) if given is not None else ():
        if isinstance(option, Record):
            for entry in option.value.entries:
                name = facts.Literal(entry.key, option.value.start, option.value.end)
                yield Text((entry.key,)), name, finder.evaluator.meaning(entry.value, option.place)
        else:
            for item in finder.evaluator.items(option):
                yield from ((text, written(call, row.name), controller) for text in stated(item))


def _said(finder: Finder, row: Resource, call: facts.Call, place: Place) -> dict[str, frozenset[str]]:
    """What is said of the actions, by the words for it, with the actions that are spoken of."""
    words = (row.only, row.without, row.shallow, *row.more)
    said: dict[str, frozenset[str]] = {}
    for later in finder.view.chained(call):
        if last_name(later.callee) in words:
            given = [finder.evaluator.meaning(one.value, place) for one in later.arguments]
            said[last_name(later.callee)] = frozenset(_texts(finder, given))
    for word in (row.only, row.without) if row.options else ():
        entry = argument(finder.evaluator, call, f"{row.options}.{word}", place)
        if entry is not None:
            said[word] = frozenset(_texts(finder, [entry]))
    return said


def _texts(finder: Finder, given: Iterable[Meaning]) -> Iterator[str]:
    for meaning in given:
        for item in finder.evaluator.items(meaning):
            if isinstance(item, Text) and item.known is not None:
                yield item.known


def _meant(row: Resource, said: dict[str, frozenset[str]]) -> list[str]:
    """The actions that are left by what is said of them."""
    more = (name for word, names in row.more.items() if word in said for name in names)
    actions = dict.fromkeys((*row.actions, *more))
    only, without = said.get(row.only), said.get(row.without, frozenset())
    return [name for name in actions if name not in without and (only is None or name in only)]


def _path(name: str, action: Action, *, single: bool, shallow: bool) -> str:
    """The path of an action on a resource: `photos.comments` is nested, `admin/photos` only stands below a path."""
    base, slash, nested = name.rpartition("/")
    *around, last = nested.split(".")
    above = "" if shallow and action.item else "".join(f"{outer}/{{}}/" for outer in around)
    item = "/{}" if action.item and not single else ""
    return f"{base}{slash}{above}{last}{item}{action.path}"
