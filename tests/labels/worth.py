"""What each mechanism is worth on the labels: python tests/labels/worth.py CHECKOUTS RESULTS [MECHANISM ...]

CHECKOUTS has a folder with a checkout for each label file, called like that file. Each repository is read with all
mechanisms (`mechanisms.py`), and it is noted in which files each of them gives something. Then each is switched off
there in turn, what it may have had a part in is done again, and what is found is compared with the labels. That is kept
in RESULTS, a folder, so that a run goes on where an earlier one ended; remove it after a change of the code.

What comes out are the scores of all repositories together and a table: the lines of each mechanism, in how many
repositories it gives something, the labelled ports and jumps that are lost or gained without it, and the false ports
that come or go. What it is `worth` are the errors in ports that it spares, where a port with a wrong key is one error.
A `+` says that it is worth that at least: it had earned its place twice over before all repositories were read. One
that brings less than one error for 40 lines is `below`, or `kept` for the reason in its row. With --scores only the
scores come out.
"""

from __future__ import annotations

import ast
import functools
import importlib
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from types import MethodType, ModuleType
from typing import Any, NamedTuple, TypeAlias, TypeVar

from rich.console import Console
from rich.table import Table

import seamark
from mechanisms import MECHANISMS, NEUTRAL, Mechanism, Switch
from score import (
    Jump,
    Port,
    Record,
    compare,
    found_jumps,
    found_ports,
    in_scope,
    labelled_jumps,
    labelled_ports,
    of_role,
    table,
)
from seamark.cli import rows
from seamark.cli.workspaces import Workspace
from seamark.extract import syntax_of
from seamark.index import Index
from seamark.languages import LANGUAGES

T = TypeVar("T")
Function: TypeAlias = Callable[..., Any]
Row: TypeAlias = dict[str, Any]

LINES_OF_A_PORT = 40
"""For as many lines a mechanism must spare one error."""
SURE = 2
"""How many times over a mechanism has earned its place for certain."""
LONGEST, LONGEST_IN_ALL = 60, 900
"""For how many seconds a repository is read without one mechanism, and in all."""
SOURCES = Path(seamark.__file__).parent


class Checkout(NamedTuple):
    """A repository with the label files of its commit."""

    name: str
    root: Path
    labels: tuple[Record, ...]


# Switching off


def found_in(path: str) -> tuple[Any, str, Function]:
    """What has a function, its name there, and the function: `resolve.workspace_facts.view:View.idle`."""
    module, _, name = path.partition(":")
    owner: Any = importlib.import_module(f"seamark.{module}")
    *outer, last = name.split(".")
    for one in outer:
        owner = getattr(owner, one)
    function: Function = getattr(owner, last)
    return owner, last, function


def replace_everywhere(path: str, other: Callable[[Function], Function]) -> None:
    """Put another function in the place of one, wherever a module of Seamark has that very one."""
    owner, name, function = found_in(path)
    new = other(function)
    setattr(owner, name, new)

    def exchanged(value: object) -> object:
        if value is function:
            return new
        if isinstance(value, MethodType) and value.__func__ is function:
            return MethodType(new, value.__self__)
        return value

    for module in [one for key, one in sys.modules.items() if key.partition(".")[0] == "seamark"]:
        _exchange(module, exchanged)


def _exchange(module: ModuleType, exchanged: Callable[[object], object]) -> None:
    for name, value in list(vars(module).items()):
        new = exchanged(value)
        if new is not value:
            setattr(module, name, new)
        if isinstance(value, type) and value.__module__ == module.__name__:
            for key, item in list(vars(value).items()):
                if exchanged(item) is not item:
                    setattr(value, key, exchanged(item))
        elif isinstance(value, dict):
            for key, item in list(value.items()):
                if exchanged(item) is not item:
                    value[key] = exchanged(item)
        elif is_dataclass(value) and not isinstance(value, type):
            for field in fields(value):
                item = getattr(value, field.name, None)
                if exchanged(item) is not item:
                    object.__setattr__(value, field.name, exchanged(item))


def switched_off(switch: Switch) -> Callable[[Function], Function]:
    neutral = NEUTRAL[switch.gives]

    def instead(function: Function) -> Function:
        def off(*given: Any, **named: Any) -> Any:
            return neutral(*given, **named)

        return functools.wraps(function)(off)

    return instead


class Acts:
    """In which files mechanisms give something, by the work that is done for a file, or the file that is read."""

    def __init__(self) -> None:
        self.files: dict[str, set[str]] = {}
        self._noted: list[set[str]] = [set()]
        self._offered: dict[object, set[str]] = {}

    def note(self, name: str) -> None:
        """A mechanism gives something just now."""
        self._noted[-1].add(name)

    def for_file(self, function: Function) -> Function:
        """A method that works for the file that it is given."""

        def work(self_: Any, path: str) -> Any:
            self._noted.append(set())
            try:
                return function(self_, path)
            finally:
                for name in self._noted.pop():
                    self.files.setdefault(name, set()).add(path)

        return work

    def for_all(self, function: Function) -> Function:
        """A method that works something out once, for all files that ask: what acts there acts for each of them."""

        def work(self_: Any, by: str, what: object, find: Function) -> Any:
            self._noted.append(set())
            try:
                return function(self_, by, what, find)
            finally:
                known = self._offered.setdefault((by, what), set())
                known |= self._noted.pop()
                self._noted[-1].update(known)

        return work


def watched(switch: Switch, note: Callable[[], None]) -> Callable[[Function], Function]:
    """A function that also notes when it gives what it would not if it were switched off."""
    neutral = NEUTRAL[switch.gives]

    def around(function: Function) -> Function:
        def with_note(*given: Any, **named: Any) -> Any:
            before = _done(given) if switch.gives == "nothing done" else None
            found = function(*given, **named)
            if before is not None:
                if _done(given) != before:
                    note()
                return found
            if isinstance(found, Iterator):
                return _noted(found, note)
            if found != neutral(*given, **named):
                note()
            return found

        return functools.wraps(function)(with_note)

    return around


def _noted(found: Iterator[T], note: Callable[[], None]) -> Iterator[T]:
    for one in found:
        note()
        yield one


def _done(given: tuple[Any, ...]) -> int:
    """How much is noted in the `FileAnalysis` that a function is given, be it as that of a call's site."""
    analysis = getattr(given[0], "analysis", given[0])
    return sum(len(value) for value in vars(analysis).values() if isinstance(value, list | set | dict))


# Reading a repository


def everything(checkout: Checkout, *, watching: bool) -> tuple[Index, Acts]:
    """A repository that has been read in this process, and what acts where, if that is watched."""
    for language in LANGUAGES:
        syntax_of(language.name)
    for module, name in (("workers", "MANY"), ("reader", "MANY"), ("reader", "SOME")):
        # No other processes, where nothing would be switched off.
        setattr(importlib.import_module(f"seamark.index.reading.{module}"), name, sys.maxsize)
    acts = Acts()
    for mechanism in MECHANISMS if watching else ():
        for switch in mechanism.switches:
            replace_everywhere(switch.function, watched(switch, functools.partial(acts.note, mechanism.name)))
    for function in (
        "index.incremental.current_ports:CurrentPorts._find",
        "index.incremental.current_ports:CurrentPorts._compose",
        "index.reading.files:Files._extract_facts",
    ):
        replace_everywhere(function, acts.for_file)
    for function in (
        "resolve.evaluation.evaluator:Evaluator.offered",
        "resolve.workspace_facts.project:Project._for_all",
    ):
        replace_everywhere(function, acts.for_all)
    index = Index([checkout.root])
    index.load()
    return index, acts


def look_anew(index: Index, acts: Acts, mechanism: Mechanism) -> None:
    """Switch a mechanism off, and do again what it may have had a part in."""
    for switch in mechanism.switches:
        replace_everywhere(switch.function, switched_off(switch))
    ports, files = index._current_ports, index._files
    acted = acts.files.get(mechanism.name, set())
    if any(switch.function.startswith("extract.") for switch in mechanism.switches):
        for path in acted:
            for twin in (path, *files._views._twins.of(path)):
                files._views.forget(twin)
        ports._doubted.update(dict.fromkeys(ports._dependencies.at(sorted(acted))))
    ports._shared.clear()
    for path in acted:
        ports._waiting["findings"].add(path)
    for path in ports.composed.keys() | ports._findings.keys():
        ports._waiting["ports"].add(path)
    index._finish()


def found_by(index: Index, checkout: Checkout) -> Row:
    """The ports and jumps that are found in those files that are labelled."""
    workspace = Workspace(str(checkout.root), index)
    ports = (rows.port(workspace, one) for one in index.ports())
    links = (rows.link(workspace, one) for one in index.links())
    return {
        "ports": sorted(found_ports(one for one in ports if in_scope(one["file"], checkout.labels))),
        "jumps": sorted(found_jumps(one for one in links if in_scope(one["consumer"]["file"], checkout.labels))),
    }


def read(checkout: Checkout, results: Path, wanted: Collection[Mechanism]) -> None:
    """Read a repository with everything, and then without each of these mechanisms; write what is found."""
    begun = time.monotonic()
    index, acts = everything(checkout, watching=bool(wanted))
    seconds = time.monotonic() - begun
    acting = {name: len(paths) for name, paths in acts.files.items()} if wanted else None
    write(results, checkout, None, found_by(index, checkout) | {"seconds": seconds, "acting": acting})
    for mechanism in wanted:
        if acting is None or mechanism.name not in acting or written(results, checkout, mechanism).exists():
            continue
        child = os.fork()
        if not child:
            signal.alarm(LONGEST)
            look_anew(index, acts, mechanism)
            write(results, checkout, mechanism, found_by(index, checkout))
            os._exit(0)
        os.waitpid(child, 0)


def write(results: Path, checkout: Checkout, mechanism: Mechanism | None, found: Row) -> None:
    path = written(results, checkout, mechanism)
    path.with_suffix(".new").write_text(json.dumps(found), "utf-8")
    path.with_suffix(".new").rename(path)


def written(results: Path, checkout: Checkout, mechanism: Mechanism | None) -> Path:
    name = "all" if mechanism is None else mechanism.name.replace(" ", "-").replace("/", "-")
    return results / f"{checkout.name}.{name}.json"


def known(results: Path, checkout: Checkout, mechanism: Mechanism | None) -> Row | None:
    """What was found, if it was read."""
    path = written(results, checkout, mechanism)
    found: Row | None = json.loads(path.read_text("utf-8")) if path.exists() else None
    return found


# What a mechanism is worth


@dataclass
class Worth:
    """What is lost, and what comes, without a mechanism."""

    lost: int = 0
    gained: int = 0
    false_added: int = 0
    false_removed: int = 0
    jumps_lost: int = 0
    jumps_gained: int = 0
    spared: int = 0
    repositories: int = 0
    unread: int = 0


def ports_of(found: Row) -> set[Port]:
    return {Port(*one) for one in found["ports"]}


def jumps_of(found: Row) -> set[Jump]:
    return {Jump(*one) for one in found["jumps"]}


def labelled(checkout: Checkout) -> tuple[set[Port], set[Jump]]:
    labels = [one for file in checkout.labels for one in file["ports"]]
    labels = [one for one in labels if in_scope(one["file"], checkout.labels)]
    return labelled_ports(labels), labelled_jumps(labels)


def errors(labels: set[Port], found: set[Port]) -> int:
    """How many ports are missed or false; one with a wrong key at its place is one error."""
    missed = Counter((one.file, one.line, one.role) for one in labels - found)
    false = Counter((one.file, one.line, one.role) for one in found - labels)
    return (missed | false).total()


def add(worth: Worth, checkout: Checkout, with_it: Row, without: Row) -> None:
    """Add what is different in a repository without a mechanism."""
    ports, jumps = labelled(checkout)
    before, after = ports_of(with_it), ports_of(without)
    worth.lost += len((before - after) & ports)
    worth.gained += len((after - before) & ports)
    worth.false_added += len((after - before) - ports)
    worth.false_removed += len((before - after) - ports)
    led, leads = jumps_of(with_it), jumps_of(without)
    worth.jumps_lost += len((led - leads) & jumps)
    worth.jumps_gained += len((leads - led) & jumps)
    worth.spared += errors(ports, after) - errors(ports, before)


def lines(mechanism: Mechanism) -> int:
    """How many lines the modules and functions have together that are a mechanism."""
    return sum(_lines(part) for part in mechanism.parts)


def _lines(part: str) -> int:
    module, _, name = part.partition(":")
    text = SOURCES.joinpath(*module.split(".")).with_suffix(".py").read_text("utf-8")
    if not name:
        return len(text.splitlines())
    body: Iterable[ast.stmt] = ast.parse(text).body
    node: Any = None
    for one in name.split("."):
        node = next(found for found in body if getattr(found, "name", "") == one)
        body = node.body
    return int(node.end_lineno - node.lineno + 1)


def is_sure(worth: Worth, mechanism: Mechanism) -> bool:
    return worth.spared * LINES_OF_A_PORT >= SURE * lines(mechanism)


def count(worths: dict[str, Worth], checkout: Checkout, results: Path, wanted: Iterable[Mechanism]) -> None:
    """Add what a repository tells of mechanisms."""
    with_it = known(results, checkout, None)
    for mechanism in wanted if with_it is not None else ():
        if with_it is not None and mechanism.name in (with_it["acting"] or ()):
            worth = worths[mechanism.name]
            worth.repositories += 1
            without = known(results, checkout, mechanism)
            if without is None:
                worth.unread += 1
            else:
                add(worth, checkout, with_it, without)


def shown(worths: dict[str, Worth], size: dict[str, int]) -> Table:
    columns = (
        "",
        "lines",
        "in",
        "lost",
        "gained",
        "false +",
        "false -",
        "jumps -",
        "jumps +",
        "worth",
        "lines/port",
        "",
    )
    result = Table(*columns)
    for column in result.columns[1:-1]:
        column.justify = "right"
    kept = {one.name for one in MECHANISMS if one.kept}
    for name, worth in sorted(worths.items(), key=lambda one: one[1].spared / max(1, size[one[0]])):
        numbers = (worth.lost, worth.gained, worth.false_added, worth.false_removed, worth.jumps_lost)
        per_port = f"{size[name] / worth.spared:.0f}" if worth.spared > 0 else "-"
        below = worth.spared * LINES_OF_A_PORT < size[name]
        remark = (("kept" if name in kept else "below") if below else "") + (
            f" ({worth.unread} not read)" if worth.unread else ""
        )
        spared = f"{worth.spared}{'+' if worth.unread and not below else ''}"
        places = (size[name], worth.repositories)
        result.add_row(name, *map(str, (*places, *numbers, worth.jumps_gained)), spared, per_port, remark)
    return result


def scores(checkouts: list[Checkout], results: Path) -> Table:
    """What all repositories together score."""
    all_labelled, all_found = set[Port](), set[Port]()
    jumps_labelled, jumps_found = set[Jump](), set[Jump]()
    for one in checkouts:
        found = known(results, one, None)
        if found is not None:
            ports, jumps = labelled(one)
            all_labelled |= {port._replace(file=f"{one.name}/{port.file}") for port in ports}
            all_found |= {port._replace(file=f"{one.name}/{port.file}") for port in ports_of(found)}
            jumps_labelled |= {jump._replace(file=f"{one.name}/{jump.file}") for jump in jumps}
            jumps_found |= {jump._replace(file=f"{one.name}/{jump.file}") for jump in jumps_of(found)}
    return table(
        {
            "routes": compare(of_role(all_labelled, "exposes"), of_role(all_found, "exposes")),
            "calls": compare(of_role(all_labelled, "consumes"), of_role(all_found, "consumes")),
            "jumps": compare(jumps_labelled, jumps_found),
        }
    )


# The program


def checkouts_in(folder: Path) -> list[Checkout]:
    """The checkouts in a folder, those first that tell most; those of label files of the same commit are one."""
    by_commit: dict[str, list[Path]] = {}
    files = {path: json.loads(path.read_text("utf-8")) for path in sorted(Path(__file__).parent.glob("*.json"))}
    for path, file in files.items():
        by_commit.setdefault(file["commit"], []).append(path)
    found = []
    for paths in by_commit.values():
        name = next((path.stem for path in paths if (folder / path.stem).is_dir()), None)
        if name is None:
            print(f"no checkout for {paths[0].stem}", file=sys.stderr)
        else:
            found.append(Checkout(name, folder / name, tuple(files[path] for path in paths)))
    return sorted(found, key=_effort)


def _effort(checkout: Checkout) -> float:
    """How many files there are for each labelled port."""
    files = sum(len(names) for _, _, names in os.walk(checkout.root))
    return files / max(1, sum(len(file["ports"]) for file in checkout.labels))


def main(arguments: list[str]) -> int:
    options = {argument for argument in arguments if argument.startswith("--")}
    given = [argument for argument in arguments if argument not in options]
    if len(given) < 2 or options - {"--scores", "--one"}:
        print(__doc__, file=sys.stderr)
        return 2
    folder, results = Path(given[0]), Path(given[1])
    if "--one" in options:
        checkout = next(one for one in checkouts_in(folder) if one.name == given[2])
        read(checkout, results, [one for one in MECHANISMS if one.name in given[3:]])
        return 0
    results.mkdir(parents=True, exist_ok=True)
    checkouts = checkouts_in(folder)
    wanted = [one for one in MECHANISMS if "--scores" not in options and (not given[2:] or one.name in given[2:])]
    worths = {one.name: Worth() for one in wanted}
    for number, checkout in enumerate(checkouts):
        before = known(results, checkout, None)
        if before is not None and wanted and before["acting"] is None:
            before = None  # It was read for its scores alone.
        left = [one for one in wanted if not is_sure(worths[one.name], one)]
        left = [one for one in left if before is None or one.name in before["acting"]]
        left = [one for one in left if not written(results, checkout, one).exists()]
        if before is None or left:
            program = [sys.executable, __file__, "--one", str(folder), str(results), checkout.name]
            with suppress(subprocess.TimeoutExpired):
                subprocess.run([*program, *(one.name for one in left)], timeout=LONGEST_IN_ALL)
            print(f"{number + 1}/{len(checkouts)} {checkout.name}, without {len(left)}", file=sys.stderr)
        count(worths, checkout, results, wanted)
    console = Console(width=180, highlight=False, markup=False)
    console.print(scores(checkouts, results))
    if wanted:
        console.print(shown(worths, {one.name: lines(one) for one in wanted}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
