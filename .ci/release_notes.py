"""Prints what the changelog says of the version that a tag names: `python .ci/release_notes.py v1.2.3`.

It ends with 1, and says why, if the tag is not that of `server/seamark/version.py`, or if a changelog has no entry for
the version, no date for it, or nothing below it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHANGELOGS = ("CHANGELOG.md", "vscode-extension/CHANGELOG.md")
_VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
_RELEASED = re.compile(r"\d{4}-\d{2}-\d{2}")


def main(tag: str, root: Path) -> str:
    """The notes. Raises `ValueError`, with what is to be done."""
    (version,) = _VERSION.findall((root / "server" / "seamark" / "version.py").read_text("utf-8"))
    if re.fullmatch(r"\d+\.\d+\.\d+", version) is None:
        raise ValueError(f"version {version}: VS Code takes three numbers only")
    if tag != f"v{version}":
        raise ValueError(f"the tag is {tag}, but server/seamark/version.py says {version}")
    notes, *_ = [entry(version, root, name) for name in CHANGELOGS]
    return notes


def entry(version: str, root: Path, name: str) -> str:
    """What a changelog says of a version. Raises `ValueError`, with what is to be done."""
    pieces = re.split(r"^## (.+)\n", (root / name).read_text("utf-8"), flags=re.MULTILINE)
    title, text = pieces[1:3] if len(pieces) > 1 else ("", "")
    named, _, date = title.partition(", ")
    if named != version:
        raise ValueError(f"{name} begins with {title or 'no entry'}: add `## {version}, year-month-day`")
    if _RELEASED.fullmatch(date) is None:
        raise ValueError(f"{name} says `{title}`: give the day of the release, as in `## {version}, 2030-01-31`")
    if not text.strip():
        raise ValueError(f"{name} says nothing of {version}")
    return text.strip()


if __name__ == "__main__":
    try:
        sys.stdout.write(f"{main(sys.argv[1], ROOT)}\n")
    except ValueError as error:
        sys.exit(f"No release: {error}")
