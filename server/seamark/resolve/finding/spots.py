"""Where in the file a contract is stated."""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.findings import Spot


def spot(value: facts.Value | None, call: facts.Call, scope: int, decorated: int | None) -> Spot:
    """The contract's text: the argument that states it, else the name that is called."""
    around = scope if decorated is None else decorated
    match value:
        case facts.Literal() | facts.Concat() | facts.Name() | facts.Member():
            return Spot(value.start, value.end, around)
        case facts.Call(callee=facts.Member(of=facts.Literal() | facts.Concat() as text)) if _has_word(text):
            return Spot(text.start, text.end, around)
        case facts.Call(callee=facts.Name() | facts.Member() as callee):
            return Spot(callee.start, callee.end, around)
        case facts.List(items=(facts.Literal() as first, *_)):
            return Spot(first.start, first.end, around)
    named = call.callee if isinstance(call.callee, facts.Name | facts.Member) else call
    return Spot(named.start, named.end, around)


def _has_word(value: facts.Literal | facts.Concat) -> bool:
    return isinstance(value, facts.Concat) or any(c.isalnum() for c in value.text)
