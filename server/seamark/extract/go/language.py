"""What Go is to the reading of all languages."""

from __future__ import annotations

from importlib.resources import files

from seamark.extract.callee_patterns import EMBEDDED, LITERAL, ONE_LINE_TYPE, callees
from seamark.extract.language import Language

from .bindings import bindings
from .conditions import BRANCHES
from .definitions import declared, returned, span
from .imports import imports
from .outline import outline, preamble
from .values import LINKS, VALUES

GO = Language(
    name="go",
    queries={"go": files(__package__).joinpath("declarations.scm").read_text("utf-8")},
    top_level_is_public=True,
    span=span,
    declared=declared,
    bindings=bindings,
    imports=imports,
    returned=returned,
    values=VALUES,
    links=LINKS,
    outline=outline,
    callees=callees([LITERAL], [EMBEDDED, ONE_LINE_TYPE]),
    preamble=preamble,
    guarding=BRANCHES.guarding,
    after=BRANCHES.after,
)
