"""Tasks at which a process may die, for tests of the engines: done in processes of their own."""

from __future__ import annotations

import os
import time
from pathlib import Path

from seamark.cli.organisation import reading
from seamark.cli.organisation.reading import Outcome, Task


def done(task: Task) -> Outcome:
    """Die at a task that is called `deadly`, and the first time at one called `once`. `store` is a folder for notes."""
    note = Path(task.store) / task.name
    if task.name == "deadly" or (task.name == "once" and not note.exists()):
        note.touch()
        os._exit(9)
    note.touch()
    return Outcome(task.name, "added", str(os.getpid()))


def read(task: Task) -> Outcome:
    """Read a repository; the first time that it is `orders`, note who does it, and wait to be killed."""
    if task.name == "orders" and not note(task).exists():
        note(task).write_text(str(os.getpid()))
        time.sleep(60)
    return reading.do_task(task)


def note(task: Task) -> Path:
    """Where it is noted who has begun a task."""
    return Path(f"{task.path}.note")
