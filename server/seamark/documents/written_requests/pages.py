"""Pages and their templates: the requests of forms that are posted, and those that attributes of libraries state.

A form that is not posted leads to another page, as a link does. What a template puts into a URL is not known, but for
the path that it gives a function for that: `{{ url "/users/%d" .ID }}`. Thymeleaf puts what an attribute of its own
says into the one of the same name, and the path of the application before a link:
`th:action="@{/users/{id}(id=${user.id})}"`.
Sources: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html,
https://htmx.org/reference/#attributes, https://bootstrap-table.com/docs/api/table-options/#url,
https://datatables.net/manual/options#HTML-5-data-attributes, https://select2.org/configuration/data-attributes,
https://turbo.hotwired.dev/reference/frames, and for the field `_method`, which has a form sent with another verb,
https://laravel.com/docs/routing#form-method-spoofing; https://www.thymeleaf.org/doc/tutorials/3.1/usingthymeleaf.html#link-urls.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from seamark.catalogue import VERBS
from seamark.documents import route_links
from seamark.documents.facts import Attribute, Facts, Request
from seamark.documents.template_paths import path_of
from seamark.documents.templates import COMMENTS, blank_spans
from seamark.patterns import regex
from seamark.source import without_quotes_in_marks

from .variables import UNKNOWN

NAME = "html"
TELLS = (
    regex(rb"<(?:form|FORM)\b"),
    regex(rb"hx-(?:get|post|put|patch|delete)\b"),
    regex(rb"\bdata-(?:url|ajax)\b|<turbo-frame\b"),
    regex(rb"""data-[\w-]+\s?=\s?["'](?:https?:/)?[/{<$]"""),
)


class _Loaded(NamedTuple):
    """An element that is filled with what an attribute of it states the URL of, by a library of the page."""

    tag: bytes
    url: bytes
    verb: bytes = b""
    """The attribute with the verb, if that is not GET."""
    beside: re.Pattern[bytes] | None = None
    """Attributes of which it has one, too."""


_LOADED = (
    _Loaded(
        b"table",
        b"data-url",
        b"data-method",
        regex(
            rb"data-(?:(?:side-)?pagination|search|toggle|toolbar|locale|sort-(?:name|order)|id-field|unique-id"
            rb"|page-(?:list|size)|query-params|response-handler|click-to-select|show-[a-z-]+|cookie)"
        ),
    ),
    _Loaded(b"table", b"data-ajax"),
    _Loaded(b"select", b"data-ajax--url", b"data-ajax--type"),
    _Loaded(b"turbo-frame", b"src"),
)
"""Those of Bootstrap Table, DataTables, Select2 and Turbo."""

_ASIDE = {**COMMENTS, b"<script": b"</script"}
_TAG = regex(
    rb"""<([a-z][\w:.-]*)(?=\s)((?>(?:[^<>"']{1,500}|"[^"]{0,500}"|'[^']{0,500}'|"""
    rb"""<([?%])(?:(?!\3>)[^<]){0,500}\3>){0,100}))>""",
    re.IGNORECASE,
)
_ATTRIBUTE = regex(
    rb"""(?<=[\s}])((?:data-th-|th:)?)([\w-]+)\s{0,9}=\s{0,9}(?:"([^"]{1,500})"|'([^']{1,500})'|(\w+))"""
)
_HTMX = regex(rb"(?:data-)?hx-(get|post|put|patch|delete)", re.IGNORECASE)
_OTHER_VERB = regex(rb"""@method\(\s{0,9}["'](\w+)["']|name=["']_method["']\s{1,9}value=["'](\w+)["']""", re.IGNORECASE)
_END = regex(rb"</form", re.IGNORECASE)
_FIELDS = 1_000
"""How far behind its begin a form states the verb with which it is sent in the place of `POST`."""
_INSERTED = regex(
    r"\{\{[^{}]*\}\}|\{!![^{}]*!!\}|<([?%])(?:(?!\1>)[^<])*\1>|<\w+:url\s[^<>]*>|\$\{[^{}]*\}|\(\([^()]*\)\)"
)
_LINK = regex(r"@\{\s*~?([^()]*?)(?:\(.*\))?\s*\}$|\|(.*)\|$", re.DOTALL)
_WITHIN_LINK = regex(r"__\{\}__|\{\w+\}")
_QUOTES = regex(r"\s*\+\s*'|'(?:\s*\+\s*)?")
_URL = regex(r"(?:https?://[^\s/]+|\{\})?(?:/\{\})*/[\w.~-][^\s<>]*$")


def read(data: bytes) -> Facts:
    """The requests that a page states outside of its scripts and comments, and the URLs that it has for these."""
    page = blank_spans(data, _ASIDE)
    requests: list[Request] = []
    held: dict[Attribute, None] = {}
    for tag in _TAG.finditer(without_quotes_in_marks(page)):
        found = sorted(_ATTRIBUTE.finditer(tag.string, tag.start(2), tag.end(2)), key=lambda one: one[1] != b"")
        attributes = {one[2].lower(): one for one in found}
        requests.extend(_of_tag(page, tag, attributes))
        held |= dict.fromkeys(_held(page, attributes))
    return Facts(requests=tuple(requests), attributes=tuple(held))


def _held(page: bytes, attributes: Mapping[bytes, re.Match[bytes]]) -> Iterator[Attribute]:
    """The URLs that attributes hold which scripts read: `data-save-url="/books/save"`, and where forms are sent."""
    for name, stated in attributes.items():
        if not name.startswith(b"data-") and name != b"action":
            continue
        span = stated.span(stated.lastindex or 0)
        named = route_links.named_alone(page, *span)
        url = _url_of(page, stated) if named is None else page[slice(*span)].decode(errors="replace")
        if named is not None or _URL.match(url) is not None:
            yield Attribute(name.decode(), url)


def _of_tag(page: bytes, tag: re.Match[bytes], attributes: Mapping[bytes, re.Match[bytes]]) -> Iterator[Request]:
    for name, stated in attributes.items():
        asking = _HTMX.fullmatch(name)
        if asking is not None:
            yield from _request(page, asking[1].decode().upper(), stated, filled=True)
    for row in _LOADED:
        url = attributes.get(row.url) if tag[1].lower() == row.tag else None
        if url is not None and (row.beside is None or any(map(row.beside.fullmatch, attributes))):
            said = attributes.get(row.verb)
            yield from _request(page, "GET" if said is None else _value(said).decode(errors="replace").upper(), url)
    method, action = attributes.get(b"method"), attributes.get(b"action")
    if tag[1].lower() == b"form" and action is not None and method is not None:
        verb = _value(method).decode(errors="replace").upper()
        if verb == "POST" or (verb != "GET" and method[1]):
            yield from _request(page, _verb(page, tag.end()) if verb == "POST" else verb, action)


def _verb(page: bytes, at: int) -> str:
    """The verb with which a form is sent whose fields begin at a position."""
    end = _END.search(page, at, at + _FIELDS)
    other = _OTHER_VERB.search(page, at, at + _FIELDS if end is None else end.start())
    return "POST" if other is None else (other[1] or other[2]).decode().upper()


def _value(attribute: re.Match[bytes]) -> bytes:
    return next(filter(None, attribute.groups()[2:]), b"")


def _url_of(page: bytes, attribute: re.Match[bytes]) -> str:
    """The URL that an attribute of a page states, with what a template puts into it."""
    start, end = attribute.span(attribute.lastindex or 0)
    url = _INSERTED.sub(lambda mark: path_of(mark[0]), page[start:end].decode(errors="replace"))
    link = _LINK.match(url) if attribute[1] else None
    if link is None:
        return "" if attribute[1] else url
    path = _WITHIN_LINK.sub(UNKNOWN, _QUOTES.sub("", link[1] or link[2]))
    return f"{UNKNOWN}{path}" if path.startswith("/") and link[1] else path


def _request(page: bytes, verb: str, attribute: re.Match[bytes], *, filled: bool = False) -> Iterator[Request]:
    """The request to the URL that an attribute states, if it is one from the root of a host, or that of a route.

    It may be `filled` in the browser: https://htmx.org/extensions/path-params puts parameters for `{id}`.
    """
    named = route_links.named_alone(page, *attribute.span(attribute.lastindex or 0))
    if named is not None and verb.lower() in VERBS:
        yield Request(NAME, verb, UNKNOWN, named.start, named.end, named)
        return
    url = _url_of(page, attribute)
    if filled:
        url = _WITHIN_LINK.sub(UNKNOWN, url)
    if verb.lower() in VERBS and "{" not in url.replace(UNKNOWN, "") and _URL.match(url) is not None:
        group = attribute.lastindex or 0
        yield Request(NAME, verb, url, attribute.start(group), attribute.end(group))
