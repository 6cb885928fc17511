"""How much work is done, in numbers that are the same on every machine.

What is counted is said here alone, and counted by standing in for it: the product knows nothing of that. All of it
happens in one process, for what others do could not be counted.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import wraps
from pkgutil import resolve_name
from types import FrameType
from typing import TYPE_CHECKING, Any
from unittest import mock

if TYPE_CHECKING:
    from tree_sitter import Language, Point, Range, Tree

CALLED = {
    "findings": "seamark.index.incremental.current_ports.CurrentPorts._find",
    "evaluations": "seamark.resolve.evaluation.evaluator.Evaluator.value",
    "candidates": "seamark.resolve.recognition.candidate_calls._read_site",
}
"""What is counted by how often something is called."""

FIND = "seamark.resolve.recognition.find"
"""What looks for the findings of a file, whose view is its last argument. The calls in it are its call sites."""

PARSER = "seamark.source.parsing.Parser"
"""What parses the texts of all languages."""

MANY = ("seamark.index.reading.reader.SOME", "seamark.index.reading.reader.MANY")
"""From how many files on other processes help."""


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """What is done meanwhile: how often something of `CALLED` was called, the `call sites`, and `parses`."""
    counts: Counter[str] = Counter()
    with ExitStack() as stack, parsed() as sizes:
        for what, name in CALLED.items():
            stack.enter_context(_replaced(name, _counting(counts, what)))
        sites: dict[str, int] = {}
        stack.enter_context(_replaced(FIND, _noting_sites(sites)))
        yield counts
    counts["call sites"] = sum(sites.values())
    counts["parses"] = len(sizes)


@contextmanager
def parsed() -> Iterator[list[int]]:
    """The sizes of all texts that are parsed meanwhile."""
    from tree_sitter import Parser, Point

    sizes: list[int] = []

    class Counted:
        included_ranges: Sequence[Range] = ()

        def __init__(self, language: Language) -> None:
            self._language = language

        def parse(self, read: Callable[[int, Point], bytes], *before: Tree, **options: Any) -> Tree:
            sizes.append(len(read(0, Point(0, 0))))
            parser: Any = Parser(self._language)
            if self.included_ranges:
                parser.included_ranges = self.included_ranges
            tree: Tree = parser.parse(read, *before, **options)
            return tree

    with alone(), mock.patch(PARSER, Counted):
        yield sizes


@contextmanager
def alone() -> Iterator[None]:
    """Meanwhile no other processes help, however many files there are."""
    with ExitStack() as stack:
        for name in MANY:
            stack.enter_context(mock.patch(name, sys.maxsize))
        yield


@contextmanager
def calls() -> Iterator[Counter[str]]:
    """How often functions are `called` meanwhile, in Python or in C, resumed generators among them.

    With that, how many `lines` are begun: one anew for each time round a loop, though it calls nothing.
    """
    counts: Counter[str] = Counter()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event in ("call", "c_call"):
            counts["called"] += 1

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        counts["lines"] += event == "line"
        return trace

    with alone():
        before = sys.getprofile(), sys.gettrace()
        sys.setprofile(note)
        sys.settrace(trace)
        try:
            yield counts
        finally:
            sys.setprofile(before[0])
            sys.settrace(before[1])


def _replaced(name: str, by: Callable[[Callable[..., Any]], Callable[..., Any]]) -> Any:
    owner, _, attribute = name.rpartition(".")
    return mock.patch(name, by(getattr(resolve_name(owner), attribute)))


def _counting(counts: Counter[str], what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def of(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def counting(*arguments: Any, **named: Any) -> Any:
            counts[what] += 1
            return function(*arguments, **named)

        return counting

    return of


def _noting_sites(sites: dict[str, int]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def of(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def noting(*arguments: Any) -> Any:
            view = arguments[-1]
            sites[view.path] = len(view.facts.sites)
            return function(*arguments)

        return noting

    return of
