"""What must hold in a table besides its shape: the names in it lead somewhere, and its values mean something."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, TypeAlias

import msgspec

from seamark.languages import LANGUAGES
from seamark.patterns import regex
from seamark.source import DIALECTS

from .rows import UNKNOWN_TYPE, VERBS
from .schema import (
    Contract,
    FieldClass,
    Generated,
    Guarding,
    Library,
    Make,
    Mount,
    Performing,
    Request,
    Resource,
    Route,
    Type,
)

TableKey: TypeAlias = tuple[str | int, ...]
"""Where something stands in a table: `("routes", 0, "on", 1)`."""

Mistake: TypeAlias = tuple[TableKey, str]

_OF_TYPES = ("on", "gives", "type", "typed")
"""Fields that name types, in whichever row."""
_ARGUMENTS = ("base", "body", "child", "known_as", "path", "prefix", "segments", "taker", "unless", "url", "verbs")
"""Fields that name arguments, in the rows of which that is so."""
_VERBS = ("verb", "default_verb")
_BY_NAME = "name"
"""As a verb: the one in the name of the call."""
_DEFINITIONS = ("decorated", "around")
"""What a handler may be besides an argument."""
_OF_SERVICES = ("clients", "makers", "servers", "registers", "descriptors", "acceptors")
"""Fields with names of what is generated for services."""
_ALIKE = 0.75
_ARGUMENT = regex(r"(?:<>|\{\}|-?\d+|\d*\*|[^\W\d]\w*)(?:\(\))?(?:\.(?:\*\*?|-?\$?\w+)(?:\(\))?)*/?")
_VERB = regex(r"[A-Z]+")
_MARK = regex(r"\{\w*\}|[{}]")
_LANGUAGES = sorted(language.name for language in LANGUAGES)
_READ_AS = {name: dialect.language for dialect in DIALECTS for name in (dialect.name, *dialect.called)}
"""The languages as which ways of writing are read, by what people call these."""


def mistakes(table: Library, alike: Iterable[Library] = ()) -> Iterator[Mistake]:
    """What a table says that means nothing: where it stands, and why.

    `alike` are the other tables of the same library: their types and actions are known in this one, too.
    """
    known = [table, *alike]
    types = {name: row for one in known for name, row in one.types.items()}
    actions = {name for one in known for name in one.actions}
    for number, language in enumerate(table.languages):
        if language not in _LANGUAGES:
            yield ("languages", number), f"`{language}` {_no_language(language)}"
    for place, row in _rows(table):
        for field, said in _mistakes_in_row(row, types, actions):
            yield (*place, *field), said


def _rows(table: Library) -> Iterator[tuple[TableKey, msgspec.Struct]]:
    """All rows of a table, and where they stand."""
    for field in table.__struct_fields__:
        value = getattr(table, field)
        if not value:
            continue
        rows = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, tuple) else ()
        yield from (((field, at), row) for at, row in rows if isinstance(row, msgspec.Struct))


def _mistakes_in_row(row: msgspec.Struct, types: Mapping[str, Type], actions: Iterable[str]) -> Iterator[Mistake]:
    """What is wrong in a row, by the field."""
    for field, wrong in _checks_by_field(type(row)):
        if value := getattr(row, field):
            yield from wrong(field, value, types)
    yield from _mistakes_in_calls(row)
    if isinstance(row, Request) and not (row.url or row.on):
        yield ("url",), "a request needs a URL: name its argument"
    if isinstance(row, Resource):
        for at, action in enumerate(row.actions):
            if action not in actions:
                yield ("actions", at), f"the table has no action `{action}`"
    if isinstance(row, Make) and row.prefix and row.gives in types and types[row.gives].role == "client":
        yield ("prefix",), "a client has no prefix: use `base`, or a router"


Wrong: TypeAlias = Callable[[str, Any, Mapping[str, Type]], Iterator[Mistake]]
"""What is wrong in a field with a value, the types being known."""


@cache
def _checks_by_field(kind: type[msgspec.Struct]) -> tuple[tuple[str, Wrong], ...]:
    """The fields of rows of this kind that are looked at by themselves, and how."""
    further = {Type: ("members",), Performing: ("of",)}.get(kind, ())
    arguments = _ARGUMENTS if kind in (Make, Mount, Request, Route, Type) else ()
    handlers = () if kind is Performing else ("handler",)
    named = {Guarding: ("methods",), FieldClass: ("by",)}.get(kind, ())
    checked: tuple[tuple[tuple[str, ...], Wrong], ...] = (
        ((*_OF_TYPES, *further), _unknown_types),
        (_VERBS, _wrong_verb),
        (arguments, _wrong_arguments),
        (handlers, _wrong_definition if kind in (Route, Contract) else _wrong_handler),
        (named, _wrong_names),
        (("responders",), _wrong_responders),
        (_OF_SERVICES if kind is Generated else (), _wrong_generated),
    )
    return tuple((field, wrong) for among, wrong in checked for field in among if field in kind.__struct_fields__)


def _unknown_types(field: str, value: str | tuple[str, ...], types: Mapping[str, Type]) -> Iterator[Mistake]:
    """The types in a field that no table declares."""
    for at, name in enumerate(value) if isinstance(value, tuple) else ((None, value),):
        if name != UNKNOWN_TYPE and name not in types:
            yield (field,) if at is None else (field, at), f"the table has no type `{name}`{suggestion(name, types)}"


def _wrong_verb(field: str, verb: str, _types: Mapping[str, Type]) -> Iterator[Mistake]:
    if verb != _BY_NAME and not _VERB.fullmatch(verb):
        yield (field,), f"`{verb}` is neither `{_BY_NAME}` nor a verb in capitals{_meant_as_verb(verb, field)}"


def _wrong_arguments(field: str, spec: str, _types: Mapping[str, Type]) -> Iterator[Mistake]:
    yield from (((field,), said) for said in wrong_argument(spec))


def _no_language(name: str) -> str:
    """Why a name is none of a language."""
    read_as = _READ_AS.get(name)
    return f"is not one of {', '.join(_LANGUAGES)}" if read_as is None else f"is read as `{read_as}`: use that name"


def _meant_as_verb(verb: str, field: str) -> str:
    """What somebody may have meant by a verb that is none."""
    if verb.lower() in VERBS:
        return f"; did you mean `{verb.upper()}`?"
    return "; for an argument use `verbs`" if field == "verb" and not wrong_argument(verb) else ""


def _mistakes_in_calls(row: msgspec.Struct) -> Iterator[Mistake]:
    """A row that says on what its calls are, but not how they are called; or the other way round."""
    on, names = getattr(row, "on", None), getattr(row, "names", None)
    if on is not None and names is not None and bool(on) != bool(names):
        said, lacking = ("on", "names") if on else ("names", "on")
        yield (said,), f"`{said}` finds no call without `{lacking}`"


def _wrong_handler(field: str, handler: str, _types: Mapping[str, Type]) -> Iterator[Mistake]:
    """Why a handler is no argument."""
    if handler in _DEFINITIONS:
        yield (field,), f"`{handler}` is for routes and contracts: here the handler is an argument"
    else:
        yield from (((field,), said) for said in wrong_argument(handler))


def _wrong_definition(field: str, handler: str, types: Mapping[str, Type]) -> Iterator[Mistake]:
    """Why a handler is neither an argument nor a definition."""
    if handler in _DEFINITIONS:
        return
    yield from _wrong_handler(field, handler, types)
    # Any word may be the name of an argument; one that is almost the name of a definition is none.
    if handler.isalpha() and (near := suggestion(handler, _DEFINITIONS)):
        yield (field,), f"`{handler}` is not a handler{near}"


def _wrong_names(field: str, name: str, _types: Mapping[str, Type]) -> Iterator[Mistake]:
    if _MARK.findall(name) != ["{}"]:
        yield (field,), f"`{name}` must hold `{{}}` once, for what the methods are for"


def _wrong_responders(field: str, name: str, _types: Mapping[str, Type]) -> Iterator[Mistake]:
    if _MARK.findall(name) not in (["{}"], ["{Verb}"], ["{VERB}"]):
        yield (field,), f"`{name}` must hold `{{}}`, `{{Verb}}` or `{{VERB}}` once, for the verb"


def _wrong_generated(field: str, names: tuple[str, ...], _types: Mapping[str, Type]) -> Iterator[Mistake]:
    for at, name in enumerate(names):
        before, *others = name.split("{}")
        if not others or before.count("*") > 1 or any("*" in one for one in others):
            yield (field, at), f"`{name}` must hold `{{}}` once, for the service, and `*` at most once, before it"


@cache
def wrong_argument(spec: str) -> tuple[str, ...]:
    """Why what should name an argument does not."""
    wrong = [one for one in re.split(r"[|+]", spec) if not _ARGUMENT.fullmatch(one)]
    return tuple(f"`{one}` names no argument: see the beginning of seamark/catalogue/schema.py" for one in wrong)


def format_place(place: TableKey) -> str:
    """A place, as people write it: `routes[0].on[1]`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).removeprefix(".")


def suggestion(name: str, known: Iterable[str]) -> str:
    """Which of the names that are known somebody may have meant, as the end of a message; empty if it is like none."""
    near = difflib.get_close_matches(name, list(known), 1, _ALIKE)
    return f"; did you mean `{near[0]}`?" if near else ""
