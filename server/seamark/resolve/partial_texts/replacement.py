"""What replacing a part of a text leaves of it, as far as the text is known: `path.replace("/api", "")`."""

from __future__ import annotations

import re

from msgspec.structs import replace

from seamark.resolve.abstract_values import Part, Text

from .texts import concat


def replaced(text: Text, old: str, new: str) -> Text:
    """The text with one part of it for another, wherever that stands in what is known of it.

    What stands for a parameter (`{id}`) goes on doing so, whatever is put in for it here.
    """
    if not old or old[0] in _MARKS:
        return text
    return replace(text, parts=tuple(one.replace(old, new) if isinstance(one, str) else one for one in text.parts))


def filled(text: Text, old: str, new: Text) -> Text:
    """The text with something that is not known for a segment of it: `"/users/ID".replace("ID", id)`."""
    if not old or old[0] in _MARKS:
        return text
    segment = re.compile(rf"(?:(?<=/)|(?<![^/])){re.escape(old)}(?![^/?])")
    parts: list[Part] = []
    for part in text.parts:
        pieces = segment.split(part) if isinstance(part, str) else [part]
        for number, piece in enumerate(pieces):
            parts += (*(new.parts if number else ()), piece)
    return concat((replace(text, parts=tuple(parts)),))


def replaced_by_pattern(text: Text, pattern: str, new: str) -> Text:
    """The text with what a regular expression matches for another one, if that is a plain text, be it at an end."""
    found = _PLAIN.fullmatch(pattern)
    if found is None or not text.parts:
        return text
    old = _ESCAPED.sub(r"\1", found["text"])
    first, last = text.parts[0], text.parts[-1]
    if found["begin"] and found["end"]:
        return Text((new,)) if text.known == old else text
    if found["begin"]:
        begins = isinstance(first, str) and first.startswith(old)
        return replace(text, parts=(new + str(first)[len(old) :], *text.parts[1:])) if begins else text
    if found["end"]:
        ends = isinstance(last, str) and last.endswith(old)
        return replace(text, parts=(*text.parts[:-1], str(last)[: len(str(last)) - len(old)] + new)) if ends else text
    return replaced(text, old, new)


_MARKS = "{:<$%["
"""What begins the name of a parameter in a path."""
_PLAIN = re.compile(r"(?P<begin>\^?)(?P<text>(?:[^\\^$.|?*+()\[\]{}]|\\[^\w\s])+)(?P<end>\$?)")
_ESCAPED = re.compile(r"\\(.)")
