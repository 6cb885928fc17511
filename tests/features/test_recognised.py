"""What docs/recognised.md says is recognised is what the catalogue has, and all of it is held by cases."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from seamark.catalogue import Library, libraries
from seamark.languages import LANGUAGES

from .test_cases import CASES

PAGE = Path(__file__).parents[2] / "docs" / "recognised.md"
_SECTION = re.compile(r"^## (.+)\n", re.MULTILINE)
_GROUP = re.compile(r"^### (.+)\n", re.MULTILINE)
_ROW = re.compile(r"^\|(.*\S.*)\|(.*\S.*)\| `(\w+)` +\|$")
_LANGUAGES = {
    section: language.name
    for section in _SECTION.findall(PAGE.read_text("utf-8"))
    for language in LANGUAGES
    if section.partition(" and ")[0] == language.title
}
_MECHANISMS = {"gRPC": "grpc", "Queues and jobs": "queue", "Temporal": "temporal", "GraphQL": "graphql"}
_GROUPS = ("Servers", "Clients", "Generated clients", *_MECHANISMS, "Texts")


def documented() -> Counter[tuple[str, str, str]]:
    """The page's rows: for each its section, the heading within that, and the library."""
    found: Counter[tuple[str, str, str]] = Counter()
    _, *sections = _SECTION.split(PAGE.read_text("utf-8"))
    for section, body in zip(sections[::2], sections[1::2], strict=True):
        if section not in _LANGUAGES:
            continue
        _, *groups = _GROUP.split(body)
        assert groups[::2] == [group for group in _GROUPS if group in groups[::2]], section
        for group, table in zip(groups[::2], groups[1::2], strict=True):
            title, line, *rows = table.strip().splitlines()
            assert title.startswith("| Library ") and not line.strip("|-"), table
            for row in rows:
                match = _ROW.match(row)
                assert match, f"no row of a name, what is read and the `table`: {row}"
                found[section, "Clients" if group == "Generated clients" else group, match[3]] += 1
    return found


def groups_of(library: Library) -> set[str]:
    """The headings below which a library stands: what it serves, calls, or is in between."""
    paths = any(kind.role == "path" for kind in library.types.values())
    groups = {group for group, mechanism in _MECHANISMS.items() if sides(library, mechanism)}
    stated = (
        library.routes,
        library.resources,
        library.presets,
        library.procedures,
        library.implementations,
        library.route_tables,
        library.guarding,
        library.object_trees,
        library.repositories,
        library.resource_classes,
        library.route_files,
        library.trees,
        library.conventions,
    )
    if any(stated) or paths:
        groups.add("Servers")
    if library.requests or library.client_proxies or library.gathered:
        groups.add("Clients")
    return groups or {"Texts"}


def sides(library: Library, mechanism: str) -> set[str]:
    """Whether a library serves or calls by a mechanism, or both."""
    found: set[str] = {row.role for row in library.contracts if row.mechanism == mechanism}
    generated = any(row.servers for row in library.generated)
    if (mechanism == "grpc" and generated) or (mechanism == "queue" and library.performing):
        found.add("exposes")
    if mechanism == "graphql" and library.field_classes:
        found.add("exposes")
    return found


def sections_of(library: Library) -> set[str]:
    """The languages below which a library stands: what is for C is for C++, and stands there once."""
    languages = set(library.languages)
    if "c" in languages:
        languages.remove("cpp")
    return {section for section, language in _LANGUAGES.items() if language in languages}


def test_the_page_has_a_section_for_each_language() -> None:
    assert sorted(_LANGUAGES.values()) == sorted(language.name for language in LANGUAGES), PAGE.name


def test_the_page_says_what_the_catalogue_has() -> None:
    assert documented() == Counter(
        (section, group, library.name)
        for library in libraries()
        for section in sections_of(library)
        for group in groups_of(library)
    ), f"{PAGE.name} (left) and what the tables hold (right): section, heading, table"


@pytest.mark.parametrize("mechanism", ["grpc", "queue", "temporal"])
def test_both_sides_of_each_mechanism_are_recognised(mechanism: str) -> None:
    found = {library.name: sides(library, mechanism) for library in libraries()}
    assert {name: each for name, each in found.items() if each and len(each) < 2} == {}


@pytest.mark.parametrize("library", [pytest.param(library, id=library.name) for library in libraries()])
def test_each_library_has_its_cases(library: Library) -> None:
    text = (CASES / f"{library.name}.txt").read_text("utf-8")
    cases = re.split(r"^=== ", text, flags=re.MULTILINE)[1:]
    assert any(case.count("//- ") > 1 for case in cases), f"{library.name}.txt has no case over two files"
    assert sum(case.startswith("not ") for case in cases) >= 2, f"{library.name}.txt has fewer than two `not …`"
