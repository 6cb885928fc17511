"""GraphQL documents: which fields of root types they ask for and declare, also while they are typed."""

from __future__ import annotations

from contextlib import suppress
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.documents.graphql import parse_document
from seamark.source import ParseLimitError


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("query { a b: c(x: {y: [1]}) { d } }", "Query.a Query.c"),
        ("{ a }", "Query.a"),
        ("mutation M($a: [A!]! = []) @b { c }", "Mutation.c"),
        ("subscription { a }", "Subscription.a"),
        ("query A { a } query B { b }", "Query.a Query.b"),
        ("{ ... on Query { a ... { b } } ...C }", "Query.a Query.b"),
        ("fragment C on Query { a }", "Query.a"),
        ("fragment C on User { a }", ""),
        ("{ __typename __schema { types { name } } a }", "Query.a"),
        ('{ c: a(x: "é }") # é }\n b }', "Query.a Query.b"),
        ("type Query { a: A }", "+Query.a"),
        ("extend type Mutation { a(x: A = {b: 1}): [A!]! }", "+Mutation.a"),
        ('"""type Query { b: B }"""\ntype Query @c { "d" a: A }', "+Query.a"),
        ("schema { query: R } type R { a: A } type Query { b: B }", "+Query.a"),
        ("extend schema { mutation: R } type R { a: A }", "+Mutation.a"),
        ("type User { a: A } input Query { a: A } interface Mutation { a: A }", ""),
    ],
)
def test_fields(text: str, fields: str) -> None:
    data = text.encode()
    document = parse_document(data)
    found = [f"{'+' * (one.role == 'exposes')}{one.operation}.{one.name}" for one in document.fields]
    assert " ".join(found) == fields
    assert all(data[one.start : one.end].decode() == one.name for one in document.fields)
    assert document.correct


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("query Users { users { na", ["users"]),
        ("{ users(first: [1", ["users"]),
        ("query { a { b } c(x: ) }", ["a", "c"]),
        ('{ a(x: "', ["a"]),
        ('{ a(x: """ b', ["a"]),
        ("type Query { a: A b: ", ["a", "b"]),
        ("", []),
        ("# query { a }", []),
        ("query {", []),
        ("query {}", []),
        ("}", []),
        ("schema { : R } type R { a: A }", []),
    ],
)
def test_what_is_being_typed(text: str, fields: list[str]) -> None:
    document = parse_document(text.encode())
    assert [one.name for one in document.fields] == fields
    assert not document.correct


@pytest.mark.parametrize(
    "text", [b"query {" + b"... {" * 20_000, b"... {" * 900, b"{" * 50_000, b"{ a(x: " + b'"""' * 20_001]
)
def test_hostile_texts_take_little_time(text: bytes) -> None:
    started = process_time()
    with suppress(ParseLimitError):
        parse_document(text)
    assert process_time() - started < 5


_PIECES = [
    "{",
    "}",
    "(",
    ")",
    ":",
    " ",
    '"',
    "#",
    "...",
    "on ",
    "query",
    "mutation ",
    "fragment ",
    "type ",
    "Query",
    "a",
    "$x",
]


@given(st.lists(st.sampled_from([*_PIECES, "extend ", "schema ", "[", "]", "\xff", "\n"]), max_size=30))
def test_any_text_is_read(pieces: list[str]) -> None:
    data = "".join(pieces).encode("latin-1")
    assert all(data[one.start : one.end].decode("latin-1") == one.name for one in parse_document(data).fields)
