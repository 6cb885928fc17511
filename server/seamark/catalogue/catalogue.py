"""The tables of all libraries, arranged for looking things up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

import msgspec

from . import schema
from .generated import GeneratedNames
from .loading import as_imported, of_language
from .rows import CALL, DOCUMENT, UNKNOWN_TYPE, WORKED_OUT, Rows, last_name, names_called, type_id
from .schema import Library

DECORATED = "decorated"
"""As a handler, the definition that a call decorates."""

Own: TypeAlias = bytes
"""Tables of a user's own, encoded: what depends on them can be remembered by them, and sent to other processes."""

_ENCODER = msgspec.msgpack.Encoder()
_TABLES = msgspec.msgpack.Decoder(tuple[Library, ...])
STANDARD: Own = _ENCODER.encode(())


class Catalogue:
    """What is known of the libraries of one language."""

    def __init__(self, language: str, libraries: Iterable[Library]) -> None:
        self._language = language
        self.libraries = tuple(library for library in libraries if language in library.languages)
        self._by_name = {library.name: library for library in reversed(self.libraries)}
        rows = (row for library in self.libraries for row in library.generated)
        self.generated = GeneratedNames(row for row in rows if language in row.languages)
        self.types: dict[str, schema.Type] = {}
        self.sole: set[str] = set()
        """Types of routers of which a service may have only one."""
        self.with_children: set[str] = set()
        """Types of routers that are given routes and routers when they are made."""
        self.objects: dict[str, str] = {}
        self.constructed_by: dict[str, str] = {}
        self.fixtures: dict[str, str] = {}
        self.given_to: dict[str, str] = {}
        self.modules = frozenset(module for library in self.libraries for module in library.modules)
        self.makes: Rows[schema.Make] = Rows()
        self.routes: Rows[schema.Route] = Rows()
        self.methods: Rows[schema.Method] = Rows()
        self.comparisons: Rows[schema.Comparison] = Rows()
        self.components: tuple[schema.Component, ...] = ()
        """Objects whose functions have something of its own as `this`."""
        self.guarding: dict[str, tuple[schema.Guarding, str]] = {}
        """What classes inherit from that tell paths apart where they guard what they do."""
        self.resources: Rows[schema.Resource] = Rows()
        self.presets: Rows[schema.Preset] = Rows()
        self.actions: dict[str, dict[str, schema.Action]] = {}
        self.further: dict[str, tuple[schema.Further, str]] = {}
        """What makes a method an action of its own, by the decorator."""
        self.class_handlers: dict[str, schema.ClassHandler] = {}
        self.answering: dict[str, tuple[str, ...]] = {}
        """The methods that classes of libraries have, by the class."""
        self.allowing: dict[str, schema.Allowing] = {}
        self.tables: set[str] = set()
        self.asked: set[str] = set()
        """Members of what handlers are given that hold the path which is asked for."""
        self.with_paths: dict[str, str] = {}
        """Libraries with a type for the path of a request, and that type."""
        self.with_requests: set[str] = set()
        """Types with a property that is the path of a request."""
        self.procedures: Rows[schema.Procedures] = Rows()
        self.tagged_methods: Rows[schema.TaggedMethods] = Rows()
        self.implementations: Rows[schema.Implementation] = Rows()
        self.route_tables: Rows[schema.RouteTable] = Rows()
        self.exported_tables: tuple[tuple[schema.RouteTable, str], ...] = ()
        """Those that files may export by default, with their libraries."""
        self.mounts: Rows[schema.Mount] = Rows()
        self.mounting: set[str] = set()
        """Names of calls that mount the functions they are given, with all that is in them."""
        self.namespaces: tuple[str, ...] = ()
        self.prefixes: Rows[schema.Prefix] = Rows()
        self.settings: set[str] = set()
        """Names of members that are set to a prefix or a base."""
        self.settable: set[str] = set()
        """Types whose prefix or base can be set."""
        self.intercepted: set[str] = set()
        """Types whose requests a function can change before they are sent."""
        self.requests: Rows[schema.Request] = Rows()
        self.gathered: Rows[schema.Gathered] = Rows()
        self.contracts: Rows[schema.Contract] = Rows()
        self.handling: Rows[schema.Handling] = Rows()
        self.giving: Rows[schema.Giving] = Rows()
        """What gives functions their first parameters that stand in objects."""
        self.schemas: Rows[schema.Schema] = Rows()
        self.field_classes: list[tuple[schema.FieldClass, str]] = []
        """What tells that classes are types of GraphQL schemas."""
        self.contract_names: dict[str, set[str]] = {}
        """The libraries in which calls of a name state contracts; the empty name if such a call says so by itself."""
        self.stating: dict[str, frozenset[str]] = {}
        """Names of calls on objects that state contracts or make further objects, by the library."""
        self.serving = any(row.serves for library in self.libraries for row in library.contracts)
        """Whether a function can serve a contract because somebody calls for it."""
        self.declaring: set[str] = set()
        """Names of calls that say what name goes with what they decorate."""
        self.declares: dict[str, schema.Declares] = {}
        self.cases: dict[str, schema.Cases] = {}
        """What states the cases of tests, by its symbol."""
        self.performing: dict[str, tuple[schema.Performing, str]] = {}
        self.taking: list[tuple[schema.Performing, str]] = []
        """What is told by what the methods of classes take."""
        self.handing: frozenset[str] = frozenset()
        """Names of calls that say what handles the contracts of an object."""
        self.options: dict[str, schema.Option] = {}
        self.option_keys: dict[str, schema.Option] = {}
        """Options by their own names, as keys of an object of several."""
        self.controllers: dict[str, tuple[schema.Controller, str]] = {}
        self.versioning: dict[str, tuple[schema.Controller, str]] = {}
        """By what decorates a method that has a version of its own: what makes its class a controller."""
        self.controller_bases: dict[str, tuple[schema.Controller, str]] = {}
        self.conventions: dict[str, tuple[schema.Convention, str]] = {}
        """What classes inherit from that answer paths which are called like them."""
        self.modules_below: dict[str, tuple[schema.Modules, str]] = {}
        """What puts the controllers of modules below prefixes."""
        self.resource_classes: dict[str, tuple[schema.ResourceClass, str]] = {}
        """What makes a class a resource, or states one of its routes, by the decorator."""
        self.object_trees: dict[str, tuple[schema.ObjectTree, str]] = {}
        """What puts objects at paths that serve by the names of their methods."""
        self.route_files: list[tuple[schema.RouteFile, str]] = []
        self.trees: list[tuple[schema.Tree, str]] = []
        """Files that are routes by where they stand."""
        self.given: set[str] = set()
        self.undeclared: dict[str, str] = {}
        """What names stand for that nothing declares."""
        self.invoking: dict[str, schema.Invoking] = {}
        """What calls a function that it is given, and where that stands."""
        self.invoking_methods: dict[str, schema.Invoking] = {}
        self.passing: dict[str, schema.Passing] = {}
        self.passing_methods: dict[str, schema.Passing] = {}
        self.stored: dict[str, schema.Stored] = {}
        """What gives what stands under a key, by its symbol."""
        self.generics: set[str] = set()
        self.same: set[str] = set()
        """Names of members that give the object itself whose members they are."""
        self.constants: dict[str, str] = {}
        self.refusals: set[str] = set()
        """Constants with which handlers refuse requests."""
        self.texts: dict[str, str] = {}
        self.text_prefixes: dict[str, str] = {}
        """By the symbol that makes a text: the path below which it is put."""
        self.text_methods: dict[str, tuple[str, ...]] = {}
        self.text_types: set[str] = set()
        self.paths: set[str] = set()
        """Members of URLs that hold their paths."""
        self.segments: set[str] = set()
        """Methods of URLs that give the segments of their paths, in order to change them."""
        for library in self.libraries:
            self._add(library)
        self.handing = frozenset(self.handling.words())
        self.keeping = frozenset(name for library in self.libraries for name in library.keeping)
        """Methods of what keeps things under names."""
        self.responding = frozenset(name for library in self.libraries for name in library.responding)
        """Methods of responses."""
        self.memoizing = frozenset(name for library in self.libraries for name in library.memoizing)
        """Decorators of functions that are run once."""
        stating = frozenset(self._words())
        self.words = stating | self.keeping | self.responding
        """Names by which calls are called that may matter."""
        self.further_words = frozenset(name for rows in self._rows() for name in rows.further_words())
        """Those of libraries in whose files every call is read."""
        telling = stating if self._asks_by_call else self.further_words.union(self._telling_words())
        self.only_making = self.words - telling
        """Names of calls that make objects, and tell nothing else."""
        self.handing_on = frozenset(self._handing_on())
        """Names of calls that tell something only where a request's path is changed before."""
        any_calls = [one for one in self.libraries if one.any_call and language in one.without_arguments]
        self.any_takes_nothing = bool(any_calls)
        """Whether a call of any name may tell something though it is given nothing, where every call is read."""
        self.taking_nothing = frozenset(self._taking_nothing({library.name for library in any_calls}))
        """Names of calls that do so elsewhere, too."""
        self.invoking_names = frozenset(map(last_name, self.invoking))
        self.telling = frozenset(self._telling())
        self.names = frozenset(name for symbol in self._symbols() for name in _around(symbol))
        """All symbols that the tables speak of, and what these come out of."""
        self.inner_names = frozenset(last_name(name) for name in self.names if "." in name)
        """What those are called that come out of others."""

    def library(self, name: str) -> Library:
        """The library of this name, which the language has."""
        return self._by_name[name]

    def _add(self, library: Library) -> None:
        for name, row in library.types.items():
            identifier = type_id(library.name, name)
            self.types[identifier] = row
            if row.role == "path":
                self.with_paths[library.name] = identifier
            self.objects.update(dict.fromkeys(row.objects, identifier))
            self.constructed_by.update(dict.fromkeys(row.constructed_by, identifier))
            self.fixtures.update(dict.fromkeys(row.fixtures, identifier))
            self.given_to.update(dict.fromkeys(row.given_to, identifier))
            if row.sole:
                self.sole.add(identifier)
            if row.children:
                self.with_children.add(identifier)
        self.makes.add(library, library.makes)
        self.with_requests.update(_with_paths(library))
        self.routes.add(library, library.routes)
        self.methods.add(library, library.methods)
        self.comparisons.add(library, library.comparisons)
        self.resources.add(library, library.resources)
        self.presets.add(library, library.presets)
        self.procedures.add(library, library.procedures)
        self.tagged_methods.add(library, library.tagged_methods)
        self.implementations.add(library, library.implementations)
        self.route_tables.add(library, library.route_tables)
        self.exported_tables += tuple((row, library.name) for row in library.route_tables if row.exported)
        self.mounts.add(library, library.mounts)
        self.prefixes.add(library, library.prefixes)
        self.requests.add(library, library.requests)
        self.gathered.add(library, library.gathered)
        self.contracts.add(library, library.contracts)
        self.handling.add(library, library.handling)
        self.giving.add(library, library.giving)
        self.schemas.add(library, library.schemas)
        self.field_classes += ((row, library.name) for row in library.field_classes)
        names = [row.names for row in library.contracts] + [row.names for row in library.makes]
        self.stating[library.name] = frozenset(name for each in names for name in each).union(
            self.stating.get(library.name, ())
        )
        for contract in library.contracts:
            for name in contract.names:
                self.contract_names.setdefault(name, set()).add("" if contract.alone else library.name)
            if contract.handler == DECORATED:
                self.declaring.update((*contract.names, *map(last_name, (*contract.calls, *contract.runs))))
        for declares in library.declares:
            self.declares.update(dict.fromkeys(declares.decorators, declares))
            self.declaring.update(map(last_name, declares.decorators))
        for cases in library.cases:
            self.cases.update(dict.fromkeys((*cases.decorators, *cases.values, *cases.tests), cases))
        for performing in library.performing:
            self.performing.update(dict.fromkeys(performing.bases, (performing, library.name)))
            if performing.of:
                self.taking.append((performing, library.name))
        self.actions.setdefault(library.name, {}).update(library.actions)
        for further in library.further:
            self.further.update(dict.fromkeys(further.decorators, (further, library.name)))
        for handler in library.class_handlers:
            self.class_handlers.update(dict.fromkeys(handler.names, handler))
        for answering in library.answering:
            self.answering.update(dict.fromkeys(answering.of, answering.methods))
        for allowing in library.allowing:
            self.allowing.update(dict.fromkeys(allowing.calls, allowing))
        self.tables.update(library.tables)
        self.asked.update(library.asked)
        self.components += library.components
        for guarding in library.guarding:
            self.guarding.update(dict.fromkeys(guarding.bases, (guarding, library.name)))
        self.namespaces += library.namespaces
        for make in library.makes:
            if make.property and make.same:
                self.same.update(make.names)
        for mount in library.mounts:
            if mount.gives:
                self.mounting.update(mount.names)
        for prefix in library.prefixes:
            self.settable.update(type_id(library.name, name) for name in prefix.on)
            if prefix.assigned:
                self.settings.update(prefix.names)
            if prefix.interceptor:
                self.intercepted.add(type_id(library.name, prefix.of))
        for option in library.options:
            self.options.update(dict.fromkeys(option.names, option))
            self.option_keys.update(dict.fromkeys(map(last_name, option.names), option))
        for controller in library.controllers:
            self.controllers.update(dict.fromkeys(controller.decorators, (controller, library.name)))
            self.versioning.update(dict.fromkeys(controller.versioning, (controller, library.name)))
            self.controller_bases.update(dict.fromkeys(controller.bases, (controller, library.name)))
        for convention in library.conventions:
            self.conventions.update(dict.fromkeys(convention.bases, (convention, library.name)))
        for below in library.modules_below:
            self.modules_below.update(dict.fromkeys(below.calls, (below, library.name)))
        for declared in library.resource_classes:
            operations = (f"{declared.within}.{name}" for name in library.actions)
            symbols = (*declared.decorators, *operations)
            self.resource_classes.update(dict.fromkeys(symbols, (declared, library.name)))
        for objects in library.object_trees:
            self.object_trees.update(dict.fromkeys(objects.calls, (objects, library.name)))
        self.route_files += ((row, library.name) for row in library.route_files)
        self.trees += ((tree, library.name) for tree in library.trees)
        self.given.update(library.given)
        self.undeclared.update(library.undeclared.get(self._language, {}))
        for invoking in library.invoking:
            self.invoking.update(dict.fromkeys(invoking.calls, invoking))
            self.invoking_methods.update(dict.fromkeys(invoking.methods, invoking))
        for passing in library.passing:
            self.passing.update(dict.fromkeys(passing.calls, passing))
            self.passing_methods.update(dict.fromkeys(passing.methods, passing))
        for stored in library.stored:
            self.stored.update(dict.fromkeys(stored.calls, stored))
        self.generics.update(library.generics)
        self.constants.update(library.constants)
        self.refusals.update(library.refusals)
        for text in library.texts:
            self.texts.update(dict.fromkeys(text.calls, text.does))
            self.text_prefixes.update(dict.fromkeys(text.calls if text.below else (), text.below))
            for method in text.methods:
                self.text_methods[method] = (*self.text_methods.get(method, ()), text.does)
            self.text_types.update(text.types)
            self.paths.update(text.paths)
            self.segments.update(text.segments)

    def _rows(self) -> Iterator[Rows[Any]]:
        yield from (self.makes, self.routes, self.resources, self.presets, self.procedures, self.tagged_methods)
        yield from (self.implementations, self.route_tables, self.comparisons, self.mounts, self.prefixes)
        yield from (self.requests, self.gathered, self.contracts, self.handling, self.giving, self.schemas)

    def _words(self) -> Iterator[str]:
        yield from self._telling_words()
        yield from self.makes.words()
        yield from map(last_name, self.constructed_by)
        yield from self.storing

    @cached_property
    def storing(self) -> frozenset[str]:
        """The names of calls that say what stands under a key."""
        return frozenset(row.sets for row in self.stored.values())

    def _telling_words(self) -> Iterator[str]:
        """The names of calls that tell something, be it only that a file has a router or a client."""
        yield from (DOCUMENT, WORKED_OUT)
        yield from (word for rows in self._rows() if rows is not self.makes for word in rows.words())
        users = (one for one, kind in self.types.items() if kind.role in ("router", "client"))
        yield from self.makes.names_on(UNKNOWN_TYPE, *users)
        yield from self.generated.registering
        yield from self.invoking_methods
        yield from (name for kind in self.types.values() for name in kind.told)
        for row in (row for library in self.libraries for row in library.resources):
            yield from filter(None, (row.only, row.without, row.shallow, *row.more))
        by_symbol = (self.objects, self.controllers, self.modules_below, self.object_trees, self.resource_classes)
        for symbols in by_symbol:
            yield from map(last_name, symbols)
        yield from map(last_name, self.invoking)
        yield from self._makers(self.sole | self.with_children)

    def _handing_on(self) -> set[str]:
        mounts = [mount for library in self.libraries for mount in library.mounts]
        others = {word for rows in self._rows() if rows is not self.mounts for word in rows.words()}
        others.update(name for mount in mounts if not mount.stripped for name in mount.names)
        return {name for mount in mounts if mount.stripped for name in mount.names} - others

    def _taking_nothing(self, besides: Collection[str]) -> Iterator[str]:
        yield from (name for rows in self._rows() for name in rows.taking_nothing(besides))
        yield from (name for kind in self.types.values() for name in kind.told)
        yield from self._makers(self.sole)

    def _makers(self, types: Collection[str]) -> Iterator[str]:
        """The names of calls of symbols that make objects of these types."""
        symbols = (*self.constructed_by, *self.makes.symbols())
        yield from (last_name(symbol) for symbol in symbols if self.may_make(symbol, types))

    @property
    def _asks_by_call(self) -> bool:
        """Whether a call of any name can be a request by its arguments."""
        return bool(self.requests.on(UNKNOWN_TYPE, CALL))

    def _symbols(self) -> Iterator[str]:
        rows = (
            self.makes,
            self.routes,
            self.tagged_methods,
            self.implementations,
            self.route_tables,
            self.requests,
            self.contracts,
            self.schemas,
        )
        for symbols in (
            *(row.symbols() for row in rows),
            self.constructed_by,
            self.objects,
            self.controllers,
            self.invoking,
            self.passing,
            self.stored,
        ):
            yield from symbols
        yield from (*self.given_to, *self.texts, *self.constants, *self.performing, *self.generated.connecting)
        yield from (*self.answering, *self.allowing, *self.further, *self.controller_bases, *self.guarding)
        yield from (*self.versioning, *self.modules_below, *self.object_trees, *self.resource_classes)
        yield from (*self.conventions, *(row.guard for row, _ in self.conventions.values()))

    def _telling(self) -> Iterator[str]:
        """Names of calls that tell of a contract by themselves, on whatever they are called."""
        for row in (row for library in self.libraries for row in library.contracts if row.alone):
            yield from (*row.names, *map(last_name, row.calls))

    def offered(self, symbol: str) -> set[str]:
        """The names of what comes out of a symbol, and of calls on it if it is an object, as far as they matter."""
        below = {
            name.removeprefix(f"{symbol}.").partition(".")[0] for name in self.names if name.startswith(f"{symbol}.")
        }
        kind = self.objects.get(symbol)
        return below if kind is None else below.union(*(rows.names_on(kind) for rows in self._rows()))

    @property
    def guesses(self) -> bool:
        """Whether a call on something of which nothing is known can be a route or a request."""
        routes = [row.on for library in self.libraries for row in library.routes]
        requests = [row.on for library in self.libraries for row in library.requests]
        return any(UNKNOWN_TYPE in on for on in (*routes, *requests))

    @cached_property
    def making(self) -> frozenset[str]:
        """The last parts of the names of symbols whose calls make objects on which contracts are stated."""
        made = ((name, self.role(type_id)) for name, type_id in self.constructed_by.items())
        return frozenset(name.rpartition(".")[2] for name, role in made if role in ("router", "client", "peer"))

    def may_make(self, symbol: str, types: Collection[str]) -> bool:
        """Whether a call of a symbol may give an object of one of these types, be it one that it is given."""
        if not types:
            return False
        constructed_by, of = self.constructed_by.get(symbol), self.objects.get(symbol)
        makes = [*self.makes.of(symbol), *(self.makes.on(of, CALL) if of is not None else ())]
        made = {constructed_by, *(type_id(library, row.gives) for row, library in makes)}
        return symbol in self.passing or any(one in types for one in made)

    def type_id(self, library: str, name: str) -> str:
        """The identifier of a library's type."""
        return type_id(library, name)

    def states(self, type_id: str, name: str) -> bool:
        """Whether a call of this name on an object of this type states a contract, or a part of one."""
        stating = (
            self.routes,
            self.resources,
            self.presets,
            self.procedures,
            self.tagged_methods,
            self.implementations,
            self.route_tables,
            self.mounts,
            self.prefixes,
            self.requests,
            self.gathered,
            self.contracts,
        )
        return any(rows.on(type_id, name) for rows in stating)

    def calling(self, name: str) -> list[str]:
        """The libraries to be imported in which a call of this name states a contract, or a part of one."""
        return [library.name for library in self.libraries if library.modules and name in names_called(library)]

    def is_known(self, symbol: str) -> bool:
        """Whether a symbol, or what it comes out of, is of a library or a type that the catalogue speaks of."""
        return any(name in self.modules or name in self.types for name in _around(symbol)) or self.is_none(symbol)

    def libraries_of(self, symbol: str) -> list[str]:
        """The libraries of which a symbol is, by the modules that it comes out of."""
        around = frozenset(_around(symbol))
        return [library.name for library in self.libraries if not around.isdisjoint(library.modules)]

    def is_none(self, symbol: str) -> bool:
        """Whether a symbol, or what it comes out of, is what must not be taken for a router or a client."""
        return self.is_of(symbol, "none")

    def is_of(self, symbol: str, role: str) -> bool:
        """Whether a symbol, or what it comes out of, has this role."""
        found = (self.objects.get(name) or self.constructed_by.get(name) for name in _around(symbol))
        return any(type_id is not None and self.role(type_id) == role for type_id in found)

    def role(self, type_id: str) -> str:
        """The role of a type; the empty text for one of which nothing is known."""
        known = self.types.get(type_id)
        return "" if known is None else known.role


def _with_paths(library: Library) -> Iterator[str]:
    """The types of a library with a property that is the path of a request."""
    paths = {name for name, row in library.types.items() if row.role == "path"}
    for row in library.makes:
        if row.property and row.gives in paths:
            yield from (type_id(library.name, name) for name in row.on if name not in paths)


@lru_cache
def catalogue(language: str, own: Own = STANDARD) -> Catalogue:
    """The catalogue of a language's libraries, and of a user's own."""
    return Catalogue(language, (*of_language(language), *(as_imported(one, language) for one in _TABLES.decode(own))))


def own_tables(tables: Sequence[Library]) -> Own:
    """Tables of a user's own, for `catalogue`."""
    return _ENCODER.encode(tables)


def _around(symbol: str) -> Iterator[str]:
    """The symbol, what it is a member of, and so on; calls count as what they are calls of."""
    name = symbol.replace("()", "")
    while name:
        yield name
        name = name[: max(name.rfind("."), name.rfind("/"), 0)]
