"""The order of Seamark's parts and rooms, and what only one of them may do.

What may import what is stated in `pyproject.toml` (`tool.importlinter`).
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

import seamark
from seamark.catalogue import VERBS, Catalogue, libraries
from seamark.index.persistence.versions import OURS
from seamark.keys import MECHANISMS
from seamark.source import DIALECTS

ROOT = Path(seamark.__file__).parent

KNOW_LANGUAGES = ("languages", "source/", "extract/", "resolve/module_resolution/", "adapters")
"""The modules that may name a language."""

PROJECT = str(Path(__file__).parents[2] / "pyproject.toml")

MODULES = sorted(path.relative_to(ROOT).with_suffix("").as_posix() for path in ROOT.rglob("*.py"))

PACKAGES = sorted(path.parent.relative_to(ROOT).as_posix() for path in ROOT.rglob("*/__init__.py"))


def part(module: str) -> str:
    return module.partition("/")[0]


@cache
def tree(module: str) -> ast.Module:
    return ast.parse((ROOT / f"{module}.py").read_bytes())


@cache
def may_be_imported() -> dict[str, set[str]]:
    """The parts that `pyproject.toml` speaks of, each with those that may import it."""
    table = tomllib.loads(Path(PROJECT).read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    found: dict[str, set[str]] = {}
    for contract in table:
        for one in contract.get("protected_modules", ()):
            some = (importer.partition(" ")[0] for importer in contract.get("ignore_imports", ()))
            found[one] = {*contract["allowed_importers"], *(importer.removesuffix(".**") for importer in some)}
    return found


@cache
def graph() -> grimp.ImportGraph:
    """Which of our modules imports which, wherever in it, be it for types."""
    return grimp.build_graph("seamark", cache_dir=None)


def test_parts_and_rooms_import_what_they_may() -> None:
    # In a process of its own: it sets up logging for the whole process that it runs in.
    lint = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(sys.argv[1], no_cache=True))"
    run = subprocess.run([sys.executable, "-c", lint, PROJECT], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_every_part_has_its_place() -> None:
    importers = {f"seamark.{part(module)}" for module in MODULES} - {"seamark.__init__"}
    assert importers <= set(may_be_imported())


def test_no_module_imports_another_in_a_circle() -> None:
    modules = graph().modules
    TopologicalSorter({one: graph().find_modules_directly_imported_by(one) for one in modules}).prepare()


@pytest.mark.parametrize("name", ["catalogue", "documents", "extract", "resolve"])
def test_what_is_kept_depends_on_all_code_that_has_a_say_in_it(name: str) -> None:
    loaded = {one.split(".")[1] for one in graph().find_upstream_modules(f"seamark.{name}", as_package=True)}
    assert loaded - {"pipes"} <= {part.removesuffix(".py") for part in OURS}  # What is said to processes is the same.


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_what_it_is_for(package: str) -> None:
    words = ast.get_docstring(tree(f"{package}/__init__")) or ""
    assert [line.partition(":")[0] for line in words.splitlines() if line.startswith(("In:", "Out:", "Never:"))] == [
        "In",
        "Out",
        "Never",
    ]


@pytest.mark.parametrize("module", [module for module in MODULES if part(module) != "cli"])
def test_only_the_command_line_prints(module: str) -> None:
    calls = (node.func for node in ast.walk(tree(module)) if isinstance(node, ast.Call))
    assert [f for f in calls if isinstance(f, ast.Name) and f.id == "print"] == []


STARTS = {
    "cli/reviewing/git",
    "index/reading/workers",
    "index/shares/reading_processes",
    "lsp/child",
    "source/parsing/trials",
}
"""The modules that start programs: git, and processes of our own."""


def test_programs_are_started_in_few_places() -> None:
    found = {module for module in MODULES if imported_by(module) & {"subprocess", "pty", "asyncio.subprocess"}}
    assert found == STARTS


@pytest.mark.parametrize("module", MODULES)
def test_no_program_is_started_by_the_system(module: str) -> None:
    names = {node.attr for node in ast.walk(tree(module)) if isinstance(node, ast.Attribute) and is_os(node.value)}
    assert {
        name for name in names if re.match(r"system$|popen$|exec[lv]|spawn|posix_spawn|startfile|fork", name)
    } == set()


def imported_by(module: str) -> set[str]:
    """The modules of others that one imports."""
    found: set[str] = set()
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def is_os(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "os"


def written(module: str) -> set[str]:
    """The texts that stand in a module."""
    constants = (node.value for node in ast.walk(tree(module)) if isinstance(node, ast.Constant))
    return {text for text in constants if isinstance(text, str)}


@pytest.mark.parametrize("module", MODULES)
def test_libraries_stand_in_the_catalogue_and_nowhere_else(module: str) -> None:
    tables = {path.stem for path in (ROOT / "catalogue").rglob("*.toml")}
    libraries = tables - {dialect.name for dialect in DIALECTS}  # A language's own table is called as the language.
    if part(module) in ("cli", "documents"):
        libraries -= {module.rpartition("/")[2]}  # A module is called as the documents that it reads or writes.
    libraries -= set(MECHANISMS)  # gRPC is both.
    words = {re.split(r"[./]", text)[0] for text in written(module) if re.fullmatch(r"\S+", text)}
    assert words & libraries == set()


def constants(module: str) -> str:
    """The texts and numbers that stand in a module, one a line; what only documents it is none."""
    documenting = {id(node.value) for node in ast.walk(tree(module)) if isinstance(node, ast.Expr)}
    nodes = (node for node in ast.walk(tree(module)) if isinstance(node, ast.Constant) and id(node) not in documenting)
    return "\n".join(one.value.decode("latin-1") if isinstance(one.value, bytes) else str(one.value) for one in nodes)


def query(path: Path) -> str:
    """What stands in a query without its comments."""
    return "\n".join(line.partition(";")[0] for line in path.read_text("utf-8").splitlines())


EXTRACTING = {module: constants(module) for module in MODULES if part(module) == "extract"} | {
    path.relative_to(ROOT).as_posix(): query(path) for path in (ROOT / "extract").rglob("*.scm")
}
"""What stands in the modules and queries that read syntax."""

OF_HTTP = re.compile(
    rf"\b(?:{'|'.join(VERBS)})\b|(?<!\d)[45](?:\d\d(?!\d)|\d?\[|\d?\\d)"
    r"|not.?(?:allowed|found)|forbid|unauthori|bad.?request|unsupported|refuse|content.?type|authorization",
    re.IGNORECASE,
)
"""Verbs, statuses that refuse and patterns of these, headers, and words in which requests are refused."""

QUANTIFIER = re.compile(r"\{\d*,?\d+\}")

MEANT_OTHERWISE = {
    "extract/c/bindings/constructed": {"512"},  # How much is read at most, as in the next ones.
    "extract/c/bindings/loops": {"512"},
    "extract/c/guards/conditions": {"512"},
    "extract/rust/attributes": {"400"},
    "extract/typescript/definitions": {"get"},  # The keyword of accessors, as in the next one.
    "extract/typescript/values": {"get"},
}


@pytest.mark.parametrize("module", EXTRACTING)
def test_extraction_knows_no_verb_and_no_refusal(module: str) -> None:
    assert set(OF_HTTP.findall(QUANTIFIER.sub("", EXTRACTING[module]))) == MEANT_OTHERWISE.get(module, set())


def test_what_extraction_must_not_know_is_recognised() -> None:
    known = ["(?:GET|POST)", "case delete", r"4[0-3]\d|451", r"\b40[45]\b", "501", "MethodNotAllowed", "bad_request"]
    assert [text for text in known if not OF_HTTP.search(text)] == []
    assert [text for text in ("widget", "inputs", "x4040", "14[0]", "notable") if OF_HTTP.search(text)] == []


OF_LANGUAGES = {"string_view", "c_str", "globalThis", "__init__"}
"""Names of languages and their standard libraries of which tables speak, too."""


@cache
def names_of_libraries() -> set[str]:
    """What libraries are called, and those names in their tables that are no plain words."""
    own = [one for one in libraries() if one.name not in {name for d in DIALECTS for name in (d.name, d.language)}]
    rows = [(table, Catalogue(language, [table])) for table in own for language in table.languages]
    names = (n for table, c in rows for n in (*c.names, *c.modules, *c.words, *table.mentions, *table.refusals))
    words = {word for name in names for word in re.findall(r"\w+", name)}
    return {one.name for one in own} | {one for one in words if re.search(r"\w_|[a-z][A-Z]", one)} - OF_LANGUAGES


@pytest.mark.parametrize("module", EXTRACTING)
def test_extraction_knows_no_library(module: str) -> None:
    assert names_of_libraries() & set(re.findall(r"\w+", EXTRACTING[module])) == set()


def test_libraries_are_recognised_by_their_names() -> None:
    assert {"MHD_NO", "mg_match", "axios", "HandleFunc"} <= names_of_libraries()


@pytest.mark.parametrize("module", [module for module in MODULES if not module.startswith(KNOW_LANGUAGES)])
def test_languages_are_named_only_where_they_differ(module: str) -> None:
    languages = {dialect.language for dialect in DIALECTS} - {"c"}  # A letter says nothing.
    assert written(module) & languages == set()


def left_of(name: str) -> set[str]:
    """A part and all that it may load, by way of others too."""
    own = [one for one, importers in may_be_imported().items() if f"seamark.{name}" in importers]
    return {name}.union(*(left_of(one.removeprefix("seamark.")) for one in own))


@pytest.mark.parametrize(
    "name", ["keys", "catalogue", "documents", "graph", "settings", "source", "extract", "resolve", "index"]
)
def test_a_part_can_be_imported_alone(name: str) -> None:
    script = f"import sys, seamark.{name}; print(*(name for name in sys.modules if name.startswith('seamark.')))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert {module.split(".")[1] for module in done.stdout.split()} <= {*left_of(name), "version"}
