"""The names of what a call gives that is given a function: `const a = wrap(f)`, `{ a: wrap(f) }`, `api.a = wrap(f)`."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract.facts import Assignment, Binding, Call, Entry, Function, Value, held

from .view import View


def of_taking(view: View, function: int) -> Iterator[tuple[str, Call]]:
    """The calls that are given a function of the file where it is defined, each after a name of what it gives."""
    for name, value in _named(view):
        if isinstance(value, Call) and any(one.value == Function(function) for one in value.arguments):
            yield name, value


def _named(view: View) -> Iterator[tuple[str, Value]]:
    waiting: list[object] = [view.facts]
    while waiting:
        one = waiting.pop()
        match one:
            case Binding(name=name, value=value) | Entry(key=name, value=value):
                yield name, value
            case Assignment(target=target, value=value):
                yield target.name, value
        waiting.extend(held(one))
