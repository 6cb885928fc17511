"""Tasks at which a process may die, for tests of the engine: done in processes of their own."""

from __future__ import annotations

import os
from pathlib import Path

from seamark.cli.organisation.reading import Outcome, Task


def done(task: Task) -> Outcome:
    """Die at a task that is called `deadly`, and the first time at one called `once`. `store` is a folder for notes."""
    note = Path(task.store) / task.name
    if task.name == "deadly" or (task.name == "once" and not note.exists()):
        note.touch()
        os._exit(9)
    note.touch()
    return Outcome(task.name, "added", str(os.getpid()))
