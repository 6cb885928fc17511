"""Arguments of calls, found by what the rows of the catalogue say: `0|path`, `1.method` (see `catalogue.schema`).

A row that does not have an argument says `""`, for which nothing is found.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from seamark.catalogue import BLOCK, CALL
from seamark.extract import facts
from seamark.resolve.abstract_values import (
    OR_ITSELF,
    UNKNOWN,
    Argument,
    Instance,
    Meaning,
    Module,
    OpaqueCall,
    Parameter,
    Place,
    Record,
    Sequence,
    Symbol,
    Text,
    each,
    options,
)
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.partial_texts.texts import possible_texts
from seamark.resolve.partial_texts.urls import is_absolute

from . import handed_on

MAX_DEPTH = 8
"""How deep objects may stand in each other of which all that they hold is meant."""
_HELD = ".**"


def written_argument(call: facts.Call, spec: str) -> facts.Value | None:
    """The expression that stands as the argument `spec`, where it is written in the call itself."""
    for one in spec.split("|"):
        head, _, tail = one.rstrip("/").partition(".")
        value = _top(call, head)
        if isinstance(value, facts.This):
            return facts.Member(value, tail, call.start, call.start)
        if value is not None and tail:
            value = _written_key(value, tail)
        if value is not None:
            return value
    return None


def _written_key(value: facts.Value, keys: str) -> facts.Value | None:
    found: facts.Value | None = value
    for key in keys.split("."):
        found = entry(found, key)
    return found


def entry(value: facts.Value | None, key: str) -> facts.Value | None:
    """What stands under a key in an object or a list that is written out, or that a call makes which is given it.

    Such a call is given it by name, or by number if it is one that makes an object.
    """
    if isinstance(value, facts.Object):
        return next((one.value for one in value.entries if one.key == key), None)
    if isinstance(value, facts.Call):
        return _top(value, key) if value.new or not key.isdecimal() else None
    if isinstance(value, facts.List) and key.isdecimal():
        return next(iter(value.items[int(key) : int(key) + 1]), None)
    return None


def argument(evaluator: Evaluation, call: facts.Call, spec: str, place: Place) -> Meaning | None:
    """What the argument `spec` means; None if the call has no such argument."""
    return found_argument(evaluator, call, spec, place)[1]


def found_argument(
    evaluator: Evaluation, call: facts.Call, spec: str, place: Place
) -> tuple[facts.Value | None, Meaning | None]:
    """The argument `spec` as it is written and what it means; both None if the call has no such argument."""
    alternatives = spec.split("|")
    perhaps: list[tuple[facts.Value, Meaning]] = []
    for one in alternatives:
        head, _, tail = one.rstrip("/").partition(".")
        given = _given_argument(evaluator, call, head, place)
        if given is None:
            continue
        value, is_handed = given.value, _top(call, head) is None
        found = evaluator.meaning(value, given.place)
        if head.endswith(CALL):
            outcome = evaluator.outcome(found, given.place)
            if outcome is None:
                continue
            found = outcome
        if is_handed and any(isinstance(option, Parameter) for option in each(found)):
            for name in tail.split(".") if tail else ():
                found = evaluator.member(found, name + OR_ITSELF if head in alternatives else name, given.place)
            perhaps.append((value, found))
            continue
        if head == BLOCK:
            stated = stated_in_block(evaluator, value, tail, given.place)
            if stated is None:
                continue
            return stated.value, evaluator.meaning(stated.value, stated.place)
        if tail:
            first, *rest = tail.split(".")
            is_any = any(_is_any(evaluator, option) for option in each(found))
            key = first + OR_ITSELF if is_any and head in alternatives else first
            member = _member_set_later(evaluator, value, found, first, place) or _key(evaluator, found, key, place)
            for name in rest:
                member = None if member is None else _key(evaluator, member, name, place)
            member = member or _made_with(evaluator, value, tail, place)
            if member is None:
                continue
            found = member
            if head not in alternatives and (is_any or _is_handed_on(found)):
                perhaps.append((written_argument(call, one) or value, found))
                continue
        if one.endswith("/") and not any(_begins_as_path_or_url(option) for option in each(found)):
            continue
        return (perhaps[0][0] if perhaps else written_argument(call, one) or value), _first_given(perhaps, found)
    return (perhaps[0][0], _first_given(perhaps)) if perhaps else (None, None)


def may_be_given(call: facts.Call, spec: str) -> bool:
    """Whether a call has the argument `spec`, or spreads something that may be it: that much needs no evaluation."""
    is_written = any(_top(call, _head(one)) is not None for one in spec.split("|"))
    return is_written or any(one.name in _SPREAD for one in call.arguments)


def _is_handed_on(meaning: Meaning) -> bool:
    """Whether something may be what callers give in an object, which need not have it."""
    return all(isinstance(option, Parameter) and option.members for option in each(meaning))


def _first_given(perhaps: list[tuple[facts.Value, Meaning]], *found: Meaning) -> Meaning:
    """What an argument means: the first of what callers may give for it, or else what was `found`."""
    meanings = [*(meaning for _, meaning in perhaps), *found]
    return options(meanings, ordered=True) if len(meanings) > 1 else meanings[0]


def _given_argument(evaluator: Evaluation, call: facts.Call, head: str, place: Place) -> Argument | None:
    """What a call is given as an argument: as it is written, or in something that it hands on."""
    value = _top(call, head)
    if value is not None:
        return Argument(value, place)
    kinds = {one.name for one in call.arguments}
    if "*" in kinds and head.isdecimal():
        return handed_on.by_position(evaluator, call, int(head), place)
    if "**" in kinds and head.isidentifier():
        return handed_on.by_name(evaluator, call, head, place)
    return None


def may_go_by_name(evaluator: Evaluation, call: facts.Call, spec: str, row: Struct, place: Place) -> bool:
    """Whether a call that lacks the argument `spec` may give it by a name that the row does not have.

    It may if the call spreads something that is not known (`*args`, `**options`). If `spec` holds numbers only, it also
    may if the call has an argument by a name that no field of the row holds, unless the value of that is certainly no
    text.
    """
    if not spec or written_argument(call, spec) is not None:
        return False
    if any(_given_argument(evaluator, call, _head(one), place) is not None for one in spec.split("|")):
        return False
    spread = [one.value for one in call.arguments if one.name in _SPREAD]
    if not all(isinstance(evaluator.meaning(value, place), Record | Sequence) for value in spread):
        return True
    if not all(_head(one).lstrip("-").isdecimal() for one in spec.split("|")):
        return False
    # A verb is no argument, though it may be that in the name of the call.
    fields = (getattr(row, field.name) for field in msgspec.structs.fields(type(row)) if field.name != "verb")
    known = {_head(one) for field in fields if isinstance(field, str) for one in field.split("|")}
    unknown = (one.value for one in call.arguments if one.name and one.name not in known)
    return any(possible_texts(evaluator.meaning(value, place)) for value in unknown)


_SPREAD = ("*", "**")


def _head(spec: str) -> str:
    """The number or name of the argument, without what is said of its keys, or that it is called."""
    return spec.rstrip("/").partition(".")[0].removesuffix(CALL)


def arguments(evaluator: Evaluation, call: facts.Call, spec: str, place: Place) -> Iterator[Meaning]:
    """What each argument that `spec` speaks of means: for `*` all positional ones and what is spread, else the one, or
    what that holds.
    """
    if spec == "*":
        for given in call.arguments:
            if given.name in ("", "*"):
                yield evaluator.meaning(given.value, place)
        return
    whole, holds, _ = spec.partition(_HELD)
    found = argument(evaluator, call, whole, place)
    if found is not None:
        yield from _values_within(evaluator, found) if holds else (found,)


def _values_within(evaluator: Evaluation, meaning: Meaning, depth: int = 0) -> Iterator[Meaning]:
    """What stands under the keys of an object and of those in it, or a module offers; something else as it is."""
    for option in each(meaning):
        offered = _offered_values(evaluator, option) if isinstance(option, Module) else []
        if isinstance(option, Record) and depth < MAX_DEPTH:
            for one in option.value.entries:
                yield from _values_within(evaluator, evaluator.meaning(one.value, option.place), depth + 1)
        elif offered and depth < MAX_DEPTH:
            for found in offered:
                yield from _values_within(evaluator, found, depth + 1)
        elif not isinstance(option, Record):
            yield option


def _offered_values(evaluator: Evaluation, module: Module) -> list[Meaning]:
    """What a module offers under each of its names, where its language has a list of these."""
    view, within = evaluator.view(module.path), Place(module.path, facts.MODULE)
    return [evaluator.member(module, name, within) for name in evaluator.project.exported_names(view)]


def all_written(call: facts.Call, spec: str) -> list[facts.Value]:
    """The expressions that stand as the argument `spec` (of `*` and `1*`, as all of these), and in lists there."""
    first, star, _ = spec.partition("*")
    if star and (not first or first.isdecimal()):
        given = [one.value for one in call.arguments if one.name in ("", "*")]
        return _each_item(given[int(first or "0") :])
    for one in spec.split("|"):
        head, *keys = one.split(".")
        value = _top(call, head)
        found = [] if value is None else [value]
        for key in keys:
            if key == "*":
                found = [pair.value for one in found if isinstance(one, facts.Object) for pair in one.entries]
                continue
            items = found if key.isdecimal() else _each_item(found)
            found = [inner for item in items if (inner := entry(item, key)) is not None]
        if found:
            return _each_item(found)
    return []


def _each_item(values: list[facts.Value]) -> list[facts.Value]:
    """The expressions, and instead of lists what stands in these."""
    return [item for one in values for item in (one.items if isinstance(one, facts.List) else (one,))]


def argument_items(evaluator: Evaluation, meaning: Meaning | None) -> list[Meaning]:
    """What an argument says that may be one thing or a list: the items of a list, else the whole; without one nothing.

    The whole is left as it is, since possibilities are read together (see `texts`).
    """
    if any(isinstance(option, Sequence) for option in each(meaning or UNKNOWN)):
        return evaluator.items(meaning or UNKNOWN)
    return [] if meaning is None else [meaning]


def _top(call: facts.Call, head: str) -> facts.Value | None:
    if head == "this":
        return facts.This()
    head = head.removesuffix(CALL)
    if head == BLOCK:
        last = _top(call, "-1")
        return last if isinstance(last, facts.Function) else None
    if head.lstrip("-").isdecimal():
        positional = [given.value for given in call.arguments if given.name == ""]
        if any(given.name == "*" for given in call.arguments):
            positional = positional if head == "-1" else positional[: _before_spread(call)]
        index = int(head)
        return positional[index] if -len(positional) <= index < len(positional) else None
    return next((given.value for given in call.arguments if given.name == head != ""), None)


def _before_spread(call: facts.Call) -> int:
    return next(i for i, given in enumerate(call.arguments) if given.name == "*")


def _member_set_later(
    evaluator: Evaluation, variable: facts.Value, of: Meaning, name: str, place: Place
) -> Meaning | None:
    """What a key was set to of the object that a variable was given: `options.path = "/users"`."""
    if not isinstance(variable, facts.Name) or not any(isinstance(option, Record | Parameter) for option in each(of)):
        return None
    held = evaluator.set_last(variable, name, place)
    return options([evaluator.meaning(value, there) for value, there in held]) if held else None


def _key(evaluator: Evaluation, of: Meaning, name: str, place: Place) -> Meaning | None:
    if name.endswith(CALL):
        function = _key(evaluator, of, name.removesuffix(CALL), place)
        return None if function is None else evaluator.outcome(function, place)
    if name.endswith(OR_ITSELF) and len(each(of)) > 1:
        forms = [found for option in each(of) if (found := _key(evaluator, option, name, place)) is not None]
        return options(forms) if forms else None
    for option in each(of):
        if isinstance(option, Record):
            found = evaluator.entry(option, name.removesuffix(OR_ITSELF))
            if found is not None:
                return found
        elif isinstance(option, Instance | Parameter):
            return evaluator.member(option, name, place)
        elif isinstance(option, Module):
            offered = evaluator.member(option, name, place)
            if offered != UNKNOWN:
                return offered
        elif isinstance(option, Sequence) and name.isdecimal():
            return next(iter(evaluator.items(option)[int(name) : int(name) + 1]), None)
        elif isinstance(option, Sequence):
            held = [_key(evaluator, item, name, place) for item in evaluator.items(option)]
            found_in = [one for one in held if one is not None]
            if found_in:
                return options(found_in)
    return None


def _made_with(evaluator: Evaluation, value: facts.Value, keys: str, place: Place) -> Meaning | None:
    """What the call that makes an object of something outside the workspace is given under these keys."""
    for option in each(evaluator.source(value, place)):
        given = _written_key(option.call, keys) if isinstance(option, OpaqueCall) else None
        if given is not None and isinstance(option, OpaqueCall):
            return evaluator.meaning(given, option.place)
    return None


def written_in_block(evaluator: Evaluation, call: facts.Call, spec: str, place: Place) -> facts.Value | None:
    """The expression that stands as the argument `spec` in a function that the call is given as a block."""
    for one in spec.split("|"):
        head, _, key = one.partition(".")
        value = _top(call, head) if head == BLOCK else None
        stated = None if value is None else stated_in_block(evaluator, value, key, place)
        if stated is not None:
            return stated.value
    return None


def stated_in_block(evaluator: Evaluation, value: facts.Value, keys: str, place: Place) -> Argument | None:
    """What a function that is written in place says of what runs it: `{ url("/users"); method = HttpMethod.Post }`.

    It is what it gives the only call of this name that is on nothing, or what it sets this name to; of several keys,
    what a function says that such a call is given: `{ url { path("users", id) } }`, or `{ url.path("users", id) }`.
    Several arguments are a list.
    """
    if not isinstance(value, facts.Function):
        return None
    view, scope = evaluator.view(place.path), value.definition
    block, within = view.facts.definitions[scope], Place(place.path, scope)
    calls = [one.call for one in view.facts.sites if one.scope == scope]
    stated = [one for one in map(_given_value, calls) if one is not None]
    around = (one for outer in view.scopes(scope) for one in view.bindings(outer, keys))
    found = [
        Argument(given, within) for name, given in stated if name == keys and not isinstance(given, facts.Function)
    ]
    found += (Argument(one.value, within) for one in around if block.start <= one.start < block.end)
    own = (one for one in view.assignments_to(keys) if one.scope == scope and isinstance(one.target.of, facts.This))
    found += (Argument(one.value, within) for one in own)
    for name, given in stated:
        inner = stated_in_block(evaluator, given, keys.removeprefix(f"{name}."), place) if f"{name}." in keys else None
        found += [] if inner is None else [inner]
    return found[0] if len(found) == 1 else None


def _given_value(call: facts.Call) -> tuple[str, facts.Value] | None:
    """What a call in a block is given, by the name that is called, be it one of a member: `url.path`."""
    values = tuple(one.value for one in call.arguments if not one.name)
    match call.callee:
        case facts.Name(name=name):
            named = name
        case facts.Member(of=facts.Name(name=of), name=name):
            named = f"{of}.{name}"
        case _:
            return None
    return None if not values else (named, values[0] if len(values) == 1 else facts.List(values, call.start, call.end))


def _is_any(evaluator: Evaluation, meaning: Meaning) -> bool:
    """Whether callers may give an object or a text: nothing says what, or that it is one of several things.

    What a library declares is not known, unless the catalogue speaks of it.
    """
    if not isinstance(meaning, Parameter) or meaning.type == UNKNOWN:
        return isinstance(meaning, Parameter)
    if isinstance(meaning.type, Symbol):
        return meaning.type.name not in evaluator.catalogue.types
    taken = () if meaning.members else evaluator.project.facts_of(meaning.owner).parameters
    kind = taken[meaning.index].type if meaning.index < len(taken) else None
    return isinstance(kind, facts.Choice) and any(isinstance(one, facts.Hole) for one in kind.options)


def _begins_as_path_or_url(meaning: Meaning) -> bool:
    return isinstance(meaning, Text) and (meaning.raw().startswith("/") or is_absolute(meaning))
