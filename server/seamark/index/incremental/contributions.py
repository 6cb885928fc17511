"""What files contribute to each other's resolution, as answers to questions, and which file asked which of them.

All files' answers to a question count, in the order of their paths.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from seamark.index.documents.documents import PathItem
from seamark.index.reading.files import Files
from seamark.resolve.abstract_values import Definition, ParameterPart, Text
from seamark.resolve.file_relations import WORD, base_question, effective_summaries, least, names_question
from seamark.resolve.findings import (
    Base,
    BroughtObject,
    BroughtRouter,
    EnteringCall,
    Identity,
    MountFound,
    NamedRoute,
    OpenedRouter,
    RootClass,
    ServingFunction,
    Summary,
)
from seamark.resolve.partial_texts.last_parameter import Segment, names_routes, summary
from seamark.resolve.workspace_facts.project import Question

RELATIONS = frozenset(
    [
        "asks",
        "bases",
        "beside",
        "brought",
        "brought routers",
        "called for",
        "entered",
        "going by",
        "implementing",
        "mounts",
        "named routes",
        "offers object",
        "opened",
        "operations",
        "passed",
        "registered",
        "rooted",
        "segments",
        "sends",
        "served",
        "serves",
        "summaries",
        "used",
        WORD,
    ]
)
"""The kinds of questions about other files' findings, and about the documents that they name."""

Answers = Mapping[Question, tuple[object, ...]]


class Contributions:
    """The answers that files contribute, by question."""

    def __init__(self) -> None:
        self._answers: dict[Question, dict[str, tuple[object, ...]]] = {}
        self._contributed: dict[str, Answers] = {}

    def put(self, path: str, now: Answers) -> set[Question]:
        """A file contributes these answers now. Gives the questions to which it has others than before."""
        before = self._contributed.pop(path, {})
        for question in before:
            self._answers[question].pop(path)
            if not self._answers[question]:
                del self._answers[question]
        for question, answers in now.items():
            self._answers.setdefault(question, {})[path] = answers
        if now:
            self._contributed[path] = now
        return {question for question in before.keys() | now.keys() if before.get(question) != now.get(question)}

    def named_path_items(self, path: str) -> dict[str, tuple[PathItem, ...]]:
        """The path items that a document names, by the file that they stand in."""
        answers = self._contributed.get(path, {})
        return {question[1]: items for question, items in answers.items() if question[0] == "operations"}  # type: ignore[misc]

    def contributors(self, question: Question) -> Collection[str]:
        """The files that have a part in the answer to a question."""
        return self._answers.get(question, {}).keys()

    def answer(self, question: Question, paths: Collection[str] | None = None) -> tuple[object, ...]:
        """What all files together answer, or these."""
        answers = self._answers.get(question, {})
        if paths is not None:
            answers = {path: one for path, one in answers.items() if path in paths}
        if question[0] in ("called for", "passed"):
            return (True,) if answers else ()
        if question[0] in ("beside", "offers object", WORD):
            return tuple(sorted({one for words in answers.values() for one in words}))  # type: ignore[type-var]
        found = tuple(one for path in sorted(answers) for one in answers[path])
        match question[0]:
            case "summaries":
                return effective_summaries(found)  # type: ignore[arg-type]
            case "segments":
                return summary(found)  # type: ignore[arg-type]
            case "opened":
                return least(found)  # type: ignore[arg-type]
            case "bases":
                return tuple(dict.fromkeys(found))
        return found


class RecordedRelations:
    """`resolve.file_relations.Relations` for the file `asker`, which records in `asked` what that asks."""

    def __init__(self, contributions: Contributions, files: Files, asker: str) -> None:
        self.asked: set[Question] = set()
        self._files = files
        self._asker = asker
        self._contributions = contributions
        self._kin = files.kin(asker)

    def summaries(self, of: Definition) -> tuple[Summary, ...]:
        """What this function does for its callers."""
        return self._ask(("summaries", of.path, of.key))  # type: ignore[return-value]

    def brought_objects(self, of: Definition, index: int) -> tuple[BroughtObject, ...]:
        """The objects that callers of this function give for one of its parameters."""
        return self._ask(("brought", of.path, of.key, str(index)))  # type: ignore[return-value]

    def brought_routers(self, path: str) -> tuple[BroughtRouter, ...]:
        """The routers that callers of this file's functions give for their parameters."""
        return self._ask(("brought routers", path))  # type: ignore[return-value]

    def entering_calls(self, of: Definition) -> tuple[EnteringCall, ...]:
        """The calls of this function that give it a request or its path."""
        return self._ask(("entered", of.path, of.key))  # type: ignore[return-value]

    def bases(self, given: ParameterPart) -> tuple[Base, ...]:
        """What callers of a function give for this parameter, where that begins the URLs of an object."""
        return self._ask(base_question(given))  # type: ignore[return-value]

    def registered_names(self, of: Definition) -> tuple[Text, ...]:
        """The names under which this function is provided."""
        return self._ask(("registered", of.path, of.key))  # type: ignore[return-value]

    def going_by(self, name: str, framework: str) -> tuple[str, ...]:
        """The files with functions that a library knows by this name, which is their own."""
        return self._ask(("going by", name, framework))  # type: ignore[return-value]

    def serving_functions(self, path: str) -> tuple[ServingFunction, ...]:
        """The functions of this file that serve what somebody calls for by them."""
        return self._ask(("served", path))  # type: ignore[return-value]

    def root_classes(self, path: str) -> tuple[RootClass, ...]:
        """The classes of this file that have the fields of root types because others say so."""
        return self._ask(("rooted", path))  # type: ignore[return-value]

    def is_implementation(self, class_: Definition) -> bool:
        """Whether some file registers an object of this class as the implementation of a service."""
        return bool(self._ask(("used", class_.path, class_.key)))

    def implementations(self, of: Definition) -> tuple[Definition, ...]:
        """The methods that do what this one only declares."""
        return self._ask(("implementing", of.path, of.key))  # type: ignore[return-value]

    def mounts(self, of: Identity) -> tuple[MountFound, ...]:
        """Where this router is put."""
        return self._ask(("mounts", *of))  # type: ignore[return-value]

    def opened_routers(self, of: Definition) -> tuple[OpenedRouter, ...]:
        """The routers that this function is given and declares something on, be it through others."""
        return self._ask(("opened", of.path, of.key))  # type: ignore[return-value]

    def called_for(self, of: Definition) -> bool:
        """Whether the callers of this function matter: only then is anything else here known of what they state."""
        return bool(self._ask(("called for", of.path, of.key)))

    def asks(self, of: Definition) -> bool:
        """Whether this function makes a request of its own."""
        return bool(self._ask(("asks", of.path, of.key)))

    def is_word(self, name: str) -> bool:
        """Whether some file has a function of this name whose callers matter, and can be the asker's."""
        words = self._ask((WORD, name, self._kin))
        return any(self._files.can_call(self._asker, word) for word in words)  # type: ignore[arg-type]

    def beside(self, name: str) -> tuple[str, ...]:
        """The names that are words in files in which this one stands, too."""
        return self._ask(("beside", name, self._kin))  # type: ignore[return-value]

    def is_given_path(self, of: Definition) -> bool:
        """Whether some caller of this possible wrapper gives it a path."""
        return bool(self._ask(("passed", of.path, of.key)))

    def names_routes(self, of: Definition) -> bool:
        """Whether the callers of this possible wrapper name routes by what they give it."""
        return names_routes(of, self._segments)

    def _segments(self, of: Definition) -> tuple[Segment, ...]:
        return self._ask(("segments", of.path, of.key))  # type: ignore[return-value]

    def named_routes(self, space: str, name: str) -> tuple[NamedRoute, ...]:
        """The routes with names of a library that end with the last word of this one."""
        return self._ask(names_question(space, name))  # type: ignore[return-value]

    def sends(self, path: str) -> bool:
        """Whether this file makes or uses a client."""
        return bool(self._ask(("sends", path)))

    def serves(self, path: str) -> bool:
        """Whether this file makes or uses a router."""
        return bool(self._ask(("serves", path)))

    def offers_object(self, name: str) -> bool:
        """See `Relations`."""
        words = self._ask(("offers object", name, self._kin))
        return any(self._files.mentions(self._asker, word) for word in words)  # type: ignore[arg-type]

    def operations(self, path: str) -> tuple[PathItem, ...]:
        """The path items in this document, as other documents name them."""
        return self._ask(("operations", path))  # type: ignore[return-value]

    def _ask(self, question: Question) -> tuple[object, ...]:
        self.asked.add(question)
        return self._contributions.answer(question)
