"""Nodes and edges, and how their identities are derived (the specification, sections 2.2 to 2.4)."""

from enum import StrEnum
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec

from seamark import keys


class NodeKind(StrEnum):
    """What a node stands for (2.2)."""

    BOUNDARY = "boundary"
    FUNCTION = "function"
    METHOD = "method"
    FILE = "file"


class RelationKind(StrEnum):
    """How the source of an edge relates to its target (2.3)."""

    EXPOSES = "exposes"
    CONSUMES = "consumes"
    COMMUNICATES_WITH = "communicates_with"


class Node(msgspec.Struct, frozen=True):
    """A boundary, or a definition or file that a port is attached to.

    Raises `ValueError` for a boundary that does not state its mechanism and key (2.2).
    """

    id: str
    kind: NodeKind
    name: str
    qualified_name: str
    metadata: dict[str, Any] = {}

    def __post_init__(self) -> None:
        if self.kind is NodeKind.BOUNDARY and not {"mechanism", "key"} <= self.metadata.keys():
            raise ValueError("metadata of a boundary must hold its mechanism and its key")


EdgeIdentity: TypeAlias = tuple[Any, ...]
"""Two edges of equal identity are one edge."""

_SPAN = ("file", "line", "column", "end_line", "end_column")


class Edge(msgspec.Struct, frozen=True):
    """A relation from one node to another. Raises `ValueError` if it states no confidence between 0 and 1 (2.4)."""

    kind: RelationKind
    source_id: str
    target_id: str
    metadata: dict[str, Any]

    def __post_init__(self) -> None:
        confidence = self.metadata.get("confidence")
        if not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
            raise ValueError(f"metadata.confidence of an edge must be a number from 0 to 1, not {confidence!r}")

    @property
    def confidence(self) -> float:
        """How much of the contract is known (2.4)."""
        return float(self.metadata["confidence"])

    @property
    def identity(self) -> EdgeIdentity:
        """Kind, source, target and span; a link, which has no span, is told from others by its boundary."""
        span = (self.metadata.get(name) for name in _SPAN)
        return (self.kind, self.source_id, self.target_id, self.metadata.get("boundary_id"), *span)


def boundary_node(mechanism: str, key: str) -> Node:
    """The node of the boundary with this mechanism and normalized key (2.2).

    Raises `ValueError` for a mechanism that is not one of `keys.MECHANISMS`.
    """
    return Node(
        id=keys.boundary_id(mechanism, key),
        kind=NodeKind.BOUNDARY,
        name=key,
        qualified_name=keys.qualified_name(mechanism, key),
        metadata={"mechanism": mechanism, "key": key},
    )


def definition_id(kind: NodeKind, label: str, path: str, qualified_name: str, ordinal: int = 0) -> str:
    """The id of a definition or file: 16 hex digits.

    `label` names the analysed root, `path` is relative to it, with `/`; `ordinal` counts definitions of one qualified
    name in one file.
    """
    text = f"{kind}::{label}::{path}::{qualified_name}::{ordinal}"
    return sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]
