"""Work that is bounded however slow the machine is: what more of it is done than here must have a good reason."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from seamark.index import Index
from tests.bench.counting import counted
from tests.bench.generated import generate

ROOT = Path(__file__).parents[2]


class Counted(NamedTuple):
    findings_a_file: float
    parses_a_file: float
    evaluations_a_call: float


MEASURED = {
    "fixtures": Counted(findings_a_file=1.12, parses_a_file=0.75, evaluations_a_call=8.57),
    "generated": Counted(findings_a_file=1.08, parses_a_file=0.43, evaluations_a_call=8.21),
}
"""What was done when this was last looked at; whoever makes it less puts the new numbers here."""

ALLOWED = 1.1
"""How much of that may be done."""


def count(tree: Path) -> Counted:
    files = sum(path.is_file() for path in tree.rglob("*"))
    with counted() as counts:
        index = Index([tree])
        index.load()
    assert index.ports() and counts["call sites"]
    return Counted(counts["findings"] / files, counts["parses"] / files, counts["evaluations"] / counts["call sites"])


@pytest.fixture
def tree(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param != "generated":
        return ROOT / str(request.param)
    generate(tmp_path, range(60))
    return tmp_path


@pytest.mark.parametrize(("tree", "measured"), MEASURED.items(), indirect=["tree"], ids=MEASURED)
def test_no_more_is_done_than_was(tree: Path, measured: Counted) -> None:
    found = count(tree)
    more = {
        what: f"{number:.3f} instead of {before}"
        for what, number, before in zip(Counted._fields, found, measured, strict=True)
        if number > before * ALLOWED
    }
    assert more == {}
