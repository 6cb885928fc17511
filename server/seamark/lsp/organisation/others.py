"""What other repositories have, as far as it is known by now: the engine's side of the process that has the store.

A question is answered from what is known, at once. What is not known is asked, all of one answer together, and is known
when the process has said it; what is known for a while is asked again, and counts until then.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, assert_never

from seamark import pipes

from . import messages
from .messages import Answered, Ask, Failed, OtherSide, OtherSideQuestion, Own, Started

if TYPE_CHECKING:
    from seamark.lsp.child import Child

_STORE = pipes.command("seamark.lsp.organisation.store_process")
"""How to start the process: as the engine itself."""

FRESH = 60.0
"""For so many seconds what is known is not asked again."""
PROMPT = 2.0
"""A store that has not answered for so many seconds, since its process has started, is not waited for."""
MOST_DEATHS = 3
"""If so many processes in a row die without an answer, there will be no other one until the settings change."""
_SAID = 5.0
_MOST_KNOWN = 100_000

_logger = logging.getLogger(__name__)


def start_process() -> Child:
    """Start the process that asks a store."""
    from seamark.lsp.child import Child

    return Child(_STORE)


def address(said: str, root: Path | None) -> str:
    """The address of a store as settings have it; a folder as a whole path, from the workspace's folder."""
    if not said or "://" in said or root is None:
        return said
    return str((root.parent if root.is_file() else root) / Path(said).expanduser())


class ProcessOutput(NamedTuple):
    """What the process says: a frame, or with `code` that it has ended. To be given to `take`."""

    process: Child
    frame: bytes = b""
    code: int | None = None


class _KnownSides(NamedTuple):
    found: tuple[OtherSide, ...]
    since: float


class Others:
    """What other repositories have. All methods are for one thread."""

    def __init__(
        self, start: Callable[[], Child], heard: Callable[[ProcessOutput], None], complain: Callable[[str], None]
    ) -> None:
        """`start` starts a process; `heard` is told what it says, in another thread; `complain`, what is wrong."""
        self.lacks = False
        """Whether something was asked that is not known yet, since this was last set to false."""
        self._start = start
        self._heard = heard
        self._complain = complain
        self._address = ""
        self._process: Child | None = None
        self._started: float | None = None
        self._deaths = 0
        self._is_off = self._fails = False
        self._own: dict[Own, int] = {}
        self._numbers: dict[Path, tuple[int, float]] = {}
        self._known: dict[OtherSideQuestion, _KnownSides] = {}
        self._wanted: dict[OtherSideQuestion, None] = {}
        self._asked: dict[int, tuple[float, tuple[OtherSideQuestion, ...]]] = {}
        self._asking: set[OtherSideQuestion] = set()
        self._number = 0
        self._complaints: set[str] = set()

    @property
    def is_used(self) -> bool:
        """Whether there is a store."""
        return bool(self._address)

    @property
    def is_heard(self) -> bool:
        """Whether there is a store that answers, as far as is known."""
        return self.is_used and not self._fails

    @property
    def prompt(self) -> float:
        """Until when the store may answer soon what it was asked: a moment of `time.monotonic`, perhaps long ago.

        What its process does once it has started may take long; that it starts does not: whoever waits then waits as
        long as it would for any answer.
        """
        if not self._asked:
            return 0.0
        if self._started is None:
            return math.inf
        return max(self._started, min(since for since, _ in self._asked.values())) + PROMPT

    @property
    def silent_since(self) -> float | None:
        """Since when the store is silent, if it was asked what is not known yet, or to begin with; else None."""
        asked = self._asked.values()
        lacks = any(not questions or not self._known.keys() >= set(questions) for _, questions in asked)
        return min(since for since, _ in asked) if lacks else None

    def configure(self, address: str) -> None:
        """The store is at this address now; there is none if that is empty."""
        if address == self._address:
            return
        self._address, self._deaths = address, 0
        self._is_off = self._fails = False
        self._end()
        self._known.clear()
        self._complaints.clear()
        if address:
            self._send(())  # So that it is open when somebody wants to know something.

    def number(self, folder: Path, say: Callable[[], Own]) -> int:
        """The number under which questions speak of the repository in a folder, and what that says of itself.

        That is not looked at again for a few seconds.
        """
        known = self._numbers.get(folder)
        if known is None or time.monotonic() - known[1] > _SAID:
            own = say()
            known = self._own.setdefault(own, len(self._own)), time.monotonic()
            self._numbers[folder] = known
        return known[0]

    def known_sides(self, question: OtherSideQuestion) -> tuple[OtherSide, ...]:
        """What is known by now; if that is nothing, it will be asked, and `lacks` says so."""
        if not self._address:
            return ()
        self.foresee(question)
        known = self._known.get(question)
        if known is None:
            self.lacks = True
            return ()
        return known.found

    def foresee(self, question: OtherSideQuestion) -> None:
        """Somebody will want to know this soon."""
        known = self._known.get(question)
        if known is None or time.monotonic() - known.since > FRESH:
            self._wanted[question] = None

    def ask(self) -> None:
        """Have asked what was wanted."""
        new = tuple(question for question in self._wanted if question not in self._asking)
        self._wanted.clear()
        if new and self._is_off:
            self._keep(new, ((),) * len(new))
        elif new:
            self._send(new)

    def take(self, heard: ProcessOutput) -> bool:
        """The process has said this; whether more is known now, or something else."""
        if heard.process is not self._process:
            return False
        if heard.code is not None:
            return self._handle_death(heard.code)
        if self._started is None:
            self._started = time.monotonic()
        match message := messages.from_store(heard.frame):
            case Started():
                return False
            case Answered():
                self._deaths, self._fails = 0, False
                return self._settle(message.number, message.found)
            case Failed():
                self._deaths, self._is_off, self._fails = 0, message.lasts, True
                self.say(message.why)
                return self._settle(message.number, None)
            case _ as never:
                assert_never(never)

    def _settle(self, number: int, found: tuple[tuple[OtherSide, ...], ...] | None) -> bool:
        _, questions = self._asked.pop(number, (0.0, ()))
        self._asking.difference_update(questions)
        if found is None:  # What was known before counts on.
            found = tuple(self._known[one].found if one in self._known else () for one in questions)
        return self._keep(questions, found)

    def _keep(self, questions: tuple[OtherSideQuestion, ...], found: tuple[tuple[OtherSide, ...], ...]) -> bool:
        now = time.monotonic()
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        differs = False
        for question, one in zip(questions, found, strict=True):
            before = self._known.get(question)
            differs = differs or before is None or before.found != one
            self._known[question] = _KnownSides(one, now)
        return differs

    def _send(self, questions: tuple[OtherSideQuestion, ...], since: float | None = None) -> None:
        if self._process is None:
            self._process = process = self._start()
            self._started = None
            process.listen(
                lambda frame: self._heard(ProcessOutput(process, frame)),
                lambda code: self._heard(ProcessOutput(process, code=code)),
            )
        self._number += 1
        self._asked[self._number] = time.monotonic() if since is None else since, questions
        self._asking.update(questions)
        spoken_of = {question.own for question in questions}
        own = {number: own for own, number in self._own.items() if number in spoken_of}
        self._process.send(messages.encode(Ask(self._number, self._address, own, questions)))

    def _handle_death(self, code: int) -> bool:
        self._process = None
        self._deaths += 1
        _logger.error("The process that asks the store died (%d)", code)
        if self._deaths >= MOST_DEATHS:
            self._is_off = self._fails = True
            self.say(f"The process that asks {self._address} has died {self._deaths} times")
            learned = [self._settle(number, None) for number in list(self._asked)]
            return any(learned)
        lost, self._asked = self._asked, {}
        for since, questions in lost.values():
            self._send(questions, since)
        return False

    def _end(self) -> None:
        if self._process is not None:
            self._process.close()
        self._process = None
        self._asked.clear()
        self._asking.clear()
        self._wanted.clear()

    def say(self, why: str) -> None:
        """Say what is wrong, once until another store is set."""
        if why not in self._complaints:
            self._complaints.add(why)
            self._complain(why)
