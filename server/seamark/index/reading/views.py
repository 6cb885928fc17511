"""What was read of files: kept as small as can be, and arranged for those lately asked for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from zlib import compress, decompress

from seamark.extract import packing
from seamark.extract.facts import Facts
from seamark.resolve.workspace_facts.view import SUMMED_UP, View

from .stack import deep_stack
from .twins import Content, Twins

MAX_RECORDS = 100_000
"""How many calls, definitions and names the files together have whose facts are arranged: some 130 MB."""

AT_REST = 35_000
"""How many of these are kept arranged when there is nothing left to do: some 45 MB."""

_AT_LEAST = 20
"""As how many of those a file counts that has none."""

_FAST = 1
"""Of zlib's levels the one that takes the least time; it leaves less than a third."""


class Views:
    """The files' facts. `extracted` reads those of a file, with the calls that are `asked` of it. Files share them that
    have the same text, if the same calls are asked of them.

    `triggered` tells whether a file's text alone speaks of something that the catalogue knows. What is `kept`
    elsewhere, from where it is read again at little cost, is not kept here.
    """

    def __init__(
        self,
        extracted: Callable[[str], Facts | None],
        triggered: Callable[[str], bool],
        kept: Callable[[str], bool],
        asked: Callable[[str], frozenset[str]],
    ) -> None:
        self._extracted = extracted
        self._triggered = triggered
        self._kept = kept
        self._asked = asked
        self._twins = Twins()
        self._small: dict[str, bytes] = {}
        self._sketches: dict[tuple[str, str], str] = {}
        self._views: OrderedDict[str, View] = OrderedDict()
        self._records = 0

    def put(self, path: str, content: Content) -> None:
        """The file has another text now."""
        self.remove(path)
        self._twins.put(path, content)

    def remove(self, path: str) -> None:
        """There is no such file, or its text is not known."""
        self.forget(path)
        self._twins.remove(path)

    def forget(self, path: str) -> None:
        """What was read of the file no longer holds, though its text is the same: other calls are asked for."""
        self._small.pop(path, None)
        for kind in SUMMED_UP:
            self._sketches.pop((kind, path), None)
        if path in self._views:
            self._records -= _records(self._views.pop(path))

    def has(self, path: str) -> bool:
        """Whether the file's facts, or those of one with the same text, were read."""
        return any(twin in self._small or twin in self._views for twin in (path, *self._alike(path)))

    def known_facts(self, path: str) -> Facts | None:
        """The file's facts, if they were read and are here."""
        if path in self._views:
            return self._views[path].facts
        return _decode_facts(self._small[path]) if path in self._small else None

    def known_view(self, path: str) -> View | None:
        """The file's facts, if they are here as they are asked for."""
        return self._views.get(path)

    def lacks(self, kind: str, path: str, name: str) -> bool:
        """Whether the file's facts are known to answer a question of this kind with nothing: see `SUMMED_UP`."""
        sketch = self._sketches.get((kind, path))
        if sketch is None:
            view = self.view(path)
            if view is None:
                return False
            sketch = self._sketches[kind, path] = "\0".join(("", *view.names(kind), ""))
        return f"\0{name}\0" not in sketch

    def view(self, path: str) -> View | None:
        """The file's facts, arranged."""
        view = self._views.get(path)
        if view is not None:
            self._views.move_to_end(path)
            return view
        with deep_stack():
            return self._arrange_view(path)

    def _arrange_view(self, path: str) -> View | None:
        view = self._make_view(path)
        if view is None:
            return None
        self._views[path] = view
        self._records += _records(view)
        self._shrink(MAX_RECORDS)
        return view

    def rest(self) -> None:
        """Nobody is going to ask for many files soon."""
        self._shrink(AT_REST)

    def _shrink(self, most: int) -> None:
        while self._records > most and len(self._views) > 1:
            other, old = self._views.popitem(last=False)
            self._records -= _records(old)
            self._keep_small(other, old)

    def _alike(self, path: str) -> Iterator[str]:
        """The files whose facts are those of this one, itself included."""
        twins = self._twins.of(path)
        asked = self._asked(path) if len(twins) > 1 else frozenset()
        return (twin for twin in twins if twin == path or self._asked(twin) == asked)

    def _make_view(self, path: str) -> View | None:
        for twin in self._alike(path):
            if twin in self._views:
                return self._views[twin].twin(path)
        facts = self._read_facts(path)
        return None if facts is None else View(path, facts, triggered=self._triggered(path))

    def _read_facts(self, path: str) -> Facts | None:
        for twin in self._alike(path):
            if twin in self._small:
                self._small[path] = self._small[twin]
                return _decode_facts(self._small[path])
        return self._extracted(path)

    def _keep_small(self, path: str, view: View) -> None:
        if self._kept(path):
            return
        known = (self._small[twin] for twin in (path, *self._alike(path)) if twin in self._small)
        self._small[path] = next(known, None) or compress(packing.encode_facts(view.facts), _FAST)


def _records(view: View) -> int:
    facts = view.facts
    return _AT_LEAST + len(facts.sites) + len(facts.definitions) + len(facts.bindings)


def _decode_facts(small: bytes) -> Facts:
    with deep_stack():
        return packing.decode_facts(decompress(small))
