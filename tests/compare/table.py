"""The tables of docs/comparison.md, from what was measured."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.compare.scoring import Score

MEGABYTE = 1_000_000
FOUND = (
    "Tool",
    "routes",
    "by their end",
    "other keys",
    "calls",
    "links right",
    "wrong",
    "processor, s",
    "clock, s",
)
NOT_MEASURED = "not measured"


def shown(tools: list[str], results: dict[str, Any]) -> str:
    """What is found in each repository and what that takes, each in one table, then a table for each repository."""
    names = sorted({name for tool in tools for name in results.get(tool, {}).get("repositories", ())})
    tables = [
        _table(("Tool", *names), _summary(tools, results, names)),
        _table(("Tool", "version", "on disk, MB", *names), _taken(tools, results, names)),
    ]
    tables += [f"### {name}\n\n{_table(FOUND, _found(tools, results, name))}" for name in names]
    return "\n\n".join(tables)


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [head, ("---", *["--:"] * (len(head) - 1)), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _summary(tools: list[str], results: dict[str, Any], names: list[str]) -> Iterator[tuple[str, ...]]:
    """Routes with those found by their end, of operations, and links of calls that were read."""
    for tool in tools:
        cells = [_in_short(_measured(results, tool, name)) for name in names]
        yield tool, *cells


def _in_short(one: dict[str, Any] | None) -> str:
    if one is None:
        return NOT_MEASURED
    score = Score(**one["score"])
    return f"{score.routes} + {score.ends} of {score.operations}; {score.right} of {score.read}"


def _taken(tools: list[str], results: dict[str, Any], names: list[str]) -> Iterator[tuple[str, ...]]:
    """Seconds of processors, and the memory of the largest process."""
    for tool in tools:
        measured = results.get(tool, {})
        if "version" in measured:
            usages = [one["usage"] if (one := _measured(results, tool, name)) else None for name in names]
            cells = [f"{one['processor']:,.1f} s, {one['memory'] / MEGABYTE:,.0f} MB" if one else "" for one in usages]
            yield tool, measured["version"], f"{measured['size'] / MEGABYTE:,.0f}", *cells
        else:
            yield tool, f"not installed: {measured.get('unavailable', 'not tried')}", "", *("" for _ in names)


def _found(tools: list[str], results: dict[str, Any], name: str) -> Iterator[tuple[str, ...]]:
    for tool in tools:
        if one := _measured(results, tool, name):
            failed = f" ({one['failed']})" if one["failed"] else ""
            usage = one["usage"]
            yield tool + failed, *_cells(Score(**one["score"])), f"{usage['processor']:,.1f}", f"{usage['wall']:,.0f}"


def _measured(results: dict[str, Any], tool: str, name: str) -> dict[str, Any] | None:
    found: dict[str, Any] | None = results.get(tool, {}).get("repositories", {}).get(name)
    return found


def _cells(one: Score) -> tuple[str, ...]:
    return (
        f"{one.routes} of {one.operations}",
        str(one.ends),
        str(one.other),
        f"{one.calls} of {one.read}",
        f"{one.right} of {one.read}",
        str(one.wrong),
    )
