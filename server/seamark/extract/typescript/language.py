"""What TypeScript and JavaScript are to the reading of all languages."""

from __future__ import annotations

from functools import partial

from seamark.extract.callee_patterns import BASES, DECORATOR, FROM, KEY, NEW, RENAMED, TAG, VALUE, callees
from seamark.extract.expressions import last
from seamark.extract.language import (
    Control,
    Declarations,
    Expressions,
    Introduction,
    Language,
    Unparsed,
    query,
)
from seamark.extract.steps import steps_of

from .bindings import BINDINGS
from .conditions import BRANCHES
from .decorators import span
from .definitions import read_declaration
from .modules import defines_nothing, exports, imports, is_whole
from .outline import outline
from .promises import counting
from .values import LINKS, VALUES

TYPESCRIPT = Language(
    "typescript",
    {
        "typescript": query(__package__, "declarations", "types"),
        "tsx": query(__package__, "declarations", "types", "jsx"),
        "javascript": query(__package__, "declarations", "javascript", "jsx"),
    },
    Declarations(
        read_declaration,
        BINDINGS,
        last,
        imports,
        exports,
        is_whole=is_whole,
        span=span,
        defines_nothing=defines_nothing,
    ),
    Expressions(VALUES, LINKS, counting),
    Control(BRANCHES.conditions_of_arm, BRANCHES.after, partial(steps_of, BRANCHES)),
    Unparsed(outline, callees([RENAMED, KEY], [VALUE, DECORATOR, FROM, NEW, BASES, TAG])),
    introduction=Introduction(
        apart=frozenset(("decorator",)),
        around=frozenset(("export_statement", "lexical_declaration", "variable_declaration")),
    ),
)
