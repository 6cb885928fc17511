"""What names languages and cannot be made from the registry names all that are in it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from seamark.cli.editors import FOLDER
from seamark.extract import syntax_of
from seamark.languages import LANGUAGES, ProgrammingLanguage
from seamark.source import DIALECTS
from seamark.source.dialects import OTHER_LANGUAGES
from tests.calls import CALLS

ROOT = Path(__file__).parents[2]
NAMES = {language.name for language in LANGUAGES}
WRITTEN = [dialect for dialect in DIALECTS if dialect.extensions and dialect.name != "header"]
"""The dialects that editors know: they tell no header from other sources."""


def test_each_language_has_a_dialect_of_its_name() -> None:
    assert {dialect.language for dialect in DIALECTS} == NAMES
    assert {dialect.name for dialect in DIALECTS} >= NAMES


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_the_queries_of_a_language_are_for_its_dialects(language: ProgrammingLanguage) -> None:
    parsed = {one.name for one in DIALECTS if one.language == language.name and one.grammar is not None}
    assert syntax_of(language.name).queries.keys() == parsed, f"server/seamark/extract/{language.module}"


def test_what_is_read_is_not_said_to_be_unread() -> None:
    assert not OTHER_LANGUAGES.keys() & {extension for dialect in DIALECTS for extension in dialect.extensions}
    assert not set(OTHER_LANGUAGES.values()) & {language.title for language in LANGUAGES}


def test_the_syntax_of_no_language_imports_that_of_another() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (listed,) = (one["modules"] for one in contracts if one["type"] == "independence")
    modules = {f"seamark.extract.{language.module}" for language in LANGUAGES}
    assert set(listed) == modules, "pyproject.toml: the contract of the type `independence`"


def test_each_dialect_has_a_call_with_which_parsers_are_tried() -> None:
    assert {dialect.name for dialect in WRITTEN} - CALLS.keys() == set(), "tests/calls.py"


@pytest.mark.parametrize(
    "path",
    [
        ROOT / "vscode-extension" / "package.json",
        FOLDER / "neovim" / "lsp" / "seamark.lua",
        FOLDER / "lsp-mode.el",
        ROOT / "packaging" / "nvim-lspconfig" / "seamark.lua",
        ROOT / "docs" / "editors" / "lsp-mode.md",
    ],
    ids=lambda path: path.name,
)
def test_editors_start_for_each_dialect(path: Path) -> None:
    names = set(re.findall(r"""["'](?:onLanguage:)?([\w-]+)["']""", path.read_text("utf-8")))
    missing = [one.name for one in WRITTEN if names.isdisjoint((one.name, *one.called)) or set(one.called) - names]
    assert missing == [], path.relative_to(ROOT)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
@pytest.mark.parametrize(
    "path",
    [
        *(FOLDER / name for name in ("emacs.el", "jetbrains.json", "kakoune.kak", "sublime.json")),
        *(ROOT / "docs" / "editors" / f"{name}.md" for name in ("emacs", "helix", "jetbrains", "kakoune", "sublime")),
        *(ROOT / "packaging" / name for name in ("mason/package.yaml", "zed/extension.toml")),
    ],
    ids=lambda path: path.name,
)
def test_each_language_is_named(path: Path, language: ProgrammingLanguage) -> None:
    endings = [end[1:] for one in DIALECTS if one.language == language.name for end in one.extensions]
    names = "|".join(map(re.escape, (language.name, language.title, *endings)))
    is_named = re.search(rf"(?<![\w+])(?:{names})(?![\w+])", path.read_text("utf-8"), re.IGNORECASE) is not None
    assert is_named, f"{path.relative_to(ROOT)} does not name {language.title}"


@pytest.mark.parametrize("path", ["README.md", "CHANGELOG.md", "docs/comparison.md", "vscode-extension/README.md"])
def test_one_sentence_names_all_languages(path: str) -> None:
    """Or one row of a table, or one item of a list."""
    parts = re.split(r"\n(?=\n|\||- )", (ROOT / path).read_text("utf-8"))
    titles = {one: re.compile(rf"(?<![\w.]){re.escape(one)}(?![\w+#])") for one in (lang.title for lang in LANGUAGES)}
    missing = ([title for title, pattern in titles.items() if pattern.search(part) is None] for part in parts)
    assert min(missing, key=len) == [], path
