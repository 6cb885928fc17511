"""Routers of files that code loads without naming them: it lists a folder, or works out the names.

Where each of them is put is known if the names are; else, of those that nobody else puts anywhere, it is not.
"""

from __future__ import annotations

from msgspec.structs import replace

from seamark.catalogue import Mount
from seamark.extract import facts
from seamark.resolve.abstract_values import UNKNOWN, Symbol, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation.calls.arguments import all_written
from seamark.resolve.evaluation.texts_and_lists import found_files
from seamark.resolve.findings import LOADED_FILES, MountFound

_LOADS = "loaded"
"""What the catalogue says of calls that load a module."""
MAX_STEPS = 4
"""Through how many names and members what is mounted is followed to the call that loads it."""


def note_folders(site: CallSite, row: Mount) -> bool:
    """Note that a call names folders of which files may be loaded; False if it names none."""
    project, given = site.analysis.project, site.argument(row.child)
    places = (found_files.place_of(site.analysis.evaluator, one, site.place) for one in each(given or UNKNOWN))
    named = [one for one in places if one is not None and (project.listing(one) or project.subfolders(one))]
    for folder in named:
        _note(site, folder)
    return bool(named)


def note_loaded(site: CallSite, row: Mount, since: int) -> None:
    """Note that a call is given what a file makes that is not named: any of the service's may be meant.

    If it is known which, by the mounts that the call has made since there were so many, these are unsure: a condition
    may leave out some of the files, or name another prefix for them.
    """
    if not any(_is_loaded(site, one, 0) for one in all_written(site.call, row.child)):
        return
    made = site.analysis.mounts
    if all(one.told for one in made[since:]):
        _note(site, site.analysis.project.application(site.place.path))
    made[since:] = [one if one.told else replace(one, unsure=True) for one in made[since:]]


def _note(site: CallSite, folder: str) -> None:
    path = site.analysis.view.path
    child = folder, LOADED_FILES
    site.analysis.mounts.append(MountFound(child, None, (), None, path, site.call.start, doubted=True))


def _is_loaded(site: CallSite, value: facts.Value, steps: int) -> bool:
    """Whether a value is what a call gives that loads a module by a name that is worked out, or something of that."""
    match value:
        case facts.Call(callee=callee):
            known = site.analysis.catalogue.texts
            return any(isinstance(one, Symbol) and known.get(one.name) == _LOADS for one in each(site.meaning(callee)))
        case facts.Member(of=of):
            return _is_loaded(site, of, steps)
        case facts.Name(name=name, start=start) if steps < MAX_STEPS:
            view = site.analysis.view
            bound = (one for scope in view.scopes(site.place.scope) for one in view.visible(scope, name, start))
            return any(_is_loaded(site, one.value, steps + 1) for one in bound)
    return False
