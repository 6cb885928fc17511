"""Texts of which something is compared only from a place on: `strcmp(path + 4, "/users")`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from seamark.extract import facts

if TYPE_CHECKING:
    from .call_site import CallSite

SLASH = "/"


def whole(site: CallSite, value: facts.Value) -> tuple[facts.Value, str] | None:
    """The text of which a value is the end, and what stands before that; None if the latter is not known.

    It is the slash with which paths begin, or what the text is known to begin with where the call counts.
    """
    kept = value
    if isinstance(value, facts.Name):
        bound = site.finder.view.visible(site.place.scope, value.name, value.start)
        kept = bound[0].value if len(bound) == 1 else value
    match kept:
        case facts.Call(
            callee=facts.Name(name=facts.SLICE),
            arguments=(facts.Argument(value=of), facts.Argument(value=facts.Scalar(text=count))),
        ):
            before = _begin(site.holding, int(count))
            return None if before is None else (of, before)
    return value, ""


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
