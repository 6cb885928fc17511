"""What Kotlin is to the reading of all languages."""

from __future__ import annotations

from functools import partial

from seamark.extract.language import Control, Declarations, Expressions, Introduction, Language, Unparsed, query
from seamark.extract.steps import steps_of

from .bindings import BINDINGS
from .conditions import BRANCHES
from .definitions import defines_nothing, read_declaration
from .imports import imports, returned_value
from .mending import mend_annotations, misreads_annotations
from .preamble import preamble
from .values import LINKS, VALUES

KOTLIN = Language(
    "kotlin",
    {"kotlin": query(__package__, "declarations")},
    Declarations(
        read_declaration,
        BINDINGS,
        returned_value,
        imports,
        defines_nothing=defines_nothing,
        setting=frozenset(("assignment",)),
    ),
    Expressions(VALUES, LINKS),
    Control(BRANCHES.conditions_of_arm, BRANCHES.after, partial(steps_of, BRANCHES)),
    Unparsed(preamble=preamble),
    mended=mend_annotations,
    introduction=Introduction(apart=frozenset(("modifiers",))),
    misread=misreads_annotations,
)
