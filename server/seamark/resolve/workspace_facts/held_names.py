"""The names of what a call gives that is given a function: `const a = wrap(f)`, `{ a: wrap(f) }`, `api.a = wrap(f)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seamark.extract.facts import Assignment, Binding, Call, Entry, Facts, Function, Value, held


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


def _named(facts: Facts) -> Iterator[tuple[str, Value]]:
    waiting: list[object] = [facts]
    while waiting:
        one = waiting.pop()
        match one:
            case Binding(name=name, value=value) | Entry(key=name, value=value):
                yield name, value
            case Assignment(target=target, value=value):
                yield target.name, value
        waiting.extend(held(one))
