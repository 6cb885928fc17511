"""The Serverless Framework's `serverless.yml` for AWS: the functions that requests run.

Sources: https://www.serverless.com/framework/docs/providers/aws/events/apigateway and `…/events/http-api`.
"""

from __future__ import annotations

from collections.abc import Iterator

from seamark.documents.facts import Facts, Surface
from seamark.source.data import Entry, Mapping, Node, Scalar, Sequence, at_pointer, expanded_documents, text_of

from .routes import handler_of, route

NAME = "serverless"
_EVENTS = "http", "httpApi"
_PROVIDER = "aws"
"""Others have events of these names that state something else."""


def read(data: bytes) -> Facts:
    """The routes of a text's functions."""
    return Facts(
        tuple(
            surface
            for root in expanded_documents(data)
            if _provider(root) == _PROVIDER
            for function in _functions(at_pointer(root, "/functions"))
            for surface in _routes(function.value)
        )
    )


def _provider(root: Node | None) -> str | None:
    return text_of(at_pointer(root, "/provider/name")) or text_of(at_pointer(root, "/provider"))


def _functions(node: Node | None) -> Iterator[Entry]:
    """The functions by their names, or those of each of a list."""
    for one in node.items if isinstance(node, Sequence) else [node]:
        yield from one.entries if isinstance(one, Mapping) else ()


def _routes(function: Node | None) -> Iterator[Surface]:
    handler = handler_of(text_of(at_pointer(function, "/handler")))
    events = at_pointer(function, "/events")
    for event in events.items if isinstance(events, Sequence) else ():
        for kind in _EVENTS:
            of = at_pointer(event, f"/{kind}")
            if isinstance(of, Scalar):
                verb, _, path = of.text.strip().rpartition(" ")
                yield route(NAME, verb.strip() or "*", path.strip(), of, handler)
            else:
                path_of = at_pointer(of, "/path")
                if isinstance(path_of, Scalar):
                    yield route(NAME, text_of(at_pointer(of, "/method")) or "*", path_of.text, path_of, handler)
