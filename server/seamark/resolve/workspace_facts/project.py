"""The workspace as resolution sees it: questions about files, each recorded as a dependency of the file that asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar, cast

from msgspec import structs
from msgspec.structs import replace

from seamark.catalogue import Own
from seamark.extract import facts
from seamark.extract.facts import AFTER_ALL, MODULE, Binding
from seamark.languages import LANGUAGES
from seamark.resolve.abstract_values import Definition

from .answer_cache import AnswerCache, Asked, CachedAnswer
from .protocol import Files
from .view import FieldValue, ListAddition, View, last_name

_T = TypeVar("_T")

Question: TypeAlias = tuple[str, ...]
"""What was asked: its kind, the path it was asked of, and what about it."""


class Project:
    """The files, asked on behalf of one of them; `asked` collects the questions on which the answers depended.

    What files offer to others is `shared` by all who ask, if anything is.
    """

    def __init__(self, files: Files, asker: str, shared: AnswerCache | None = None) -> None:
        self.asker = asker
        self.asked: set[Asked] = set()
        self.shared = shared
        self._files = files
        self._unasked = asker
        """The file about whose facts questions are not collected: when it changes, everything is asked anew."""
        self._found: dict[str, object] = {}
        self._found_for_all: dict[tuple[str, str], tuple[object]] = {}
        self._views: dict[str, View | None] = {}

    @property
    def own(self) -> Own:
        """The tables of the user's own that the catalogue has besides."""
        return self._files.own

    @property
    def name(self) -> str:
        """What the workspace's folder is called; empty if there are several."""
        return self._files.name

    def for_others(self, path: str) -> Project:
        """A project that is asked on behalf of a file, for whoever uses what that offers."""
        project = Project(self._files, path, self.shared)
        project._unasked = ""
        return project

    def is_own(self, path: str) -> bool:
        """Whether a file is the one that asks, about whose facts questions are not collected."""
        return path == self._unasked

    def depend_on(self, known: CachedAnswer[_T]) -> _T:
        """What was worked out for all, on which the asker depends from now on."""
        if known.asked:
            self.asked.add(known)
        return known.known

    def once(self, what: str, find: Callable[[], _T]) -> _T:
        """What `find` gives, which it is asked only the first time: the files stay as they are meanwhile."""
        if what not in self._found:
            self._found[what] = find()
        return cast("_T", self._found[what])

    def once_for_all(self, by: str, what: str, find: Callable[[Project], _T]) -> _T:
        """What `find` gives on behalf of the file `by`, worked out once for all who ask."""
        found = self._found_for_all.get((by, what))
        if found is None:
            found = self._found_for_all[by, what] = (self._for_all(by, what, find),)
        return cast("_T", found[0])

    def _for_all(self, by: str, what: str, find: Callable[[Project], object]) -> object:
        if self.shared is None:
            return find(self)
        known = self.shared.get((by, what))
        if known is None:
            other = self.for_others(by)
            known = CachedAnswer(find(other), frozenset(other.asked))
            self.shared.put((by, what), known)
        return self.depend_on(known)

    def exists(self, path: str) -> bool:
        """Whether there is such a file or folder."""
        found = self._files.exists(path)
        self.asked.add(("exists", path if found else self._missing_folder(path)))
        return found

    def _missing_folder(self, path: str) -> str:
        """The outermost folder that is missing for a path: the question is the same for all that it might hold."""
        while (around := path.rpartition("/")[0]) and not self._files.exists(around):
            path = around
        return path

    def listing(self, folder: str) -> tuple[str, ...]:
        """The names of the files directly in a folder, in order."""
        self.asked.add(("listing", folder))
        return self._files.listing(folder)

    def subfolders(self, folder: str) -> tuple[str, ...]:
        """The names of the folders directly in a folder, in order."""
        self.asked.add(("subfolders", folder))
        return self._files.subfolders(folder)

    def files_named(self, name: str, home: str = "") -> tuple[str, ...]:
        """The files of this name in whatever folders of a repository, or of all, in order."""
        self.asked.add(("called", name, home))
        return self._files.files_named(name, home)

    def files_holding(self, folder: str, name: str) -> tuple[str, ...]:
        """The source files directly in a folder in which an identifier stands, in order."""
        self.asked.add(("holding", folder, name))
        return self._files.files_holding(folder, name)

    def files_offering(self, folder: str, name: str) -> tuple[str, ...]:
        """Those of them whose top levels may have something of this name: most names stand in many files."""

        def find(own: Project) -> tuple[str, ...]:
            found = own.files_holding(folder, name)
            return tuple(
                path for path in found if not (own.lacks("exports", path, name) and own.lacks("named", path, name))
            )

        return self.once_for_all(folder, f"offering {name}", find)

    def files_publishing(self, name: str, home: str = "") -> tuple[str, ...]:
        """The source files that have something of this name for any other, of a repository or of none, or of all."""
        self.asked.add(("publishing", name, home))
        return self._files.files_publishing(name, home)

    def files_setting_global(self, name: str) -> tuple[str, ...]:
        """The source files that set this member of the global object, of the asker's repository, or of none."""
        return self.files_publishing(name, self.home(self.asker))

    def files_declaring(self, method: str) -> tuple[str, ...]:
        """The source files with interfaces that declare a method of this name for whatever has it, in order."""
        return self.files_publishing(of_interface(method))

    def files_storing(self, name: str, home: str) -> tuple[str, ...]:
        """The source files with calls of this name that say what stands under a key, of a repository or of none."""
        return self.files_publishing(of_store(name), home)

    def files_requiring(self, name: str) -> tuple[str, ...]:
        """The source files that require a file of this name and hand their variables to it, in order."""
        return self.files_publishing(of_requiring(name))

    def files_of_package(self, name: str) -> tuple[str, ...]:
        """The source files of a package of this name in full, in order."""
        return self.files_publishing(of_package(name))

    def settings(self, path: str) -> object:
        """What a project file (`package.json`, `tsconfig.json`) says, or None if there is none that can be read."""
        self.asked.add(("settings", path))
        return self._files.settings(path)

    def packages(self, manifest: str, name: str) -> tuple[str, ...]:
        """The folders to which a name leads by the workspace's manifests of this kind, in the order of these."""
        self.asked.add(("packages", manifest, name))
        return self._files.packages(manifest, name)

    def home(self, path: str) -> str:
        """The repository out of which names of a file lead only where others speak of it; empty if there is none."""
        self.asked.add(("home", path))
        return self._files.home(path)

    def service(self, path: str) -> str:
        """The folder of the service that a file belongs to; the empty text for the workspace's own."""
        self.asked.add(("service", path))
        return self._files.service(path)

    def application(self, path: str) -> str:
        """The folder of the application that a file is a part of, else of its service."""
        self.asked.add(("application", path))
        return self._files.application(path)

    def base(self, path: str, role: str) -> str:
        """What is set to stand before the paths of a file's routes (`exposes`), or of its calls (`consumes`)."""
        return self._files.base(path, role)

    def procedures(self, service: str) -> tuple[str, ...]:
        """The methods of the gRPC service of this name; none if nothing in the workspace declares it."""
        self.asked.add(("procedures", service))
        return self._files.procedures(service)

    def attributes(self, name: str) -> tuple[str, ...]:
        """The URLs that attributes of pages with this name hold for scripts, each behind the page's path and a line.

        With a page's path and a line before the name, those of the page, without that.
        """
        self.asked.add(("attributes", name))
        return self._files.attributes(name)

    def root_fields(self, operation: str) -> tuple[str, ...]:
        """The fields that GraphQL schemas in files declare for the root type of an operation."""
        self.asked.add(("root fields", operation))
        return self._files.root_fields(operation)

    def has_rpc_method(self, method: str) -> bool:
        """Whether some gRPC service has a method of this name, as `keys.grpc_name` gives it."""
        self.asked.add(("serving", method))
        return self._files.has_rpc_method(method)

    def is_generated(self, path: str) -> bool:
        """Whether a program wrote a source file."""
        self.asked.add(("generated", path))
        return self._files.is_generated(path)

    def view(self, path: str) -> View | None:
        """The file's facts. Whoever looks into those of another file than its own does so with the methods below."""
        if path not in self._views:
            self._views[path] = self._files.view(path)
            if self._views[path] is None and path != self._unasked:
                self.asked.add(("view", path))
        return self._views[path]

    def lacks(self, kind: str, path: str, name: str) -> bool:
        """Whether a file is there, and there is no use in looking into it to ask this of its top level, or of it all.

        That costs little, and most files are like that.
        """
        if not self._files.lacks(kind, path, name):
            return False
        if path != self._unasked:
            self.asked.add(summed_up(kind, path, name))
        return True

    def preamble(self, path: str) -> facts.Preamble:
        """What the text of a source file says of its package, and of the files that it includes."""
        if path != self._unasked:
            self.asked.add(("preamble", path))
        return self._files.preamble(path)

    def scopes(self, view: View, scope: int) -> tuple[int, ...]:
        """The scope and those around it, inside out. Their kinds may then be looked at, too."""
        if scope != MODULE:
            self._ask_of("around", view, scope)
        return view.scopes(scope)

    def bindings(self, view: View, scope: int, name: str) -> list[Binding]:
        """What `name` is bound to in this scope, in the order of the text; not where, and in which blocks."""
        self._ask_of("named", view, scope, name)
        return view.bindings(scope, name)

    def is_only_declared(self, view: View, scope: int, name: str) -> bool:
        """Whether `name` is bound in this scope, and no binding says what it is set to."""
        self._ask_of("named", view, scope, name)
        return view.summed_up(scope, name).are_declarations

    def visible(self, view: View, scope: int, name: str, at: int) -> list[Binding]:
        """Those of a name's bindings that can hold at a position: see `View.visible`."""
        bindings = self.bindings(view, scope, name)
        if len(bindings) < 2 and not any(one.block for one in bindings):
            return bindings
        if at < AFTER_ALL or view.summed_up(scope, name).conditional > 1:
            self._ask("positions", view)
        return view.visible(scope, name, at)

    def definitions_named(self, view: View, scope: int, name: str) -> list[int]:
        """The definitions of that name in this scope."""
        self._ask_of("named", view, scope, name)
        return view.definitions_named(scope, name)

    def within(self, view: View, scope: int) -> list[int]:
        """The definitions directly in a scope that bind their names, or are methods of it."""
        self._ask_of("within", view, scope)
        return view.within(scope)

    def assignments_to(self, view: View, name: str) -> list[facts.Assignment]:
        """The assignments to members of this name of something that is written as a name."""
        self._ask("assigned", view, name)
        return view.assignments_to(name)

    def is_script(self, view: View) -> bool:
        """Whether the file neither imports nor exports anything: scripts of one page share their names."""
        self._ask("script", view)
        return view.is_script

    def scattered_definitions(self, view: View, name: str) -> list[int]:
        """The definitions of the file that belong to a class of that name, though they stand outside of it."""
        self._ask("received", view, name)
        return view.scattered_definitions(name)

    def inheriting_classes(self, view: View, name: str) -> list[int]:
        """The classes of the file that inherit from what is called so."""
        self._ask("inheriting", view, name)
        return view.inheriting_classes(name)

    def field_values(self, view: View, name: str) -> list[FieldValue]:
        """What fields of this name are given in the file."""
        self._ask("given", view, name)
        return view.field_values(name)

    def field_values_before(self, view: View, scope: int, variable: str, name: str, at: int) -> Iterator[FieldValue]:
        """What a field of a variable is given in this scope before a position, the last first."""
        self._ask("given", view, name)
        return view.field_values_before(scope, variable, name, at)

    def fillings(self, view: View, scope: int, name: str) -> list[facts.Filling]:
        """The calls that may leave a text in a variable of this scope, in the order of the text."""
        self._ask_of("fillings", view, scope, name)
        return view.fillings(scope, name)

    def texts(self, view: View, scope: int) -> frozenset[tuple[str, str]]:
        """The texts that calls in a definition are given: see `View.texts`."""
        self._ask_of("texts", view, scope)
        return view.texts(scope)

    def loop(self, view: View, position: int) -> facts.Loop | None:
        """The innermost loop whose body holds a position at which something is added to a text or a list."""
        self._ask("positions", view)
        holding = (one for one in view.facts.loops if one.body <= position < one.end)
        return max(holding, key=lambda one: one.body, default=None)

    def repeats(self, view: View, position: int, at: int) -> bool:
        """Whether a loop that lies behind a position had what stands at another one in its body."""
        self._ask("positions", view)
        return any(one.body <= position <= one.end and not one.body <= at < one.end for one in view.facts.loops)

    def may_be_left_out(self, view: View, offset: int, at: int) -> bool:
        """Whether what stands at `offset` need not have run at `at`: see `View.may_be_left_out`."""
        self._ask("positions", view)
        return view.may_be_left_out(offset, at)

    def list_additions(self, view: View, scope: int, member: str) -> list[ListAddition]:
        """What is added in this scope to lists that a member of this name gives."""
        self._ask("positions", view)
        return view.list_additions(scope, member)

    def fields(self, view: View, class_: int) -> tuple[str, ...]:
        """The names that are bound directly in a class, in the order of the text."""
        self._ask_of("fields", view, class_)
        return view.fields(class_)

    def called_in(self, view: View, name: str) -> list[facts.Site]:
        """The calls of this name in a file."""
        self._ask("calls", view, name)
        return _called_in(view, name)

    def exports(self, view: View, name: str) -> list[facts.Value]:
        """What the file offers under this name."""
        self._ask("exports", view, name)
        return view.exports(name)

    def exported_names(self, view: View) -> tuple[str, ...]:
        """The names under which the file offers something, where its language has such a list."""
        self._ask("exported", view)
        return view.exported_names

    def definition(self, view: View, index: int) -> facts.Definition:
        """A definition of the file."""
        self._ask_of("definition", view, index)
        return view.facts.definitions[index]

    def locate(self, definition: Definition) -> tuple[View, int] | None:
        """The file that has a definition, and its index there; None if there is no such definition (any longer)."""
        view = self.view(definition.path)
        if view is None:
            return None
        self._ask("definition", view, definition.key)
        index = view.index(definition.key)
        return None if index is None else (view, index)

    def whereabouts(self, definition: Definition) -> tuple[View, int]:
        """The file that has a definition, and its index there; a file that says nothing if there is none any longer."""
        return self.locate(definition) or (_silent_file(definition.path), 0)

    def facts_of(self, definition: Definition) -> facts.Definition:
        """What a file says of a definition that it has; nothing if there is no such definition any longer."""
        return self.definition(*self.whereabouts(definition))

    def parameter(self, of: Definition, index: int) -> facts.Parameter | None:
        """A parameter of a function; None if there is no such function, or none with so many (any longer)."""
        taken = self.facts_of(of).parameters
        return taken[index] if index < len(taken) else None

    def _ask(self, kind: str, view: View, *about: str) -> None:
        if view.path != self._unasked:
            self.asked.add((kind, view.path, *about))

    def _ask_of(self, kind: str, view: View, definition: int, *about: str) -> None:
        if view.path != self._unasked:
            self.asked.add((kind, view.path, view.key(definition), *about))


@lru_cache(maxsize=1)
def _silent_file(path: str) -> View:
    """A file in whatever language in which nothing stands but one definition, of which nothing is said."""
    nothing = facts.Definition("", "", 0, 0, 0, 0, MODULE, (), (), (), (), None, static=False)
    return View(path, facts.Facts(LANGUAGES[0].name, (nothing,), (), (), (), (), frozenset()))


def of_package(name: str) -> str:
    """The name under which files publish that they are of a package of this name in full."""
    return f"{name}."


def of_interface(method: str) -> str:
    """The name under which files publish that an interface declares a method of this name."""
    return f"{method}()"


def of_requiring(name: str) -> str:
    """The name under which files publish that they require a file of this name."""
    return f"<{name}>"


def of_base(name: str) -> str:
    """The name under which files publish that they have a class which inherits from one of this name."""
    return f"({name})"


def of_store(name: str) -> str:
    """The name under which files publish that they have calls of this name that say what stands under a key."""
    return f"{name}(,)"


def _called_in(view: View, name: str) -> list[facts.Site]:
    return [site for site in view.facts.sites if last_name(site.call.callee) == name]


def answer(view: View | None, question: Question) -> object:
    """What the question is answered with, without positions: equal answers let everything that depended on it stand.

    The kinds are those that `Project` asks of a file's facts.
    """
    if view is None:
        return None
    kind, _, *about = question
    if kind == "view":
        return True
    if kind == "positions":
        return replace(view.facts, sites=(), called=frozenset())
    if kind == "exports":
        return tuple(_shape(value, view) for value in view.exports(about[0]))
    if kind == "exported":
        return view.exported_names
    if kind == "assigned":
        return tuple((_shape(one, view), view.key(one.scope)) for one in view.assignments_to(about[0]))
    if kind == "script":
        return view.is_script
    if kind == "calls":
        return tuple((_shape(one.call, view), view.key(one.scope)) for one in _called_in(view, about[0]))
    if kind == "received":
        received = view.scattered_definitions(about[0])
        return tuple((view.key(index), _shape(view.facts.definitions[index], view)) for index in received)
    if kind == "inheriting":
        return tuple(view.key(index) for index in view.inheriting_classes(about[0]))
    if kind == "given":
        given = view.field_values(about[0])
        shapes = ((_shape(one.of, view), _shape(one.value, view), view.key(one.scope)) for one in given)
        return tuple((*shape, one.beside, one.own) for shape, one in zip(shapes, given, strict=True))
    if kind == "definition":
        index = view.index(about[0])
        return None if index is None else _shape(view.facts.definitions[index], view)
    scope = MODULE if not about[0] else view.index(about[0])
    if scope is None:
        return None
    if kind == "fillings":
        return tuple((_shape(one.call, view), one.argument) for one in view.fillings(scope, about[1]))
    if kind == "texts":
        return view.texts(scope)
    if kind == "within":
        return tuple(view.key(index) for index in view.within(scope))
    if kind == "fields":
        return view.fields(scope)
    if kind == "around":
        return tuple((view.key(s), view.facts.definitions[s].kind) for s in view.scopes(scope) if s != MODULE)
    return (
        tuple(
            (_shape(b.value, view), _shape(b.type, view), b.block_start > 0, view.key(view.scope_of(b)))
            for b in view.bindings(scope, about[1])
        ),
        tuple((view.key(index), view.is_named_in_scope(index)) for index in view.definitions_named(scope, about[1])),
    )


def summed_up(kind: str, path: str, name: str) -> Question:
    """The question of this kind about a name and a file: see `SUMMED_UP`."""
    return (kind, path, "", name) if kind == "named" else (kind, path, name)


_POSITIONS = frozenset(("start", "end", "name_start", "name_end"))


def _shape(fact: object, view: View) -> object:
    """What a fact says, whatever its positions: equal for two texts that say the same in different places."""
    shaped = _SHAPED[fact.__class__]
    return fact if shaped is None else shaped(fact, view)


def _compile_shape(kind: type) -> Callable[[Any, View], object] | None:
    """What gives the shape of a kind of fact: compiled, because each edit asks for those of thousands."""
    if kind not in facts.FACTS:
        return None
    if kind is facts.Function:
        return lambda fact, view: view.key(fact.definition)
    fields = (field for field in structs.fields(kind) if field.name not in _POSITIONS | {"parent"})
    parts = [
        f"fact.{field.name}" if field.type in (str, int, bool) else f"shape(fact.{field.name}, view)"
        for field in fields
    ]
    key = "view.call_key(fact)" if kind is facts.Call else "''"
    source = f"lambda fact, view: ({kind.__name__!r}, {key}, ({''.join(f'{part}, ' for part in parts)}))"
    made: Callable[[Any, View], object] = eval(source, {"shape": _shape})  # noqa: S307
    return made


def _shape_each(parts: tuple[object, ...], view: View) -> object:
    return tuple([_shape(part, view) for part in parts])


_SHAPED: facts.ByKind[Callable[[Any, View], object] | None] = facts.ByKind(_compile_shape, {tuple: _shape_each})
