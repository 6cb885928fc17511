"""Templates of pages: what they name in the marks in which code stands, as names of routes are: `{% url "book" %}`.

Sources: https://docs.djangoproject.com/en/stable/ref/templates/language/, https://jinja.palletsprojects.com/templates/,
https://twig.symfony.com/doc/3.x/templates.html, https://laravel.com/docs/blade.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .facts import Facts, Link

TELLS = (re.compile(rb"\{[{%!]"), re.compile(rb"""[\s:]:[\w.-]+=["']"""))

_MARK = re.compile(
    rb"""\{%[^%]*+%\}|\{\{(?>[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*)\}\}|\{!![^!]*+!!\}|(?<=\s)(?:v-bind)?:[\w.-]+="[^"]*+\""""
)
"""Where code stands in a template: `{% … %}`, `{{ … }}`, `{!! … !!}`, and attributes that are bound: `:href="…"`."""
_TAG = re.compile(rb"""\{%[-+]?\s*+(\w+)\s++(["'])([\w.:-]+)\2(?=[\s%-])""")
_CALL = re.compile(rb"""(?<![\w.$>:])(\w+)\(\s*+(["'])([\w.:-]+)\2(?=\s*[,)])""")
_COMMENTS = {b"{#": b"#}", b"<!--": b"-->", b"{{--": b"--}}"}
"""How comments begin, and how they end."""
_COMMENT = re.compile(b"|".join(map(re.escape, _COMMENTS)))


def read(data: bytes) -> Facts:
    """What a template names in tags and in calls, whatever these are."""
    text = _without_comments(data)
    return Facts(links=tuple(link for mark in _MARK.finditer(text) for link in _links(mark[0], mark.start())))


def _without_comments(data: bytes) -> bytes:
    """The template with blanks for its comments."""
    code, at, endless = bytearray(data), 0, set[bytes]()
    while (opening := _COMMENT.search(data, at)) is not None:
        end = -1 if opening[0] in endless else data.find(_COMMENTS[opening[0]], opening.end())
        if end < 0:
            endless.add(opening[0])
            at = opening.end()
            continue
        at = end + len(_COMMENTS[opening[0]])
        code[opening.start() : at] = b" " * (at - opening.start())
    return bytes(code)


def _links(mark: bytes, at: int) -> Iterator[Link]:
    tag = _TAG.match(mark)
    if tag is not None:
        yield Link(tag[1].decode(), tag[3].decode(), True, at + tag.start(3), at + tag.end(3))
    for call in _CALL.finditer(mark):
        yield Link(call[1].decode(), call[3].decode(), False, at + call.start(3), at + call.end(3))
