"""Rust as a `Language`: its queries, and the functions that read its nodes."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from seamark.extract.callee_patterns import ATTRIBUTE, DOT, IMPLEMENTED, LITERAL, RENAMED, callees
from seamark.extract.facts import Hole, Value
from seamark.extract.language import Language

from .bindings import bindings
from .branches.conditions import guarding
from .definitions import declared, span
from .imports import imports
from .nodes import items
from .outline import outline
from .values import LINKS, VALUES

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading


def _returned(node: Node, reading: Reading) -> Value:
    inner = items(node)
    return reading.value(inner[-1]) if inner else Hole()


RUST = Language(
    name="rust",
    queries={"rust": files(__package__).joinpath("declarations.scm").read_text("utf-8")},
    top_level_is_public=True,
    span=span,
    declared=declared,
    bindings=bindings,
    imports=imports,
    returned=_returned,
    outline=outline,
    callees=callees([RENAMED, LITERAL], [ATTRIBUTE, IMPLEMENTED], DOT),
    guarding=guarding,
    values=VALUES,
    links=LINKS,
)
