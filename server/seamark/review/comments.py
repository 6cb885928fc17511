"""Comments that keep Seamark from telling of what stands beside them: `seamark: ignore`, or with kinds.

Languages differ in how comments begin, and no more is looked at: a comment counts on the lines of a contract's text,
and on the lines right above it that hold nothing else.
"""

from __future__ import annotations

from msgspec import Struct

from seamark.patterns import regex

_BEGINS = rb"(?:#|//|/?\*|<!--|--|;)"
_IGNORE = regex(
    _BEGINS
    + rb"[ \t]*seamark:[ \t]*ignore\b[ \t:\[(]*(?P<kinds>[a-z]+(?:-[a-z]+)+(?:[ \t]*,[ \t]*[a-z]+(?:-[a-z]+)+)*)?"
)
_NOTHING_ELSE = regex(rb"[ \t]*" + _BEGINS)


class IgnoredKinds(Struct, frozen=True):
    """What the comments beside a contract say: everything is ignored, or these kinds, whether or not there are such."""

    everything: bool = False
    kinds: frozenset[str] = frozenset()

    def covers(self, kind: str) -> bool:
        """Whether findings of a kind are ignored."""
        return self.everything or kind in self.kinds


def read_ignored(data: bytes, start: int, end: int) -> IgnoredKinds:
    """What is ignored at a part of a text. Words with a hyphen behind `ignore` are kinds; others say why."""
    found = [match["kinds"] for match in _IGNORE.finditer(data, *_beside(data, start, end))]
    named = {kind.strip().decode() for kinds in found if kinds for kind in kinds.split(b",")}
    return IgnoredKinds(None in found, frozenset(named))


def _beside(data: bytes, start: int, end: int) -> tuple[int, int]:
    """The lines of a part of a text, with those above it that are comments alone."""
    begin = data.rfind(b"\n", 0, start) + 1
    while begin > 0:
        above = data.rfind(b"\n", 0, begin - 1) + 1
        if not _NOTHING_ELSE.match(data, above, begin):
            break
        begin = above
    behind = data.find(b"\n", end)
    return begin, len(data) if behind < 0 else behind
