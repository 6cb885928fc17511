"""The pages that people read.

README and ARCHITECTURE are short, links lead somewhere, the files and functions that are named are there, and the
example for contributors works.
"""

from __future__ import annotations

import ast
import re
import textwrap
from itertools import count
from pathlib import Path

import pytest

from seamark.index import Index
from seamark.lsp import features
from seamark.review.kinds import KINDS, page

from .checking import check
from .seeded import SHOP

ROOT = Path(__file__).parents[2]
PAGES = {
    path.relative_to(ROOT).as_posix(): path
    for pattern in ("*.md", "docs/**/*.md", "fixtures/**/*.md", "packaging/*.md", "vscode-extension/*.md")
    for path in sorted(ROOT.glob(pattern))
}
_BLOCK = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"^    .*$|`[^`\n]+`", re.MULTILINE)
_TARGET = re.compile(r"\]\((?P<inline>[^)\s]+)\)|^\[[^]]+\]: (?P<named>\S+)$", re.MULTILINE)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)

FOLDERS = (ROOT, ROOT / "server/seamark", ROOT / "server/seamark/catalogue/libraries")
"""Where the files are that pages for contributors name."""
NO_FILES = {"seamark.toml", "seamark/contracts", "build/vscode"}
"""What looks like a path: what users write, what is asked for, what is made."""
EXAMPLES = re.compile(r".*(?:\b|_)(?:tiny|ruby|sinatra|faraday)\b.*")
"""The files that a reader of these pages would write."""
_PATH = re.compile(r"`(?P<path>[\w.-]+(?:/[\w.-]+)+/?|[\w-]+\.(?:md|py|toml|ts|txt))(?::(?P<name>[\w.]+))?`")


def anchors(page: Path) -> set[str]:
    """What GitHub calls the headings of a page: one whose name is taken has a number."""
    found: set[str] = set()
    for heading in _HEADING.findall(_BLOCK.sub("", page.read_text("utf-8"))):
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.add(next(each for number in count() if (each := f"{name}-{number}" if number else name) not in found))
    return found


@pytest.mark.parametrize("name", PAGES)
def test_its_links_lead_somewhere(name: str) -> None:
    page = PAGES[name]
    lost = []
    for match in _TARGET.finditer(_CODE.sub("", _BLOCK.sub("", page.read_text("utf-8")))):
        target = match["inline"] or match["named"]
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        if "://" not in target and not (file.exists() and (not anchor or anchor in anchors(file))):
            lost.append(target)
    assert lost == []


def test_each_kind_of_finding_has_a_section_to_which_its_code_leads() -> None:
    text = (ROOT / "docs/check.md").read_text("utf-8")
    for kind in KINDS:
        assert page(kind).endswith(f"/docs/check.md#{kind}")
        assert f"\n### `{kind}`\n" in text and f"| [`{kind}`](#{kind}) " in text, kind


def test_the_readme_is_short_and_leads_to_each_page() -> None:
    readme = PAGES["README.md"].read_text("utf-8")
    assert readme.count("\n") < 200
    assert {"make install", "make test"} <= set(re.findall(r"make \w+", readme))
    pages = {name for name in PAGES if re.fullmatch(r"(?:docs/)?[^/]+", name)} - {"README.md"}
    assert {name for name in pages if f"]({name})" not in readme} == set()


def defined(file: Path) -> set[str]:
    """The functions and classes of a module, with the methods of these."""
    found: set[str] = set()
    for node in ast.parse(file.read_bytes()).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            inner = (one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
            found |= {f"{node.name}.{one.name}" for one in inner}
    return found


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/add-a-language.md"])
def test_the_files_and_functions_that_it_names_are_there(page: str) -> None:
    named = list(_PATH.finditer(_BLOCK.sub("", PAGES[page].read_text("utf-8"))))
    assert named
    lost = []
    for match in named:
        path, name = match["path"], match["name"]
        file = next((folder / path for folder in FOLDERS if (folder / path).exists()), None)
        if file is None and path not in NO_FILES and not EXAMPLES.fullmatch(path):
            lost.append(path)
        elif file is not None and file.suffix == ".py" and name and name not in defined(file):
            lost.append(match[0])
    assert lost == []


def test_the_map_for_contributors_is_short_and_has_every_package() -> None:
    page = PAGES["ARCHITECTURE.md"].read_text("utf-8")
    assert page.count("\n") < 200
    assert [line for line in page.splitlines() if len(line) > 120] == []
    _, glossary = page.split("## Glossary\n")
    assert glossary.count("\n") <= 30
    table = re.findall(r"^\| (`.+?) \|", page.partition("## The packages")[2].partition("\n## ")[0], re.MULTILINE)
    server = ROOT / "server/seamark"
    packages = {
        folder.relative_to(server).as_posix()
        for pattern in ("*", "resolve/*", "index/*")
        for folder in server.glob(pattern)
        if (folder / "__init__.py").exists()
    }
    assert packages - {"lsp"} <= set(re.findall(r"`([\w/]+)`", " ".join(table)))


def test_the_call_that_the_map_follows_leads_where_it_says() -> None:
    page = PAGES["ARCHITECTURE.md"].read_text("utf-8")
    call, handler = [(int(start), int(end)) for start, end in re.findall(r"bytes (\d+)\s+to\s+(\d+)", page)]
    index = Index([SHOP])
    index.load()
    (port,) = index.ports_at("web/src/api/orders.ts", call[0])
    assert (port.start, port.end, port.key, port.confidence) == (*call, "GET /orders/{}", 0.8)
    jump = features.definition(index, port.path, port.start)
    assert jump is not None
    places = [target.selection for target in jump.targets]
    assert [(place.path, place.start, place.end) for place in places] == [("orders/orders/views.py", *handler)]


def example(language: str) -> str:
    """The block of code in CONTRIBUTING.md that is in this language."""
    text = PAGES["CONTRIBUTING.md"].read_text("utf-8")
    (block,) = re.findall(rf"^   ```{language}\n(.*?)^   ```$", text, re.MULTILINE | re.DOTALL)
    return textwrap.dedent(block)


def test_the_framework_that_contributing_adds_is_found(tmp_path: Path) -> None:
    table = re.sub(r"^(\[+)", r"\1catalogue.", example("toml"), flags=re.MULTILINE)
    _, *pieces = re.split(r"^=== (.+)\n", example("text"), flags=re.MULTILINE)
    assert [title.startswith("not ") for title in pieces[::2]] == [False, True, True]
    for title, case in zip(pieces[::2], pieces[1::2], strict=True):
        folder = tmp_path / title
        folder.mkdir()
        check(f"//- seamark.toml\n[[catalogue]]\n{table}{case.lstrip()}", folder)


ABOUT_FUNCTIONS = {
    "CHANGELOG.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "docs/add-a-language.md",
    "docs/features.md",
    "docs/recognised.md",
}
"""The pages that speak of callers of functions, too: there, who checks this is a reader."""


@pytest.mark.parametrize("name", sorted({*PAGES, "server/seamark/editors/neovim/doc/seamark.txt"} - ABOUT_FUNCTIONS))
def test_whoever_uses_a_contract_is_a_consumer(name: str) -> None:
    found = [line for line in (ROOT / name).read_text("utf-8").splitlines() if re.search(r"\bcallers?\b", line)]
    assert [line for line in found if "callees" not in line] == []
