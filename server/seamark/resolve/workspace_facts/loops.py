"""Loops around a call: which lists they go through, so that the call can be read once for each of their items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from seamark.extract import facts

from .held_names import inner, leads_on, takes_item
from .view import View

MAX_DEPTH = 6


def loop_elements(view: View, call: facts.Call, scope: int) -> tuple[facts.Element, ...]:
    """The expressions by which the names in a call get one item of a list after the other, outer loops first."""
    parts: list[facts.Value] = [call.callee, *(given.value for given in call.arguments)]
    if not _has_items(view, parts):
        return ()
    seen: set[tuple[int, str, int]] = set()
    taken = dict.fromkeys(element for part in parts for element in _elements(view, part, scope, 0, seen))
    over = [loop for loop in view.loops.values() if not loop.start <= call.start < loop.end] if taken else []
    made = [one.of for one in taken if isinstance(one.of, facts.List)]  # What an item is made of goes with that.
    inside = (one for one in taken if not any(of.start < place(one)[0] < of.end for of in made))
    return tuple(one for one in inside if not any(heads(loop, one) for loop in over))


def _has_items(view: View, parts: Iterable[facts.Value]) -> bool:
    """Whether an item of a list may have a part in one of these expressions."""
    waiting, names = [*parts], view.names_of_items
    while waiting:
        value = waiting.pop()
        if takes_item(value) or (isinstance(value, facts.Name) and value.name in names):
            return True
        waiting += inner(value)
    return False


def heads(loop: facts.Loop, element: facts.Element) -> bool:
    """Whether the list of which something takes an item stands at the head of a loop."""
    return loop.start <= place(element)[0] < loop.body


def place(element: facts.Element) -> tuple[int, int]:
    """Where the list stands of which something takes an item."""
    of = element.of
    while isinstance(of, facts.Element):
        of = of.of
    return getattr(of, "start", -1), getattr(of, "end", -1)


def taken_by(view: View, value: facts.Value, scope: int) -> Iterable[facts.Element]:
    """The expressions by which the names in one expression get one item of a list after the other."""
    return _elements(view, value, scope, 0, set())


def _elements(
    view: View, value: facts.Value, scope: int, depth: int, seen: set[tuple[int, str, int]]
) -> Iterable[facts.Element]:
    """Those in one expression, after those in their parts; each of the bindings on the way is looked at once (`seen`).

    Chains of calls may be long: only names lead deeper.
    """
    if depth > MAX_DEPTH:
        return ()
    found: list[facts.Element] = []
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if not isinstance(one, facts.Name):
            found += (one,) if takes_item(one) else ()
            waiting += inner(one)
        elif one.name in view.names_of_items:
            found += reversed([*_elements_of_name(view, one, scope, depth, seen)])
    return reversed(found)


def _elements_of_name(
    view: View, name: facts.Name, scope: int, depth: int, seen: set[tuple[int, str, int]]
) -> Iterator[facts.Element]:
    """Those in what a name is bound to."""
    for around in view.scopes(scope):
        bindings = view.visible(around, name.name, name.start)
        for binding in bindings:
            known = (around, name.name, binding.start) in seen
            seen.add((around, name.name, binding.start))
            if not known and leads_on(binding):
                yield from _elements(view, binding.value, view.scope_of(binding), depth + 1, seen)
        if bindings:
            return
