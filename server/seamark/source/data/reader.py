"""Reads a text in YAML or JSON, level by level."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property, lru_cache, partial
from itertools import pairwise

from seamark.patterns import regex
from seamark.source.parsing import ParseLimitError

from .brackets import Brackets
from .nodes import Entry, Mapping, Node, Scalar, Sequence
from .scalars import block, scalar


def documents(data: bytes) -> list[Node | None]:
    """The documents of a text, in their order; JSON is one. None is one in which there is nothing.

    Aliases may stand for far more than there is text, and for themselves: this is for who follows only a few of them.
    """
    return [one.root() for one in _split_documents(data)]


def expanded_documents(data: bytes) -> list[Node | None]:
    """The documents of a text for who goes through all that is in them: no alias stands for what it is a part of.

    Raises `ParseLimitError` if that is too much with all that their aliases stand for.
    """
    found = _split_documents(data, expands=True)
    if sum(one.expanded_size() for one in found) > MAX_EXPANDED:
        raise ParseLimitError("stands for too much by its aliases")
    return [one.root() for one in found]


MAX_EXPANDED = 10_000_000
"""In bytes: twice what a file may have."""


def _split_documents(data: bytes, *, expands: bool = False) -> list[_Document]:
    if b"\r" in data and b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    borders = [(0, 0), *(border.span() for border in _BORDER.finditer(data)), (len(data), len(data))]
    return [_Document(data, start, end, expands=expands) for (_, start), (end, _) in pairwise(borders)]


_BORDER = regex(rb"^(?:---|\.\.\.)(?=\s|\Z)", re.MULTILINE)

_DOUBLE = rb'"(?>(?:[^"\\]++|\\.)*)"'
_SINGLE = rb"'[^']*+(?>(?:''[^']*+)*)'"
_COMMENT = rb"#[^\n]*+"

# In blocks, whose structure are their lines.
_SPACES = regex(rb"[ \t\r]*+")
_LINES = regex(rb"(?>(?:[ \t\r]*+(?:#[^\n]*+|\{[{%][^\n]*+|%[^\n]*+)?\n)*)[ \t]*+")
"""Lines that say nothing: empty ones, comments, directives, those of templates (Helm, Jinja); and an indentation."""
_PROPERTIES = regex(rb"(?>(?:[&!]\S*+(?:[ \t]++|(?=\s|\Z)))+)")
_KEY = regex(
    rb"""(?>(?:[&!]\S*+[ \t]++)*)
    (?P<key> (?P<quoted>"(?>(?:[^"\\\n]++|\\.)*)" | '[^'\n]*+(?>(?:''[^'\n]*+)*)')
    | (?:[^\s\-?:,\[\]{}\#&*!|>'"%@`]|[\-?:](?=\S)) (?>(?:[^\s:]++|:(?=\S)|[ \t]++(?!\#|:(?:\s|\Z)|\s))*)
    ) [ \t]*+ :(?(quoted)(?=[\s"'\[{\w\-]|\Z)|(?=\s|\Z))""",
    re.VERBOSE,
)
_ITEM = regex(rb"-(?=\s|\Z)")
_LONG_KEY = regex(rb"\?(?=\s)")
_LONG_VALUE = regex(rb":(?=\s|\Z)")
_QUOTED = regex(_DOUBLE + rb"|" + _SINGLE, re.DOTALL)
_LINE = regex(rb"[^\n#]*+(?>(?:(?<=\S)#[^\n#]*+)*)")
_TEMPLATE = regex(rb"[^\n]*+")
_NOTHING = regex(rb"(?>(?:[\s,\]}]++|(?<![^\s,\[\]{}])" + _COMMENT + rb")*)")

# In brackets, whose structure are commas and colons.
_BETWEEN = regex(rb"(?>(?:[\s,]++|(?<![^\s,\[\]{}:])#[^\n]*+|[&!][^\s,\[\]{}]*+(?=[\s,\[\]{}]))*)")
_COLON = regex(rb"(?>(?:\s++|(?<=\s)#[^\n]*+)*):")
_WORDS = regex(rb"(?>(?:[^\s,\[\]{}:]++|:(?![\s,\[\]{}]|\Z)|\s++(?!:(?:[\s,\[\]{}]|\Z)|[\s#,\[\]{}]|\Z))*)")

# Names are those without quotes and stars: what looks like an alias is found wherever one may be read.
_NAME = rb"""([^\s,\[\]{}"'*]++)"""
_ANCHOR = regex(rb"(?<=[\s,\[{])&" + _NAME)
_ALIAS = regex(rb"\*" + _NAME)
_ANCHORED_ALIAS = regex(rb"&\S++\s++\*")
_OPENERS = regex(rb" *+(?>(?:[\-?] ++)*)")


class _Document:
    """One document: a part of a text."""

    def __init__(self, data: bytes, start: int, end: int, *, expands: bool) -> None:
        self._data = data
        self._start = start
        self._end = end
        self._brackets = Brackets(data)
        self._expands = expands
        self._anchored: dict[int, tuple[Node | None, int]] = {}

    def root(self) -> Node | None:
        """The document's outermost node."""
        return self._block(self._start, self._end, -1)

    # Blocks

    def _block(self, start: int, end: int, around: int, opens: bool = False) -> Node | None:
        """The node between two positions, inside of what stands in the column `around`.

        Blocks begin on lines of their own, and where one `opens` on the line that the node begins on.
        """
        data = self._data
        position, fresh = self._content(start, end)
        while position < end:
            if fresh or opens:
                if _ITEM.match(data, position, end) is not None:
                    return Sequence(partial(self._items, position, end))
                if any(pattern.match(data, position, end) for pattern in (_KEY, _LONG_KEY)):
                    return Mapping(partial(self._entries, position, end, around))
            properties = _PROPERTIES.match(data, position, end)
            if properties is None and fresh and (later := self._later_key(position, end)) is not None:
                return Mapping(partial(self._entries, later, end, around))
            if properties is None:
                return self._value(position, end, around)
            position, fresh = self._content(properties.end(), end)
            opens = False
        return None

    def _later_key(self, position: int, end: int) -> int | None:
        """Where the first key is in lines that begin with something else by mistake: a key that is half typed."""
        data = self._data
        if data[position] in _SIGNS:
            return None
        lines = (line.end() for line in _at(self._indentation(position)).finditer(data, position, end))
        return next((line for line in lines if _KEY.match(data, line, end) is not None), None)

    def _content(self, position: int, end: int) -> tuple[int, bool]:
        """Where the next content is from a position on, and whether it is the first of its line."""
        data = self._data
        if position and data[position - 1] != _NEWLINE:
            position = _end(_SPACES, data, position, end)
            if position < end and data[position] not in b"\n#":
                return position, False
        return _end(_LINES, data, position, end), True

    def _value(self, position: int, end: int, around: int) -> Node | None:
        """A value that is no block."""
        data = self._data
        first = data[position : position + 1]
        if first == b"*":
            return self._alias(position, end)
        if data.startswith((b"{{", b"{%"), position):
            return self._trim_scalar(position, _end(_TEMPLATE, data, position, end))
        if first in (b"{", b"["):
            return self._collection(position, end, around)
        if first in (b'"', b"'"):
            quoted = _QUOTED.match(data, position, end)
            return self._trim_scalar(position, quoted.end() if quoted else _end(_TEMPLATE, data, position, end))
        if first in (b"|", b">"):
            return block(data, position, end, around)
        return self._plain(position, end, around)

    def _plain(self, position: int, end: int, around: int) -> Scalar:
        """A text without quotes; further lines belong to it if they are indented, and no keys by mistake."""
        data = self._data
        stop = _end(_LINE, data, position, end)
        while stop < end and data[stop] == _NEWLINE:
            line = _end(_SPACES, data, stop + 1, end)
            if line >= end or data[line] in b"\n#" or line - stop - 1 <= around:
                break
            if data.startswith(b"{{", line) or _KEY.match(data, line, end) is not None:
                break
            stop = _end(_LINE, data, line, end)
        return self._trim_scalar(position, stop)

    def _trim_scalar(self, start: int, end: int) -> Scalar:
        return scalar(self._data, start, start + len(self._data[start:end].rstrip()))

    def _entries(self, position: int, end: int, around: int) -> list[Entry]:
        """The entries of a block mapping whose first key is at a position."""
        data = self._data
        found: list[tuple[int, Scalar | None, int]] = []
        long_key: Scalar | None = None
        for start in self._starts(position, end, around):
            key = _KEY.match(data, start, end)
            if key is not None:
                found.append((start, scalar(data, *key.span("key")), key.end()))
            elif _LONG_KEY.match(data, start, end) is not None:
                key_start = _end(_SPACES, data, start + 1, end)
                long_key = self._trim_scalar(key_start, _end(_LINE, data, key_start, end))
                found.append((start, None, end))
            elif _LONG_VALUE.match(data, start, end) is not None:
                found.append((start, long_key, start + 1))
        stops = [*(start for start, _, _ in found[1:]), end]
        return [
            Entry(key, partial(self._block, value, stop, self._column(start), data[start] == _COLON_SIGN))
            for (start, key, value), stop in zip(found, stops, strict=False)
            if key is not None
        ]

    def _starts(self, position: int, end: int, around: int) -> Iterator[int]:
        """Where the lines of a block mapping begin: those that are indented as its first is.

        A key that is indented less, and still more than what is around, is one of the mapping's by mistake.
        """
        data = self._data
        while position < end:
            column = self._column(position)
            less = (
                _indented_lines(around + 1, column - 1).finditer(data, position, end)
                if around + 1 < column
                else iter(())
            )
            stop = next((line.start() for line in less if _KEY.match(data, line.end(), end) is not None), end)
            yield position
            for line in _at(self._indentation(position)).finditer(data, position, stop):
                yield line.end()
            position = _end(_SPACES, data, stop + 1, end)

    def _items(self, position: int, end: int) -> list[Node | None]:
        """The items of a block sequence whose first dash is at a position."""
        data = self._data
        column = self._column(position)
        lines = _at(self._indentation(position)).finditer(data, position, end)
        starts = [position, *(line.end() for line in lines if _ITEM.match(data, line.end(), end) is not None)]
        return [
            self._block(start + 1, stop, column, True) for start, stop in zip(starts, [*starts[1:], end], strict=True)
        ]

    def _column(self, position: int) -> int:
        return position - self._data.rfind(b"\n", 0, position) - 1

    def _indentation(self, position: int) -> bytes:
        """What lines begin with that continue the block that begins here."""
        before = self._data[self._data.rfind(b"\n", 0, position) + 1 : position]
        return b" " * len(before) if before.strip() else before

    def _starts_line(self, position: int) -> bool:
        return not self._data[self._data.rfind(b"\n", 0, position) + 1 : position].strip()

    def _line_indentation(self, position: int) -> bytes:
        line = self._data.rfind(b"\n", 0, position) + 1
        return self._data[line : _end(_SPACES, self._data, line, position)]

    # Brackets

    def _collection(self, position: int, end: int, around: int) -> Node | None:
        """A collection in brackets; if they do not fit, what its lines say if these are indented."""
        data = self._data
        closing, fits = self._brackets.close(position, end)
        if around >= 0 and fits and self._starts_line(closing):
            fits = self._indentation(closing) == self._line_indentation(position)
        if not fits or _end(_NOTHING, data, min(closing + 1, end), end) < end:
            inside, fresh = self._content(position + 1, end)
            if fresh and _KEY.match(data, inside, end) is not None:
                return Mapping(partial(self._entries, inside, end, around))
        return self._flow(position, end)[0]

    def _flow(self, position: int, end: int) -> tuple[Node | None, int]:
        """The node at a position within brackets, and where it ends."""
        data = self._data
        position = _end(_BETWEEN, data, position, end)
        first = data[position : min(position + 1, end)]
        if first in (b"{", b"["):
            closing, _ = self._brackets.close(position, end)
            read = partial(self._flow_entries, position + 1, closing)
            items = partial(self._flow_items, position + 1, closing)
            return Mapping(read) if first == b"{" else Sequence(items), min(closing + 1, end)
        if first == b"*" and (alias := _ALIAS.match(data, position, end)) is not None:
            return self._alias(position, end), alias.end()
        if first in (b'"', b"'"):
            quoted = _QUOTED.match(data, position, end)
            stop = quoted.end() if quoted else _end(_TEMPLATE, data, position, end)
            return scalar(data, position, stop), stop
        stop = _end(_WORDS, data, position, end)
        return (scalar(data, position, stop) if stop > position else None), stop

    def _flow_entries(self, position: int, end: int) -> list[Entry]:
        data = self._data
        found: list[Entry] = []
        while (position := _end(_BETWEEN, data, position, end)) < end:
            key, after = self._flow(position, end)
            colon = _COLON.match(data, after, end)
            value: Node | None = None
            if colon is not None and not data.startswith((b",", b"}"), _end(_SPACES, data, colon.end(), end)):
                value, after = self._flow(colon.end(), end)
            elif colon is not None:
                after = colon.end()
            if isinstance(key, Scalar):
                found.append(Entry(key, partial(_same, value)))
            position = max(after, position + 1)
        return found

    def _flow_items(self, position: int, end: int) -> list[Node | None]:
        data = self._data
        found: list[Node | None] = []
        while (position := _end(_BETWEEN, data, position, end)) < end:
            item, after = self._flow(position, end)
            found.append(item)
            position = max(after, position + 1)
        return found

    # Aliases

    def _alias(self, position: int, end: int) -> Node | None:
        """What an alias stands for: the last node before it that has its name."""
        alias = _ALIAS.match(self._data, position, end)
        at = None if alias is None else self._anchor(alias[1], position)
        if at is None:
            return None
        node, stop = self._anchored_node(at)
        return None if self._expands and stop > position else node

    def _anchor(self, name: bytes, position: int) -> int | None:
        """Where the last node before a position is that has a name."""
        places = self._anchors.get(name, ())
        number = bisect_left(places, position)
        return places[number - 1] if number else None

    @cached_property
    def _anchors(self) -> dict[bytes, list[int]]:
        found: dict[bytes, list[int]] = {}
        for anchor in _ANCHOR.finditer(self._data, self._start, self._end):
            found.setdefault(anchor[1], []).append(anchor.start())
        return found

    def _anchored_node(self, at: int) -> tuple[Node | None, int]:
        """The node that has a name, and where it ends."""
        if at not in self._anchored:
            self._anchored[at] = self._at_anchor(at)
        return self._anchored[at]

    def _at_anchor(self, at: int) -> tuple[Node | None, int]:
        data = self._data
        if _ANCHORED_ALIAS.match(data, at) is not None:
            return None, at
        line = data.rfind(b"\n", 0, at) + 1
        opened = _end(_OPENERS, data, line, at)
        key = _KEY.match(data, opened, at)
        opened_until = opened if key is None else key.end()
        if data[_end(_PROPERTIES, data, _end(_SPACES, data, opened_until, at), at) : at].strip():
            return self._flow(at, self._end)
        around = opened - line if key is not None else max(opened - line - 2, -1)
        end = next(
            (
                below.start()
                for below in _indented_lines(0, max(around, 0)).finditer(data, at, self._end)
                if key is None or below.end() - below.start() - 1 < around or not _ITEM.match(data, below.end())
            ),
            self._end,
        )
        return self._block(at, end, around), end

    def expanded_size(self) -> int:
        """In bytes, how long the document would be if what aliases stand for stood in their places.

        It is as long at least as all that must be looked through to find out.
        """
        read = 0
        places: list[int] = []
        before = [0]
        """How many bytes the aliases before each one add."""
        for alias in _ALIAS.finditer(self._data, self._start, self._end):
            at = self._anchor(alias[1], alias.start())
            added = 0
            is_new = at is not None and at not in self._anchored
            end = 0 if at is None else self._anchored_node(at)[1]
            read += end - at if at is not None and is_new else 0
            if at is not None and end <= alias.start():
                added = end - at + before[bisect_left(places, end)] - before[bisect_left(places, at)]
            places.append(alias.start())
            before.append(before[-1] + added)
            if max(before[-1], read) > MAX_EXPANDED:
                break
        return self._end - self._start + max(before[-1], read)


_SIGNS = b"\"'{[|>*"
"""What values begin with in which lines may look like keys."""

_NEWLINE = ord("\n")
_COLON_SIGN = ord(":")


def _end(pattern: re.Pattern[bytes], data: bytes, position: int, end: int) -> int:
    """Where a pattern's match at a position ends."""
    found = pattern.match(data, position, end)
    return position if found is None else found.end()


def _same(node: Node | None) -> Node | None:
    return node


@lru_cache(256)
def _at(indentation: bytes) -> re.Pattern[bytes]:
    """Lines with just this indentation."""
    return re.compile(rb"\n%s(?=[^\s#])" % re.escape(indentation))


@lru_cache(256)
def _indented_lines(least: int, most: int) -> re.Pattern[bytes]:
    """Lines with an indentation between these."""
    return re.compile(rb"\n {%d,%d}(?=[^\s#])" % (least, most))
