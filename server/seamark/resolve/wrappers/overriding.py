"""Methods in whose place classes have others: which of them a method runs when it calls one of its own object."""

from __future__ import annotations

from msgspec.structs import replace

from seamark.extract import facts
from seamark.resolve.abstract_values import UNKNOWN, Bound, Definition, Instance, Meaning, Place, each, function_of
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation import Evaluator
from seamark.resolve.evaluation.members import class_bodies
from seamark.resolve.findings import RequestEffect


def of_object(site: CallSite, effect: RequestEffect, function: Definition | Bound) -> RequestEffect | None:
    """A request that a method makes, for this call of it; None if the object has another method than makes it.

    Where a method calls one of its own object, which one that is only those know who call it on an object.
    """
    callee, evaluator = site.call.callee, site.analysis.evaluator
    receiver = callee.of if isinstance(callee, facts.Member) else None
    this = site.meaning(facts.This()) if effect.methods or _may_be_other(site, function) else UNKNOWN
    is_above = isinstance(receiver, facts.Super)
    of = this if is_above else function.of if isinstance(function, Bound) else UNKNOWN
    called = function_of(function)
    if any(_has_other(evaluator, of, method) for method in effect.methods):
        return None
    if is_above and any(one.name == called.name for one in effect.methods):
        return None
    if not isinstance(of, Instance) or of != this:
        return replace(effect, methods=frozenset())
    is_told = is_above or any(one.name == called.name for one in effect.methods) or not _may_be_other(site, function)
    return effect if is_told else replace(effect, methods=effect.methods | {called})


def _may_be_other(site: CallSite, function: Definition | Bound) -> bool:
    """Whether classes have other methods in the place of one."""
    return isinstance(function, Bound) and bool(site.analysis.relations.implementations(function.method))


def _has_other(evaluator: Evaluator, of: Meaning, method: Definition) -> bool:
    """Whether an object certainly has another method in the place of one: one of a class below may have that."""
    class_ = class_bodies.class_of(evaluator, method)
    if not isinstance(of, Instance) or class_ is None or of.of in evaluator.lineage(class_):
        return False
    found = each(evaluator.member(Instance(of.of), method.name, Place(of.of.path, facts.MODULE)))
    own = [one.method for one in found if isinstance(one, Bound)]
    if not own or method in own:
        return False
    above = evaluator.base_methods(method)
    return not any(one in above and class_bodies.class_of(evaluator, one) == of.of for one in own)
