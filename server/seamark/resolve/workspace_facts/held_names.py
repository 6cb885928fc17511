"""Names of what values hold: of what a call gives that is given a function, and of items of lists.

The former is `const a = wrap(f)`, `{ a: wrap(f) }` or `api.a = wrap(f)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeGuard

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


def of_taking(facts: Facts) -> dict[int, Sequence[tuple[str, Call]]]:
    """The calls that are given functions of a file where these are defined, each after a name of what it gives.

    By the function, an index into `Facts.definitions`.
    """
    found: dict[int, list[tuple[str, Call]]] = {}
    for name, value in _named(facts):
        if isinstance(value, Call):
            for given in value.arguments:
                if isinstance(given.value, Function):
                    found.setdefault(given.value.definition, []).append((name, value))
    return {**found}


def of_objects(facts: Facts) -> dict[int, tuple[Object, ...]]:
    """The objects of a file in which functions are written as entries, inside out, by the function."""
    objects = [one for one in within(facts, without=Step) if isinstance(one, Object)]
    around = {id(entry.value): one for one in objects for entry in one.entries if isinstance(entry.value, Object)}
    found: dict[int, tuple[Object, ...]] = {}
    for one in objects:
        chain = [one]
        while id(chain[-1]) in around and len(chain) < MAX_NESTED:
            chain.append(around[id(chain[-1])])
        functions = (entry.value.definition for entry in one.entries if isinstance(entry.value, Function))
        found.update(dict.fromkeys(functions, tuple(chain)))
    return found


def _named(facts: Facts) -> Iterator[tuple[str, Value]]:
    for one in within(facts, without=Step):
        match one:
            case Binding(name=name, value=value) | Entry(key=name, value=value):
                yield name, value
            case Assignment(target=target, value=value):
                yield target.name, value


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
