"""What a text in YAML or JSON consists of. Positions are bytes of its text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TypeAlias

from msgspec import Struct

_MERGE = "<<"


class Scalar(Struct, frozen=True, gc=False):
    """A text; its span is without quotes."""

    text: str
    start: int
    end: int


class Entry:
    """A key of a mapping, with its value, which is read when it is asked for."""

    __slots__ = ("_read", "_value", "key")

    def __init__(self, key: Scalar, read: Callable[[], Node | None]) -> None:
        self.key = key
        self._read: Callable[[], Node | None] | None = read
        self._value: Node | None = None

    @property
    def value(self) -> Node | None:
        """What the key stands for; None if there is nothing."""
        if self._read is not None:
            self._value, self._read = self._read(), None
        return self._value


class Mapping:
    """Keys with values, in the order of the text. A key may stand there twice."""

    def __init__(self, read: Callable[[], list[Entry]]) -> None:
        self._read = read

    @cached_property
    def own(self) -> list[Entry]:
        """The entries that stand here."""
        return self._read()

    @cached_property
    def entries(self) -> list[Entry]:
        """All entries: those that stand here, and those of mappings that are merged in (`<<: *base`)."""
        if not any(entry.key.text == _MERGE for entry in self.own):
            return self.own
        found = [entry for entry in self.own if entry.key.text != _MERGE]
        known = {entry.key.text for entry in found}
        for base in self._merged_mappings():
            new = [entry for entry in base.own if entry.key.text not in known and entry.key.text != _MERGE]
            known.update(entry.key.text for entry in new)
            found += new
        return found

    def get(self, key: str) -> Node | None:
        """The value of a key; the last one's if it stands there twice."""
        entries = self._by_key.get(key)
        return None if entries is None else entries[-1].value

    def all(self, key: str) -> list[Node | None]:
        """The values of a key, wherever it stands here."""
        return [entry.value for entry in self._by_key.get(key, ())]

    @cached_property
    def _by_key(self) -> dict[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            found.setdefault(entry.key.text, []).append(entry)
        return found

    def _merged_mappings(self) -> Iterator[Mapping]:
        """The mappings that are merged in, each once, those whose keys count first before others."""
        seen = {id(self)}
        waiting = [*reversed(list(self._bases()))]
        while waiting:
            base = waiting.pop()
            if id(base) not in seen:
                seen.add(id(base))
                yield base
                waiting += reversed(list(base._bases()))  # noqa: SLF001

    def _bases(self) -> Iterator[Mapping]:
        for entry in self.own:
            if entry.key.text == _MERGE:
                values = entry.value.items if isinstance(entry.value, Sequence) else [entry.value]
                yield from (value for value in values if isinstance(value, Mapping))


class Sequence:
    """Values one after the other."""

    def __init__(self, read: Callable[[], list[Node | None]]) -> None:
        self._read = read

    @cached_property
    def items(self) -> list[Node | None]:
        """The values."""
        return self._read()


Node: TypeAlias = Scalar | Mapping | Sequence


def text_of(node: Node | None) -> str | None:
    """The text that a scalar is; None for anything else."""
    return node.text if isinstance(node, Scalar) else None


def items_of(node: Node | None) -> list[Node | None]:
    """The items that a sequence has; none of anything else."""
    return node.items if isinstance(node, Sequence) else []


def at_pointer(node: Node | None, pointer: str) -> Node | None:
    """What a JSON pointer (RFC 6901) leads to from here; None if there is nothing."""
    return next(reversed(all_at_pointer(node, pointer)), None)


def all_at_pointer(node: Node | None, pointer: str) -> list[Node | None]:
    """All that a JSON pointer leads to from here, by keys that stand there twice."""
    found = [node]
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        # Aliases lead to the same node as often as they are read.
        found = list({id(below): below for one in found for below in _below(one, name)}.values())
    return found


def _below(node: Node | None, name: str) -> list[Node | None]:
    if isinstance(node, Mapping):
        return node.all(name)
    if isinstance(node, Sequence) and name.isdecimal() and len(name) < 9:
        return node.items[int(name) : int(name) + 1]
    return []
