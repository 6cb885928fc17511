"""The tables of all libraries, arranged for looking things up."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeAlias, TypeVar

import msgspec

from seamark.languages import LANGUAGES

from . import schema
from .generated import GeneratedNames
from .loading import as_imported, of_language
from .rows import (
    CALL,
    DOCUMENT,
    UNKNOWN_TYPE,
    WORKED_OUT,
    R,
    Rows,
    last_name,
    names_called,
    names_in_blocks,
    type_id,
)
from .schema import Library

BY_KEY = "[]"
"""As the argument that states the name of a route, the key under which an object has what the call is on."""
DECORATED = "decorated"
"""As a handler, the definition that a call decorates."""

Own: TypeAlias = bytes
"""Tables of a user's own, encoded: what depends on them can be remembered by them, and sent to other processes."""

_ENCODER = msgspec.msgpack.Encoder()
STANDARD: Own = _ENCODER.encode(())


T = TypeVar("T")


class Catalogue:
    """What is known of the libraries of one language."""

    def __init__(self, language: str, libraries: Iterable[Library]) -> None:
        self.libraries = tuple(library for library in libraries if language in library.languages)
        self._named = {library.name: library for library in reversed(self.libraries)}
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
        self.injected: dict[str, str] = {}
        self.given_to: dict[str, str] = {}
        self.modules = frozenset(module for library in self.libraries for module in library.modules)
        self.makes = self._rows_of(lambda library: library.makes)
        self.routes = self._rows_of(lambda library: library.routes)
        self.methods = self._rows_of(lambda library: library.methods)
        self.comparisons = self._rows_of(lambda library: library.comparisons)
        self.components = [row for library in self.libraries for row in library.components]
        """Objects whose functions have something of its own as `this`."""
        self.guarding = self._by_symbol(lambda library: library.guarding, lambda row: row.bases)
        """What classes inherit from that tell paths apart where they guard what they do."""
        self.resources = self._rows_of(lambda library: library.resources)
        self.presets = self._rows_of(lambda library: library.presets)
        self.actions: dict[str, dict[str, schema.Action]] = {}
        self.further = self._by_symbol(lambda library: library.further, lambda row: row.decorators)
        """What makes a method an action of its own, by the decorator."""
        self.class_handlers = self._by_name(lambda library: library.class_handlers, lambda row: row.names)
        answering = self._by_name(lambda library: library.answering, lambda row: row.of)
        self.answering = {symbol: row.methods for symbol, row in answering.items()}
        """The methods that classes of libraries have, by the class."""
        self.allowing = self._by_name(lambda library: library.allowing, lambda row: row.calls)
        self.tables = {name for library in self.libraries for name in library.tables}
        self.asked = {name for library in self.libraries for name in library.asked}
        """Members of what handlers are given that hold the path which is asked for."""
        self.with_paths: dict[str, str] = {}
        """Libraries with a type for the path of a request, and that type."""
        self.with_requests: set[str] = set()
        """Types with a property that is the path of a request."""
        self.procedures = self._rows_of(lambda library: library.procedures)
        self.tagged_methods = self._rows_of(lambda library: library.tagged_methods)
        self.implementations = self._rows_of(lambda library: library.implementations)
        self.route_tables = self._rows_of(lambda library: library.route_tables)
        self.exported_tables = [(row, one.name) for one in self.libraries for row in one.route_tables if row.exported]
        """Those that files may export by default, with their libraries."""
        self.mounts = self._rows_of(lambda library: library.mounts)
        mounts = [row for library in self.libraries for row in library.mounts]
        self.mounting = {name for row in mounts if row.gives for name in (*row.names, *map(last_name, row.calls))}
        """Names of calls that mount the functions they are given, with all that is in them."""
        self.enclosing = any(row.enclosed for library in self.libraries for row in library.routes)
        """Whether there are routes that are declared on what encloses them."""
        self.namespaces = [name for library in self.libraries for name in library.namespaces]
        self.prefixes = self._rows_of(lambda library: library.prefixes)
        self.settings: set[str] = set()
        """Names of members that are set to a prefix or a base."""
        self.settable: set[str] = set()
        """Types whose prefix or base can be set."""
        self.intercepted: set[str] = set()
        """Types whose requests a function can change before they are sent."""
        self.requests = self._rows_of(lambda library: library.requests)
        self.named_urls = self._rows_of(lambda library: library.named_urls)
        own = [row for library in self.libraries for row in library.own]
        self.own = {
            last_name(row.name): [one for one in own if last_name(one.name) == last_name(row.name)] for row in own
        }
        """What a project has of its own, by the last name of that."""
        self.gathered = self._rows_of(lambda library: library.gathered)
        self.contracts = self._rows_of(lambda library: library.contracts)
        self.handling = self._rows_of(lambda library: library.handling)
        self.giving = self._rows_of(lambda library: library.giving)
        """What gives functions their first parameters that stand in objects."""
        self.schemas = self._rows_of(lambda library: library.schemas)
        self.field_classes = [(row, library.name) for library in self.libraries for row in library.field_classes]
        """What tells that classes are types of GraphQL schemas."""
        self.contract_names: dict[str, set[str]] = {}
        """The libraries in which calls of a name state contracts; the empty name if such a call says so by itself."""
        self.stating: dict[str, frozenset[str]] = {}
        """Names of calls on objects that state contracts or make further objects, by the library."""
        self.serving = any(row.serves for library in self.libraries for row in library.contracts)
        """Whether a function can serve a contract because somebody calls for it."""
        self.declaring: set[str] = set()
        """Names of calls that say what name goes with what they decorate."""
        self.declares = self._by_name(lambda library: library.declares, lambda row: row.decorators)
        self.aliasing = self._by_name(lambda library: library.aliasing, lambda row: row.decorators)
        """What makes an annotation's attribute one of another annotation."""
        self.cases = self._by_name(
            lambda library: library.cases, lambda row: (*row.decorators, *row.values, *row.tests)
        )
        """What states the cases of tests, by its symbol."""
        self.performing = self._by_symbol(lambda library: library.performing, lambda row: row.bases)
        self.taking = [(row, library.name) for library in self.libraries for row in library.performing if row.of]
        """What is told by what the methods of classes take."""
        self.options = self._by_name(lambda library: library.options, lambda row: row.names)
        self.option_keys = {last_name(name): row for name, row in self.options.items()}
        """Options by their own names, as keys of an object of several."""
        self.controllers = self._by_symbol(lambda library: library.controllers, lambda row: row.decorators)
        self.declared_clients = self._by_symbol(lambda library: library.declared_clients, lambda row: row.decorators)
        """What makes a class a client whose methods are decorated, by what decorates the class."""
        self.path_classes = self._by_name(lambda library: library.path_classes, lambda row: row.decorators)
        """What makes a class stand for a path, by what decorates it."""
        self.client_proxies = self._rows_of(lambda library: library.client_proxies)
        self.has_proxies = any(library.client_proxies for library in self.libraries)
        self.bound_classes = self._by_name(lambda library: library.bound_classes, lambda row: row.decorators)
        """What has a class's fields say what properties do, by what decorates the class."""
        self.properties = [row for library in self.libraries for row in library.properties]
        """Where it is said what stands for keys in texts."""
        self.versioning = self._by_symbol(lambda library: library.controllers, lambda row: row.versioning)
        """By what decorates a method that has a version of its own: what makes its class a controller."""
        self.controller_bases = self._by_symbol(lambda library: library.controllers, lambda row: row.bases)
        self.conventions = self._by_symbol(lambda library: library.conventions, lambda row: row.bases)
        self.repositories = self._by_symbol(lambda library: library.repositories, lambda row: row.bases)
        """What makes an interface a resource, by what it inherits from."""
        self.mapped_classes = self._by_symbol(lambda library: library.mapped_classes, lambda row: row.bases)
        """What classes inherit from that answer paths which are called like them."""
        self.modules_below = self._by_symbol(lambda library: library.modules_below, lambda row: row.calls)
        self.applications = self._by_symbol(lambda library: library.modules_below, lambda row: row.creates)
        """What makes an application of a module."""
        """What puts the controllers of modules below prefixes."""
        self.resource_classes: dict[str, tuple[schema.ResourceClass, str]] = {}
        """What makes a class a resource, or states one of its routes, by the decorator."""
        self.object_trees = self._by_symbol(lambda library: library.object_trees, lambda row: row.calls)
        """What puts objects at paths that serve by the names of their methods."""
        self.route_files = [(row, library.name) for library in self.libraries for row in library.route_files]
        self.trees = [(row, library.name) for library in self.libraries for row in library.trees]
        """Files that are routes by where they stand."""
        self.auto_imports = [row for library in self.libraries for row in library.auto_imports]
        """Folders of which a project knows all without importing it."""
        self.given = {name for library in self.libraries for name in library.given}
        undeclared = (library.undeclared.get(language, {}) for library in self.libraries)
        self.undeclared = {name: symbol for names in undeclared for name, symbol in names.items()}
        """What names stand for that nothing declares."""
        self.invoking = self._by_name(lambda library: library.invoking, lambda row: row.calls)
        """What calls a function that it is given, and where that stands."""
        self.invoking_methods = self._by_name(lambda library: library.invoking, lambda row: row.methods)
        self.passing = self._by_name(lambda library: library.passing, lambda row: row.calls)
        self.passing_methods = self._by_name(lambda library: library.passing, lambda row: row.methods)
        self.stored = self._by_symbol(lambda library: library.stored, lambda row: row.calls)
        """What gives what stands under a key, by its symbol."""
        self.stored_by_name = [row for library in self.libraries for row in library.stored if not row.calls]
        """What parameters of the key's name are given."""
        self.generics = {name for library in self.libraries for name in library.generics}
        self.telling_verbs = {verb for library in self.libraries for verb in library.telling_verbs}
        makes = (row for library in self.libraries for row in library.makes)
        self.same = {name for row in makes if row.property and row.same for name in row.names}
        """Names of members that give the object itself whose members they are."""
        self.constants = {symbol: text for one in self.libraries for symbol, text in one.constants.items()}
        self.refusals = {name for library in self.libraries for name in library.refusals}
        """Constants with which handlers refuse requests."""
        self.applying = {
            last_name(name): row
            for library in self.libraries
            for row in library.applying
            for name in (*row.methods, *row.calls)
        }
        """What calls a function as a method of something, by its name."""
        self.extending = {name: symbol for one in self.libraries for name, symbol in one.extending.items()}
        """What methods of texts stand for."""
        texts = self._by_name(lambda library: library.texts, lambda row: row.calls)
        self.texts = {symbol: row.does for symbol, row in texts.items()}
        self.text_prefixes = {symbol: row.below for symbol, row in texts.items() if row.below}
        self.text_verbs = {symbol: row.verb for symbol, row in texts.items() if row.verb}
        """By the symbol that makes a text: the path below which it is put."""
        self.text_methods: dict[str, tuple[str, ...]] = {}
        self.text_types = {name for library in self.libraries for row in library.texts for name in row.types}
        self.paths = {name: row.does for library in self.libraries for row in library.texts for name in row.paths}
        """Members of URLs that hold their paths."""
        self.segments = {name for library in self.libraries for row in library.texts for name in row.segments}
        """Methods of URLs that give the segments of their paths, in order to change them."""
        for library in self.libraries:
            self._add(library)
        self.handing = frozenset(self.handling.words())
        """Names of calls that say what handles the contracts of an object."""
        named = (row for library in self.libraries for row in library.named_urls)
        self.naming_by_key = frozenset(name for row in named if row.name == BY_KEY for name in row.names)
        """Methods that give the URL of the route under whose name an object has what they are called on."""
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
        """Names of calls by which objects hand requests on; they tell something where a request's path is changed."""
        any_calls = [one for one in self.libraries if one.any_call and language in one.without_arguments]
        self.any_takes_nothing = bool(any_calls)
        """Whether a call of any name may tell something though it is given nothing, where every call is read."""
        self.taking_nothing = frozenset(self._taking_nothing({library.name for library in any_calls}))
        """Names of calls that do so elsewhere, too."""
        self.invoking_names = frozenset(map(last_name, self.invoking))
        self.telling = frozenset(self._names_that_tell())
        self.naming = {
            name: row.evidence
            for library in self.libraries
            for row in library.contracts
            if row.evidence
            for name in row.names
        }
        """Names of calls that tell of a contract if they are given a text, and by which evidence."""
        self.symbols = frozenset(symbol.replace("()", "") for symbol in self._symbols())
        """All symbols that the tables speak of."""
        self.names = frozenset(name for symbol in self.symbols for name in _around(symbol))
        """These, and what they come out of."""
        self.called_alike: dict[str, list[str]] = {}
        """The modules of libraries by the last parts of their names, by which copies go."""
        for module in dict.fromkeys(name for library in self.libraries for name in library.modules):
            self.called_alike.setdefault(re.split(r"[./]", module)[-1], []).append(module)

        others = (self.makes, self.comparisons, self.handling, self.giving, self.schemas)
        self._stating = [rows for rows in self._rows() if rows not in others]

    def library(self, name: str) -> Library:
        """The library of this name, which the language has."""
        return self._named[name]

    def _rows_of(self, rows: Callable[[Library], Iterable[R]]) -> Rows[R]:
        """The rows of one kind."""
        found: Rows[R] = Rows()
        for library in self.libraries:
            found.add(library, rows(library))
        return found

    def _by_symbol(
        self, rows: Callable[[Library], Iterable[T]], symbols: Callable[[T], Iterable[str]]
    ) -> dict[str, tuple[T, str]]:
        """The rows of one kind by symbols that they speak of, each with the name of its library."""
        of_libraries = ((row, library.name) for library in self.libraries for row in rows(library))
        return {symbol: (row, name) for row, name in of_libraries for symbol in symbols(row)}

    def _by_name(self, rows: Callable[[Library], Iterable[T]], names: Callable[[T], Iterable[str]]) -> dict[str, T]:
        """The rows of one kind by names or symbols that they speak of."""
        return {name: row for name, (row, _) in self._by_symbol(rows, names).items()}

    def names_of(self, library: str) -> tuple[str, schema.RouteNames]:
        """The library among whose names those of the routes of this one are, and what is said of them."""
        own = self._named[library].route_names
        shared = self._named.get(own.of)
        return own.of or library, own if shared is None else shared.route_names

    def _add(self, library: Library) -> None:
        for name, row in library.types.items():
            identifier = type_id(library.name, name)
            self.types[identifier] = row
            if row.role == "path":
                self.with_paths[library.name] = identifier
            self.objects.update(dict.fromkeys(row.objects, identifier))
            self.constructed_by.update(dict.fromkeys(row.constructed_by, identifier))
            self.fixtures.update(dict.fromkeys(row.fixtures, identifier))
            self.injected.update(dict.fromkeys(row.injected, identifier))
            self.given_to.update(dict.fromkeys(row.given_to, identifier))
            if row.sole:
                self.sole.add(identifier)
            if row.children:
                self.with_children.add(identifier)
        self.with_requests.update(_with_paths(library))
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
            self.declaring.update(map(last_name, declares.decorators))
        self.actions.setdefault(library.name, {}).update(library.actions)
        for prefix in library.prefixes:
            self.settable.update(type_id(library.name, name) for name in prefix.on)
            if prefix.assigned:
                self.settings.update(prefix.names)
            if prefix.interceptor:
                self.intercepted.add(type_id(library.name, prefix.of))
        for declared in library.resource_classes:
            operations = (f"{declared.within}.{name}" for name in library.actions)
            symbols = (*declared.decorators, *operations)
            self.resource_classes.update(dict.fromkeys(symbols, (declared, library.name)))
        for text in library.texts:
            for method in text.methods:
                self.text_methods[method] = (*self.text_methods.get(method, ()), text.does)

    def _rows(self) -> Iterator[Rows[Any]]:
        yield from (self.makes, self.routes, self.resources, self.presets, self.procedures, self.tagged_methods)
        yield from (self.implementations, self.route_tables, self.comparisons, self.mounts, self.prefixes)
        yield from (self.requests, self.named_urls, self.gathered, self.contracts, self.handling, self.giving)
        yield from (self.schemas, self.client_proxies)

    def _words(self) -> Iterator[str]:
        yield from self._telling_words()
        yield from self.makes.words()
        yield from map(last_name, self.constructed_by)
        yield from self.setter_names
        yield from self.applying
        yield from (name for kind in self.types.values() for name in names_in_blocks(kind))

    @cached_property
    def route_methods(self) -> frozenset[str]:
        """The names of routers' methods that declare routes."""
        return frozenset(self.routes.names_on(*(one for one, kind in self.types.items() if kind.role == "router")))

    @cached_property
    def inner_names(self) -> frozenset[str]:
        """What those symbols are called that come out of others."""
        of_objects = (name for rows in self._rows() for name in rows.names_on(*self.objects.values()))
        return frozenset((*(last_name(name) for name in self.names if "." in name), *of_objects))

    @cached_property
    def router_methods(self) -> frozenset[str]:
        """The names of routers' methods that declare something, or make what does."""
        kinds = [one for one, kind in self.types.items() if kind.role == "router"]
        return frozenset(name for rows in self._rows() for name in rows.names_on(*kinds))

    @cached_property
    def with_urls(self) -> frozenset[str]:
        """Types of clients that only come out of others, with a URL or of ones that have one."""
        given: dict[str, set[tuple[str, bool]]] = {}
        for library in self.libraries:
            for row in library.makes:
                gives = type_id(library.name, row.gives)
                kind = self.types.get(gives)
                if kind is not None and kind.role == "client" and not kind.base and not row.same:
                    made_of = (type_id(library.name, name) for name in row.on if name != row.gives)
                    given.setdefault(gives, set()).update((of, bool(row.base or row.further)) for of in made_of)
        found: set[str] = set()
        for _ in given:
            found.update(of for of, rows in given.items() if rows and all(has or one in found for one, has in rows))
        return frozenset(found)

    @cached_property
    def shared_members(self) -> tuple[tuple[str, str], ...]:
        """What has members that all components of a program have, as it is written, and the mark of their names."""
        shared = (one.rpartition(".") for row in self.components for one in row.shared)
        return tuple((of, mark) for of, _, mark in shared)

    @cached_property
    def setter_names(self) -> frozenset[str]:
        """The names of calls that say what stands under a key, or as a member."""
        providing = [name for one in self.types.values() for name in (one.provided, one.provide) if name]
        providing += (last_name(row.by) for row in self.invoking.values() if row.by)
        return frozenset((*(row.sets for library in self.libraries for row in library.stored), *providing))

    def _telling_words(self) -> Iterator[str]:
        """The names of calls that tell something, be it only that a file has a router or a client."""
        yield from (DOCUMENT, WORKED_OUT, *self.own)
        yield from (word for rows in self._rows() if rows is not self.makes for word in rows.words())
        users = (one for one, kind in self.types.items() if kind.role in ("router", "client"))
        yield from self.makes.names_on(UNKNOWN_TYPE, *users)
        yield from self.generated.registering
        yield from self.invoking_methods
        yield from (name for kind in self.types.values() for name in kind.told)
        for row in (row for library in self.libraries for row in library.resources):
            yield from filter(None, (row.only, row.without, row.shallow, *row.more, *row.known_as_then))
        for library in self.libraries:
            yield from (name for route in library.routes for name in route.known_as_then)
            yield from (name for mount in library.mounts for name in mount.known_as_then)
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
        for symbols in (
            *(rows.symbols() for rows in self._rows()),
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
        yield from (
            *self.aliasing,
            *self.bound_classes,
            *self.declared_clients,
            *self.declares,
            *self.path_classes,
            *self.repositories,
        )
        yield from (name for row, _ in self.repositories.values() for name in (*row.stated_by, *row.without))
        yield from (symbol for row, _ in self.controllers.values() for symbol in row.stated_by)
        yield from (symbol for row, _ in self.declared_clients.values() for symbol in row.stated_by)
        yield from (symbol for library in self.libraries for row in library.routes for symbol in row.beside)
        yield from (symbol for library in self.libraries for row in library.contracts for symbol in row.within)
        yield from (*self.conventions, *(row.guard for row, _ in self.conventions.values()), *self.mapped_classes)

    def _names_that_tell(self) -> Iterator[str]:
        """Names of calls that tell of a contract by themselves, on whatever they are called."""
        for row in (row for library in self.libraries for row in library.contracts if row.alone):
            yield from (*row.names, *map(last_name, row.calls))
        for named in (row for library in self.libraries for row in library.named_urls if row.alone):
            yield from (*named.names, *map(last_name, named.calls))

    def member_names(self, symbol: str) -> set[str]:
        """The names of what comes out of a symbol, and of calls on it if it is an object, as far as they matter."""
        below = {
            name.removeprefix(f"{symbol}.").partition(".")[0] for name in self.names if name.startswith(f"{symbol}.")
        }
        kind = self.objects.get(symbol)
        return below if kind is None else below.union(*(rows.names_on(kind) for rows in self._rows()))

    def speaks_of(self, symbol: str) -> bool:
        """Whether the tables speak of a symbol, be it as a member of an object that a library offers."""
        of, _, name = symbol.rpartition(".")
        return symbol in self.names or (of in self.objects and name in self.member_names(of))

    @property
    def guesses(self) -> bool:
        """Whether a call on something of which nothing is known can be a route or a request."""
        routes = [row.on for library in self.libraries for row in library.routes]
        requests = [row.on for library in self.libraries for row in library.requests]
        return any(UNKNOWN_TYPE in on for on in (*routes, *requests))

    @cached_property
    def constructor_names(self) -> frozenset[str]:
        """The last parts of the names of symbols whose calls make or give objects on which contracts are stated."""
        made = ((name, self.role(type_id)) for name, type_id in self.constructed_by.items())
        making = (name for name, role in made if role in ("router", "client", "peer"))
        return frozenset(map(last_name, (*making, *(name for name, (row, _) in self.stored.items() if row.of_key))))

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
        return any(rows.on(type_id, name) for rows in self._stating)

    def libraries_with_call(self, name: str) -> list[str]:
        """The libraries to be imported in which a call of this name states a contract, or a part of one."""
        return [library.name for library in self.libraries if library.modules and name in names_called(library)]

    def is_known(self, symbol: str) -> bool:
        """Whether a symbol, or what it comes out of, is of a library or a type that the catalogue speaks of.

        So is a function that makes a text of others, where no module stands before its name.
        """
        is_of_library = any(name in self.modules or name in self.types for name in _around(symbol))
        return is_of_library or symbol in self.texts or self.is_none(symbol)

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


OWN = "own"
"""What the library is called that has what a project states of its own."""


def of_own(rows: Iterable[schema.OwnRow]) -> list[Library]:
    """The tables of what a project states of its own."""
    everywhere = tuple(language.name for language in LANGUAGES)
    return [
        Library(name=OWN, languages=row.languages or everywhere, mentions=(last_name(row.name),), own=(row,))
        for row in rows
    ]


@lru_cache
def catalogue(language: str, own: Own = STANDARD) -> Catalogue:
    """The catalogue of a language's libraries, and of a user's own."""
    return Catalogue(language, (*of_language(language), *(as_imported(one, language) for one in _tables_in(own))))


def _tables_in(own: Own) -> tuple[Library, ...]:
    return () if own == STANDARD else msgspec.msgpack.decode(own, type=tuple[Library, ...])


def own_tables(tables: Sequence[Library]) -> Own:
    """Tables of a user's own, for `catalogue`."""
    return _ENCODER.encode(tables)


def _around(symbol: str) -> Iterator[str]:
    """The symbol, what it is a member of, and so on; calls count as what they are calls of."""
    name = symbol.replace("()", "")
    while name:
        yield name
        name = name[: max(name.rfind("."), name.rfind("/"), 0)]
