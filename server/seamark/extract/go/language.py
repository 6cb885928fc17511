"""What Go is to the reading of all languages."""

from __future__ import annotations

from functools import partial

from seamark.extract.callee_patterns import DEFINED_TYPE, EMBEDDED, LITERAL, ONE_LINE_TYPE, callees
from seamark.extract.expressions import last
from seamark.extract.language import Control, Declarations, Expressions, Language, Unparsed, query
from seamark.extract.steps import steps_of

from .bindings import BINDINGS
from .conditions import BRANCHES
from .definitions import read_declaration, returned_further
from .imports import imports
from .outline import outline, preamble
from .values import LINKS, VALUES

GO = Language(
    "go",
    {"go": query(__package__, "declarations")},
    Declarations(read_declaration, BINDINGS, last, imports, returned_further=returned_further),
    Expressions(VALUES, LINKS),
    Control(BRANCHES.conditions_of_arm, BRANCHES.after, partial(steps_of, BRANCHES)),
    Unparsed(outline, callees([LITERAL], [DEFINED_TYPE, EMBEDDED, ONE_LINE_TYPE]), preamble),
)
