"""A process that parses what its standard input says, and says whether it can; it ends when that does.

It has little memory, and ends if a text takes more, or too long: whoever asks sees that.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
from contextlib import suppress
from typing import cast

import msgspec
from tree_sitter import Point, Range

from seamark import pipes
from seamark.source.grammars import GrammarName

from . import ParseLimitError, parse, seconds, trust_limits
from .trials import Trial

MEMORY = 1_000_000_000
"""In bytes; the process itself takes some 100 MB, and trees 18 to 33 for each byte of a text."""
_ORIGIN = Point(0, 0)

_DECODER = msgspec.msgpack.Decoder(Trial)


def main() -> None:
    """Answer each text with what parsing it takes too much of; with nothing if it can be parsed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Who interrupts us interrupts the process that started us as well.
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    trust_limits()
    incoming, outgoing = pipes.standard()
    with suppress(BrokenPipeError):
        while (frame := pipes.read_frame(incoming)) is not None:
            pipes.write_frame(outgoing, _failure(_DECODER.decode(frame)).encode())
    os._exit(0)  # What is left to write has no reader.


def _failure(trial: Trial) -> str:
    # The parser's own bounds come first: this is for what it does in one step.
    _end_after(2 * seconds(len(trial.data)))
    try:
        # Where lines begin makes no difference to whether it can be parsed.
        ranges = [Range(_ORIGIN, _ORIGIN, start, end) for start, end in trial.ranges]
        parse(cast("GrammarName", trial.grammar), trial.data, ranges)
    except ParseLimitError as error:
        return str(error)
    finally:
        _end_after(0)
    return ""


def _end_after(seconds: float) -> None:
    """Let the process end when it has used a processor for so long; never with 0.

    Windows cannot tell: there it ends after ten times as long, on however busy a machine.
    """
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)
    elif seconds:
        faulthandler.dump_traceback_later(10 * seconds, exit=True)
    else:
        faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    main()
