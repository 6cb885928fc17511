"""What is asked of all bindings of a name in one scope of a file: found once, however often that is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import takewhile

from seamark.extract.facts import Binding, Hole, Literal, Scalar


class NameBindings:
    """The bindings of a name in one scope, in the order of the text."""

    def __init__(self, bindings: Sequence[Binding], scope_of: Callable[[Binding], int]) -> None:
        """`scope_of` gives the scope in which a binding's value stands."""
        self._bindings = bindings
        self._scope_of = scope_of

    @cached_property
    def unset(self) -> int:
        """How many of the first ones only declare the name, or bind it to what says nothing."""
        return sum(1 for _ in takewhile(_is_unset, self._bindings))

    @cached_property
    def conditional(self) -> int:
        """How many stand in a block that need not run."""
        return sum(one.block_start > 0 for one in self._bindings)

    @cached_property
    def are_declarations(self) -> bool:
        """Whether there are any, and none says what the name is set to."""
        return bool(self._bindings) and all(isinstance(one.value, Hole) for one in self._bindings)

    def elsewhere(self, start: int, scope: int) -> Iterator[Binding]:
        """Those from a number on whose values do not stand in a scope, the last one first."""
        index = len(self._bindings) - 1
        while index >= start:
            if self._scopes[index] == scope:
                index = self._others_before[index]
            else:
                yield self._bindings[index]
                index -= 1

    @cached_property
    def _scopes(self) -> list[int]:
        return [self._scope_of(one) for one in self._bindings]

    @cached_property
    def _others_before(self) -> list[int]:
        """For each the number of the last one before it whose value stands in another scope; -1 if there is none."""
        found: list[int] = []
        for index, scope in enumerate(self._scopes):
            is_first = not index or self._scopes[index - 1] != scope
            found.append(index - 1 if is_first else found[-1])
        return found


def _is_unset(binding: Binding) -> bool:
    value = binding.value
    return isinstance(value, Hole) or value == Scalar("null") or (isinstance(value, Literal) and not value.text)
