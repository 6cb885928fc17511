"""What a module's name leads to: a file of the workspace, a folder, or something outside."""

from __future__ import annotations

from seamark.resolve.meaning import Meaning
from seamark.resolve.project import Project

from . import python, typescript

_RESOLVE = {"python": python.resolve, "typescript": typescript.resolve}


def resolve(project: Project, language: str, importer: str, module: str) -> Meaning:
    """The `Module`, `Package` or `Symbol` that `module`, as written in the file `importer`, leads to."""
    return _RESOLVE[language](project, importer, module)
