"""GraphQL documents: the fields of root types that operations ask for, and those that schemas declare (the GraphQL
specification, 2.3 and 3.3.1).

A fragment on a root type asks for fields as an operation does: each counts once, where it stands. Schemas may give root
types other names; fields go by the operation. Fields of introspection are none.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from tree_sitter import Node, QueryCursor

from seamark.patterns import regex
from seamark.source import ParseLimitError, parse

from .facts import Facts, Field
from .grammars import query_of, text

OPERATIONS = {"query": "Query", "mutation": "Mutation", "subscription": "Subscription"}
"""The root type of each operation, as it is called where a schema says nothing else."""

_DEFINITIONS = """
(operation_definition) @asking
(fragment_definition) @asking
(object_type_definition) @type
(object_type_extension) @type
(schema_definition) @schema
(schema_extension) @schema
"""
_TOKEN = regex(rb'"""(?:[^"]|"(?!""))*(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|#[^\n]*|[][{}()]')
_QUOTES = b'"""', b'"'
_CLOSERS = {b"{": b"}", b"(": b")", b"[": b"]"}
_INTROSPECTION = "__"


class Document(Struct, frozen=True):
    """The fields of a document, in its order, and whether it is one without a mistake."""

    fields: tuple[Field, ...]
    correct: bool


def read(data: bytes) -> Facts:
    """The fields of a document; of one with mistakes those that can be told."""
    return Facts(fields=parse_document(data).fields)


def parse_document(data: bytes) -> Document:
    """What a text says as a document. What is not closed yet is closed at its end: it may be being typed.

    Raises `ParseLimitError`.
    """
    query = query_of("graphql", _DEFINITIONS)
    root = parse("graphql", data).root_node
    correct = not root.has_error
    if not correct:
        root = parse("graphql", data + _missing_closers(data)).root_node
    captures = QueryCursor(query).captures(root)
    types = _root_types(captures.get("schema", []))
    found = [field for node in captures.get("asking", ()) for field in _fields_asked_for(node)]
    found += (field for node in captures.get("type", ()) for field in _declared_fields(node, types))
    return Document(tuple(sorted(found, key=lambda one: one.start)), correct)


def parse_embedded(data: bytes) -> Document | None:
    """What a text in code says as a document; None if it takes too much to parse: the code around it does not."""
    try:
        return parse_document(data)
    except ParseLimitError:
        return None


def _missing_closers(data: bytes) -> bytes:
    """What closes what a text leaves open: its last string, its brackets."""
    opened: list[bytes] = []
    token = b""
    for token in _TOKEN.findall(data):
        if token in _CLOSERS:
            opened.append(_CLOSERS[token])
        elif opened and token == opened[-1]:
            opened.pop()
    for quotes in _QUOTES:
        if token.startswith(quotes):
            closed = len(token) >= 2 * len(quotes) and token.endswith(quotes)
            opened += [] if closed else [quotes]
            break
    return b"".join(reversed(opened))


def _fields_asked_for(node: Node) -> Iterator[Field]:
    """The fields of an operation, or of a fragment on a root type."""
    if node.type == "fragment_definition":
        of = _child(node, "type_condition", "named_type")
        operation = None if of is None else text(of)
    else:
        stated = _child(node, "operation_type")
        operation = OPERATIONS.get("query" if stated is None else text(stated))
    if operation is not None and operation in OPERATIONS.values():
        yield from _selected_fields(_child(node, "selection_set"), operation)


def _selected_fields(selection: Node | None, operation: str) -> Iterator[Field]:
    """The fields that are selected, those in fragments in place, too."""
    waiting = [selection]
    for one in waiting:
        for child in one.named_children if one is not None else ():
            inner = child.named_children[0] if child.type == "selection" and child.named_children else None
            if inner is not None and inner.type == "inline_fragment":
                waiting.append(_child(inner, "selection_set"))
            elif inner is not None and inner.type == "field":
                yield from _field(inner, operation, "consumes")


def _declared_fields(node: Node, types: dict[str, str]) -> Iterator[Field]:
    """The fields that a schema declares for a root type."""
    name, fields = _child(node, "name"), _child(node, "fields_definition")
    operation = None if name is None else types.get(text(name))
    for field in fields.named_children if fields is not None and operation is not None else ():
        if field.type == "field_definition" and operation is not None:
            yield from _field(field, operation, "exposes")


def _field(node: Node, operation: str, role: str) -> Iterator[Field]:
    name = _child(node, "name")
    if name is not None and text(name) and not text(name).startswith(_INTROSPECTION):
        yield Field(operation, text(name), role, name.start_byte, name.end_byte)


def _root_types(schemas: list[Node]) -> dict[str, str]:
    """The operations by the names of their root types."""
    stated = {}
    for schema in schemas:
        for one in schema.named_children:
            operation, of = _child(one, "operation_type"), _child(one, "named_type")
            root = None if operation is None else OPERATIONS.get(text(operation))
            if one.type == "root_operation_type_definition" and root is not None and of is not None:
                stated[root] = text(of)
    return {stated.get(operation, operation): operation for operation in OPERATIONS.values()}


def _child(node: Node, *types: str) -> Node | None:
    """The first child of a type, of that the first of the next one, and so on."""
    found: Node | None = node
    for kind in types:
        found = next((child for child in found.named_children if child.type == kind), None) if found else None
    return found
