"""Texts of which only the end is compared: `strcmp(path + length - size, "/items")`."""

from __future__ import annotations

from seamark.extract import facts
from seamark.keys import WILDCARD
from seamark.resolve.abstract_values import Meaning, Text
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.guards.equalities import ends
from seamark.resolve.partial_texts.texts import concat

SLASH = "/"


def add_end(site: CallSite, of: Meaning, path: Text) -> Text:
    """A path of which the begin is compared, with its end, if that is known as well where the comparison counts."""
    if path.raw().endswith(WILDCARD):
        for truth in site.known_conditions:
            for subject, end in ends(site.analysis, truth, site.place) if isinstance(truth, facts.Call) else ():
                if isinstance(end, facts.Literal) and end.text.startswith(SLASH) and site.meaning(subject) == of:
                    return concat((path, Text((end.text,))))
    return path
