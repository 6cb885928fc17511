"""Prefixes of routers, and bases of clients, that a call or an assignment sets after these were made."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import Prefix
from seamark.extract import facts
from seamark.keys import ANY_VERB
from seamark.resolve.abstract_values import UNKNOWN, Constant, Made, Place, Record, Symbol, Text, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import Identity, MountFound, SparedRoutes
from seamark.resolve.http import controller_modules, mounts, routers
from seamark.resolve.http.verbs import verb_in_name
from seamark.resolve.partial_texts.texts import EMPTY, possible_texts, texts

from . import intercepted

MAX_MEMBERS = 3
"""How many members may stand between an object and what is set of it."""


def read_call(site: CallSite, row: Prefix, made: Made) -> None:
    """Read a call that sets the prefix of what is on a router, or has it set for each request."""
    if row.interceptor:
        intercepted.read(site, row, made)
        return
    when = site.argument(row.when)
    if when is not None and Symbol(row.being) not in each(when):
        return
    given = site.argument(row.prefix)
    prefixes = possible_texts(given) if given is not None else (Text((row.default,)),) if row.default else ()
    if row.part and isinstance(given, Constant):
        prefixes = (EMPTY,)
    ambient = routers.library_router(site.analysis, made.type, row.part) if row.part else None
    of = ambient or _identity(site, made)
    spared, noted = tuple(_spared_routes(site, row)), len(site.analysis.mounts)
    mounts.note_mount(site, of, None, prefixes, spared=spared)
    if site.analysis.catalogue.applications and not row.part:
        own = controller_modules.application(site.analysis, *made.call) if made.call is not None else None
        one = controller_modules.of_whichever(site.analysis, made.type) if own is None else own[1]
        mounts.note_mount(site, one, None, prefixes, spared=spared)
    mounts.note_stated(site, site.written_argument(row.prefix), noted)
    if row.otherwise and (
        otherwise := tuple(text for one in site.argument_items(row.otherwise) for text in texts(one))
    ):
        mounts.note_mount(site, routers.default_of_part(site.analysis, made.type, row.part), None, otherwise)


def _identity(site: CallSite, made: Made) -> Identity:
    """What a router or a client is known by to those who use it."""
    if site.analysis.catalogue.role(made.type) == "client":
        return routers.object_identity(site.analysis, made)
    return routers.router(site.analysis, made, site.place).identity


def _spared_routes(site: CallSite, row: Prefix) -> Iterator[SparedRoutes]:
    """The routes that a call says its prefix is not for: by their paths, or objects with a path and a verb."""
    evaluator = site.analysis.evaluator
    for one in site.argument_items(row.spared) if row.spared else ():
        path = evaluator.entry(one, row.spared_path) if isinstance(one, Record) else one
        verb = evaluator.entry(one, row.spared_verb) if isinstance(one, Record) else None
        named = [option.name.rpartition(".")[2] for option in each(verb or UNKNOWN) if isinstance(option, Symbol)]
        spared = verb_in_name("name", named[0]) if named else ANY_VERB
        yield from (
            SparedRoutes(spared, text.known_string) for text in possible_texts(path) if text.known_string is not None
        )


def read_assignment(analysis: FileAnalysis, assignment: facts.Assignment) -> None:
    """Read an assignment to a member that can be a router's prefix or a client's base."""
    place = Place(analysis.view.path, assignment.scope)
    of: facts.Value = assignment.target.of
    name = assignment.target.name
    for _ in range(MAX_MEMBERS):
        is_setting = name in analysis.catalogue.settings
        made = analysis.evaluator.object_of(analysis.evaluator.meaning(of, place)) if is_setting else None
        if made is not None and analysis.catalogue.prefixes.on(made.type, name):
            given = texts(analysis.evaluator.meaning(assignment.value, place))
            at = assignment.target.start
            analysis.mounts.append(
                MountFound(routers.object_identity(analysis, made), None, given, None, analysis.view.path, at)
            )
        if not isinstance(of, facts.Member):
            return
        name = f"{of.name}.{name}"
        of = of.of
