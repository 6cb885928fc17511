"""Follows calls and assignments in the order in which they run: of the arms of a branch, one runs at most.

What there may be after a block of which it is not known whether it runs is what was before it, or what it made of that.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from itertools import islice
from typing import Generic, Protocol, TypeAlias, TypeVar

from seamark.extract.facts import Branch

MAX_STATES = 64
"""How many possibilities are told apart at one place."""
MAX_NESTING = 32
"""Blocks nested deeper than this are taken for one."""

Block: TypeAlias = tuple[int, int]


class Step(Protocol):
    """A call or an assignment, by where it stands."""

    @property
    def start(self) -> int:
        """The offset at which it stands."""


StateT = TypeVar("StateT")
StepT = TypeVar("StepT", bound=Step)
States: TypeAlias = dict[StateT, None]


def some(states: Iterable[StateT]) -> States[StateT]:
    """The possibilities without repetition, as many as are told apart."""
    return dict.fromkeys(islice(dict.fromkeys(states), MAX_STATES))


class Running(Generic[StateT, StepT]):
    """How steps change what there may be; branches go by each of their arms, `blocks` are others that may run or not.

    `after` says what a step makes of it, `entering` what is left of it in an arm, `passing` where none of some runs.
    What there may be after arms that are `left` is not there behind the branch, if any way leads there.
    """

    def __init__(
        self,
        branches: Mapping[Block, Branch],
        blocks: Iterable[Block],
        after: Callable[[States[StateT], StepT], States[StateT]],
        entering: Callable[[States[StateT], Block], States[StateT]] | None = None,
        passing: Callable[[States[StateT], Iterable[Block]], States[StateT]] | None = None,
        left: Container[Block] = (),
    ) -> None:
        self._branches = branches
        self._after = after
        self._entering = entering or (lambda states, _: states)
        self._passing = passing or (lambda states, _: states)
        self._left = left
        self._blocks = sorted({*branches, *blocks}, key=lambda block: (block[0], -block[1]))

    def through(self, states: States[StateT], steps: list[StepT], around: Block) -> States[StateT]:
        """What there may be after these steps of a block, which are in the order in which they run."""
        return self._through(states, steps, around, 0)

    def _through(self, states: States[StateT], steps: list[StepT], around: Block, depth: int) -> States[StateT]:
        while steps:
            block = self._block(steps[0], around) if depth < MAX_NESTING else around
            if block == around:
                states = self._after(states, steps[0])
                steps = steps[1:]
                continue
            branch = self._branches.get(block, Branch((block,), False, *block))
            inside = {arm: [step for step in steps if arm[0] <= step.start < arm[1]] for arm in branch.arms}
            ways = {arm: self._through(self._entering(states, arm), own, arm, depth + 1) for arm, own in inside.items()}
            onward = [way for arm, way in ways.items() if arm not in self._left]
            if not branch.complete:
                onward.append(self._passing(states, inside))
            states = some(state for way in onward or ways.values() for state in way)
            steps = [step for step in steps if not any(arm[0] <= step.start < arm[1] for arm in inside)]
        return states

    def _block(self, step: StepT, around: Block) -> Block:
        """The outermost block within the one `around` that a step stands in."""
        holding = (block for block in self._blocks if block[0] <= step.start < block[1])
        return next((b for b in holding if around[0] <= b[0] and b[1] <= around[1] and b != around), around)
