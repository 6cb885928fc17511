"""Templates of pages: what they name in the marks in which code stands, as names of routes are: `{% url "book" %}`.

Sources: https://docs.djangoproject.com/en/stable/ref/templates/language/, https://jinja.palletsprojects.com/templates/,
https://twig.symfony.com/doc/3.x/templates.html, https://laravel.com/docs/blade.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from seamark.patterns import regex

from .facts import Facts, Link
from .templates import COMMENTS, blank_spans

TELLS = (regex(rb"\{[{%!]"), regex(rb"""[\s:]:[\w.-]+=["']"""))

_MARK = regex(
    rb"""\{%[^%]*+%\}|\{\{(?>[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*)\}\}|\{!![^!]*+!!\}|(?<=\s)(?:v-bind)?:[\w.-]+="[^"]*+\""""
)
"""Where code stands in a template: `{% … %}`, `{{ … }}`, `{!! … !!}`, and attributes that are bound: `:href="…"`."""
_TAG = regex(rb"""\{%[-+]?\s*+(\w+)\s++(["'])([\w.:-]+)\2(?=[\s%-])""")
_CALL = regex(rb"""(?<![\w.$>:])(\w+)\(\s*+(["'])([\w.:-]+)\2(?=\s*[,)])""")

_WHOLE = regex(
    rb"\{(?:\{|!!)-?\s*+\w+\((?>[^()]*+(?:\((?>[^()]*+(?:\([^()]*+\)[^()]*+)*)\)[^()]*+)*)\)\s*+-?(?:\}|!!)\}"
)
"""A mark that is one call, with calls in what that is given: `{{ route("books", ["old" => old("old")]) }}`."""
_NOTHING = regex(rb"[\s,)-]*[|%}!]")
"""What follows a name besides which nothing is given."""
_KEPT = regex(rb"\sas\s+\w+\s*[-+]?%\}$")
"""How a tag ends that puts nothing in, but keeps it under a name."""


def read(data: bytes) -> Facts:
    """What a template names in tags and in calls, whatever these are."""
    text = blank_spans(data, COMMENTS)
    return Facts(links=tuple(link for mark in _MARK.finditer(text) for link in _links(mark[0], mark.start())))


def named_alone(data: bytes, start: int, end: int) -> Link | None:
    """What a part of a page names in the one mark of which it consists, or which a query follows.

    None if the mark does not put in what the name stands for.
    """
    mark = _MARK.match(data, start, end)
    if mark is None or data[mark.end() : end][:1] not in (b"", b"?", b"#"):
        return None
    found = list(_links(mark[0], start))
    is_one = len(found) == 1 or (bool(found) and _WHOLE.fullmatch(mark[0]) is not None)
    return found[0] if is_one and _KEPT.search(mark[0]) is None else None


def _links(mark: bytes, at: int) -> Iterator[Link]:
    tag = _TAG.match(mark)
    if tag is not None:
        yield _link(mark, tag, at, is_tag=True)
    for call in _CALL.finditer(mark):
        yield _link(mark, call, at, is_tag=False)


def _link(mark: bytes, named: re.Match[bytes], at: int, *, is_tag: bool) -> Link:
    bare = _NOTHING.match(mark, named.end()) is not None
    return Link(named[1].decode(), named[3].decode(), is_tag, at + named.start(3), at + named.end(3), bare)
