"""Classes that answer paths which are called like them and their methods: `/user/index` by `actionIndex`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from seamark.catalogue import Convention
from seamark.extract.facts import MODULE
from seamark.keys import ANY_VERB
from seamark.patterns import regex
from seamark.resolve.abstract_values import Definition, Place, Symbol, Text, each, record_entries, records
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.calls.arguments import argument_items
from seamark.resolve.findings import Offer, RouteFound, Router, Span
from seamark.resolve.named_contracts.provider_classes import inherits_exported
from seamark.resolve.partial_texts.texts import texts

from .verbs import verbs_among

_WORD = regex(r"(?<!^)(?=[A-Z])")
_ANY = (ANY_VERB,)


def read_all(analysis: FileAnalysis) -> None:
    """Add the routes of all such classes in the file."""
    view = analysis.view
    for index, own in enumerate(view.facts.definitions) if analysis.catalogue.conventions else ():
        if own.kind != "class" or not own.bases or not (view.triggered or inherits_exported(analysis, own)):
            continue
        class_ = Definition(view.path, view.key(index))
        rows = (analysis.catalogue.conventions.get(one.name) for one in _library_bases(analysis, class_))
        row, library = next(filter(None, rows), (None, ""))
        if row is not None:
            analysis.offers.add(Offer(own.name, own.name))  # Others may inherit from it.
            path = None if own.abstract else _path(analysis, row, index)
            analysis.routes += () if path is None else _routes(analysis, row, library, index, path)


def _library_bases(analysis: FileAnalysis, class_: Definition) -> Iterator[Symbol]:
    yield from (one for one in analysis.evaluator.lineage(class_) if isinstance(one, Symbol))


def _path(analysis: FileAnalysis, row: Convention, index: int) -> str | None:
    """The path of a class, by its name and its file's folders; None if it stands where such classes answer nothing."""
    spaces = analysis.view.path.split("/")[:-1]
    called = _words_of_name(row.classes, analysis.view.facts.definitions[index].name)
    if called is None or row.within not in spaces:
        return None
    at = len(spaces) - spaces[::-1].index(row.within)
    modules = (part for before, part in pairwise(spaces[: at - 1]) if before == row.modules)
    return "/" + "/".join((*modules, *spaces[at:], called))


def _routes(analysis: FileAnalysis, row: Convention, library: str, index: int, path: str) -> Iterator[RouteFound]:
    view, own = analysis.view, analysis.view.facts.definitions[index]
    class_ = Definition(view.path, view.key(index))
    router = Router((view.path, f"@{library} {class_.key}"), root=True)
    answered = dict(_verbs_by_method(analysis, row, class_))
    for method in analysis.evaluator.methods(class_):
        of, answering = analysis.project.whereabouts(method)
        called = _words_of_name(row.methods, method.name)
        if called is None:
            continue
        definition = analysis.project.definition(of, answering)
        if definition.hidden or definition.static:
            continue
        # What it inherits from another file is stated by its own name.
        stated, at = (definition, answering) if method.path == view.path else (own, index)
        span = Span(stated.name_start, stated.name_end, at)
        paths = (Text((f"{path}/{called}",)), *((Text((path,)),) if called == row.index else ()))
        for verb in answered.get(called, _ANY):
            yield RouteFound(router, (verb,), paths, method, span, library)


def _words_of_name(pattern: str, name: str) -> str | None:
    """The part of a name that a pattern leaves open, in words joined by `-`; None for what is not called so."""
    before, _, after = pattern.partition("{}")
    inner = name.removeprefix(before).removesuffix(after)
    is_called = name == f"{before}{inner}{after}" and inner[:1].isupper()
    return _WORD.sub("-", inner).lower() if is_called else None


def _verbs_by_method(
    analysis: FileAnalysis, row: Convention, class_: Definition
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The verbs that a class says its methods answer at most, by their names in paths."""
    evaluator = analysis.evaluator
    method = evaluator.method(class_, row.guards) if row.guards else None
    given = None if method is None else evaluator.outcome(method, Place(method.path, MODULE))
    guards = (
        guard for entry, place in record_entries(given) for guard in records(evaluator.meaning(entry.value, place))
    )
    for guard in guards:
        kinds = each(evaluator.entry(guard, row.kind) or guard)
        if any(isinstance(kind, Symbol) and kind.name == row.guard for kind in kinds):
            for entry, place in record_entries(evaluator.entry(guard, row.verbs)):
                items = argument_items(evaluator, evaluator.meaning(entry.value, place))
                stated = (text.known_string or "" for item in items for text in texts(item))
                yield entry.key, verbs_among(stated) or _ANY
