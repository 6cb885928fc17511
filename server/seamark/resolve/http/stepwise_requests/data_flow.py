"""What a handle of a client holds, followed through the calls on it as they run.

Each changes what the handle may hold; where the ways part, what it holds after them is what it may hold after either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from seamark.catalogue import Scheme
from seamark.extract.facts import Branch, Element
from seamark.resolve.abstract_values import Text
from seamark.resolve.findings import Condition, FieldOfUrl, Span
from seamark.resolve.guards.preconditions import agree
from seamark.resolve.http.verbs import REQUESTED
from seamark.resolve.partial_texts.texts import combine_texts
from seamark.resolve.workspace_facts.control_flow import Block, Running, States, some
from seamark.resolve.workspace_facts.view import EVERYTHING

Does: TypeAlias = Literal["url", "rest", "verb", "means", "undoes", "sends", "resets", "ends"]
Conditions: TypeAlias = frozenset[Condition]


class Part(Struct, frozen=True):
    """One thing that a call does to a request; `texts` are the URLs or verbs.

    One that `means` a verb gives way to the verb that another one states. If it is not `sure`, the call may as well do
    nothing. Of several texts each may be the one only if callers meet what it `needs`; a URL has all that for one. What
    another function does is on its `level`, and may be `guessed`. A URL counts only `if_sent` if that is so, and with
    such a `scheme`, in tests only where there are `senders`. It is `begun` with a field of an object.
    """

    does: Does
    span: Span
    framework: str
    texts: tuple[Text, ...] = ()
    sure: bool = True
    needs: tuple[Conditions, ...] = ()
    level: int = 0
    guessed: bool = False
    if_sent: bool = False
    scheme: Scheme = ""
    senders: tuple[str, ...] = ()
    begun: FieldOfUrl | None = None


class Step(Struct):
    """A call and the innermost block that it stands in; in a loop that is gone through, its parts in each round.

    `loop` is what takes the items there.
    """

    start: int
    block: Block
    loop: tuple[Element, ...]
    rounds: list[list[Part]]


GatheredRequest: TypeAlias = tuple[Part, tuple[tuple[Text, Conditions], ...], bool]
"""A URL and the verbs with which it is asked for, each with what callers must give for that; and whether it is sent."""
ArmConditions: TypeAlias = Callable[[Block], tuple[Conditions, Conditions | None]]
"""What callers must give for an arm to be run, and for it not to be; None if it is run in any case."""


def requests(steps: list[Step], branches: Mapping[Block, Branch], entered: ArmConditions) -> Iterator[GatheredRequest]:
    """The requests of one handle; the steps are in the order in which they run, branches go by each of their arms."""
    for in_round in _by_round(steps):
        yield from _Run(in_round, branches, entered).requests()


def _by_round(steps: list[Step]) -> list[list[Step]]:
    """The steps in each round of the loop in which some of them stand, if that is one loop."""
    loops = {(step.loop, len(step.rounds)) for step in steps if step.loop}
    if len(loops) != 1:
        return [steps]
    ((_, count),) = loops
    return [
        [replace(step, rounds=[step.rounds[number]]) if step.loop else step for step in steps]
        for number in range(count)
    ]


DEFAULT = Text((REQUESTED,))


class _State(Struct, frozen=True):
    """What a handle may hold: a URL, whether that was sent for, the verb that is meant, and the one that is told.

    It does so on `conditions`.
    """

    url: Part | None = None
    sent: bool = False
    meant: Text = DEFAULT
    told: Text | None = None
    conditions: Conditions = frozenset()


_States: TypeAlias = States[_State]
_Verbs: TypeAlias = dict[Part, dict[tuple[Text, Conditions], None]]


class _Run:
    """One handle's steps, followed in the order of the text."""

    def __init__(self, steps: list[Step], branches: Mapping[Block, Branch], entered: ArmConditions) -> None:
        self._steps = steps
        self._entered = entered
        self._running = Running(branches, {step.block for step in steps}, self._after, self._enter_arm, self._pass_arms)
        self._sent: _Verbs = {}
        self._left: _Verbs = {}

    def requests(self) -> Iterator[GatheredRequest]:
        """The URLs, each with the verbs with which it is sent for, or if it is not sent for here, would be."""
        for state in self._running.through({_State(): None}, self._steps, EVERYTHING):
            _note(self._left, state)
        for url, asked in (self._left | self._sent).items():
            yield url, tuple(asked), url in self._sent

    def _enter_arm(self, states: _States, arm: Block) -> _States:
        return _on(states, self._entered(arm)[0])

    def _pass_arms(self, states: _States, arms: Iterable[Block]) -> _States:
        found: Conditions = frozenset()
        for arm in arms:
            needed = self._entered(arm)[1]
            if needed is None:
                return {}
            found |= needed
        return _on(states, found)

    def _after(self, states: _States, step: Step) -> _States:
        found: list[_State] = []
        for parts in step.rounds:
            way = states
            for part in parts:
                way = some(after for state in way for after in self._change_state(state, part))
            found += way
        return some(found)

    def _change_state(self, state: _State, part: Part) -> Iterator[_State]:
        """What a part makes of what the handle holds."""
        if part.does in ("url", "resets"):
            _note(self._left, state)
            if part.does == "url":
                yield from _on({replace(state, url=part, sent=False): None}, frozenset[Condition]().union(*part.needs))
            else:
                yield _State(conditions=state.conditions)
        elif part.does == "ends":
            yield _State(conditions=state.conditions)  # What was not sent by then never is.
        elif part.does == "rest":
            before = state.url.texts if state.url is not None else ()
            yield replace(state, url=replace(part, texts=tuple(combine_texts([before, part.texts]))))
        elif part.does == "sends":
            _note(self._sent, state)
            yield replace(state, sent=True)
        elif part.does == "undoes":
            yield replace(state, meant=DEFAULT) if state.meant in part.texts else state
        elif part.does == "means":
            yield from (replace(state, meant=verb) for verb in part.texts)
            yield from () if part.sure else (state,)
        else:
            needs = part.needs or (frozenset[Condition](),) * max(1, len(part.texts))
            for verb, needed in zip(part.texts or (None,), needs, strict=True):
                yield from _on({replace(state, told=verb): None}, needed)


def _note(verbs_of: _Verbs, state: _State) -> None:
    if state.url is not None and not state.sent:
        verbs_of.setdefault(state.url, {})[state.told or state.meant, state.conditions] = None


def _on(states: _States, conditions: Conditions) -> _States:
    """The states in which this can hold as well."""
    if not conditions:
        return states
    further = (replace(state, conditions=state.conditions | conditions) for state in states)
    return {state: None for state in further if agree(state.conditions)}
