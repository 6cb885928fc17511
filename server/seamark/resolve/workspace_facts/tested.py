"""The calls in the conditions of a function's steps: what they give, and what is done then."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from seamark.extract.facts import FALSE, Arm, Call, Member, Name, Step, within

MAX_STEPS = 512
"""How many steps are looked at of what is done where a condition is met, and then."""


class TestedCall(NamedTuple):
    """A call gives nothing (`zero`), or anything `other`, where this arm runs, with others unless it is the `sole` one.

    It `calls` what goes by this name. The step with the arm is that `at` a place of its block.
    """

    gives: str
    calls: str
    arm: Arm
    sole: bool
    block: tuple[Step, ...]
    at: int

    @property
    def steps(self) -> tuple[Step, ...]:
        """The step with the arm, and those that follow it: of very many the first ones."""
        return self.block[self.at : self.at + MAX_STEPS]


def tested_calls(steps: tuple[Step, ...]) -> Iterator[tuple[tuple[int, int], TestedCall]]:
    """The calls in the conditions of steps, by their places, outer ones first."""
    for number, step in enumerate(steps):
        for arm in step.arms:
            for truth in within(*arm.tests) if step.kind == "choose" else ():
                if isinstance(truth, Call):
                    call, gives = _compared_call(truth)
                    name = call.callee.name if isinstance(call.callee, Name | Member) else ""
                    sole = arm.tests == (truth,)
                    yield (call.start, call.end), TestedCall(gives, name, arm, sole, steps, number)
            yield from tested_calls(arm.steps)


def _compared_call(truth: Call) -> tuple[Call, str]:
    """The call of which something is true, and what it gives: `strcmp(a, b) == 0`"""
    if not isinstance(truth.callee, Member) or truth.callee.name not in _GIVES:
        return truth, "other"
    sides = truth.callee.of, *(one.value for one in truth.arguments)
    for side, other in permutations(sides, 2):
        if isinstance(side, Call) and other == FALSE:
            return side, _GIVES[truth.callee.name]
    return truth, "other" if truth.callee.name == "==" else "zero"


_GIVES = {"==": "zero", "!=": "other"}
