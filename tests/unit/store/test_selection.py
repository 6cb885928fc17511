"""What a store answers is what the index answers of the same repositories in one workspace."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from duckdb import DuckDBPyConnection
from hypothesis import given, settings
from hypothesis import strategies as st

from seamark.resolve.port_model import Link, Match, Port
from seamark.store.joining import join, links
from seamark.store.replica import arrange, create, record
from seamark.store.selection import Selection
from seamark.store.shard import encode_statement
from seamark.store.writing import DECLARED, Header, connect_database, insert
from tests.unit.store.organisations import Repository, repositories, shard, whole


def filled(repositories: Iterable[Repository]) -> DuckDBPyConnection:
    """A replica of these repositories."""
    connection = connect_database()
    create(connection)
    connection.execute(f"CREATE TEMP TABLE incoming ({DECLARED})")
    for one in repositories:
        made = shard(one)
        insert(connection, "incoming", made.rows)
        header = Header(one.name, schema=1, stated=encode_statement(made.stated))
        record(connection, header, made.stated, "stamp")
    arrange(connection)
    return connection


def told(matches: Sequence[Match]) -> list[tuple[object, ...]]:
    return [(match.port, match.how, match.confidence) for match in matches]


@pytest.mark.slow
@settings(max_examples=500)
@given(repositories())
def test_each_call_has_the_providers_and_each_provider_the_calls_of_one_workspace(found: list[Repository]) -> None:
    expected, selection = whole(found), Selection(filled(found))
    for port in expected.table.all():
        if port.role == "consumes":
            assert told(selection.answers([port.boundary]).providers(port)) == told(expected.providers(port))
        else:
            consumers = selection.answers([], [port.boundary]).consumers(port)
            assert sorted(map(str, told(consumers))) == sorted(map(str, told(expected.consumers(port))))


@pytest.mark.slow
@settings(max_examples=500)
@given(repositories(), st.booleans())
def test_the_join_of_all_is_that_of_one_workspace(found: list[Repository], everything: bool) -> None:
    expected, connection = whole(found), filled(found)
    join(connection)
    told = list(links(connection, Selection(connection), compatible=everything))
    by_call: dict[Port, list[Link]] = {}
    for link in expected.links(compatible=everything):
        by_call.setdefault(link.consumer, []).append(link)
    ours: dict[Port, list[Link]] = {}
    for link in told:
        ours.setdefault(link.consumer, []).append(link)
    assert ours == by_call
