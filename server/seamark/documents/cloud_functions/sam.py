"""AWS' Serverless Application Model: the functions that requests run.

Source: https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-resource-function.html.
"""

from __future__ import annotations

from collections.abc import Iterator

from seamark.documents.facts import Facts, Surface
from seamark.source.data import Mapping, Node, Scalar, at_pointer, expanded_documents, text_of

from .routes import handler_of, route

NAME = "sam"
_FUNCTION = "AWS::Serverless::Function"
_EVENTS = "Api", "HttpApi"


def read(data: bytes) -> Facts:
    """The routes of a text's functions."""
    return Facts(tuple(surface for root in expanded_documents(data) for surface in _functions(root)))


def _functions(root: Node | None) -> Iterator[Surface]:
    for resource in _values(at_pointer(root, "/Resources")):
        if text_of(at_pointer(resource, "/Type")) == _FUNCTION:
            of = at_pointer(resource, "/Properties")
            shared = at_pointer(root, "/Globals/Function")
            folder, name = (_text(of, key) or _text(shared, key) for key in ("CodeUri", "Handler"))
            handler = handler_of(name, folder.removesuffix("/"))
            for event in _values(at_pointer(of, "/Events")):
                path = at_pointer(event, "/Properties/Path")
                if text_of(at_pointer(event, "/Type")) in _EVENTS and isinstance(path, Scalar):
                    verb = text_of(at_pointer(event, "/Properties/Method")) or "*"
                    yield route(NAME, verb, path.text, path, handler)


def _values(node: Node | None) -> Iterator[Node | None]:
    yield from (entry.value for entry in node.entries) if isinstance(node, Mapping) else ()


def _text(node: Node | None, key: str) -> str:
    return text_of(at_pointer(node, f"/{key}")) or ""
