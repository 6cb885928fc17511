"""Routes that are the keys of an object: a call is given it, with what answers each path, or each verb of a path."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from seamark.catalogue import DEFAULT, VERBS, RouteTable
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Definition, Meaning, Place, Record, Symbol, Text, each
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import RouteFound, Router
from seamark.resolve.partial_texts.texts import texts
from seamark.resolve.partial_texts.urls import looks_like_url

from .handlers import handlers

MAX_DEPTH = 8
ANY = "ANY"


class _Entry(NamedTuple):
    """What stands under a key; `at` is the expression of the reading file that gives it."""

    key: Text
    value: facts.Value
    place: Place
    at: facts.Value


def read(site: CallSite, row: RouteTable, library: str) -> None:
    """Read a call that is given an object with paths as its keys."""
    value, given = site.found_argument(row.routes)
    router = Router(site.identity, root=True)
    for path in _entries(site, given, value or site.call):
        answered = site.analysis.evaluator.meaning(path.value, path.place)
        if not looks_like_url(path.key) or _is_page(answered, row.pages):
            continue
        by_verb = {verb: one for one in _entries(site, answered, path.at) if (verb := _verb(one.key))}
        if not by_verb and any(isinstance(one, Record) for one in each(answered)):
            continue
        for verb, one in by_verb.items() or ((ANY, path),):
            handler = handlers.given(site.analysis, one.value, one.place)
            span = contract_spans.of_function(site, one.at) or contract_spans.span(site, one.at)
            by = handler if isinstance(handler, Definition) else None
            site.analysis.routes.append(RouteFound(router, (verb,), (path.key,), by, span, library))


def read_exported(analysis: FileAnalysis) -> None:
    """Read what the file exports by default as what such a call is given."""
    for row, library in analysis.catalogue.exported_tables:
        is_used = analysis.imports_from(analysis.catalogue.library(library).modules)
        for export in (analysis.view.facts.exports or ()) if is_used else ():
            if export.name == DEFAULT and isinstance(export.value, facts.Object):
                call = facts.Call(facts.Hole(), (facts.Argument("", export.value),), False, export.start, export.end)
                read(CallSite(analysis, call, Place(analysis.view.path, MODULE), ""), row, library)


def _entries(site: CallSite, given: Meaning | None, at: facts.Value, depth: int = 0) -> Iterator[_Entry]:
    """What stands under the keys of an object, and of those that are spread into it."""
    evaluator = site.analysis.evaluator
    for option in each(given) if given is not None and depth < MAX_DEPTH else ():
        for entry in option.value.entries if isinstance(option, Record) else ():
            assert isinstance(option, Record)
            here = entry.value if option.place.path == site.place.path else at
            meaning = evaluator.meaning(entry.value, option.place)
            if entry.key == "...":
                yield from _entries(site, meaning, here, depth + 1)
                continue
            named = (
                (Text((entry.key,)),) if entry.named is None else texts(evaluator.meaning(entry.named, option.place))
            )
            yield from (_Entry(key, entry.value, option.place, here) for key in named)


def _verb(key: Text) -> str:
    """The verb that a key is; empty if it is none."""
    return key.known if key.known is not None and key.known.lower() in VERBS and key.known.isupper() else ""


def _is_page(answered: Meaning, endings: tuple[str, ...]) -> bool:
    """Whether what stands under a path is a file that is imported, with one of these endings."""
    return any(isinstance(one, Symbol) and one.name.endswith(endings) for one in each(answered))
