"""Functions that make an object and are given the base of its URLs: which ones, and what each caller gives.

Callers of the object's methods need not know that base. `compose/agreed_bases.py` puts it into their URLs.
"""

from __future__ import annotations

from collections.abc import Iterable

from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.finder import Finder
from seamark.resolve.findings import Base, Maker
from seamark.resolve.meaning import Definition, Given, Text
from seamark.resolve.modules.paths import is_example
from seamark.resolve.modules.testing import in_test
from seamark.resolve.stated_by_callers import MAX_LEVEL

from .substitution import Substitution


def note_makers(finder: Finder, given: Iterable[Given], level: int = 0) -> None:
    """Note that what these parameters are given is a part of URLs."""
    for one in given:
        finder.makers.append(Maker(one, level))
        finder.call_for_callers(one.owner)


def called(site: CallSite, function: Definition, substitution: Substitution) -> None:
    """Note what a call gives for the URLs of the object that the function may make."""
    finder = site.finder
    for maker in finder.relations.makers(function):
        texts = tuple(substitution.text(Text((maker.given,))))
        aside = in_test(finder.view, site.place.scope) or is_example(finder.view.path)
        finder.bases.append(Base(maker.given, texts, aside))
        if maker.level < MAX_LEVEL:
            note_makers(finder, (given for text in texts for given in text.given), maker.level + 1)
