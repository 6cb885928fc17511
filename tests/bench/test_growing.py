"""What `make growth` makes of costs, and that its patterns are read at all."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from seamark.source import Limits as FileLimits
from seamark.source.limits import unfit
from tests.bench.growing import Cost, Gauge, Row, grow, shown
from tests.bench.patterns import PATTERNS, Files, Pattern
from tests.limited import Failed, Limits


class Made(Gauge):
    """Gives costs that somebody made up."""

    def __init__(self, cost: Callable[[int], Cost | Failed]) -> None:
        self._cost = cost

    def measure(self, files: Files) -> Cost | Failed:
        return self._cost(int(files["size"]))


def grown(cost: Callable[[int], Cost | Failed]) -> Row:
    return grow("made", Pattern(lambda size: {"size": str(size)}, (1, 2, 4, 8, 16)), Made(cost))


@pytest.mark.parametrize(
    ("cost", "why"),
    [
        (lambda n: Cost(n, n * 1e9), ""),
        (lambda n: Cost(n**1.3, 0), ""),
        (lambda n: Cost(n**2 / 1e5, n**2 * 1e4), ""),  # Below what is looked at.
        (lambda n: Cost(n**2, 0), "grows by 4.0 per doubling"),
        (lambda n: Cost(1, n**2 * 1e8), "grows by 4.0 per doubling"),
        (lambda n: Cost(2**n / 100, 0), "grows by 256.0 per doubling"),
        (lambda n: Cost(n, 0) if n < 8 else Failed("dies"), "dies at 8"),
    ],
)
def test_a_pattern_fails_if_it_grows_too_fast_or_does_not_end(cost: Callable[[int], Cost | Failed], why: str) -> None:
    assert grown(cost).why == why


def test_sizes_behind_one_that_does_not_end_are_not_tried() -> None:
    tried = []

    def cost(size: int) -> Cost | Failed:
        tried.append(size)
        return Failed("dies")

    assert (grown(cost).costs, tried) == ({}, [1])


def test_what_seems_too_much_is_measured_again() -> None:
    noise = iter([0.1, 0.2, 2.9, 0.8, 1.6, 0.2, 0.4, 0.8])
    assert grown(lambda n: Cost(next(noise), 0)).time == pytest.approx(2)


def test_a_step_may_be_more_than_a_doubling() -> None:
    pattern = Pattern(lambda size: {"size": str(size)}, (1, 30, 900))
    assert grow("made", pattern, Made(lambda n: Cost(n, 0))).time == pytest.approx(2)


def test_the_worst_stands_first() -> None:
    rows = [grown(lambda n: Cost(n, 0)), grown(lambda n: Failed("dies")), grown(lambda n: Cost(n**2, 0))]
    assert [*shown(rows).columns[6].cells] == ["dies at 1", "grows by 4.0 per doubling", ""]


def test_a_run_is_measured_and_limited() -> None:
    gauge = Gauge("ports", Limits(seconds=1, memory=4_000_000_000))
    found = gauge.measure(PATTERNS["py_routes"].files(10))
    assert isinstance(found, Cost) and 0 < found.seconds < 1
    assert gauge.measure(PATTERNS["py_routes"].files(25_000)) == Failed("does not end within 1 s")


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_is_read_at_all_of_its_sizes(name: str) -> None:
    """No text is one that Seamark leaves out, and a larger one has more to read."""
    texts = [list(PATTERNS[name].files(size).values()) for size in PATTERNS[name].sizes]
    assert {unfit(text.encode(), FileLimits()) for files in texts for text in files} <= {None}
    lengths = [sum(map(len, files)) for files in texts]
    assert lengths == sorted(lengths)
