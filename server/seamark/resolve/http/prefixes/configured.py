"""Prefixes of controllers that settings of their service state for the folders that they are in."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from seamark.catalogue import AppRoot, Settings
from seamark.resolve.abstract_values import Symbol, Text
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import Router
from seamark.resolve.module_resolution.paths import ancestors, folder, join
from seamark.resolve.partial_texts.texts import EMPTY, SLASH, concat


def below_settings(analysis: FileAnalysis, by: Symbol, router: Router) -> Router:
    """A controller's router, below what settings say of its file. `by` is what decorates it."""
    row = analysis.catalogue.controllers.get(by.name)
    above = prefixes(analysis, None if row is None else row[0].settings)
    if not above:
        return router
    own = router.prefixes or (EMPTY,)
    return replace(router, prefixes=tuple(concat((prefix, SLASH, text)) for prefix in above for text in own))


def below_root(analysis: FileAnalysis, root: AppRoot) -> Text:
    """The prefix of a file's application, with the name that a folder around has for that, else with any."""
    named: object = None
    for around in ancestors(analysis.view.path):
        said = analysis.project.settings(f"{around}/{root.file}" if around else root.file)
        named = said.get(root.name) if named is None and isinstance(said, dict) else named
    return Text((root.prefix.format(named if isinstance(named, str) and named else "{}"),))


def prefixes(analysis: FileAnalysis, settings: Settings | None) -> tuple[Text, ...]:
    """The prefixes that settings state for the file, if there are any."""
    return () if settings is None else tuple(dict.fromkeys(_prefixes(analysis, settings)))


def _prefixes(analysis: FileAnalysis, row: Settings) -> Iterator[Text]:
    service = analysis.project.service(analysis.view.path)
    for name in row.files:
        file = join(service, name) or name
        settings = analysis.project.settings(file)
        for entry in settings.values() if isinstance(settings, dict) else ():
            if _covers(analysis, row, file, _at(entry, row.folder)):
                stated = _at(entry, row.prefix) or ""
                for prefix in stated.values() if isinstance(stated, dict) else (stated,):
                    yield Text((str(prefix),))


def _covers(analysis: FileAnalysis, row: Settings, file: str, named: object) -> bool:
    """Whether an entry of a file of settings speaks of the file that is being read: by a folder around it, or all."""
    if not isinstance(named, str):
        return False
    around = join(folder(file), named)
    return named == row.everywhere or (around is not None and f"{analysis.view.path}/".startswith(f"{around}/"))


def _at(entry: object, places: str) -> object:
    """What stands at the first of several places of an entry that there is."""
    for place in places.split("|"):
        found = entry
        for key in place.split("."):
            found = found.get(key) if isinstance(found, dict) else None
        if found is not None:
            return found
    return None
