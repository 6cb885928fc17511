"""One change each, after which work must be done again in another file: what `random` changes would seldom meet.

A file's second text in a case is what it becomes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from seamark.index import Index

from .machine import lines

CASES = [
    text.split("\n", 1)
    for text in Path(__file__).with_name("questions.txt").read_text("utf-8").replace(":nul:", "\0").split("===\n")
]


@pytest.mark.parametrize(
    ("text", "same"), [pytest.param(text, title.endswith(" (nothing changes)"), id=title) for title, text in CASES]
)
def test_a_change_reaches_whom_it_concerns(text: str, same: bool, tmp_path: Path) -> None:
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    for part in text.split("//- ")[1:]:
        path, _, body = part.partition("\n")
        (after if path in before else before)[path] = body
    *_, last = text.split("//- ")
    if not after:
        path = last.partition("\n")[0]
        after[path] = before.pop(path)
    for there, then in ((before, {**before, **after}), ({**before, **after}, before)):
        for path in then.keys() | there.keys():
            (tmp_path / path).unlink(missing_ok=True)
        index = kept(tmp_path, there)
        said = list(lines(index))
        for path in there.keys() - then.keys():
            (tmp_path / path).unlink()
        write(tmp_path, then)
        index.refresh([path for path in there.keys() | then.keys() if there.get(path) != then.get(path)])
        anew = Index([tmp_path])
        anew.load()
        assert list(lines(index)) == list(lines(anew))
        assert (list(lines(index)) == said) == same, "the change makes a difference, or none"


def kept(root: Path, files: dict[str, str]) -> Index:
    write(root, files)
    index = Index([root])
    index.load()
    return index


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
