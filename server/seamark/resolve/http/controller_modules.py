"""Prefixes of controllers that are stated for the modules which list them."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import Modules
from seamark.resolve.abstract_values import UNKNOWN, Definition, Meaning, Record, Text, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation.calls import arguments
from seamark.resolve.evaluation.library_objects.declared_contracts import library_decorators
from seamark.resolve.findings import Router
from seamark.resolve.partial_texts.texts import EMPTY, possible_texts
from seamark.resolve.partial_texts.urls import join_url

from . import mounts, routers

MAX_DEPTH = 12
"""How deep modules may stand below each other."""


def read(site: CallSite, row: Modules, library: str) -> None:
    """Put the controllers of all modules that a call lists below their prefixes."""
    router = Router(
        routers.library_router(site.analysis, site.analysis.catalogue.type_id(library, row.type)), root=True
    )
    for controller, prefix in _placed(site, row, site.argument("0") or UNKNOWN, EMPTY):
        mounts.note_mount(site, routers.decorated(controller, library), router, (prefix,))


def _placed(
    site: CallSite, row: Modules, listed: Meaning, above: Text, depth: int = 0
) -> Iterator[tuple[Definition, Text]]:
    """The controllers of a list's modules and of those below them, each with its prefix."""
    evaluator = site.analysis.evaluator
    for item in evaluator.items(listed) if depth < MAX_DEPTH else ():
        for one in each(item):
            if isinstance(one, Definition):
                yield from ((controller, above) for controller in _controllers(site, row, one))
            elif isinstance(one, Record):
                for prefix in possible_texts(evaluator.entry(one, row.prefix)) or (EMPTY,):
                    below = join_url(above, prefix)
                    for name in (row.module, row.children):
                        inner = evaluator.entry(one, name) or UNKNOWN
                        yield from _placed(site, row, inner, below, depth + 1)


def _controllers(site: CallSite, row: Modules, module: Definition) -> Iterator[Definition]:
    """The controllers that a module lists in what decorates it."""
    analysis = site.analysis
    found_at = analysis.project.locate(module)
    if found_at is None:
        return
    view, index = found_at
    definition = analysis.project.definition(view, index)
    for name, call, place in library_decorators(analysis.evaluator, view.path, definition):
        if name in row.decorators:
            listed = arguments.argument(analysis.evaluator, call, row.controllers, place)
            items = [] if listed is None else analysis.evaluator.items(listed)
            yield from (one for item in items for one in each(item) if isinstance(one, Definition))
