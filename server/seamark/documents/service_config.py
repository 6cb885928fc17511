"""Configurations of gRPC services: the routes under which a gateway serves methods that are named there.

https://cloud.google.com/endpoints/docs/grpc/grpc-service-config#http_rules
"""

from __future__ import annotations

from collections.abc import Iterator

from seamark.source.data import Mapping, Node, Scalar, at_pointer, expanded_documents, items_of, text_of

from .facts import Facts, Surface
from .http_rules import ADDITIONAL, CUSTOM, MAX_NESTED, route

NAME = "google_api"
_TYPE = "google.api.Service"


def read(data: bytes) -> Facts:
    """The routes of a text's documents."""
    services = (root for root in expanded_documents(data) if text_of(at_pointer(root, "/type")) == _TYPE)
    rules = (rule for root in services for rule in items_of(at_pointer(root, "/http/rules")))
    return Facts(surfaces=tuple(surface for rule in rules for surface in _routes(rule, MAX_NESTED)))


def _routes(rule: Node | None, depth: int) -> Iterator[Surface]:
    """The routes that a rule states, and those of further bindings in it."""
    for entry in rule.entries if isinstance(rule, Mapping) else ():
        name, value = entry.key.text, entry.value
        if name == ADDITIONAL and depth > 0:
            for further in items_of(value):
                yield from _routes(further, depth - 1)
        elif name == CUSTOM:
            path = at_pointer(value, "/path")
            yield from _route(text_of(at_pointer(value, "/kind")) or "", path)
        else:
            yield from _route(name, value)


def _route(verb: str, path: Node | None) -> tuple[Surface, ...]:
    return route(NAME, verb, path.text, path.start, path.end) if isinstance(path, Scalar) else ()
