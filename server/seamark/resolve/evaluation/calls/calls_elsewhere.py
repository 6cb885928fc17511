"""Calls in any file, by their name, that say something for all of a program: what stands under a key."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract import facts
from seamark.resolve.abstract_values import Place
from seamark.resolve.evaluation.protocol import Evaluation


def calls_named(evaluator: Evaluation, name: str) -> list[tuple[facts.Call, Place]]:
    """The calls of a name with which things are set, in all files, and where they stand."""
    return evaluator.once(("calls elsewhere", name), lambda: list(_calls_in_files(evaluator, name)))


def _calls_in_files(evaluator: Evaluation, name: str) -> Iterator[tuple[facts.Call, Place]]:
    for path in evaluator.project.files_storing(name):
        view = evaluator.project.view(path)
        for site in evaluator.project.called_in(view, name) if view is not None else ():
            yield site.call, Place(path, site.scope)
