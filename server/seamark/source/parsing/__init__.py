"""Parsing within bounds: to recover from errors, parsers take time and memory without end for some texts.

In: the name of a grammar, and a UTF-8 text.
Out: its tree.
Never: takes more than a certain time, or makes this process take more than a certain memory, or gives a tree whose
brackets nest too deep for those who read it.

A parser calls back every 100 steps: if it has taken too many, or too much time, it is stopped. But when a text ends in
an error, the parser copies all that it has made no node of, once for each token, and this is one step. So a text that
is long enough for that is first tried in a process with limits (`trials.py`), unless this process has such limits.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from tree_sitter import Parser, Point, Range, Tree

from seamark.source.grammars import GrammarName, load

from .nesting import MAX_NESTED, nests_deep
from .trials import Trials

SHORT = 2000
"""A text of so many bytes may be parsed anywhere: the worst that is known takes 180 MB and 0.15 seconds."""
STEPS, STEPS_PER_BYTE = 100_000, 25
"""How many steps of the parser a text may take. Of 80,000 public sources, most of them broken at random, the worst took
4.4 for each byte, and 16 in a text of 152 bytes."""
SECONDS, SECONDS_PER_BYTE = 1.0, 4e-6
"""How many seconds of a processor a text may take. Sources take 0.1 to 1 microsecond for each byte."""

_PIECE = 4096
"""How many bytes the parser is given at once. It asks again for each text of a node, and where it has gone back."""
_REPORTED_EVERY = 100
"""After how many steps the parser calls back (`OP_COUNT_PER_PARSER_CALLBACK_CHECK` in tree-sitter's `parser.c`)."""
_TIMED_EVERY = 8
"""After how many of these calls the clock is read, which takes longer than all else in them."""


class ParseLimitError(Exception):
    """A text takes too much to parse, or to read when it is parsed; the message says what, after the word "it"."""


_TRIALS = Trials()


def trust_limits() -> None:
    """Try no text any more before it is parsed: this process has limits, and may end."""
    _TRIALS.are_needed = False


def expect_texts() -> None:
    """Texts will be parsed soon: start the process that tries them."""
    _TRIALS.prepare()


def parse(grammar: GrammarName, data: bytes, ranges: Sequence[Range] = (), before: Tree | None = None) -> Tree:
    """The tree of a UTF-8 text, or of `ranges` of it; `before` is that of a text from which it was edited.

    Raises `ParseLimitError` if that takes too much.
    """
    size = sum(one.end_byte - one.start_byte for one in ranges) if ranges else len(data)
    if size > SHORT and before is None:
        failed = _TRIALS.failure(grammar, data, [(one.start_byte, one.end_byte) for one in ranges])
        if failed:
            raise ParseLimitError(failed)
    parser = Parser(load(grammar))
    if ranges:
        parser.included_ranges = list(ranges)  # A tuple is refused, whatever the stub says.

    def read(offset: int, _point: Point) -> bytes:
        return data[offset : offset + _PIECE]

    # Of a text that it is given at once, the parser never calls back; None is not taken for no tree.
    progress = _progress_limit(size)
    if before is None:
        tree = parser.parse(read, progress_callback=progress)
    else:
        tree = parser.parse(read, before, progress_callback=progress)
    texts = [data[one.start_byte : one.end_byte] for one in ranges] if ranges else [data]
    if nests_deep(b"".join(texts), tree):
        raise ParseLimitError(f"nests more than {MAX_NESTED:,} deep")
    return tree


def seconds(size: int) -> float:
    """How many seconds of a processor a text of so many bytes may take."""
    return SECONDS + SECONDS_PER_BYTE * size


def _progress_limit(size: int) -> Callable[[int, bool], bool]:
    """What the parser of so many bytes calls now and then. It raises `ParseLimitError` to stop it."""
    left = (STEPS + STEPS_PER_BYTE * size) // _REPORTED_EVERY
    end = time.thread_time() + seconds(size)

    def check(_offset: int, _has_error: bool) -> bool:
        nonlocal left
        left -= 1
        if left < 0:
            raise ParseLimitError("takes too many steps to parse")
        if left % _TIMED_EVERY == 0 and time.thread_time() > end:
            raise ParseLimitError("takes too long to parse")
        return False

    return check
