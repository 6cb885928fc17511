"""Prefixes of controllers that settings of their service state for the folders that they are in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from seamark.catalogue import Controller
from seamark.resolve.findings import Router
from seamark.resolve.meaning import Symbol, Text
from seamark.resolve.modules.paths import folder, join
from seamark.resolve.texts import EMPTY, concat

from .finder import Finder


def below_settings(finder: Finder, by: Symbol, router: Router) -> Router:
    """A controller's router, below what settings say of its file. `by` is what decorates it."""
    row = finder.known.controllers.get(by.name)
    above = tuple(dict.fromkeys(_prefixes(finder, row[0]))) if row is not None and row[0].settings else ()
    if not above:
        return router
    own = router.prefixes or (EMPTY,)
    return replace(router, prefixes=tuple(concat((prefix, Text(("/",)), text)) for prefix in above for text in own))


def _prefixes(finder: Finder, row: Controller) -> Iterator[Text]:
    service = finder.project.service(finder.view.path)
    for name in row.settings:
        file = join(service, name) or name
        settings = finder.project.settings(file)
        for entry in settings.values() if isinstance(settings, dict) else ():
            if isinstance(entry, dict) and _covers(finder, row, file, entry.get("resource")):
                stated = entry.get("prefix") or ""
                for prefix in stated.values() if isinstance(stated, dict) else (stated,):
                    yield Text((str(prefix),))


def _covers(finder: Finder, row: Controller, file: str, resource: object) -> bool:
    """Whether an entry of a file of settings speaks of the file that is being read: by a folder around it, or all."""
    where = resource.get("path") if isinstance(resource, dict) else resource
    if not isinstance(where, str):
        return False
    around = join(folder(file), where)
    return where == row.everywhere or (around is not None and f"{finder.view.path}/".startswith(f"{around}/"))
