"""The tables of docs/comparison.md, from what was measured."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.compare.scoring import NOTHING, Score

MEGABYTE = 1_000_000
FOUND = ("Tool", "routes", "by their end", "other keys", "calls", "links right", "wrong")


def shown(tools: list[str], results: dict[str, Any]) -> str:
    """One table of what is found and one of what that takes, in all repositories, then one for each repository."""
    names = list(dict.fromkeys(name for tool in tools for name in results.get(tool, {}).get("repositories", ())))
    tables = [
        _table(FOUND, _found(tools, results)),
        _table(("Tool", "version", "on disk, MB", "processor, s", "clock, s", "memory, MB"), _taken(tools, results)),
    ]
    tables += [f"{name}\n\n{_table((*FOUND, 'processor, s'), _in_one(tools, results, name))}" for name in names]
    return "\n\n".join(tables)


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [head, ("---", *["--:"] * (len(head) - 1)), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _found(tools: list[str], results: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for tool in tools:
        measured = results.get(tool, {})
        if measured.get("repositories"):
            total = NOTHING
            for one in measured["repositories"].values():
                total += Score(**one["score"])
            yield tool, *_cells(total)
        else:
            yield tool, f"not measured: {measured.get('unavailable', 'not run')}", "", "", "", "", ""


def _taken(tools: list[str], results: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for tool in tools:
        measured = results.get(tool, {})
        usages = [one["usage"] for one in measured.get("repositories", {}).values()]
        if usages:
            seconds = [f"{sum(usage[what] for usage in usages):,.1f}" for what in ("processor", "wall")]
            memory = max(usage["memory"] for usage in usages) / MEGABYTE
            yield tool, measured["version"], f"{measured['size'] / MEGABYTE:,.0f}", *seconds, f"{memory:,.0f}"


def _in_one(tools: list[str], results: dict[str, Any], name: str) -> Iterator[tuple[str, ...]]:
    for tool in tools:
        one = results.get(tool, {}).get("repositories", {}).get(name)
        if one:
            failed = f" ({one['failed']})" if one["failed"] else ""
            yield tool + failed, *_cells(Score(**one["score"])), f"{one['usage']['processor']:,.1f}"


def _cells(one: Score) -> tuple[str, ...]:
    return (
        f"{one.routes} of {one.operations}",
        str(one.ends),
        str(one.other),
        f"{one.calls} of {one.read}",
        f"{one.right} of {one.read}",
        str(one.wrong),
    )
