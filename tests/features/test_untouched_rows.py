from __future__ import annotations

import pytest

from . import untouched_rows
from .untouched_rows import Part, Place, is_needed, places, table_without

_TABLE: untouched_rows.Table = {
    "name": "tiny",
    "languages": ["python"],
    "modules": ["tiny"],
    "types": {"app": {"role": "router", "constructed_by": ["tiny.App", "tiny.make"]}},
    "routes": [{"on": ["app"], "names": ["get", "put"], "path": "0"}],
    "wildcards": {"rest": "*"},
}


@pytest.mark.parametrize(
    ("place", "expected"),
    [(("makes", 0), True), (("types", "client"), True), (("constants", "ky.Nothing"), False)],
)
def test_a_row_is_needed_if_a_case_fails_without_it(
    place: Place, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stated = {**untouched_rows._stated("ky"), "constants": {"ky.Nothing": "GET"}}
    monkeypatch.setattr(untouched_rows, "_stated", lambda library: stated)
    assert is_needed(Part("ky", place)) == expected


def test_the_rows_of_a_table() -> None:
    assert list(places(_TABLE)) == [("types", "app"), ("routes", 0), ("wildcards",)]


def test_what_rows_hold() -> None:
    held = set(places(_TABLE, with_parts=True)) - set(places(_TABLE))
    assert held >= {
        ("modules", 0),
        ("types", "app", "constructed_by", 1),
        ("routes", 0, "names", 1),
        ("routes", 0, "path"),
    }
    assert ("languages", 0) not in held


def test_a_table_without_a_type_that_a_row_names_is_none() -> None:
    assert table_without(_TABLE, ("types", "app")) is None
    rest = table_without(_TABLE, ("routes", 0, "names", 0))
    assert rest is not None and rest.routes[0].names == ("put",)
