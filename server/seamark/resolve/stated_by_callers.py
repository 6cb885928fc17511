"""Whether a request is a function's own, or stated by the function's callers."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple

from seamark.patterns import regex
from seamark.resolve.partial_texts.urls import BASE_END

from .abstract_values import Definition, ParameterPart, Text

MAX_LEVEL = 6
"""How many functions may stand between a caller and the request. It bounds functions that call each other, too."""

Kind = Literal["", "paths", "segments", "heirs"]
"""For which callers a function is a wrapper: for all, for each that gives a path, if all give names of routes, or, of
a constructor, for the classes that inherit it and give it a whole URL."""


class Wrapping(NamedTuple):
    """That the callers of a function state a request's path or verb."""

    owner: Definition
    only_for: Kind = ""


def wraps(url: Text, verbs: tuple[Text, ...], passes: bool, instance: Collection[Definition]) -> Wrapping | None:
    """The function whose callers state this request's path or verb, if there is one.

    A parameter that brings the path, or its rest without a slash before it, is its callers'. One that fills a segment
    (`/users/${id}`), or what follows a mark in one (`/images/${name}.${kind}`), is a part of the function's own
    contract, except that at the path's end it may be the name of a route as well (`/api/${name}`): what callers give
    tells (`segments`). If they also hand over options for the request (`passes`), or bring what stands before a path
    that is stated, it is a wrapper for each that gives a path. If one object brings the verb and the path's end,
    callers state both; a template for the end is theirs as well, and so are segments in a list. What constructors
    (`instance`) are given is no caller's, and a scheme, a host or a port alone is no part of the path.
    """
    stated = [given for verb in verbs for given in verb.given_parts if given.owner not in instance]
    for given in stated:
        if not given.members:
            return Wrapping(given.owner)
    for one in url.route_urls:
        for given in one.name.given_parts:
            return Wrapping(given.owner)
    before = ""
    for position, part in enumerate(url.parts):
        if not isinstance(part, ParameterPart) or part.owner in instance:
            before += part if isinstance(part, str) else "{}"
            continue
        path = stated_path(before)
        if "?" in before:
            return None
        after = Text(url.parts[position + 1 :]).raw()
        if (_AUTHORITY.fullmatch(before) and "/" in after) or (not before and _AUTHORITY_AFTER.match(after)):
            before += "{}"
            continue
        if path.endswith(BASE_END):
            return Wrapping(part.owner, "paths" if segments_behind_base(url) else "")
        if not any(c.isalnum() for c in path):
            fills = before.endswith("/") and after.startswith("/")
            return Wrapping(part.owner, "paths" if (_WORD.search if fills else _WORD.match)(after) else "")
        whole = part.template or part.between == "/"
        if not after or after.startswith("?") or (whole and after == "/"):
            if whole or any(same.owner == part.owner and same.index == part.index for same in stated):
                return Wrapping(part.owner)
            if passes or path.endswith("/") or _GLUED.search(path):
                return Wrapping(part.owner, "paths" if passes or not path.endswith("/") else "segments")
        before += "{}"
    return None


def segments_behind_base(url: Text) -> list[ParameterPart]:
    """What callers give for the first segment behind a base, if a path goes on with a word there.

    Callers that say nothing of it give a value, and so do those of a component of a page, which nobody calls.
    """
    triples = zip(url.parts, url.parts[1:], url.parts[2:], strict=False)
    return [
        given
        for before, given, after in triples
        if isinstance(given, ParameterPart) and str(before).endswith(BASE_END) and _WORD.match(str(after))
    ]


_AUTHORITY = regex(r"(?:[A-Za-z][A-Za-z0-9+.-]*|\{\})://[^/]*|\{\}:")
_AUTHORITY_AFTER = regex(r":(?://[^/]+|\{\}|\d+)/")
"""What of an authority stands after a scheme or a host that is given."""
_GLUED = regex(r"[\w}]$")
"""What a path ends in to which a rest is added without a mark: that begins with a slash, if it is one."""
_WORD = regex(r"/[._]?[^\W_]|(?<!\w)\w++/\w")
"""What states a path after a base, be it one that ends in a slash."""
_BASE = regex(r"^(?:(?:[A-Za-z][A-Za-z0-9+.-]*|\{\}):)?//[^/]*|^\{\}(?=/|$)")


def stated_path(before: str) -> str:
    """The path's part of what stands before a parameter, without scheme, host, or an unknown base."""
    return _BASE.sub("", before)


def is_data(url: Text, index: int) -> bool:
    """Whether a part is a whole segment after others: data of the object that asks, as in `/users/{}`."""
    before, after = stated_path(Text(url.parts[:index]).raw()), url.parts[index + 1 : index + 2]
    begins = before.endswith("/") and any(map(str.isalnum, before))
    return begins and all(isinstance(part, str) and part[:1] in "/?" for part in after)
