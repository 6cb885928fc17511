"""Finds what a file declares and requests: the one place where the catalogue's rows are read.

The role of a call is decided by what its receiver is; where that is not known, by what is bound (a function makes a
route, else a text that looks like a URL a request: specification 2.7, rule 1); evidence against both makes none.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import product
from math import prod
from typing import TYPE_CHECKING, TypeVar

from seamark.catalogue import CALL, UNKNOWN_TYPE, VERBS, Catalogue, Mount, Request, Route
from seamark.extract import facts
from seamark.extract.facts import MODULE

from . import loops
from .arguments import argument, arguments, found_argument, written
from .evaluate import CONSTRUCTORS, Evaluator
from .findings import Findings, Identity, MountFound, RequestFound, RouteFound, Router, Spot, Wrapper
from .meaning import (
    UNKNOWN,
    Bound,
    Called,
    Constant,
    Definition,
    Given,
    Instance,
    Made,
    Meaning,
    Module,
    Parameter,
    Place,
    Record,
    Sequence,
    Symbol,
    Text,
    Unknown,
    each,
)
from .offering import functions, imported, offered
from .project import Project
from .substitute import Substitution
from .texts import EMPTY, UNKNOWN_TEXT, concat, join_url, texts
from .view import View, last_name
from .wrapping import MAX_LEVEL, wraps

if TYPE_CHECKING:
    from .relations import Relations

R = TypeVar("R", Route, Request)

MAX_CHAINED = 64
"""How many calls on a parameter may follow one another in one expression."""
MAX_MEMBERS = 3
"""How many members may stand between an object and what is set of it."""
MAX_WRAPPED = 4
"""How many functions may be wrapped around a handler."""
MAX_ROUNDS = 64
"""How many items the lists that a loop goes through may have for each to be looked at on its own."""


def find(project: Project, relations: Relations, view: View) -> Findings:
    """What the file contributes; `relations` answer what others contribute, and remember that they were asked."""
    return _Finder(project, relations, view).find()


class _Finder:
    def __init__(self, project: Project, relations: Relations, view: View) -> None:
        self.evaluator = Evaluator(project)
        self.project = project
        self.relations = relations
        self.view = view
        self.routes: list[RouteFound] = []
        self.mounts: list[MountFound] = []
        self.requests: list[RequestFound] = []
        self.wrappers: list[Wrapper] = []
        self.passed: set[Definition] = set()
        self.words: set[str] = set()
        self.offers: set[str] = set()
        self.opened: set[Definition] = set()
        self.handed: set[Definition] = set()
        self.sends = False
        self._guesses = False
        self._loops = any(_is_looped(binding.value) for binding in view.facts.bindings)

    def find(self) -> Findings:
        decorators: set[tuple[int, int]] = set()
        for index, definition in enumerate(self.view.facts.definitions):
            for decorator in definition.decorators:
                call = decorator if isinstance(decorator, facts.Call) else _bare_call(decorator)
                if call is not None:
                    decorators.add((call.start, call.end))
                    self._site(call, definition.parent, decorated=index, stated=self.view.stated)
        for assignment in self.view.facts.assignments if self.view.stated else ():
            self._assignment(assignment)
        for site in self.view.facts.sites:
            if (site.call.start, site.call.end) not in decorators:
                self._site(site.call, site.scope, decorated=None, stated=site.stated and self.view.stated)
        if self.view.stated:
            self._offer()
        return Findings(
            routes=_unique(self.routes),
            mounts=_unique(self.mounts),
            requests=_unique(self.requests),
            wrappers=_unique(self.wrappers),
            passed=frozenset(self.passed),
            sends=self.sends,
            words=frozenset(self.words),
            offers=frozenset(self.offers),
        )

    def _offer(self) -> None:
        """Note under which names others come to this file's routers and clients, and to the functions that matter."""
        opened = {wrapper.of for wrapper in self.wrappers} | self.opened
        for name, meaning in offered(self.evaluator, self.view):
            made = self.evaluator.made(meaning)
            if made is not None and self._known.role(made.type) in ("router", "client"):
                self.offers.add(name)
            if name in self.offers or functions(meaning, opened):
                self.words.add(name)

    @property
    def _known(self) -> Catalogue:
        return self.evaluator.catalogue(Place(self.view.path, MODULE))

    # What a call is

    def _site(self, call: facts.Call, scope: int, decorated: int | None, *, stated: bool) -> None:
        # What is called on a router or client of another file matters, whatever it looks like.
        stated = stated or any(map(self.relations.offered, imported(self.view, call, scope)))
        for rounds in self._rounds(call, scope):
            place = Place(self.view.path, scope, rounds=rounds)
            if stated:
                self._read(call, place, decorated)
                continue
            # It is here for a wrapper's sake, and says nothing else: or it would depend on what others are named.
            for option in each(self.evaluator.meaning(call.callee, place)):
                if isinstance(option, Definition | Bound):
                    self._function(option, call, place)

    def _rounds(self, call: facts.Call, scope: int) -> Iterable[dict[facts.Element, int]]:
        """Each way in which the loops around a call can stand, those through lists that are known."""
        taken = loops.taken(self.view, call, scope) if self._loops else ()
        place = Place(self.view.path, scope)
        counts = {element: self._count(element, place) for element in taken}
        known = {element: count for element, count in counts.items() if count}
        if not known or prod(known.values()) > MAX_ROUNDS:
            return [{}]
        return [dict(zip(known, at, strict=True)) for at in product(*(range(count) for count in known.values()))]

    def _count(self, element: facts.Element, place: Place) -> int:
        """How many items a list has; 0 if it is none, or one of several."""
        of = self.evaluator.meaning(element.of, place)
        return len(self.evaluator.items(of)) if isinstance(of, Sequence) else 0

    def _read(self, call: facts.Call, place: Place, decorated: int | None) -> None:
        call = self._unaliased(call, place)
        name = last_name(call.callee)
        if isinstance(call.callee, facts.Member):
            receiver = self.evaluator.meaning(call.callee.of, place)
            made = self.evaluator.made(receiver)
            callee = self.evaluator.member(receiver, name, place)
            own = any(isinstance(option, Definition | Bound) for option in each(callee))
            if made is not None and not own and self._on(made, name, call, place, decorated):
                return
            called = self.evaluator.made(callee)
        elif isinstance(call.callee, facts.Element):
            self._computed(call.callee, call, place)
            return
        else:
            receiver = UNKNOWN
            callee = self.evaluator.meaning(call.callee, place)
            called = made = self.evaluator.made(callee)
        if called is not None and self._on(called, CALL, call, place, decorated):
            return
        for option in each(callee):
            if isinstance(option, Definition | Bound):
                wrapped = self._function(option, call, place)
                if decorated is None and not wrapped and self._answers(option):
                    self._guesses = True
                    self._unknown(call, name, place, decorated)
                    self._guesses = False
            elif isinstance(option, Symbol):
                self._symbol(option, call, place, decorated)
        if self._is_open(receiver, callee, call, made):
            self._unknown(call, name, place, decorated)
        if made is None:
            self._children(self.evaluator.meaning(call, place), call, place)

    def _unaliased(self, call: facts.Call, place: Place) -> facts.Call:
        """`add = app.router.add_get; add(…)` as a call of what the name stands for."""
        name = call.callee.name if isinstance(call.callee, facts.Name) else ""
        for scope in self.view.scopes(place.scope) if name else ():
            bound = [binding.value for binding in self.project.bindings(self.view, scope, name)]
            if bound:
                member = bound[0] if len(bound) == 1 and isinstance(bound[0], facts.Member) else call.callee
                return facts.Call(member, call.arguments, call.new, call.start, call.end)
        return call

    def _computed(self, callee: facts.Element, call: facts.Call, place: Place) -> None:
        """`client[method](url)`: the verb is the name of a method that is not written as one."""
        made = self.evaluator.made(self.evaluator.meaning(callee.of, place))
        for text in self.evaluator.texts(callee.key, place) if made is not None else ():
            if made is not None and text.known is not None:
                self._on(made, text.known, call, place, None)
            elif made is not None and text.given:
                for row, library in self._known.requests.on(made.type, "get"):
                    self._request(row, library, "get", call, place, made, verb=text)

    def _is_open(self, receiver: Meaning, callee: Meaning, call: facts.Call, made: Made | None) -> bool:
        """Whether nothing that is known speaks against a route or a request."""
        if made is not None and self._known.role(made.type) != "":
            return False
        subject = receiver if isinstance(call.callee, facts.Member) else callee
        if any(isinstance(option, Definition | Bound) for option in each(callee)):
            return False
        there = [option for option in each(subject) if not _is_empty(option)]
        return all(self._says_nothing(option) for option in there)

    def _says_nothing(self, meaning: Meaning) -> bool:
        """Whether it may be a router or a client for all that is known: also what is only declared, as an interface."""
        if isinstance(meaning, Instance):
            return not any(isinstance(base, Symbol) for base in self.evaluator.bases(meaning.of))
        if isinstance(meaning, Symbol):
            return self._may_be_client(meaning)
        if isinstance(meaning, Parameter) and meaning.owner in self.handed:
            return False
        if isinstance(meaning, Parameter) and isinstance(meaning.type, Symbol):
            return self._may_be_client(meaning.type)
        return isinstance(meaning, Unknown | Parameter)

    def _may_be_client(self, symbol: Symbol) -> bool:
        """Whether something from outside the workspace may be a client that the catalogue does not know."""
        module = symbol.name.partition(".")[0].removesuffix("()")
        # An undeclared name is no evidence; what an undeclared function gives, or an object of such a type, may be one.
        made = module == "globalThis" and "()" in symbol.name
        standard = (module in _STANDARD and not made) or symbol.name.startswith("node:")
        return not standard and not self._known.is_known(symbol.name)

    def _on(self, made: Made, name: str, call: facts.Call, place: Place, decorated: int | None) -> bool:
        """Read a call on an object of the catalogue; False if the tables say nothing of it."""
        known = self._known
        found = False
        self.sends = self.sends or known.role(made.type) == "client"
        if known.role(made.type) == "router":
            self._hand(made, name, call)
        for route, library in known.routes.on(made.type, name):
            found |= self._route(route, library, self._router(made), name, call, place, decorated)
        mounts = known.mounts.on(made.type, name)
        if mounts:
            self._mounted(mounts, self._router(made), call, place)
            found = True
        for prefix, _ in known.prefixes.on(made.type, name):
            found = True
            if prefix.when and not self._is(prefix.being, argument(self.evaluator, call, prefix.when, place)):
                continue
            given = argument(self.evaluator, call, prefix.prefix, place)
            stated = _stated(given) if given is not None else (Text((prefix.default,)),) if prefix.default else ()
            child = self._ambient(made.type, prefix.part) if prefix.part else self._router(made).identity
            self.mounts.append(MountFound(child, None, stated, None, self.view.path, call.start))
        for request, library in known.requests.on(made.type, name):
            found |= self._request(request, library, name, call, place, made)
        return found or bool(known.makes.on(made.type, name))

    def _hand(self, made: Made, name: str, call: facts.Call) -> None:
        """Handlers, and whatever else a router calls, are given requests and responses; plugins are given routers."""
        if not any(mount.parameter is not None for mount, _ in self._known.mounts.on(made.type, name)):
            given = [one.value.definition for one in call.arguments if isinstance(one.value, facts.Function)]
            self.handed.update(Definition(self.view.path, self.view.key(index)) for index in given)

    def _is(self, name: str, meaning: Meaning | None) -> bool:
        """Whether something is the symbol of this name."""
        return any(option == Symbol(name) for option in (each(meaning) if meaning is not None else ()))

    def _symbol(self, symbol: Symbol, call: facts.Call, place: Place, decorated: int | None) -> None:
        known = self._known
        of, _, name = symbol.name.rpartition(".")
        if of in known.objects and not isinstance(call.callee, facts.Member):
            self._on(Made(known.objects[of], ("", of)), name, call, place, decorated)
        for route, library in known.routes.of(symbol.name):
            controller = self._controller(decorated) if decorated is not None else None
            made = self.evaluator.made(self.evaluator.meaning(call, place)) if decorated is None else None
            router = controller or (self._router(made) if made is not None else None)
            if router is None:
                router = Router((self.view.path, f"{self.view.call_key(call)}"), root=decorated is not None)
            self._route(route, library, router, symbol.name.rpartition(".")[2], call, place, decorated)
        for request, library in known.requests.of(symbol.name):
            self._request(request, library, symbol.name.rpartition(".")[2], call, place, None)

    def _unknown(self, call: facts.Call, name: str, place: Place, decorated: int | None) -> None:
        """A call on something of which nothing is known."""
        known = self._known
        router = Router(self._anonymous(call, place))
        for route, library in known.routes.on(UNKNOWN_TYPE, name):
            if self._route(route, library, router, name, call, place, decorated):
                self._opens(router)
                return
        if self._mounted(known.mounts.on(UNKNOWN_TYPE, name), router, call, place):
            self._opens(router)
            return
        if decorated is None:
            for request, library in (*known.requests.on(UNKNOWN_TYPE, name), *known.requests.on(UNKNOWN_TYPE, CALL)):
                if self._request(request, library, name, call, place, None):
                    return

    def _mounted(self, rows: list[tuple[Mount, str]], parent: Router, call: facts.Call, place: Place) -> bool:
        """Read a call that puts routers below another; False if it is given none."""
        before = len(self.mounts)
        for mount, _ in rows:
            given = argument(self.evaluator, call, mount.prefix, place) if mount.prefix else None
            prefixes = _stated(given)
            replaces = mount.replaces and bool(prefixes)
            for child in arguments(self.evaluator, call, mount.child, place):
                self._mount(child, parent, prefixes, replaces, mount.parameter, call)
        return len(self.mounts) > before

    def _anonymous(self, call: facts.Call, place: Place) -> tuple[str, str]:
        """Which router an unknown receiver is: a parameter, or one of which nothing more is known."""
        callee = call.callee
        for _ in range(MAX_CHAINED):
            if not isinstance(callee, facts.Member):
                break
            for option in each(self.evaluator.meaning(callee.of, place)):
                if isinstance(option, Parameter) and self._known.same.issuperset(option.members):
                    return option.owner.path, f"{option.owner.key}({option.index})"
            # What a router's method gives is the router: `app.get('/a', a).get('/b', b)`.
            callee = callee.of.callee if isinstance(callee.of, facts.Call) else facts.Hole()
        return "", ""

    def _opens(self, router: Router) -> None:
        """A route on a parameter: who calls the function says where the route is."""
        path, key = router.identity
        if path == self.view.path and key.endswith(")"):
            owner = key.rpartition("(")[0]
            self.words.add(_called_name(owner))
            self.opened.add(Definition(path, owner))

    # Routes and mounts

    def _router(self, made: Made) -> Router:
        kind = self._known.types.get(made.type)
        if kind is not None and kind.ambient:
            return Router(self._ambient(made.type), root=True)
        router = Router(made.identity, made.prefix, root=kind is not None and kind.root, below=made.below)
        self._opens(router)
        return router

    def _ambient(self, type_id: str, part: str = "") -> tuple[str, str]:
        return self.project.service(self.view.path), f"ambient {type_id} {part}".rstrip()

    def _controller(self, decorated: int) -> Router | None:
        """The router of a method's route: that of its class, if that is a controller."""
        parent = self.view.facts.definitions[decorated].parent
        if parent == MODULE:
            return None
        class_ = self.view.facts.definitions[parent]
        place = Place(self.view.path, class_.parent)
        for decorator in class_.decorators:
            call = decorator if isinstance(decorator, facts.Call) else _bare_call(decorator)
            symbol = self.evaluator.meaning(call.callee, place) if call is not None else UNKNOWN
            row = self._known.controllers.get(symbol.name) if isinstance(symbol, Symbol) else None
            if call is not None and row is not None:
                controller, library = row
                type_id = self._known.type_id(library, controller.type)
                prefixes = self._listed(call, controller.prefix, place)
                versions = self._listed(call, controller.version, place)
                marks = self.relations.mounts(self._ambient(type_id, "version")) if versions else ()
                above = [(mark, v) for one in marks for mark in one.prefixes for v in versions if v != UNKNOWN_TEXT]
                if above:
                    slash = Text(("/",))
                    prefixes = tuple(concat((m, v, slash, p)) for m, v in above for p in prefixes or (EMPTY,))
                return Router(self._ambient(type_id), prefixes, root=True)
        return None

    def _listed(self, call: facts.Call, spec: str, place: Place) -> tuple[Text, ...]:
        """The texts that an argument states, one or a list of them."""
        given = argument(self.evaluator, call, spec, place) if spec else None
        return () if given is None else tuple(t for item in self.evaluator.items(given) for t in _stated(item))

    def _route(
        self, row: Route, library: str, router: Router, name: str, call: facts.Call, place: Place, decorated: int | None
    ) -> bool:
        if (row.handler == "decorated") != (decorated is not None):
            return False
        handler = self._handler(row, call, place, decorated)
        if row.needs_handler and (handler is None or (isinstance(handler, Unknown) and UNKNOWN_TYPE in row.on)):
            return False
        paths = self._paths(row, call, place)
        if not paths or (row.slash and not any(text.raw().startswith("/") for text in paths)):
            return False
        verbs = self._verbs(row, name, call, place)
        stated_at = found_argument(self.evaluator, call, row.path, place)[0] if row.path else None
        spot = self._spot(stated_at, call, place.scope, decorated)
        bound = handler if isinstance(handler, Definition) else None
        methods = self._methods(bound) if bound is not None else {}
        stated = verbs != ("ANY",) if row.verb else bool(row.verbs) and written(call, row.verbs) is not None
        if methods and not stated:
            verbs = tuple(methods)
        for verb in verbs:
            self.routes.append(RouteFound(router, (verb,), paths, methods.get(verb, bound), spot, library))
        return True

    def _methods(self, handler: Definition) -> dict[str, Definition]:
        """The methods with which a class answers, by their verbs, if the handler is a class."""
        view = self.project.view(handler.path)
        index = None if view is None else self.project.find(view, handler.key)
        if view is None or index is None or self.project.definition(view, index).kind != "class":
            return {}
        place = Place(self.view.path, MODULE)
        found = {verb.upper(): self.evaluator.member(handler, verb, place) for verb in VERBS}
        return {verb: method.method for verb, method in found.items() if isinstance(method, Bound)}

    def _paths(self, row: Route, call: facts.Call, place: Place) -> tuple[Text, ...]:
        given = argument(self.evaluator, call, row.path, place) if row.path else None
        if given is None:
            return (EMPTY,)
        found = [t for item in self.evaluator.items(given) if not isinstance(item, Constant) for t in _stated(item)]
        return tuple(text for text in found if text != UNKNOWN_TEXT)

    def _handler(
        self, row: Route, call: facts.Call, place: Place, decorated: int | None
    ) -> Definition | Unknown | None:
        """The handler; `Unknown` if there is one that cannot be followed; None if the call has none."""
        if decorated is not None:
            return Definition(self.view.path, self.view.key(decorated))
        value = written(call, row.handler) if row.handler else None
        if value is None or (row.path and value is found_argument(self.evaluator, call, row.path, place)[0]):
            return None
        found = self._function_in(value, place)
        meaning = argument(self.evaluator, call, row.handler, place) if isinstance(found, Unknown) else None
        for option in each(meaning) if meaning is not None else ():
            if isinstance(option, Definition | Bound):
                return option.method if isinstance(option, Bound) else option
            if isinstance(option, Text | Constant | Record):
                return None
        return found

    def _function_in(self, value: facts.Value, place: Place, depth: int = 0) -> Definition | Unknown:
        """The function of the workspace that an expression is, or that it wraps: `asyncHandler(show)`."""
        for option in each(self.evaluator.source(value, place)):
            for meaning in self._given_functions(option, depth) if isinstance(option, Called | Sequence) else (option,):
                whole = isinstance(meaning, Module)
                function = self.evaluator.member(meaning, "default", place) if whole else meaning
                if isinstance(function, Definition | Bound):
                    return function.method if isinstance(function, Bound) else function
        return UNKNOWN

    def _given_functions(self, of: Called | Sequence, depth: int) -> Iterator[Meaning]:
        """The functions in a list, last first; or those that a call is given, then what it gives."""
        written = of.value.items if isinstance(of, Sequence) else [given.value for given in of.call.arguments]
        for one in reversed(written) if depth < MAX_WRAPPED else ():
            yield self._function_in(one, of.place, depth + 1)
        if isinstance(of, Called):
            yield from each(self.evaluator.meaning(of.call, of.place))

    def _mount(
        self,
        child: Meaning,
        parent: Router,
        prefixes: tuple[Text, ...],
        replaces: bool,
        parameter: int | None,
        call: facts.Call,
    ) -> None:
        for item in self.evaluator.items(child):
            whole = isinstance(item, Module)
            option = self.evaluator.member(item, "default", Place(self.view.path, MODULE)) if whole else item
            made = self.evaluator.made(option)
            if made is not None and self._known.role(made.type) == "router":
                own = (prefixes if replaces else made.prefix) or (EMPTY,)
                put = () if replaces else prefixes
                self.mounts.append(
                    MountFound(self._router(made).identity, parent, put, own, self.view.path, call.start)
                )
            elif parameter is not None and isinstance(option, Definition | Bound):
                function = option.method if isinstance(option, Bound) else option
                identity = (function.path, f"{function.key}({parameter})")
                self.mounts.append(MountFound(identity, parent, prefixes, None, self.view.path, call.start))

    def _children(self, meaning: Meaning, call: facts.Call, place: Place) -> None:
        """The routes and routers that a router is given when it is made."""
        for option in each(meaning):
            if not isinstance(option, Made) or option.call is None or option.call[0] is not call:
                continue
            kind = self._known.types.get(option.type)
            children = argument(self.evaluator, call, kind.children, place) if kind and kind.children else None
            if children is not None:
                self._mount(children, self._router(option), (), replaces=False, parameter=None, call=call)

    # Requests and wrappers

    def _verbs(self, row: Route | Request, name: str, call: facts.Call, place: Place) -> tuple[str, ...]:
        found = (_verb(text) for text in self._verb_texts(row, name, call, place))
        return tuple(dict.fromkeys(found))

    def _verb_texts(self, row: Route | Request, name: str, call: facts.Call, place: Place) -> tuple[Text, ...]:
        if row.verb:
            return (Text((_verb_of(name) if row.verb == "name" else row.verb,)),)
        given = argument(self.evaluator, call, row.verbs, place) if row.verbs else None
        if given is None or _is_empty(given):
            body = argument(self.evaluator, call, row.body, place) if isinstance(row, Request) and row.body else None
            return (Text(("POST" if body is not None and not _is_empty(body) else row.default_verb,)),)
        listed = any(isinstance(option, Sequence) for option in each(given))
        found = [text for item in (self.evaluator.items(given) if listed else [given]) for text in texts(item)]
        return tuple(dict.fromkeys(found))

    def _request(
        self,
        row: Request,
        library: str,
        name: str,
        call: facts.Call,
        place: Place,
        made: Made | None,
        verb: Text | None = None,
    ) -> bool:
        given = argument(self.evaluator, call, row.url, place)
        if given is None:
            return False
        urls = tuple(dict.fromkeys(text for text in _stated(given) if _is_wanted(text, row)))
        if not urls:
            self.sends = self.sends or not row.slash
            return False
        if row.needs_verb and argument(self.evaluator, call, row.verbs, place) is None:
            return False
        verbs = self._verb_texts(row, name, call, place) if verb is None else (verb,)
        if row.needs_verb and not any(_is_verb(text) for text in verbs):
            return False
        bases = self._bases(row, call, place, made) or (EMPTY,)
        urls = tuple(dict.fromkeys(join_url(base, url) for base, url in product(bases, urls)))
        spot = self._spot(written(call, row.url), call, place.scope, None)
        passes = any(_passes_options(g.value) for g in call.arguments)
        self._requested(verbs, row.default_verb, urls, spot, library, level=0, passes=passes, scheme=row.scheme)
        return True

    def _bases(self, row: Request, call: facts.Call, place: Place, made: Made | None) -> tuple[Text, ...]:
        """The URLs below which a request goes: its own, else the client's, else one that is set later on."""
        own = argument(self.evaluator, call, row.base, place) if row.base else None
        stated = texts(own) if own is not None and not _is_empty(own) else ()
        if any(text.parts and isinstance(text.parts[0], str) for text in stated):
            return stated
        if made is None or made.base:
            return () if made is None else made.base
        sets = self.relations.mounts(self._shared(made)) if self._known.settings else ()
        return tuple(text for one in sets if one.parent is None for text in one.prefixes)

    def _shared(self, made: Made) -> Identity:
        """Which object something is; one that its library has is another in each service."""
        path, key = made.identity
        return (path, key) if path else (self.project.service(self.view.path), f"ambient {key}")

    def _assignment(self, assignment: facts.Assignment) -> None:
        """A member is set that can be a router's prefix or a client's base."""
        place = Place(self.view.path, assignment.scope)
        of: facts.Value = assignment.target.of
        name = assignment.target.name
        for _ in range(MAX_MEMBERS):
            is_setting = name in self._known.settings
            made = self.evaluator.made(self.evaluator.meaning(of, place)) if is_setting else None
            if made is not None and self._known.prefixes.on(made.type, name):
                stated = texts(self.evaluator.meaning(assignment.value, place))
                at = assignment.target.start
                self.mounts.append(MountFound(self._shared(made), None, stated, None, self.view.path, at))
            if not isinstance(of, facts.Member):
                return
            name = f"{of.name}.{name}"
            of = of.of

    def _requested(
        self,
        verbs: tuple[Text, ...],
        default_verb: str,
        urls: tuple[Text, ...],
        spot: Spot,
        framework: str,
        level: int,
        passes: bool,
        guessed: bool = False,
        scheme: bool = False,
    ) -> None:
        """A request was found: the file's own, or one that the callers of the function around it state."""
        for url in urls:
            wrapping = wraps(url, verbs, passes, _constructors(url, verbs))
            own = self._with_default(url)
            if wrapping is not None and level < MAX_LEVEL:
                owner, maybe = wrapping
                guessed = guessed or self._guesses
                self.wrappers.append(
                    Wrapper(owner, verbs, default_verb, (url,), framework, level + 1, maybe, guessed, scheme)
                )
                self.words.add(_called_name(owner.key))
                if not maybe:
                    continue
                self.requests.append(
                    RequestFound(_plain(verbs, default_verb), (own,), spot, framework, level, maybe=owner)
                )
                continue
            if url == UNKNOWN_TEXT and level == 0:
                self.sends = True
            self.requests.append(RequestFound(_plain(verbs, default_verb), (own,), spot, framework, level))

    def _with_default(self, url: Text) -> Text:
        """The URL with its base as the parameter that brings it defaults to."""
        first, *others = url.parts or ("",)
        if not isinstance(first, Given) or first.members or not others:
            return url
        default = first.default or self.evaluator.default(first.owner, first.index)
        return url if default is None or default.unknown else concat((default, Text(tuple(others))))

    def _answers(self, function: Definition | Bound) -> bool:
        """Whether the function is in another file, and that has a client: generated ones build URLs in many steps."""
        definition = function.method if isinstance(function, Bound) else function
        return definition.path != self.view.path and self.relations.sends(definition.path)

    def _function(self, function: Definition | Bound, call: facts.Call, place: Place) -> bool:
        """A call of a function of the workspace: it may be a wrapper (then the answer is true), or be given a router."""
        definition = function.method if isinstance(function, Bound) else function
        called: Definition | None = definition
        view = self.project.view(definition.path)
        index = None if view is None else self.project.find(view, definition.key)
        if view is not None and index is not None and self.project.definition(view, index).kind == "class":
            called = self.evaluator.constructor(definition)
        if called is None:
            return False
        wrappers = self.relations.wrappers(called)
        given = self.evaluator.given(called, call, place)
        for (owner, number), one in given.items():
            made = self.evaluator.made(self.evaluator.meaning(one.value, one.place))
            if made is not None and self._known.role(made.type) == "router":
                identity = (owner.path, f"{owner.key}({number})")
                if identity != made.identity:
                    router = self._router(made)
                    self.mounts.append(MountFound(identity, router, (), None, self.view.path, call.start))
        substitution = Substitution(self.evaluator, called, function, given, call, place)
        for wrapper in wrappers:
            urls = tuple(dict.fromkeys(u for url in wrapper.urls for u in substitution.text(url)))
            if wrapper.maybe:
                urls = tuple(url for url in urls if substitution.gives_path(wrapper.urls[0]))
                if not urls:
                    continue
                self.passed.add(called)
            if wrapper.scheme:
                urls = tuple(url for url in urls if _has_scheme(url))
            verbs = tuple(
                dict.fromkeys(v for verb in wrapper.verbs for v in substitution.verb(verb, wrapper.default_verb))
            )
            written_at = substitution.written(wrapper.urls[0]) or substitution.written(wrapper.verbs[0])
            spot = self._spot(written_at, call, place.scope, None)
            self._requested(
                verbs,
                wrapper.default_verb,
                urls,
                spot,
                wrapper.framework,
                wrapper.level,
                passes=False,
                guessed=wrapper.guessed,
                scheme=wrapper.scheme,
            )
        return any(not wrapper.guessed for wrapper in wrappers)

    def _spot(self, value: facts.Value | None, call: facts.Call, scope: int, decorated: int | None) -> Spot:
        """The contract's text: the argument that states it, else the name that is called."""
        around = scope if decorated is None else decorated
        match value:
            case facts.Literal() | facts.Concat() | facts.Name() | facts.Member():
                return Spot(value.start, value.end, around)
            case facts.Call(callee=facts.Member(of=facts.Literal() | facts.Concat() as text)) if _has_word(text):
                return Spot(text.start, text.end, around)
            case facts.Call(callee=facts.Name() | facts.Member() as callee):
                return Spot(callee.start, callee.end, around)
            case facts.List(items=(facts.Literal() as first, *_)):
                return Spot(first.start, first.end, around)
        named = call.callee if isinstance(call.callee, facts.Name | facts.Member) else call
        return Spot(named.start, named.end, around)


_STANDARD = frozenset(sys.stdlib_module_names) | {"builtins", "globalThis"}
_T = TypeVar("_T")


def _is_looped(value: facts.Value) -> bool:
    """Whether a name gets one item of a list after the other."""
    while isinstance(value, facts.Element | facts.Member):
        if isinstance(value, facts.Element) and isinstance(value.key, facts.Hole):
            return True
        value = value.of
    return False


def _unique(found: list[_T]) -> tuple[_T, ...]:
    return tuple(dict.fromkeys(found))


def _bare_call(decorator: facts.Value) -> facts.Call | None:
    """A decorator without parentheses, as the call that it is in effect."""
    if isinstance(decorator, facts.Name | facts.Member):
        return facts.Call(decorator, (), False, decorator.start, decorator.end)
    return None


def _called_name(key: str) -> str:
    """The name by which the definition with this key is called: a constructor's is its class's."""
    *above, name = key.split(".")
    name = above[-1] if name in CONSTRUCTORS and above else name
    return name.partition("#")[0]


def _verb_of(name: str) -> str:
    """The verb in a method's name: `get`, `del`, `add_post`, `postForm`, `get_json`."""
    word = name.lower().removeprefix("add_").removeprefix("$")
    if word in ("all", "any", "view"):
        return "ANY"
    if word in ("del", "delete_"):
        return "DELETE"
    return next((verb.upper() for verb in VERBS if word.startswith(verb)), "ANY")


def _has_word(value: facts.Literal | facts.Concat) -> bool:
    return isinstance(value, facts.Concat) or any(c.isalnum() for c in value.text)


def _constructors(url: Text, verbs: tuple[Text, ...]) -> frozenset[Definition]:
    """The constructors whose parameters are in a request: what they are given belongs to the instance."""
    owners = {given.owner for text in (url, *verbs) for given in text.given}
    return frozenset(owner for owner in owners if owner.key.rpartition(".")[2].partition("#")[0] in CONSTRUCTORS)


def _verb(text: Text) -> str:
    """The verb that a text states; many libraries write `*` for all of them."""
    return text.known.upper() if text.known and text.known != "*" else "ANY"


def _is_verb(text: Text) -> bool:
    return text.known is None or text.known.lower() in VERBS


def _is_empty(meaning: Meaning) -> bool:
    return isinstance(meaning, Constant) and meaning.text in ("", "None", "null", "undefined")


def _stated(meaning: Meaning | None) -> tuple[Text, ...]:
    """The texts that something can be; none if it is certainly something else than a text."""
    if meaning is None:
        return ()
    alternatives = tuple(each(meaning))
    if not any(isinstance(o, Text | Unknown | Parameter | Symbol) for o in alternatives):
        return ()
    return texts(meaning)


def _is_wanted(text: Text, row: Request) -> bool:
    if row.scheme:
        return _has_scheme(text)
    return not row.slash or _looks_like_url(text)


def _has_scheme(text: Text) -> bool:
    """Whether a text begins with a scheme and a host, or may do so."""
    return _SCHEME.match(text.raw()) is not None


_SCHEME = re.compile(r"\{\}|[A-Za-z][A-Za-z0-9+.-]*(?:\{\})?://")


def _looks_like_url(text: Text) -> bool:
    raw = text.raw()
    if raw == "/":
        return True
    return raw.startswith(("/", "http://", "https://", "{}/")) and any(c.isalnum() for c in raw)


def _passes_options(value: facts.Value) -> bool:
    """Whether an argument hands on something whole: a name, or an object with something spread into it."""
    if isinstance(value, facts.Object):
        return any(entry.key == "..." for entry in value.entries)
    return isinstance(value, facts.Name)


def _plain(verbs: tuple[Text, ...], default: str) -> tuple[str, ...]:
    """The verbs as a caller that states none leaves them."""
    found: list[str] = []
    for text in verbs:
        if text.known is not None:
            found.append(text.known.upper() or default)
        elif any(given.members or given.default for given in text.given):
            stated = next((given.default.known for given in text.given if given.default is not None), None)
            found.append((stated or default).upper())
        else:
            found.append("ANY")
    return tuple(dict.fromkeys(found))
