"""What the doctor says, as data: `doctor.txt` holds small workspaces, questions about them, and what must be answered.

A case is a title, files (`//- path`, then the text; `:nul:` is that character), and questions: a line `$ place → code`
with the arguments of `seamark doctor` and its exit code, then lines that must be among those that it prints, in this
order. `…` stands for any text in a line, and a line that begins with `not ` must not be among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Question(NamedTuple):
    """What is asked, how it ends, and the lines of the answer."""

    arguments: list[str]
    code: int
    lines: list[str]


class Case(NamedTuple):
    """A workspace, and what is asked of it."""

    title: str
    files: dict[str, str]
    questions: list[Question]


def cases(text: str) -> Iterator[Case]:
    """The cases of a file."""
    for part in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]:
        title, _, body = part.partition("\n")
        said, *asked = re.split(r"^\$ ?", body, flags=re.MULTILINE)
        yield Case(title, dict(_files(said)), list(map(_question, asked)))


def _files(said: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r"^//- ", said, flags=re.MULTILINE)[1:]:
        path, _, text = part.partition("\n")
        yield path, text.replace(":nul:", "\0")


def _question(asked: str) -> Question:
    head, _, rest = asked.partition("\n")
    arguments, _, code = head.partition("→")
    return Question(arguments.split(), int(code), [line for line in rest.splitlines() if line.strip()])


def written(files: dict[str, str], root: Path) -> None:
    """Write a workspace; a repository, so that its `.gitignore` counts as in one."""
    (root / ".git").mkdir()
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")


def check(question: Question, printed: str) -> None:
    """What is printed has the lines asked for, in order, and none that must not be there."""
    lines = iter(printed.splitlines())
    for wanted in question.lines:
        if wanted.startswith("not "):
            assert not any(_is(wanted.removeprefix("not "), line) for line in printed.splitlines()), (wanted, printed)
        else:
            assert any(_is(wanted, line) for line in lines), f"no line {wanted!r} (in this order) in\n{printed}"


def _is(wanted: str, line: str) -> bool:
    pattern = ".*".join(map(re.escape, wanted.strip().split("…")))
    return re.fullmatch(pattern, line.strip()) is not None
