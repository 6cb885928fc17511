"""What stands under the keys of objects that a call is given, also of those that are spread into them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from seamark.extract import facts
from seamark.resolve.abstract_values import Meaning, Place, Text, record_entries
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.partial_texts.texts import texts

MAX_SPREAD = 8
"""How deep objects may be spread into each other."""


class Entry(NamedTuple):
    """What stands under a key, which may be one of several; `at` is the expression of the reading file that has it."""

    keys: tuple[Text, ...]
    value: facts.Value
    place: Place
    at: facts.Value


def entries(site: CallSite, given: Meaning, at: facts.Value, depth: int = 0) -> Iterator[Entry]:
    """What stands under the keys of an object, which is the expression `at` of the reading file, or comes by it."""
    evaluator = site.analysis.evaluator
    for entry, place in record_entries(given) if depth < MAX_SPREAD else ():
        here = entry.value if place.path == site.place.path else at
        if entry.key == "...":
            yield from entries(site, evaluator.meaning(entry.value, place), here, depth + 1)
        elif entry.named is not None:
            yield Entry(texts(evaluator.meaning(entry.named, place)), entry.value, place, here)
        elif entry.key:
            yield Entry((Text((entry.key,)),), entry.value, place, here)
