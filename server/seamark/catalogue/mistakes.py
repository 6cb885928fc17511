"""What must hold in a table besides its shape: the names in it lead somewhere, and its values mean something."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

import msgspec

from .rows import UNKNOWN_TYPE
from .schema import Contract, FieldClass, Guarding, Library, Make, Performing, Resource, Route, Type

TableKey: TypeAlias = tuple[str | int, ...]
"""Where something stands in a table: `("routes", 0, "on", 1)`."""

Mistake: TypeAlias = tuple[TableKey, str]

_OF_TYPES = ("on", "gives", "type", "typed")
"""Fields that name types, in whichever row."""
_VERBS = ("verb", "default_verb")
_BY_NAME = "name"
"""As a verb: the one in the name of the call."""
_DEFINITIONS = ("decorated", "around")
"""What a handler may be besides an argument."""
_ALIKE = 0.75
_ARGUMENT = re.compile(r"(?:-?\d+|\d*\*|[^\W\d]\w*)(?:\.(?:\*|-?\w+))*(?:\(\))?/?")
_VERB = re.compile(r"[A-Z]+")
_VERB_MARK = re.compile(r"\{(?:Verb)?\}")


def mistakes(table: Library, alike: Iterable[Library] = ()) -> Iterator[Mistake]:
    """What a table says that means nothing: where it stands, and why.

    `alike` are the other tables of the same library: their types and actions are known in this one, too.
    """
    known = [table, *alike]
    types = {name: row for one in known for name, row in one.types.items()}
    actions = {name for one in known for name in one.actions}
    for place, row in _rows(table):
        for field, said in _said(row, types, actions):
            yield (*place, *field), said


def _rows(table: Library) -> Iterator[tuple[TableKey, msgspec.Struct]]:
    """All rows of a table, and where they stand."""
    for field in table.__struct_fields__:
        value = getattr(table, field)
        rows = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, tuple) else ()
        yield from (((field, at), row) for at, row in rows if isinstance(row, msgspec.Struct))


def _said(row: msgspec.Struct, types: Mapping[str, Type], actions: Iterable[str]) -> Iterator[Mistake]:
    """What is wrong in a row, by the field."""
    yield from _unknown_types(row, types)
    yield from _called(row)
    for field in _VERBS:
        verb = getattr(row, field, "")
        if verb and verb != _BY_NAME and not _VERB.fullmatch(verb):
            yield (field,), f"`{verb}` is neither `{_BY_NAME}` nor a verb in capitals"
    handler = getattr(row, "handler", "")
    if handler and not isinstance(row, Performing):
        may_be_definition = isinstance(row, Route | Contract)
        yield from ((("handler",), said) for said in _wrong_handler(handler, may_be_definition=may_be_definition))
    if isinstance(row, Route | Guarding | FieldClass):
        field = {Route: "responders", Guarding: "methods", FieldClass: "by"}[type(row)]
        name = getattr(row, field)
        if name and len(_VERB_MARK.findall(name)) != 1:
            yield (field,), f"`{name}` must hold `{{}}` once, for what the methods are for"
    if isinstance(row, Resource):
        for at, action in enumerate(row.actions):
            if action not in actions:
                yield ("actions", at), f"the table has no action `{action}`"
    if isinstance(row, Make) and row.prefix and row.gives in types and types[row.gives].role == "client":
        yield ("prefix",), "a client has no prefix: say `base`, or make calls on a router"


def _unknown_types(row: msgspec.Struct, types: Mapping[str, Type]) -> Iterator[Mistake]:
    """The types of a row that no table declares."""
    further = ("members",) if isinstance(row, Type) else ("of",) if isinstance(row, Performing) else ()
    for field in (*_OF_TYPES, *further):
        value = getattr(row, field, ())
        named = enumerate(value) if isinstance(value, tuple) else ((None, value),)
        for at, name in named:
            if name and name != UNKNOWN_TYPE and name not in types:
                yield (field,) if at is None else (field, at), f"the table has no type `{name}`{_meant(name, types)}"


def _called(row: msgspec.Struct) -> Iterator[Mistake]:
    """A row that says on what its calls are, but not how they are called; or the other way round."""
    on, names = getattr(row, "on", None), getattr(row, "names", None)
    if on is not None and names is not None and bool(on) != bool(names):
        said, lacking = ("on", "names") if on else ("names", "on")
        yield (said,), f"no call is found by `{said}` without `{lacking}`"


def _wrong_handler(handler: str, *, may_be_definition: bool) -> Iterator[str]:
    """Why a handler is neither an argument nor, where it `may_be_definition`, a definition."""
    if handler in _DEFINITIONS:
        if not may_be_definition:
            yield f"`{handler}` is for routes and contracts: here the handler is an argument"
        return
    for spec in handler.split("|"):
        if not _ARGUMENT.fullmatch(spec):
            yield f"`{spec}` names no argument: see the beginning of seamark/catalogue/schema.py"
    # Any word may be the name of an argument; one that is almost the name of a definition is none.
    if may_be_definition and handler.isalpha() and (meant := _meant(handler, _DEFINITIONS)):
        yield f"`{handler}` is no handler{meant}"


def wrong_entry(field: str, entries: Mapping[str, object]) -> str | None:
    """The name of the first entry that is none of what this field of tables holds by name, such as `types`."""
    for name, entry in entries.items():
        try:
            msgspec.convert({"name": "", "languages": [], field: {name: entry}}, Library)
        except msgspec.ValidationError:
            return name
    return None


def shown(place: TableKey) -> str:
    """A place, as people write it: `routes[0].on[1]`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).removeprefix(".")


def _meant(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(known), 1, _ALIKE)
    return f"; did you mean `{near[0]}`?" if near else ""
