"""Functions that keep a path with what handles it, for a handler that looks for the path of a request among those.

entry->path = strdup(path); entry->handler = handler;

What they keep is a route if the file looks for it: it compares the path of a request with what is kept, or makes of
that path what it makes of those that it keeps; and it calls what is kept. Their callers state the routes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Definition, Instance, Parameter, ParameterPart, Place, Text, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import RouteEffect, Router, Span, StatedEffect, with_handler
from seamark.resolve.http import verbs
from seamark.resolve.wrappers import registrars

from . import comparisons, request_paths

Object: TypeAlias = tuple[int, str]
"""An object of which a function sets the fields: the function, and the object as it is written."""


class _StoredPath(Struct, frozen=True):
    """A field that a function sets to what it is given, or to what a call `makes` of that alone.

    `classes` are those of which the object may be, as far as that is known.
    """

    field: facts.Member
    parameter: Parameter
    makes: str
    classes: frozenset[Definition]


class _Lookup(Struct, frozen=True):
    """How what is kept is looked for: by a comparison of which library, and what wildcards mean to it.

    What is kept is stated as it is where all that begins with it is handled, too: as with libraries' own functions.
    """

    library: str
    wildcards: tuple[tuple[str, str], ...] = ()


def read_all(analysis: FileAnalysis) -> None:
    """Add the functions of which callers state the routes that they keep."""
    if not analysis.gets_paths:
        return
    for (scope, _), kept in _objects(analysis).items():
        called = [one for one in kept if not one.makes and one.field.name in analysis.view.facts.called]
        for path in kept if len(called) == 1 else ():
            sought = None if path == called[0] else _lookup_of(analysis, path)
            if sought is not None:
                others = (one.parameter for one in kept if one not in (path, called[0]))
                text = Text((ParameterPart(path.parameter.owner, path.parameter.index),))
                effect = RouteEffect(
                    router=Router((analysis.view.path, analysis.view.key(scope))),
                    verbs=(verbs.ANY,),
                    paths=(text,),
                    framework=sought.library,
                    wildcards=sought.wildcards,
                    beside=tuple(ParameterPart(one.owner, one.index) for one in others),
                    kept=True,
                )
                span = Span(path.field.start, path.field.end, scope)
                registrars.note_routes(analysis, [StatedEffect(with_handler(effect, called[0].parameter), span)])


def _objects(analysis: FileAnalysis) -> dict[Object, list[_StoredPath]]:
    """The objects in which functions keep several of the things that they are given."""
    found: dict[Object, list[_StoredPath]] = defaultdict(list)
    for one in analysis.view.facts.assignments:
        kept = _stored_path(analysis, one) if one.scope != MODULE else None
        if kept is not None:
            found[one.scope, _written_form(one.target.of)].append(kept)
    return {of: kept for of, kept in found.items() if len(kept) > 1}


def _stored_path(analysis: FileAnalysis, one: facts.Assignment) -> _StoredPath | None:
    place = Place(analysis.view.path, one.scope)
    own = Definition(analysis.view.path, analysis.view.key(one.scope))
    options: list[tuple[facts.Value, str]] = [(one.value, "")]
    match one.value:
        case facts.Call(callee=facts.Name(name=name), arguments=(facts.Argument(value=facts.Name() as made_of),)):
            options.append((made_of, name))
    for value, makes in options:
        for owner, index in request_paths.parameters(analysis.evaluator.meaning(value, place)):
            if owner == own:
                return _StoredPath(one.target, Parameter(owner, index), makes, _classes(analysis, one.target.of, place))
    return None


def _classes(analysis: FileAnalysis, of: facts.Value, place: Place) -> frozenset[Definition]:
    while isinstance(of, facts.Element):
        of = of.of  # An array is declared to be of what it holds.
    found = each(analysis.evaluator.meaning(of, place))
    return frozenset(one.of for one in found if isinstance(one, Instance))


def _written_form(value: facts.Value) -> str:
    """An object by how it is written: `entry`, `server->entries[n]`."""
    match value:
        case facts.Name(name=name):
            return name
        case facts.Member(of=of, name=name):
            return f"{_written_form(of)}.{name}"
        case facts.Element(of=of):
            return f"{_written_form(of)}[]"
    return ""


def _lookup_of(analysis: FileAnalysis, path: _StoredPath) -> _Lookup | None:
    """How the file looks for the path of a request among those that are kept; None if it does not."""
    return next(_made_alike(analysis, path.makes) if path.makes else _field_comparisons(analysis, path), None)


def _field_comparisons(analysis: FileAnalysis, kept: _StoredPath) -> Iterator[_Lookup]:
    """The comparisons of a request's path with this field of what may be such an object."""
    for site, row, library, path in analysis.notes(comparisons.Comparisons):
        for of, value, _ in comparisons.sides(site, row, path):
            if isinstance(value, facts.Member) and value.name == kept.field.name:
                classes = _classes(analysis, value.of, site.place)
                if classes and kept.classes and classes.isdisjoint(kept.classes):
                    continue
                compared = comparisons.compares_path(site, row, library, of, is_stated=False)
                compared = compared or next(_libraries_carrying(analysis, site, value), "")
                if compared:
                    yield _Lookup(compared, tuple(row.wildcards.items()))


def _libraries_carrying(analysis: FileAnalysis, site: CallSite, kept: facts.Member) -> Iterator[str]:
    """The libraries of which an object has the request's path in a field that is compared with what is kept."""
    given = (one.value for one in site.call.arguments)
    fields = {value.name for value in given if isinstance(value, facts.Member) and value != kept}
    for one in analysis.view.facts.assignments:
        if one.target.name in fields and one.scope != MODULE:
            meaning = analysis.evaluator.meaning(one.value, Place(analysis.view.path, one.scope))
            brought = request_paths.library(analysis, meaning)
            if brought:
                yield brought


def _made_alike(analysis: FileAnalysis, function: str) -> Iterator[_Lookup]:
    """Where this function, which makes what is kept, is given the path of a request alone."""
    for one in analysis.view.facts.bindings:
        match one.value:
            case facts.Call(callee=facts.Name(name=name), arguments=(facts.Argument(value=facts.Name() as of),)):
                place = Place(analysis.view.path, one.scope)
                meaning = analysis.evaluator.meaning(of, place) if name == function else None
                brought = request_paths.library(analysis, meaning) if meaning is not None else ""
                if brought:
                    yield _Lookup(brought)
