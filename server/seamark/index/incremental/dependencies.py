"""Dependencies: the questions that the work on each file has asked, and which work a change makes necessary again.

Work on `load.ts` asks for the exports of `client.ts`. If `client.ts` changes, the question is asked again, and work is
done again on `load.ts` only if the answer differs. Only the answers' fingerprints are kept.

A question is about a **place**, which is no `Place` of an evaluation: the file or folder whose change can change the
answer, or one of the names below for what files say together.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, MutableSequence
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import NamedTuple, TypeVar

from seamark import keys
from seamark.index.folders.manifests import MANIFESTS
from seamark.index.folders.packages import declares_applications
from seamark.index.persistence.fingerprint import fingerprint
from seamark.index.persistence.snapshot import AskedQuestions
from seamark.index.reading.files import Files
from seamark.index.words.sketches import different
from seamark.resolve import answer
from seamark.resolve.module_resolution.paths import ancestors, folder
from seamark.resolve.workspace_facts.answer_cache import Asked, Identity
from seamark.resolve.workspace_facts.project import Question, summed_up
from seamark.resolve.workspace_facts.view import SUMMED_UP

from .contributions import RELATIONS, Contributions
from .numbers import NONE, Numbering, Numbers, members, pack_numbers, with_number, without_number

T = TypeVar("T")


class Work(NamedTuple):
    """One stage for one file."""

    stage: str
    path: str


class Dependencies:
    """All questions that the work of files depends on, each with its answer and those who asked.

    There are many, so questions and works have numbers, and what is kept of them is kept by that. An answer that is
    worked out once for all is both: work has asked it, and it has asked questions and other answers.
    """

    def __init__(self, files: Files, contributions: Contributions) -> None:
        self._files = files
        self._contributions = contributions
        self._questions: Numbering[Question | Identity] = Numbering()
        self._answers = array("q")
        self._askers: list[Numbers] = []
        self._about: dict[str, Numbers] = {}
        self._works: Numbering[Work | Identity] = Numbering()
        self._asked: list[Numbers] = []

    def __bool__(self) -> bool:
        """Whether anything was ever asked that matters still."""
        return bool(self._questions)

    def kept_state(self) -> AskedQuestions:
        """What to keep for the next run."""
        words: dict[str, int] = {}
        stated = [one if isinstance(one, tuple) else () for one in self._questions]
        questions = pack_numbers(words.setdefault(word, len(words)) for one in stated for word in one)
        works = list(self._works)
        shared = [(self._questions.number(one), at) for at, one in enumerate(works) if isinstance(one, Identity)]
        return AskedQuestions(
            words=list(words),
            questions=questions,
            lengths=pack_numbers(map(len, stated)),
            answers=self._answers.tobytes(),
            askers=self._askers,
            works=[one if isinstance(one, Work) else None for one in works],
            asked=self._asked,
            shared=[(asked, at) for asked, at in shared if asked is not None],
        )

    def resume(self, kept: AskedQuestions) -> None:
        """Go on from what an earlier run has kept."""
        questions, works = _read_questions(kept)
        self._questions, self._works = Numbering.of(questions), Numbering.of(works)
        self._answers = array("q", kept.answers)
        self._askers, self._asked = kept.askers, kept.asked
        about: dict[str, list[int]] = {}
        for number, question in enumerate(self._questions):
            if isinstance(question, tuple):
                about.setdefault(place_of(question), []).append(number)
        self._about = {place: pack_numbers(numbers) for place, numbers in about.items()}

    def join(
        self, kept: AskedQuestions, is_settled: Callable[[Question], bool]
    ) -> tuple[list[Question], list[Question]]:
        """Know what others asked that knew a share of the files, too.

        Gives the questions that are not settled by what they knew, and those that others answered in another way.
        """
        questions, works = _read_questions(kept)
        of_works = [0 if one is None else self._works.add(one) for one in works]
        of_questions = [None if one is None else self._questions.number(one) for one in questions]
        answers = array("q", kept.answers)
        unsettled: list[Question] = []
        contradicted: list[Question] = []
        about: dict[str, list[int]] = {}
        for at, one in enumerate(questions):
            if one is None:
                continue
            askers, number = {of_works[asker] for asker in members(kept.askers[at])}, of_questions[at]
            if number is None:
                number = of_questions[at] = self._questions.add(one)
                _put(self._answers, number, answers[at])
                _put(self._askers, number, pack_numbers(sorted(askers)))
                if isinstance(one, tuple):
                    about.setdefault(place_of(one), []).append(number)
            else:
                self._askers[number] = pack_numbers(sorted(askers.union(members(self._askers[number]))))
                if isinstance(one, tuple) and answers[at] != self._answers[number]:
                    contradicted.append(one)
            if isinstance(one, tuple) and not is_settled(one):
                unsettled.append(one)
        for place, numbers in about.items():
            self._about[place] = pack_numbers(sorted({*members(self._about.get(place, NONE)), *numbers}))
        for at, work in enumerate(of_works):
            if works[at] is not None:
                asked = {number for one in members(kept.asked[at]) if (number := of_questions[one]) is not None}
                _put(self._asked, work, pack_numbers(sorted(asked)))
        return unsettled, contradicted

    def at(self, places: Iterable[str]) -> list[Question]:
        """The questions about these places."""
        about = set(places)
        known = [self._questions[number] for place in about for number in members(self._about.get(place, NONE))]
        if MANIFESTS_MOVED in about:
            known += (one for one in self._questions if isinstance(one, tuple) and one[0] == "publishing" and one[2])
        return [one for one in known if isinstance(one, tuple)]

    def answer_anew(self, questions: Iterable[Question]) -> set[Work]:
        """Answer these anew, those of them that were asked; gives the work that depended on another answer."""
        changed: list[Question] = []
        for question in questions:
            number = self._questions.number(question)
            if number is not None and (now := self._answer(question)) != self._answers[number]:
                self._answers[number] = now
                changed.append(question)
        return self.work_depending_on(changed)

    def work_depending_on(self, questions: Iterable[Question]) -> set[Work]:
        """The work that depends on these questions."""
        found: set[int] = set()
        for question in questions:
            number = self._questions.number(question)
            if number is not None:
                self._follow(number, found)
        return {work for number in found if isinstance(work := self._works[number], Work)}

    def _follow(self, number: int, found: set[int]) -> None:
        """Add those who asked what has this number, and whoever asked those."""
        new = set(members(self._askers[number])) - found
        found |= new
        for one in new:
            asker = self._works[one]
            asked = None if isinstance(asker, Work) else self._questions.number(asker)
            if asked is not None:
                self._follow(asked, found)

    def remember(self, work: Work, asked: AbstractSet[Asked]) -> None:
        """The work depends on these questions and answers, and no longer on others."""
        self._depend(work, set(map(self._number, asked)))

    def remember_further(self, work: Work, asked: AbstractSet[Asked]) -> None:
        """The work depends on these questions and answers, too."""
        own = self._works.number(work)
        before = () if own is None else members(self._asked[own])
        self._depend(work, {*before, *map(self._number, asked)})

    def _depend(self, work: Work | Identity, now: AbstractSet[int]) -> None:
        """The work depends on what has these numbers, and on nothing else."""
        own = self._works.number(work)
        if own is None:
            if not now:
                return
            own = self._works.add(work)
            _put(self._asked, own, NONE)
        before = set(members(self._asked[own]))
        for number in now - before:
            self._askers[number] = with_number(self._askers[number], own)
        self._asked[own] = pack_numbers(sorted(now))
        if not now:
            self._works.remove(own)
        for number in before - now:
            self._askers[number] = without_number(self._askers[number], own)
            if not self._askers[number]:
                self._forget(number)

    def _number(self, asked: Asked) -> int:
        question = asked if isinstance(asked, tuple) else asked.identity
        number = self._questions.number(question)
        if number is not None:
            return number
        answer = self._answer(asked) if isinstance(asked, tuple) else 0
        number = self._questions.add(question)
        _put(self._askers, number, NONE)
        _put(self._answers, number, answer)
        if isinstance(asked, tuple):
            place = place_of(asked)
            self._about[place] = with_number(self._about.get(place, NONE), number)
        else:
            self._depend(asked.identity, set(map(self._number, asked.asked)))
        return number

    def _forget(self, number: int) -> None:
        """Nobody asks this any longer."""
        forgotten = self._questions[number]
        self._questions.remove(number)
        if not isinstance(forgotten, tuple):
            self._depend(forgotten, frozenset())
            return
        place = place_of(forgotten)
        rest = without_number(self._about.pop(place), number)
        if rest:
            self._about[place] = rest

    def _answer(self, question: Question) -> int:
        kind, path, *about = question
        if kind in _OF_FILES:
            return fingerprint(_OF_FILES[kind](self._files, path, *about))
        if kind in RELATIONS:
            return fingerprint(self._contributions.answer(question))
        is_summed_up = kind in SUMMED_UP and question == summed_up(kind, path, question[-1])
        if is_summed_up and self._files.lacks(kind, path, question[-1]):
            return fingerprint(SUMMED_UP[kind])
        return fingerprint(answer(self._files.view(path), question))


_OF_FILES: Mapping[str, Callable[..., object]] = {
    "application": Files.application,
    "attributes": Files.attributes,
    "called": Files.files_named,
    "exists": Files.exists,
    "generated": Files.is_generated,
    "holding": Files.files_holding,
    "home": Files.home,
    "listing": Files.listing,
    "outline": lambda files, path, about: files.documents.outline(path, about),
    "packages": Files.packages,
    "preamble": Files.preamble,
    "procedures": Files.procedures,
    "publishing": Files.files_publishing,
    "root fields": Files.root_fields,
    "service": Files.service,
    "serving": Files.has_rpc_method,
    "settings": lambda files, path: repr(files.settings(path)),
    "subfolders": Files.subfolders,
}
"""What answers questions about files, by their kind."""

GLOBAL = frozenset(
    ["application", "attributes", "called", "home", "packages", "procedures", "root fields", "service", "serving"]
)
"""The kinds of questions to which any file of the workspace may have a part in the answer."""

_NAMES = "what manifests say\0"
MANIFESTS_MOVED = "where manifests are\0"
"""The place of all that depends on which folders have manifests, and so on which repository a file is in."""


class FileStatement(NamedTuple):
    """What a file says that questions about other places than itself depend on."""

    sketch: bytes
    published: AbstractSet[str]
    methods: AbstractSet[tuple[str, str]]
    root_fields: AbstractSet[tuple[str, str]]
    attributes: AbstractSet[tuple[str, str]]


def statement_of_file(files: Files, path: str) -> FileStatement:
    """What this file says now."""
    return FileStatement(
        files.sketch(path),
        files.published_names(path),
        frozenset(files.services.of(path).methods),
        frozenset(files.schemas.of(path).methods),
        frozenset(files.held.of(path).methods),
    )


def places(path: str, before: FileStatement, now: FileStatement, *, moved: bool) -> set[str]:
    """All places where something changed with this file; `moved` if it is new, or gone."""
    around, name = folder(path), path.rpartition("/")[2]
    methods = before.methods ^ now.methods
    return {
        path,
        *((*ancestors(path), _answers_to("called", name)) if moved else ()),
        *(_mention(around, word) for word in different(before.sketch, now.sketch)),
        *(_answers_to("publishing", one) for one in before.published ^ now.published),
        *(_answers_to("procedures", service) for service, _ in methods),
        *(_answers_to("serving", keys.grpc_name(method)) for _, method in methods),
        *(_answers_to("root fields", operation) for operation, _ in before.root_fields ^ now.root_fields),
        *(_answers_to("attributes", name) for name, _ in before.attributes ^ now.attributes),
        *((_NAMES,) if name in MANIFESTS else ()),
        *((MANIFESTS_MOVED,) if (moved and name in MANIFESTS) or declares_applications(name) else ()),
    }


def _read_questions(kept: AskedQuestions) -> tuple[list[Question | Identity | None], list[Work | Identity | None]]:
    """What was asked, and what has asked, in the order of their numbers; None for a number that nothing has."""
    words = map(kept.words.__getitem__, members(kept.questions))
    stated = (tuple(islice(words, length)) for length in members(kept.lengths))
    questions: list[Question | Identity | None] = [question or None for question in stated]
    works: list[Work | Identity | None] = [None if one is None else Work(*one) for one in kept.works]
    for asked, work in kept.shared:
        questions[asked] = works[work] = Identity()
    return questions, works


def _put(things: MutableSequence[T], number: int, thing: T) -> None:
    """Set what has this number: one that is there, or the next."""
    if number == len(things):
        things.append(thing)
    else:
        things[number] = thing


def place_of(question: Question) -> str:
    """The place that a question is about."""
    match question:
        case ("holding", around, name):
            return _mention(around, name)
        case ("called" | "publishing" | "procedures" | "serving" | "root fields" | "attributes" as kind, name, *_):
            return _answers_to(kind, name)
        case ("packages", *_):
            return _NAMES
        case ("service" | "application" | "home", _):
            return MANIFESTS_MOVED
    return question[1]


def _mention(folder: str, name: str) -> str:
    """The place of all that depends on which files of a folder an identifier stands in."""
    return f"{folder}\0{name}"


def _answers_to(kind: str, name: str) -> str:
    """The place of all that depends on what files everywhere say together of a name."""
    return f"\0{kind}\0{name}"
