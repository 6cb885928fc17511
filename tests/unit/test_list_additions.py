"""What is added to lists is found without going through all bindings each time."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from seamark.extract import extract
from seamark.extract.facts import MODULE, Binding
from seamark.resolve.workspace_facts.view import View

TEXT = b"""
parts = url.segments()
parts.append("a")
other = url.segments()
other.append("b")
"""


class Bindings(tuple[Binding, ...]):
    """Bindings that count how often somebody goes through them."""

    __slots__ = ()
    times = 0

    def __iter__(self) -> Iterator[Binding]:
        type(self).times += 1
        return super().__iter__()


def test_all_bindings_are_gone_through_once() -> None:
    facts = extract(TEXT, "python", frozenset({"append", "segments"}))
    view = View("a.py", replace(facts, bindings=Bindings(facts.bindings)))
    first = view.list_additions(MODULE, "segments")
    before = Bindings.times
    again = [view.list_additions(MODULE, "segments") for _ in range(100)]
    assert Bindings.times == before
    assert len(first) == 2
    assert again == [first] * 100
