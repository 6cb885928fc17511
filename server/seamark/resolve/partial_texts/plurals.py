"""The plural of an English word, as libraries make paths of the names of classes: `Category` is at `/categories`."""

from __future__ import annotations

import re

from seamark.patterns import regex

_UNCHANGED = ("data", "equipment", "fish", "information", "media", "money", "news", "series", "sheep", "species")
_IRREGULAR = {"child": "children", "foot": "feet", "man": "men", "mouse": "mice", "person": "people", "woman": "women"}
_IRREGULAR |= {word: word for word in _UNCHANGED}
_WORD = regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+")


def words_of(name: str) -> list[str]:
    """The words of a name in mixed letters, in small ones: `HTTPUserData` has three."""
    return [word.lower() for word in _WORD.findall(name)]


def plural(word: str) -> str:
    """The plural of a word in small letters."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    if word.endswith("sis"):
        return f"{word[:-2]}es"
    return f"{word}es" if re.search(r"(?:s|x|z|ch|sh)$", word) else f"{word}s"
