"""Rust as a `Language`: its queries, and the functions that read its nodes."""

from __future__ import annotations

from functools import partial

from seamark.extract.callee_patterns import ATTRIBUTE, DOT, IMPLEMENTED, LITERAL, RENAMED, callees
from seamark.extract.expressions import last
from seamark.extract.language import Control, Declarations, Expressions, Introduction, Language, Unparsed, query
from seamark.extract.steps import steps_of

from .bindings import BINDINGS
from .branches.conditions import BRANCHES, after, conditions_of_arm
from .definitions import read_declaration, span
from .imports import imports
from .outline import outline
from .values import LINKS, VALUES

RUST = Language(
    "rust",
    {"rust": query(__package__, "declarations")},
    Declarations(read_declaration, BINDINGS, last, imports, span=span),
    Expressions(VALUES, LINKS),
    Control(conditions_of_arm, after, partial(steps_of, BRANCHES)),
    Unparsed(outline, callees([RENAMED, LITERAL], [ATTRIBUTE, IMPLEMENTED], DOT)),
    introduction=Introduction(apart=frozenset(("attribute_item",))),
)
