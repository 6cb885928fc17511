"""Keeps what files contribute current: who asked what, and whose answers a change can have changed.

Work is done in two stages, each per file: its findings (`resolve.recognition`), then its ports
(`resolve.composition`). Every stage remembers the questions on which its result depends: about other files' facts,
about the files there are, and about other files' findings. When something changes, the questions about it are answered
anew; only if an answer differs is the work of those who asked done again. What is left when there is nothing more to do
is what a start from nothing would give.

Files' findings follow from each other's, sometimes in a circle, and what comes out must not depend on what was found
first. So they stand in layers, and each follows from lower ones only: what a file offers, and whether it has a client;
wrappers, by the number of functions between them and the request (`resolve.file_relations.nearest`); guesses, which
never turn others away (`certain`); ports.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from typing import TypeAlias, TypeVar

from msgspec import DecodeError
from msgspec.structs import replace

from seamark.extract.edits.likeness import likeness
from seamark.index.documents.document_ports import ports_of_document
from seamark.index.documents.documents import DocumentReading, PathItem
from seamark.index.persistence.snapshot import StoredFindings
from seamark.index.publication.overview import describe_part
from seamark.index.reading.files import Files
from seamark.index.reading.stack import deep_stack
from seamark.index.reading.triggers import calls_of
from seamark.index.reports import PartReport
from seamark.index.shares.share import ShareState
from seamark.index.user_extractors import Extractor, extract_ports
from seamark.index.words.mentions import Sought
from seamark.resolve import Composed, Findings, Project, compose, contributions, relocate_findings
from seamark.resolve.call_words import Word
from seamark.resolve.file_relations import WORD
from seamark.resolve.module_resolution.test_files import is_test
from seamark.resolve.workspace_facts.answer_cache import AnswerCache
from seamark.resolve.workspace_facts.project import Question
from seamark.resolve.workspace_facts.view import View

from .contributions import RELATIONS, Contributions, RecordedRelations
from .dependencies import GLOBAL, MANIFESTS_MOVED, Dependencies, Work, place_of, places, statement_of_file
from .unread import UnreadFiles
from .waiting import WaitingFiles

T = TypeVar("T")
_Words: TypeAlias = tuple[frozenset[Sought], frozenset[Sought]]

_logger = logging.getLogger(__name__)

TOGETHER = 1_000
"""How many files the repositories have, at least, that are looked at together: each time costs a little."""
MOST_TIMES = 100
"""How often a file is looked at after a change: what it says may follow from its own former answers, without an end.

It is looked at once more for each repository that has something new for it.
"""
_FINDINGS = "findings"
_PORTS = "ports"
_NOTHING = Findings()
_NOT_SERVED: Mapping[str, tuple[PathItem, ...]] = {}


class CurrentPorts:
    """The ports of all files: of the files as they are, once there is nothing left to do.

    Any step may be followed by any change. What has been done stands only as long as no answer changes that it
    depended on, so nothing need be finished before something else is begun.
    """

    def __init__(self, files: Files, extractors: Sequence[Extractor] = ()) -> None:
        self.files = files
        self.composed: dict[str, list[Composed]] = {}
        """The ports of each file that has any, each with the definition that handles it."""
        self.recomposed: set[str] = set()
        """The files whose ports have changed; whoever reads it may empty it."""
        self.reread: set[str] = set()
        """The files that have other texts than when their ports were found; whoever reads it may forget those."""
        self._extractors = extractors
        self._resumed: Callable[[], StoredFindings] | None = None
        self._findings: dict[str, Findings] = {}
        self._contributions = Contributions()
        self._dependencies = Dependencies(files, self._contributions)
        self._shared = AnswerCache(place_of)
        self._words: dict[Sought, int] = {}
        self._live: _Words | None = None
        self._difference: tuple[*_Words, _Words] | None = None
        self._unread = UnreadFiles()
        self._doubted: dict[Question, None] = {}
        self._do = {_FINDINGS: self._find, _PORTS: self._compose}
        self._waiting = {stage: WaitingFiles(files.repository) for stage in self._do}
        self._repositories: list[str] = []
        """Those whose files are looked at, before those of any others."""
        self._entered: set[str] = set()
        """Those that were among them since there was nothing left to do."""
        self._worded: dict[str, frozenset[str]] = {}
        """The files of which it is left to see whether calls of these names say anything, and nothing else."""
        self._round: list[Work] = []
        self._dropped: set[Sought] = set()
        self._renounced: set[str] = set()
        """The files that mattered by themselves and no longer do: names may matter there because of what they said."""
        self._done = self._total = 0
        self._times: Counter[str] = Counter()

    def kept_state(self) -> StoredFindings:
        """What to keep for the next run besides the ports, once there is nothing left to do."""
        self.prepare()
        self._shared.clear()
        served = {
            path: served
            for path in self.files.documents.facts
            if (served := self._contributions.named_path_items(path))
        }
        return StoredFindings(self._findings, served, self._dependencies.kept_state())

    def resume(self, placed: Mapping[str, list[Composed]], finding: Callable[[], StoredFindings]) -> None:
        """Go on from what an earlier run has kept, with the ports `placed`; the files are as they were then.

        `finding` unpacks the rest, before anything changes.
        """
        self.composed = {path: [_without_place(one) for one in ports] for path, ports in placed.items()}
        self._resumed = finding

    def join(self, shares: Sequence[ShareState]) -> None:
        """Go on from what others have found that knew a share of the files each; `files` know all of these."""
        for share in shares:
            kept = share.finding
            self._findings.update(kept.findings)
            for path in kept.findings.keys() | kept.served.keys():
                self._contribute(path, kept.findings.get(path, _NOTHING), kept.served.get(path, _NOT_SERVED))
            for path, found in kept.findings.items():
                self._count(path, found.words, 1)
            self.composed.update(share.composed)
            self.recomposed.update(share.composed)
        contradicted: list[Question] = []
        known: list[set[str]] = []
        for share in shares:
            paths = {*share.reading.scans, *share.reading.beside, *share.reading.documents, *share.reading.others}
            known.append(paths)
            within = set(map(self.files.repository, paths))
            unsettled, others = self._dependencies.join(
                share.finding.asking, partial(self._is_settled, paths=paths, repositories=within)
            )
            self._doubted.update(dict.fromkeys((*unsettled, *others)))
            contradicted += others
        self._reword_shares([one for one in self._doubted if one[0] == WORD], known)
        self._wait(self._dependencies.work_depending_on(one for one in contradicted if one[0] != WORD))

    def _reword_shares(self, questions: Iterable[Question], shares: Sequence[Collection[str]]) -> None:
        """Have done again what asked for names, where calls of them can be of what files of other shares have."""
        for question in questions:
            del self._doubted[question]
            self._dependencies.answer_anew([question])
            works = self._dependencies.work_depending_on([question])
            words: set[Word] = set(self._contributions.answer(question))  # type: ignore[arg-type]
            for paths in shares:
                own = self._contributions.answer(question, paths)
                self._reword((work for work in works if work.path in paths), words.difference(own), ())

    def _is_settled(self, question: Question, paths: Collection[str], repositories: AbstractSet[str]) -> bool:
        """Whether nothing but these files, all of those repositories, has a part in the answer to a question."""
        kind, place, *others = question
        if kind in RELATIONS:
            return all(path in paths for path in self._contributions.contributors(question))
        if kind in ("called", "publishing"):
            home = others[0]
            found = self.files.files_publishing(place, home) if kind == "publishing" else ()
            return home in repositories - {""} and all(one in paths for one in found)
        around = f"{place}/" if kind == "holding" else place
        return kind not in GLOBAL and self.files.repository(around) in repositories

    def prepare(self) -> None:
        """Be ready for a change, if what an earlier run has kept for that is not unpacked yet.

        If it cannot be, all files count as changed.
        """
        if self._resumed is None:
            return
        unpack, self._resumed = self._resumed, None
        try:
            kept = unpack()
        except (DecodeError, UnicodeDecodeError) as error:
            _logger.warning("what was kept of the last run cannot be understood: %s", error)
            self.change(self.files.known_files())
            return
        self._findings = kept.findings
        for path in kept.findings.keys() | kept.served.keys():
            self._contribute(path, kept.findings.get(path, _NOTHING), kept.served.get(path, _NOT_SERVED))
        for path, found in kept.findings.items():
            self._count(path, found.words, 1)
        self._dependencies.resume(kept.asking)

    def change(self, paths: Iterable[str]) -> None:
        """The files of these names are new, have another content, or are gone."""
        changed = set(paths)
        if not changed:
            return
        self.prepare()
        changed |= self.files.update_headers(changed)
        if not (self._unread or self._doubted or any(self._waiting.values())):
            self._done = self._total = 0
            self._times.clear()
            self._entered.clear()
        self.files.expect(self._unread.add(changed, self.files.paths(), self.files.all_shown()))
        self._round.clear()
        self._dropped.clear()
        self._total += len(changed)

    def progress(self) -> tuple[int, int]:
        """How many files are done, of those that have changed since there was nothing left to do."""
        # Reading a file is taken to be as much work as finding what it says.
        left = len(self._unread) + -(-len(self._waiting[_FINDINGS]) // 2)
        self._done = max(self._done, min(self._total - left, self._total - 1))
        return self._done, self._total

    def work(self, enough: Callable[[], bool], *, bit_by_bit: bool = False) -> bool:
        """Do what is left, step by step, until there is `enough`. Tells whether anything may be left.

        If it is to be had `bit_by_bit`, there are ports of a file as soon as there are findings of it, though what is
        found in others may change them.
        """
        with deep_stack():
            while self._step(bit_by_bit=bit_by_bit):
                if enough():
                    return True
        return False

    def ahead(self, path: str) -> None:
        """Bring a file that has changed up to date before all others, by what is known of others so far.

        That may be in doubt, so what depends on it is done again with everything else.
        """
        with deep_stack():
            if path in self._unread:
                self._read_file(path)
            if is_in_doubt := path in self._waiting[_FINDINGS]:
                self._worded.pop(path, None)
                self._find(path)
            if path in self._waiting[_PORTS]:
                self._compose(path)
        if is_in_doubt:
            self._wait([Work(_FINDINGS, path)])

    def describe_part(self, path: str, part: tuple[int, int]) -> PartReport:
        """What is known of a part of a file, apart from the ports that are published."""
        self.prepare()
        with deep_stack():
            return describe_part(self.files, RecordedRelations(self._contributions, self.files, path), path, part)

    def is_waiting(self, path: str) -> bool:
        """Whether the ports of a file, as they are here, may not be those of its text."""
        return any(path in paths for paths in self._waiting.values())

    def _step(self, *, bit_by_bit: bool) -> bool:
        """Do the next bit of work; False if there is none."""
        if self._resumed is not None:
            return False  # Nothing has changed; and who uses a name is not known yet.
        if self._unread.next:
            self._read_file(next(iter(self._unread.next)))
        elif self._doubted:
            question, _ = self._doubted.popitem()
            self._wait(self._dependencies.answer_anew([question]))
        elif self._round:
            stage, path = self._round.pop()
            if path in self._waiting[stage]:
                self._do[stage](path)
                if bit_by_bit and path in self._waiting[_PORTS]:
                    self._compose(path)
        elif self._turn_reach() or self._ask_for_new():
            pass
        elif self._waiting[_FINDINGS]:
            self._begin_next()
        elif self._drop_old() or self._reconsider():
            pass
        elif self._waiting[_PORTS]:
            self._begin(_PORTS, self._waiting[_PORTS].all())
        elif self._unread:
            self._unread.go_on()
            self.files.expect(self._unread.next)
        else:
            return False
        return True

    def _begin_next(self) -> None:
        """Have the next files looked at: once all is found in some repositories their ports are composed.

        What is found in others may change them; that is rare, and otherwise their facts would have to be unpacked anew.
        Tests wait until all is found in other files: what they say follows from those, and hardly any from them.
        """
        findings, ports = self._waiting[_FINDINGS], self._waiting[_PORTS]
        paths, found = findings.of(self._repositories), ports.of(self._repositories)
        if not paths:
            self._repositories = findings.first(TOGETHER)
            self._entered.update(self._repositories)
            paths = findings.of(self._repositories)
            if found:
                self.files.expect_views(paths)
                self._begin(_PORTS, found)
                return
        self._begin(_FINDINGS, [path for path in paths if not is_test(path)] or paths)

    def _begin(self, stage: str, paths: Sequence[str]) -> None:
        """Have a stage's work done for these files, in this order."""
        if stage == _FINDINGS:
            self.files.expect_views(paths)
        self._round = [Work(stage, path) for path in reversed(paths)]

    def _wait(self, works: Iterable[Work]) -> None:
        for stage, path in works:
            self._waiting[stage].add(path)
            if stage == _FINDINGS:
                self._worded.pop(path, None)

    def _look_for(self, names: frozenset[str], path: str) -> None:
        """Have it seen whether calls of these names say anything in a file.

        One that an editor shows is looked at as a whole: what is found in it is kept by the gap that typing moves.
        """
        if self.files.shown_text(path) is not None:
            self._wait([Work(_FINDINGS, path)])
        elif path in self._worded or path not in self._waiting[_FINDINGS]:
            self._worded[path] = self._worded.get(path, frozenset()) | names
            self._waiting[_FINDINGS].add(path)

    def _read_file(self, path: str) -> None:
        self._unread.discard(path)
        digest, before = self.files.digest(path), statement_of_file(self.files, path) if self._dependencies else None
        view, preamble = None if self.is_waiting(path) else self.files.known_view(path), self.files.preamble(path)
        called_for, mattered = self.files.called_for(path), self.files.matters_by_itself(path)
        moved = self.files.update(path)
        if mattered and self.files.matters(path) and not self.files.matters_by_itself(path):
            self._renounced.add(path)
        if digest != self.files.digest(path) if digest is not None else not moved:
            self.reread.add(path)
        if before is not None:
            changed = places(path, before, statement_of_file(self.files, path), moved=moved)
            if MANIFESTS_MOVED in changed:
                self._shared.clear()  # Files are in other repositories than before.
            self._shared.drop(changed)
            self._doubted.update(dict.fromkeys(self._dependencies.at(changed)))
        else:
            self._shared.clear()
        is_other = moved or self.files.preamble(path) != preamble or self.files.called_for(path) != called_for
        alike = (
            None if view is None or is_other else self._attempt(path, partial(self._moved_findings, path, view), None)
        )
        if alike is None:
            self._wait([Work(_FINDINGS, path)])
        else:
            self._put_findings(path, alike, _NOT_SERVED)

    def _moved_findings(self, path: str, before: View) -> Findings | None:
        """What a file says that is shown, if that is what it said `before` at other places: typing costs no more."""
        now = self.files.view(path) if self._matters(path) else None
        place = likeness(before.facts, now.facts) if now is not None and now.triggered == before.triggered else None
        if now is None or place is None:
            return None
        return relocate_findings(self._findings.get(path, _NOTHING), place, before.facts.gap, now.facts.gap)

    def _find(self, path: str) -> None:
        self.files.at(path)
        self._waiting[_FINDINGS].discard(path)
        self._times[path] += 1
        if self._times[path] > MOST_TIMES + len(self._entered):
            self._worded.pop(path, None)
            _logger.warning("%s is left as it was found: each answer about it leads to another one", path)
            return
        self._shared.shrink()
        project, relations = (
            Project(self.files, path, self._shared),
            RecordedRelations(self._contributions, self.files, path),
        )
        names = self._worded.pop(path, None)
        if names is not None and self._attempt(
            path, lambda: self._says_no_more(path, project, relations, names), False
        ):
            self._dependencies.remember_further(Work(_FINDINGS, path), project.asked | relations.asked)
            return
        reading = DocumentReading(self.files.documents, path)
        found = self._attempt(path, lambda: self._recognise_file(path, project, relations), _NOTHING)
        named = self._attempt(path, reading.named_path_items, _NOT_SERVED)
        self._dependencies.remember(Work(_FINDINGS, path), project.asked | relations.asked | reading.asked)
        known = self._findings.get(path, _NOTHING)
        self._count(path, found.words - known.words, 1)
        self._count(path, known.words - found.words, -1)
        self._put_findings(path, found, named)

    def _put_findings(self, path: str, found: Findings, named: Mapping[str, tuple[PathItem, ...]]) -> None:
        """Take what a file says now for its findings."""
        before = self._findings.pop(path, _NOTHING)
        if found != _NOTHING:
            self._findings[path] = found
        changed: dict[object, set[Word]] = {}
        for word in before.words ^ found.words:
            changed.setdefault(word.name, set()).add(word)
        for question in self._contribute(path, found, named):
            works = self._dependencies.answer_anew([question])
            if question[0] == WORD:
                words = changed.get(question[1], set())
                self._reword(works, words & found.words, words & before.words)
            else:
                self._wait(works)
        self._waiting[_PORTS].add(path)

    def _reword(self, works: Iterable[Work], new: Collection[Word], old: Collection[Word]) -> None:
        """Have done again what asked for a name, where calls of it can be of what is new, or no longer there."""
        for work in works:
            if any(self.files.can_call(work.path, word) for word in old):
                self._wait([work])
            elif any(self.files.can_call(work.path, word) for word in new):
                self._look_for(frozenset(word.name for word in new), work.path)

    def _contribute(self, path: str, found: Findings, served: Mapping[str, tuple[PathItem, ...]]) -> set[Question]:
        """Have others know what a file has. Gives the questions to which that is another answer than before."""
        operations = {("operations", file): items for file, items in served.items()}
        return self._contributions.put(path, contributions(path, self.files.kin(path), found) | operations)

    def _recognise_file(self, path: str, project: Project, relations: RecordedRelations) -> Findings:
        view = self.files.view(path) if self._matters(path) else None
        if view is None:
            return _NOTHING
        from seamark.resolve.recognition import find  # A start that finds nothing changed is quicker without it.

        return find(project, relations, view)

    def _matters(self, path: str) -> bool:
        """Whether a file can have contracts, as far as that is seen by now."""
        return path not in self._renounced and self.files.matters(path)

    def _reconsider(self) -> bool:
        """Look at the files again in which names may matter that others have, once those are gone that nobody has."""
        paths, self._renounced = self._renounced, set()
        self._wait(Work(_FINDINGS, path) for path in paths)
        return bool(paths)

    def _says_no_more(self, path: str, project: Project, relations: RecordedRelations, names: frozenset[str]) -> bool:
        """Whether what a file was found to say is all of it, though calls of these names are read now."""
        from seamark.resolve.recognition import has_same_findings

        view = self.files.view(path)
        return view is not None and has_same_findings(
            project, relations, view, self._findings.get(path, _NOTHING), calls_of(names)
        )

    def _attempt(self, path: str, work: Callable[[], T], otherwise: T) -> T:
        """Work for a file. What fails in it is a mistake of ours, and other files are served all the same."""
        try:
            return work()
        except Exception as error:
            _logger.exception("%s cannot be analysed", path)
            self.files.remarks[path] = f"cannot be analysed: {type(error).__name__}: {error}"
            return otherwise

    def _live_words(self) -> frozenset[Sought]:
        """The names that somebody has whose calls matter."""
        of_services, known = self.files.service_words(), self._live
        if known is None or known[0] is not of_services:
            known = self._live = of_services, of_services | self._words.keys()
        return known[1]

    def _new_and_old(self) -> _Words:
        """The names that have come, and those that nobody has any more, of those for which files are read."""
        live, words, known = self._live_words(), self.files.words, self._difference
        if known is None or known[0] is not live or known[1] is not words:
            known = self._difference = live, words, (live - words, words - live)
        return known[2]

    def _ask_for_new(self) -> bool:
        """Have files read for the names that have come."""
        new, _ = self._new_and_old()
        return bool(new) and self._set_words(self.files.words | new)

    def _drop_old(self) -> bool:
        """Once nothing else is left to find, no longer have files read for names that nobody has any more.

        What a file says can depend on those that it is read for, and must not on those that were there before. One that
        comes back is kept until the next change: there might be no end of it.
        """
        old = self._new_and_old()[1] - self._dropped
        self._dropped |= old
        return bool(old) and self._set_words(self.files.words - old)

    def _set_words(self, words: frozenset[Sought]) -> bool:
        if words == self.files.words:
            return False
        new = {word.name for _, word in words - self.files.words} if words > self.files.words else None
        worded, turned = self.files.set_words(words)
        paths = worded | turned
        if new is not None:
            for path in worded:
                self._look_for(self.files.called_for(path) & new, path)
        self._wait(Work(_FINDINGS, path) for path in (paths if new is None else turned))
        self._doubt_calls(paths)
        return True

    def _turn_reach(self) -> bool:
        """Have files read for the names of other repositories that they can use now, or no longer."""
        paths = self.files.turn_reach()
        self._wait(Work(_FINDINGS, path) for path in paths)
        self._doubt_calls(paths)
        return bool(paths)

    def _doubt_calls(self, paths: Collection[str]) -> None:
        """Have it seen who depends on the calls of these files: they have other keys when others are read with them."""
        self._shared.drop(paths)
        asked_about = {path: questions for path in sorted(paths) if (questions := self._dependencies.at([path]))}
        self.files.expect_views(asked_about)
        for path in reversed(asked_about):
            self._doubted.update(dict.fromkeys(asked_about[path]))

    def _count(self, path: str, words: frozenset[Word], number: int) -> None:
        kin = self.files.kin(path) if words else ""
        for one in words:
            word = kin, one
            before = self._words.pop(word, 0)
            if before + number:
                self._words[word] = before + number
            if not before or not before + number:
                self._live = None

    def _compose(self, path: str) -> None:
        self.files.at(path)
        self._waiting[_PORTS].discard(path)
        findings = self._findings.get(path)
        view = self.files.view(path) if findings is not None else None
        project, relations = Project(self.files, path), RecordedRelations(self._contributions, self.files, path)
        ports = [] if findings is None or view is None else compose(project, relations, view, findings)
        ports += self._document_ports(path, project, relations)
        ports += self._extractor_ports(path, project)
        self._dependencies.remember(Work(_PORTS, path), project.asked | relations.asked)
        if ports != self.composed.pop(path, []):
            self.recomposed.add(path)
        if ports:
            self.composed[path] = ports

    def _document_ports(self, path: str, project: Project, relations: RecordedRelations) -> list[Composed]:
        if path not in self.files.documents.paths or not self.files.reads_documents(path):
            return []
        return ports_of_document(project, relations, path, self.files.documents, relations.operations(path))

    def _extractor_ports(self, path: str, project: Project) -> list[Composed]:
        data = self.files.text(path) if self._extractors and path in self.files.paths() else None
        if data is None:
            return []
        ports, wrong = extract_ports(
            self._extractors, data, path, self.files.language(path) or "", self.files.view(path)
        )
        if wrong:
            self.files.remarks[path] = "; ".join(wrong)
        return [(replace(port, service=project.application(path), test=is_test(path)), None) for port in ports]


def _without_place(composed: Composed) -> Composed:
    """A port whose handler's place is looked up when somebody asks."""
    port, handler = composed
    return composed if handler is None else (replace(port, handler=None), handler)
