"""Fields of the catalogue's schema serve several libraries: what one alone needs is code of that library."""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec

from seamark.catalogue import schema
from seamark.catalogue.loading import libraries
from seamark.resolve.recognition.call_explanations import REQUIREMENTS

ROWS_OF_ONE = {
    "Aliasing": "Spring: annotations of annotations",
    "AppRoot": "Nextcloud: what `RouteFile` lists",
    "Applying": "Kotlin's own functions, as `apply`",
    "BoundClass": "Spring: `@ConfigurationProperties`",
    "ClassHandler": "Django REST framework: `as_view`",
    "Component": "Vue's `this`",
    "Convention": "Yii",
    "Declares": "Temporal, in all of its languages",
    "Further": "Django REST framework: `@action`",
    "Generated": "gRPC, in all of its languages",
    "Guarding": "Python's `http.server`",
    "Implementation": "ts-rest",
    "Listing": "Symfony: `routes.yaml`",
    "MappedClass": "servlets of `web.xml`",
    "Modules": "Nest",
    "ObjectTree": "CherryPy",
    "PathClass": "Ktor: `@Resource`",
    "Preset": "Laravel: `Auth::routes`",
    "Procedures": "tRPC",
    "Repository": "Spring Data REST",
    "ResourceClass": "API Platform",
    "RouteFile": "Nextcloud: `routes.php`",
    "RouteTable": "Bun",
    "TaggedMethods": "GoFrame",
}
"""Kinds of rows that one library has, and which: each should be a module of its own. The list only shrinks."""

FIELDS_OF_ONE = {
    "Library": "by_module endings generated_lines given memoizing refusals tables",
    "Action": "called",
    "Cases": "case each function holds marked names provided tests values",
    "ClientProxy": "base prefix stated_by",
    "Comparison": "certain ends pattern scans",
    "Contract": "capital each evidence files goes_by less other_use patterns prefix serves service unless whole within",
    "Controller": "bases known_as locating settings version versioning",
    "DeclaredClient": "host",
    "FieldClass": "bases by merged runs",
    "Gathered": "apart constructed_by extends if_sent options pairs",
    "Giving": "asks base function parameter",
    "Invoking": "by key methods provides",
    "Make": "controller either joins namespace",
    "Mount": "apart default function known_as_member known_as_then pattern then verbs",
    "NamedUrl": "alone function other",
    "Option": "scheme",
    "Passing": "otherwise under",
    "Performing": "field of",
    "Prefix": "assigned default otherwise part spared spared_path spared_verb",
    "Properties": "named shared",
    "Request": "resolves runs sent served verb_in_url within",
    "Resource": "allowed by_item goes_by pattern shallow single",
    "Route": "answered below_class by_handler closed defaults everything folds_verbs localised mapping "
    "optional suffix without",
    "RouteNames": "modules tags",
    "Stored": "default of_key value",
    "TextOperation": "below segments verb",
    "Tree": "members",
    "Type": "asks each given_to members provide provided provides running runs told version within",
}
"""Fields that one library uses, in rows that others have as well. The list only shrinks: a new field serves three."""


def row_in(hint: Any) -> type[msgspec.Struct] | None:
    """The kind of rows that a field holds."""
    if inspect.isclass(hint) and issubclass(hint, msgspec.Struct):
        return hint
    return next(filter(None, map(row_in, get_args(hint))), None)


def stating(kind: type[msgspec.Struct], field: str) -> str:
    """The class of rows in which a field is declared, be it above this one."""
    return next(one.__name__ for one in reversed(kind.__mro__) if field in getattr(one, "__annotations__", {}))


def used_in(row: Any) -> Iterator[tuple[str, str]]:
    """The fields with values of their own in a row and those in it, each with the class that declares it."""
    hints = get_type_hints(type(row))
    for field in msgspec.structs.fields(row):
        value = getattr(row, field.name)
        if value != field.default:
            yield stating(type(row), field.name), field.name
            if row_in(hints[field.name]) is not None:
                for one in (
                    value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else [value]
                ):
                    yield from used_in(one)


@cache
def libraries_by_field() -> dict[tuple[str, str], set[str]]:
    """The libraries that use each field: those of `schema`, by the class of rows and the name."""
    found = defaultdict[tuple[str, str], set[str]](set)
    for library in libraries():
        for field in used_in(library):
            found[field].add(library.name)
    return found


def test_fields_serve_several_libraries() -> None:
    found = defaultdict[str, set[str]](set)
    for (kind, field), using in libraries_by_field().items():
        held = row_in(get_type_hints(getattr(schema, kind))[field])
        if len(using) == 1 and kind not in ROWS_OF_ONE and (held is None or held.__name__ not in ROWS_OF_ONE):
            found[kind].add(field)
    assert found == {kind: set(fields.split()) for kind, fields in FIELDS_OF_ONE.items()}


def test_rows_of_one_library_are_still_of_one() -> None:
    used = {kind: [using for (of, _), using in libraries_by_field().items() if of == kind] for kind in ROWS_OF_ONE}
    assert [kind for kind, using in used.items() if len(set[str]().union(*using)) != 1] == []


def test_what_the_doctor_names_are_fields_of_rows() -> None:
    rows = (schema.Route, schema.Request, schema.Contract)
    fields = {field.name for row in rows for field in msgspec.structs.fields(row)}
    assert fields.issuperset(REQUIREMENTS)
