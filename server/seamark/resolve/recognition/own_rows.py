"""What a project says of its own in `seamark.toml`: which calls, decorators, attributes and lists state contracts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from seamark.catalogue import DECORATED, OWN, OwnRow, Request, Route
from seamark.catalogue.path_takers import PATH_KEYS
from seamark.extract import facts
from seamark.extract.facts import MACRO
from seamark.resolve.abstract_values import Bound, Definition, Instance, Parameter, Place, Symbol, each, function_of
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import Router
from seamark.resolve.http import requests, routers, routes, verbs

from . import bound_functions, shapes
from .shapes import Field


def read(site: CallSite) -> bool:
    """Read a call that is one of those of which the project says what they state; False if it is none."""
    rows = site.analysis.catalogue.own.get(site.name.removesuffix(MACRO), ())
    found = [_read_row(site, row) for row in rows if _is_meant(site, row)]
    return any(found)


def read_lists(analysis: FileAnalysis) -> None:
    """Read the rows of the lists of which the project says what these state."""
    known = analysis.catalogue.own
    for listed in shapes.lists(analysis.view) if known and analysis.view.triggered else ():
        for row in known.get(listed.name, ()):
            for item in listed.value.items:
                given = tuple(
                    facts.Argument("" if one.name.isdigit() else one.name, one.value) for one in shapes.fields(item)
                )
                if given and isinstance(item, facts.Call | facts.List | facts.Object):
                    call = facts.Call(facts.Hole(), given, False, item.start, item.end)
                    _read_row(CallSite(analysis, call, Place(analysis.view.path, listed.scope), listed.name), row)


def _read_row(site: CallSite, row: OwnRow) -> bool:
    fields = list(_fields(site.call))
    looks = (_is_path, _is_called_path, _may_be_path)
    path = row.path or next((spec for fits in looks if (spec := _first(fields, fits))), "")
    verb, asked = _verb(site, row, fields)
    if row.requests:
        return requests.request(site, Request(url=path, verb=verb, verbs=asked, verb_in_url=True), OWN, None)
    handler = row.handler or (DECORATED if site.decorated is not None else _last_function(site, fields))
    return routes.route(site, Route(path=path, verb=verb, verbs=asked, handler=handler), OWN, _router(site))


def _router(site: CallSite) -> Router:
    """The router of a route: that of the class around, of what it decorates, or of what it is called on."""
    if site.decorated is None:
        return Router(routers.unknown_router(site))
    function = Definition(site.place.path, site.analysis.view.key(site.decorated))
    own = routers.controller(site.analysis, site.decorated)
    return own or Router(routers.decorator_router(function, OWN), root=True)


# Which calls are meant


def _is_meant(site: CallSite, row: OwnRow) -> bool:
    """Whether what a call calls has the whole name."""
    if "." not in row.name:
        return True
    return any(f".{name}".endswith(f".{row.name}") for name in _names(site))


def _names(site: CallSite) -> Iterator[str]:
    """The names of what is called: as it is written, and as it is defined."""
    callee = site.call.callee
    yield _written_name(callee)
    for one in each(site.meaning(callee)):
        match one:
            case Definition() | Bound():
                yield _definition_name(function_of(one))
            case Symbol(name=name):
                yield _dotted_name(name)
    if not isinstance(callee, facts.Member):
        return
    for one in each(site.meaning(callee.of)):
        match one:
            case Instance(of=of):
                yield f"{_definition_name(of)}.{callee.name}"
            case Symbol(name=name) | Parameter(type=Symbol(name=name)):
                yield f"{_dotted_name(name)}.{callee.name}"


def _dotted_name(symbol: str) -> str:
    """A symbol's name; what a class makes goes by the name of that."""
    return symbol.replace("()", "").replace("/", ".")


def _written_name(callee: facts.Value) -> str:
    match callee:
        case facts.Member(of=of, name=name):
            return f"{_written_name(of)}.{name.removesuffix(MACRO)}"
        case facts.Name(name=name):
            return name.removesuffix(MACRO)
    return ""


def _definition_name(definition: Definition) -> str:
    """A definition's name behind that of its file, without the file's ending."""
    stem = definition.path.rpartition(".")[0].replace("/", ".")
    return f"{stem}.{definition.key}"


# What stands where


def _fields(call: facts.Call) -> Iterator[tuple[str, Field]]:
    """What a call is given, and what is in objects among that, each with the name of that argument in tables."""
    position = 0
    for one in call.arguments:
        spec = one.name or str(position)
        position += not one.name
        yield spec, Field(one.name, one.value)
        if isinstance(one.value, facts.Object):
            yield from ((f"{spec}.{entry.key}", Field(entry.key, entry.value)) for entry in one.value.entries)


def _first(fields: Sequence[tuple[str, Field]], fits: Callable[[Field], bool]) -> str:
    return next((spec for spec, one in fields if fits(one)), "")


def _is_path(one: Field) -> bool:
    return any(shapes.paths([one]))


def _is_called_path(one: Field) -> bool:
    return one.name.lower() in PATH_KEYS


def _may_be_path(one: Field) -> bool:
    """Whether it may be a path that another place states."""
    return not one.name and not _is_verb(one) and not isinstance(one.value, facts.Function)


def _is_verb(one: Field) -> bool:
    return any(shapes.verbs_in([one]))


def _verb(site: CallSite, row: OwnRow, fields: Sequence[tuple[str, Field]]) -> tuple[str, str]:
    """The verb of a call if it is known without it, and the argument that says it."""
    if row.verb:
        return (row.verb, "") if row.verb.isupper() else ("", row.verb)
    stated = _first(fields, _is_verb)
    by_name = "DELETE" if site.name.lower() in _DELETING else verbs.verb_in_name("name", site.name)
    return ("", stated) if stated or by_name == "ANY" else (by_name, "")


_DELETING = ("del", "remove", "destroy")
"""What is called that deletes, besides by the verb itself."""


def _last_function(site: CallSite, fields: Sequence[tuple[str, Field]]) -> str:
    found = [spec for spec, one in fields if any(bound_functions.functions(site.analysis, one.value, site.place))]
    return found[-1] if found else ""
