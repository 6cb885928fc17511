"""The one place that writes to the terminal, to a file or into a pipe."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .escaping import printable

if TYPE_CHECKING:
    from rich.console import Console

    from .layout import Line, Table


def lines(rows: Iterable[dict[str, Any]]) -> None:
    """One JSON object a line."""
    encode = json.JSONEncoder(ensure_ascii=False).encode
    sys.stdout.writelines(encode(row) + "\n" for row in rows)
    sys.stdout.flush()


def plain(text: str) -> None:
    """A text as it is."""
    print(text, flush=True)


def warning(text: str) -> None:
    """What the user should know, and may leave as it is."""
    print(f"warning: {printable(text)}", file=sys.stderr, flush=True)


def hint(text: str) -> None:
    """What to do with what was printed, for people: programs read only the standard output."""
    print(text, file=sys.stderr, flush=True)


def table(shown: Table) -> None:
    """A table, as wide as the terminal; in a pipe every line is complete."""
    from .layout import laid_out

    console = _console()
    _write(console, laid_out(shown, console.width if console.is_terminal else None))


def text(written: Iterable[Line]) -> None:
    """Lines in colours, where there are any."""
    _write(_console(), written)


def rendered(written: Iterable[Line]) -> str:
    """Lines as they are to be printed, in colours if there are any."""
    console = _console()
    with console.capture() as captured:
        _write(console, written)
    return captured.get()


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def _write(console: Console, written: Iterable[Line]) -> None:
    from rich.segment import Segment, Segments
    from rich.style import Style

    segments = []
    for line in written:
        segments += [Segment(span.text, Style.parse(span.style)) for span in line]
        segments.append(Segment.line())
    console.print(Segments(segments), end="", soft_wrap=True)
