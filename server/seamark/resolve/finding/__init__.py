"""Finds what a file declares and requests: the one place where the catalogue's rows are read.

Every place of the file that can do so (`sites`) is given to `dispatch`, which asks what it is called on; the module of
what it turns out to be (`routes`, `mounts`, `requests`, `gathered`, `comparisons`, `contracts`, `wrappers`) reads it,
and notes in the `Finder` what it says. `providers` reads what classes provide by what they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.resolve.findings import Findings, Offer
from seamark.resolve.offering import fields, functions, offered
from seamark.resolve.project import Project
from seamark.resolve.view import View

from . import comparisons, gathered, providers, sites
from .finder import Finder

if TYPE_CHECKING:
    from seamark.resolve.relations import Relations

__all__ = ["find"]


def find(project: Project, relations: Relations, view: View) -> Findings:
    """What the file contributes; `relations` answer what others contribute, and remember that they were asked."""
    finder = Finder(project, relations, view)
    sites.read_all(finder)
    gathered.read_all(finder)
    comparisons.read_all(finder)
    providers.read_all(finder)
    providers.read_served(finder)
    if view.stated:
        _offer(finder)
    return finder.findings()


def _offer(finder: Finder) -> None:
    """Note under which names others come to this file's routers and clients, and to the functions that matter."""
    opened = {wrapper.of for wrapper in finder.wrappers} | finder.opened
    for name, meaning in offered(finder.evaluator, finder.view):
        made = finder.evaluator.made(meaning)
        if made is not None and finder.known.role(made.type) in ("router", "client", "stub"):
            finder.offers.add(Offer(name, name))
        if functions(meaning, opened):
            finder.words.add(name)
        finder.offer(name, made)
    stating = (library.name for library in finder.known.libraries if library.contracts)
    if any(map(finder.imports, stating)):
        for name, meaning in fields(finder.evaluator, finder.view):
            finder.offer(name, finder.evaluator.made(meaning))
