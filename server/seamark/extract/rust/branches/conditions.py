"""What holds in the arms of branches: what conditions say, and patterns of what is matched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.branches import Branches, Parent, either
from seamark.extract.conditions import MAX_DEPTH, Conditions, comparison_of, implications, together
from seamark.extract.facts import Choice, Element, Hole, List, Scalar, Value
from seamark.extract.nodes import Arm, Branching, items

from .patterns import positions, through

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

MAX_ARMS = 64
"""What is left for the last of more arms than these says nothing."""

_NOTHING = Scalar("None")
_LEAVING = ("return_expression", "break_expression", "continue_expression")
_LITERALS = ("string_literal", "raw_string_literal", "integer_literal", "boolean_literal", "negative_literal")


def conditions_of_arm(node: Node, reading: Reading) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """What holds in an arm, and what does if it does not run; what holds around the branch is not told."""
    around = reading.parent(node)
    if node.type == "match_arm":
        match = None if around is None else reading.parent(around)
        return ((), ()) if match is None or match.type != "match_expression" else _of_arm(node, match, reading)
    is_met = around is not None and around.type == "if_expression"
    chooses = around if is_met or around is None or around.type != "else_clause" else reading.parent(around)
    condition = chooses.child_by_field_name("condition") if chooses is not None else None
    if condition is None or chooses is None or chooses.type != "if_expression":
        return (), ()
    holds = implications(condition, reading, CONDITIONS, true=is_met)
    return tuple(holds), tuple(implications(condition, reading, CONDITIONS, true=False)) if is_met else ()


def after(arm: Node, reading: Reading) -> tuple[int, int] | None:
    """What stands in a block behind an `if`: there nothing runs if an arm does that leaves the block."""
    chosen = reading.parent(arm)
    for _ in range(MAX_DEPTH):
        if chosen is None or chosen.type != "if_expression" or not _leaves(chosen.child_by_field_name("consequence")):
            return None
        around = reading.parent(chosen)
        if around is None or around.type != "else_clause":
            statement = around if around is not None and around.type == "expression_statement" else chosen
            block = reading.parent(statement)
            return None if block is None or block.type != "block" else (statement.end_byte, block.end_byte)
        chosen = reading.parent(around)
    return None


def _leaves(block: Node | None) -> bool:
    """Whether a block ends with a statement that leaves what is around it."""
    last = items(block)[-1:]
    return any(one.type in _LEAVING for statement in last for one in (statement, *items(statement)[:1]))


def _of_arm(arm: Node, match: Node, reading: Reading) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """What holds in an arm of a `match`: its pattern, or where that fits all that is left, none of those before."""
    of, pattern = match.child_by_field_name("value"), arm.child_by_field_name("pattern")
    subject = reading.value(of)
    if pattern is None or isinstance(subject, Hole):
        return (), ()
    own = _pattern_conditions(pattern, subject, reading, true=True)
    if own:
        return tuple(own), tuple(_pattern_conditions(pattern, subject, reading, true=False))
    others = items(match.child_by_field_name("body"))
    before = [one for one in others if one.start_byte < arm.start_byte][:MAX_ARMS]
    patterns = [found for one in before if (found := one.child_by_field_name("pattern")) is not None]
    return tuple(one for found in patterns for one in _pattern_conditions(found, subject, reading, true=False)), ()


def _pattern_conditions(
    pattern: Node | None, subject: Value, reading: Reading, *, true: bool, depth: int = 0
) -> list[Value]:
    """What it says of `subject` that a pattern fits it, or does not."""
    if pattern is None or depth > MAX_DEPTH:
        return []
    if pattern.type == "match_pattern":
        condition = pattern.child_by_field_name("condition")
        if condition is not None and not true:
            return []
        found = _pattern_conditions(through(pattern), subject, reading, true=true, depth=depth + 1)
        return [*found, *implications(condition, reading, CONDITIONS, true=true)]
    if pattern.type in ("mut_pattern", "ref_pattern", "reference_pattern"):
        return _pattern_conditions(through(pattern), subject, reading, true=true, depth=depth + 1)
    if pattern.type == "or_pattern":
        sides = [_pattern_conditions(one, subject, reading, true=true, depth=depth + 1) for one in items(pattern)]
        return together(sides, pattern, every=not true) if all(sides) else []
    if pattern.type == "tuple_pattern":
        items_of = subject.items if isinstance(subject, List) else ()
        refuting = [one for one in positions(pattern) if not _fits_all(one[0], reading)]
        if len([*positions(pattern)]) != len(items_of) or not refuting:
            return []
        sides = [
            _pattern_conditions(inner, items_of[position], reading, true=true, depth=depth + 1)
            for inner, position in refuting
        ]
        return together(sides, pattern, every=true)
    if pattern.type == "slice_pattern":
        fitting = List(tuple(_item(inner, reading) for inner, _ in positions(pattern)), *pattern.byte_range)
        return [comparison_of(subject, fitting, *pattern.byte_range, "==" if true else "!=")]
    return _name_conditions(pattern, subject, reading, true=true, depth=depth)


def _item(pattern: Node, reading: Reading) -> Value:
    """What a pattern says of one item of a list; that more may follow is one at an unknown place of another list."""
    if pattern.type == "or_pattern":
        return Choice(tuple(_item(one, reading) for one in items(pattern)))
    if any(one.type == "remaining_field_pattern" for one in (pattern, *items(pattern))):
        return Element(Hole(), Hole())
    return Hole() if _fits_all(pattern, reading) else reading.value(pattern)


def _name_conditions(pattern: Node, subject: Value, reading: Reading, *, true: bool, depth: int) -> list[Value]:
    """What a pattern says that names a constant or an enumerator, be it with what that holds."""
    named, inside = _name(pattern), [part for part, _ in positions(pattern)] if _holds(pattern) else []
    name = "" if named is None else reading.text(named).rpartition("::")[2]
    if named is None or not (name[:1].isupper() or pattern.type in _LITERALS):
        return []
    further: list[Value] = []
    if name in ("Some", "Ok", "Err"):
        within = inside[0] if len(inside) == 1 and name != "Err" else None
        further = _pattern_conditions(within, subject, reading, true=True, depth=depth + 1)
    refutes = any(not _fits_all(one, reading) for one in (*inside, *_of_fields(pattern)))
    if not true and refutes:
        return []
    if name in ("Ok", "Err"):
        return further if true else []
    value = _NOTHING if name == "Some" else reading.value(named)
    sign = "==" if true == (name != "Some") else "!="
    own = (
        [] if isinstance(value, Hole) else [comparison_of(subject, value, pattern.start_byte, pattern.start_byte, sign)]
    )
    return [*own, *further] if true else own


def _holds(pattern: Node) -> bool:
    return pattern.type == "tuple_struct_pattern"


def _of_fields(pattern: Node) -> list[Node]:
    """The patterns of fields: `Point { x: 0, .. }`; a field that is only named has none."""
    fields = [one for one in items(pattern) if one.type == "field_pattern"] if pattern.type == "struct_pattern" else []
    return [inner for field in fields if (inner := field.child_by_field_name("pattern")) is not None]


def _name(pattern: Node) -> Node | None:
    """What names that with which something is compared."""
    if pattern.type in ("tuple_struct_pattern", "struct_pattern"):
        return pattern.child_by_field_name("type")
    return pattern if pattern.type in ("identifier", "scoped_identifier", *_LITERALS) else None


def _fits_all(pattern: Node, reading: Reading) -> bool:
    """Whether a pattern fits whatever it is given."""
    if pattern.type == "identifier":
        return not reading.text(pattern)[:1].isupper()
    return pattern.type in ("_", "remaining_field_pattern")


def _let_conditions(condition: Node, reading: Reading, true: bool) -> list[Value]:
    """`let Some(x) = y`"""
    subject = reading.value(condition.child_by_field_name("value"))
    pattern = condition.child_by_field_name("pattern")
    return [] if isinstance(subject, Hole) else _pattern_conditions(pattern, subject, reading, true=true)


def _chain(condition: Node, reading: Reading, true: bool) -> list[Value]:
    """`let Some(x) = y && x`"""
    sides = [implications(one, reading, CONDITIONS, true=true) for one in items(condition)]
    return together(sides, condition, every=true)


_THINGS = ("identifier", "field_expression")
CONDITIONS = Conditions(
    _THINGS, ("call_expression",), counted=_THINGS, own={"let_condition": _let_conditions, "let_chain": _chain}
)


def _branch_around(_arm: Node, around: Node | None, parent: Parent) -> Branching | None:
    if around is None:
        return None
    if around.type == "match_expression":
        return _of_match(around)
    if around.type == "match_arm":
        block = parent(around)
        match = None if block is None else parent(block)
        return None if match is None or match.type != "match_expression" else _of_match(match)
    chooses = parent(around) if around.type == "else_clause" else around
    return either(chooses) if chooses is not None and chooses.type == "if_expression" else None


def _of_match(match: Node) -> Branching | None:
    subject, arms = match.child_by_field_name("value"), list[Arm]()
    for one in items(match.child_by_field_name("body")):
        pattern, value = one.child_by_field_name("pattern"), one.child_by_field_name("value")
        if pattern is not None and value is not None:
            inner = pattern if pattern.child_by_field_name("condition") is not None else through(pattern)
            arms.append(Arm(value, None if inner is None or inner.type == "_" else (pattern,)))
    return None if subject is None else Branching(match, arms, subject)


def _fits(pattern: Node, subject: Value, reading: Reading) -> list[Value]:
    return [] if isinstance(subject, Hole) else _pattern_conditions(pattern, subject, reading, true=True)


BRANCHES = Branches(
    CONDITIONS,
    _branch_around,
    leaves=_LEAVING,
    blocks=("block", "async_block", "unsafe_block"),
    ends=(),
    wrapped=("expression_statement",),
    chained=("await_expression", "call_expression", "field_expression", "try_expression"),
    fits=_fits,
)
