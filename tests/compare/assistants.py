"""What an assistant has to read to answer twelve questions, by searching and by asking Seamark: a table for the docs.

`python -m tests.compare.assistants FOLDER` needs ripgrep. It takes the repositories of `questions.toml` from a folder,
each by its name and at its commit, or clones them into it. A search is right if all places of the answer are among its
lines, whatever else is; Seamark, if it names these and no others. The verb that a question asks for is said in a
place's key.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from seamark.cli.assistants.state import State
from seamark.index.persistence.cache import of_user
from tests.compare.checkouts import checkout, repositories
from tests.features.assistants import ask, state_of

QUESTIONS = Path(__file__).with_name("questions.toml")
ANSWERS = ("who_serves", "who_calls")
REACHED = ("would break", "caller")
LINKED = len('{"type":"resource_link","name":"","uri":""}')


class Read(NamedTuple):
    """What was read for an answer: how many bytes, and whether the answer is in it."""

    size: int
    is_right: bool


def searched(root: Path, question: dict[str, Any]) -> Read:
    """What ripgrep finds, of all searches together."""
    found = b"".join(_ripgrep(root, words) for words in question["searches"])
    lines = {":".join(line.split(":", 2)[:2]) for line in found.decode(errors="replace").splitlines()}
    return Read(len(found), lines >= set(question["answer"]))


def _ripgrep(root: Path, words: Sequence[str]) -> bytes:
    command = ["rg", "--no-config", "--sort", "path", "--line-number", "--with-filename", "--no-heading", *words]
    return subprocess.run(command, cwd=root, capture_output=True, stdin=subprocess.DEVNULL).stdout


def asked(state: State, question: dict[str, Any]) -> Read:
    """What Seamark answers, with the links behind it."""
    before = set(state.quoting.links)
    answer = ask(state, question["tool"], limit=100, **question["arguments"])
    links = set(state.quoting.links) - before
    size = len(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode())
    size += sum(LINKED + len(link.name) + len(link.uri) for link in links)
    return Read(size, set(_places(question, answer)) == set(question["answer"]))


def _places(question: dict[str, Any], answer: dict[str, Any]) -> Iterator[str]:
    for side in answer.get("found", ()):
        is_meant = question["tool"] in ANSWERS or side["relation"] in REACHED
        has_verb = side["key"].partition(" ")[0] in (question.get("verb"), "ANY") or "verb" not in question
        if is_meant and has_verb and not side.get("is_test", False):
            yield f"{side['file']}:{side['line']}"


def main(folder: Path) -> None:
    """Print the table."""
    table = tomllib.loads(QUESTIONS.read_text("utf-8"))
    states: dict[str, State] = {}
    for name, repository in repositories(QUESTIONS).items():
        states[name] = state_of(checkout(folder, name, **repository), cache=of_user())
    rows: list[tuple[str, Read, Read]] = []
    for question in table["questions"]:
        name = question["repository"]
        rows.append((f"{name}: {question['text']}", searched(folder / name, question), asked(states[name], question)))
    print("| Question | ripgrep, bytes | has it | Seamark, bytes | right |\n|---|--:|---|--:|---|")
    for text, search, answer in rows:
        print(f"| {text} | {search.size:,} | {_word(search)} | {answer.size:,} | {_word(answer)} |")
    print(f"| all | {_total([search for _, search, _ in rows])} | {_total([answer for _, _, answer in rows])} |")


def _total(read: Sequence[Read]) -> str:
    return f"{sum(one.size for one in read):,} | {sum(one.is_right for one in read)} of {len(read)}"


def _word(read: Read) -> str:
    return "yes" if read.is_right else "no"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
