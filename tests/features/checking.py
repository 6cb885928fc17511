"""Runs a readable case: files, and in their comments what must be found in them.

A case is a text of several files. `//- web/app.ts` begins a file. A comment with carets speaks of the code line above:

    fetch(`/users/${id}`)
    //     ^ consumes http GET /users/{} 0.9
    #         ^ exposes http GET /users/{} 1.0 by get_user

The first caret stands somewhere below the contract's text; several such lines may follow one another. `by` names the
handler, and `via` says which way leads from a call to its best provider, or that `nothing` does. Every port must be
marked: what is not marked must not be found. One `$0` in a file is the cursor; `^^^^ definition` then marks the names
to which it leads, all of them. What names a route and does not ask for it `uses` it:

    redirect(url_for("shelf.book"))
    #                 ^ uses shelf.book by read_book

A text without comments is followed by a section of what is said of it, by line and column:

    //- api/openapi.json says
    4:8 exposes http GET /users/{} 1.0
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from seamark.index import Index
from seamark.lsp.features.navigation.definition import definition
from seamark.lsp.features.place import is_asked_for, who
from seamark.resolve.port_model import USES, Port
from seamark.settings import NAME
from seamark.source import LineIndex

CURSOR = "$0"

_SAYS = " says"
_FILE = re.compile(r"^//- (\S+(?: says)?)$", re.MULTILINE)
_MARK = re.compile(r"^\s*(?://|#|<!--|--|/\*)?\s*(\^+) (exposes|consumes|uses|definition)\b ?(.*?)(?: -->| \*/)?$")


@dataclass(frozen=True, order=True)
class Mark:
    """What a comment claims of the line above it: where, and what."""

    path: str
    line: int
    says: str
    first: int
    last: int


@dataclass(frozen=True)
class Case:
    """A case's files without its claims and the cursor, these claims, and the cursor's place.

    A claim must not tell that a file is worth reading: where it stood, an empty line is left.
    """

    files: dict[str, str]
    ports: list[Mark]
    definitions: list[Mark]
    cursor: tuple[str, int] | None


def parse(text: str) -> Case:
    """Read a case: files, each behind its `//-` line. One without a file would check nothing: that is an error."""
    files: dict[str, str] = {}
    ports: list[Mark] = []
    definitions: list[Mark] = []
    cursor: tuple[str, int] | None = None
    pieces = _FILE.split(text)
    assert len(pieces) > 1, f"no file: {text}"
    for path, content in zip(pieces[1::2], pieces[2::2], strict=True):
        body = content.removeprefix("\n")
        if path.endswith(_SAYS):
            ports += _said_of(path.removesuffix(_SAYS), body)
            continue
        marks = list(_marks(path, body))
        body = "\n".join("" if _MARK.match(line) else line for line in body.split("\n"))
        if CURSOR in body:
            cursor = path, len(body[: body.index(CURSOR)].encode())
            body = body.replace(CURSOR, "", 1)
        files[path] = body
        for mark, is_port in marks:
            (ports if is_port else definitions).append(mark)
    return Case(files, ports, definitions, cursor)


def _said_of(path: str, body: str) -> Iterator[Mark]:
    for place, _, says in (line.partition(" ") for line in body.splitlines() if line):
        line, column = map(int, place.split(":"))
        yield Mark(path, line, says, column, column)


def _marks(path: str, body: str) -> Iterator[tuple[Mark, bool]]:
    above = 0
    for number, line in enumerate(body.split("\n"), 1):
        found = _MARK.match(line)
        if found is None:
            above = number
            continue
        says = found[3] if found[2] == "definition" else f"{found[2]} {found[3]}"
        yield Mark(path, above, says.strip(), found.start(1) + 1, found.end(1)), found[2] != "definition"


def index_of(case: Case, root: Path) -> Index:
    """An index of the case's files, as if an editor showed all of them; nothing is on disk but a `seamark.toml`."""
    index = Index([root])
    for path, body in case.files.items():
        if path == NAME:
            (root / NAME).write_text(body, "utf-8")
            index.refresh([NAME])
        else:
            index.open(path, body.encode())
    return index


def check(text: str, root: Path) -> None:
    """Fail, and say where, if what is found is not what the case says. `root` is an empty folder."""
    case = parse(text)
    index = index_of(case, root)
    wrong = list(_differences(case, index))
    if case.cursor is not None:
        wrong += _wrong_definitions(case, index, *case.cursor)
    assert not wrong, "\n" + "\n".join(wrong)


@dataclass(frozen=True)
class _Found:
    """A port: where it stands, and what a case may say of it, the shortest first. It ends before column `end`."""

    path: str
    line: int
    column: int
    end: int
    says: list[str]

    def is_at(self, mark: Mark) -> bool:
        return self._is_in_line(mark) and self.column <= mark.first < self.end

    def is_same(self, mark: Mark) -> bool:
        return self.is_at(mark) and mark.says in self.says

    def is_almost(self, mark: Mark) -> bool:
        """Whether a mark in the same line speaks of the same key and side."""
        return self._is_in_line(mark) and _contract(mark.says) == _contract(self.says[0])

    def _is_in_line(self, mark: Mark) -> bool:
        return (mark.path, mark.line) == (self.path, self.line)


_CONFIDENCE = re.compile(r" \d\.\d+(?= |$)")


def _contract(says: str) -> str:
    """What stands before the confidence: the side, the mechanism and the key."""
    return _CONFIDENCE.split(says, maxsplit=1)[0]


def _differences(case: Case, index: Index) -> Iterator[str]:
    expected, unmarked = list(case.ports), []
    ports = index.ports()
    uses = [one for one in index.uses() if not is_asked_for(one, ports)]
    for port in (*ports, *uses):
        found = _found(case, port, index)
        match = next(filter(found.is_same, expected), None)
        if match is None:
            unmarked.append(found)
        else:
            expected.remove(match)
    for found in unmarked:
        almost = next(filter(found.is_almost, expected), None)
        where = f"{found.path}:{found.line}:{found.column}"
        if almost is None:
            yield f"{where} is found but not marked: {found.says[-1]}"
            continue
        expected.remove(almost)
        if almost.says not in found.says:
            yield f"{where} is marked as `{almost.says}`, but found as `{found.says[-1]}`"
        if not found.is_at(almost):
            ends = "" if found.end == _OPEN else f" to {found.end - 1}"
            yield f"{where} is marked at column {almost.first}, but stands at {found.column}{ends}: {almost.says}"
    for mark in expected:
        yield f"{mark.path}:{mark.line}:{mark.first} is marked but not found: {mark.says}"


_OPEN = 1 << 30
"""Where a port ends in a line if it goes on in the next one."""


def _found(case: Case, port: Port, index: Index) -> _Found:
    lines = LineIndex(case.files[port.path].encode())
    line, column = lines.human(port.start)
    last, end = lines.human(port.end)
    return _Found(port.path, line, column, max(end, column + 1) if last == line else _OPEN, _said(port, index))


def _said(port: Port, index: Index) -> list[str]:
    """The ways in which a case may speak of this port, the shortest first."""
    if port.role == USES:
        handlers = {who(match.port) or match.port.path for match in index.providers(port)}
        return [f"uses {port.key}", f"uses {port.key} by {' and '.join(sorted(handlers)) or 'nothing'}"]
    plain = f"{port.role} {port.mechanism} {port.key} {port.confidence}"
    said = [plain]
    if port.handler is not None:
        said.append(f"{plain} by {port.handler.qualified_name}".rstrip())
    if port.role == "consumes":
        said.append(f"{plain} via {next((match.how for match in index.providers(port)), 'nothing')}")
    return said


def _wrong_definitions(case: Case, index: Index, path: str, offset: int) -> Iterator[str]:
    expected = {(mark.path, mark.line, mark.first, mark.last + 1) for mark in case.definitions}
    found = set()
    jump = definition(index, path, offset)
    for target in jump.targets if jump is not None else ():
        selected = target.selection
        lines = LineIndex(case.files[selected.path].encode())
        line, column = lines.human(selected.start)
        found.add((selected.path, line, column, lines.human(selected.end)[1]))
    for place, line, column, end in sorted(found - expected):
        yield f"the cursor leads to {place}:{line}:{column}-{end}, which is not marked"
    for place, line, column, end in sorted(expected - found):
        yield f"the cursor does not lead to {place}:{line}:{column}-{end}"
