"""Keeps what files contribute current: who asked what, and whose answers a change can have changed.

Work is done in two stages, each per file: its findings (`resolve.finding`), then its ports (`resolve.compose`). Every
stage remembers the questions on which its result depends: about other files' facts, about the files there are, and
about other files' findings. When something changes, the questions about it are answered anew; only if an answer
differs is the work of those who asked done again. What is left when there is nothing more to do is what a start from
nothing would give.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from seamark import keys
from seamark.resolve import Composed, Findings, Project, answer, compose, contributions, find
from seamark.resolve.findings import Brought, Identity, MountFound, Registrar, Relay, Wrapper
from seamark.resolve.meaning import Definition, Text
from seamark.resolve.modules.paths import ancestors, folder
from seamark.resolve.project import Question
from seamark.resolve.relations import certain, nearest
from seamark.resolve.testing import is_test

from .documented import documented
from .documents import Reading, Served
from .extractors import Extractor, extracted
from .files import Files
from .manifests import MANIFESTS
from .mentions import Word
from .service import Progress


class Work(NamedTuple):
    """One stage for one file."""

    stage: str
    path: str


T = TypeVar("T")

MAX_STACK = 10_000

_logger = logging.getLogger(__name__)

_NOTHING = Findings()
_NOT_SERVED: Mapping[str, tuple[Served, ...]] = {}

_RELATIONS = frozenset(
    [
        "brought",
        "going by",
        "implementing",
        "mounts",
        "offered",
        "operations",
        "passed",
        "registered",
        "registrars",
        "relays",
        "sends",
        "wrappers",
    ]
)
"""The kinds of questions about other files' findings, and about the documents that they name."""

_NAMES = "what manifests say\0"
_PLACES = "where manifests are\0"


def _place(question: Question) -> str:
    """Where something must change for the answer to do so: a file or a folder, or any of the manifests."""
    if question[0] == "holding":
        return _mention(question[1], question[2])
    if question[0] == "called":
        return _namesakes(question[1])
    if question[0] == "publishing":
        return _publication(question[1])
    if question[0] == "procedures":
        return _declaration(question[1])
    if question[0] == "serving":
        return _serving(question[1])
    return {"package": _NAMES, "service": _PLACES}.get(question[0], question[1])


def _mention(folder: str, name: str) -> str:
    """The place of all that depends on which files of a folder an identifier stands in."""
    return f"{folder}\0{name}"


def _namesakes(name: str) -> str:
    """The place of all that depends on which files have a name."""
    return f"\0{name}\0\0"


def _publication(name: str) -> str:
    """The place of all that depends on which files set a member of the global object."""
    return f"\0{name}\0"


def _declaration(service: str) -> str:
    """The place of all that depends on which gRPC methods a service has."""
    return f"\0\0{service}"


def _serving(method: str) -> str:
    """The place of all that depends on whether some gRPC service has a method of this name."""
    return f"\0\0\0{method}"


class Engine:
    """The ports of all files, always those of the files as they are."""

    def __init__(self, files: Files, extractors: Sequence[Extractor] = ()) -> None:
        self.files = files
        self._extractors = extractors
        self.composed: dict[str, list[Composed]] = {}
        self._findings: dict[str, Findings] = {}
        self._relations: dict[Question, dict[str, tuple[object, ...]]] = {}
        self._contributed: dict[str, dict[Question, tuple[object, ...]]] = {}
        self._answers: dict[Question, int] = {}
        self._askers: dict[Question, set[Work]] = {}
        self._asked: dict[Work, set[Question]] = {}
        self._about: dict[str, set[Question]] = {}
        self._words: dict[Word, int] = {}
        self._recomposed: set[str] = set()

    def update(self, changed: Iterable[str], progress: Progress | None = None) -> set[str]:
        """The files of these names are new, have another content, or are gone. Gives the files whose ports changed."""
        paths = set(changed)
        paths |= self.files.turned(paths)
        before = {path: self.files.identifiers(path) for path in paths if self._about}
        set_before = {path: self.files.published(path) for path in before}
        declared_before = {path: self.files.services.of(path).methods for path in paths}
        moved = [path for path in paths if self.files.update(path)]
        places = paths | {around for path in moved for around in ancestors(path)}
        places.update(_namesakes(path.rpartition("/")[2]) for path in moved)
        for path, names in before.items():
            places.update(_mention(folder(path), name) for name in names ^ self.files.identifiers(path))
            places.update(map(_publication, set_before[path] ^ self.files.published(path)))
        for path, methods in declared_before.items():
            declared = set(methods) ^ set(self.files.services.of(path).methods)
            places.update(_declaration(service) for service, _ in declared)
            places.update(_serving(keys.grpc_name(method)) for _, method in declared)
        if any(path.rpartition("/")[2] in MANIFESTS for path in paths):
            places.add(_NAMES)
        if any(path.rpartition("/")[2] in MANIFESTS for path in moved):
            places.add(_PLACES)
        waiting = self._changed([question for place in places for question in self._about.get(place, ())])
        self._recomposed = set[str]()
        with _deep_stack():
            waiting |= self._ask_for_new()
            self._settle(waiting | {Work("findings", path) for path in paths}, progress)
        return self._recomposed

    def _changed(self, questions: Iterable[Question]) -> set[Work]:
        """The work that depended on an answer that is no longer the same."""
        affected: set[Work] = set()
        for question in questions:
            now = self._answer(question)
            if now != self._answers.get(question):
                self._answers[question] = now
                affected |= self._askers.get(question, set())
        return affected

    def _settle(self, waiting: set[Work], progress: Progress | None) -> None:
        """Do the waiting work, and whatever follows from it, until nothing is left. The first round is most of it."""
        dropped: set[Word] = set()
        while waiting:
            findings = sorted(work for work in waiting if work.stage == "findings")
            if findings:
                waiting.difference_update(findings)
                for number, work in enumerate(findings):
                    if progress is not None:
                        progress(number, len(findings))
                    waiting |= self._find(work)
                progress = None
                waiting |= self._ask_for_new()
                continue
            old = self._drop_old(dropped)
            if old:
                waiting |= old
                continue
            for work in sorted(waiting):
                self._compose(work)
            waiting.clear()

    def _find(self, work: Work) -> set[Work]:
        path = work.path
        project = Project(self.files, path)
        relations = _AskedRelations(self._relations, self.files, path)
        found = self._attempt(path, lambda: self._found(path, project, relations), _NOTHING)
        reading = Reading(self.files.documents, path)
        named = self._attempt(path, reading.served, _NOT_SERVED)
        served = {("operations", file): items for file, items in named.items()}
        self._remember(work, project.asked | relations.asked | reading.asked)
        known = self._findings.pop(path, _NOTHING)
        if found != _NOTHING:
            self._findings[path] = found
        self._count(path, found.words - known.words, 1)
        self._count(path, known.words - found.words, -1)
        before = self._contributed.get(path, {})
        now = contributions(path, self.files.kin(path), found) | served
        for question in before:
            self._relations[question].pop(path)
            if not self._relations[question]:
                del self._relations[question]
        for question, answers in now.items():
            self._relations.setdefault(question, {})[path] = answers
        self._contributed[path] = now
        if not now:
            del self._contributed[path]
        changed = {q for q in before.keys() | now.keys() if before.get(q) != now.get(q)}
        return self._changed(changed & self._answers.keys()) | {Work("ports", path)}

    def _found(self, path: str, project: Project, relations: _AskedRelations) -> Findings:
        view = self.files.view(path) if self.files.matters(path) else None
        return _NOTHING if view is None else find(project, relations, view)

    def _attempt(self, path: str, work: Callable[[], T], otherwise: T) -> T:
        """Work for a file. What fails in it is a mistake of ours, and other files are served all the same."""
        try:
            return work()
        except Exception as error:
            _logger.exception("%s cannot be analysed", path)
            self.files.remarks[path] = f"cannot be analysed: {type(error).__name__}: {error}"
            return otherwise

    def _live_words(self) -> frozenset[Word]:
        return self.files.service_words() | self._words.keys()

    def _ask_for_new(self) -> set[Work]:
        """Have files read for the names that have come."""
        return self._set_words(self.files.words | self._live_words())

    def _drop_old(self, dropped: set[Word]) -> set[Work]:
        """Once nothing else is left to find, no longer have files read for names that nobody has any more.

        What a file says can depend on those that it is read for, and must not on those that were there before. One that
        comes back is kept until the next change: there might be no end of it.
        """
        old = self.files.words - self._live_words() - dropped
        dropped |= old
        return self._set_words(self.files.words - old)

    def _set_words(self, words: frozenset[Word]) -> set[Work]:
        if words == self.files.words:
            return set()
        paths = self.files.set_words(words)
        # Calls have other keys when others are read with them.
        work = self._changed([question for path in paths for question in self._about.get(path, ())])
        return work | {Work("findings", path) for path in paths}

    def _count(self, path: str, names: frozenset[str], number: int) -> None:
        for name in names:
            word = self.files.kin(path), name
            self._words[word] = self._words.get(word, 0) + number
            if not self._words[word]:
                del self._words[word]

    def _compose(self, work: Work) -> None:
        findings = self._findings.get(work.path)
        view = self.files.view(work.path) if findings is not None else None
        project = Project(self.files, work.path)
        relations = _AskedRelations(self._relations, self.files, work.path)
        ports = [] if findings is None or view is None else compose(project, relations, view, findings)
        ports += self._documented(work.path, project, relations)
        ports += self._extracted(work.path, project)
        self._remember(work, project.asked | relations.asked)
        if ports != self.composed.pop(work.path, []):
            self._recomposed.add(work.path)
        if ports:
            self.composed[work.path] = ports

    def _documented(self, path: str, project: Project, relations: _AskedRelations) -> list[Composed]:
        if path not in self.files.documents.paths or not self.files.reads_documents:
            return []
        service, test = project.service(path), is_test(path)
        ports = documented(path, self.files.documents, relations.operations(path), service, test=test)
        return [(port, None) for port in ports]

    def _extracted(self, path: str, project: Project) -> list[Composed]:
        data = self.files.text(path) if self._extractors and path in self.files.paths() else None
        if data is None:
            return []
        ports, wrong = extracted(self._extractors, data, path, self.files.language(path) or "", self.files.view(path))
        if wrong:
            self.files.remarks[path] = "; ".join(wrong)
        return [(replace(port, service=project.service(path), test=is_test(path)), None) for port in ports]

    def _remember(self, work: Work, asked: set[Question]) -> None:
        for question in self._asked.get(work, set()) - asked:
            askers = self._askers[question]
            askers.discard(work)
            if not askers:
                del self._askers[question]
                self._answers.pop(question, None)
                place = _place(question)
                self._about[place].discard(question)
                if not self._about[place]:
                    del self._about[place]
        for question in asked:
            askers = self._askers.setdefault(question, set())
            if not askers:
                self._answers[question] = self._answer(question)
                self._about.setdefault(_place(question), set()).add(question)
            askers.add(work)
        self._asked[work] = asked
        if not asked:
            del self._asked[work]

    def _answer(self, question: Question) -> int:
        """The answer's hash: equal answers have equal hashes, and nobody needs more of them than that."""
        kind, path, *_ = question
        match kind:
            case "exists":
                return hash(self.files.exists(path))
            case "listing":
                return hash(self.files.listing(path))
            case "called":
                return hash(self.files.called(path))
            case "holding":
                return hash(self.files.holding(path, question[2]))
            case "publishing":
                return hash(self.files.publishing(path))
            case "procedures":
                return hash(self.files.procedures(path))
            case "serving":
                return hash(self.files.serving(path))
            case "generated":
                return hash(self.files.is_generated(path))
            case "settings":
                return hash(repr(self.files.settings(path)))
            case "package":
                return hash(self.files.package(path, question[2]))
            case "service":
                return hash(self.files.service(path))
            case "outline":
                return hash(self.files.documents.outline(path, question[2]))
        if kind in _RELATIONS:
            return hash(_relation(self._relations, question))
        return hash(answer(self.files.view(path), question))


@contextmanager
def _deep_stack() -> Iterator[None]:
    """Let evaluation reach its own bounds, wherever it is called from: what it finds must not depend on that."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, MAX_STACK))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class _AskedRelations:
    """The relations, for one asker: see `resolve.relations.Relations`."""

    def __init__(self, relations: dict[Question, dict[str, tuple[object, ...]]], files: Files, asker: str) -> None:
        self.asked: set[Question] = set()
        self._files = files
        self._asker = asker
        self._relations = relations

    def wrappers(self, of: Definition) -> tuple[Wrapper, ...]:
        """What this function's callers state, if it is a wrapper."""
        return self._ask(("wrappers", of.path, of.key))  # type: ignore[return-value]

    def registrars(self, of: Definition) -> tuple[Registrar, ...]:
        """The routes that this function's callers state."""
        return self._ask(("registrars", of.path, of.key))  # type: ignore[return-value]

    def relays(self, of: Definition) -> tuple[Relay, ...]:
        """The contracts that this function's callers name."""
        return self._ask(("relays", of.path, of.key))  # type: ignore[return-value]

    def brought(self, of: Definition, index: int) -> tuple[Brought, ...]:
        """The objects that callers of this function give for one of its parameters."""
        return self._ask(("brought", of.path, of.key, str(index)))  # type: ignore[return-value]

    def registered(self, of: Definition) -> tuple[Text, ...]:
        """The names under which this function is provided."""
        return self._ask(("registered", of.path, of.key))  # type: ignore[return-value]

    def going_by(self, name: str, framework: str) -> tuple[str, ...]:
        """The files with functions that a library knows by this name, which is their own."""
        return self._ask(("going by", name, framework))  # type: ignore[return-value]

    def implementing(self, of: Definition) -> tuple[Definition, ...]:
        """The methods that do what this one only declares."""
        return self._ask(("implementing", of.path, of.key))  # type: ignore[return-value]

    def mounts(self, of: Identity) -> tuple[MountFound, ...]:
        """Where this router is put."""
        return self._ask(("mounts", *of))  # type: ignore[return-value]

    def passed(self, of: Definition) -> bool:
        """Whether some caller of this possible wrapper gives it a path."""
        return bool(self._ask(("passed", of.path, of.key)))

    def sends(self, path: str) -> bool:
        """Whether this file makes or uses a client."""
        return bool(self._ask(("sends", path)))

    def offered(self, name: str) -> bool:
        """Whether some file of the asker's kin offers a router or a client under this name.

        It does by words; where the asker holds none of them it may not be read at all.
        """
        words = self._ask(("offered", name, self._files.kin(self._asker)))
        return any(self._files.mentions(self._asker, word) for word in words)  # type: ignore[arg-type]

    def operations(self, path: str) -> tuple[Served, ...]:
        """The path items in this document, as other documents name them."""
        return self._ask(("operations", path))  # type: ignore[return-value]

    def _ask(self, question: Question) -> tuple[object, ...]:
        self.asked.add(question)
        return _relation(self._relations, question)


def _relation(relations: dict[Question, dict[str, tuple[object, ...]]], question: Question) -> tuple[object, ...]:
    answers = relations.get(question, {})
    if question[0] == "passed":
        return (True,) if answers else ()
    if question[0] == "offered":
        return tuple(sorted({one for words in answers.values() for one in words}))  # type: ignore[type-var]
    found = tuple(one for path in sorted(answers) for one in answers[path])
    match question[0]:
        case "wrappers":
            return nearest(certain(found))  # type: ignore[arg-type]
        case "registrars" | "relays":
            return nearest(found)  # type: ignore[type-var]
    return found
