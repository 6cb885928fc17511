"""Prefixes of controllers that are stated for the modules which list them, or for the application that a module is."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import Modules
from seamark.extract import facts
from seamark.resolve.abstract_values import UNKNOWN, Definition, Meaning, Place, Record, Symbol, Text, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.calls import arguments
from seamark.resolve.evaluation.library_objects.declared_contracts import library_decorators
from seamark.resolve.findings import Identity, Router
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
    for controller, prefix in _controllers_with_prefixes(site, row, site.argument("0") or UNKNOWN, EMPTY):
        mounts.note_mount(site, routers.decorator_router(controller, library), router, (prefix,))


def read_application(site: CallSite, row: Modules, library: str) -> None:
    """Put the controllers of an application's module below that application, if its service has several."""
    own = application(site.analysis, site.call, site.place)
    if own is None:
        return
    module, identity = own
    type_id = site.analysis.catalogue.type_id(library, row.type)
    listed = routers.library_router(site.analysis, type_id, "applications")
    mounts.note_mount(site, listed, Router(identity))
    others = {one.parent.identity for one in site.analysis.relations.mounts(listed) if one.parent is not None}
    if len(others | {identity}) > 1:
        mounts.note_mount(site, identity, Router(of_whichever(site.analysis, type_id), root=True))
        for controller in _all_controllers(site, row, module):
            mounts.note_mount(site, routers.decorator_router(controller, library), Router(identity, root=True))


def of_whichever(analysis: FileAnalysis, type_id: str) -> Identity:
    """The identity of what is set for whichever application a function is given."""
    return routers.library_router(analysis, type_id, "whichever")


def application(analysis: FileAnalysis, call: facts.Call, place: Place) -> tuple[Definition, Identity] | None:
    """The module of which a call makes an application, and the identity of that; None if it makes none."""
    symbols = (one.name for one in each(analysis.evaluator.meaning(call.callee, place)) if isinstance(one, Symbol))
    found = next((row for name in symbols if (row := analysis.catalogue.applications.get(name)) is not None), None)
    given = arguments.argument(analysis.evaluator, call, "0", place) if found is not None else None
    module = next((one for one in each(given or UNKNOWN) if isinstance(one, Definition)), None)
    if found is None or module is None:
        return None
    return module, (module.path, f"@{found[1]} {module.key} application")


def _all_controllers(site: CallSite, row: Modules, module: Definition) -> Iterator[Definition]:
    """The controllers of a module, and of all that it imports."""
    found, waiting = {module}, [module]
    for one in waiting:
        yield from _controllers(site, row, one)
        further = [inner for inner in _listed_classes(site, row, one, row.imports) if inner not in found]
        found.update(further)
        waiting += further


def _controllers_with_prefixes(
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
                        yield from _controllers_with_prefixes(site, row, inner, below, depth + 1)


def _controllers(site: CallSite, row: Modules, module: Definition) -> Iterator[Definition]:
    """The controllers that a module lists in what decorates it."""
    return _listed_classes(site, row, module, row.controllers)


def _listed_classes(site: CallSite, row: Modules, module: Definition, spec: str) -> Iterator[Definition]:
    """The classes that an argument of what decorates a module lists; of what calls give, those on which they are."""
    analysis = site.analysis
    definition = analysis.project.facts_of(module)
    for name, call, place in library_decorators(analysis.evaluator, module.path, definition):
        if name in row.decorators:
            for one in arguments.all_written(call, spec):
                made = one.callee.of if isinstance(one, facts.Call) and isinstance(one.callee, facts.Member) else one
                items = analysis.evaluator.items(analysis.evaluator.meaning(made, place))
                yield from (meant for item in items for meant in each(item) if isinstance(meant, Definition))
