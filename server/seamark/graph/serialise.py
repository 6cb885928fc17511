"""Graphs as JSON: `{"schema": 1, "nodes": [...], "relations": [...]}`."""

from typing import TypeVar

import msgspec

from .errors import GraphError, GraphFormatError
from .graph import Graph
from .model import Edge, Node

SCHEMA_VERSION = 1


_Shape = TypeVar("_Shape")


class _Header(msgspec.Struct):
    schema: int


class _Document(msgspec.Struct):
    schema: int
    nodes: list[Node]
    relations: list[Edge]


def to_json(graph: Graph) -> bytes:
    """The graph as UTF-8 JSON, in its own order. Raises `GraphFormatError` if metadata holds what JSON cannot."""
    try:
        return msgspec.json.encode(_Document(SCHEMA_VERSION, list(graph.nodes.values()), list(graph.relations)))
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise GraphFormatError(f"this graph cannot be written as JSON: {error}") from error


def from_json(text: bytes | str) -> Graph:
    """The graph that `to_json` wrote. Raises `GraphFormatError` if the text is not one, or is of another schema."""
    schema = _decode_as(text, _Header).schema
    if schema != SCHEMA_VERSION:
        raise GraphFormatError(f"schema {schema} is unknown; this version reads schema {SCHEMA_VERSION}")
    document = _decode_as(text, _Document)
    try:
        return Graph(document.nodes, document.relations)
    except (GraphError, TypeError) as error:  # a span of lists or objects is no identity
        raise GraphFormatError(f"this is not a graph: {error}") from error


def _decode_as(text: bytes | str, shape: type[_Shape]) -> _Shape:
    try:
        return msgspec.json.decode(text, type=shape)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise GraphFormatError(f"this is not a graph: {error}") from error
