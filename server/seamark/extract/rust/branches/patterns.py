"""Patterns: the names that they bind, and to what parts of what is matched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.extract.facts import HELD, Assignment, Binding, Element, Hole, Member, Scalar, Value
from seamark.extract.language import MAX_DEPTH
from seamark.extract.nodes import items
from seamark.extract.rust.nodes import identifier

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_THROUGH = ("mut_pattern", "ref_pattern", "reference_pattern", "match_pattern", "or_pattern")
"""Patterns that give what they are given to the one in them; alternatives bind the same names."""
_PATTERNS = frozenset(
    (
        *_THROUGH,
        "_",
        "captured_pattern",
        "identifier",
        "slice_pattern",
        "struct_pattern",
        "tuple_pattern",
        "tuple_struct_pattern",
    )
)


def each_parameter(parameters: Node | None) -> Iterator[tuple[Node, Node, str, Node | None]]:
    """Each parameter's node, pattern, kind and type."""
    for child in () if parameters is None else parameters.children:
        if child.type == "self_parameter":
            yield child, child, "self", None
        elif child.type == "parameter":
            pattern = child.child_by_field_name("pattern")
            if pattern is not None:
                kind = "self" if pattern.type == "self" else "plain"
                yield child, pattern, kind, child.child_by_field_name("type")
        elif child.type in _PATTERNS:
            yield child, child, "plain", None


def only_name(pattern: Node | None, reading: Reading) -> Node | None:
    """The one name that a pattern gives all of its value to: `mut x`, `&x`, `State(x)`."""
    for _ in range(MAX_DEPTH):
        if pattern is None or pattern.type == "identifier":
            return pattern
        if pattern.type in _THROUGH:
            pattern = through(pattern)
        elif pattern.type == "tuple_struct_pattern":
            pattern = _unwrap_pattern(pattern, reading)
        else:
            break
    return None


def through(pattern: Node) -> Node | None:
    """The pattern to which another one gives what it is given."""
    return next((child for child in items(pattern) if child.type != "mutable_specifier"), None)


def _unwrap_pattern(pattern: Node, reading: Reading) -> Node | None:
    """The only pattern within `Some(…)` or any other such wrapper."""
    kind, inner = pattern.child_by_field_name("type"), [part for part, _ in positions(pattern)]
    failed = kind is not None and reading.text(kind).rpartition("::")[2] == "Err"
    return inner[0] if len(inner) == 1 and not failed and inner[0].type != "remaining_field_pattern" else None


def positions(pattern: Node) -> Iterator[tuple[Node, int]]:
    """The patterns in parentheses or brackets, with their positions."""
    position = 0
    for index, child in enumerate(pattern.children):
        if child.type == ",":
            position += 1
        elif child.type == "_" or (child.is_named and child.type not in ("line_comment", "block_comment")):
            if pattern.type == "tuple_struct_pattern" and index == 0:
                continue
            yield child, position


def taken_apart(pattern: Node | None, value: Value, node: Node, reading: Reading, *, declared: Value | None = None,
                 start: int | None = None) -> list[Binding | Assignment]:  # fmt: skip
    """The names to which a pattern gives parts of `value`, bound by `node`."""
    targets = () if pattern is None else _targets(pattern, value, reading)
    return [
        reading.binding(identifier(target, reading), taken, node, declared=declared, start=start, block=True)
        for target, taken in targets
    ]


def _targets(pattern: Node, value: Value, reading: Reading, depth: int = 0) -> Iterator[tuple[Node, Value]]:
    """The names to which `pattern` gives parts of `value`."""
    inner: Iterator[tuple[Node, Value]] = iter(())
    if pattern.type in ("identifier", "shorthand_field_identifier"):
        if not reading.text(pattern)[:1].isupper():  # Others are constants, which it is compared with.
            yield pattern, value
    elif pattern.type in _THROUGH:
        within = through(pattern)
        inner = iter(() if within is None else [(within, value)])
    elif pattern.type == "captured_pattern":
        inner = ((child, value) for child in items(pattern))
    elif pattern.type in ("tuple_pattern", "slice_pattern", "tuple_struct_pattern"):
        inner = _items_taken(pattern, value, reading)
    elif pattern.type == "struct_pattern":
        inner = _fields_taken(pattern, value, reading)
    for part, taken in inner if depth < MAX_DEPTH else ():
        yield from _targets(part, taken, reading, depth + 1)


def _items_taken(pattern: Node, value: Value, reading: Reading) -> Iterator[tuple[Node, Value]]:
    wrapped = _unwrap_pattern(pattern, reading) if pattern.type == "tuple_struct_pattern" else None
    if wrapped is not None:
        yield wrapped, _held_value(pattern.child_by_field_name("type"), value, reading)
        return
    known = not isinstance(value, Hole)
    for part, position in positions(pattern):
        if part.type == "remaining_field_pattern":
            known = False
        elif not known:
            yield part, Hole()
        elif pattern.type == "tuple_struct_pattern":
            failed = isinstance(value, Hole) or len(pattern.named_children) == 2
            yield part, Hole() if failed else Member(value, str(position), part.start_byte, part.start_byte)
        else:
            yield part, Element(value, Scalar(str(position)))


def _held_value(variant: Node | None, value: Value, reading: Reading) -> Value:
    """What a variant holds that is named with its enum; what is wrapped in any other one is meant itself."""
    name = variant.child_by_field_name("name") if variant is not None else None
    if variant is None or name is None or variant.type != "scoped_identifier" or isinstance(value, Hole):
        return value
    return Member(value, identifier(name, reading) + HELD, *name.byte_range)


def _fields_taken(pattern: Node, value: Value, reading: Reading) -> Iterator[tuple[Node, Value]]:
    for field in items(pattern):
        name, inner = field.child_by_field_name("name"), field.child_by_field_name("pattern")
        if field.type != "field_pattern" or name is None:
            continue
        taken = value if isinstance(value, Hole) else Member(value, identifier(name, reading), *name.byte_range)
        yield inner or name, taken
