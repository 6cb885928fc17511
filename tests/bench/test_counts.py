"""Work that is bounded however slow the machine is: what more of it is done than here must have a good reason.

It must not grow faster than what there is to do either. `make growth` looks at that for many more workspaces.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import pytest

from seamark.index import Index
from seamark.resolve.evaluation.members import classes
from tests.bench.counting import alone, calls, counted
from tests.bench.documents import document
from tests.bench.generated import generate
from tests.bench.patterns import PATTERNS, Files

ROOT = Path(__file__).parents[2]


class Counted(NamedTuple):
    findings_a_file: float
    parses_a_file: float
    evaluations_a_call: float
    candidates_a_port: float
    """Calls of which it was asked what they state, for each that states something: the others are work for nothing."""


MEASURED = {
    "fixtures": Counted(findings_a_file=1.35, parses_a_file=0.98, evaluations_a_call=11.6, candidates_a_port=3.83),
    "generated": Counted(findings_a_file=1.29, parses_a_file=0.62, evaluations_a_call=7.86, candidates_a_port=3.19),
    "java_own_client": Counted(findings_a_file=1.0, parses_a_file=1.0, evaluations_a_call=32.34, candidates_a_port=1.1),
    "go_own_clients": Counted(findings_a_file=6.5, parses_a_file=0.95, evaluations_a_call=62.2, candidates_a_port=9.62),
}
"""What was done when this was last looked at; whoever makes it less puts the new numbers here."""

ALLOWED = 1.1
"""How much of that may be done."""


def count(tree: Path) -> Counted:
    files = sum(path.is_file() for path in tree.rglob("*"))
    with counted() as counts:
        index = Index([tree])
        index.load()
    ports = len(index.ports())
    assert ports and counts["call sites"]
    return Counted(
        counts["findings"] / files,
        counts["parses"] / files,
        counts["evaluations"] / counts["call sites"],
        counts["candidates"] / ports,
    )


@pytest.fixture
def tree(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param in PATTERNS:
        return written(tmp_path, PATTERNS[request.param].files(20))
    if request.param != "generated":
        return ROOT / str(request.param)
    generate(tmp_path, range(60))
    return tmp_path


@pytest.mark.parametrize(("tree", "measured"), MEASURED.items(), indirect=["tree"], ids=MEASURED)
def test_no_more_is_done_than_was(tree: Path, measured: Counted) -> None:
    found = count(tree)
    more = {
        what: f"{number:.3f} instead of {before}"
        for what, number, before in zip(Counted._fields, found, measured, strict=True)
        if number > before * ALLOWED
    }
    assert more == {}


WORK_OF_A_LINE = 48
"""How many lines and calls of Python read one line of a large document: PyYAML's parser in C takes twice the time."""


def test_a_line_of_a_large_document_is_little_work(tmp_path: Path) -> None:
    lines = 20_000
    index = Index([tmp_path])
    index.open("openapi.yaml", document(60).encode())
    with calls() as counts:
        index.open("openapi.yaml", document(lines).encode())
        assert len(index.ports()) > lines / 20
    assert counts.total() < WORK_OF_A_LINE * ALLOWED * lines


COUNTED = {
    **dict.fromkeys(("py_routes", "ts_routes", "go_routes", "php_routes", "rs_requests"), 20),
    **dict.fromkeys(("py_wrapcalls", "ts_wrapcalls", "py_chain", "small_files"), 20),
    **dict.fromkeys(("c_cases", "ts_cases", "py_choosing", "go_stored"), 100),
    **dict.fromkeys(("ts_telling_apart", "go_handed_requests", "ts_path_cuts"), 40),
    **dict.fromkeys(("ts_path_guards", "ts_path_names", "py_class_paths", "py_classes_with_paths"), 80),
    **dict.fromkeys(("ts_options_set_again", "ts_options_of_functions", "ts_url_parts"), 80),
    **dict.fromkeys(("ts_chain", "php_chain", "go_chain", "rs_routes_chain", "go_concat"), 50),
    **dict.fromkeys(("ts_then", "ts_nest_cb"), 100),
    **dict.fromkeys(("py_list2", "ts_spread2", "c_fnmacro_double", "rs_paths2", "ts_conditions2"), 10),
    **dict.fromkeys(("yaml_laughs", "yaml_merge2", "graphql_fragments2"), 10),
    **dict.fromkeys(("py_wrap2", "ts_wrap2"), 4),
    **dict.fromkeys(("ts_reexport_chain", "py_class_chain_files", "openapi_ref_files", "tsconfig_extends"), 8),
    **dict.fromkeys(("c_words", "java_words", "c_declared_again", "js_calls_of_calls", "py_calls_of_calls"), 40),
    **dict.fromkeys(("py_names_of_their_own_type", "go_names_of_their_own_type"), 40),
    **dict.fromkeys(("java_methods", "py_methods"), 20),
    **dict.fromkeys(("py_tasks", "py_decorators", "ts_decorators", "php_attributes", "rs_attributes"), 50),
    "ts_kept_members": 10,
    **dict.fromkeys(("kotlin_routes", "kotlin_requests"), 20),
    **dict.fromkeys(("java_shared_names", "java_own_client", "java_inherited_requests"), 12),
    **dict.fromkeys(("proto_methods", "graphql_fields", "manifest_go_mod"), 20),
}
"""Patterns, and the smallest of three sizes at which their work is counted: the others are twice and four times it."""

MORE = 2.4
"""How many times as much the second doubling may add as the first: 2 if work is linear, 4 if it is quadratic."""


def written(root: Path, files: Files) -> Path:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return root


def added(count: Callable[[int], int], size: int) -> float:
    """How many times as much the second doubling of a size adds as the first."""
    count(size)  # Whatever is done but once.
    one, two, four = (count(size * times) for times in (1, 2, 4))
    return (four - two) / (two - one)


def counting(name: str, root: Path) -> Callable[[int], int]:
    """What counts the work for a pattern of a size."""

    def count(size: int) -> int:
        tree = written(root / str(size), PATTERNS[name].files(size))
        with calls() as counts:
            index = Index([tree])
            index.load()
            index.boundaries()
        return counts.total()

    return count


@pytest.mark.parametrize("name", COUNTED)
def test_twice_as_much_is_not_more_than_twice_the_work(name: str, tmp_path: Path) -> None:
    assert added(counting(name, tmp_path), COUNTED[name]) < MORE


def test_each_class_of_a_chain_is_looked_into_a_few_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The heirs of each are, as far as they count: here few, so that little is enough to count that.

    What is above each is gone through as well, up to `MAX_LINEAGE`, though not looked into.
    """
    monkeypatch.setattr(classes, "MAX_HEIRS", 4)
    assert added(counting("java_package", tmp_path), 10) < 3


def test_heirs_are_looked_for_once_however_many_members_are_asked_for(tmp_path: Path) -> None:
    def count(members: int) -> int:
        names = [f"m{number}" for number in range(members)]
        abstract = "".join(f"  abstract String {name}();\n" for name in names)
        stated = "".join(f'  String {name}() {{ return "/{name}"; }}\n' for name in names)
        asked = "".join(f"    rest.getForObject(base.{name}(), String.class);\n" for name in names)
        base = f"package a;\npublic abstract class Base {{\n{abstract}}}\n"
        fields = "  Base base;\n  org.springframework.web.client.RestTemplate rest;\n"
        user = f"package a;\npublic class User {{\n{fields}  void all() {{\n{asked}  }}\n}}\n"
        heirs = {f"a/C{i}.java": f"package a;\npublic class C{i} extends Base {{\n{stated}}}\n" for i in range(4)}
        tree = written(tmp_path / str(members), {"a/Base.java": base, "a/User.java": user, **heirs})
        with alone(), mock.patch.object(classes, "_heirs", wraps=classes._heirs) as looked_for:
            Index([tree]).load()
        return looked_for.call_count

    assert 0 < count(4) == count(12)


def test_a_folder_is_not_looked_at_for_each_of_its_files(tmp_path: Path) -> None:
    tree = written(tmp_path, PATTERNS["java_shared_names"].files(20))
    with alone(), mock.patch.object(Path, "is_file", autospec=True, side_effect=Path.is_file) as looked_at:
        Index([tree]).load()
    assert looked_at.call_args_list.count(mock.call(tree)) <= 1


def test_work_that_grows_faster_is_seen() -> None:
    def pairs(size: int) -> int:
        with calls() as counts:
            for number in range(size):
                for _ in range(number):
                    len(())
        return counts["called"]

    assert added(pairs, 10) > 3.5


def test_loops_that_call_nothing_are_seen() -> None:
    def pairs(size: int) -> int:
        with calls() as counts:
            _ = [{other for other in range(number) if other == size} for number in range(size)]
        return counts["lines"]

    assert added(pairs, 10) > 3
