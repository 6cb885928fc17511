"""Finds what a file declares and requests: the one place where the catalogue's rows are read.

Every place of the file that can do so (`sites`) is given to `dispatch`, which asks what it is called on; the module of
what it turns out to be (`routes`, `mounts`, `requests`, `gathered`, `comparisons`, `contracts`, `wrappers`) reads it,
and notes in the `Finder` what it says. `keepers` reads what functions keep for handlers, `providers` what classes
provide by what they are, `offers` under which names others come to all that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.resolve.findings import Findings
from seamark.resolve.project import Project
from seamark.resolve.view import View

from . import cases, comparisons, gathered, guarded, keepers, macros, offers, predicates, providers, sites, tables
from .doubts import Doubt, doubts
from .finder import Finder
from .further import says_no_more

if TYPE_CHECKING:
    from seamark.resolve.relations import Relations

__all__ = ["Doubt", "doubts", "find", "says_no_more"]


def find(project: Project, relations: Relations, view: View) -> Findings:
    """What the file contributes; `relations` answer what others contribute, and remember that they were asked."""
    finder = Finder(project, relations, view)
    sites.read_all(finder)
    tables.read_all(finder)
    cases.read_all(finder)
    gathered.read_all(finder)
    comparisons.read_all(finder)
    predicates.ask(finder)
    macros.ask(finder)
    keepers.read_all(finder)
    guarded.read_all(finder)
    providers.read_all(finder)
    providers.read_served(finder)
    offers.read_all(finder)
    return finder.findings()
