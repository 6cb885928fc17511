"""Conditions that are true together, or cannot be: `kind == "a"` and `kind == "b"`, `id` and `not id`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from seamark.extract import facts
from seamark.resolve.abstract_values import NOTHINGS

from .decided import spell_fact

_NOTHING_LIKE = frozenset(("0", "false", "False", "", *NOTHINGS))


def may_hold(truths: Iterable[facts.Value]) -> bool:
    """Whether all of these may be true; what compares no thing with a constant says nothing."""
    equal: dict[Hashable, dict[facts.Value, None]] = {}
    different: dict[Hashable, dict[facts.Value, None]] = {}
    for truth in truths:
        match truth:
            case facts.Call(callee=facts.Member(of=of, name=("==" | "!=") as sign), arguments=(other,)):
                if isinstance(other.value, facts.Literal | facts.Scalar):
                    (equal if sign == "==" else different).setdefault(spell_fact(of), {})[other.value] = None
    return all(_may_be(values, different.get(of, {})) for of, values in equal.items())


def _may_be(equal: Iterable[facts.Value], different: Iterable[facts.Value]) -> bool:
    """Whether something may be equal to all of the one and to none of the other constants.

    Of those that stand for nothing it may be several, as languages take one for another.
    """
    there = {spell_fact(one) for one in equal if not _is_nothing(one)}
    nothing = any(map(_is_nothing, equal))
    if len(there) > 1 or (there and nothing) or not there.isdisjoint(map(spell_fact, different)):
        return False
    return not (nothing and facts.FALSE in different)


def _is_nothing(value: facts.Value) -> bool:
    return isinstance(value, facts.Literal | facts.Scalar) and value.text in _NOTHING_LIKE
