"""Requests that calls write into a connection: `client.print("GET /users/"); client.println(" HTTP/1.1")`.

The first line has a verb, a URL and a version. It is one text, or several calls on the same object write it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from seamark.catalogue import Request
from seamark.extract import facts
from seamark.resolve.abstract_values import Made, Text
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.findings import RequestEffect, StatedEffect
from seamark.resolve.partial_texts.texts import UNKNOWN_TEXT, before, concat, texts
from seamark.resolve.workspace_facts.view import last_name
from seamark.resolve.wrappers import request_wrappers

from . import verbs

MAX_AFTER = 32
"""How many calls after the one that begins a line may be looked at for the rest of it."""
_VERSION = " HTTP/1."
"""What stands behind the URL."""


def read(site: CallSite, row: Request, library: str, made: Made | None) -> bool:
    """Read a call that writes a request, or begins to; False if what it writes does not begin as one does."""
    lines = (_first_line(site, text, made) for text in _written_texts(site, row))
    split = [verbs.before_path(line) for line in lines if line is not None]
    found = [(verb, url) for verb, url in split if verb is not None and verbs.is_verb(verb)]
    span = contract_spans.span(site, contract_spans.text_in(site, site.written_argument(row.url)))
    for verb, url in found:
        request_wrappers.note_request(site.analysis, StatedEffect(RequestEffect((verb,), (url,), library), span))
    return bool(found)


def _written_texts(site: CallSite, row: Request) -> tuple[Text, ...]:
    """What a call writes."""
    if row.written == "template":
        return site.filled_templates(row.url)
    given = site.argument(row.url)
    return () if given is None else texts(given)


def _first_line(site: CallSite, begun: Text, made: Made | None) -> Text | None:
    """The verb and the URL of the request that a text begins, as far as what is written after it."""
    line = before(begun, _VERSION)
    if line is not None or verbs.before_path(begun)[0] is None:
        return line
    for further in _written_after(site, made):
        if _ends_line(begun):
            return None
        begun = concat((begun, further))
        line = before(begun, _VERSION)
        if line is not None:
            return line
    return None


def _ends_line(text: Text) -> bool:
    return any(isinstance(part, str) and ("\n" in part or "\r" in part) for part in text.parts)


def _written_after(site: CallSite, made: Made | None) -> Iterator[Text]:
    """What the calls after one write that are on the same object, in the same function."""
    on = _root_name(site, site.call)
    later = site.analysis.view.facts.sites
    first = bisect_right(later, site.call.start, key=lambda one: one.call.start)
    for one in islice(later, first, first + MAX_AFTER):
        name = last_name(one.call.callee)
        rows = site.analysis.catalogue.requests.on(made.type, name) if made is not None else []
        writing = next((row for row, _ in rows if row.written), None)
        if writing is not None and one.scope == site.place.scope and on and on == _root_name(site, one.call):
            yield next(iter(_written_texts(replace(site, call=one.call, name=name), writing)), UNKNOWN_TEXT)


def _root_name(site: CallSite, call: facts.Call) -> str:
    """The name of the object on which a call is."""
    root = site.analysis.view.root_of(call.callee) if isinstance(call.callee, facts.Member) else None
    return "" if root is None else root.name
