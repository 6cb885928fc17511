"""Score Seamark against hand-written labels: python tests/labels/score.py CHECKOUT [LABELS.json ...]

Without label files, those beside this script whose `commit` is the checkout's HEAD are taken; the labels of several
files are united. A file may label a part of the checkout only: the files and folders `only`, without those of `except`;
what stands elsewhere does not count, for jumps by where they start. A route stands on the line of the text that states
its path, also where that is what it is declared on: `resource("/x").route(get().to(f))`; what a class implements on the
line of the method's name, what an object is registered with on that of its entry. A label is of the `mechanism` http
if it names no other; "routes" are what is provided, "calls" what is used. Ports of documents (`contract: true`, such
as OpenAPI and .proto) are not labelled and not counted, on either side of a link. Test code counts.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from rich.console import Console
from rich.table import Table

Record = Mapping[str, Any]  # one object of a label file or of Seamark's JSON lines


class Port(NamedTuple):
    file: str
    line: int
    mechanism: str
    key: str
    role: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.mechanism} {self.key} ({self.role})"


class Jump(NamedTuple):
    file: str
    line: int
    mechanism: str
    key: str
    handler_file: str
    handler_line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.mechanism} {self.key} -> {self.handler_file}:{self.handler_line}"


T = TypeVar("T", Port, Jump)


@dataclass(frozen=True)
class Score(Generic[T]):
    hit: list[T]
    missed: list[T]
    false: list[T]

    @property
    def precision(self) -> float | None:
        return ratio(len(self.hit), len(self.hit) + len(self.false))

    @property
    def recall(self) -> float | None:
        return ratio(len(self.hit), len(self.hit) + len(self.missed))


def ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def compare(labelled: set[T], found: set[T]) -> Score[T]:
    return Score(hit=sorted(labelled & found), missed=sorted(labelled - found), false=sorted(found - labelled))


def within(path: str, folders: Iterable[str]) -> bool:
    return any(path == folder or path.startswith(f"{folder}/") for folder in folders)


def in_scope(path: str, files: Iterable[Record]) -> bool:
    """Whether one of these label files labels this file of the checkout: by default, each labels all."""
    return any(
        ("only" not in file or within(path, file["only"])) and not within(path, file.get("except", ()))
        for file in files
    )


def counts(record: Record) -> bool:
    return not record.get("contract", False)


def mechanism(record: Record) -> str:
    return str(record.get("mechanism", "http"))


def port(record: Record) -> Port:
    return Port(record["file"], record["line"], mechanism(record), record["key"], record["role"])


def labelled_ports(labels: Iterable[Record]) -> set[Port]:
    return {port(label) for label in labels}


def labelled_jumps(labels: Iterable[Record]) -> set[Jump]:
    return {
        leading_to(label, label["handler"]["file"], label["handler"]["line"])
        for label in labels
        if label["role"] == "consumes" and label["handler"] is not None
    }


def of_role(ports: set[Port], role: str) -> set[Port]:
    return {port for port in ports if port.role == role}


def found_ports(ports: Iterable[Record]) -> set[Port]:
    return {port(record) for record in ports if counts(record)}


def found_jumps(links: Iterable[Record]) -> set[Jump]:
    return {
        jump(link["consumer"], link["provider"])
        for link in links
        if counts(link["consumer"]) and counts(link["provider"])
    }


def jump(consumer: Record, provider: Record) -> Jump:
    """A provider without a known handler leads to its own position."""
    side = "handler_" if provider.get("handler_file") is not None else ""
    return leading_to(consumer, provider[f"{side}file"], provider[f"{side}line"])


def leading_to(consumer: Record, file: str, line: int) -> Jump:
    return Jump(consumer["file"], consumer["line"], mechanism(consumer), consumer["key"], file, line)


def table(scores: Mapping[str, Score[Port] | Score[Jump]]) -> Table:
    result = Table("", "labelled", "found", "hit", "missed", "false", "precision", "recall")
    for column in result.columns[1:]:
        column.justify = "right"
    for name, score in scores.items():
        hit, missed, false = len(score.hit), len(score.missed), len(score.false)
        numbers = (hit + missed, hit + false, hit, missed, false)
        result.add_row(name, *map(str, numbers), percent(score.precision), percent(score.recall))
    return result


def percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def seamark(command: str, checkout: Path) -> list[Record]:
    arguments = [sys.executable, "-m", "seamark", command, str(checkout), "--format", "jsonl"]
    run = subprocess.run(arguments, capture_output=True, text=True, encoding="utf-8")
    if run.returncode != 0:
        print(f"{' '.join(arguments)} ended with {run.returncode}:\n{run.stderr.strip()}", file=sys.stderr)
        raise SystemExit(1)
    return [json.loads(line) for line in run.stdout.splitlines() if line.strip()]


def head(checkout: Path) -> str | None:
    run = subprocess.run(["git", "-C", str(checkout), "rev-parse", "HEAD"], capture_output=True, text=True)
    return run.stdout.strip() if run.returncode == 0 else None


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    checkout = Path(arguments[0])
    commit = head(checkout)
    given = [Path(argument) for argument in arguments[1:]]
    files = {
        path: json.loads(path.read_text("utf-8")) for path in given or sorted(Path(__file__).parent.glob("*.json"))
    }
    if given:
        for path, file in files.items():
            if file["commit"] != commit:
                print(f"note: {path} labels {file['commit']}, {checkout} is at {commit}", file=sys.stderr)
    else:
        files = {path: file for path, file in files.items() if file["commit"] == commit}
    if not files:
        print(f"no label file for {checkout} at {commit or 'no commit (is it a git checkout?)'}", file=sys.stderr)
        return 2

    labels: list[Record] = [label for file in files.values() for label in file["ports"]]
    scope = list(files.values())
    labels = [label for label in labels if in_scope(label["file"], scope)]
    found = [port for port in seamark("ports", checkout) if in_scope(port["file"], scope)]
    links = [link for link in seamark("links", checkout) if in_scope(link["consumer"]["file"], scope)]
    labelled, seen = labelled_ports(labels), found_ports(found)
    routes = compare(of_role(labelled, "exposes"), of_role(seen, "exposes"))
    calls = compare(of_role(labelled, "consumes"), of_role(seen, "consumes"))
    jumps = compare(labelled_jumps(labels), found_jumps(links))

    console = Console(soft_wrap=True, highlight=False, markup=False)
    console.print(", ".join(f"{file['repository']} at {file['commit'][:12]}" for file in files.values()))
    console.print(table({"routes": routes, "calls": calls, "jumps": jumps}))
    differences: dict[str, list[Port] | list[Jump]] = {
        "missed routes": routes.missed,
        "false routes": routes.false,
        "missed calls": calls.missed,
        "false calls": calls.false,
        "missed jumps": jumps.missed,
        "false jumps": jumps.false,
    }
    for title, entries in differences.items():
        if entries:
            console.print("", f"{title} ({len(entries)})", *(f"  {entry}" for entry in entries), sep="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
