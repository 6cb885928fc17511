"""Functions whose callers state a route: `def page(path, view): app.add_url_rule(path, view_func=view)`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product

from msgspec.structs import replace

from seamark.extract import facts
from seamark.resolve.abstract_values import Argument, Arguments, Bound, Definition, Given, Parameter, Text, each
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import Condition, Registrar, RouteFound, Router
from seamark.resolve.guards import preconditions
from seamark.resolve.hand_written_routes import dispatch_tables, path_ends, request_paths, route_pruning
from seamark.resolve.http import routers, verbs
from seamark.resolve.http.declared_route import DeclaredRoute
from seamark.resolve.http.handlers import answered_verbs, handlers
from seamark.resolve.partial_texts.texts import rewritten
from seamark.resolve.partial_texts.urls import of_pattern
from seamark.resolve.stated_by_callers import MAX_LEVEL, wraps

from . import object_makers
from .instance_arguments import makers
from .substitution import Substitution


def note_routes(analysis: FileAnalysis, routes: Iterable[DeclaredRoute]) -> bool:
    """Note routes: as the file's own, or as registrars if the callers around state them; False if there are none."""
    found = False
    for route in routes:
        split = partial(verbs.before_path, folds=route.folds_verbs)
        for asked, paths in verbs.by_verb(route.paths, route.verbs, split).items():
            for path, verb in product(paths, asked):
                found |= _note_route(analysis, route, verb, path)
    return found


def _note_route(analysis: FileAnalysis, route: DeclaredRoute, verb: Text, path: Text) -> bool:
    if (route.kept or route.handed) and route.handler is None:
        return False
    owner = _stated_by(analysis, path, verb, route.span.scope) if route.level < MAX_LEVEL else None
    if owner is not None:
        analysis.registrars.append(_registrar(analysis, owner, route, verb, path))
        analysis.call_for_callers(owner)
        return True
    if route.decorator or not any(isinstance(part, str) for part in path.parts):
        return False
    bound = route.handler if isinstance(route.handler, Definition) else None
    path = of_pattern(path) if route.pattern else path
    if route.pattern and "|" in path.raw():
        return False
    if (route.around or route.handed) and not path.raw().startswith("/"):
        return False
    if route.handed and not verbs.is_verb(verb):
        return False
    written, served = (rewritten(path, dict(route.wildcards)),), (verbs.route_verb(verb),)
    below = _serves_below(route, path.raw())
    found = RouteFound(route.router, served, written, bound, route.span, route.framework, below=below)
    analysis.routes.append(found)
    object_makers.note_makers(analysis, (part for part in path.parts[:1] if isinstance(part, Given)))
    return True


def _serves_below(route: DeclaredRoute, path: str) -> bool:
    """Whether a route serves what is below this path of its, too: see `catalogue.Route`."""
    if route.below == "slash":
        return path.endswith("/") and any(segment and not segment.startswith("{") for segment in path.split("/"))
    return route.below and not path.endswith(tuple(mark for mark, means in route.wildcards if not means))


def _registrar(analysis: FileAnalysis, owner: Definition, route: DeclaredRoute, verb: Text, path: Text) -> Registrar:
    """The function whose callers state the route, with the handler as they or the function give it."""
    handler: Definition | int | None = None
    members: tuple[str, ...] = ()
    if isinstance(route.handler, Definition) and not route.around:
        handed = handlers.handed(analysis, route.handler, owner)
        handler = route.handler if handed is None else handed
    elif isinstance(route.handler, Parameter) and route.handler.owner == owner:
        handler, members = route.handler.index, route.handler.members
    decorator = route.decorator or (route.handled and handler is None)
    needed = route.conditions | preconditions.at(analysis, route.span.start)
    level = route.level + 1
    return Registrar(
        of=owner,
        router=route.router,
        verbs=(verb,),
        paths=(path,),
        handler=handler,
        framework=route.framework,
        level=level,
        decorator=decorator,
        around=route.around,
        conditions=needed,
        wildcards=route.wildcards,
        beside=tuple(one.index for one in route.beside if one.owner == owner),
        kept=route.kept,
        handed=route.handed,
        compared=next((index for of, index in route.compared if of == owner), None),
        pattern=route.pattern,
        below=route.below,
        folds_verbs=route.folds_verbs,
        handler_members=members,
    )


def _stated_by(analysis: FileAnalysis, path: Text, verb: Text, scope: int) -> Definition | None:
    """The function whose callers state the path or the verb of a route; a prefix that they give is none of that."""
    wrapping = wraps(path, (verb,), False, makers(analysis, (path, verb), scope))
    if wrapping is None:
        return None
    if not path.parts or not isinstance(path.parts[0], Given):
        return wrapping.owner
    # A member is no path but where it is all of it: `config->prefix` stands before one.
    own = "".join(part for part in path.parts if isinstance(part, str)).strip("/")
    return None if wrapping.only_for == "paths" or (path.parts[0].members and own) else wrapping.owner


def called(
    site: CallSite, function: Definition, called: Definition | Bound, given: Arguments, substitution: Substitution
) -> bool:
    """Read a call of a function of the workspace; False if it is no registrar."""
    registrars = site.analysis.relations.registrars(function)
    rounds = ((one, at) for one in registrars for at in substitution.rounds((*one.paths, *one.verbs)))
    met = ((one, at, at.unmet(one.conditions), _compared(site, one, given)) for one, at in rounds)
    declared = [
        (route, _written_at(one, at))
        for one, at, left, compared in met
        if left is not None and compared is not None
        for route in _by_methods(site, _for_caller(site, one, left, compared, function, called, given, at))
    ]
    # What is compared is a route only if it tells paths apart.
    compared = (route_pruning.ComparedRoute(route, site, value) for route, value in declared if route.around)
    site.analysis.notes(route_pruning.ComparedRoutes).extend(compared)
    registered = note_routes(site.analysis, [route for route, _ in declared if not route.around])
    return registered or any(route.around for route, _ in declared) or bool(registrars and not declared)


def _by_methods(site: CallSite, route: DeclaredRoute) -> list[DeclaredRoute]:
    """A route for each verb that a class which a caller gives for the handler answers, if nothing else states any."""
    if route.around or route.verbs != (verbs.ANY,) or not isinstance(route.handler, Definition):
        return [route]
    methods = answered_verbs.methods(site.analysis, route.handler)
    routes = [replace(route, verbs=(Text((verb,)),), handler=method) for verb, method in methods.items()]
    return routes or [route]


def _written_at(registrar: Registrar, substitution: Substitution) -> facts.Value | None:
    """What a caller writes that states the route."""
    return substitution.written(registrar.paths[0]) or substitution.written(registrar.verbs[0])


def _for_caller(
    site: CallSite,
    registrar: Registrar,
    left: frozenset[Condition],
    compared: tuple[tuple[Definition, int], ...],
    function: Definition,
    called: Definition | Bound,
    given: Arguments,
    substitution: Substitution,
) -> DeclaredRoute:
    """The route that a registrar declares for this caller, on the conditions that are left."""
    asked = tuple(dict.fromkeys(v for verb in registrar.verbs for v in substitution.verb(verb, "ANY")))
    paths = tuple(dict.fromkeys(p for path in registrar.paths for p in substitution.text(path)))
    if registrar.around:
        told = verbs.required_verbs(site) or dispatch_tables.verbs(site) if asked == (verbs.ANY,) else ()
        asked = tuple(Text((verb,)) for verb in told) or asked
        one = None if registrar.compared is None else given.get((registrar.of, registrar.compared))
        if one is not None:
            of = site.analysis.evaluator.meaning(one.value, one.place)
            paths = tuple(path_ends.ended(site, of, path) for path in paths)
        paths = tuple(dispatch_tables.completed(site, path) for path in paths)
    beside = [given[function, number] for number in registrar.beside if (function, number) in given]
    if asked == (verbs.ANY,):
        asked = tuple(Text((verb,)) for verb in dispatch_tables.first_verbs(site.analysis.evaluator, beside)) or asked
    return DeclaredRoute(
        router=router_of_caller(site, registrar.router, function, called, given),
        verbs=asked,
        paths=paths,
        handler=_handler(site, registrar, function, given, substitution),
        span=contract_spans.span(site, _written_at(registrar, substitution)),
        framework=registrar.framework,
        level=registrar.level,
        decorator=registrar.decorator and site.decorated is None,
        handled=registrar.handler is not None,
        around=registrar.around,
        conditions=left,
        wildcards=registrar.wildcards,
        beside=tuple(_parameters(site.analysis, beside)),
        kept=registrar.kept,
        handed=registrar.handed,
        compared=compared,
        pattern=registrar.pattern,
        below=registrar.below,
        folds_verbs=registrar.folds_verbs,
    )


def _compared(site: CallSite, registrar: Registrar, given: Arguments) -> tuple[tuple[Definition, int], ...] | None:
    """The parameters that a caller hands on for what must be a request's path; None if it gives something else."""
    if registrar.compared is None:
        return ()
    one = given.get((registrar.of, registrar.compared))
    meaning = None if one is None else site.analysis.evaluator.meaning(one.value, one.place)
    if meaning is None or not request_paths.library(site.analysis, meaning):
        return None
    return tuple(request_paths.parameters(meaning))


def _parameters(analysis: FileAnalysis, given: Iterable[Argument]) -> Iterator[Parameter]:
    """The parameters that arguments hand on."""
    for one in given:
        meaning = analysis.evaluator.meaning(one.value, one.place)
        yield from (option for option in each(meaning) if isinstance(option, Parameter) and not option.members)


def router_of_caller(
    site: CallSite, router: Router, function: Definition, called: Definition | Bound, given: Arguments
) -> Router:
    """The router as this caller gives it, if it is the caller who does, or calls a method on it."""
    analysis = site.analysis
    if isinstance(called, Bound) and router.identity == (function.path, function.key.rpartition(".")[0]):
        own = analysis.evaluator.object_of(called.of)
        return router if own is None else routers.router(analysis, own, site.place)
    for (owner, number), one in given.items():
        if router.identity == routers.of_parameter(owner, number) and owner == function:
            meaning = analysis.evaluator.meaning(one.value, one.place)
            made = analysis.evaluator.object_of(meaning)
            if made is not None:
                return routers.router(analysis, made, one.place)
            handed = next((option for option in each(meaning) if isinstance(option, Parameter)), None)
            return router if handed is None else Router(routers.of_parameter(handed.owner, handed.index))
    return routers.of_object(analysis, router, called.of) if isinstance(called, Bound) else router


def _handler(
    site: CallSite, registrar: Registrar, function: Definition, given: Arguments, substitution: Substitution
) -> Definition | Parameter | None:
    """The handler as this caller gives it: as an argument, or by decorating it."""
    analysis = site.analysis
    if isinstance(registrar.handler, int):
        one = substitution.argument(Given(function, registrar.handler, registrar.handler_members))
        return None if one is None else handlers.given(analysis, one.value, one.place)
    if site.decorated is not None:
        return Definition(analysis.view.path, analysis.view.key(site.decorated))
    if registrar.around:
        return dispatch_tables.handler(site) or handlers.around(site.analysis, site.place)
    if registrar.handler is None and not registrar.decorator:
        functions = (handlers.given(analysis, one.value, one.place) for one in given.values())
        return next((function for function in functions if isinstance(function, Definition)), None)
    return registrar.handler
