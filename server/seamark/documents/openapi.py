"""OpenAPI documents, versions 2 (Swagger) to 3.1: the operations of their paths.

A path item may stand elsewhere: in another part of the document, in another file. `outline` is what must be known of a
place to find out where.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from urllib.parse import unquote

from msgspec import Struct

from seamark.patterns import regex
from seamark.source.data import Mapping, Node, Sequence, documents, text_of

from .facts import Facts
from .templates import without_templates

VERBS = frozenset(("get", "put", "post", "delete", "options", "head", "patch", "trace"))
MAX_OPERATIONS = 4 * len(VERBS)
MAX_SERVERS = 16
REFERENCE = "$ref"
NAME = "openapi"
"""What the ports of these documents are found by."""

Outline = tuple[tuple[str, str | None], ...]
"""The keys of a mapping, each with where its value says that it stands: `$ref`'s own value, else that of the value."""


class Operation(Struct, frozen=True):
    """A verb of a path item: its place, and the servers' URLs if it has some of its own."""

    verb: str
    start: int
    end: int
    servers: tuple[str, ...] | None


def read(data: bytes) -> Facts:
    """Which of the text's documents are OpenAPI's; documents in which there is nothing do not count."""
    return Facts(described=tuple(number for number, root in enumerate(roots(data)) if _describes(root)))


def roots(data: bytes) -> list[Node]:
    """The documents of a text in which there is something."""
    return [root for root in documents(data) if root is not None]


def _describes(root: Node) -> bool:
    if not isinstance(root, Mapping):
        return False
    version = text_of(root.get("openapi")) or text_of(root.get("swagger")) or ""
    return version.startswith(("3.", "2.")) or version in ("2", "3")


def outline(nodes: Iterable[Node | None]) -> Outline | None:
    """The outline of the mappings at a place, of which there are several if a key stands twice; None for all else."""
    mappings = [node for node in nodes if isinstance(node, Mapping)]
    if not mappings:
        return None
    return tuple(
        (entry.key.text, text_of(entry.value) if entry.key.text == REFERENCE else _reference(entry.value))
        for node in mappings
        for entry in node.entries
    )


def _reference(node: Node | None) -> str | None:
    return text_of(node.get(REFERENCE)) if isinstance(node, Mapping) else None


def operations(item: Node | None) -> Iterator[Operation]:
    """The operations of a path item, be they stated twice. There may be many items: so there are not many of each."""
    if not isinstance(item, Mapping):
        return
    around = servers(item)
    for entry in islice((one for one in item.entries if one.key.text in VERBS), MAX_OPERATIONS):
        own = servers(entry.value)
        yield Operation(entry.key.text, entry.key.start, entry.key.end, around if own is None else own)


def servers(node: Node | None) -> tuple[str, ...] | None:
    """The URLs of the servers that a document, a path item or an operation has, defaults in place of variables.

    None if it says nothing of them.
    """
    if not isinstance(node, Mapping):
        return None
    base = text_of(node.get("basePath"))
    if base is not None:
        return (without_templates(base),)
    listed = node.get("servers")
    if not isinstance(listed, Sequence):
        return None
    urls = (_url(server) for server in listed.items if isinstance(server, Mapping))
    return tuple(islice(dict.fromkeys(url for url in urls if url is not None), MAX_SERVERS)) or None


_VARIABLE = regex(r"\{([^{}]*)\}")


def _url(server: Mapping) -> str | None:
    url = text_of(server.get("url"))
    variables = server.get("variables")

    def default(found: re.Match[str]) -> str:
        variable = variables.get(found[1]) if isinstance(variables, Mapping) else None
        value = text_of(variable.get("default")) if isinstance(variable, Mapping) else None
        return "{}" if value is None else value

    return None if url is None else _VARIABLE.sub(default, without_templates(url))


def split_reference(reference: str) -> tuple[str, str] | None:
    """The file that a reference names, empty for its own, and the pointer into it; None if it leads to the network."""
    file, _, pointer = reference.partition("#")
    if "://" in file or file.startswith("//") or (pointer and not pointer.startswith("/")):
        return None
    return unquote(file), unquote(pointer)


def step(name: str) -> str:
    """A key as a step of a pointer."""
    return name.replace("~", "~0").replace("/", "~1")
