"""Tables of routes: what an entry says besides the path with which a loop compares that of a request.

{ "/api/users", "/{id}", get_user, { JSON, 0 }, true, HTTP_GET | HTTP_PUT },
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec.structs import replace

from seamark.catalogue import VERBS
from seamark.extract import facts
from seamark.resolve.abstract_values import Argument, Bound, Definition, Item, Text, each, function_of
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation import Evaluator
from seamark.resolve.http.verbs import enumerated_verbs
from seamark.resolve.partial_texts.texts import concat

MAX_ENTRIES = 500
"""Of a longer table it is not asked what a column has in all entries."""
REST = Text(("/*",))


def handler(site: CallSite) -> Definition | None:
    """The function in the entry that the loop is at, if there is one only."""
    evaluator, project = site.analysis.evaluator, site.analysis.project
    named = (
        evaluator.meaning(part, one.place) for one in _entries(site) for part in contract_spans.texts_in(one.value)
    )
    found = dict.fromkeys(option for meaning in named for option in each(meaning) if isinstance(option, Definition))
    placed = [(one, project.locate(one)) for one in found]
    functions = [one for one, at in placed if at is not None and project.definition(*at).kind != "class"]
    return functions[0] if len(functions) == 1 else None


def verbs(site: CallSite) -> tuple[str, ...]:
    """The verbs in the entry that the loop is at: texts, or what enumerators are called, each or set together."""
    stated = (Argument(field, one.place) for one in _entries(site) for _, field in fields(one.value))
    return first_verbs(site.analysis.evaluator, stated)


def first_verbs(evaluator: Evaluator, given: Iterable[Argument]) -> tuple[str, ...]:
    """The verbs that the first of several expressions states that states some."""
    for one in given:
        found = tuple(enumerated_verbs(one.value))
        # A function that is called `users_Get` says nothing of verbs.
        if found and not any(isinstance(of, Definition) for of in each(evaluator.meaning(one.value, one.place))):
            return found
    return ()


def handlers_by_verb(site: CallSite, given: Iterable[Item]) -> dict[str, Definition]:
    """The functions that entries among what is given have in fields which are named for verbs, each by its verb.

    { path: "/users", get: list, post: { handler: add, access: allow("edit") } }
    """
    return {
        str(name).upper(): function
        for one in given
        for name, field in _written_fields(site, one)
        if str(name).lower() in VERBS
        for function in islice(_functions(site, field), 1)
    }


def _functions(site: CallSite, field: Argument) -> Iterator[Definition]:
    """The functions that a field of an entry has: itself, or its own fields."""
    for one in (field, *(inner for _, inner in _written_fields(site, field))):
        for option in each(site.analysis.evaluator.meaning(one.value, one.place)):
            if isinstance(option, Definition | Bound) and not site.analysis.evaluator.is_class(function_of(option)):
                yield function_of(option)


def _written_fields(site: CallSite, given: Item) -> Iterator[tuple[str | int, Argument]]:
    for written, place in contract_spans.written_items(site, given) if isinstance(given, Argument) else ():
        yield from ((name, Argument(field, place)) for name, field in fields(written))


def complete_path(site: CallSite, path: Text) -> Text:
    """A path with the rest that the entry states of it, where the comparison leaves that open.

    It is stated in a column in which all entries have the rest of a path, or nothing.
    """
    known = path.known_string
    if known is None or not known.endswith("/*"):
        return path
    for element, entry in site.place.rounds.items():
        row = fields(entry.value) if isinstance(entry, Argument) else []
        if any(isinstance(field, facts.Literal) and field.text == known[:-2] for _, field in row):
            for column, field in row:
                if isinstance(field, facts.Literal) and _is_rest(field) and _all_rest(site, element, column):
                    stem = replace(path, parts=(known[:-2],))
                    return concat((stem, Text((field.text,)))) if field.text else stem
    return path


def _is_rest(field: facts.Value) -> bool:
    return isinstance(field, facts.Literal) and (not field.text or field.text.startswith("/"))


def _all_rest(site: CallSite, element: facts.Element, column: str | int) -> bool:
    """Whether a column of the table has the rest of a path in some entries, and nothing in all others."""
    evaluator = site.analysis.evaluator
    table = evaluator.raw_items(evaluator.meaning(element.of, site.place))
    rows = [dict(fields(one.value)) for one in table[: MAX_ENTRIES + 1] if isinstance(one, Argument)]
    texts = [row[column] for row in rows if column in row]
    stated = [one.text for one in texts if isinstance(one, facts.Literal)]
    return len(rows) <= MAX_ENTRIES and all(map(_is_rest, texts)) and any(stated) and not all(stated)


def _entries(site: CallSite) -> Iterator[Argument]:
    return (one for one in site.place.rounds.values() if isinstance(one, Argument))


def fields(entry: facts.Value) -> list[tuple[str | int, facts.Value]]:
    """The fields of an entry, each by its name or its number."""
    match entry:
        case facts.Call(new=True, arguments=given):
            return [(one.name or number, one.value) for number, one in enumerate(given)]
        case facts.List(items=items):
            return [*enumerate(items)]
        case facts.Object(entries=named):
            return [(one.key, one.value) for one in named]
    return []
