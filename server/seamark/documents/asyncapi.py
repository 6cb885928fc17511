"""AsyncAPI documents, versions 2 and 3: the channels of which an application receives, and those that it sends to.

In version 2 others `subscribe` to what the application sends, and `publish` what it receives.

Sources: https://www.asyncapi.com/docs/reference/specification/v2.6.0#channelItemObject and `…/v3.0.0#operationObject`.
"""

from __future__ import annotations

from collections.abc import Iterator

from seamark.patterns import regex
from seamark.source.data import Mapping, Node, Scalar, at_pointer, expanded_documents, text_of

from .facts import Channel, Facts

NAME = "asyncapi"
_ROLES = {"publish": "exposes", "receive": "exposes", "subscribe": "consumes", "send": "consumes"}
_NO_QUEUES = frozenset(("http", "https", "mercure", "ws", "wss"))
_PARAMETER = regex(r"\{[^{}]*\}")
_LOCAL = "#/"
MAX_REFERENCES = 8


def read(data: bytes) -> Facts:
    """The channels of a text's documents, apart from those of web sockets and of requests."""
    found = (root for root in expanded_documents(data) if not _has_no_queues(root))
    return Facts(channels=tuple(channel for root in found for channel in _channels(root)))


def _has_no_queues(root: Node | None) -> bool:
    """Whether all servers that a document names are reached by other ways than queues."""
    protocols = {text_of(at_pointer(one, "/protocol")) for _, one in _entries(at_pointer(root, "/servers"))}
    return bool(protocols) and protocols <= _NO_QUEUES


def _channels(root: Node | None) -> Iterator[Channel]:
    version = text_of(at_pointer(root, "/asyncapi")) or ""
    if version.startswith("2."):
        for address, item in _entries(at_pointer(root, "/channels")):
            channel = _follow_references(root, item)
            for entry in channel.entries if isinstance(channel, Mapping) else ():
                if entry.key.text in ("publish", "subscribe"):
                    yield from _channel(address.text, entry.key)
    if version.startswith("3."):
        for _, operation in _entries(at_pointer(root, "/operations")):
            stated = at_pointer(_follow_references(root, operation), "/action")
            channel = _follow_references(root, at_pointer(_follow_references(root, operation), "/channel"))
            name = text_of(at_pointer(channel, "/address"))
            if isinstance(stated, Scalar) and stated.text in ("send", "receive") and name not in (None, "null"):
                yield from _channel(name or "", stated)


def _channel(address: str, stated: Scalar) -> Iterator[Channel]:
    """The channel of an address, unless that is a URL, or has nothing in it that names one (`/`)."""
    known = _PARAMETER.sub("{}", address)
    if "://" not in known and any(one.isalnum() for one in known):
        yield Channel(NAME, known, _ROLES[stated.text], stated.start, stated.end)


def _follow_references(root: Node | None, node: Node | None) -> Node | None:
    """What something is that may refer to another part of its document."""
    for _ in range(MAX_REFERENCES):
        reference = text_of(at_pointer(node, "/$ref")) or ""
        if not reference.startswith(_LOCAL):
            break
        node = at_pointer(root, reference.removeprefix("#"))
    return node


def _entries(node: Node | None) -> Iterator[tuple[Scalar, Node | None]]:
    yield from ((entry.key, entry.value) for entry in node.entries) if isinstance(node, Mapping) else ()
