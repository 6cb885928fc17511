"""Functions that match a text with a pattern, one character after the other, and say whether it does.

bool matches(const char *path, const char *pattern) {
    for (size_t i = 0; pattern[i] && pattern[i] != '*'; i++) if (path[i] != pattern[i]) return false;
    return true;
}
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import CHARACTERS, SEGMENTS, Argument, Call, Name, Outcome, Scalar, negation
from seamark.extract.nodes import first
from seamark.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Node

    from seamark.extract.language import Reading

MAX_BRIEF = 2000
"""A longer function, in bytes, does more than to match."""

_ONE = rb"(?:\b(\w+)\[[A-Za-z_]\w*\]|\*(\w+))"
_DIFFER = regex(_ONE + rb"\s*!=\s*" + _ONE)
_STAR, _SLASH = b"'*'", b"'/'"


def by_characters(body: Node | None, parameters: Sequence[str], reading: Reading) -> tuple[Outcome, ...]:
    """What a function with this body and these parameters may give, and what holds then; nothing for any other one.

    It gives one constant where two characters differ, and another one otherwise.
    """
    if body is None or body.end_byte - body.start_byte > MAX_BRIEF:
        return ()
    text = reading.data[body.start_byte : body.end_byte]
    if _STAR not in text or b"--" in text:
        return ()
    found = [(match, {name.decode() for name in match.groups() if name}) for match in _DIFFER.finditer(text)]
    compares = found[0][1] if found else set[str]()
    if len(compares) != 2 or not compares.issubset(parameters) or any(names != compares for _, names in found):
        return ()
    differ = {_given_where(body, body.start_byte + match.start(), reading) for match, _ in found}
    otherwise = set(_returned_constants(body, reading)) - differ
    if len(differ) != 1 or None in differ or len(otherwise) != 1 or None in otherwise:
        return ()
    name = SEGMENTS if _SLASH in text else CHARACTERS
    at, end = body.start_byte, body.end_byte
    sides = tuple(Argument("", Name(side, at, at)) for side in parameters if side in compares)
    same = Call(Name(name, at, at), sides, False, at, end)
    return *(Outcome(one, same) for one in otherwise if one), *(Outcome(one, negation(same)) for one in differ if one)


def _given_where(body: Node, at: int, reading: Reading) -> Scalar | None:
    """What is given where a condition is true of which a part stands there, if that is a constant."""
    node = body.descendant_for_byte_range(at, at)
    while node is not None and node.type != "if_statement" and node.id != body.id:
        node = node.parent
    arm = None if node is None or node.type != "if_statement" else node.child_by_field_name("consequence")
    return None if arm is None else next(_returned_constants(arm, reading), None)


def _returned_constants(node: Node, reading: Reading) -> Iterator[Scalar | None]:
    """What is given back in a node: constants, and None for anything else."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.type == "return_statement":
            value = reading.value(first(one))
            yield value if isinstance(value, Scalar) else None
        waiting.extend(one.named_children)
