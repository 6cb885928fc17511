"""How what the doctor says looks: a section with a heading, its checks with a mark each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seamark.cli.layout import Line, Span

from .check import Section

_STYLES = {"ok": "green", "note": "yellow", "wrong": "bold red"}
_WIDTH = max(map(len, _STYLES)) + 1


def lines(sections: Sequence[Section]) -> Iterator[Line]:
    """The lines of all sections."""
    for number, section in enumerate(sections):
        if number:
            yield ()
        yield (Span(section.title, "bold"),)
        for check in section.checks:
            yield Span(f"{check.state:{_WIDTH}}", _STYLES[check.state]), Span(check.text)
            for more in check.more:
                yield from _detail_lines(more)


def _detail_lines(more: str | Line) -> Iterator[Line]:
    margin = Span(" " * _WIDTH)
    yield (margin, Span(more, "dim")) if isinstance(more, str) else (margin, *more)
