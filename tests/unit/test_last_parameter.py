"""What callers may give for a parameter at the end of a path: the name of a route, or only a value."""

from __future__ import annotations

import pytest

from seamark.extract.facts import Name, Parameter, Value
from seamark.resolve.partial_texts.last_parameter import may_name_routes


@pytest.mark.parametrize("name", ["id", "ids", "userId", "userIds", "user_id", "userid", "UserID", "uuid", "slug"])
def test_identifiers_name_no_routes(name: str) -> None:
    assert not may_name_routes(Parameter(name, "plain", None, None, ()))


@pytest.mark.parametrize("name", ["name", "path", "kind", "idea", "identity"])
def test_other_parameters_may_name_routes(name: str) -> None:
    assert may_name_routes(Parameter(name, "plain", None, None, ()))


@pytest.mark.parametrize(("kind", "names"), [(Name("int", 0, 0), False), (Name("str", 0, 0), True), (None, True)])
def test_numbers_name_no_routes(kind: Value | None, names: bool) -> None:
    assert may_name_routes(Parameter("key", "plain", kind, None, ())) == names
