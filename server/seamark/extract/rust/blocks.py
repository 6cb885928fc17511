"""Blocks and branches: what they end with is their value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from seamark.extract.conditions import tests
from seamark.extract.facts import Choice, Hole, Value
from seamark.extract.language import Readers
from seamark.extract.nodes import final, items

from .branches.conditions import CONDITIONS
from .macros import macro_name

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def _block(node: Node, reading: Reading) -> Value:
    return reading.value(_tail(node))


def _tail(node: Node) -> Node | None:
    """The expression that a block ends with and is the value of."""
    last = final(node)
    if last is None or last.type != "expression_statement":
        return last
    end = last.children[-1]
    return None if end.type == ";" else end


def _marked_block(node: Node, reading: Reading) -> Value:
    """`unsafe { … }`, `async move { … }`."""
    last = final(node)
    return Hole() if last is None or last.type != "block" else reading.value(last)


def _if(node: Node, reading: Reading) -> Value:
    arms: list[Node | None] = []
    branch: Node | None = node
    while branch is not None and branch.type == "if_expression":
        arms.append(branch.child_by_field_name("consequence"))
        alternative = branch.child_by_field_name("alternative")
        branch = None if alternative is None else next(iter(items(alternative)), None)
    found = _one_of([*arms, branch], reading) if branch is not None else Hole()
    if len(arms) > 1 or not isinstance(found, Choice) or len(found.options) < 2:
        return found
    return replace(found, tests=tests(node.child_by_field_name("condition"), reading, CONDITIONS))


def _match(node: Node, reading: Reading) -> Value:
    arms = items(node.child_by_field_name("body"))
    return _one_of([arm.child_by_field_name("value") for arm in arms if arm.type == "match_arm"], reading)


def _one_of(arms: list[Node | None], reading: Reading) -> Value:
    options = tuple(dict.fromkeys(reading.value(arm) for arm in arms if arm is not None and not _leaves(arm, reading)))
    if all(isinstance(option, Hole) for option in options):
        return Hole()
    return options[0] if len(options) == 1 else Choice(options)


def _leaves(node: Node, reading: Reading) -> bool:
    """Whether an arm has no value because what follows is not reached from it."""
    for _ in range(4):
        if node.type in ("return_expression", "break_expression", "continue_expression"):
            return True
        if node.type == "macro_invocation":
            return macro_name(node, reading) in ("panic", "unreachable", "todo", "unimplemented", "bail")
        inner = final(node) if node.type in ("block", "expression_statement") else None
        if inner is None:
            return False
        node = inner
    return False


BLOCKS: Readers = {
    "block": _block,
    "unsafe_block": _marked_block,
    "async_block": _marked_block,
    "const_block": _marked_block,
    "try_block": _marked_block,
    "if_expression": _if,
    "match_expression": _match,
}
