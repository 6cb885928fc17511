"""What a tool's module states."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.compare.records import Found

DRIVERS = Path(__file__).parent.parent / "drivers"


class Run(NamedTuple):
    """Where a tool is installed, the copy of a repository that it reads, and the folder for what it says."""

    installed: Path
    root: Path
    output: Path

    @property
    def python(self) -> Path:
        """The tool's own interpreter."""
        return self.installed / "bin/python"

    def program(self, name: str) -> Path:
        """A program that the tool's package brings."""
        return self.installed / "bin" / name

    def said(self, step: int) -> str:
        """What the command with this number printed."""
        return log(self.output, step).read_text("utf-8", "replace")

    def json(self, step: int) -> Any:
        """That as JSON, from its first bracket on: some say more before it."""
        text = self.said(step)
        starts = [text.find(bracket) for bracket in "{[" if bracket in text]
        return json.loads(text[min(starts) :]) if starts else {}


Commands = Callable[[Run], Sequence[Sequence[str | Path]]]
"""What is run for a repository, in this order."""


class Tool(NamedTuple):
    """How a tool is had, run and understood."""

    name: str
    package: str
    registry: str
    commands: Commands
    read: Callable[[Run], Found]
    extra: str = ""
    """What has to be asked for with its package so that it reads all of its languages."""
    setup: Sequence[str] = ()
    """What its own program is told once after it was installed."""
    node: int = 0
    """The version of Node.js that it needs, if it comes from npm."""


def log(output: Path, step: int) -> Path:
    """Where what a command prints is kept."""
    return output / f"{step}.out"
