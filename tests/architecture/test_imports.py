"""The order of Seamark's parts, and what only one of them may do: ARCHITECTURE.md states it, this holds it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import seamark
from seamark.keys import MECHANISMS
from seamark.source import DIALECTS

ROOT = Path(seamark.__file__).parent

MAY_IMPORT = {
    "deaths": (),
    "keys": (),
    "pipes": (),
    "source": (),
    "catalogue": (),
    "graph": ("keys",),
    "settings": ("catalogue", "source"),
    "extract": ("source",),
    "resolve": ("catalogue", "extract.facts", "extract.spans", "keys"),
    "documents": ("catalogue", "source"),
    "index": ("catalogue", "deaths", "documents", "extract", "graph", "keys", "pipes", "resolve", "settings", "source"),
    "adapters": ("graph", "index", "resolve.ports"),
    "review": ("graph", "index", "resolve.ports", "settings"),
    "lsp": ("deaths", "graph", "index", "keys", "pipes", "resolve.ports", "review", "settings", "source"),
    # The command line starts the server, and reads keys as users write them.
    "cli": ("graph", "index", "keys", "lsp", "resolve.ports", "review", "settings", "source"),
    "__init__": ("adapters", "graph", "index.extractors", "resolve.ports"),
    "__main__": ("cli",),
}
"""Which parts of ours a part may import, besides itself and `seamark` as such."""

ONLY = {
    "pygls": ("lsp",),
    "lsprotocol": ("lsp",),
    "click": ("cli",),
    "rich": ("cli",),
    "tree_sitter": ("source", "extract", "documents"),
    "tree_sitter_language_pack": ("source", "documents"),
}
"""Where these may be imported, and nowhere else."""

KNOW_LANGUAGES = ("source/", "extract/", "resolve/modules/", "resolve/confidence", "adapters")
"""The modules that may name a language."""

MODULES = sorted(path.relative_to(ROOT).with_suffix("").as_posix() for path in ROOT.rglob("*.py"))


def part(module: str) -> str:
    return module.partition("/")[0]


@cache
def tree(module: str) -> ast.Module:
    return ast.parse((ROOT / f"{module}.py").read_bytes())


def imports(module: str) -> Iterator[str]:
    """The dotted names of all modules that a module imports, wherever in it; `from` imports with the name imported."""
    package = ["seamark", *module.split("/")[:-1]]
    for node in ast.walk(tree(module)):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(name, names, level):
                above = package[: len(package) - level + 1] if level else []
                base = ".".join([*above, *([name] if name else [])])
                yield from (f"{base}.{alias.name}" for alias in names)


def within(name: str, module: str) -> bool:
    return f"{name}.".startswith(f"{module}.")


def test_every_part_has_its_place() -> None:
    assert {part(module) for module in MODULES} <= set(MAY_IMPORT)


@pytest.mark.parametrize("module", MODULES)
def test_no_part_knows_a_part_to_its_right(module: str) -> None:
    allowed = {part(module), "__version__", *MAY_IMPORT[part(module)]}
    ours = [name.removeprefix("seamark.") for name in imports(module) if name.startswith("seamark.")]
    assert [name for name in ours if not any(within(name, known) for known in allowed)] == []


@pytest.mark.parametrize("module", MODULES)
def test_libraries_are_imported_only_where_they_belong(module: str) -> None:
    found = [(name, library) for name in imports(module) for library in ONLY if within(name, library)]
    assert [name for name, library in found if part(module) not in ONLY[library]] == []


@pytest.mark.parametrize("module", [module for module in MODULES if part(module) != "cli"])
def test_only_the_command_line_prints(module: str) -> None:
    calls = (node.func for node in ast.walk(tree(module)) if isinstance(node, ast.Call))
    assert [f for f in calls if isinstance(f, ast.Name) and f.id == "print"] == []


@pytest.mark.parametrize("module", [module for module in MODULES if part(module) == "extract"])
def test_languages_do_not_know_each_other(module: str) -> None:
    languages = {path.name for path in (ROOT / "extract").iterdir() if (path / "__init__.py").is_file()}
    folders = module.split("/")[1:-1]
    if folders:
        others = [f"seamark.extract.{language}" for language in languages - {folders[0]}]
        assert [name for name in imports(module) if any(within(name, other) for other in others)] == []


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


@pytest.mark.parametrize("module", [module for module in MODULES if not module.startswith(KNOW_LANGUAGES)])
def test_languages_are_named_only_where_they_differ(module: str) -> None:
    languages = {dialect.language for dialect in DIALECTS} - {"c"}  # A letter says nothing.
    assert written(module) & languages == set()


def left_of(name: str) -> set[str]:
    """A part and all that it may load, by way of others too."""
    return {name}.union(*(left_of(known.partition(".")[0]) for known in MAY_IMPORT[name]))


@pytest.mark.parametrize(
    "name", ["keys", "catalogue", "documents", "graph", "settings", "source", "extract", "resolve", "index"]
)
def test_a_part_can_be_imported_alone(name: str) -> None:
    script = f"import sys, seamark.{name}; print(*(name for name in sys.modules if name.startswith('seamark.')))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert {module.split(".")[1] for module in done.stdout.split()} <= left_of(name)
