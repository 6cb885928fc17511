"""What docs/add-a-language.md says is tried: all that stands on the page is put into a copy of Seamark."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import seamark

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"`([\w/.]+)`[^`]*:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAMED = re.compile(r"((?:`[^`]+`(?:,| and| or)\s)*`[^`]+`)\s(?:of|in)\s`([\w/]+\.py)`")
"""Names, and the file in which they are said to be."""
_ROWS = {"LANGUAGES": "languages.py", "DIALECTS": "source/dialects.py"}
"""The tuples to which rows are added, and where they stand."""
_CHECK = """
import sys
from pathlib import Path
from tests.features.checking import check
for number, case in enumerate(Path(sys.argv[1]).read_text("utf-8").split("=== ")[1:]):
    folder = Path(sys.argv[2], str(number))
    folder.mkdir()
    check(case.partition("\\n")[2].lstrip(), folder)
    print(case.partition("\\n")[0])
"""
_CHAIN = """
from tests.unit.extract.chains import Chain, is_each_call_under_way
print(is_each_call_under_way("ruby", Chain("a", ".b(c, 1)", "\\n")))
"""


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of Seamark that has all that stands on the page, and with the page's cases."""
    folder = tmp_path_factory.mktemp("added")
    source = folder / "seamark"
    shutil.copytree(Path(seamark.__file__).parent, source, ignore=shutil.ignore_patterns("__pycache__"))
    blocks = dict(_BLOCK.findall((ROOT / "docs" / "add-a-language.md").read_text("utf-8")))
    for name, module in _ROWS.items():
        text = (source / module).read_text("utf-8")
        added = re.sub(rf"^{name} = \(", rf"\g<0>\n{blocks.pop(name).strip()},", text, count=1, flags=re.MULTILINE)
        assert added != text
        (source / module).write_text(added, "utf-8")
    for path, text in blocks.items():
        file = folder / path if path.startswith("tests/") else source / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return folder


def test_the_language_that_the_page_adds_is_read(added: Path, tmp_path: Path) -> None:
    (cases,) = (added / "tests").rglob("*.txt")
    titles = _run(added, "-c", _CHECK, str(cases), str(tmp_path)).splitlines()
    assert sum(title.startswith("not ") for title in titles) >= 2 and len(titles) > 2


def test_a_tree_and_its_facts_are_shown(added: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.rb"
    file.write_text('base = "/v1"\nget base + "/users" do |id|\nend\n', "utf-8")
    tree, *facts = _run(added, "-m", "tests.unit.extract.show", str(file)).split("\n\n")
    assert {"program", "    left: identifier base", "      string_content /v1"} <= set(tree.splitlines())
    assert [one.splitlines() for one in facts] == [
        ["definitions", "  function ()(id)"],
        ["bindings", '  base = "/v1"'],
        ["assignments"],
        ["exports"],
        ["sites", '  get(base + "/users", f#0)'],
    ]


def test_a_chain_takes_no_square_of_its_length(added: Path) -> None:
    assert _run(added, "-c", _CHAIN) == "False\n"


def test_the_functions_that_the_page_names_are_there() -> None:
    text = (ROOT / "docs" / "add-a-language.md").read_text("utf-8")
    named = [(name, found[2]) for found in _NAMED.finditer(text) for name in re.findall(r"`(\w+)", found[1])]
    folders = (ROOT / "server" / "seamark", ROOT)
    texts = {path: next(one / path for one in folders if (one / path).exists()).read_text("utf-8") for _, path in named}
    assert len(named) > 5
    assert [one for one in named if re.search(rf"\b{one[0]}\b", texts[one[1]]) is None] == []


def _run(added: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (added, ROOT)))}
    command = [sys.executable, *arguments]
    run = subprocess.run(command, cwd=added, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout
