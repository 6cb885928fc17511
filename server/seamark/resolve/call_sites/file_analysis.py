"""The state of reading one file: what its calls are read with, and the findings so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from seamark.catalogue import ANY, VERBS, Library, name_in_mention
from seamark.extract import facts
from seamark.resolve.abstract_values import Definition, Made, Place, Symbol, Text, each
from seamark.resolve.call_words import Word
from seamark.resolve.evaluation import Evaluator
from seamark.resolve.evaluation.library_objects.constructed_identity import of_parameter
from seamark.resolve.evaluation.members.classes import called_name
from seamark.resolve.file_relations import Relations
from seamark.resolve.findings import (
    Base,
    BaseEffect,
    BroughtObject,
    BroughtRouter,
    CallFound,
    EnteringCall,
    Findings,
    Identity,
    ImplementingMethod,
    MountFound,
    NamedContract,
    Offer,
    PossibleFound,
    RequestFound,
    RootClass,
    RouteFound,
    Router,
    StatedPrefix,
    Summary,
)
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.paths import folder
from seamark.resolve.module_resolution.test_files import in_test
from seamark.resolve.partial_texts.last_parameter import Segment
from seamark.resolve.workspace_facts.project import Project
from seamark.resolve.workspace_facts.view import NAMELESS, View

_T = TypeVar("_T")
_Own = tuple[Identity, tuple[Text, ...], tuple[Text, ...]]
"""A router, with the prefixes and the paths below these that it has itself."""


class HandledObject(Struct, frozen=True):
    """The function `by` handles all that comes to the object `on` (None: not known), as a row of `library` says."""

    library: str
    by: Definition
    on: Identity | None


class FileAnalysis:
    """What is found while `recognition` reads one file: the fields of `Findings`, and notes that modules keep."""

    def __init__(self, project: Project, relations: Relations, view: View) -> None:
        self.evaluator = Evaluator(project, self._type_brought)
        self.catalogue = self.evaluator.catalogue
        """The catalogue for the file's language."""
        self.project = project
        self.relations = relations
        self.view = view
        self.routes: list[RouteFound] = []
        self.mounts: list[MountFound] = []
        self.requests: list[RequestFound] = []
        self.summaries: list[Summary] = []
        self.named: list[NamedContract] = []
        self.possible: list[PossibleFound] = []
        self.understood: set[tuple[int, int]] = set()
        """The calls that say something which is not found at themselves: mounts, and what callers state."""
        self._brought: dict[tuple[Definition, int], dict[BroughtObject, None]] = {}
        self.brought_routers: set[BroughtRouter] = set()
        """The types of routers that the file's calls give functions."""
        self.bases: list[Base] = []
        self.implementing: list[ImplementingMethod] = []
        self.rooted: list[RootClass] = []
        self.entered: dict[Definition, dict[EnteringCall, None]] = {}
        """The calls that give functions a request or its path, by these."""
        self._notes: dict[type, Any] = {}
        self._found: dict[str, Any] = {}
        self.passed: set[Definition] = set()
        self.segments: set[Segment] = set()
        self.used: set[Definition] = set()
        self.called_for: set[Definition] = set()
        self.words: set[Word] = set()
        self.offers: set[Offer] = set()
        self.asking: set[Definition] = set()
        self.calls: list[CallFound] = []
        self.sends = False
        self.serves = False
        self.handled: tuple[HandledObject, ...] | None = None
        """What handles the contracts of objects in the file, as far as that has been asked for."""
        self.rounds = 0
        """How many times calls in loops were read, each time for other items."""
        self.inherited = 0
        """How many classes and methods were mounted whose routes controllers inherit."""
        self._lasts: dict[int, int] = {}
        self.given_routers: dict[tuple[int, int], tuple[facts.Member, Identity | None]] = {}
        """The parameters on which methods are called in scopes, be it in a chain, as far as that has been asked for."""
        self._imports: dict[str, bool] = {}
        self.opened: set[Definition] = set()
        """Functions that declare routes on a router, or ask a client, that their callers give."""
        self._prefixed: dict[_Own, tuple[StatedPrefix, ...]] = {}
        """Where the file states the prefixes of routers, as far as these have been asked for."""
        self.handed: set[Definition] = set()
        """Functions that a router calls: what they are given is no router."""
        self.rests: set[tuple[Definition, int]] = set()
        """Parameters of such functions, by their numbers, that are given all of the rest of a path."""
        self.guesses = False
        """Whether what is read now is taken for a request only because of the file that a function is in."""

    def notes(self, kind: type[_T]) -> _T:
        """The notes of a module: a collection of the class that it declares for them, empty at first."""
        if kind not in self._notes:
            self._notes[kind] = kind()
        return cast("_T", self._notes[kind])

    def once(self, question: str, find: Callable[[], _T]) -> _T:
        """What `find` gives, or gave before to the same question about the file: no note of what its calls state."""
        if question not in self._found:
            self._found[question] = find()
        return cast("_T", self._found[question])

    @property
    def has_notes(self) -> bool:
        """Whether a module keeps notes, which say something only together with other places of the file."""
        return any(self._notes.values()) or bool(self.entered or self.opened or self.handed or self.rests)

    def imports(self, library: str) -> bool:
        """Whether the file imports this library, be it by a header that it includes: then it speaks of that, too.

        So it does by a name that nothing declares, and that stands for the library.
        """
        if library not in self._imports:
            known = self.catalogue.library(library)
            named = (*self._imported_modules, *self._undeclared_symbols)
            self._imports[library] = any(name.startswith(known.modules) for name in named) or (
                any(name.startswith(known.modules) for name in self._included_modules)
                and any(
                    self.view.path in self.project.files_holding(folder(self.view.path), name) for name in _names(known)
                )
            )
        return self._imports[library]

    def imports_from(self, packages: Iterable[str]) -> bool:
        """Whether the file imports one of these packages, or a module of one."""
        modules = tuple(f"{name}/" for name in packages)
        return any(f"{name}/".startswith(modules) for name in self._imported_modules)

    def is_of(self, library: str) -> bool:
        """Whether the file is one of the library's own: it defines a name by which others are known to use that."""
        return not self._defined_names.isdisjoint(_names(self.catalogue.library(library)))

    @cached_property
    def gets_paths(self) -> bool:
        """Whether the file uses a library that gives its handlers the path of each request, and is none of its own."""
        return any(self.imports(one) and not self.is_of(one) for one in self.catalogue.with_paths)

    @cached_property
    def reads_every_call(self) -> bool:
        """Whether the file uses a library whose objects have methods of any name."""
        return any(self.imports(library.name) for library in self.catalogue.libraries if library.any_call)

    @cached_property
    def bound_names(self) -> frozenset[str]:
        """The names that the file binds, and those of the members that it sets."""
        known = self.view.facts
        return frozenset({*(one.name for one in known.bindings), *(one.target.name for one in known.assignments)})

    @cached_property
    def changed_paths(self) -> Mapping[int, list[facts.Assignment]]:
        """The settings of members that hold the path of a URL, by the functions in which they stand."""
        found: dict[int, list[facts.Assignment]] = {}
        for one in self.view.facts.assignments:
            if one.target.name in self.catalogue.paths:
                found.setdefault(one.scope, []).append(one)
        return found

    @cached_property
    def renamed_imports(self) -> frozenset[str]:
        """The names that the file gives to what it imports under another one, or as what its module is by default."""
        bound = self.view.facts.bindings
        return frozenset(one.name for one in bound if type(one.value) is facts.Import and one.value.name != one.name)

    @cached_property
    def _defined_names(self) -> frozenset[str]:
        """The names that the file defines."""
        return frozenset(one.name for one in self.view.facts.definitions)

    @cached_property
    def _imported_modules(self) -> tuple[str, ...]:
        """The modules that the file imports."""
        return tuple({imported.module.strip("<>"): None for _, imported in self.view.imports})

    @cached_property
    def _undeclared_symbols(self) -> tuple[str, ...]:
        """The symbols for which names stand on which the file calls something, and which nothing declares."""
        view, known = self.view, self.catalogue.undeclared
        called = [(site.call.callee, site.scope) for site in view.facts.sites]
        called += [(one, definition.parent) for definition in view.facts.definitions for one in definition.decorators]
        roots = {root.name: (root, scope) for value, scope in called if (root := view.root_of(value)) is not None}
        asked = [(known[name], *roots[name]) for name in sorted(roots.keys() & known.keys())]
        return tuple(
            symbol
            for symbol, root, scope in asked
            if self.evaluator.meaning(root, Place(view.path, scope)) == Symbol(symbol)
        )

    @cached_property
    def _included_modules(self) -> tuple[str, ...]:
        """The modules that others import which it includes."""
        return tuple(rules_of(self.view.facts.language).modules.libraries(self.project, self.view.path))

    def is_last(self, call: facts.Call) -> bool:
        """Whether no other call of the same chain was read before: the last call of a chain is read first."""
        known = self._lasts.setdefault(call.start, call.end)
        return known == call.end

    def call_for_callers(self, function: Definition) -> None:
        """Note that the callers of a function matter, if it has a name to be called by."""
        self.called_for.add(function)
        home, class_ = self.project.home(function.path), called_name(function.key.rpartition(".")[0])
        for name in self._call_names(function):
            rules = rules_of(self.view.facts.language)
            words = rules.functions.words(self.project, function, name)
            self.words.update(word._replace(home=home) for word in words)
            if class_ and rules.classes.worked_out and name.casefold() in VERBS:
                self.words.add(Word(class_, home=home, object=True))

    def _call_names(self, function: Definition) -> tuple[str, ...]:
        """The names by which a function is called; of a nameless one those of what a call gives that only wraps it."""
        name = called_name(function.key)
        if name != NAMELESS or function.path != self.view.path:
            return () if name == NAMELESS else (name,)
        index = self.view.index(function.key)
        found: list[str] = []
        for called, call in () if index is None else self.view.calls_by_function.get(index, ()):
            given = self.evaluator.meaning(call, Place(self.view.path, self.view.scope_at(call.start)))
            found += [called] if function in each(given) else []
        return tuple(found)

    def word(self, name: str, beside: str = "") -> Word:
        """A name under which others come to what this file has, or to what it passes on."""
        return Word(name, beside=beside, home=self.project.home(self.view.path))

    def is_called_for(self, function: Definition) -> bool:
        """Whether the callers of this function are known to state a request, a route or the name of a contract."""
        return any(not isinstance(one.effect, BaseEffect) for one in self.relations.summaries(function))

    def bring(self, brought: BroughtObject) -> None:
        """Note what a call brings for a parameter."""
        self._brought.setdefault((brought.of, brought.index), {})[brought] = None

    def brought_to(self, of: Definition, index: int, members: tuple[str, ...] = ()) -> tuple[BroughtObject, ...]:
        """What calls bring for a parameter, or for members of it: those that are known, and those of the file so far.

        The latter will be known, too, but then the file would have to be read once more for each function on the way.
        """
        known = dict.fromkeys((*self.relations.brought_objects(of, index), *self._brought.get((of, index), ())))
        return tuple(one for one in known if one.members == members)

    def bring_router(self, of: Definition, index: int, members: tuple[str, ...], made: Made) -> None:
        """Note the router that a call gives for a parameter; of what comes out of a router that is handed on nothing.

        Only who makes a router says its type, or functions that call each other would have a type from each other.
        """
        known = self._types_by_identity.get(made.identity) if made.call is None else None
        if known is None:
            self.brought_routers.add(BroughtRouter(of, index, members, made.type))
        elif known == {made.type} and not (made.prefix or made.below):
            self.brought_routers.add(BroughtRouter(of, index, members, "", made.identity))

    @cached_property
    def _types_brought(self) -> Mapping[tuple[Definition, int, tuple[str, ...]], frozenset[str]]:
        """The types of the routers that callers give for the parameters of the file's functions."""
        found: dict[tuple[Definition, int, tuple[str, ...]], frozenset[str]] = {}
        for one in self.relations.brought_routers(self.view.path):
            given = one.of, one.index, one.members
            found[given] = found.get(given, frozenset()) | self._types_of(one, set())
        return {given: types for given, types in found.items() if types}

    @cached_property
    def _types_by_identity(self) -> Mapping[Identity, frozenset[str]]:
        return {of_parameter(*given): types for given, types in self._types_brought.items()}

    def _types_of(self, brought: BroughtRouter, passed: set[Identity]) -> frozenset[str]:
        """The types of a router that callers give, by those of them who make it."""
        handed = brought.handed
        if handed is None:
            return frozenset((brought.type,))
        if handed in passed:
            return frozenset()
        passed.add(handed)
        above = self.relations.brought_routers(handed[0])
        same = (one for one in above if of_parameter(one.of, one.index, one.members) == handed)
        return frozenset().union(*(self._types_of(one, passed) for one in same))

    @cached_property
    def brought_names(self) -> frozenset[str]:
        """What these parameters are called, and their members."""
        known = ((self.project.locate(of), index, members) for of, index, members in self._types_brought)
        named = (
            (*members, *(one.name for one in self.project.definition(*at).parameters[index : index + 1]))
            for at, index, members in known
            if at is not None
        )
        return frozenset(name for names in named for name in names)

    def _type_brought(self, of: Definition, index: int, members: tuple[str, ...]) -> str | None:
        """The type of the router that all callers give for a parameter, or as members of that."""
        types = self._types_brought.get((of, index, members), ()) if of.path == self.view.path else ()
        return next(iter(types)) if len(types) == 1 else None

    def entered_by(self, of: Definition) -> tuple[EnteringCall, ...]:
        """The calls of a function that give it a request or its path: those that are known, and those of the file."""
        return tuple(dict.fromkeys((*self.relations.entering_calls(of), *self.entered.get(of, ()))))

    def offer(self, name: str, made: Made | None) -> None:
        """Note that other files get an object by this name, on which calls that its library has may state contracts."""
        if made is not None and self.catalogue.role(made.type) == "peer":
            called = (
                {ANY}
                if self.catalogue.types[made.type].members
                else self.catalogue.stating[made.type.partition(".")[0]]
            )
            self.offers.update(Offer(name, f"{name}.{one}") for one in called)

    def _word_of(self, offer: Offer) -> Word:
        return self.word(offer.word, offer.beside)._replace(object=offer.object, within=offer.within)

    def _place_mount(self, mount: MountFound) -> MountFound:
        """A mount with its place in the text, which stands in another file's reasons."""
        test, offset = in_test(self.view, self.view.scope_at(mount.start)), self.view.facts.gap.offset
        placed = replace(mount, test=test, start=offset(mount.start))
        if mount.stated is None and not mount.prefixed:
            return placed
        stated = None if mount.stated is None else mount.stated.moved(offset)
        return replace(placed, stated=stated, prefixed=tuple(one.moved(offset) for one in mount.prefixed))

    def note_prefixes(self, router: Router, stated: Iterable[StatedPrefix]) -> None:
        """Note where the file states the prefixes that a router has itself."""
        self._prefixed[router.identity, router.prefixes, router.below] = tuple(stated)

    def prefixes_of(self, router: Router) -> tuple[StatedPrefix, ...]:
        """Where the file states the prefixes that a router has itself, as far as that is noted."""
        return self._prefixed.get((router.identity, router.prefixes, router.below), ())

    def findings(self) -> Findings:
        """All that was found, without repetition."""
        return Findings(
            routes=_unique(self.routes),
            mounts=_unique(map(self._place_mount, self.mounts)),
            requests=_unique(self.requests),
            named=_unique(self.named),
            possible=_unique(self.possible),
            summaries=_unique(self.summaries),
            brought=tuple(one for some in self._brought.values() for one in some),
            brought_routers=tuple(sorted(self.brought_routers, key=repr)),
            entered=tuple(one for some in self.entered.values() for one in some),
            bases=_unique(self.bases),
            implementing=_unique(self.implementing),
            rooted=_unique(self.rooted),
            used=frozenset(self.used),
            passed=frozenset(self.passed),
            segments=frozenset(self.segments),
            sends=self.sends,
            serves=self.serves,
            called_for=frozenset(self.called_for),
            words=frozenset(self.words | set(map(self._word_of, self.offers))),
            offers=frozenset(self.offers),
            asking=frozenset(self.asking),
            calls=_unique(self.calls),
        )


def _unique(found: Iterable[_T]) -> tuple[_T, ...]:
    return tuple(dict.fromkeys(found))


def _names(library: Library) -> Iterator[str]:
    """The names by which others are known to use a library."""
    return map(name_in_mention, library.mentions)
