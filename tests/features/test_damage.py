"""Damage at random: a part of what `python -m tests.features.damage` does, the same every time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .damage import Ground, faults, ground

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def made() -> Iterator[Ground]:
    with ground() as made:
        yield made


@pytest.mark.parametrize(("kind", "count"), [("shards", 20), ("replica", 20), ("cache", 20), ("values", 60)])
def test_damage_changes_no_answer_without_a_word(kind: str, count: int, made: Ground) -> None:
    assert dict(faults(made, [kind], 1, range(count))) == {}
