"""The conditions of a Python text, and how each is turned round."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

_OTHER = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "in": "not in",
    "not in": "in",
    "is": "is not",
    "is not": "is",
    "and": "or",
    "or": "and",
}
_OPERATOR = re.compile(rb"[=!<>]=|[<>]|\bnot\s+in\b|\bis\s+not\b|\bin\b|\bis\b|\band\b|\bor\b")
_COMMENT = re.compile(rb"#.*")


class Turn(NamedTuple):
    """One condition turned round: the bytes from `start` to `end` become `new`.

    The condition stands in the lines from `first` to `last`, counted from 1.
    """

    start: int
    end: int
    new: bytes
    first: int
    last: int

    def applied(self, text: bytes) -> bytes:
        """The text with this condition turned round, and all else as it was."""
        return text[: self.start] + self.new + text[self.end :]


def turns(text: bytes) -> Iterator[Turn]:
    """What can be turned round, each once: comparisons, `and` and `or`, what decides, and what answers yes or no."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in _nodes(ast.parse(text)):
        lines = range(getattr(node, "lineno", 0), getattr(node, "end_lineno", 0) + 1)
        for before, after in _neighbours(node):
            yield _other_operator(text, _span(starts, before)[1], _span(starts, after)[0], lines)
        for decision in _decisions(node):
            start, end = _span(starts, decision)
            lines = range(decision.lineno, (decision.end_lineno or decision.lineno) + 1)
            yield Turn(start, end, b"not (" + text[start:end] + b")", lines[0], lines[-1])


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, but for those in texts, which do not say where they stand."""
    yield node
    if not isinstance(node, ast.JoinedStr):
        for child in ast.iter_child_nodes(node):
            yield from _nodes(child)


def _span(starts: Sequence[int], node: ast.expr) -> tuple[int, int]:
    """The bytes of an expression, where the lines of its text start at `starts`."""
    assert node.end_lineno is not None and node.end_col_offset is not None
    return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset


def _neighbours(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The expressions that have an operator between them which can be turned round."""
    operands = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
    operands = node.values if isinstance(node, ast.BoolOp) else operands
    yield from pairwise(operands)


def _other_operator(text: bytes, start: int, end: int, lines: range) -> Turn:
    """The operator that stands between two places, turned round."""
    code = _COMMENT.sub(lambda comment: b" " * len(comment[0]), text[start:end])
    operator = _OPERATOR.search(code)
    assert operator is not None
    new = _OTHER[" ".join(operator[0].decode().split())]
    return Turn(start + operator.start(), start + operator.end(), new.encode(), lines[0], lines[-1])


def _decisions(node: ast.AST) -> Iterator[ast.expr]:
    """What is asked at a node for yes or no. One comparison is left out: its operator can be turned round."""
    asked: list[ast.expr | None] = []
    match node:
        case ast.If() | ast.While() | ast.IfExp():
            asked = [node.test]
        case ast.comprehension():
            asked = [*node.ifs]
        case ast.match_case():
            asked = [node.guard]
        case ast.FunctionDef(returns=ast.Name(id="bool")):
            asked = [one.value for one in _own(node) if isinstance(one, ast.Return)]
    for one in asked:
        if one is not None and not (isinstance(one, ast.Compare) and len(one.ops) == 1):
            yield one


def _own(function: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function, but not in one inside it."""
    for child in ast.iter_child_nodes(function):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            yield child
            yield from _own(child)
