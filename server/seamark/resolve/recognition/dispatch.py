"""What a call is: a route, a mount, a request, a call of a wrapper, or nothing of the kind.

What its receiver is decides that. Where that is not known, what the call binds decides (specification 2.7, rule 1):
one that binds a function is a route, and another one whose text looks like a URL is a request. Where there is evidence
against both it is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from seamark.catalogue import CALL, UNKNOWN_TYPE, Request, Route
from seamark.extract import facts
from seamark.extract.facts import DOCUMENT
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Bound,
    Definition,
    Made,
    Meaning,
    Parameter,
    ParameterPart,
    Symbol,
    Text,
    Unknown,
    each,
    function_of,
)
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation.library_objects import route_urls
from seamark.resolve.evaluation.library_objects.constructed_identity import of_parameter
from seamark.resolve.findings import BroughtObject, Router
from seamark.resolve.hand_written_routes import comparisons
from seamark.resolve.http import (
    controller_modules,
    declared_clients,
    implementations,
    mounts,
    object_trees,
    presets,
    procedures,
    requests,
    resource_classes,
    resources,
    route_names,
    route_tables,
    routers,
    routes,
    tagged_methods,
    verbs,
    viewsets,
)
from seamark.resolve.http.prefixes import assigned, configured, intercepted
from seamark.resolve.http.stepwise_requests import gathered_requests
from seamark.resolve.named_contracts import contract_calls, graphql_classes, graphql_documents, provider_classes
from seamark.resolve.partial_texts.texts import EMPTY, UNKNOWN_TEXT, concat
from seamark.resolve.stated_by_callers import MAX_LEVEL
from seamark.resolve.workspace_facts.view import last_name, with_receiver
from seamark.resolve.wrappers import application, given_objects, request_wrappers

from . import common_names, indirect_calls, own_rows, unknown_receivers

MAX_METHODS = 2
"""How many methods one name may stand for: who tells more apart is given the verb (`match method: …`)."""

_ONE_VERB = verbs.REQUESTED.lower()
"""The method that a row has of a library with one for each verb."""


def dispatch_call(site: CallSite) -> None:
    """Read a call by what it is called on, or by what is called."""
    if site.name == DOCUMENT:
        graphql_documents.read_text(site)
        return
    provider_classes.read_registration(site)
    if indirect_calls.read_provided(site):
        return
    site = indirect_calls.meant_call(site)
    if own_rows.read(site):
        return
    analysis, evaluator, callee = site.analysis, site.analysis.evaluator, site.call.callee
    if isinstance(callee, facts.Element) and not site.call.new:
        _read_computed(site, callee)
        return
    is_only_declared = False
    is_of_key = isinstance(callee, facts.Member) and isinstance(callee.of, facts.Element)
    if is_of_key and site.name in analysis.catalogue.naming_by_key:
        for named, library in route_urls.rows(evaluator, site.call, site.place):
            route_names.use(site, named, library)
            return
    if isinstance(callee, facts.Member):
        receiver = site.meaning(callee.of)
        made = evaluator.object_of(receiver)
        function = evaluator.called_member(receiver, site.name, site.place, callee)
        functions = [option for option in each(function) if isinstance(option, Definition | Bound)]
        own = [one for one in functions if not unknown_receivers.stands_for_library(analysis, one)]
        is_only_declared = bool(functions) and not own
        contract_calls.called_on_parameter(site, receiver)
        if made is not None and not own and (_through(site, receiver, made) or _read_on_object(site, made)):
            return
        if made is None and not own and _read_as_extension(site, callee):
            return
        if made is None:
            for compared, library in analysis.catalogue.comparisons.on(UNKNOWN_TYPE, site.name):
                comparisons.note(site, compared, library, None)
        if not functions and read_on_given(site, receiver):
            return
        called = evaluator.object_of(function)
    else:
        receiver = UNKNOWN
        function = site.meaning(callee)
        called = made = evaluator.object_of(function)
        this = evaluator.implied_receiver(callee, function, site.place)
        if this is not None and _read_on_object(site, this):
            return
    if called is not None and _read_on_object(replace(site, name=CALL), called):
        return
    if isinstance(callee, facts.Call):
        _decorated_by_hand(site, callee)
        in_chain = None if called is not None else indirect_calls.told_in_chain(site)
        if in_chain is not None and _binds(in_chain):
            return
    if made is None and site.call.arguments and _read_given_method(site, function):
        return
    is_method = made is None and _read_as_method(site, function)
    for option in evaluator.fitting_callees(function, site.call, site.place):
        if isinstance(option, Definition | Bound):
            _function(site, option)
        elif isinstance(option, Symbol) and not is_method:
            _symbol(site, option)
        elif isinstance(option, Parameter) and isinstance(option.type, Symbol):
            _read_prefixes(site, option.type.name.replace(CALL, ""))
    if is_method:
        return
    if unknown_receivers.is_open(site, receiver, function, made):
        _read_undeclared(site, receiver)
    elif is_only_declared:
        _binds(site)
    is_make = made is not None and bool(analysis.catalogue.makes.on(made.type, site.name))
    if not is_make and any(_may_make(site, option) for option in each(function)):
        mounts.mount_children(site)


def read_on_given(site: CallSite, receiver: Meaning) -> bool:
    """Read a call on what callers give as one of a method of the objects that they give; False if it states nothing."""
    return max((application.read_call(*one) for one in given_objects.methods(site, receiver)), default=False)


def _read_as_extension(site: CallSite, callee: facts.Member) -> bool:
    """Read a call of a method that what it is called on has by a function around, or by a library; False if it is none.

    What it is called on is the first thing that it is given.
    """
    evaluator = site.analysis.evaluator
    extended = evaluator.extended_object(callee, site.place)
    extension = evaluator.extension(callee, site.place) if extended is None else None
    given = replace(site, call=with_receiver(site.call, callee))
    if extension is not None:
        _symbol(given, extension, site.call)
        if _may_make(given, extension):
            mounts.mount_children(given)
    return extension is not None or (extended is not None and _read_on_object(given, extended))


def _through(site: CallSite, receiver: Meaning, made: Made) -> bool:
    """Read a request of a subclass's object as a call of the method through which it goes, if the class has its own."""
    catalogue, callee = site.analysis.catalogue, site.call.callee
    kind = catalogue.types.get(made.type)
    rows = catalogue.requests.on(made.type, site.name) if kind is not None and kind.through else []
    if kind is None or not rows or not rows[0][0].verb or not isinstance(callee, facts.Member):
        return False
    verb = facts.Literal(verbs.verb_in_name(rows[0][0].verb, site.name), site.call.start, site.call.start)
    method = facts.Member(callee.of, kind.through, callee.start, callee.end)
    given = (facts.Argument("", verb), *site.call.arguments)
    sent = replace(site, call=replace(site.call, callee=method, arguments=given), name=kind.through)
    called = site.analysis.evaluator.called_member(receiver, kind.through, site.place, method)
    return any(application.read_call(sent, one) for one in each(called) if isinstance(one, Definition | Bound))


def read_renamed(site: CallSite, function: Meaning) -> None:
    """Read a call that is here for the sake of its name, if that stands for a client, or for an object's method."""
    called = site.analysis.evaluator.object_of(function)
    if called is not None and site.analysis.catalogue.role(called.type) == "client":
        _read_on_object(replace(site, name=CALL), called)
    if isinstance(site.call.callee, facts.Call):
        _decorated_by_hand(site, site.call.callee)
    _read_given_method(site, function)
    _read_as_method(site, function)


def _read_as_method(site: CallSite, function: Meaning) -> bool:
    """Read a call of an object's method that goes by another name: `const http = { load: client.get }`.

    If it may be any of many, the verb is not known. False if it is none, or the tables say nothing of it.
    """
    methods: dict[str, list[Made]] = {}
    for option in each(function):
        made = site.analysis.evaluator.holder(option)
        if made is not None and isinstance(option, Symbol):
            methods.setdefault(option.name.rpartition(".")[2], []).append(made)
    if len(methods) > MAX_METHODS:
        return any(_read_worked_out(site, made, UNKNOWN_TEXT) for of_name in methods.values() for made in of_name[:1])
    # What a field is declared to be says less of it than what it is set to.
    named = [(name, [one for one in of_name if one.base] or of_name[:1]) for name, of_name in methods.items()]
    read = [_read_on_object(replace(site, name=name), made) for name, of_name in named for made in of_name]
    return any(read)


def _read_given_method(site: CallSite, function: Meaning) -> bool:
    """Read a call of what callers give as one of the router's method that it is: `attach("GET", "/users", list)`.

    False if it states no route for what is known. What is for those callers to state who also give the path is a route
    for each that gives this method.
    """
    analysis, found = site.analysis, False
    for given, brought in _given_methods(site, function):
        router = Made(brought.type, of_parameter(given.owner, given.index))
        met = site.conditions | {verbs.is_method(given, brought.type, brought.method)}
        before = len(analysis.routes)
        found |= _read_on_object(replace(site, name=brought.method, conditions=met), router)
        if _is_given_by_callers(site, given.owner):
            del analysis.routes[before:]
        routers.note_open(analysis, Router(router.identity))
    return found


def _given_methods(site: CallSite, function: Meaning) -> Iterator[tuple[ParameterPart, BroughtObject]]:
    """The routers' methods that callers give for what is called, by the parameter that brings them."""
    for one in each(function):
        if isinstance(one, Parameter) and not one.members:
            for brought in site.analysis.brought_to(one.owner, one.index):
                if brought.method:
                    yield ParameterPart(one.owner, one.index), brought


def _is_given_by_callers(site: CallSite, of: Definition) -> bool:
    """Whether the callers of a function give what a call within it is given by position, or a part of that."""
    given = (option for one in site.call.arguments if not one.name for option in each(site.meaning(one.value)))
    return any(
        part.owner == of
        for option in given
        for part in (option.parts if isinstance(option, Text) else (option,))
        if isinstance(part, Parameter | ParameterPart)
    )


def _may_make(site: CallSite, function: Meaning) -> bool:
    """Whether a call of something may make a router that is given others there."""
    catalogue = site.analysis.catalogue
    if isinstance(function, Symbol):
        return catalogue.may_make(function.name, catalogue.with_children)
    return isinstance(function, Made) and bool(catalogue.with_children)


def _decorated_by_hand(site: CallSite, decorator: facts.Call) -> None:
    """`app.post("/x")(f)` as the decorator of a function."""
    options = each(site.argument("0") or UNKNOWN)
    functions = [function_of(one) for one in options if isinstance(one, Definition | Bound)]
    given: list[Definition | Parameter] = [*functions]
    given += (one for one in options if isinstance(one, Parameter) and not one.members)
    own = functions[0] if functions and functions[0].path == site.place.path else None
    index = None if own is None else site.analysis.view.index(own.key)
    name = last_name(decorator.callee)
    if index is not None:
        dispatch_call(CallSite(site.analysis, decorator, site.place, name, index))
    elif _declares(site, decorator) and (given or any(isinstance(one, Symbol | Unknown) for one in options)):
        dispatch_call(CallSite(site.analysis, decorator, site.place, name, applied=given[0] if given else UNKNOWN))


def _declares(site: CallSite, call: facts.Call) -> bool:
    """Whether a call is one of a library's that may decorate what handles something, be it one that callers give."""
    catalogue = site.analysis.catalogue
    if isinstance(call.callee, facts.Name) and any(_given_methods(site, site.meaning(call.callee))):
        return True
    if last_name(call.callee) not in catalogue.words:
        return False
    made = site.object_of(call.callee.of) if isinstance(call.callee, facts.Member) else None
    if made is not None:
        return catalogue.role(made.type) in ("router", "peer")
    symbols = (one for one in each(site.meaning(call.callee)) if isinstance(one, Symbol))
    return any(catalogue.contracts.of(one.name) or catalogue.routes.of(one.name) for one in symbols)


def _read_computed(site: CallSite, callee: facts.Element) -> None:
    """`client[method](url)`, `app[method](path, show)`: the verb is the name of a method that is not written as one."""
    analysis, of = site.analysis, site.meaning(callee.of)
    made = analysis.evaluator.object_of(of)
    analysis.serves = analysis.serves or (made is not None and analysis.catalogue.role(made.type) == "router")
    for text in analysis.evaluator.texts(callee.key, site.place):
        if made is None:
            _computed_own(site, of, text)
            _computed_on_parameter(site, callee, of, text)
        elif text.known_string is not None:
            _read_on_object(replace(site, name=text.known_string), made)
        elif text.given_parts:
            _read_worked_out(site, made, text)


def read_worked_out(site: CallSite) -> None:
    """Read a call that is here for the sake of what has methods, if the name of the method is worked out."""
    callee = site.call.callee
    if isinstance(callee, facts.Element):
        for name in site.analysis.evaluator.texts(callee.key, site.place):
            _computed_own(site, site.meaning(callee.of), name)


def _computed_own(site: CallSite, of: Meaning, name: Text) -> None:
    """Read a call of a method of the workspace by a name that is worked out, as one of each that callers may name."""
    evaluator, given = (
        site.analysis.evaluator,
        name.given_parts[0] if len(name.given_parts) == len(name.parts) == 1 else None,
    )
    for method in (name.known_string,) if given is None else sorted(verbs.METHODS):
        function = UNKNOWN if method is None else evaluator.called_member(of, method, site.place)
        told = frozenset() if given is None or method is None else frozenset((verbs.named_so(given, method),))
        named = replace(site, name=method or "", conditions=site.conditions | told)
        for one in each(function):
            if isinstance(one, Definition | Bound):
                application.read_call(named, one)


def _computed_on_parameter(site: CallSite, callee: facts.Element, of: Meaning, verb: Text) -> None:
    """Read a call of a method, of which callers give the name, on what they give, too: `router[method](path, show)`."""
    on = [one.owner for one in each(of) if isinstance(one, Parameter)]
    if any(given.owner in on for given in verb.given_parts):
        method = facts.Member(callee.of, _ONE_VERB, site.call.start, site.call.start)
        _binds(replace(site, name=_ONE_VERB, call=replace(site.call, callee=method)), verb=verb)


def _read_worked_out(site: CallSite, made: Made, verb: Text) -> bool:
    """Read a call of a method whose name is worked out, and is a verb; False if the tables say nothing of that."""
    analysis, found = site.analysis, False
    named = replace(site, name=_ONE_VERB)
    for request, library in analysis.catalogue.requests.on(made.type, _ONE_VERB):
        found |= requests.request(named, request, library, made, verb=verb)
    for route, library in analysis.catalogue.routes.on(made.type, _ONE_VERB):
        found |= routes.route(named, route, library, routers.router(analysis, made, site.place), verb=verb)
    return found


def _read_on_object(site: CallSite, made: Made) -> bool:
    """Read a call on an object of the catalogue; False if the tables say nothing of it."""
    alternatives = [one for one in made.either if site.analysis.catalogue.routes.on(one.type, site.name)]
    if alternatives and routers.means_each(site.analysis, made):
        read = [_read_on_object(site, one) for one in alternatives]
        return any(read)
    analysis, catalogue, on = site.analysis, site.analysis.catalogue, (made.type, site.name)
    found = False
    analysis.sends = analysis.sends or catalogue.role(made.type) == "client"
    analysis.serves = analysis.serves or catalogue.role(made.type) == "router"
    if catalogue.role(made.type) == "router":
        _note_handed(site, made)
    rows = catalogue.mounts.on(*on)
    mounted = bool(rows) and mounts.read_mounts(site, rows, routers.router(analysis, made, site.place))
    # What is given for the handler may be a router, and answer itself besides.
    for route, library in catalogue.routes.on(*on):
        if mounted and route.handler and not routes.responds(site, route):
            continue
        router = routers.router(analysis, made, site.place)
        if route.below_class:
            router = replace(router, prefixes=(routers.class_path(analysis, site.place),))
        found |= routes.route(site, route, library, router)
    found |= bool(rows)
    for prefix, _ in catalogue.prefixes.on(*on):
        assigned.read_call(site, prefix, made)
        found = True
    for resource, library in catalogue.resources.on(*on):
        found |= resources.resource(site, resource, library, routers.router(analysis, made, site.place))
    for preset, library in catalogue.presets.on(*on):
        presets.read(site, preset, library, routers.router(analysis, made, site.place))
        found = True
    for tree, library in catalogue.procedures.on(*on):
        found |= procedures.read(site, tree, library)
    for tagged, library in catalogue.tagged_methods.on(*on):
        found |= tagged_methods.read(site, tagged, library, routers.router(analysis, made, site.place))
    for implementation, library in catalogue.implementations.on(*on):
        found |= implementations.read(site, implementation, library)
    for table, library in catalogue.route_tables.on(*on):
        route_tables.read(site, table, library)
        found = True
    for request, library in catalogue.requests.on(*on):
        before = len(analysis.requests)
        found |= _asked_by_own(site, request, made) or requests.request(site, request, library, made)
        request_wrappers.offer_run(site, request, analysis.requests[before:])
    for compared, library in catalogue.comparisons.on(*on):
        comparisons.note(site, compared, library, made)
        found = True
    for named, library in catalogue.named_urls.on(*on):
        route_names.use(site, named, library)
        found = True
    for proxy, _ in catalogue.client_proxies.on(*on):
        declared_clients.read_proxy(site, proxy, made)
        found = True
    for part, library in catalogue.gathered.on(*on):
        gathered_requests.note(site, part, library, made)
        found = True
    found |= contract_calls.called_on(site, made)
    return found or bool(catalogue.makes.on(*on))


def _asked_by_own(site: CallSite, row: Request, made: Made) -> bool:
    """Read a request as a call of the function of the workspace that makes those of its client, if there is one."""
    evaluator, given = site.analysis.evaluator, indirect_calls.given_as(site, row.url)
    asks = UNKNOWN if made.asks is None else evaluator.meaning(made.asks.value, made.asks.place)
    functions = [one for one in each(asks) if isinstance(one, Definition | Bound)]
    if given is None or not functions:
        return False
    asking = replace(site, call=replace(site.call, arguments=(facts.Argument("", given),)))
    return max(application.read_call(asking, one) for one in functions)


def _note_handed(site: CallSite, made: Made) -> None:
    """Handlers, and whatever else a router calls, are given requests and responses; plugins are given routers."""
    analysis = site.analysis
    if not any(mount.parameter is not None for mount, _ in analysis.catalogue.mounts.on(made.type, site.name)):
        given = [one.value.definition for one in site.call.arguments if isinstance(one.value, facts.Function)]
        analysis.handed.update(Definition(analysis.view.path, analysis.view.key(index)) for index in given)


def _function(site: CallSite, function: Definition | Bound) -> None:
    """Read a call of a function of the workspace."""
    analysis = site.analysis
    comparisons.note_call(site, function)
    mount_extended(site, function)
    wrapped = application.read_call(site, function)
    path = function_of(function).path
    if wrapped or path == site.place.path:
        return
    if site.decorated is None and analysis.relations.sends(path):  # Generated clients build URLs in many steps.
        analysis.guesses = True
        _unknown(site, UNKNOWN)
        analysis.guesses = False
    elif isinstance(function, Bound) and analysis.relations.serves(path):
        # It keeps the route for its own router. A call may go by another name: `register := server.Register`.
        # Where it is called on a class, nothing tells which object serves that, and where.
        on = site.call.callee.of if isinstance(site.call.callee, facts.Member) else None
        is_of_class = on is not None and any(isinstance(one, Definition) for one in each(site.meaning(on)))
        _binds(replace(site, name=function.method.name), below=(UNKNOWN_TEXT,) if is_of_class else ())


def _binds(site: CallSite, undeclared: str = "", verb: Text | None = None, below: tuple[Text, ...] = ()) -> bool:
    """Read a call on something of which nothing is known as a route: it is one if it binds a handler.

    `verb` is that of a method whose name callers give, and `below` are the prefixes of the router.
    """
    router = Router(routers.unknown_router(site), prefixes=below)
    for row, library in site.analysis.catalogue.routes.on(UNKNOWN_TYPE, site.name):
        is_bound = row.needs_handler and unknown_receivers.binds(site, row, undeclared=bool(undeclared))
        if routes.route(site, replace(row, needs_handler=False) if is_bound else row, library, router, verb=verb):
            routers.note_open(site.analysis, router)
            return True
    return False


def _symbol(site: CallSite, symbol: Symbol, written: facts.Call | None = None) -> None:
    """Read a call of something outside the workspace, which may be written otherwise."""
    analysis, catalogue = site.analysis, site.analysis.catalogue
    if not catalogue.routes.of(symbol.name) and catalogue.may_make(symbol.name, catalogue.sole):
        mounts.note_sole_router(site)
    named = replace(site, name=symbol.name.rpartition(".")[2])
    if symbol.name in catalogue.controllers and site.decorated is not None:
        if analysis.view.facts.definitions[site.decorated].kind == "class":
            mounts.mount_inherited(site, site.decorated)
        else:
            mounts.mount_located(site, catalogue.controllers[symbol.name][0], site.decorated)
    if symbol.name in catalogue.applications:
        controller_modules.read_application(site, *catalogue.applications[symbol.name])
    if symbol.name in catalogue.modules_below:
        controller_modules.read(site, *catalogue.modules_below[symbol.name])
    if symbol.name in catalogue.object_trees:
        object_trees.read(site, *catalogue.object_trees[symbol.name])
    if symbol.name in catalogue.resource_classes:
        analysis.serves = True
        resource_classes.read(site, *catalogue.resource_classes[symbol.name])
    if symbol.name in catalogue.further:
        viewsets.action(site, *catalogue.further[symbol.name])
    rows = catalogue.mounts.of(symbol.name)
    mounted = bool(rows) and mounts.read_mounts(site, rows, _put_below(site))
    clients = declared_clients.clients(site) if catalogue.routes.of(symbol.name) else ()
    for route, library in catalogue.routes.of(symbol.name):
        stating = routes.beside(named, route)
        for client in clients:
            declared_clients.request(stating, route, library, client)
        if declared_clients.is_of_client(site):
            continue
        analysis.serves = True
        if mounted and route.handler:
            continue
        is_class = site.decorated is not None and analysis.view.facts.definitions[site.decorated].kind == "class"
        if is_class and not route.responders:
            _class_route(site, route, library, symbol)
        else:
            routes.route(stating, route, library, _declared_on(site, route, library, symbol))
    for resource, library in catalogue.resources.of(symbol.name):
        analysis.serves = True
        resources.resource(site, resource, library, _enclosing_router(site))
    for preset, library in catalogue.presets.of(symbol.name):
        analysis.serves = True
        presets.read(site, preset, library, _put_below(site))
    for implementation, library in catalogue.implementations.of(symbol.name):
        implementations.read(site, implementation, library)
    for table, library in catalogue.route_tables.of(symbol.name):
        route_tables.read(site, table, library)
    _read_prefixes(site, symbol.name)
    for request, library in catalogue.requests.of(symbol.name):
        declared_clients.read_request(named, request, library, declared_clients.own(site))
    for compared, library in catalogue.comparisons.of(symbol.name):
        comparisons.note(site, compared, library, None)
    for named_url, library in catalogue.named_urls.of(symbol.name):
        route_names.use(site, named_url, library)
    for proxy, _ in catalogue.client_proxies.of(symbol.name):
        declared_clients.read_proxy(site, proxy, None)
    for part, library in catalogue.gathered.of(symbol.name):
        gathered_requests.note(site, part, library, site.meaning(written or site.call))
    for schema, _ in catalogue.schemas.of(symbol.name):
        graphql_classes.note_roots(site, schema)
    for contract, library in catalogue.contracts.of(symbol.name):
        contract_calls.contract(named, contract, library, None)


def _read_prefixes(site: CallSite, symbol: str) -> None:
    """Read a call of a symbol that sets a base for all clients of a type, or stands in a function that does."""
    catalogue = site.analysis.catalogue
    for prefix, library in catalogue.prefixes.of(symbol):
        assigned.read_call(site, prefix, intercepted.of_all(catalogue.type_id(library, prefix.of)))


def _put_below(site: CallSite) -> Router:
    """The router below which a call of something outside the workspace puts others: the one that it makes."""
    made = site.object_of(site.call)
    if made is not None and site.analysis.catalogue.role(made.type) == "router":
        return routers.router(site.analysis, made, site.place)
    return _enclosing_router(site)


def mount_extended(site: CallSite, function: Definition | Bound) -> None:
    """Put what a function declares below what encloses a call of it: one that extends a router, or is given none."""
    analysis, own = site.analysis, function_of(function)
    if not analysis.catalogue.enclosing:
        return
    by_bare_name = isinstance(site.call.callee, facts.Name)
    below = (routers.extended_router(analysis, own) if by_bare_name else None) or routers.own_router(analysis, own)
    for opened in analysis.relations.opened_routers(own):
        if opened.router == below and not opened.placed and opened.level < MAX_LEVEL:
            mounts.note_mount(site, below, _enclosing_router(site), level=opened.level + 1)


def _enclosing_router(site: CallSite) -> Router:
    """The router of what encloses a call, where the callers of a function around it may say more of that."""
    analysis, scope = site.analysis, site.place.scope
    identity = routers.enclosing_router(analysis, scope)
    if identity[1] == routers.FILE:
        identity = routers.calling_router(analysis, scope) or identity
    around = Router(identity, root=True)
    if identity[1] != routers.FILE:
        routers.note_open(analysis, around)
    return around


def _declared_on(site: CallSite, row: Route, library: str, symbol: Symbol) -> Router:
    """The router of the route that a call of something outside the workspace declares."""
    analysis = site.analysis
    if row.enclosed:
        return _enclosing_router(site)
    if site.decorated is None:
        made = site.object_of(site.call)
        own = Router(site.identity) if made is None else routers.router(analysis, made, site.place)
        return replace(own, mounted=row.mounted)
    function = Definition(analysis.view.path, analysis.view.key(site.decorated))
    own = (
        routers.controller(analysis, site.decorated)
        or routers.of_mounted_object(analysis, site.decorated, library)
        or Router(routers.decorator_router(function, library), root=True, mounted=row.mounted)
    )
    if row.root is not None:
        root = configured.below_root(analysis, row.root)
        own = replace(own, prefixes=tuple(concat((root, text)) for text in own.prefixes or (EMPTY,)))
    return configured.below_settings(analysis, symbol, own)


def _class_route(site: CallSite, row: Route, library: str, symbol: Symbol) -> None:
    """Read what decorates a class as the route of what its objects do, unless the class is a controller."""
    analysis = site.analysis
    controller = analysis.catalogue.controllers.get(symbol.name)
    if controller is None or site.decorated is None:
        return
    invoked = routers.invoked_method(analysis, site.decorated, symbol)
    if invoked is not None:
        type_id = analysis.catalogue.type_id(library, controller[0].type)
        router = Router(routers.library_router(analysis, type_id), root=True)
        below = configured.below_settings(analysis, symbol, router)
        routes.route(replace(site, name="", decorated=invoked), row, library, below)


def _read_undeclared(site: CallSite, receiver: Meaning) -> None:
    """A call on something of which nothing is known, be it that nothing declares the name of it."""
    analysis = site.analysis
    name = analysis.evaluator.undeclared_name(site.call.callee, site.place)
    routes, requests, named = len(analysis.routes), len(analysis.requests), len(analysis.named)
    _unknown(site, receiver, undeclared=name)
    if name:
        analysis.routes[routes:] = [replace(one, undeclared=name) for one in analysis.routes[routes:]]
        analysis.requests[requests:] = [replace(one, undeclared=name) for one in analysis.requests[requests:]]
        analysis.named[named:] = [replace(one, undeclared=name) for one in analysis.named[named:]]


def _unknown(site: CallSite, receiver: Meaning, undeclared: str = "") -> None:
    """A call on something of which nothing is known."""
    analysis, catalogue = site.analysis, site.analysis.catalogue
    router = Router(routers.unknown_router(site))
    if _binds(site, undeclared):
        return
    if mounts.read_mounts(site, catalogue.mounts.on(UNKNOWN_TYPE, site.name), router):
        routers.note_open(analysis, router)
        return
    if site.decorated is None:
        # What goes by the name of what calls others, as effects do, is no request by itself.
        as_call = () if site.name in catalogue.invoking_names else catalogue.requests.on(UNKNOWN_TYPE, CALL)
        for request, library in (*catalogue.requests.on(UNKNOWN_TYPE, site.name), *as_call):
            is_asked = common_names.asks(site, request, receiver, undeclared)
            if is_asked and requests.request(site, request, library, None):
                return
    for named, library in catalogue.named_urls.on(UNKNOWN_TYPE, site.name):
        if analysis.imports(library) and route_urls.may_be_of(analysis.evaluator, receiver, library):
            route_names.use(site, named, library)
    contract_calls.called_on_unknown(site, receiver)
