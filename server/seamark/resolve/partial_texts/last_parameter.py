"""Whether a parameter at the end of a path is a value (`/users/${id}`) or names a route (`/api/${name}`).

What callers give tells: if all of it is known, and there is a path among it, or two different words, it names routes;
but a word after another one is a value: `/flags/dark` is one of the flags. It is none if only those who say it can call
the function: `Start` and `Stop` of a class with a private `send`.
What tests give for values is known as well, so of functions outside of tests they only say which paths there are.
Most parameters are values, and it costs much to look for all calls of these functions: so nobody is asked what is given
for a number, an identifier, or a member of something, unless its name says that it is a path (`options.url`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from msgspec import Struct

from seamark.extract import facts
from seamark.patterns import regex
from seamark.resolve.abstract_values import Definition, ParameterPart, Text


class Segment(Struct, frozen=True):
    """What a caller of the function `of` gives: a route's `name`, "" for what may be a value, or what `by` is given."""

    of: Definition
    name: str = ""
    by: Definition | None = None


def segment(of: Definition, text: Text, url: Text, *, is_own: bool) -> Segment:
    """What a text is that a caller of a function gives for the last segment of a URL.

    Where `is_own`, the words that callers give are names: the function is for these alone, or asks for a path by name.
    """
    first = text.parts[0] if text.parts else ""
    may_be_path = isinstance(first, ParameterPart) and all(map(is_path_by_name, first.members[-1:]))
    before_query = Text(text.parts[1:]).raw()[:1] in ("", "?")
    if isinstance(first, ParameterPart) and may_be_path and before_query:
        return Segment(of, by=first.owner)
    found = _NAME.match(first) if isinstance(first, str) else None
    path = _PATH.match(first) if isinstance(first, str) else _BELOW.match(text.raw())
    if path is not None:
        return Segment(of, path[0])
    is_whole = found is not None and (text.known_string == found[0] or found.string.startswith("?", found.end()))
    if found is None or (not found[0].endswith("/") and (not is_whole or (_is_collection(url) and not is_own))):
        return Segment(of)
    return Segment(of, found[0])


def _is_collection(url: Text) -> bool:
    """Whether the segment before the last one says of what that is one."""
    before = Text(url.parts[: url.parts.index(url.given_parts[-1])]).raw()
    found = _LAST_WORD.search(before)
    return found is not None and found[1].lower() not in _PREFIXES


_LAST_WORD = regex(r"(?<!/)/([A-Za-z]+(?:[-_.][A-Za-z]+)*)/\Z")
_PREFIXES = frozenset(["api", "rest", "rpc"])
"""Words below which all routes of a service stand."""


_NAME = regex(r"[A-Za-z]+(?:[-_.][A-Za-z]+)*(?:/|(?=\?)|\Z)")
"""A word, or the first segment of a path, be it before a query. Digits are those of values, mostly."""


_PATH = regex(r"(?:\.\.?(?=/))?/(?:[A-Za-z]+(?:[-_.][A-Za-z]+)*(?=[/?]|\Z)|(?=\?|\Z))")
"""A path from its root, or from what stands above: its first segment, which the root itself has none of."""
_BELOW = regex(r"\{\}(?:/\{\})*/[A-Za-z]+(?:[-_.][A-Za-z]+)*(?=[/?]|\Z)")
"""A path that begins with what is not known, to the first word in it."""


def is_name(text: str) -> bool:
    """Whether a text can name a route, or begins with a segment that can."""
    found = _NAME.match(text)
    return found is not None and (found[0].endswith("/") or found[0] == text)


def may_name_routes(parameter: facts.Parameter) -> bool:
    """Whether callers may give the names of routes for this parameter, by its name and its type."""
    return not is_number(parameter) and _IDENTIFIER.search(parameter.label) is None


def is_number(parameter: facts.Parameter) -> bool:
    """Whether callers give a number, by the parameter's type."""
    kind = parameter.type
    return isinstance(kind, facts.Name | facts.Member) and _NUMBER.fullmatch(kind.name) is not None


def is_path_by_name(member: str) -> bool:
    """Whether a member of what is given for a parameter may name routes, by its own name."""
    return _OF_PATHS.search(member) is not None


_OF_PATHS = regex(r"(?i:^|_)(?i:endpoint|path|route|ur[il])$|[a-z](?:Endpoint|Path|Route|Ur[il]|UR[IL])$")
_NUMBER = regex(r"u?int\d*(?:_t)?|[iu](?:\d+|size)|s?size_t|long|short|number|bigint|uuid", re.IGNORECASE)
_IDENTIFIER = regex(r"(?:^|_|[a-z](?=I))ids?$|uuid|guid|slug", re.IGNORECASE)


def names_routes(of: Definition, given: Callable[[Definition], Iterable[Segment]]) -> bool:
    """Whether the callers of a function, and of those that hand on what they are given, name routes."""
    asked, left, names = {of}, [of], set[str]()
    while left:
        for one in given(left.pop()):
            if one.by is not None and one.by not in asked:
                asked.add(one.by)
                left.append(one.by)
            elif one.by is None and not one.name:
                return False
            elif one.by is None:
                names.add(one.name)
    return len(names) > 1 or any("/" in name for name in names)


def summary(given: Iterable[Segment]) -> tuple[Segment, ...]:
    """As much of what callers give as makes a difference, in an order of its own."""
    found = sorted(set(given), key=lambda one: (one.name, one.by is not None, repr(one.by)))
    values = [one for one in found if one.by is None and not one.name]
    paths = [one for one in found if "/" in one.name]
    words = [one for one in found if one.name]
    return tuple(values[:1] or [*(paths[:1] or words[:2]), *(one for one in found if one.by is not None)])
