"""Prefixes of routers, and bases of clients, that a call or an assignment sets after these were made."""

from __future__ import annotations

from seamark.catalogue import Prefix
from seamark.extract import facts
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.finder import Finder
from seamark.resolve.findings import MountFound
from seamark.resolve.meaning import Made, Place, Symbol, Text, each
from seamark.resolve.strings.texts import possible_texts, texts

from . import mounts, routers

MAX_MEMBERS = 3
"""How many members may stand between an object and what is set of it."""


def called(site: CallSite, row: Prefix, made: Made) -> None:
    """Read a call that sets the prefix of what is on a router."""
    when = site.argument(row.when)
    if when is not None and Symbol(row.being) not in each(when):
        return
    given = site.argument(row.prefix)
    prefixes = possible_texts(given) if given is not None else (Text((row.default,)),) if row.default else ()
    ambient = routers.library_router(site.finder, made.type, row.part) if row.part else None
    mounts.note_mount(site, ambient or routers.router(site.finder, made, site.place).identity, None, prefixes)


def assigned(finder: Finder, assignment: facts.Assignment) -> None:
    """Read an assignment to a member that can be a router's prefix or a client's base."""
    place = Place(finder.view.path, assignment.scope)
    of: facts.Value = assignment.target.of
    name = assignment.target.name
    for _ in range(MAX_MEMBERS):
        is_setting = name in finder.catalogue.settings
        made = finder.evaluator.object_of(finder.evaluator.meaning(of, place)) if is_setting else None
        if made is not None and finder.catalogue.prefixes.on(made.type, name):
            given = texts(finder.evaluator.meaning(assignment.value, place))
            at = assignment.target.start
            finder.mounts.append(
                MountFound(routers.object_identity(finder, made), None, given, None, finder.view.path, at)
            )
        if not isinstance(of, facts.Member):
            return
        name = f"{of.name}.{name}"
        of = of.of
