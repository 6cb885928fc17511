"""Names of what values hold: of what a call gives that is given a function, and of items of lists.

The former is `const a = wrap(f)`, `{ a: wrap(f) }` or `api.a = wrap(f)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeGuard

from seamark.extract.facts import (
    Assignment,
    Binding,
    Call,
    Concat,
    Element,
    Entry,
    Facts,
    Function,
    Hole,
    List,
    Member,
    Name,
    Object,
    Step,
    Value,
    within,
)

MAX_NESTED = 8
"""How deep objects may stand in each other whose functions know of the outermost one."""


class Holders(NamedTuple):
    """What a file's functions and objects are written in, and all calls that its values hold (`held`).

    `taken` are the calls that are given a function, each after a name of what it gives; `objects` those in which one is
    an entry, inside out: both by the function, an index into `Facts.definitions`. `calls` are those that are given an
    object, by its `id`.
    """

    taken: Mapping[int, Sequence[tuple[str, Call]]]
    objects: Mapping[int, tuple[Object, ...]]
    calls: Mapping[int, Call]
    held: Sequence[Call]


def holders(facts: Facts) -> Holders:
    """What the functions and objects of a file are written in, found in one pass."""
    taken: dict[int, list[tuple[str, Call]]] = {}
    calls: dict[int, Call] = {}
    held: list[Call] = []
    objects: list[Object] = []
    everything = within(facts, without=Step)  # What is done is said by others as well.
    for one in everything:
        if type(one) not in _HOLDING:
            continue
        match one:
            case Binding(name=name, value=Call() as call) | Entry(key=name, value=Call() as call):
                _take(taken, name, call)
            case Assignment(target=target, value=Call() as call):
                _take(taken, target.name, call)
            case Object():
                objects.append(one)
            case Call(arguments=arguments):
                held.append(one)
                for given in arguments:
                    if isinstance(given.value, Object):
                        calls[id(given.value)] = one
    return Holders(taken, _around(objects), calls, held)


_HOLDING = frozenset((Assignment, Binding, Call, Entry, Object))


def _take(taken: dict[int, list[tuple[str, Call]]], name: str, call: Call) -> None:
    for given in call.arguments:
        if isinstance(given.value, Function):
            taken.setdefault(given.value.definition, []).append((name, call))


def _around(objects: Sequence[Object]) -> dict[int, tuple[Object, ...]]:
    around = {id(entry.value): one for one in objects for entry in one.entries if isinstance(entry.value, Object)}
    found: dict[int, tuple[Object, ...]] = {}
    for one in objects:
        chain = [one]
        while id(chain[-1]) in around and len(chain) < MAX_NESTED:
            chain.append(around[id(chain[-1])])
        functions = (entry.value.definition for entry in one.entries if isinstance(entry.value, Function))
        found.update(dict.fromkeys(functions, tuple(chain)))
    return found


def of_items(bindings: Iterable[Binding]) -> frozenset[str]:
    """The names that may stand for an item of a list through which a loop goes, or for what is made of one."""
    found: set[str] = set()
    made_of: dict[str, set[str]] = {}
    for binding in filter(leads_on, bindings):
        waiting = [binding.value]
        while waiting:
            value = waiting.pop()
            if isinstance(value, Name):
                made_of.setdefault(value.name, set()).add(binding.name)
            elif takes_item(value):
                found.add(binding.name)
            waiting += inner(value)
    new = [*found]
    while new:
        further = made_of.pop(new.pop(), set()) - found
        found |= further
        new += further
    return frozenset(found)


def takes_item(value: Value) -> TypeGuard[Element]:
    """Whether an expression is one item of a list after the other."""
    return isinstance(value, Element) and isinstance(value.key, Hole)


def leads_on(binding: Binding) -> bool:
    """Whether what a name is bound to can be an item of a list, or be made of one."""
    return isinstance(binding.value, Element | Member | Name | Concat | Call)


def inner(value: Value) -> Iterable[Value]:
    """The expressions of which one consists, but for keys."""
    match value:
        case Element(of=of) | Member(of=of):
            return (of,)
        case Concat(parts=parts):
            return parts
        case Call(callee=callee, arguments=arguments):
            return (callee, *(given.value for given in arguments))
        case List(items=items):
            return items
        case Object(entries=entries):
            return [entry.value for entry in entries]
    return ()
