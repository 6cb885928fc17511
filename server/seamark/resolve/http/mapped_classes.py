"""Classes that the settings of their service put at paths: servlets of `web.xml`."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import VERBS, MappedClass
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Definition, Symbol, Text
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import RouteFound, Router, Span
from seamark.resolve.module_resolution.properties import property_of

from .handlers import answered_verbs

_ALL = "/"
"""The pattern of what answers all that nothing else does."""


def read_all(analysis: FileAnalysis) -> None:
    """Add the routes of all such classes in the file."""
    view = analysis.view
    for index, own in enumerate(view.facts.definitions) if analysis.catalogue.mapped_classes else ():
        if own.kind == "class" and own.bases and not own.abstract and view.triggered:
            class_ = Definition(view.path, view.key(index))
            above = (one.name for one in analysis.evaluator.lineage(class_) if isinstance(one, Symbol))
            rows = filter(None, map(analysis.catalogue.mapped_classes.get, above))
            for row, library in list(rows)[:1]:
                analysis.serves = True
                analysis.routes += _routes(analysis, row, library, index)


def _routes(analysis: FileAnalysis, row: MappedClass, library: str, index: int) -> Iterator[RouteFound]:
    view, own = analysis.view, analysis.view.facts.definitions[index]
    class_ = Definition(view.path, view.key(index))
    said = property_of(
        analysis.project, analysis.catalogue.properties, view.path, f"{_full_name(analysis, class_)} {row.suffix}"
    )
    paths = tuple(Text((one,)) for one in (said or "").split(",") if one not in ("", _ALL))
    names = {row.responders.format(Verb=verb.title()): verb.upper() for verb in VERBS}
    router = Router((view.path, f"@{library} {class_.key}"), root=True)
    span = Span(own.name_start, own.name_end, index)
    for name, method in answered_verbs.has(analysis, class_, names).items() if paths else ():
        yield RouteFound(router, (names[name],), paths, method, span, library)


def _full_name(analysis: FileAnalysis, class_: Definition) -> str:
    """The name of a class, its package before it."""
    spaces = [
        space.value.text
        for space in analysis.project.bindings(analysis.view, MODULE, facts.PACKAGE)
        if isinstance(space.value, facts.Literal)
    ]
    return ".".join((*spaces[:1], *class_.key.split(".")))
