"""The pages that people read: README is short, every link leads somewhere, and the example for contributors works."""

from __future__ import annotations

import re
import textwrap
from itertools import count
from pathlib import Path

import pytest

from .checking import check

ROOT = Path(__file__).parents[2]
PAGES = {
    path.relative_to(ROOT).as_posix(): path
    for pattern in ("*.md", "docs/**/*.md", "fixtures/**/*.md", "vscode-extension/*.md")
    for path in sorted(ROOT.glob(pattern))
}
_BLOCK = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"^    .*$|`[^`\n]+`", re.MULTILINE)
_TARGET = re.compile(r"\]\((?P<inline>[^)\s]+)\)|^\[[^]]+\]: (?P<named>\S+)$", re.MULTILINE)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


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


def test_the_readme_is_short_and_leads_to_each_page() -> None:
    readme = PAGES["README.md"].read_text("utf-8")
    assert readme.count("\n") < 200
    assert {"make install", "make test"} <= set(re.findall(r"make \w+", readme))
    pages = {name for name in PAGES if re.fullmatch(r"(?:docs/)?[^/]+", name)} - {"README.md"}
    assert {name for name in pages if f"]({name})" not in readme} == set()


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
