"""Constants of one name, and the ports that name them: very many of both."""

from __future__ import annotations

from pathlib import Path

import pytest

from seamark.index import Index
from tests.bench.counting import calls
from tests.bench.test_counts import MORE, added

TABLE = "export const ROUTES = {\n%s};\n"
ROW = '  page%d: { path: "/pages/of/page%d" },\n'
USER = "fetch(ROUTES.page%d.path);\n"


def table(root: Path, size: int) -> Index:
    """An index of a table of paths and their users."""
    root.mkdir()
    numbers = range(size)
    (root / "routes.js").write_text(TABLE % "".join(ROW % (i, i) for i in numbers))
    (root / "users.js").write_text("import { ROUTES } from './routes.js';\n" + "".join(USER % i for i in numbers))
    index = Index([root])
    index.load()
    return index


def test_a_position_is_that_of_one_constant(tmp_path: Path) -> None:
    index = table(tmp_path / "three", 3)
    found = index.ports_of_constants("routes.js")
    assert [one.key for one in found] == [f"GET /pages/of/page{i}" for i in range(3)]
    for one in found:
        at_both = [index.ports_of_constants("routes.js", at) for at in (one.start, one.end)]
        assert at_both == [[one], [one]]
    assert not index.ports_of_constants("routes.js", 0)


@pytest.mark.parametrize("row", [None, 1], ids=["all", "one"])
def test_constants_are_not_compared_with_all_that_name_others(tmp_path: Path, row: int | None) -> None:
    sizes = iter(range(9))

    def count(size: int) -> int:
        index = table(tmp_path / str(next(sizes)), size)
        offset = None if row is None else index.ports_of_constants("routes.js")[row].start
        with calls() as counts:
            found = index.ports_of_constants("routes.js", offset)
        assert len(found) == (size if row is None else 1)
        return counts["called"]

    assert added(count, 20) < MORE


def test_a_slash_alone_states_no_part_of_a_path(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text('const ROUTES = { path: "/", other: "/lamps" };\nfetch(ROUTES.path + "lamps");\n')
    index = Index([tmp_path])
    index.load()
    assert [port.key for port in index.ports()] == ["GET /lamps"]
    assert not index.ports_of_constants("a.js")
