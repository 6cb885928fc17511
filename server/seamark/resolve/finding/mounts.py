"""Routers that are put below others."""

from __future__ import annotations

from dataclasses import replace

from seamark.catalogue import Mount
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.arguments import argument, arguments
from seamark.resolve.findings import MountFound, Router
from seamark.resolve.meaning import (
    Bound,
    Definition,
    Made,
    Meaning,
    Module,
    Place,
    Text,
    each,
    function_of,
)
from seamark.resolve.texts import EMPTY, stated

from . import named, routers
from .finder import Finder


def mounted(finder: Finder, rows: list[tuple[Mount, str]], parent: Router, call: facts.Call, place: Place) -> bool:
    """Read a call that puts routers below another; False if it is given none."""
    before = len(finder.mounts)
    for mount, _ in rows:
        given = argument(finder.evaluator, call, mount.prefix, place) if mount.prefix else None
        prefixes = stated(given) or ((Text((mount.default,)),) if mount.default else ())
        replaces = mount.replaces and bool(prefixes)
        above = Router(parent.identity, root=parent.root) if mount.whole else parent
        if mount.apart:
            given_off = finder.evaluator.made(finder.evaluator.meaning(call, place))
            if given_off is None:
                continue
            above = routers.router(finder, given_off, place)
            own = parent.prefixes or (EMPTY,)
            finder.mounts.append(MountFound(parent.identity, above, (), own, finder.view.path, call.start))
        for child in arguments(finder.evaluator, call, mount.child, place):
            by_name = mount.parameter is not None
            function = named.function(finder, mount.child, child, above, call, place) if by_name else None
            _mount(finder, mount, function or child, above, prefixes, replaces, call, place)
    return len(finder.mounts) > before


def _mount(
    finder: Finder,
    row: Mount | None,
    child: Meaning,
    parent: Router,
    prefixes: tuple[Text, ...],
    replaces: bool,
    call: facts.Call,
    place: Place,
) -> None:
    given = argument(finder.evaluator, call, row.namespace, place) if row is not None and row.namespace else None
    namespaces = stated(given)
    site = finder.view.path
    for one in finder.evaluator.items(child):
        item = _file(finder, one, row)
        whole = isinstance(item, Module)
        option = finder.evaluator.member(item, "default", Place(finder.view.path, MODULE)) if whole else item
        made = finder.evaluator.made(option)
        if made is not None and finder.known.role(made.type) == "router":
            own = (prefixes if replaces else made.prefix) or (EMPTY,)
            put = () if replaces else prefixes
            finder.mounts.append(
                MountFound(routers.router(finder, made, place).identity, parent, put, own, finder.view.path, call.start)
            )
        elif row is not None and isinstance(option, Definition | Bound):
            function = function_of(option)
            if row.decorated:
                identity = routers.decorated(function)
            elif row.parameter is not None:
                identity = (function.path, f"{function.key}({row.parameter})")
            else:
                continue
            finder.mounts.append(MountFound(identity, parent, prefixes, None, site, call.start, namespaces))
        elif row is not None and row.files and isinstance(item, Module):
            identity = (item.path, routers.FILE)
            finder.mounts.append(MountFound(identity, parent, prefixes, None, site, call.start, namespaces))


def _file(finder: Finder, child: Meaning, row: Mount | None) -> Meaning:
    """The file that a text names, where the row says that it does."""
    named = child.known if row is not None and row.files and isinstance(child, Text) else None
    return child if not named else finder.evaluator.module(finder.view.path, named)


def children(finder: Finder, meaning: Meaning, call: facts.Call, place: Place) -> None:
    """The routes and routers that a router is given when it is made."""
    for option in each(meaning):
        if not isinstance(option, Made) or option.call is None or option.call[0] is not call:
            continue
        kind = finder.known.types.get(option.type)
        children = argument(finder.evaluator, call, kind.children, place) if kind and kind.children else None
        if children is not None:
            router = routers.router(finder, option, place)
            _mount(finder, None, children, router, (), replaces=False, call=call, place=place)


def sole(finder: Finder, call: facts.Call, place: Place) -> None:
    """Note that a call makes a router that may be the only one of its type in the service."""
    for option in each(finder.evaluator.meaning(call, place)):
        kind = finder.known.types.get(option.type) if isinstance(option, Made) else None
        if isinstance(option, Made) and kind is not None and kind.sole:
            made = replace(routers.router(finder, option, place), otherwise=("", ""))
            service = routers.ambient(finder, option.type)
            finder.mounts.append(MountFound(service, made, (), None, finder.view.path, call.start))
