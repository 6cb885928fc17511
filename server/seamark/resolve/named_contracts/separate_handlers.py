"""Handlers that another call states than the one that names the contract: `consumer.subscribe("orders")`, then
`consumer.run({ eachMessage: handle })`.
"""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import UNKNOWN_TYPE, Handling
from seamark.extract import facts
from seamark.resolve.abstract_values import Definition, Made, Place, Symbol, Text, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis, HandledObject
from seamark.resolve.http.handlers import handlers
from seamark.resolve.workspace_facts.view import last_name


def handler(analysis: FileAnalysis, library: str, made: Made | None) -> Definition | None:
    """The function that handles what is provided on an object, or the only one that the file has for its library."""
    if analysis.handled is None:
        analysis.handled = tuple(_read_all(analysis))
    found = [one for one in analysis.handled if one.library == library]
    own = {one.by for one in found if made is not None and one.on == made.identity}
    functions = own or {one.by for one in found}
    return next(iter(functions)) if len(functions) == 1 else None


def _read_all(analysis: FileAnalysis) -> Iterator[HandledObject]:
    for site in analysis.view.facts.sites:
        call = CallSite(analysis, site.call, Place(analysis.view.path, site.scope), last_name(site.call.callee))
        for row, library, made in _rows(call):
            by = handlers.bound_handler(call, row.handler) if _is_meant(call, row) else None
            if isinstance(by, Definition):
                yield HandledObject(library, by, made.identity if made is not None else None)


def _rows(call: CallSite) -> Iterator[tuple[Handling, str, Made | None]]:
    """The rows for a call, their libraries, and the object that it is on."""
    known, callee = call.analysis.catalogue.handling, call.call.callee
    if call.name not in call.analysis.catalogue.handing:
        return
    if isinstance(callee, facts.Member):
        made = call.object_of(callee.of)
        rows = known.on(made.type if made is not None else UNKNOWN_TYPE, call.name)
        yield from ((row, library, made) for row, library in rows if made is not None or call.analysis.imports(library))
    for option in each(call.meaning(callee)):
        if isinstance(option, Symbol):
            yield from ((row, library, None) for row, library in known.of(option.name))


def _is_meant(call: CallSite, row: Handling) -> bool:
    given = ((call.argument(spec), text) for spec, text in row.where.items())
    return all(meaning is not None and Text((text,)) in each(meaning) for meaning, text in given)
