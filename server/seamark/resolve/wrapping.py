"""Whether a request is a function's own, or stated by the function's callers."""

from __future__ import annotations

import re
from collections.abc import Collection

from .meaning import Definition, Given, Text
from .urls import BASE_END

MAX_LEVEL = 6
"""How many functions may stand between a caller and the request. It bounds functions that call each other, too."""


def wraps(
    url: Text, verbs: tuple[Text, ...], passes: bool, instance: Collection[Definition]
) -> tuple[Definition, bool] | None:
    """The function whose callers state this request's path or verb, and whether that depends on what they give.

    A parameter that fills a segment (`/users/${id}`) is a part of the function's own contract; one that brings the
    path, or its rest without a slash before it, is its callers'. If the path's rest is a parameter after a slash, or
    after a word, and the caller's options are handed on as well (`passes`), both are possible: it is a wrapper for
    callers that give a path; so is one that brings what stands before a path that is stated. What constructors
    (`instance`) are given is no caller's, and a host alone is no part of the path.
    """
    for given in (g for verb in verbs for g in verb.given):
        if not given.members and given.owner not in instance:
            return given.owner, False
    before = ""
    for position, part in enumerate(url.parts):
        if not isinstance(part, Given) or part.owner in instance:
            before += part if isinstance(part, str) else "{}"
            continue
        stated = _stated_path(before)
        if "?" in before:
            return None
        after = Text(url.parts[position + 1 :]).raw()
        if (_AUTHORITY.fullmatch(before) and "/" in after) or (not before and _PORT.match(after)):
            before += "{}"
            continue
        if stated.endswith(BASE_END):
            return part.owner, False
        if not any(c.isalnum() for c in stated):
            return part.owner, _WORD.match(after) is not None
        last = position == len(url.parts) - 1
        if last and (passes or not stated.endswith("/")):
            return part.owner, True
        before += "{}"
    return None


_PORT = re.compile(r":(?:\{\}|\d+)/")
_AUTHORITY = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/]*|\{\}:")
_WORD = re.compile(r"/[._]?[^\W_]|\w+/\w")
"""What states a path after a base, be it one that ends in a slash."""
_BASE = re.compile(r"^(?:[A-Za-z][A-Za-z0-9+.-]*:)?//[^/]*|^\{\}(?=/|$)")


def _stated_path(before: str) -> str:
    """The path's part of what stands before a parameter, without scheme, host, or an unknown base."""
    return _BASE.sub("", before)
