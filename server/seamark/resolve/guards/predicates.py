"""Functions and macros that compare what they are given: a call of one says what the comparison in it does.

#define STARTS_WITH(text, begin) (!strncmp(text, begin, strlen(begin)))
bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Constant, Definition, Enumerator, Place, Symbol, Text, each
from seamark.resolve.call_sites.file_analysis import FileAnalysis

MAX_NESTED = 3
"""How many functions that compare may stand in each other."""
_SIDES = 2
"""How many arguments of a comparison are compared: the first ones."""
_DECIDED = (facts.Call, facts.Scalar, facts.Name, facts.Enumerator)
"""What a function gives that does no more than to compare: a truth, or a constant for it."""
NUMBERS = {"false": "0", "null": "0", "nullptr": "0", "true": "1"}
"""The words for numbers."""


T = TypeVar("T")


class _Predicate(NamedTuple):
    """A function that gives what it does by comparing parameters, its outcomes, and the call that compares."""

    parameters: tuple[str, ...]
    outcomes: tuple[facts.Outcome, ...]
    compared: facts.Call
    place: Place


def ask(analysis: FileAnalysis) -> None:
    """Have the calls read of all comparing functions that the file calls, if it may be given paths of requests."""
    for name in sorted(analysis.view.facts.called) if analysis.gets_paths else ():
        for option in each(analysis.evaluator.meaning(facts.Name(name, 0, 0), Place(analysis.view.path, MODULE))):
            if isinstance(option, Definition) and _predicate(analysis, option) is not None:
                analysis.call_for_callers(option)


def comparison(analysis: FileAnalysis, function: Definition, call: facts.Call) -> facts.Call | None:
    """The call by which a function compares what a call gives it, said where that stands; None if it does not.

    What a function of the same file compares with its own text is said there.
    """
    of = _predicate(analysis, function)
    if of is None:
        return None
    is_here = function.path == analysis.view.path and not analysis.project.facts_of(function).macro
    if is_here and any(isinstance(given.value, facts.Literal) for given in of.compared.arguments):
        return None
    return _put_in(of, call, of.compared)


def implied_truth(
    analysis: FileAnalysis,
    function: Definition,
    call: facts.Call,
    constant: facts.Value,
    place: Place,
    *,
    is_given: bool,
) -> facts.Call | None:
    """What is true if a call of a function that compares gives a constant, or else anything but that.

    It is said where the call stands; None if that is not known.
    """
    of = _predicate(analysis, function)
    given = None if of is None else constant_of(analysis, constant, place)
    if of is None or given is None:
        return None
    stated = ((one, constant_of(analysis, one.value, of.place)) for one in of.outcomes)
    possible = [one for one, gives in stated if gives is None or (gives == given) == is_given]
    truths = {_truth(one, given, is_given=is_given) for one in possible}
    truth = truths.pop() if len(truths) == 1 else None
    return None if truth is None else _put_in(of, call, truth)


def _truth(outcome: facts.Outcome, constant: str, *, is_given: bool) -> facts.Call | None:
    """What is true where this is the outcome, and it is a constant, or is not."""
    value = outcome.value
    if not isinstance(value, facts.Call):
        return outcome.truth
    if (constant, is_given) in (("0", False), ("1", True)):
        return value
    # What an operator gives is 0 or 1.
    is_denied = (constant, is_given) == ("0", True) or (constant == "1" and isinstance(value.callee, facts.Member))
    return facts.negation(value) if is_denied else None


def constant_of(analysis: FileAnalysis, value: facts.Value, place: Place) -> str | None:
    """What tells a constant from others: its number, or what it is called; None for what is none."""
    match analysis.evaluator.meaning(value, place):
        case Constant(text=text):
            return NUMBERS.get(text.lower(), text)
        case Text(known_string=str(text)) | Symbol(name=text):
            return text
        case Enumerator(of=of, name=name):
            return f"{of.path}:{of.key}.{name}"
    return None


def _predicate(analysis: FileAnalysis, function: Definition, depth: int = 0) -> _Predicate | None:
    """What a function says that compares parameters, by which all is decided that it gives; None for any other."""
    view, index = analysis.project.whereabouts(function)
    definition, place = analysis.project.definition(view, index), Place(function.path, index)
    outcomes = definition.outcomes or tuple(facts.Outcome(value, None) for value in definition.returns)
    truths = [side for one in outcomes for side in (one.value, one.truth) if isinstance(side, facts.Call)]
    if not truths or not all(isinstance(one.value, _DECIDED) for one in outcomes):
        return None
    compared, *others = map(_within, truths)
    names = tuple(one.name for one in definition.parameters)
    if any(other != compared for other in others):
        return None
    own = _sides_of(compared, names)
    # What is given to a parameter later on is not what the call has given.
    if not own or any(analysis.project.bindings(view, index, name) for name in own):
        return None
    is_one = _compares(analysis, compared.callee, Place(function.path, MODULE), depth)
    return _Predicate(names, outcomes, compared, place) if is_one else None


def _sides_of(compared: facts.Call, parameters: tuple[str, ...]) -> list[str]:
    """The names of what is compared, if that is nothing but parameters and texts."""
    sides = [one.value for one in compared.arguments[:_SIDES]]
    own = [_of(side) for side in sides]
    is_told = all(name in parameters or isinstance(side, facts.Literal) for name, side in zip(own, sides, strict=True))
    return [name for name in own if name in parameters] if len(sides) == _SIDES and is_told else []


def _within(truth: facts.Call) -> facts.Call:
    """The call that compares: `strcmp(a, b)` in `strcmp(a, b) == 0`."""
    callee = truth.callee
    return callee.of if isinstance(callee, facts.Member) and isinstance(callee.of, facts.Call) else truth


def _compares(analysis: FileAnalysis, callee: facts.Value, place: Place, depth: int) -> bool:
    """Whether what is called compares: a function of a library, or another one that does."""
    for option in each(analysis.evaluator.meaning(callee, place)):
        if isinstance(option, Symbol) and any(analysis.catalogue.comparisons.of(option.name)):
            return True
        if (
            isinstance(option, Definition)
            and depth < MAX_NESTED
            and _predicate(analysis, option, depth + 1) is not None
        ):
            return True
    return False


def _put_in(of: _Predicate, call: facts.Call, said: facts.Call) -> facts.Call:
    """What a function says of its parameters, said of what a call gives for them."""
    given = {name: one.value for name, one in zip(of.parameters, call.arguments, strict=False)}
    return _inline_arguments(said, given, call)


def _inline_arguments(said: T, given: Mapping[str, facts.Value], call: facts.Call) -> T:
    """What is said with names for what is given, with that in their place, standing where a call does."""
    if isinstance(said, tuple):
        return cast("T", tuple(_inline_arguments(part, given, call) for part in said))
    if isinstance(said, facts.Name) and said.name in given:
        return cast("T", given[said.name])
    if not isinstance(said, Struct):
        return said
    fields = {name: _inline_arguments(getattr(said, name), given, call) for name in said.__struct_fields__}
    placed = {name: at for name, at in (("start", call.start), ("end", call.end)) if name in fields}
    return cast("T", replace(said, **(fields | placed)))


def _of(value: facts.Value) -> str:
    """The name of what a value is, is a member of, or is what a function makes of that alone: `mg_str(text)`"""
    while True:
        match value:
            case facts.Member(of=of) | facts.Call(arguments=(facts.Argument(value=of),)):
                value = of
            case facts.Name(name=name):
                return name
            case _:
                return ""
