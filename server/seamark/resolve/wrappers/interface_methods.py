"""What functions leave to their callers. These may call another method, which only declares theirs: of a trait, an
interface or an abstract class. Who makes an object of such a class does not run the constructor of another one.
"""

from __future__ import annotations

from typing import TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from seamark.resolve.abstract_values import Definition
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.members.classes import is_constructor
from seamark.resolve.findings import Condition, Effect, ImplementingMethod, RequestEffect, Summary

_T = TypeVar("_T")


def leave_to_callers(
    analysis: FileAnalysis, of: Definition, effect: Effect, level: int, conditions: frozenset[Condition] = frozenset()
) -> None:
    """Note that the callers of a function state an effect, with so many functions between them and it."""
    summary = Summary(of, effect, level, conditions)
    above = () if is_constructor(analysis.evaluator, of) else analysis.evaluator.base_methods(of)
    analysis.summaries += (summary, *(_with_method(_for_method(summary, of, one), of) for one in above))
    analysis.implementing += (ImplementingMethod(one, of) for one in above)
    analysis.call_for_callers(of)


def _with_method(summary: Summary, method: Definition) -> Summary:
    """What a method of other objects does, as those do that have the method in its place."""
    effect = summary.effect
    if not isinstance(effect, RequestEffect):
        return summary
    return replace(summary, effect=replace(effect, methods=effect.methods | {method}))


def _for_method(value: _T, own: Definition, above: Definition) -> _T:
    """What is said of a method, said of the one `above`, whose parameters have the same order."""
    if value == own:
        return cast("_T", above)
    if isinstance(value, tuple | frozenset):
        return cast("_T", type(value)(_for_method(one, own, above) for one in value))
    if not isinstance(value, Struct) or isinstance(value, Definition):
        return value
    changed = {name: _for_method(getattr(value, name), own, above) for name in value.__struct_fields__}
    return replace(value, **changed)
