"""Postman's collections, versions 2.0 and 2.1: requests in folders, with the variables of the collection.

Source: https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html.
"""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import VERBS
from seamark.documents.facts import Facts, Request
from seamark.source.data import Mapping, Node, Scalar, at_pointer, expanded_documents, items_of, text_of

from .variables import url_of

NAME = "postman"
_SCHEMA = "getpostman.com/json/collection/v2"
_NO_URLS = "", "null"


def read(data: bytes) -> Facts:
    """The requests of a collection, each with what the collection's own variables stand for in its URL."""
    found = [root for root in expanded_documents(data) if _SCHEMA in (text_of(at_pointer(root, "/info/schema")) or "")]
    return Facts(requests=tuple(request for root in found for request in _requests(root)))


def _requests(root: Node | None) -> Iterator[Request]:
    variables = {
        text_of(at_pointer(one, "/key")) or "": text_of(at_pointer(one, "/value")) or "{}"
        for one in items_of(at_pointer(root, "/variable"))
    }
    waiting = [root]
    while waiting:
        item = waiting.pop()
        waiting += reversed(items_of(at_pointer(item, "/item")))
        request = at_pointer(item, "/request")
        url = _url(request)
        verb = text_of(at_pointer(request, "/method")) or "GET"
        if url is not None and url.text not in _NO_URLS and verb.lower() in VERBS:
            yield Request(NAME, verb.upper(), url_of(url.text, variables), url.start, url.end)


def _url(request: Node | None) -> Scalar | None:
    """The URL of a request, which may be one itself, or have it as a text or as an object."""
    found = at_pointer(request, "/url") if isinstance(request, Mapping) else request
    raw = at_pointer(found, "/raw") if isinstance(found, Mapping) else found
    return raw if isinstance(raw, Scalar) else None
