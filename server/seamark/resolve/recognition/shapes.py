"""What arguments of calls and fields of rows look like: paths, verbs, and functions that may handle something."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from seamark.catalogue import DEFAULT, VERBS
from seamark.catalogue.path_takers import PATH_KEYS, VERB_KEYS, adds_to_list, is_path_constant
from seamark.extract import facts
from seamark.patterns import regex
from seamark.resolve.hand_written_routes import dispatch_tables
from seamark.resolve.http import verbs
from seamark.resolve.workspace_facts.view import View, last_name

PATTERN = "^"
"""What a regular expression begins with that is one of whole paths."""
PATTERN_END = "$"
"""What it ends with."""
ORIGIN = regex(facts.NEAR_ORIGIN)
"""How a URL begins that may be one of a program here."""
BEGIN = regex(
    rf"(?:[A-Z]+ )?\^?(?:(?:(?:\{{\}}){{0,2}}|{facts.NEAR_ORIGIN})/|(?:api|rest|rpc|v\d{{1,2}})/)"
    r"(?:[A-Za-z_:{<]|\.well-known/)"
)
"""How a path begins, or an expression of paths, behind a verb or a base, or without its first slash."""

_BARE = regex(r"[A-Za-z_][\w.-]*(?:/(?:[\w.-]+|[:{<*][^/\s]*))*/?")
_PARAMETER = regex(r"/(?::\w|\{\w|<\w)")


class Field(Struct, frozen=True):
    """An argument of a call or a part of a row, with the name by which it is given."""

    name: str
    value: facts.Value


def paths(fields: Sequence[Field], names: Collection[str] = (), *, constants: bool = False) -> Iterator[facts.Value]:
    """The values that are written like paths, or such `names`; of those with a name, what is called as paths are.

    So are `constants` that are named so.
    """
    for one in fields:
        is_named = one.name and not one.name.isdigit()
        is_stated = is_path(one.value) or _is_one_of(one.value, names) or (constants and _is_path_constant(one.value))
        if is_stated and (not is_named or one.name.lower() in PATH_KEYS):
            yield one.value


def _is_path_constant(value: facts.Value) -> bool:
    """Whether a value has the name of a constant that is a path: `USERS_PATH`, `Paths.USERS`."""
    match value:
        case facts.Member(of=facts.Name(name=of) | facts.Member(name=of), name=name):
            return is_path_constant(name, of)
        case facts.Name(name=name):
            return is_path_constant(name)
    return False


def _is_one_of(value: facts.Value, names: Collection[str]) -> bool:
    """Whether a value is one of these names, or a member of `this` that is."""
    match value:
        case facts.Name(name=name) | facts.Member(of=facts.This(), name=name):
            return name in names
    return False


def is_path(value: facts.Value) -> bool:
    """Whether an expression is written like a path."""
    match value:
        case facts.Literal(text=text):
            return BEGIN.match(text) is not None
        case facts.Concat(parts=parts):
            text = "".join(part.text if isinstance(part, facts.Literal) else "{}" for part in parts)
            return BEGIN.match(text) is not None
        case facts.Call(callee=facts.Name() | facts.Member(), arguments=(first, *_)):
            return isinstance(first.value, facts.Literal | facts.Concat) and is_path(first.value)
    return False


def bare_path(fields: Sequence[Field]) -> facts.Literal | None:
    """The text that is given first, or behind a verb, if a path may be written so whose first slash is left out."""
    for one in fields[:2]:
        if one.name and not one.name.isdigit() and one.name.lower() not in PATH_KEYS:
            return None
        if not any(verbs_in([one])):
            text = one.value
            return text if isinstance(text, facts.Literal) and _BARE.fullmatch(text.text) is not None else None
    return None


def has_parameter(text: str) -> bool:
    """Whether a path has a part that is a parameter, which names of events, files and types have not."""
    return _PARAMETER.search(text) is not None


def verbs_in(fields: Sequence[Field]) -> Iterator[str]:
    """The verbs that fields state: texts, lists of some, or what enumerators are called."""
    for one in fields:
        for value in one.value.items if isinstance(one.value, facts.List) else (one.value,):
            if isinstance(value, facts.Literal) and value.text.lower() in VERBS:
                yield value.text.upper()
            elif not one.name or one.name.isdigit() or one.name.lower() in VERB_KEYS:
                yield from verbs.enumerated_verbs(value)


_V = TypeVar("_V")


class Written(Struct, Generic[_V], frozen=True):
    """What is written out in a file: its name, or that of the function or call that it is given to or by.

    What a file offers as a whole goes by the name of the file. `type` is what it is declared to be, or to hold.
    """

    name: str
    value: _V
    scope: int
    type: facts.Value | None = None


def lists(view: View) -> Iterator[Written[facts.List]]:
    """The lists of a file that have a name, or are what it offers, and those that calls are given.

    So are those in such an object (`{ books: [...], shelves: [...] }`), and what is added to something with a name.
    """
    for site in _sites(view):
        call = site.call
        if isinstance(call.callee, facts.Member) and adds_to_list(call.callee.name):
            added = facts.List(tuple(given.value for given in call.arguments), call.start, call.end)
            yield Written(last_name(call.callee.of), added, site.scope)
    for one in _written(view):
        if isinstance(one.value, facts.List):
            yield Written(one.name, one.value, one.scope, one.type)
        elif isinstance(one.value, facts.Object):
            for entry in one.value.entries:
                if isinstance(entry.value, facts.List):
                    yield Written(f"{one.name}.{entry.key}", entry.value, one.scope)


def objects(view: View) -> Iterator[Written[facts.Object]]:
    """The same for its objects, and for what is made of pairs of a path and a value: `mapOf("/users" to ::list)`."""
    for one in _written(view):
        value = _of_pairs(one.value) if isinstance(one.value, facts.Call) else one.value
        if isinstance(value, facts.Object):
            yield Written(one.name, value, one.scope)


def _of_pairs(call: facts.Call) -> facts.Object | None:
    """The object that a call makes if all that it is given are calls of one method on paths with one value each."""
    entries: list[facts.Entry] = []
    methods = set[str]()
    for given in call.arguments:
        match given.value:
            case facts.Call(
                callee=facts.Member(of=facts.Literal() as key, name=name), arguments=(facts.Argument(value=value),)
            ) if is_path(key):
                entries.append(facts.stated_entry(key, value))
                methods.add(name)
            case _:
                return None
    return facts.Object(tuple(entries), call.start, call.end) if len(methods) == 1 else None


def _sites(view: View) -> Iterator[facts.Site]:
    yield from view.facts.with_paths
    yield from view.facts.sites


def _written(view: View) -> Iterator[Written[facts.Value]]:
    known = view.facts
    for bound in known.bindings:
        yield Written(bound.name, bound.value, bound.scope, bound.type)
    for index, one in enumerate(known.definitions):
        for value in one.returns:
            yield Written(one.name, value, index)
    for export in known.exports or ():
        if export.name in (facts.ONLY, DEFAULT):
            yield Written(view.path.rpartition("/")[2], export.value, facts.MODULE)
    for changed in known.assignments:
        yield Written(changed.target.name, changed.value, changed.scope)
    for site in _sites(view):
        name = last_name(site.call.callee)
        for given in site.call.arguments:
            yield Written(name, given.value, site.scope)


def row_type(table: Written[facts.List], row: facts.Value) -> facts.Value | None:
    """What a row of a table is stated to be: where it is made, or where the table is declared."""
    match row, table.type:
        case facts.Call(callee=made, new=True), _:
            return made
        case _, facts.List(items=(only,)) | facts.Element(key=only):
            return only
    return table.type


def fields(row: facts.Value) -> list[Field]:
    """The fields of a row of a list, by their names or numbers, and those of a field that holds the path of several.

    A field that lists paths is one with each of them.
    """
    found: list[Field] = []
    for key, value in dispatch_tables.fields(row):
        inner = value.items if isinstance(value, facts.List) else ()
        if len(inner) > 1 and all(map(is_path, inner)):
            found += (Field(str(key), one) for one in inner)
        elif any(map(is_path, inner)):
            found += (Field(str(number), one) for number, one in enumerate(inner))
        else:
            found.append(Field(str(key), value))
    return found
