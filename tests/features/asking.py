"""Runs a readable question: files, a cursor, and in the files' comments what the features answer.

    === a title
    asks declaration
    //- web/app.ts
    fetch("/us$0ers")
    //     ^^^^^^ highlight consumes
    //- api/main.py
    @app.get("/users")
    #         ^^^^^^ lens 1 consumer
    def users(): ...
    #   ^^^^^ implementation

    === another
    rename people
    //- web/app.ts
    fetch("/us$0ers")
    //- web/app.ts after
    fetch("/people")

A comment with carets speaks of the code line above, of exactly the text above its carets, and begins with a feature's
name. Features that a case names, in its files or in its first line after `asks`, must give what is marked, and no
more. `$0` is the cursor; what is asked of whole files needs none. After `rename` and a new name, `refuse` and a new
name, or `act` and an action's title in the first line, sections `after` have the texts of the files that change;
`complete` begins a section of the keys that are offered, each with the line that it makes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from seamark.index import Index
from seamark.lsp import features
from seamark.lsp.features.display.hints import hints
from seamark.lsp.features.display.lens import current_lens, lenses
from seamark.lsp.features.display.symbols import in_file
from seamark.lsp.features.editing.actions import actions
from seamark.lsp.features.editing.complete import Completion, Item, complete
from seamark.lsp.features.editing.edits import Edit, apply_edits
from seamark.lsp.features.editing.rename import RenameRefusal, renamable, rename
from seamark.lsp.features.navigation import calls
from seamark.lsp.features.place import Jump, Place, contract, name, text_of_prefix
from seamark.review import Finding, Review

CURSOR = "$0"
_FILE = re.compile(r"^//- (\S+(?: after)?)$", re.MULTILINE)
_MARK = re.compile(r"^\s*(?://|#)?\s*(\^+) (\w+) ?(.*)$")

_AFTER = " after"

Answers = set[tuple[Place, str]]


class AskedCase(NamedTuple):
    """An index of a case's files, and the cursor's place."""

    service: Index
    paths: tuple[str, ...]
    cursor: tuple[str, int]


def read(text: str) -> Iterator[tuple[str, str]]:
    """The cases of a file, each with its title."""
    for case in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]:
        title, _, body = case.partition("\n")
        yield title, body


def check(text: str, root: Path) -> None:
    """Fail, and say how, if some feature answers anything else than what is marked. `root` is an empty folder."""
    head, *pieces = _FILE.split(text)
    asks, rest = [*head.strip().split(None, 1), "", ""][:2]
    index, cursor, paths, after = Index([root]), ("", 0), list[str](), dict[str, str]()
    marked: dict[str, Answers] = {feature: set() for feature in (rest.split() if asks == "asks" else ())}
    for path, content in zip(pieces[::2], pieces[1::2], strict=True):
        body = content.removeprefix("\n")
        if path.endswith(_AFTER):
            after[path.removesuffix(_AFTER)] = body
            continue
        paths.append(path)
        if CURSOR in body:
            cursor = path, len(body[: body.index(CURSOR)].encode())
            body = body.replace(CURSOR, "", 1)
        index.open(path, body.encode())
        for feature, place, says in _marks(path, body):
            marked.setdefault(feature, set()).add((place, says))
    asked = AskedCase(index, tuple(paths), cursor)
    for feature, expected in marked.items():
        found = set(_FEATURES[feature](asked))
        assert found == expected, f"{feature} at {cursor}:\n  found    {sorted(found)}\n  expected {sorted(expected)}"
    if asks in _CHANGES:
        assert _CHANGES[asks](asked, rest) == {path: body.strip() for path, body in after.items()}
    elif asks == "complete":
        assert _completions(asked) == [line for line in rest.splitlines() if line]
    else:
        assert asks in ("", "asks"), asks


def _marks(path: str, body: str) -> Iterator[tuple[str, Place, str]]:
    start = above = 0
    for line in body.splitlines(keepends=True):
        found = _MARK.match(line.rstrip("\n"))
        if found is None:
            above = start
        else:
            # Carets count characters, places bytes.
            begin, end = (above + len(body.encode()[above:].decode()[: found.span(1)[i]].encode()) for i in (0, 1))
            yield found[2], Place(path, begin, end), found[3].strip()
        start += len(line.encode())


def _jump(ask: Callable[..., Jump | None]) -> Callable[[AskedCase], Answers]:
    def places(asked: AskedCase) -> Answers:
        jump = ask(asked.service, *asked.cursor)
        return {(target.selection, "") for target in jump.targets} if jump is not None else set()

    return places


def _references(asked: AskedCase) -> Answers:
    return {(place, "") for place in features.references(asked.service, *asked.cursor, include_declaration=False)}


def _with_declaration(asked: AskedCase) -> Answers:
    return {(place, "") for place in features.references(asked.service, *asked.cursor, include_declaration=True)}


def _lenses(asked: AskedCase) -> Answers:
    return {
        (lens.at, current_lens(asked.service, lens).title)
        for path in asked.paths
        for lens in lenses(asked.service, path)
    }


def _symbols(asked: AskedCase) -> Answers:
    return {
        (contract(port), f"{port.role} {port.key}") for path in asked.paths for port in in_file(asked.service, path)
    }


def _callers(asked: AskedCase) -> Answers:
    return {
        (place, call.other.symbol.qualified_name)
        for one in calls.functions(asked.service, *asked.cursor)
        for call in calls.incoming(asked.service, one.symbol)
        for place in call.places
    }


def _callees(asked: AskedCase) -> Answers:
    return {
        (name(call.other.symbol), "")
        for one in calls.functions(asked.service, *asked.cursor)
        for call in calls.outgoing(asked.service, one.symbol)
    }


def _hints(asked: AskedCase) -> Answers:
    return {
        hint for path in asked.paths for hint in hints(asked.service, path, 0, len(asked.service.text(path) or b""))
    }


def _findings(asked: AskedCase) -> Answers:
    return {(contract(one.port), " ".join((one.kind, *one.meant))) for one in _told(asked)}


def _hovers(asked: AskedCase) -> Answers:
    found = features.hover(asked.service, *asked.cursor)
    return {(found.origin, f"{len(one.others)} {one.port.key}") for one in found.ports} if found is not None else set()


def _prefixes(asked: AskedCase) -> Iterator[tuple[Place, str]]:
    for prefix in (one for path in asked.paths for one in asked.service.prefixes(path)):
        found = features.hover(asked.service, prefix.path, prefix.start)
        for described in found.prefixes if found is not None else ():
            if described.words == prefix.words:
                keys = " ".join(f"{one.port.key}: {one.consumers}" for one in described.routes)
                yield text_of_prefix(prefix), f"{described.consumers} {keys}"


def _told(asked: AskedCase) -> list[Finding]:
    review = Review(asked.service, {"unserved-call": "warning"})
    return [one.finding for path in asked.paths for one in review.of(path)]


def _renamable(asked: AskedCase) -> Answers:
    found = renamable(asked.service, *asked.cursor)
    return set() if found is None else {found}


def _renamed(asked: AskedCase, new: str) -> dict[str, str]:
    edits = rename(asked.service, *asked.cursor, new)
    assert isinstance(edits, tuple), edits
    return _changed(asked, edits)


def _refused(asked: AskedCase, new: str) -> dict[str, str]:
    found = rename(asked.service, *asked.cursor, new)
    assert isinstance(found, RenameRefusal), found
    return {"refused": found.why if found.place is None else f"{found.why} {found.place.path}"}


def _acted(asked: AskedCase, title: str) -> dict[str, str]:
    offered = {one.title: one for finding in _told(asked) for one in actions(asked.service, finding)}
    if title.startswith("nothing but "):
        assert title.removeprefix("nothing but ") == ", ".join(offered)
        return {}
    assert title in offered, list(offered)
    return _changed(asked, offered[title].edits)


def _changed(asked: AskedCase, edits: Iterable[Edit]) -> dict[str, str]:
    return {path: data.decode().strip() for path, data in apply_edits(asked.service, edits).items()}


def _completions(asked: AskedCase) -> list[str]:
    found = complete(asked.service, *asked.cursor)
    return [] if found is None else [f"{item.key} -> {_completed(asked, found, item)}" for item in found.items]


def _completed(asked: AskedCase, completion: Completion, item: Item) -> str:
    """The lines that differ once this is inserted."""
    path = item.place.path
    before = (asked.service.text(path) or b"").decode().splitlines()
    after = (
        apply_edits(asked.service, [Edit(item.place, item.text), *completion.edits(item)])[path].decode().splitlines()
    )
    return " ".join(line.strip() for line, old in zip(after, before, strict=True) if line != old)


_CHANGES: Mapping[str, Callable[[AskedCase, str], dict[str, str]]] = {
    "rename": _renamed,
    "refuse": _refused,
    "act": _acted,
}

_FEATURES: Mapping[str, Callable[[AskedCase], Answers]] = {
    "definition": _jump(features.definition),
    "declaration": _jump(features.declaration),
    "implementation": _jump(features.implementation),
    "reference": _references,
    "place": _with_declaration,
    "highlight": lambda asked: set(features.highlight(asked.service, *asked.cursor)),
    "lens": _lenses,
    "symbol": _symbols,
    "caller": _callers,
    "callee": _callees,
    "hint": _hints,
    "hover": _hovers,
    "finding": _findings,
    "renamable": _renamable,
    "prefix": lambda asked: set(_prefixes(asked)),
}
"""What the comments name, and how it is asked.

A `place` is a reference with `includeDeclaration`, a `hover` says how many are listed on the other side.
"""
