"""Functions whose callers state a route: `def page(path, view): app.add_url_rule(path, view_func=view)`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from seamark.extract import facts
from seamark.keys import ANY_VERB
from seamark.resolve.abstract_values import (
    Argument,
    Arguments,
    Bound,
    Definition,
    Item,
    Parameter,
    ParameterPart,
    Text,
    each,
)
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.library_objects import constructed_identity
from seamark.resolve.findings import Condition, RouteEffect, RouteFound, Router, StatedEffect, Summary, with_handler
from seamark.resolve.guards import preconditions
from seamark.resolve.hand_written_routes import dispatch_tables, path_ends, request_paths, route_pruning
from seamark.resolve.http import route_names, routers, verbs
from seamark.resolve.http.handlers import answered_verbs, handlers
from seamark.resolve.partial_texts.texts import concat, ends_unknown, replace_marks
from seamark.resolve.partial_texts.urls import of_pattern
from seamark.resolve.stated_by_callers import MAX_LEVEL

from . import instance_arguments, object_makers
from .interface_methods import leave_to_callers
from .substitution import Substitution


def note_routes(analysis: FileAnalysis, routes: Iterable[StatedEffect[RouteEffect]]) -> bool:
    """Note routes: as the file's own, or for the callers around if they state them; False if there are none."""
    found = False
    for route in routes:
        effect = route.effect
        split = partial(verbs.before_path, folds=effect.folds_verbs)
        for asked, paths in verbs.by_verb(effect.paths, effect.verbs, split).items():
            for path, verb in product(paths, asked):
                found |= _note_route(analysis, replace(route, effect=replace(effect, verbs=(verb,), paths=(path,))))
    return found


def _note_route(analysis: FileAnalysis, route: StatedEffect[RouteEffect]) -> bool:
    """Note a route with one verb and one path."""
    effect = route.effect
    (path,), (verb,) = effect.paths, effect.verbs
    if (effect.kept or effect.handed) and effect.handler is None and effect.brought is None:
        return False
    owner = None
    if route.level < MAX_LEVEL:
        owner = _stated_by(analysis, path, verb, route.span.scope) or _filled_by(analysis, path, effect)
    if owner is not None:
        needed = route.conditions | preconditions.at(analysis, route.span.start)
        leave_to_callers(analysis, owner, _left_to(owner, analysis, effect), route.level + 1, needed)
        return True
    if effect.decorator or not _is_told(effect.router, path):
        return False
    path = of_pattern(path) if effect.pattern else path
    if effect.pattern and "|" in path.raw():
        return False
    if (effect.around or effect.handed) and not path.raw().startswith("/"):
        return False
    if effect.handed and not verbs.is_verb(verb):
        return False
    written, served = (replace_marks(path, dict(effect.wildcards)),), (verbs.route_verb(verb),)
    below = _serves_below(effect, path.raw())
    found = RouteFound(effect.router, served, written, effect.handler, route.span, effect.framework, below=below)
    stated = tuple(one for one in analysis.prefixes_of(effect.router) if one.start != route.span.start)
    analysis.routes.append(replace(found, brought=effect.brought, name=route_names.final(effect), prefixed=stated))
    object_makers.note_begins(analysis, (path, *effect.router.prefixes, *effect.router.below))
    object_makers.note_makers(analysis, () if effect.brought is None else (effect.brought,), handling=True)
    return True


def _is_told(router: Router, path: Text) -> bool:
    """Whether something is known of a route's path besides slashes, if it is not all known, and where it ends."""
    known = [part for part in path.parts if isinstance(part, str)]
    if not known or (len(known) < len(path.parts) and not any(part.strip("/") for part in known)):
        return False
    stated = [concat((below, path)) for below in router.below] or [path]
    whole = (one for one in stated if any(isinstance(part, str) for part in one.parts))
    return not all(map(ends_unknown, whole))


def _serves_below(route: RouteEffect, path: str) -> bool:
    """Whether a route serves what is below this path of its, too: see `catalogue.Route`."""
    if route.below == "slash":
        return path.endswith("/") and any(segment and not segment.startswith("{") for segment in path.split("/"))
    return route.below and not path.endswith(tuple(mark for mark, means in route.wildcards if not means))


def _left_to(owner: Definition, analysis: FileAnalysis, route: RouteEffect) -> RouteEffect:
    """A route as the callers of a function state it, with the handler as they or the function give it."""
    handler = None if route.around else route.handler
    brought = route.brought if route.brought is not None and route.brought.owner == owner else None
    handed = None if handler is None else handlers.called_parameter(analysis, handler, owner)
    if handed is not None:
        handler, brought = None, ParameterPart(owner, handed)
    return replace(
        route,
        handler=handler,
        brought=brought,
        decorator=route.decorator or (route.handled and handler is None and brought is None),
        beside=tuple(one for one in route.beside if one.owner == owner),
        compared=tuple(one for one in route.compared if one[0] == owner)[:1],
    )


def _stated_by(analysis: FileAnalysis, path: Text, verb: Text, scope: int) -> Definition | None:
    """The function whose callers state the path or the verb of a route; a prefix that they give is none of that."""
    making = instance_arguments.makers(analysis, (path, verb), scope)
    wrapping = instance_arguments.wrapping(analysis, path, (verb,), making, scope)
    if wrapping is None:
        return None
    if not path.parts or not isinstance(path.parts[0], ParameterPart):
        return wrapping.owner
    # A member is no path but where it is all of it: `config->prefix` stands before one.
    own = "".join(part for part in path.parts if isinstance(part, str)).strip("/")
    return None if wrapping.only_for == "paths" or (path.parts[0].members and own) else wrapping.owner


def _filled_by(analysis: FileAnalysis, path: Text, route: RouteEffect) -> Definition | None:
    """The function whose callers give a segment within the path, and the handler: the path's own parameters are none.

    What a path has for its parameters stands there as text: `/${kind}/:id`.
    """
    within = zip(path.parts, path.parts[1:], path.parts[2:], strict=False)
    whole = (one for before, one, after in within if str(before).endswith("/") and str(after).startswith("/"))
    owners = (one.owner for one in whole if isinstance(one, ParameterPart))
    return next((owner for owner in owners if _gives_handler(analysis, owner, route)), None)


def _gives_handler(analysis: FileAnalysis, owner: Definition, route: RouteEffect) -> bool:
    """Whether the callers of a function give what handles a route."""
    if route.brought is not None:
        return route.brought.owner == owner
    return route.handler is not None and handlers.called_parameter(analysis, route.handler, owner) is not None


def apply_routes(
    site: CallSite,
    summaries: Sequence[tuple[Summary, RouteEffect]],
    called: Definition | Bound,
    given: Arguments,
    substitution: Substitution,
) -> bool:
    """Note the routes that functions declare for this caller; False if there are none, though it meets conditions."""
    rounds = ((one, effect, at) for one, effect in summaries for at in substitution.rounds(effect.texts))
    met = (
        (one, effect, at, at.unmet_conditions(one.conditions), _path_parameters(site, effect, given))
        for one, effect, at in rounds
    )
    stated = [
        _Declared(
            route,
            _written_at(effect, at),
            bool(one.conditions),
            bool(one.conditions) and not left,
            instance_arguments.is_kept(site.analysis, effect.paths[0]),
        )
        for one, effect, at, left, compared in met
        if left is not None and compared is not None
        if not effect.given or _is_given_router(site, effect.router, one.of, given)
        for route in _by_methods(
            site, _for_caller(site, one, effect, compared, left, called, given, at), (*at.at.values(), *given.values())
        )
    ]
    declared = _told_apart(stated)
    # What is compared is a route only if it tells paths apart.
    compared = (route_pruning.ComparedRoute(route, site, value) for route, value in declared if route.effect.around)
    site.analysis.notes(route_pruning.ComparedRoutes).extend(compared)
    registered = note_routes(site.analysis, [route for route, _ in declared if not route.effect.around])
    return registered or any(route.effect.around for route, _ in declared) or bool(summaries and not declared)


class _Declared(NamedTuple):
    """A route that a function declares for a caller, with what that writes to state it.

    It may depend on what callers give: this one may have `chosen` it. Or its path is what an object keeps.
    """

    route: StatedEffect[RouteEffect]
    written: facts.Value | None
    depends: bool
    chosen: bool
    kept: bool

    @property
    def has_verb(self) -> bool:
        """Whether it has one verb."""
        return self.route.effect.verbs != (verbs.ANY,)


def _told_apart(stated: Iterable[_Declared]) -> list[tuple[StatedEffect[RouteEffect], facts.Value | None]]:
    """Routes with what states them, as far as it is known which of them are this caller's."""
    found: dict[tuple[object, ...], list[_Declared]] = {}
    for one in stated:
        found.setdefault(_served(one.route.effect), []).append(one)
    return [(one.route, one.written) for rows in found.values() for one in _of_known_verbs(rows)]


def _of_known_verbs(rows: list[_Declared]) -> list[_Declared]:
    """Those of several routes that differ in their verbs which are the caller's.

    Those of any verb are for callers that choose none. Where an object keeps the path, methods of it may have set the
    verb, and which of these were called is not known: `router.post().path("/users").to(show)`.
    """
    with_verb = [one for one in rows if one.has_verb]
    if any(one.chosen for one in with_verb):
        return with_verb
    if len({one.route.effect.verbs for one in with_verb}) < 2 or any(one.depends or not one.kept for one in rows):
        return rows
    first = rows[0].route
    return [rows[0]._replace(route=replace(first, effect=replace(first.effect, verbs=(verbs.ANY,))))]


def _served(route: RouteEffect) -> tuple[object, ...]:
    """What a route serves, with any verb, and what handles it."""
    return route.paths, route.handler, route.brought


def _by_methods(
    site: CallSite, route: StatedEffect[RouteEffect], given: Iterable[Item]
) -> list[StatedEffect[RouteEffect]]:
    """A route for each verb that what a caller gives answers, if nothing else states any.

    A class that it gives for the handler does so, and an entry of a table by its fields.
    """
    effect = route.effect
    is_stated = effect.verbs != (verbs.ANY,) and not effect.assumed
    if effect.around or is_stated:
        return [route]
    own = {} if effect.handler is None else answered_verbs.methods(site.analysis, effect.handler)
    methods = own or dispatch_tables.handlers_by_verb(site, given)
    effects = [replace(effect, verbs=(Text((verb,)),), handler=method) for verb, method in methods.items()]
    return [replace(route, effect=one) for one in effects] or [route]


def _written_at(effect: RouteEffect, substitution: Substitution) -> facts.Value | None:
    """What a caller writes that states the route."""
    return substitution.written_argument(effect.paths[0]) or substitution.written_argument(effect.verbs[0])


def _for_caller(
    site: CallSite,
    summary: Summary,
    effect: RouteEffect,
    compared: tuple[tuple[Definition, int], ...],
    left: frozenset[Condition],
    called: Definition | Bound,
    given: Arguments,
    substitution: Substitution,
) -> StatedEffect[RouteEffect]:
    """The route that a function declares for this caller, on the conditions that are left."""
    stated = substitution.by_steps(effect.verbs) or (verbs.ANY,)
    asked = tuple(dict.fromkeys(v for verb in stated for v in substitution.verb(verb, ANY_VERB)))
    asked = tuple(verb if verbs.is_verb(verb) else verbs.ANY for verb in asked) if effect.wrapped else asked
    stated = substitution.by_steps(effect.paths)
    paths = tuple(dict.fromkeys(p for path in stated for p in substitution.text(path)))
    if effect.around:
        told = verbs.required_verbs(site) or dispatch_tables.verbs(site) if asked == (verbs.ANY,) else ()
        asked = tuple(Text((verb,)) for verb in told) or asked
        one = given.get(effect.compared[0]) if effect.compared else None
        if one is not None:
            of = site.analysis.evaluator.meaning(one.value, one.place)
            paths = tuple(path_ends.add_end(site, of, path) for path in paths)
        paths = tuple(dispatch_tables.complete_path(site, path) for path in paths)
    beside = [given[one.owner, one.index] for one in effect.beside if (one.owner, one.index) in given]
    if asked == (verbs.ANY,):
        asked = tuple(Text((verb,)) for verb in dispatch_tables.first_verbs(site.analysis.evaluator, beside)) or asked
    own = replace(
        effect,
        router=router_of_caller(site, effect.router, summary.of, called, given),
        verbs=asked,
        paths=paths,
        decorator=effect.decorator and site.decorated is None,
        handled=effect.handler is not None or effect.brought is not None,
        beside=tuple(_parameters(site.analysis, beside)),
        compared=compared,
        name=route_names.of_caller(effect, substitution),
    )
    own = with_handler(own, _handler(site, effect, given, substitution))
    written = _written_at(effect, substitution)
    is_row = isinstance(written, facts.Name) and len(paths) == 1
    span = contract_spans.span(site, written, paths[0] if is_row else None)
    return StatedEffect(own, span, summary.level, left)


def _path_parameters(
    site: CallSite, effect: RouteEffect, given: Arguments
) -> tuple[tuple[Definition, int], ...] | None:
    """The parameters that a caller hands on for what must be a request's path; None if it gives something else."""
    if not effect.compared:
        return ()
    one = given.get(effect.compared[0])
    meaning = None if one is None else site.analysis.evaluator.meaning(one.value, one.place)
    if meaning is None or not request_paths.library(site.analysis, meaning):
        return None
    return tuple(request_paths.parameters(meaning))


def _parameters(analysis: FileAnalysis, given: Iterable[Argument]) -> Iterator[ParameterPart]:
    """The parameters that arguments hand on."""
    for one in given:
        for option in each(analysis.evaluator.meaning(one.value, one.place)):
            if isinstance(option, Parameter) and not option.members:
                yield ParameterPart(option.owner, option.index)


def router_of_caller(
    site: CallSite, router: Router, function: Definition, called: Definition | Bound, given: Arguments
) -> Router:
    """The router as this caller gives it, be it by a method, if it is the caller who does, or calls a method on it.

    One that the function makes and gives back is another one for each call.
    """
    analysis = site.analysis
    if isinstance(called, Bound) and router.identity == (function.path, function.key.rpartition(".")[0]):
        own = analysis.evaluator.object_of(called.of)
        return router if own is None else routers.router(analysis, own, site.place)
    for (owner, number), one in given.items():
        is_own = owner == function
        meaning = routers.meaning_of_argument(analysis, router.identity, (owner, number), one) if is_own else None
        if meaning is not None:
            made = analysis.evaluator.object_of(meaning) or analysis.evaluator.holder(meaning)
            if made is not None:
                return routers.router(analysis, made, one.place)
            handed = next((option for option in each(meaning) if isinstance(option, Parameter)), None)
            return router if handed is None else Router(routers.parameter_identity(handed, None))
    if isinstance(called, Bound):
        return routers.of_object(analysis, router, called.of)
    made = analysis.evaluator.object_of(site.meaning(site.call))
    is_given_back = made is not None and router.identity in (
        constructed_identity.fallback_identities(analysis.evaluator, made)
    )
    return routers.router(analysis, made, site.place) if made is not None and is_given_back else router


def _is_given_router(site: CallSite, router: Router, function: Definition, given: Arguments) -> bool:
    """Whether a caller gives a function a router for what that declares a route on, or what it is given itself."""
    analysis = site.analysis
    for parameter, one in given.items():
        meaning = routers.meaning_of_argument(analysis, router.identity, parameter, one)
        if parameter[0] == function and meaning is not None:
            made = analysis.evaluator.object_of(meaning)
            is_router = made is not None and analysis.catalogue.role(made.type) == "router"
            return is_router or any(isinstance(option, Parameter) for option in each(meaning))
    return False


def _handler(
    site: CallSite, effect: RouteEffect, given: Arguments, substitution: Substitution
) -> Definition | Parameter | None:
    """The handler as this caller gives it: as an argument, or by decorating it."""
    analysis = site.analysis
    if effect.brought is not None:
        return handlers.of_caller(analysis, effect, substitution.argument)
    if site.decorated is not None:
        return Definition(analysis.view.path, analysis.view.key(site.decorated))
    if effect.around:
        return dispatch_tables.handler(site) or handlers.around(site.analysis, site.place)
    if effect.handler is None and not effect.decorator:
        functions = (handlers.handler_of(analysis, one.value, one.place) for one in given.values())
        return next((function for function in functions if isinstance(function, Definition)), None)
    return effect.handler
