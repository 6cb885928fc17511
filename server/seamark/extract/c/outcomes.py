"""What functions give that do no more than to compare, and what is compared for each of it.

int is(const char *a, const char *b) { if (strcmp(a, b) == 0) return EXIT_SUCCESS; return EXIT_FAILURE; }
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.conditions import said
from seamark.extract.facts import Choice, Hole, List, Name, Outcome, Scalar, Value
from seamark.extract.nodes import first, items

from .conditions import CONDITIONS, comparisons, result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from seamark.extract.reading import Reading

MAX_BRIEF = 2000
"""A longer function, in bytes, does more than to compare."""

_CONSTANTS = (Scalar, Name)


class _UntoldError(Exception):
    """It cannot be told what a function gives when."""


def outcomes(body: Node | None, reading: Reading) -> tuple[Outcome, ...]:
    """What a function with this body may give; nothing where it does anything but to compare, or this decides nothing.

    It may have only branches, declarations and plain statements: what jumps, or comes again, can be reached otherwise.
    """
    if body is None or body.type != "compound_statement" or body.end_byte - body.start_byte > MAX_BRIEF:
        return ()
    found: list[Outcome] = []
    try:
        reaches_end = _through(items(body), [], reading, found) is not None
    except _UntoldError:
        return ()
    tells = any(one.truth is not None or isinstance(one.value, List) for one in found)
    return () if reaches_end or not tells else tuple(found)


def _through(
    statements: Sequence[Node], holds: list[Value], reading: Reading, found: list[Outcome]
) -> list[Value] | None:
    """What holds behind these statements, before which something holds; None if that is never reached.

    What they give is added to what was `found`.
    """
    for statement in statements:
        match statement.type:
            case "return_statement":
                found += _given(statement, holds, reading)
                return None
            case "if_statement":
                after = _branches(statement, holds, reading, found)
            case "compound_statement":
                after = _through(items(statement), holds, reading, found)
            case "declaration" | "expression_statement" if _is_plain(statement):
                after = holds
            case _:
                raise _UntoldError
        if after is None:
            return None
        holds = after
    return holds


def _branches(node: Node, holds: list[Value], reading: Reading, found: list[Outcome]) -> list[Value] | None:
    condition, otherwise = node.child_by_field_name("condition"), node.child_by_field_name("alternative")
    after: list[list[Value]] = []
    for arm, true in (node.child_by_field_name("consequence"), True), (first(otherwise), False):
        here = [*holds, *said(condition, reading, CONDITIONS, true=true)]
        left = _through([] if arm is None else [arm], here, reading, found)
        if left is not None:
            after.append(left)
    return None if not after else after[0] if len(after) == 1 else holds


def _is_plain(statement: Node) -> bool:
    """Whether a statement leaves everything as it is that may be compared: `a++;` does not."""
    expression = first(statement)
    return expression is None or expression.type != "update_expression"


def _given(node: Node, holds: list[Value], reading: Reading) -> list[Outcome]:
    """What a `return` gives where these hold."""
    expressions = items(node)
    written: Node | None = expressions[-1] if expressions else None
    while written is not None and written.type == "parenthesized_expression":
        written = first(written)
    if written is None:
        return [Outcome(Hole(), None)]
    value = reading.value(written)
    if written.type == "conditional_expression" and isinstance(value, Choice):
        condition = written.child_by_field_name("condition")
        arms = zip(value.options, (True, False), strict=True)
        return [_outcome(one, [*holds, *said(condition, reading, CONDITIONS, true=true)]) for one, true in arms]
    value = result(written, reading)
    if isinstance(value, Hole):
        value = _together(said(written, reading, CONDITIONS, true=True)) or value
    return [_outcome(value, holds)]


def _outcome(value: Value, holds: list[Value]) -> Outcome:
    return Outcome(value, _together(holds) if isinstance(value, _CONSTANTS) else None)


def _together(holds: list[Value]) -> Value | None:
    """What compares where all of this holds: a call, or a list of some."""
    comparing = comparisons(holds)
    return None if not comparing else comparing[0] if len(comparing) == 1 else List(comparing, 0, 0)
