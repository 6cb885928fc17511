"""Calls in any file of a repository, by their name, that say something for all of it: what stands under a key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from seamark.extract import facts
from seamark.resolve.abstract_values import Place
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.workspace_facts.project import Project

_GIVEN = 2
"""What a call is given that says what stands under a key: the key and the value."""


_Calls = tuple[tuple[facts.Call, Place], ...]


def calls_named(evaluator: Evaluation, name: str) -> _Calls:
    """The calls of a name with which things are set, in the asker's repository or in none, and where they stand.

    There may be thousands of files with such calls: they are looked through once for all who ask.
    """
    return _named(evaluator.project, evaluator.project.home(evaluator.project.asker), name)


def calls_by_key(evaluator: Evaluation, name: str) -> Mapping[str, Sequence[tuple[facts.Call, Place]]]:
    """Those of them that are given a key and a value, by the key if that is written there, in small letters."""
    project = evaluator.project
    home = project.home(project.asker)
    return project.once_for_all(home, f"calls by key {name}", lambda own: _by_key(_named(own, home, name)))


def _named(project: Project, home: str, name: str) -> _Calls:
    return project.once_for_all(home, f"calls {name}", lambda own: tuple(_calls_in_files(own, home, name)))


def _by_key(calls: _Calls) -> dict[str, list[tuple[facts.Call, Place]]]:
    found: dict[str, list[tuple[facts.Call, Place]]] = {}
    for by, place in calls:
        if len(by.arguments) == _GIVEN:
            key = by.arguments[0].value
            written = key.text.casefold() if isinstance(key, facts.Literal) else ""
            found.setdefault(written, []).append((by, place))
    return found


def _calls_in_files(project: Project, home: str, name: str) -> Iterator[tuple[facts.Call, Place]]:
    for path in project.files_storing(name, home):
        view = project.view(path) if project.home(path) in (home, "") else None
        for site in project.called_in(view, name) if view is not None else ():
            yield site.call, Place(path, site.scope)
