"""What files tell each other of their findings: who mounts this router, whether this function is a wrapper."""

from __future__ import annotations

from typing import Protocol

from .findings import Findings, Identity, MountFound, Wrapper
from .meaning import Definition
from .project import Question


class Relations(Protocol):
    """The findings of all files, asked on behalf of one; whoever implements it remembers what was asked."""

    def wrappers(self, of: Definition) -> tuple[Wrapper, ...]:
        """What this function's callers state, if it is a wrapper."""

    def mounts(self, of: Identity) -> tuple[MountFound, ...]:
        """Where this router is put."""

    def passed(self, of: Definition) -> bool:
        """Whether some caller of this possible wrapper gives it a path."""

    def sends(self, path: str) -> bool:
        """Whether this file makes or uses a client."""


def contributions(path: str, findings: Findings) -> dict[Question, tuple[object, ...]]:
    """What a file's findings answer, by the question: see `Relations`."""
    found: dict[Question, list[object]] = {}
    for wrapper in findings.wrappers:
        found.setdefault(("wrappers", wrapper.of.path, wrapper.of.key), []).append(wrapper)
    for mount in findings.mounts:
        found.setdefault(("mounts", *mount.child), []).append(mount)
    for definition in findings.passed:
        found.setdefault(("passed", definition.path, definition.key), []).append(True)
    if findings.sends:
        found["sends", path] = [True]
    return {question: tuple(answers) for question, answers in found.items()}
