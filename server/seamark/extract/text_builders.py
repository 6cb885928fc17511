"""What adds to a text by a method: `builder.append("/").append(id)`, `builder.WriteString("/")`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .facts import MODULE, Assignment, Binding, Call, Concat, Function, Hole, Member, Name, Value

if TYPE_CHECKING:
    from tree_sitter import Node

    from .language import Reading


def lengthen_text(node: Node, reading: Reading) -> list[Binding | Assignment]:
    """What it says that a call of a method adds to the function's own variable that a chain of such calls begins with.

    What a call with more or fewer than one argument adds is not known. One that is given a function as well adds none.
    """
    added: list[Value] = []
    built, method = reading.value(node), ""
    while isinstance(built, Call) and isinstance(built.callee, Member) and method in ("", built.callee.name):
        if len(built.arguments) > 1 and any(isinstance(one.value, Function) for one in built.arguments):
            return []
        added.append(built.arguments[0].value if len(built.arguments) == 1 else Hole())
        method, built = built.callee.name, built.callee.of
    scope = reading.scope(node)
    if not isinstance(built, Name) or scope == MODULE or not reading.is_bound(scope, built.name):
        return []
    longer = Concat((built, *reversed(added)), node.start_byte, node.end_byte)
    return [reading.binding(built.name, longer, node)]
