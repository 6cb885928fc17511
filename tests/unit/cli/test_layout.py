from __future__ import annotations

import pytest

from seamark.cli.layout import Group, Span, Table, laid_out

TABLE = Table(
    ("contract", "", "where"),
    [
        Group(Span("GET /users/{}"), [(Span("provider"), Span("api.py:1:2")), (Span("consumer"), Span("web.ts:3:4"))]),
        Group(Span("GET /käse"), [(Span("provider"), Span(""))]),
    ],
    "2 contracts",
)


def lines(width: int | None, table: Table = TABLE) -> list[str]:
    return ["".join(span.text for span in line) for line in laid_out(table, width)]


def test_where_there_is_room_a_heading_stands_before_its_first_row() -> None:
    assert lines(35) == [
        "contract                 where",
        "GET /users/{}  provider  api.py:1:2",
        "               consumer  web.ts:3:4",
        "GET /käse      provider",
        "",
        "2 contracts",
    ]


def test_in_a_narrow_terminal_it_stands_above_them() -> None:
    assert lines(34) == [
        "GET /users/{}",
        "  provider  api.py:1:2",
        "  consumer  web.ts:3:4",
        "GET /käse",
        "  provider",
        "",
        "2 contracts",
    ]


def test_what_is_long_in_the_last_column_goes_on_in_the_next_line() -> None:
    long = Span("0.81 through the gateway")
    table = Table(("contract", "where", "confidence"), [Group(Span("GET /a"), [(Span("a.py:1:2"), long)])])
    assert lines(29, table) == ["GET /a", "  a.py:1:2  0.81 through the", "            gateway"]
    assert lines(30, table) == [
        "contract  where     confidence",
        "GET /a    a.py:1:2  0.81",
        "                    through",
        "                    the",
        "                    gateway",
    ]


def test_in_a_very_narrow_one_columns_are_given_up_and_nothing_is_cut_off() -> None:
    table = Table(("", "", ""), [Group(Span("a"), [(Span(""), Span("bb")), (Span("ccccc"), Span("d"))])])
    assert lines(5, table) == ["a", "  bb", "  ccccc  d"]


def test_in_a_pipe_every_line_is_complete() -> None:
    assert lines(None) == [
        "GET /users/{}  provider  api.py:1:2",
        "GET /users/{}  consumer  web.ts:3:4",
        "GET /käse      provider",
        "",
        "2 contracts",
    ]


@pytest.mark.parametrize("width", [None, 10, 100])
def test_an_empty_table_is_its_summary(width: int | None) -> None:
    assert lines(width, Table(("a",), [], "nothing")) == ["nothing"]
    assert lines(width, Table(("a",), [])) == []


def test_wide_characters_count_as_what_they_take() -> None:
    table = Table(("", ""), [Group(Span("漢字"), [(Span("x"),)]), Group(Span("abcd"), [(Span("y"),)])])
    assert lines(None, table) == ["漢字  x", "abcd  y"]


def test_nothing_from_the_workspace_controls_the_terminal() -> None:
    table = Table(("", ""), [Group(Span("GET /\x1b[2J\n"), [(Span("a\u202eb"),)])])
    assert lines(None, table) == ["GET /\\x1b[2J\\x0a  a\\u202eb"]
