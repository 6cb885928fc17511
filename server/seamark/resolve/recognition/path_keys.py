"""Tables whose keys are paths: `{ "/users": { GET: list } }`, `['/api' => ['/users' => [Users::class, 'GET']]]`.

Under a path stands what handles it, a row of a verb and a handler, a handler for each verb, or a further table of what
is below that path. What handles it is a function that is given a request, or any if what the path of a request says is
taken from the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct

from seamark.catalogue import VERBS
from seamark.extract import facts
from seamark.resolve.abstract_values import Place, Record, each
from seamark.resolve.call_sites.file_analysis import FileAnalysis

from . import bound_functions, request_methods, shapes
from .requested_paths import RequestedPaths
from .shapes import Field

MAX_DEPTH = 8
"""How deep tables may stand in each other."""
MAX_ENTRIES = 4_000
"""How many entries of a file's tables are looked at."""


class KeyedRow(Struct, frozen=True):
    """What stands under a path of a table of this name, with the path as a field."""

    table: str
    place: Place
    fields: list[Field]


class _Table(Struct, frozen=True):
    """An object, and the path below which its keys are."""

    name: str
    value: facts.Object
    place: Place
    below: str = ""


def rows(analysis: FileAnalysis) -> Iterator[KeyedRow]:
    """What stands under the paths of a file's tables. A table that stands in another one is a part of that."""
    written = (one for one in shapes.objects(analysis.view) if _is_table(one.value))
    found = [_Table(one.name, one.value, Place(analysis.view.path, one.scope)) for one in written]
    with_parts = [(one, list(_with_parts(analysis, one))) for one in found]
    inner = {id(part.value) for _, parts in with_parts for part in parts[1:]}
    asked = _asked_tables(analysis) if found else []
    for table in (part for one, parts in with_parts if id(one.value) not in inner for part in parts):
        is_asked = any(one is table.value or one == table.value for one in asked)
        for entry in _stated_entries(table):
            for fields in _fields(analysis, entry, table, is_asked=is_asked):
                yield KeyedRow(table.name, table.place, fields)


def _asked_tables(analysis: FileAnalysis) -> list[facts.Object]:
    """The objects of a file from which something is taken by the path of a request: `routes[req.url]`."""
    known, path = analysis.view.facts, analysis.view.path
    values: list[tuple[int, object]]
    values = [(one.scope, one.value) for one in known.bindings if not isinstance(one.value, facts.Object)]
    values += ((one.scope, one.call) for one in (*known.with_paths, *known.sites))
    values += ((number, one) for number, of in enumerate(known.definitions) for one in of.returns)
    found: list[facts.Object] = []
    for scope, value in values:
        for table, key in map(_taken, facts.within(value)):
            if table is None or key is None:
                continue
            asked = RequestedPaths(analysis, scope, {}).of(key)
            if asked is not None and asked.certain and not asked.is_split:
                meant = each(analysis.evaluator.meaning(table, Place(path, scope)))
                found += (one.value for one in meant if isinstance(one, Record) and one.place.path == path)
    return found


def _taken(value: object) -> tuple[facts.Value | None, facts.Value | None]:
    """The object and the key, which is not written out, by which something is taken from that."""
    match value:
        case facts.Element(of=facts.Name() | facts.Member() as of, key=key):
            return of, None if isinstance(key, facts.Literal | facts.Scalar | facts.Hole) else key
        case facts.Call(callee=facts.Member(of=facts.Name() | facts.Member() as of), arguments=(key, *_)):
            return of, None if isinstance(key.value, facts.Literal | facts.Scalar | facts.Hole) else key.value
    return None, None


def _with_parts(analysis: FileAnalysis, table: _Table) -> Iterator[_Table]:
    """A table and all that stand in it."""
    waiting, looked_at = [(table, 0)], 0
    while waiting and looked_at < MAX_ENTRIES:
        one, depth = waiting.pop()
        looked_at += len(one.value.entries)
        yield one
        if depth < MAX_DEPTH:
            waiting += ((part, depth + 1) for part in reversed([*_parts(analysis, one)]))


def _is_table(value: facts.Object) -> bool:
    """Whether an object has nothing but paths for its keys, one of them not empty, but for what is spread into it."""
    keys = [one for one in value.entries if one.key != "..."]
    return any(one.key for one in keys) and all(isinstance(one.named, facts.Literal) for one in keys)


def _stated_entries(table: _Table) -> Iterator[facts.Entry]:
    return (one for one in table.value.entries if isinstance(one.named, facts.Literal))


def _parts(analysis: FileAnalysis, table: _Table) -> Iterator[_Table]:
    """The tables that stand in one."""
    for entry in _stated_entries(table):
        for one in _objects(analysis, entry.value, table.place):
            if _is_table(one.value):
                yield _Table(table.name, one.value, one.place, f"{table.below}{entry.key}")


def _objects(analysis: FileAnalysis, value: facts.Value, place: Place) -> list[Record]:
    """The objects that a value is in this file: as it is written, or by its name."""
    if not isinstance(value, facts.Object | facts.Name):
        return []
    found = each(analysis.evaluator.meaning(value, place))
    return [one for one in found if isinstance(one, Record) and one.place.path == analysis.view.path]


def _fields(analysis: FileAnalysis, entry: facts.Entry, table: _Table, *, is_asked: bool) -> Iterator[list[Field]]:
    """The rows that stand under a path: they have a verb, or what answers requests; any function if the table is asked
    for those by the path of a request.
    """
    key = entry.named
    assert isinstance(key, facts.Literal)
    path = Field("", facts.Literal(f"{table.below}{key.text}", key.start, key.end))
    if not shapes.is_path(path.value):
        return
    if isinstance(entry.value, facts.Object):
        by_verb = [one for one in entry.value.entries if one.key.lower() in VERBS]
        for one in by_verb:
            verb = facts.Literal(one.key.upper(), key.start, key.start)
            yield [path, Field("", verb), Field("", one.value)]
        fields = [path, *(Field(one.key, one.value) for one in entry.value.entries)]
        if not by_verb and any(shapes.verbs_in(fields)):
            yield fields
        return
    items = entry.value.items if isinstance(entry.value, facts.List) else (entry.value,)
    fields = [path, *(Field("", one) for one in items)]
    if any(shapes.verbs_in(fields)) or _answers(analysis, items, table.place, is_asked=is_asked):
        yield fields


def _answers(analysis: FileAnalysis, values: Collection[facts.Value], place: Place, *, is_asked: bool) -> bool:
    """Whether one of some values is a function or a class that answers requests."""
    functions = (one for value in values for one in bound_functions.functions(analysis, value, place))
    return any(is_asked or request_methods.answers(analysis, one) for one in functions)
