"""Symfony's routes in YAML (symfony.com/doc/current/routing.html): paths, each with the controller that serves it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seamark.source.data import Mapping, Node, Scalar, Sequence, at_pointer, documents, text_of

from .facts import Facts, Surface

NAME = "symfony"
_CONTROLLER = re.compile(r"\\?\w+(?:\\\w+)+(?:::\w+)?|[\w.]+::?\w+")
"""A class, or a service, with the method that answers."""
_ENVIRONMENT = "when@"


def read(data: bytes) -> Facts:
    """The routes of a text."""
    return Facts(tuple(surface for root in documents(data) for surface in _routes(root)))


def _routes(node: Node | None) -> Iterator[Surface]:
    for entry in node.entries if isinstance(node, Mapping) else ():
        if entry.key.text.startswith(_ENVIRONMENT):
            yield from _routes(entry.value)
        elif isinstance(entry.value, Mapping) and _CONTROLLER.fullmatch(_controller(entry.value)):
            for path in _paths(entry.value.get("path")):
                for verb in _verbs(entry.value.get("methods")):
                    yield Surface(NAME, verb, path.text, path.start, path.end)


def _controller(route: Mapping) -> str:
    return text_of(route.get("controller")) or text_of(at_pointer(route, "/defaults/_controller")) or ""


def _paths(node: Node | None) -> Iterator[Scalar]:
    """The path of a route, or those of its languages."""
    found = [entry.value for entry in node.entries] if isinstance(node, Mapping) else [node]
    yield from (path for path in found if isinstance(path, Scalar) and path.text.startswith("/"))


def _verbs(node: Node | None) -> list[str | None]:
    """The verbs that a route is for; None for all."""
    listed = [text_of(item) for item in node.items] if isinstance(node, Sequence) else [text_of(node)]
    return [verb for text in listed if text for verb in re.split(r"\W+", text) if verb] or [None]
