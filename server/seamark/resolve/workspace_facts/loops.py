"""Loops around a call: which lists they go through, so that the call can be read once for each of their items."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract import facts

from .view import View

MAX_DEPTH = 6


def taken(view: View, call: facts.Call, scope: int) -> tuple[facts.Element, ...]:
    """The expressions by which the names in a call get one item of a list after the other, outer loops first."""
    parts: list[facts.Value] = [call.callee, *(given.value for given in call.arguments)]
    seen: set[tuple[int, str, int]] = set()
    taken = dict.fromkeys(element for part in parts for element in _elements(view, part, scope, 0, seen))
    over = [loop for loop in view.loops.values() if not loop.start <= call.start < loop.end]
    return tuple(one for one in taken if not any(heads(loop, one) for loop in over))


def heads(loop: facts.Loop, element: facts.Element) -> bool:
    """Whether the list of which something takes an item stands at the head of a loop."""
    return loop.start <= place(element)[0] < loop.body


def place(element: facts.Element) -> tuple[int, int]:
    """Where the list stands of which something takes an item."""
    of = element.of
    while isinstance(of, facts.Element):
        of = of.of
    return getattr(of, "start", -1), getattr(of, "end", -1)


def taken_by(view: View, value: facts.Value, scope: int) -> Iterator[facts.Element]:
    """The expressions by which the names in one expression get one item of a list after the other."""
    return _elements(view, value, scope, 0, set())


def _elements(
    view: View, value: facts.Value, scope: int, depth: int, seen: set[tuple[int, str, int]]
) -> Iterator[facts.Element]:
    """Those in one expression; each of the bindings on the way is looked at once (`seen`)."""
    if depth > MAX_DEPTH:
        return
    match value:
        case facts.Name(name=name, start=start):
            if view.turns(scope, name) == ():
                return
            for around in view.scopes(scope):
                bindings = view.visible(around, name, start)
                for binding in bindings:
                    known = (around, name, binding.start) in seen
                    seen.add((around, name, binding.start))
                    if not known and isinstance(
                        binding.value, facts.Element | facts.Member | facts.Name | facts.Concat | facts.Call
                    ):
                        yield from _elements(view, binding.value, view.scope_of(binding), depth + 1, seen)
                if bindings:
                    return
        case facts.Element(of=of, key=key):
            yield from _elements(view, of, scope, depth + 1, seen)
            if isinstance(key, facts.Hole):
                yield value
        case facts.Member(of=of):
            yield from _elements(view, of, scope, depth + 1, seen)
        case facts.Concat(parts=parts):
            for part in parts:
                yield from _elements(view, part, scope, depth + 1, seen)
        case facts.Call(callee=callee, arguments=arguments):
            yield from _elements(view, callee, scope, depth + 1, seen)
            for given in arguments:
                yield from _elements(view, given.value, scope, depth + 1, seen)
        case facts.List(items=items):
            for item in items:
                yield from _elements(view, item, scope, depth + 1, seen)
        case facts.Object(entries=entries):
            for entry in entries:
                yield from _elements(view, entry.value, scope, depth + 1, seen)
