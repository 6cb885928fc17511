"""Files that code finds by listing folders of its own, and loads: `readdirSync("./routes")`, `require(file)`.

A path that is relative is one from the folder in which programs of a service are started, its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from seamark.extract import facts
from seamark.resolve.abstract_values import UNKNOWN, Constant, Meaning, Place, Sequence, Text, each, options
from seamark.resolve.evaluation.calls.arguments import argument
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.evaluation.scope import imports
from seamark.resolve.module_resolution.paths import below, folder, join
from seamark.resolve.partial_texts.file_paths import path_of_file, stated_file
from seamark.resolve.partial_texts.operations import OPERATIONS
from seamark.resolve.partial_texts.urls import is_absolute

MAX_FILES = 1000
"""How many files are listed of a folder with those below it."""
MAX_DEPTH = 8
_TRUE = Constant("true")


def file_names(evaluator: Evaluation, call: facts.Call, place: Place) -> Meaning:
    """The names of what is in a folder; with an option those of what is below it, or objects that have them."""
    given = evaluator.value(call.arguments[0].value, place) if call.arguments else UNKNOWN
    is_deep = argument(evaluator, call, "1.recursive", place) == _TRUE
    are_objects = argument(evaluator, call, "1.withFileTypes", place) == _TRUE
    found = [_names(evaluator, one, place, is_deep=is_deep) for one in each(given)]
    return options([UNKNOWN if one is None else _list(one, call, place, are_objects=are_objects) for one in found])


def _names(evaluator: Evaluation, given: Meaning, place: Place, *, is_deep: bool) -> list[str] | None:
    where = place_of(evaluator, given, place)
    if where is None:
        return None
    project = evaluator.project
    direct = (*project.listing(where), *project.subfolders(where))
    return list(islice(_below(evaluator, where, "") if is_deep else direct, MAX_FILES))


def _list(names: list[str], call: facts.Call, place: Place, *, are_objects: bool = False) -> Meaning:
    items: list[facts.Value] = [facts.Literal(one, call.start, call.end) for one in names]
    if are_objects:
        items = [facts.Object((facts.Entry("name", one),), call.start, call.end) for one in items]
    return Sequence(facts.List(tuple(items), call.start, call.end), place)


def _below(evaluator: Evaluation, where: str, within: str, depth: int = 0) -> Iterator[str]:
    """The paths of all files below a folder, from there on."""
    around = below(where, within) if within else where
    for name in evaluator.project.listing(around):
        yield below(within, name)
    for name in evaluator.project.subfolders(around) if depth < MAX_DEPTH else ():
        yield from _below(evaluator, where, below(within, name), depth + 1)


def place_of(evaluator: Evaluation, given: Meaning, place: Place) -> str | None:
    """The file or folder of the workspace whose path a text is."""
    known = given.known_string if isinstance(given, Text) else None
    return None if known is None else _place_of(evaluator, known, place)


def _place_of(evaluator: Evaluation, stated: str, place: Place) -> str | None:
    """The file or folder of the workspace that a path leads to."""
    own = stated_file(stated)
    if own is not None:
        return join("", own)
    is_relative = stated and not stated.startswith("/") and ":" not in stated
    found = join(evaluator.project.service(place.path), stated) if is_relative else None
    return found if found is not None and evaluator.project.exists(found) else None


def files_like(evaluator: Evaluation, call: facts.Call, place: Place) -> Meaning:
    """The paths of the files that a pattern of a shell's names, which begin as that does."""
    given = evaluator.value(call.arguments[0].value, place) if call.arguments else UNKNOWN
    known = given.known_string if isinstance(given, Text) else None
    if known is None or len(call.arguments) > 1:
        return UNKNOWN
    beginning, mark, _ = re.split(_SPECIAL, known, maxsplit=1) if re.search(_SPECIAL, known) else (known, "", "")
    stated = beginning.rpartition("/")[0]
    where = _place_of(evaluator, stated or ".", place)
    pattern = _as_regex(known[len(stated) :].lstrip("/"))
    if where is None or pattern is None or not mark:
        return UNKNOWN
    found = [one for one in islice(_below(evaluator, where, ""), MAX_FILES) if pattern.fullmatch(one)]
    return _list([below(stated, one) for one in found], call, place)


_SPECIAL = r"([*?{\[])"
_PIECE = re.compile(r"\*\*/|\*\*?|\?|\{[\w.,-]+\}|[\w./@#%~ -]|\[\w+\]")
_AS_REGEX = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def _as_regex(pattern: str) -> re.Pattern[str] | None:
    """A pattern of a shell's as a regular expression; None if it has more than is usual."""
    pieces = _PIECE.findall(pattern)
    if "".join(pieces) != pattern or sum(one.startswith("*") for one in pieces) > _MANY:
        return None
    return re.compile("".join(_piece(one) for one in pieces))


_MANY = 4
"""More of them take long."""


def _piece(piece: str) -> str:
    if piece[0] == "{":
        return f"(?:{'|'.join(re.escape(one) for one in piece[1:-1].split(','))})"
    return _AS_REGEX.get(piece, piece if piece[0] == "[" else re.escape(piece))


def whole_path(evaluator: Evaluation, call: facts.Call, place: Place) -> Meaning:
    """A path of a file, put together as `join paths` does, from the workspace's folder on."""
    given = [evaluator.value(one.value, place) for one in call.arguments]
    return options([_whole(evaluator, one, place) for one in OPERATIONS["join paths"](None, given, {})])


def _whole(evaluator: Evaluation, path: Text, place: Place) -> Meaning:
    known = path.known_string
    if is_absolute(path) or known is None:
        return path if is_absolute(path) else UNKNOWN
    found = _place_of(evaluator, known, place)
    return UNKNOWN if found is None else path_of_file(found)


def loaded(evaluator: Evaluation, call: facts.Call, place: Place) -> Meaning:
    """The module that a text names, whose value is worked out: `require("./routes/" + file)`."""
    given = evaluator.value(call.arguments[0].value, place) if call.arguments else UNKNOWN
    names = [one.known_string for one in each(given) if isinstance(one, Text) and one.known_string]
    return options([imports.imported_value(evaluator, _as_module(name, place), "", place) for name in names])


def _as_module(name: str, place: Place) -> str:
    """How the file names the module at a path."""
    stated = stated_file(name)
    within = None if stated is None else join("", stated)
    return (
        name if within is None else "./" + "../" * len([one for one in folder(place.path).split("/") if one]) + within
    )
