"""Calls that replace a part of a text: `path.replace("/api", "")`, `strings.ReplaceAll(path, "/api", "")`."""

from __future__ import annotations

import re

from msgspec.structs import replace

from seamark.extract import facts
from seamark.patterns import regex
from seamark.resolve.abstract_values import UNKNOWN, Meaning, Part, Place, Symbol, Text, each, options
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.partial_texts.file_paths import LONGEST
from seamark.resolve.partial_texts.texts import concat, texts

REPLACING = {"replace": 0, "replace in": 2, "replace matches": 2, "replace marked": 2}
"""The operations that replace a part of a text, each with which argument the text is where the call is on none."""
_PATTERN = Symbol("globalThis.RegExp")
"""What makes a regular expression of a text."""


def replaced_text(evaluator: Evaluation, does: str, of: Meaning | None, call: facts.Call, place: Place) -> Meaning:
    """What is left of the text that the call is on, or is given (see `REPLACING`).

    It is the text itself if not all of the rest is known. What is put in without being known counts for a segment.
    """
    given = [one.value for one in call.arguments if one.name == ""]
    at = REPLACING[does]
    text = of if of is not None or len(given) <= at else evaluator.value(given.pop(at), place)
    if text is None or len(given) < 2:
        return UNKNOWN if text is None else text
    new = texts(evaluator.value(given[1], place))[0]
    old = evaluator.value(given[0], place)
    known = old.known_string if isinstance(old, Text) else None
    pattern = written_pattern(evaluator, given[0], place) if does == "replace" else _pattern_of(does, known)
    found = texts(text)
    if pattern is not None and new.known_string is not None:
        found = tuple(_replaced_by_pattern(one, pattern, new.known_string) for one in found)
    elif known is not None and does in ("replace", "replace in"):
        found = tuple(_replace_part(one, known, new) for one in found)
    return options([concat((one,)) for one in found])  # Texts get longer with each of such calls, up to a bound.


def _pattern_of(does: str, stated: str | None) -> str | None:
    """The regular expression that a text is: with `replace marked` what stands between two marks, without flags."""
    if does == "replace matches":
        return stated
    marked = _BETWEEN_MARKS.fullmatch(stated or "") if does == "replace marked" else None
    return None if marked is None else marked[2]


def written_pattern(evaluator: Evaluation, value: facts.Value, place: Place) -> str | None:
    """The text of a regular expression that is made where it stands."""
    if not isinstance(value, facts.Call) or not value.new or not value.arguments:
        return None
    source = evaluator.value(value.arguments[0].value, place)
    is_made = _PATTERN in each(evaluator.value(value.callee, place))
    return source.known_string if is_made and isinstance(source, Text) else None


def _replace_part(text: Text, old: str, new: Text) -> Text:
    """The text with one part of it for another, wherever that stands in what is known of it.

    What is not known stands for a whole segment: `"/users/ID".replace("ID", id)`. What stands for a parameter (`{id}`)
    goes on doing so, whatever is put in for it here.
    """
    if not old or old[0] in _MARKS:
        return text
    mark = re.escape(old) if new.known_string is not None else rf"(?:(?<=/)|(?<![^/])){re.escape(old)}(?![^/?])"
    parts: list[Part] = []
    for part in text.parts:
        pieces = re.split(mark, part) if isinstance(part, str) else [part]
        for number, piece in enumerate(pieces):
            parts += (*(new.parts if number else ()), piece)
    return replace(text, parts=tuple(parts))


def _replaced_by_pattern(text: Text, pattern: str, new: str) -> Text:
    r"""The text with what a regular expression matches for another one, if that is plain text, be it at one end.

    It may be one of several texts, or many of its last sign: `/^\/+|\/+$/g`.
    """
    known = text.known_string
    if known is not None and len(known) <= LONGEST and _AT_END.fullmatch(pattern) and "$" not in new:
        return Text((re.sub(pattern, new, known, count=1),))
    alternatives = [_PLAIN.fullmatch(one) for one in _BETWEEN.split(pattern)]
    for found in alternatives if text.parts else ():
        text = text if found is None or None in alternatives else _replaced_match(text, found, new)
    return text


def _replaced_match(text: Text, found: re.Match[str], new: str) -> Text:
    """The text with what one alternative of a regular expression matches for another one."""
    old = _ESCAPED.sub(r"\1", found["text"])
    first, last = text.parts[0], text.parts[-1]
    match = re.compile(re.escape(old[:-1]) + re.escape(old[-1]) + found["many"])
    if found["begin"] and found["end"]:
        return Text((new,)) if text.known_string is not None and match.fullmatch(text.known_string) else text
    if found["begin"] and isinstance(first, str) and (begins := match.match(first)):
        return replace(text, parts=(new + first[begins.end() :], *text.parts[1:]))
    if found["end"] and isinstance(last, str) and (ends := re.search(rf"(?:{match.pattern})\Z", last)):
        return replace(text, parts=(*text.parts[:-1], last[: ends.start()] + new))
    if found["begin"] or found["end"] or found["many"]:
        return text
    return _replace_part(text, old, Text((new,)))


_MARKS = "{:<$%["
"""What begins the name of a parameter in a path."""
_PLAIN = regex(r"(?P<begin>\^?)(?P<text>(?:[^\\^$.|?*+()\[\]{}]|\\[^\w\s])+)(?P<many>[+*]?)(?P<end>\$?)")
_AT_END = regex(r"\\?\.(?:\w{1,5}|\((?:\?:)?\w{1,5}(?:\|\w{1,5})*\)|\[\w{1,5}\]\w{1,4}|\[\^[/.\\]{1,4}\][+*])\??\$")
r"""What names the ending of a file's name: `\.(js|ts)$`, `\.[jt]s$`, `\.[^/.]+$`."""
_BETWEEN_MARKS = regex(r"([/#~@%!|])(.*)\1")
"""How PHP has a regular expression: https://www.php.net/manual/en/regexp.reference.delimiters.php."""
_BETWEEN = regex(r"(?<!\\)\|")
_ESCAPED = regex(r"\\(.)")
