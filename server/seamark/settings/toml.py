"""The text of a `seamark.toml`: what it says, and in which line."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence

from seamark.patterns import regex
from seamark.source.data.toml import PART, toml

from .layers import Key, Layer, SettingMistake, read_layer

NAME = "seamark.toml"

_KEY = rf"{PART}(?:[ \t]*\.[ \t]*{PART})*"
_TOKENS = regex(
    rf"""(?P<skip>\#[^\n]*|\"{{3}}(?:[^\\]|\\.)*?\"{{3}}|'{{3}}.*?'{{3}})
    |(?:^[ \t]*\[\[[ \t]*(?P<listed>{_KEY})[ \t]*\]\])
    |(?:^[ \t]*\[[ \t]*(?P<table>{_KEY})[ \t]*\][ \t]*(?=\#|$))
    |(?:^[ \t]*(?P<entry>{_KEY})[ \t]*=)
    |(?:{PART})
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_LINE = regex(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def parse_settings(text: str) -> tuple[Layer, list[tuple[int, SettingMistake]]]:
    """The valid settings of a text, and what is wrong with others, each with its line (from 1).

    A text that is no TOML says nothing, and is wrong as a whole.
    """
    try:
        said = toml(text)
    except (ValueError, RecursionError) as error:
        where = _LINE.search(str(error))
        line = int(where[1]) if where is not None and where[1] else max(text.count("\n"), 1)
        return {}, [(line, SettingMistake((), f"is not valid TOML: {_LINE.sub('', str(error)).lower()}"))]
    layer, wrong = read_layer(said, ("anywhere", "project"))
    known = lines(text)
    return layer, [(_line(known, one.key), one) for one in wrong]


def lines(text: str) -> dict[Key, int]:
    """The line of each key and each table of a valid text; what stands within values has none of its own."""
    found: dict[Key, int] = {}
    around: Key = ()
    items: Counter[Key] = Counter()
    line, counted = 1, 0
    for token in _TOKENS.finditer(text.replace("\r\n", "\n")):
        line, counted = line + token.string.count("\n", counted, token.end()), token.end()
        if token["listed"] is not None:
            listed = _within(items, _pieces(token["listed"]))
            around = (*listed, items[listed])
            items[listed] += 1
            found.setdefault(listed, line)
            found[around] = line
        elif token["table"] is not None:
            around = _within(items, _pieces(token["table"]))
            found.setdefault(around, line)
        elif token["entry"] is not None:
            found.setdefault((*around, *_pieces(token["entry"])), line)
    return found


def _within(items: Mapping[Key, int], pieces: Sequence[str]) -> Key:
    """A table's name, with the number of the item that is meant of each list of tables on the way."""
    key: Key = ()
    for number, piece in enumerate(pieces):
        key = (*key, piece)
        if key in items and number < len(pieces) - 1:
            key = (*key, items[key] - 1)
    return key


def _pieces(key: str) -> list[str]:
    return [str(tomllib.loads(f"k={piece}")["k"]) if piece[0] in "\"'" else piece for piece in re.findall(PART, key)]


def _line(known: Mapping[Key, int], key: Key) -> int:
    """The line of a key, else that of what is around it."""
    return next((known[key[:end]] for end in range(len(key), 0, -1) if key[:end] in known), 1)
