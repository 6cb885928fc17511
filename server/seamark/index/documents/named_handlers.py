"""Functions in source files that documents name."""

from __future__ import annotations

from seamark.documents import Handler
from seamark.extract import facts
from seamark.extract.facts import AFTER_ALL, MODULE
from seamark.resolve.abstract_values import Definition, Place
from seamark.resolve.file_relations import Relations
from seamark.resolve.module_resolution.paths import folder, join
from seamark.resolve.workspace_facts.project import Project
from seamark.source.dialects import DIALECTS

_ENDINGS = tuple(dict.fromkeys(ending for one in DIALECTS for ending in one.extensions))


def find(project: Project, relations: Relations, document: str, handler: Handler) -> Definition | None:
    """The function that a document names, or that what it names is wrapped around: `wrap(show)`."""
    from seamark.resolve.call_sites.file_analysis import FileAnalysis  # A start that finds nothing changed needs none.
    from seamark.resolve.http.handlers.handlers import handler_of

    stem = join(folder(document), handler.file)
    path = next((stem + ending for ending in _ENDINGS if stem and project.exists(stem + ending)), None)
    if path is None:
        return None
    other = project.for_others(path)
    view = other.view(path)
    found = None
    if view is not None:
        analysis = FileAnalysis(other, relations, view)
        values = other.exports(view, handler.name) or [facts.Name(handler.name, AFTER_ALL, AFTER_ALL)]
        functions = (handler_of(analysis, value, Place(path, MODULE)) for value in values)
        found = next((one for one in functions if isinstance(one, Definition)), None)
    project.asked |= other.asked
    return found
