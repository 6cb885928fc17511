"""Templates of pages: what they name in the marks in which code stands, as names of routes are: `{% url "book" %}`.

Sources: https://docs.djangoproject.com/en/stable/ref/templates/language/, https://jinja.palletsprojects.com/templates/,
https://twig.symfony.com/doc/3.x/templates.html, https://laravel.com/docs/blade.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .facts import Facts, Link
from .templates import COMMENTS, blanked

TELLS = (re.compile(rb"\{[{%!]"), re.compile(rb"""[\s:]:[\w.-]+=["']"""))

_MARK = re.compile(
    rb"""\{%[^%]*+%\}|\{\{(?>[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*)\}\}|\{!![^!]*+!!\}|(?<=\s)(?:v-bind)?:[\w.-]+="[^"]*+\""""
)
"""Where code stands in a template: `{% … %}`, `{{ … }}`, `{!! … !!}`, and attributes that are bound: `:href="…"`."""
_TAG = re.compile(rb"""\{%[-+]?\s*+(\w+)\s++(["'])([\w.:-]+)\2(?=[\s%-])""")
_CALL = re.compile(rb"""(?<![\w.$>:])(\w+)\(\s*+(["'])([\w.:-]+)\2(?=\s*[,)])""")


def read(data: bytes) -> Facts:
    """What a template names in tags and in calls, whatever these are."""
    text = blanked(data, COMMENTS)
    return Facts(links=tuple(link for mark in _MARK.finditer(text) for link in _links(mark[0], mark.start())))


def _links(mark: bytes, at: int) -> Iterator[Link]:
    tag = _TAG.match(mark)
    if tag is not None:
        yield Link(tag[1].decode(), tag[3].decode(), True, at + tag.start(3), at + tag.end(3))
    for call in _CALL.finditer(mark):
        yield Link(call[1].decode(), call[3].decode(), False, at + call.start(3), at + call.end(3))
