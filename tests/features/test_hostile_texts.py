"""Whatever a workspace says, no form of any command has what its reader would act on.

Commands and their forms are taken from the program: a new one is tried here, or fails.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import click
import pytest
import yaml
from click.testing import CliRunner, Result
from markdown_it import MarkdownIt

from seamark.cli.graphs import scip_schema
from seamark.cli.graphs.service_map import fill_page
from seamark.cli.main import main

from .hostile_workspace import HIDDEN, NAME, TEXT, workspace
from .repositories import commit, git

pytestmark = pytest.mark.slow

SAY_NOTHING_OF_A_WORKSPACE = {"cache clear", "cache path", "editors", "lsp", "mcp", "settings"}
"""The servers say something by their protocols: `tests/protocol/test_hostile_texts.py`, `test_assistants.py`."""
HERE, EMPTY, STORE, OTHER = "repository", "empty", "store", "other"
API = f"{HERE}/{NAME}/api.py"
KEY = f"queue {TEXT}"

ARGUMENTS: Mapping[str, Sequence[Sequence[str]]] = {
    "ports": [[HERE], [HERE, EMPTY]],
    "map": [[HERE]],
    "slow": [[HERE]],
    "links": [[HERE, "--compatible"]],
    "check": [
        [HERE, "--unserved"],
        [f"{HERE}/{NAME}"],
        [NAME],
        [HERE, "--against", STORE],
        [HERE, "--changed-since", TEXT.replace("\0", "")],
        [HERE, "--baseline", NAME],
        [HERE, "--baseline", f"baseline{NAME}", "--write-baseline"],
    ],
    "diff": [
        [EMPTY, HERE],
        [HERE, EMPTY],
        ["HEAD", EMPTY, "--folder", HERE],
        [TEXT.replace("\0", ""), EMPTY, "--folder", HERE],
    ],
    "explain": [[KEY, HERE], [f"x {KEY}", HERE], ["GET /users/{}", HERE]],
    "graph": [[HERE]],
    "export": [[HERE], [HERE, "--service", TEXT]],
    "doctor": [[HERE], [API], [f"{API}:7"], [f"{API}:13"], [f"{API}:29"], [f"{API}:32"], [NAME]],
    "store add": [[f"{NAME}={HERE}", "--store", OTHER, "--jobs", "1"], [NAME, "--store", OTHER, "--jobs", "1"]],
    "store update": [[f"{NAME}={HERE}", "--store", one, "--jobs", "1"] for one in (STORE, EMPTY)],
    "store list": [["--store", STORE]],
    "store remove": [[NAME, "--store", EMPTY]],
    "store map": [["--store", STORE], ["--store", STORE, "--repository", TEXT]],
    "store links": [["--store", STORE, "--compatible"]],
    "store explain": [[KEY, "--store", STORE], [f"x {KEY}", "--store", STORE]],
    "store check": [["--store", STORE, "--unserved"]],
    "store diff": [[HERE, EMPTY, "--store", STORE, "--repository", NAME]],
    "store graph": [["--store", STORE]],
}
"""For each command what it is asked, in the folder of `made`."""


def forms(group: click.Group, *names: str) -> Iterator[tuple[str, str | None]]:
    """All commands below a group, each with every form that it can be asked for."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from forms(command, *names, name)
            continue
        kinds = [one.type for one in command.params if one.name == "form"]
        for form in kinds[0].choices if kinds and isinstance(kinds[0], click.Choice) else [None]:
            yield " ".join((*names, name)), form


RUNS = [one for one in forms(main) if one[0] not in SAY_NOTHING_OF_A_WORKSPACE]


def seamark(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the hostile workspace, a folder without anything, and a store that has the workspace."""
    root = tmp_path_factory.mktemp("hostile")
    (root / EMPTY).mkdir()
    workspace(root / HERE)
    git(root / HERE, "init", "-q")
    commit(root / HERE, "all")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        assert seamark("store", "add", f"{NAME}={HERE}", "--store", STORE, "--jobs", "1", "--no-cache").exit_code == 0
    return root


def is_plain(text: str) -> None:
    """Nothing in a text controls a terminal, hides, or is what a program does that runs builds."""
    assert all(line.isprintable() for line in text.split("\n")), repr(text)
    assert not re.search(r"##\w*\[", text)
    assert not re.search(r"^\s*::", text, re.MULTILINE)


def is_json(text: str) -> None:
    is_plain(text)
    json.loads(text)


def is_json_lines(text: str) -> None:
    is_plain(text)
    for line in text.splitlines():
        json.loads(line)


def is_sarif(text: str) -> None:
    is_json(text)
    for result in json.loads(text)["runs"][0]["results"]:
        assert not re.search(r"(?<!\\)\[[^\[\]]*\]\(", result["message"]["text"])


def is_for_github(text: str) -> None:
    command = re.compile(r"::(?:error|warning|notice) (?:\w+=[^:,]*(?:,|(?=::)))+::(.*)")
    for line in text.splitlines():
        found = command.fullmatch(line)
        assert found is not None, line
        is_plain(f"x {line}")
        assert not re.search(r"%(?!25|3A|2C)", line)


def is_junit(text: str) -> None:
    is_plain(text)
    tags = {one.tag for one in ET.fromstring(text).iter()}
    assert tags <= {"testsuites", "testsuite", "testcase", "failure", "skipped"}


def is_markdown(text: str) -> None:
    is_plain(text)
    rendered = MarkdownIt("js-default", {"html": True, "linkify": False}).render(text)
    tags = set(re.findall(r"<(\w+)", re.sub(r"<code>.*?</code>", "<code></code>", rendered)))
    assert tags <= {"h3", "h4", "table", "thead", "tbody", "tr", "th", "td", "code", "br"}
    rows = [len(re.findall("<t[dh]", row)) for row in re.findall(r"<tr>.*?</tr>", rendered, re.DOTALL)]
    assert set(rows) <= {3, 4}
    assert not re.search(r"\b(?:https?://|www\.)", re.sub(r"<code>.*?</code>", "", rendered))


def is_dot(text: str) -> None:
    is_plain(text)
    label = r'label="(?:[^"\\&]|\\[\\"n]|&amp;|&(?!#?\w+;))*"'
    lines = rf"digraph seamark {{|  rankdir=LR|  node \[.*\]|  subgraph cluster_\d+ {{|    {label}|    c\d+ \[{label}\]"
    for line in text.splitlines():
        assert re.fullmatch(rf"{lines}|  }}|  k\d+ \[{label}, shape=ellipse, style=\w+\]|  \w+ -> \w+|}}", line), line


def is_mermaid(text: str) -> None:
    is_plain(text)
    label = r'"(?:[^"#&<>`\\%$:]|#\d+;|<br>)*"'
    lines = rf"flowchart LR|  subgraph s\d+\[{label}\]|    c\d+\[{label}\]|  end|  k\d+\(\[{label}\]\)|  \w+ --> \w+"
    for line in text.splitlines():
        assert re.fullmatch(rf"{lines}|  classDef alone stroke-dasharray: 4 4|  class [\w,]+ alone", line), line


class Elements(HTMLParser):
    """The elements of a page, with the attributes of each."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, Any]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, attrs))


def is_page(text: str) -> None:
    without = fill_page("x", {"ports": [], "links": []})
    assert Elements(text).found == Elements(without).found
    assert {c for c in text if not c.isprintable()} <= {c for c in without if not c.isprintable()}


def is_yaml(text: str) -> None:
    is_plain(text)
    assert any(HIDDEN in path for path in yaml.safe_load(text)["paths"])


READ: Mapping[str | None, Callable[[str], None]] = {
    None: is_plain,
    "table": is_plain,
    "text": is_plain,
    "json": is_json,
    "jsonl": is_json_lines,
    "sarif": is_sarif,
    "gitlab": is_json,
    "openapi-json": is_json,
    "openapi": is_yaml,
    "github": is_for_github,
    "junit": is_junit,
    "markdown": is_markdown,
    "dot": is_dot,
    "mermaid": is_mermaid,
    "html": is_page,
}
"""How each form is read; SCIP is no text."""


@pytest.mark.parametrize(("command", "form"), [one for one in RUNS if one[1] != "scip"])
def test_no_form_says_what_is_acted_on(
    command: str, form: str | None, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(made)
    more = ["--no-cache"] if command not in ("slow", "store remove") else []
    shown = ""
    for arguments in ARGUMENTS[command]:
        result = seamark(*command.split(), *arguments, *more, *(() if form is None else ("--format", form)))
        assert result.exit_code in (0, 1, 2)
        is_plain(result.stderr)
        if result.stdout:
            READ[form](result.stdout)
        shown += result.output
    assert "202e" in shown.casefold()


@pytest.mark.parametrize("command", [command for command, form in RUNS if form in ("text", "sarif")])
def test_a_file_has_what_would_be_printed(command: str, made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(made)
    for arguments in ARGUMENTS[command][:1]:
        seamark(*command.split(), *arguments, "--no-cache", "--output", "written")
        is_plain(Path("written").read_text("utf-8"))


@pytest.mark.parametrize("command", [command for command, form in RUNS if form == "scip"])
def test_scip_describes_contracts_without_it(command: str, made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(made)
    for arguments in ARGUMENTS[command]:
        seamark(*command.split(), *arguments, "--no-cache", "--format", "scip", "--output", "written")
    index = scip_schema.index()
    index.ParseFromString(Path("written").read_bytes())
    described = [*index.external_symbols, *(one for document in index.documents for one in document.symbols)]
    assert any("u202e" in one.display_name for one in described)
    for one in described:
        is_plain(f"{one.kind} {one.display_name}")
        for text in one.documentation:
            is_plain(text)
            rendered = MarkdownIt("js-default").render(text)
            assert re.fullmatch(r"<p>\w+ <code>.*</code></p>\n", rendered)


def test_a_terminal_gets_nothing_else_when_lines_are_broken(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(made)
    monkeypatch.setenv("FORCE_COLOR", "1")
    for width in ("40", "200", "2000"):
        monkeypatch.setenv("COLUMNS", width)
        for command in ("ports", "map", "links", "check"):
            styled = seamark(command, HERE, "--no-cache").stdout
            assert re.search("\x1b", styled)
            is_plain(re.sub(r"\x1b\[[\d;]*m", "", styled))


def test_what_is_to_be_pasted_into_a_shell_names_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Path("a; touch b")
    folder.mkdir()
    assert "`seamark map 'a; touch b'`" in seamark("explain", "GET /x", str(folder), "--no-cache").stdout
    (folder / "a.ts").write_text('fetch("/x")')
    assert "`seamark map 'a; touch b'`" in seamark("doctor", str(folder), "--no-cache").stdout
