"""What the site needs besides `docs/`: the pages at the top of the repository, and links to what is no page."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

from seamark.version import REPOSITORY

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
TOP = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
}
"""The pages at the top of the repository, and what they are called in the site."""
_NUMBERED = re.compile(r"(?<=\]\(#)(\w+)-(\d)(?=\))")
"""The second of headings that are alike: `#c-1` on the pages of a repository, `#c_1` here."""
_PICTURE = re.compile(r'(?<==")docs/(?=pictures/)')
"""Where the address of a picture in the README is another one here."""
_LINK = re.compile(r"(?<=\]\()([\w./-]+)((?:#[\w-]*)?\))")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The pages of `docs/`, and those at the top."""
    for name, called in TOP.items():
        files.append(File.generated(config, called, content=(ROOT / name).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """A page whose links lead to pages of the site, or to the repository."""
    names = {called: name for name, called in TOP.items()}
    source = names.get(page.file.src_uri, f"docs/{page.file.src_uri}")

    def moved(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), link[1]))
        if not (ROOT / target).exists():
            return link[0]
        return f"{_address(target, page.file.src_uri)}{link[2]}"

    return _LINK.sub(moved, _NUMBERED.sub(r"\1_\2", _PICTURE.sub("", markdown)))


def _address(target: str, of: str) -> str:
    """Where a file of the repository is, seen from a page of the site."""
    if (ROOT / target).is_dir():
        return f"{REPOSITORY}/tree/main/{target}"
    if target not in TOP and not target.startswith("docs/"):
        return f"{REPOSITORY}/blob/main/{target}"
    called = TOP.get(target, target.removeprefix("docs/"))
    return posixpath.relpath(called, posixpath.dirname(of) or ".")
