"""What Java is to the reading of all languages."""

from __future__ import annotations

from functools import partial

from seamark.extract.callee_patterns import BASES, DECORATOR, NEW, callees
from seamark.extract.expressions import last
from seamark.extract.language import Control, Declarations, Expressions, Introduction, Language, Unparsed, query
from seamark.extract.steps import steps_of

from .bindings import BINDINGS
from .conditions import BRANCHES
from .definitions import defines_nothing, read_declaration
from .imports import imports
from .outline import outline, preamble
from .values import LINKS, VALUES

JAVA = Language(
    "java",
    {"java": query(__package__, "declarations")},
    Declarations(read_declaration, BINDINGS, last, imports, defines_nothing=defines_nothing),
    Expressions(VALUES, LINKS),
    Control(BRANCHES.conditions_of_arm, BRANCHES.after, partial(steps_of, BRANCHES)),
    Unparsed(outline, callees([], [DECORATOR, NEW, BASES]), preamble),
    introduction=Introduction(apart=frozenset(("modifiers",))),
)
