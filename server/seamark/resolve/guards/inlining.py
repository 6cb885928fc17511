"""Conditions about a function's parameters, rewritten with a call's arguments in their place.

bool is_get(request r) { return r.verb == "GET"; }
if (is_get(req)) …                                    becomes: req.verb == "GET"
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from seamark.extract import facts

T = TypeVar("T")


def inlined(said: T, given: Mapping[str, facts.Value], call: facts.Call) -> T:
    """What is said with names for what is given, with that in their place, standing where a call does."""
    if isinstance(said, tuple):
        return cast("T", tuple(inlined(part, given, call) for part in said))
    if isinstance(said, facts.Name) and said.name in given:
        return cast("T", given[said.name])
    if not isinstance(said, Struct):
        return said
    fields = {name: inlined(getattr(said, name), given, call) for name in said.__struct_fields__}
    placed = {name: at for name, at in (("start", call.start), ("end", call.end)) if name in fields}
    return cast("T", replace(said, **(fields | placed)))
