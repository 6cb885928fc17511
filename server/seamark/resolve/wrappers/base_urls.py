"""What is given where an object is made, and is a part of the URLs for which it asks: its callers need not know it."""

from __future__ import annotations

from collections.abc import Iterable

from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.finder import Finder
from seamark.resolve.findings import Base, Maker
from seamark.resolve.meaning import Definition, Given, Text
from seamark.resolve.modules.paths import is_example
from seamark.resolve.modules.testing import in_test
from seamark.resolve.ownership import MAX_LEVEL

from .substitution import Substitution


def noted(finder: Finder, given: Iterable[Given], level: int = 0) -> None:
    """What these parameters are given is a part of URLs."""
    for one in given:
        finder.makers.append(Maker(one, level))
        finder.call_for_callers(one.owner)


def called(site: CallSite, function: Definition, substitution: Substitution) -> None:
    """A call of a function that may make an object."""
    finder = site.finder
    for maker in finder.relations.makers(function):
        texts = tuple(substitution.text(Text((maker.given,))))
        aside = in_test(finder.view, site.place.scope) or is_example(finder.view.path)
        finder.bases.append(Base(maker.given, texts, aside))
        if maker.level < MAX_LEVEL:
            noted(finder, (given for text in texts for given in text.given), maker.level + 1)
