"""The one place that writes to the terminal, to a file or into a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from seamark.escaping import escape_text, json_text, not_a_command

from .failure import Failure

if TYPE_CHECKING:
    from rich.console import Console

    from .layout import Line, Table


def lines(rows: Iterable[dict[str, Any]]) -> None:
    """One JSON object a line."""
    with _as_failure():
        sys.stdout.writelines(f"{json_text(row)}\n" for row in rows)
        sys.stdout.flush()


def plain(text: str) -> None:
    """A text as it is: one of our own, or one that is escaped already."""
    with _as_failure():
        print(text, flush=True)


def write_failure(error: OSError) -> Failure:
    """What to raise if the standard output does not take all that there is. No more is written to it."""
    from seamark.source.problem import reason  # This loads parsers, and the doctor says if they are missing.

    with suppress(OSError, AttributeError):  # What is left in the buffer is not to be tried again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Failure(f"the output cannot be written: {reason(error)}")


@contextmanager
def _as_failure() -> Iterator[None]:
    """Raises `Failure` if there is no room for what is written. That nobody reads on is no error (see `click`)."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise write_failure(error) from error


def warning(text: str) -> None:
    """What the user should know, and may leave as it is."""
    _tell(f"warning: {escape_text(text)}")


def hint(text: str) -> None:
    """What to do with what was printed, for people: programs read only the standard output."""
    _tell(not_a_command(escape_text(text)))


def _tell(text: str) -> None:
    """Write a line to the standard error. If that takes nothing, what was asked for is done all the same."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def table(shown: Table) -> None:
    """A table, as wide as the terminal; in a pipe every line is complete."""
    from .layout import laid_out

    console = _console()
    _write(console, laid_out(shown, console.width if console.is_terminal else None))


def text(written: Iterable[Line]) -> None:
    """Lines in colours, where there are any."""
    from .layout import safe

    _write(_console(), safe(written))


def render_lines(written: Iterable[Line]) -> str:
    """Lines as they are to be printed, in colours if there are any."""
    from .layout import safe

    console = _console()
    with _as_failure(), console.capture() as captured:
        _write(console, safe(written))
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
    with _as_failure():
        console.print(Segments(segments), end="", soft_wrap=True)
