"""Prefixes that nothing states, by the calls that miss routes."""

from __future__ import annotations

from seamark.index.matching.alignment import LEAST, MOST, Alignment, UnservedKey, alignments


def _of_routes(count: int) -> list[Alignment]:
    """What calls below `/api` say of routes with as many other ones beside them that have the same ends."""
    ends = [f"/boats/a{number}" for number in range(LEAST)]
    asked = [UnservedKey("web", "web/a.ts", f"GET /api{end}") for end in ends]
    beside = {f"GET /b{number}x{n}{end}": frozenset(("b",)) for number in range(count) for n, end in enumerate(ends)}
    return alignments(asked, {f"GET {end}": frozenset(("api",)) for end in ends} | beside)


def test_a_prefix_is_what_most_calls_of_a_client_miss() -> None:
    (found,) = _of_routes(0)
    assert (found.service, found.before, found.behind, found.fit) == ("api", "/api", "", LEAST)


def test_an_end_that_very_many_routes_have_says_nothing() -> None:
    assert _of_routes(MOST) == []
