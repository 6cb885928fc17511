"""Functions and macros that compare what they are given: a call of one says what the comparison in it does.

#define STARTS_WITH(text, begin) (!strncmp(text, begin, strlen(begin)))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.meaning import Definition, Place, Symbol, each

if TYPE_CHECKING:
    from .finder import Finder

MAX_NESTED = 3
"""How many functions that compare may stand in each other."""
_SIDES = 2
"""How many arguments of a comparison are compared: the first ones."""
_FALSE = ("0", "false", "FALSE")


def ask(finder: Finder) -> None:
    """Ask for the calls of those that compare, of which the file calls some, if it may be given requests' paths."""
    for name in sorted(finder.view.facts.called) if finder.gets_paths else ():
        for option in each(finder.evaluator.meaning(facts.Name(name, 0, 0), Place(finder.view.path, MODULE))):
            if isinstance(option, Definition) and _result(finder, option, 0) is not None:
                finder.call_for_callers(option.key)


def truth(finder: Finder, function: Definition, call: facts.Call) -> facts.Call | None:
    """What is true if a call of this function gives what is, said where the call stands; None if nothing is known."""
    result = _result(finder, function, 0)
    found_at = finder.project.locate(function)
    if result is None or found_at is None:
        return None
    parameters = finder.project.definition(*found_at).parameters
    given = dict(zip((one.name for one in parameters), (one.value for one in call.arguments), strict=False))
    said = _put(result, given, call)
    return said if isinstance(said, facts.Call) else None


def within(truth: facts.Call) -> facts.Call:
    """The call that compares: `strcmp(a, b)` in `strcmp(a, b) == 0`."""
    callee = truth.callee
    return callee.of if isinstance(callee, facts.Member) and isinstance(callee.of, facts.Call) else truth


def _result(finder: Finder, function: Definition, depth: int) -> facts.Call | None:
    """The comparison of parameters that a function gives, where it gives anything; None if it gives something else."""
    found_at = finder.project.locate(function)
    definition = None if found_at is None else finder.project.definition(*found_at)
    given = [one for one in definition.returns if not _is_false(one)] if definition is not None else []
    if definition is None or len(given) != 1 or not isinstance(given[0], facts.Call):
        return None
    call = within(given[0])
    sides = [one.value for one in call.arguments[:_SIDES]]
    names = [one.name for one in definition.parameters]
    is_own = [_of(side) in names for side in sides]
    is_told = all(own or isinstance(side, facts.Literal) for own, side in zip(is_own, sides, strict=True))
    if len(sides) < _SIDES or not is_told or not any(is_own):
        return None
    place = Place(function.path, MODULE)
    return given[0] if _compares(finder, call.callee, place, depth) else None


def _compares(finder: Finder, callee: facts.Value, place: Place, depth: int) -> bool:
    """Whether what is called compares: a function of a library, or another one that does."""
    for option in each(finder.evaluator.meaning(callee, place)):
        if isinstance(option, Symbol) and any(finder.known.comparisons.of(option.name)):
            return True
        if isinstance(option, Definition) and depth < MAX_NESTED and _result(finder, option, depth + 1) is not None:
            return True
    return False


def _is_false(value: facts.Value) -> bool:
    match value:
        case facts.Scalar(text=text) | facts.Name(name=text):
            return text in _FALSE
    return False


def _of(value: facts.Value) -> str:
    """The name of what a value is, or is a member of."""
    while isinstance(value, facts.Member):
        value = value.of
    return value.name if isinstance(value, facts.Name) else ""


def _put(value: facts.Value, given: Mapping[str, facts.Value], call: facts.Call) -> facts.Value:
    """An expression of a function with what a call gives in place of the parameters, standing where the call does."""
    match value:
        case facts.Name(name=name):
            return given.get(name, replace(value, start=call.start, end=call.end))
        case facts.Member(of=of):
            return replace(value, of=_put(of, given, call), start=call.start, end=call.end)
        case facts.Call(callee=callee, arguments=arguments):
            put = tuple(replace(one, value=_put(one.value, given, call)) for one in arguments)
            return replace(value, callee=_put(callee, given, call), arguments=put, start=call.start, end=call.end)
    return value
