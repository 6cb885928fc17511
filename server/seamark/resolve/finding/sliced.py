"""Texts of which something is compared only from a place on: `strcmp(path + 4, "/users")`, or the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from seamark.extract import facts
from seamark.keys import WILDCARD
from seamark.resolve.meaning import Meaning, Text
from seamark.resolve.texts import concat

from .equalities import ends, set_once

if TYPE_CHECKING:
    from .call_site import CallSite

SLASH = "/"


def whole(site: CallSite, value: facts.Value) -> tuple[facts.Value, str] | None:
    """The text of which a value is the end, and what stands before that; None if the latter is not known.

    It is the slash with which paths begin, or what the text is known to begin with where the call counts.
    """
    kept = set_once(site.finder, value, site.place) if isinstance(value, facts.Name) else None
    match kept or value:
        case facts.Call(callee=facts.Name(name=facts.END)):
            return None
        case facts.Call(
            callee=facts.Name(name=facts.SLICE),
            arguments=(facts.Argument(value=of), facts.Argument(value=facts.Scalar(text=count))),
        ):
            before = _begin(site.holding, int(count))
            return None if before is None else (of, before)
    return value, ""


def ended(site: CallSite, of: Meaning, path: Text) -> Text:
    """A path of which the begin is compared, with its end, if that is known as well where the comparison counts."""
    if path.raw().endswith(WILDCARD):
        for truth in site.holding:
            for subject, end in ends(site.finder, truth, site.place) if isinstance(truth, facts.Call) else ():
                if isinstance(end, facts.Literal) and end.text.startswith(SLASH) and site.meaning(subject) == of:
                    return concat((path, Text((end.text,))))
    return path


def _begin(holds: Iterable[facts.Value], length: int) -> str | None:
    """A path of this length that something is known to begin with."""
    if length <= len(SLASH):
        return SLASH[:length]
    waiting: list[object] = [*holds]
    while waiting:
        one = waiting.pop()
        if isinstance(one, facts.Literal) and one.text.startswith(SLASH) and len(one.text.encode()) == length:
            return one.text
        waiting.extend(facts.held(one))
    return None
