"""Files that give lists of routes, by where they stand: `appinfo/routes.php` with `['routes' => […], 'ocs' => […]]`."""

from __future__ import annotations

from seamark.catalogue import RouteFile
from seamark.extract import facts
from seamark.extract.facts import MODULE, ONLY
from seamark.patterns import regex
from seamark.resolve.abstract_values import UNKNOWN, Definition, Place, Record, Sequence, Text, record_entries, records
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import RouteFound, Router, Span
from seamark.resolve.module_resolution.paths import ancestors, join
from seamark.resolve.partial_texts.texts import SLASH, concat, possible_texts
from seamark.resolve.partial_texts.urls import join_url

from .prefixes import configured
from .verbs import route_verb

_NAMED = regex(r"(\w+)#(\w+)")


def read_all(analysis: FileAnalysis) -> None:
    """Add the routes that the file lists, if it is one that does so."""
    path, place = analysis.view.path, Place(analysis.view.path, MODULE)
    for row, library in analysis.catalogue.route_files:
        if f"/{path}".endswith(f"/{row.file}"):
            given = (one.value for one in analysis.view.facts.exports or () if one.name == ONLY)
            for whole in (one for value in given for one in records(analysis.evaluator.meaning(value, place))):
                _read_lists(analysis, row, library, whole)


def _read_lists(analysis: FileAnalysis, row: RouteFile, library: str, whole: Record) -> None:
    """Read the lists of routes, and the resources, of an object."""
    evaluator = analysis.evaluator
    for key, root in row.lists.items():
        listed = evaluator.entry(whole, key) or UNKNOWN
        router = Router((analysis.view.path, f"@{library}"), (configured.below_root(analysis, root),), root=True)
        for item in evaluator.items(listed) if isinstance(listed, Sequence) else ():
            for one in records(item):
                _route(analysis, row, library, one, router)
        for entry, place in record_entries(listed):
            for one in records(evaluator.meaning(entry.value, place)):
                _resource(analysis, row, library, entry.key, one, router)


def _route(analysis: FileAnalysis, row: RouteFile, library: str, one: Record, router: Router) -> None:
    """Read an entry of a list."""
    verb, name = (possible_texts(analysis.evaluator.entry(one, key)) for key in (row.verbs, row.handler))
    served = tuple(map(route_verb, verb)) or ("GET",)
    handler = _handler(analysis, row, name[0].known_string or "") if name else None
    span = _span(row, one)
    routes = (RouteFound(router, served, (path,), handler, span, library) for path in _paths(analysis, row, one))
    analysis.routes.extend(routes)


def _resource(analysis: FileAnalysis, row: RouteFile, library: str, name: str, one: Record, router: Router) -> None:
    """Read an entry of an object of resources."""
    span = _span(row, one)
    for called, action in analysis.catalogue.actions[library].items():
        handler = _handler(analysis, row, f"{name}#{called}")
        for path in _paths(analysis, row, one):
            whole = join_url(path, Text(("{}",))) if action.item else path
            analysis.routes.append(RouteFound(router, action.verbs, (whole,), handler, span, library))


def _paths(analysis: FileAnalysis, row: RouteFile, one: Record) -> list[Text]:
    """The paths of an entry, from their slash on."""
    stated = possible_texts(analysis.evaluator.entry(one, row.path))
    return [text if text.raw().startswith("/") else concat((SLASH, text)) for text in stated]


def _span(row: RouteFile, one: Record) -> Span:
    """Where an entry states its path."""
    at = next((entry.value for entry in one.value.entries if entry.key == row.path), facts.Hole())
    return Span(getattr(at, "start", one.value.start), getattr(at, "end", one.value.end), MODULE)


def _handler(analysis: FileAnalysis, row: RouteFile, named: str) -> Definition | None:
    """The method that a name leads to: `room_api#show` to `RoomApiController::show`."""
    found = _NAMED.fullmatch(named)
    if found is None:
        return None
    class_ = "".join(word[:1].upper() + word[1:] for word in found[1].split("_"))
    first, *others = found[2].split("_")
    method = first + "".join(word[:1].upper() + word[1:] for word in others)
    file = row.controllers.format(class_)
    for around in ancestors(analysis.view.path):
        path = join(around, file)
        if path is not None and analysis.project.exists(path):
            name = file.rpartition("/")[2].partition(".")[0]
            return analysis.evaluator.method(Definition(path, name), method)
    return None
