"""Pages and their templates: the requests of forms that are posted, and those that htmx's attributes state.

A form that is not posted leads to another page, as a link does. What a template puts into a URL is not known.
Sources: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html, https://htmx.org/reference/#attributes,
and for the field `_method`, which has a form sent with another verb, https://laravel.com/docs/routing#form-method-spoofing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from seamark.catalogue import VERBS
from seamark.documents.facts import Facts, Request
from seamark.documents.templates import COMMENTS, blanked

from .variables import UNKNOWN

NAME = "html"
TELLS = (re.compile(rb"<form\b"), re.compile(rb"hx-(?:get|post|put|patch|delete)\b"))

_QUOTED = rb"""(?:"([^"]{1,500})"|'([^']{1,500})')"""
_ASIDE = {**COMMENTS, b"<script": b"</script"}
_HTMX = re.compile(rb"(?<=\s)(?:data-)?hx-(get|post|put|patch|delete)\s{0,9}=\s{0,9}" + _QUOTED, re.IGNORECASE)
_FORM = re.compile(
    rb"""<form\b((?>(?:[^<>"']|"[^"]{0,500}"|'[^']{0,500}'|<[?%][^<>]{0,500}[?%]>){0,500}))>""", re.IGNORECASE
)
_ATTRIBUTE = re.compile(rb"(?<=\s)(action|method)\s{0,9}=\s{0,9}(?:" + _QUOTED + rb"|(\w+))", re.IGNORECASE)
_OTHER_VERB = re.compile(
    rb"""@method\(\s{0,9}["'](\w+)["']|name=["']_method["']\s{1,9}value=["'](\w+)["']""", re.IGNORECASE
)
_END = re.compile(rb"</form", re.IGNORECASE)
_FIELDS = 1_000
"""How far behind its begin a form states the verb with which it is sent in the place of `POST`."""
_INSERTED = re.compile(r"\{\{[^{}]*\}\}|\{!![^{}]*!!\}|<[?%][^<>]*[?%]>|\$\{[^{}]*\}|\(\([^()]*\)\)")
_URL = re.compile(r"(?:https?://[^\s/]+|\{\})?(?:/\{\})*/[\w.~-][^\s<>]*$")


def read(data: bytes) -> Facts:
    """The requests that a page states outside of its scripts and comments."""
    page = blanked(data, _ASIDE)
    return Facts(requests=tuple(sorted((*_of_htmx(page), *_of_forms(page)), key=lambda one: one.start)))


def _of_htmx(page: bytes) -> Iterator[Request]:
    for found in _HTMX.finditer(page):
        yield from _request(found[1].decode().upper(), found, 2)


def _of_forms(page: bytes) -> Iterator[Request]:
    for form in _FORM.finditer(page):
        stated = {one[1].lower(): one for one in _ATTRIBUTE.finditer(page, form.start(1), form.end(1))}
        method, action = stated.get(b"method"), stated.get(b"action")
        if action is None or method is None or b"".join(filter(None, method.groups()[1:])).lower() != b"post":
            continue
        last = form.end() + _FIELDS
        end = _END.search(page, form.end(), last)
        other = _OTHER_VERB.search(page, form.end(), last if end is None else end.start())
        verb = "POST" if other is None else (other[1] or other[2]).decode().upper()
        if verb.lower() in VERBS:
            yield from _request(verb, action, 2)


def _request(verb: str, found: re.Match[bytes], group: int) -> Iterator[Request]:
    """The request to the URL that an attribute states in quotes, if it is one from the root of a host."""
    group = group if found[group] is not None else group + 1
    if found[group] is None:
        return
    url = _INSERTED.sub(UNKNOWN, found[group].decode(errors="replace"))
    if "{" not in url.replace(UNKNOWN, "") and _URL.match(url) is not None:
        yield Request(NAME, verb, url, found.start(group), found.end(group))
