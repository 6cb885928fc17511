"""The stack of names that an evaluation is following just now. It detects names that lead back to themselves."""

from __future__ import annotations

from typing import TypeAlias

from seamark.resolve.abstract_values import Meaning

MAX_DEPTH = 60

Step: TypeAlias = tuple[str, int, str, int]
"""A file, a scope there, what is looked for in it, and where that stands."""


class Trail:
    """The steps from the expression that was asked for to the one that is being looked at."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.refused = 0
        """How often it mattered which steps are being taken: what is found meanwhile depends on the way there."""
        self.cycle_from: int | None = None
        """The step to which a name led back since; what is found on the way there means nothing."""

    def clear(self, taken: int) -> None:
        """Forget all steps but for those that were taken before: an evaluation is over."""
        del self.steps[taken:]
        self.cycle_from = None

    def is_closed(self, step: Step) -> bool:
        """Whether a step must not be taken: it is being taken already, or the way is too long."""
        closed = step in self.steps or len(self.steps) > MAX_DEPTH
        self.refused += closed
        return closed

    def is_under_way(self, step: Step) -> bool:
        """Whether a step is being taken."""
        under_way = step in self.steps
        self.refused += under_way
        return under_way

    def within(self, step: Step) -> Trail:
        """Take a step, for as long as the `with` around it lasts."""
        self.steps.append(step)
        return self

    def __enter__(self) -> None:
        """The step is taken already."""

    def __exit__(self, *_: object) -> None:
        self.steps.pop()

    def close(self, step: Step) -> None:
        """Note that a name led back to this step: whatever was found since means nothing."""
        start = self.steps.index(step) if step in self.steps else 0
        self.cycle_from = start if self.cycle_from is None else min(start, self.cycle_from)

    def was_closed(self) -> bool:
        """Whether what the last step gave stands on a way that leads back to itself; that ends where it began."""
        if self.cycle_from is None:
            return False
        self.refused += 1
        if self.cycle_from == len(self.steps):
            self.cycle_from = None
        return True


class StarSearch:
    """What the search through star imports that is under way has found, step by step: these lead to each other."""

    def __init__(self) -> None:
        self.found: dict[Step, Meaning | None] = {}
        self.refused = 0
        """How often a step was met again."""
        self.gathers = False
        """Whether it is gathered just now what star imports lead to."""
