"""What a call is: a route, a mount, a request, a call of a wrapper, or nothing of the kind.

That is decided by what its receiver is; where that is not known, by what is bound (a function makes a route, else a
text that looks like a URL a request: specification 2.7, rule 1); evidence against both makes none.
"""

from __future__ import annotations

from dataclasses import replace

from seamark.catalogue import CALL, UNKNOWN_TYPE, Prefix, Route
from seamark.extract import facts
from seamark.resolve.arguments import argument
from seamark.resolve.findings import MountFound, Router
from seamark.resolve.meaning import (
    UNKNOWN,
    Bound,
    Definition,
    Made,
    Meaning,
    Place,
    Symbol,
    Text,
    each,
    function_of,
)
from seamark.resolve.texts import stated
from seamark.resolve.view import last_name

from . import configured, evidence, gathered, mounts, requests, resources, routers, routes, wrappers
from .finder import Finder


def read(finder: Finder, call: facts.Call, place: Place, decorated: int | None) -> None:
    """Read a call by what it is called on, or by what is called."""
    call = _unaliased(finder, call, place)
    name = last_name(call.callee)
    if isinstance(call.callee, facts.Member):
        receiver = finder.evaluator.meaning(call.callee.of, place)
        made = finder.evaluator.made(receiver)
        callee = finder.evaluator.called(receiver, name, place)
        own = any(isinstance(option, Definition | Bound) for option in each(callee))
        if made is not None and not own and _on(finder, made, name, call, place, decorated):
            return
        called = finder.evaluator.made(callee)
    elif isinstance(call.callee, facts.Element):
        _computed(finder, call.callee, call, place)
        return
    else:
        receiver = UNKNOWN
        callee = finder.evaluator.meaning(call.callee, place)
        called = made = finder.evaluator.made(callee)
        this = finder.evaluator.implied(call.callee, callee, place)
        if this is not None and _on(finder, this, name, call, place, decorated):
            return
    if called is not None and _on(finder, called, CALL, call, place, decorated):
        return
    for option in each(callee):
        if isinstance(option, Definition | Bound):
            wrapped = wrappers.called(finder, option, call, place, decorated)
            if decorated is None and not wrapped and _answers(finder, option):
                finder.guesses = True
                _unknown(finder, call, name, place, decorated)
                finder.guesses = False
        elif isinstance(option, Symbol):
            _symbol(finder, option, call, place, decorated)
    if evidence.is_open(finder, receiver, callee, call, made):
        _unknown(finder, call, name, place, decorated)
    if made is None or not finder.known.makes.on(made.type, name):
        mounts.children(finder, finder.evaluator.meaning(call, place), call, place)


def _unaliased(finder: Finder, call: facts.Call, place: Place) -> facts.Call:
    """`add = app.router.add_get; add(…)` as a call of what the name stands for."""
    name = call.callee.name if isinstance(call.callee, facts.Name) else ""
    for scope in finder.view.scopes(place.scope) if name else ():
        bound = [binding.value for binding in finder.project.bindings(finder.view, scope, name)]
        if bound:
            member = bound[0] if len(bound) == 1 and isinstance(bound[0], facts.Member) else call.callee
            return facts.Call(member, call.arguments, call.new, call.start, call.end)
    return call


def _computed(finder: Finder, callee: facts.Element, call: facts.Call, place: Place) -> None:
    """`client[method](url)`: the verb is the name of a method that is not written as one."""
    made = finder.evaluator.made(finder.evaluator.meaning(callee.of, place))
    for text in finder.evaluator.texts(callee.key, place) if made is not None else ():
        if made is not None and text.known is not None:
            _on(finder, made, text.known, call, place, None)
        elif made is not None and text.given:
            for row, library in finder.known.requests.on(made.type, "get"):
                requests.request(finder, row, library, "get", call, place, made, verb=text)


def _on(finder: Finder, made: Made, name: str, call: facts.Call, place: Place, decorated: int | None) -> bool:
    """Read a call on an object of the catalogue; False if the tables say nothing of it."""
    known = finder.known
    found = False
    finder.sends = finder.sends or known.role(made.type) == "client"
    if known.role(made.type) == "router":
        _hand(finder, made, name, call)
    rows = known.mounts.on(made.type, name)
    mounted = bool(rows) and mounts.mounted(finder, rows, routers.router(finder, made, place), call, place)
    # What is given for the handler may be a router.
    for route, library in known.routes.on(made.type, name):
        if mounted and route.handler:
            continue
        router = routers.router(finder, made, place)
        if route.below_class:
            router = replace(router, prefixes=(routers.class_path(finder, place),))
        found |= routes.route(finder, route, library, router, name, call, place, decorated)
    found |= bool(rows)
    for prefix, _ in known.prefixes.on(made.type, name):
        _prefix(finder, prefix, made, call, place)
        found = True
    for resource, library in known.resources.on(made.type, name):
        found |= resources.resource(finder, resource, library, routers.router(finder, made, place), call, place)
    for request, library in known.requests.on(made.type, name):
        found |= requests.request(finder, request, library, name, call, place, made)
    for compared, library in known.comparisons.on(made.type, name):
        finder.compared.append((compared, library, made, call, place))
        found = True
    for part, library in known.gathered.on(made.type, name):
        gathered.note(finder, part, library, made, call, place)
        found = True
    return found or bool(known.makes.on(made.type, name))


def _prefix(finder: Finder, row: Prefix, made: Made, call: facts.Call, place: Place) -> None:
    """Read a call that sets the prefix of what is on a router."""
    when = argument(finder.evaluator, call, row.when, place) if row.when else None
    if when is not None and not _is(row.being, when):
        return
    given = argument(finder.evaluator, call, row.prefix, place)
    prefixes = stated(given) if given is not None else (Text((row.default,)),) if row.default else ()
    child = routers.ambient(finder, made.type, row.part) if row.part else routers.router(finder, made, place).identity
    finder.mounts.append(MountFound(child, None, prefixes, None, finder.view.path, call.start))


def _hand(finder: Finder, made: Made, name: str, call: facts.Call) -> None:
    """Handlers, and whatever else a router calls, are given requests and responses; plugins are given routers."""
    if not any(mount.parameter is not None for mount, _ in finder.known.mounts.on(made.type, name)):
        given = [one.value.definition for one in call.arguments if isinstance(one.value, facts.Function)]
        finder.handed.update(Definition(finder.view.path, finder.view.key(index)) for index in given)


def _is(name: str, meaning: Meaning | None) -> bool:
    """Whether something is the symbol of this name."""
    return any(option == Symbol(name) for option in (each(meaning) if meaning is not None else ()))


def _symbol(finder: Finder, symbol: Symbol, call: facts.Call, place: Place, decorated: int | None) -> None:
    """Read a call of something outside the workspace."""
    known = finder.known
    if not known.routes.of(symbol.name):
        mounts.sole(finder, call, place)
    of, _, name = symbol.name.rpartition(".")
    if of in known.objects and not isinstance(call.callee, facts.Member):
        _on(finder, Made(known.objects[of], ("", of)), name, call, place, decorated)
    for route, library in known.routes.of(symbol.name):
        if decorated is not None and finder.view.facts.definitions[decorated].kind == "class":
            _class_route(finder, route, library, symbol, call, place, decorated)
            continue
        controller = routers.controller(finder, decorated) if decorated is not None else None
        made = finder.evaluator.made(finder.evaluator.meaning(call, place)) if decorated is None else None
        router = controller or (routers.router(finder, made, place) if made is not None else None)
        if router is None and decorated is not None:
            router = Router(routers.decorated(Definition(finder.view.path, finder.view.key(decorated))), root=True)
        elif router is None:
            router = Router((finder.view.path, finder.view.call_key(call)))
        router = configured.below_settings(finder, symbol, router) if decorated is not None else router
        routes.route(finder, route, library, router, name, call, place, decorated)
    rows = known.mounts.of(symbol.name)
    if rows:
        mounts.mounted(finder, rows, Router(routers.enclosing(finder, place.scope)), call, place)
    for request, library in known.requests.of(symbol.name):
        requests.request(finder, request, library, name, call, place, None)
    for compared, library in known.comparisons.of(symbol.name):
        finder.compared.append((compared, library, None, call, place))
    for part, library in known.gathered.of(symbol.name):
        gathered.note(finder, part, library, finder.evaluator.meaning(call, place), call, place)


def _class_route(
    finder: Finder, row: Route, library: str, symbol: Symbol, call: facts.Call, place: Place, decorated: int
) -> None:
    """Read what decorates a class as the route of what its objects do, unless the class is a controller."""
    controller = finder.known.controllers.get(symbol.name)
    invoked = routers.invoked(finder, decorated, symbol) if controller is not None else None
    if controller is not None and invoked is not None:
        type_id = finder.known.type_id(library, controller[0].type)
        router = Router(routers.ambient(finder, type_id), root=True)
        below = configured.below_settings(finder, symbol, router)
        routes.route(finder, row, library, below, "", call, place, invoked)


def _unknown(finder: Finder, call: facts.Call, name: str, place: Place, decorated: int | None) -> None:
    """A call on something of which nothing is known."""
    known = finder.known
    router = Router(routers.anonymous(finder, call, place))
    for route, library in known.routes.on(UNKNOWN_TYPE, name):
        if routes.route(finder, route, library, router, name, call, place, decorated):
            routers.opens(finder, router)
            return
    if mounts.mounted(finder, known.mounts.on(UNKNOWN_TYPE, name), router, call, place):
        routers.opens(finder, router)
        return
    if decorated is None:
        for request, library in (*known.requests.on(UNKNOWN_TYPE, name), *known.requests.on(UNKNOWN_TYPE, CALL)):
            if requests.request(finder, request, library, name, call, place, None):
                return


def _answers(finder: Finder, function: Definition | Bound) -> bool:
    """Whether the function is in another file, and that has a client: generated ones build URLs in many steps."""
    definition = function_of(function)
    return definition.path != finder.view.path and finder.relations.sends(definition.path)
