"""Texts that the grammar does not read, by their tokens: what stands in attributes, and arms of macros."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec.structs import replace

from seamark.extract.facts import Argument, Call, Entry, Hole, Import, List, Member, Name, Object, Value
from seamark.extract.language import MAX_DEPTH
from seamark.extract.nodes import BESIDE

from .nodes import identifier

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

_ARROW = "=>"


def has_arms(tokens: Node, reading: Reading) -> bool:
    """Whether texts stand before arrows in a macro: `"/users" => get(list)`."""
    if _ARROW.encode() not in reading.data[tokens.start_byte : tokens.end_byte]:
        return False
    kinds = [child.type for child in tokens.children if child.type not in BESIDE]
    return any(pair == ("string_literal", _ARROW) for pair in pairwise(kinds))


def token_arguments(tokens: Node, reading: Reading, depth: int = 0) -> list[Argument]:
    """What stands between commas in a text that the grammar does not read.

    What stands behind an arrow is a row with what stands before it.
    """
    if depth > MAX_DEPTH:
        return []
    arguments: list[Argument] = []
    argument: list[Node] = []
    for child in tokens.children[1:]:
        if child.type in (",", ";", ")", "]", "}"):
            if argument:
                arguments.append(_token_argument(argument, reading, depth))
            argument = []
            if child.type == ";":  # What follows is no argument: a case's name, a list's length.
                break
        elif child.type not in BESIDE:
            argument.append(child)
    return _gather_lists(arguments, tokens)


def _gather_lists(arguments: list[Argument], tokens: Node) -> list[Argument]:
    """The arguments, what is given several times under one name as a list: `method = "GET", method = "POST"`."""
    named: dict[str, list[Value]] = {}
    for argument in arguments:
        named.setdefault(argument.name, []).append(argument.value)
    lists = {
        name: List(tuple(values), tokens.start_byte, tokens.end_byte)
        for name, values in named.items()
        if name and len(values) > 1
    }
    return list(dict.fromkeys(replace(a, value=lists[a.name]) if a.name in lists else a for a in arguments))


def _token_argument(tokens: list[Node], reading: Reading, depth: int) -> Argument:
    arrow = next((at for at, one in enumerate(tokens) if one.type == _ARROW), 0)
    if arrow and len(tokens) > arrow + 1 and any(one.type == "string_literal" for one in tokens[:arrow]):
        before = [reading.value(one) for one in tokens[:arrow]]
        row = (*before, _token_value(tokens[arrow + 1 :], reading, depth))
        return Argument("", List(row, tokens[0].start_byte, tokens[-1].end_byte))
    if len(tokens) > 2 and tokens[1].type == "=":
        return Argument(identifier(tokens[0], reading), _token_value(tokens[2:], reading, depth))
    return Argument("", _token_value(tokens, reading, depth))


def _token_value(tokens: list[Node], reading: Reading, depth: int) -> Value:
    first, *others = tokens
    if first.type == "token_tree":
        given = token_arguments(first, reading, depth + 1)
        if any(argument.name for argument in given):
            entries = tuple(Entry(argument.name, argument.value) for argument in given)
            return Object(entries, first.start_byte, first.end_byte)
        return List(tuple(argument.value for argument in given), first.start_byte, first.end_byte)
    value = reading.value(first)
    if others and others[0].type == "::" and isinstance(value, Name) and not value.name[:1].isupper():
        value = Import(value.name, "")
    while len(others) > 1 and others[0].type == "::":
        value = Member(value, identifier(others[1], reading), others[1].start_byte, others[1].end_byte)
        others = others[2:]
    if len(others) == 1 and others[0].type == "token_tree":
        given = token_arguments(others[0], reading, depth + 1)
        return Call(value, tuple(given), False, first.start_byte, others[0].end_byte)
    return Hole() if others else value
