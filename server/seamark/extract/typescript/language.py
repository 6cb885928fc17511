"""What TypeScript and JavaScript are to the reading of all languages."""

from __future__ import annotations

from functools import partial
from importlib.resources import files

from seamark.extract.callee_patterns import BASES, DECORATOR, FROM, KEY, NEW, RENAMED, VALUE, callees
from seamark.extract.language import Language, awaited
from seamark.extract.steps import steps_of

from .bindings import bindings
from .conditions import BRANCHES
from .decorators import span
from .definitions import declared, returned
from .modules import exports, holds_module, imports
from .outline import outline
from .values import LINKS, VALUES


def _query(*names: str) -> str:
    folder = files(__package__)
    return "\n".join(folder.joinpath(f"{name}.scm").read_text("utf-8") for name in names)


TYPESCRIPT = Language(
    name="typescript",
    queries={
        "typescript": _query("declarations", "types"),
        "tsx": _query("declarations", "types"),
        "javascript": _query("declarations", "javascript"),
    },
    top_level_is_public=False,
    span=span,
    declared=declared,
    bindings=bindings,
    imports=imports,
    exports=exports,
    returned=returned,
    values=VALUES,
    links=LINKS,
    callees=callees([RENAMED, KEY], [VALUE, DECORATOR, FROM, NEW, BASES]),
    counting=awaited,
    guarding=BRANCHES.guarding,
    after=BRANCHES.after,
    steps=partial(steps_of, BRANCHES),
    holds_module=holds_module,
    outline=outline,
)
