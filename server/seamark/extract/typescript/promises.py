"""Which calls' outcomes are waited for: with `await`, or by what JavaScript's promises have methods for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.language import AWAITING, Counted, Reading, count_awaited_call
from seamark.patterns import regex

if TYPE_CHECKING:
    from tree_sitter import Node

_THEN = regex(
    rb"(?>(?:\s|//[^\n]*+\n|/\*(?>(?:[^*]|\*(?!/))*)\*/)*)\??\.\s*+(?:catch|finally|then)\b",
)
"""What follows a call that gives a promise: `get(url).then(show)`."""


def counting(call: Node, reading: Reading, is_stated: bool) -> Counted:
    """Whether a call's outcome is waited for."""
    # `await get<T>(x)` is to the grammar a call of `await get`.
    function = call.child_by_field_name("function")
    is_operand = function is not None and function.type in AWAITING
    if is_operand or _THEN.match(reading.data, call.end_byte):
        return Counted(awaited=True)
    return count_awaited_call(call, reading, is_stated)
