"""What a macro or a function says of its parameters, said of what a call gives for them, where the call stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from seamark.extract import facts

T = TypeVar("T")

REST = "__VA_ARGS__"
"""What the arguments go by in a macro that are behind those for its parameters."""


def inlined(said: T, given: Mapping[str, tuple[facts.Argument, ...]], call: facts.Call) -> T:
    """What is said with names for what is given, with that in their place, standing where a call does."""
    if isinstance(said, tuple):
        parts = (_spliced(part, given) or (inlined(part, given, call),) for part in said)
        return cast("T", tuple(one for some in parts for one in some))
    if isinstance(said, facts.Name) and len(given.get(said.name, ())) == 1:
        return cast("T", given[said.name][0].value)
    if not isinstance(said, Struct):
        return said
    fields = {name: inlined(getattr(said, name), given, call) for name in said.__struct_fields__}
    placed = {name: at for name, at in (("start", call.start), ("end", call.end)) if name in fields}
    return cast("T", replace(said, **(fields | placed)))


def _spliced(part: object, given: Mapping[str, tuple[facts.Argument, ...]]) -> tuple[facts.Argument, ...]:
    """The arguments that one argument stands for: the rest of those that are given."""
    is_rest = isinstance(part, facts.Argument) and isinstance(part.value, facts.Name) and part.value.name == REST
    return given.get(REST, ()) if is_rest else ()
