"""What files tell each other of their findings: who mounts this router, whether this function is a wrapper."""

from __future__ import annotations

from collections.abc import Iterable
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

    def offered(self, name: str) -> bool:
        """Whether some file offers a router or a client under this name, or has this name and offers one by default."""


MAX_WRAPPERS = 16
"""How many ways of stating a contract callers may have: functions that call each other have no end of them."""


def nearest(wrappers: Iterable[Wrapper]) -> tuple[Wrapper, ...]:
    """Those that count: the ones that are not guessed if there are any, and of many those nearest to the request.

    A wrapper follows from others of lower levels only, and one that is not guessed from others that are not. So what
    there is in the end does not depend on what was found first.
    """
    found = list(wrappers)
    found = [wrapper for wrapper in found if not wrapper.guessed] or found
    return tuple(sorted(found, key=lambda wrapper: wrapper.level)[:MAX_WRAPPERS])


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
    for name in findings.offers:
        found["offered", name] = [True]
    return {question: tuple(answers) for question, answers in found.items()}
