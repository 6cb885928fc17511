"""Routes that are the keys of an object: a call is given it, with what answers each path, or each verb of a path."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import DEFAULT, RouteTable
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.keys import ANY_VERB
from seamark.resolve.abstract_values import UNKNOWN, Definition, Meaning, Place, Symbol, Text, each, records
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import RouteFound, Router
from seamark.resolve.partial_texts.urls import looks_like_url

from .handlers import handlers
from .object_entries import Entry, entries
from .verbs import IN_CAPITALS


def read(site: CallSite, row: RouteTable, library: str) -> None:
    """Read a call that is given an object with paths as its keys."""
    value, given = site.found_argument(row.routes)
    for one in entries(site, given or UNKNOWN, value or site.call):
        answered = site.analysis.evaluator.meaning(one.value, one.place)
        if _is_page(answered, row.pages):
            continue
        by_verb = {verb: entry for entry in entries(site, answered, one.at) for verb in _verbs(entry)}
        if not by_verb and records(answered):
            continue
        for path in filter(looks_like_url, one.keys):
            for verb, entry in by_verb.items() or ((ANY_VERB, one),):
                _note(site, library, path, verb, entry)


def _note(site: CallSite, library: str, path: Text, verb: str, answering: Entry) -> None:
    handler = handlers.handler_of(site.analysis, answering.value, answering.place)
    span = contract_spans.of_function(site, answering.at) or contract_spans.span(site, answering.at)
    by = handler if isinstance(handler, Definition) else None
    router = Router(site.identity, root=True)
    site.analysis.routes.append(RouteFound(router, (verb,), (path,), by, span, library))


def read_exported(analysis: FileAnalysis) -> None:
    """Read what the file exports by default as what such a call is given."""
    for row, library in analysis.catalogue.exported_tables:
        is_used = analysis.imports_from(analysis.catalogue.library(library).modules)
        for export in (analysis.view.facts.exports or ()) if is_used else ():
            if export.name == DEFAULT and isinstance(export.value, facts.Object):
                call = facts.Call(facts.Hole(), (facts.Argument("", export.value),), False, export.start, export.end)
                read(CallSite(analysis, call, Place(analysis.view.path, MODULE), ""), row, library)


def _verbs(entry: Entry) -> Iterator[str]:
    """The verbs that the keys of an entry are."""
    yield from (key.known_string for key in entry.keys if key.known_string in IN_CAPITALS)


def _is_page(answered: Meaning, endings: tuple[str, ...]) -> bool:
    """Whether what stands under a path is a file that is imported, with one of these endings."""
    return any(isinstance(one, Symbol) and one.name.endswith(endings) for one in each(answered))
