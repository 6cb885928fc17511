"""Routes: their paths, verbs and handlers, as a row of the catalogue says where to find them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from seamark import keys
from seamark.catalogue import DECORATED, UNKNOWN_TYPE, Route
from seamark.catalogue.path_takers import is_error
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.patterns import regex
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Argument,
    Bound,
    Constant,
    Definition,
    Item,
    Made,
    Meaning,
    Options,
    Parameter,
    ParameterPart,
    Place,
    Record,
    Sequence,
    Symbol,
    Text,
    Unknown,
    each,
    function_of,
    is_empty,
)
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation.calls import arguments
from seamark.resolve.evaluation.library_objects.declared_contracts import library_decorators
from seamark.resolve.findings import RouteEffect, Router, Span, StatedEffect, with_handler
from seamark.resolve.hand_written_routes import comparisons
from seamark.resolve.partial_texts.texts import EMPTY, SLASH, UNKNOWN_TEXT, possible_texts, without_optional_base
from seamark.resolve.partial_texts.urls import join_url, of_patterns, without_rest
from seamark.resolve.wrappers import instance_arguments, registrars

from . import mounts, optional_parameters, path_classes, route_names, routers, verbs
from .handlers import answered_verbs, given_verbs, handlers, method_routers, told_apart


def route(site: CallSite, row: Route, library: str, router: Router, verb: Text | None = None) -> bool:
    """Read a call as a route on this router; False if it is none.

    `verb` is that of a method whose name callers give: `(verb, path, show) => app[verb](path, show)`.
    """
    if row.entries:
        return _entries(site, row, library, router)
    if row.path.endswith("*"):
        each_item = _with_each_item(site)
        return True in [route(each_item, one, library, router) for one in _several(each_item, row)]
    if row.localised and (spoken := routers.stated_languages(site, row.path)):
        return True in [_in_language(site, row, library, router, one) for one in spoken]
    below = routers.named_routers(site, row, library) if row.named else (router,)
    return True in [_on_router(site, row, library, one, verb) for one in below]


def _in_language(site: CallSite, row: Route, library: str, router: Router, language: str) -> bool:
    """Read a call that states a path for each of some languages as the route of one of these."""
    own = replace(row, path=routers.in_language(row.path, language), localised=False)
    return _on_router(site, own, library, routers.only_in_language(router, language), None)


def _on_router(site: CallSite, row: Route, library: str, router: Router, verb: Text | None) -> bool:
    """Read a call that states one path as a route on this router; False if it is none."""
    if row.handler != DECORATED and site.decorated is not None:
        return False
    if row.placed and not (router.prefixes or router.below):
        return False
    if row.without and site.written_argument(row.without) is not None:
        return False
    if not (row.path or row.prefix or router.below) and router.prefixes == (UNKNOWN_TEXT,):
        return False
    if row.last and not site.analysis.is_last(site.call):
        return True
    if site.after(row.unfinished) is not None:
        return True
    if row.methods:
        return _on_object(site, row, library, router)
    if row.unfinished:
        router = _unless_gone_on_with(site, row, router)
    answering = site.upto(row.answered) or site
    handler = handlers.handler(answering, row, router)
    is_literal = isinstance(site.written_argument(row.handler), facts.Function)
    if UNKNOWN_TYPE in row.on and is_literal and isinstance(handler, Definition) and _is_called_back(site, handler):
        return False
    if row.takes and not _takes(site, handler, row.takes):
        return False
    is_open = isinstance(handler, Unknown) and UNKNOWN_TYPE in row.on
    together = UNKNOWN_TYPE in row.on and not row.needs_verb and _is_given_with_path(site, row)
    handed = UNKNOWN_TYPE in row.on and (row.needs_verb or together) and _is_handed(site, row)
    if row.needs_handler and (handler is None or (is_open and not handed)) and not responds(answering, row):
        return False
    if isinstance(handler, Unknown) and handlers.is_missing(site, row.handler):
        return False
    comparisons.hand(site, row, library)
    if row.everything:
        comparisons.leave_open(site, row, library, router, handler)
        return True
    names = optional_parameters.left_out(site, row, handler)
    paths = tuple(optional_parameters.mark(path, names) for path in _paths(site, row))
    if site.may_go_by_name(row.path, row) or (row.stated and site.argument(row.path) is None):
        return False
    if row.closed and any(without_rest(path) != path for path in (*router.prefixes, *router.below, *paths)):
        return False
    if not paths or (row.slash and not any(_is_path(site, path) or (handed and path.given_parts) for path in paths)):
        return False
    _note_rest(site, paths)
    # A decorator that decorates nothing here may be one that the function around it makes.
    decorator = row.handler == DECORATED and site.decorated is None and site.applied is None
    if decorator and UNKNOWN_TYPE in row.on and not _makes_decorator(site):
        return False
    effect = RouteEffect(
        router,
        (),
        paths,
        library,
        decorator=decorator,
        handled=bool(row.handler) and handler is None,
        wildcards=tuple(row.wildcards.items()),
        below=row.below,
        folds_verbs=row.folds_verbs,
        assumed=not row.verb and site.written_argument(row.verbs) is None,
        handed=handed,
        given=handed and together,
        name=route_names.of_route(site, row, library, router),
    )
    stated = StatedEffect(effect, _span(site, row), conditions=site.conditions | verbs.given_as_method(verb))
    served = [
        (asked if verb is None else (verb,), by) for asked, by in _answers_by_verb(answering, row, router, handler)
    ]
    before = [verbs.before_path(path, folds=row.folds_verbs)[0] for path in paths]
    states_verb = all(verb is not None and _is_stated(verb) for verb in before)
    if row.needs_verb and not states_verb and not all(_is_stated(asked) for (asked,), _ in served):
        return False
    is_noted = registrars.note_routes(site.analysis, [_with_answer(stated, asked, by) for asked, by in served])
    # Callers tell which it is: those that decorate nothing with what they are given ask for something.
    return is_noted and not (decorator and UNKNOWN_TYPE in row.on)


def _takes(site: CallSite, handler: Definition | Symbol | Unknown | None, number: int) -> bool:
    """Whether a handler is a function of the workspace with so many parameters."""
    return isinstance(handler, Definition) and len(site.analysis.project.facts_of(handler).parameters) == number


def responds(site: CallSite, row: Route) -> bool:
    """Whether a call is given an object that answers with several functions, as the row says that these are called."""
    return bool(row.responders) and bool(answered_verbs.responders(site, row, None))


def beside(site: CallSite, row: Route) -> CallSite:
    """The call as if it was given what another decorator of the same definition is given, if the row says so."""
    if not row.beside or site.decorated is None:
        return site
    view = site.analysis.view
    found = library_decorators(site.analysis.evaluator, view.path, view.facts.definitions[site.decorated])
    given = next((call for name, call, place in found if name in row.beside and place.path == view.path), None)
    return site if given is None else replace(site, call=replace(site.call, arguments=given.arguments))


def _with_answer(
    stated: StatedEffect[RouteEffect], asked: tuple[Text, ...], by: Definition | Parameter | None
) -> StatedEffect[RouteEffect]:
    """A route with these verbs, and this handler."""
    wrapped = stated.effect.assumed and any(verb.given_parts for verb in asked)
    return replace(stated, effect=with_handler(replace(stated.effect, verbs=asked, wrapped=wrapped), by))


def _note_rest(site: CallSite, paths: Iterable[Text]) -> None:
    """Note that a decorated handler answers all below a path: it is given the requests, and the rest of their paths."""
    analysis = site.analysis
    rests = {name for path in paths if (name := keys.rest_parameter(path.raw()))}
    if site.decorated is None or not rests:
        return
    handler = Definition(analysis.view.path, analysis.view.key(site.decorated))
    analysis.handed.add(handler)
    taken = enumerate(analysis.view.facts.definitions[site.decorated].parameters)
    analysis.rests.update((handler, index) for index, one in taken if one.name in rests)


def _is_handed(site: CallSite, row: Route) -> bool:
    """Whether callers of the function around a call may give the handler, be it called by a function in that."""
    analysis, value, scope = site.analysis, site.written_argument(row.handler), site.place.scope
    given = None if value is None else handlers.handler_of(analysis, value, site.place)
    if not isinstance(given, Definition) or scope == MODULE:
        return isinstance(given, Parameter)
    around = Definition(analysis.view.path, analysis.view.key(scope))
    called = handlers.called_parameter(analysis, given, around)
    return called is not None or (
        value is not None and handlers.handler_parameter(analysis, value, site.place) is not None
    )


def _is_called_back(site: CallSite, handler: Definition) -> bool:
    """Whether a function is given an error first, and then an answer: `api.get("/users", {}, (err, users) => …)`.

    What handles errors of requests is given four things.
    """
    taken = site.analysis.project.facts_of(handler).parameters
    return 0 < len(taken) < _OF_ERRORS and is_error(taken[0].label)


_OF_ERRORS = 4


def _is_given_with_path(site: CallSite, row: Route) -> bool:
    """Whether callers of one function give what a call is on, and its path or a part: `(app, at) => app.get(at, …)`."""
    callee, paths = site.call.callee, _paths(site, row)
    owners = {one.owner for path in paths for one in path.given_parts}
    on = each(site.meaning(callee.of)) if isinstance(callee, facts.Member) else ()
    return any(isinstance(one, Parameter) and one.owner in owners for one in on)


def _is_stated(verb: Text) -> bool:
    """Whether a call says which verb its route has, or its callers may say it."""
    return verb != verbs.ANY and verbs.is_verb(verb) and (verb.known_string is not None or bool(verb.given_parts))


def _is_path(site: CallSite, path: Text) -> bool:
    """Whether a text begins with a slash, or with a verb in capitals before that.

    Or with a prefix that is given together with what the call is on: `(app, at) => app.get(at + "/users", list)`.
    """
    verb, after = verbs.before_path(path)
    begins = (path if verb is None else after).raw()
    if begins.startswith("/") or not begins.startswith("{}/") or not isinstance(path.parts[0], ParameterPart):
        return begins.startswith("/")
    of = site.call.callee.of if isinstance(site.call.callee, facts.Member) else site.call.callee
    return any(isinstance(one, Parameter) and one.owner == path.parts[0].owner for one in each(site.meaning(of)))


def _with_each_item(site: CallSite) -> CallSite:
    """The call as if it was given one item for each list that it spreads by position: any of the list's."""
    items = (
        replace(one, name="", value=facts.Element(one.value, facts.Hole())) if one.name == "*" else one
        for one in site.call.arguments
    )
    return replace(site, call=replace(site.call, arguments=tuple(items)))


def _several(site: CallSite, row: Route) -> Iterator[Route]:
    """The row for each of the arguments that are paths."""
    given = sum(one.name == "" for one in site.call.arguments)
    for number in range(int(row.path.removesuffix("*")), given):
        yield replace(row, path=str(number))


def _entries(site: CallSite, row: Route, library: str, router: Router) -> bool:
    """Read what stands in a list that a call is given as what such a call is given; False if there is nothing."""
    analysis, before, single = site.analysis, len(site.analysis.routes), replace(row, entries="")
    held = analysis.evaluator.raw_items(site.argument(row.entries) or UNKNOWN)
    entries = [entry for item in held for entry in _entry(site, row.entries, item)]
    for entry in entries:
        found = len(analysis.routes)
        route(entry, single, library, router)
        if entry.place.path != site.place.path:
            span = contract_spans.span(site, site.written_argument(row.entries))
            analysis.routes[found:] = [replace(one, span=span) for one in analysis.routes[found:]]
    if not entries:
        route(site, single, library, router)
    return len(analysis.routes) > before


def _entry(site: CallSite, spec: str, item: Item) -> Iterator[CallSite]:
    """The calls as which an item of a list is read: a list is all that one is given, an object stands for the list."""
    listed: tuple[Meaning, ...] = () if isinstance(item, Argument) else (item,)
    if isinstance(item, Argument):
        if isinstance(item.value, facts.Object) or (isinstance(item.value, facts.Call) and item.value.new):
            yield _called_with(site, spec, item.value, item.place)
            return
        listed = each(site.analysis.evaluator.meaning(item.value, item.place))
    for one in listed:
        if isinstance(one, Sequence):
            given = tuple(facts.Argument("", value) for value in one.value.items)
            call = facts.Call(site.call.callee, given, False, one.value.start, one.value.end)
            yield replace(site, call=call, place=one.place)
        elif isinstance(one, Record):
            # PHP has arrays that are both: what has no key is an item.
            items = [entry.value for entry in one.value.entries if not entry.key]
            for value in [value for value in items if isinstance(value, facts.Object)] or [one.value]:
                yield _called_with(site, spec, value, one.place)


def _called_with(site: CallSite, spec: str, value: facts.Object | facts.Call, place: Place) -> CallSite:
    """The call as if it was given a value as one of its arguments, and where that stands beside them all the others."""
    number, others = int(spec), site.call.arguments
    given = facts.Argument("", value)
    whole = (*others[:number], given, *others[number + 1 :]) if place == site.place else (given,)
    return replace(site, call=facts.Call(site.call.callee, whole, False, value.start, value.end), place=place)


def _makes_decorator(site: CallSite) -> bool:
    """Whether the function around a call may give what that gives, to decorate others: `return router.get(path)`."""
    view, scope = site.analysis.view, site.place.scope
    returned = view.facts.definitions[scope].returns if scope != MODULE else ()
    named = {value.name for value in returned if isinstance(value, facts.Name)}
    kept = (one.value for name in named for one in view.bindings(scope, name))
    return any(isinstance(value, facts.Call) and value.start == site.call.start for value in (*returned, *kept))


def _answers_by_verb(
    site: CallSite, row: Route, router: Router, handler: Definition | Symbol | Unknown | None
) -> Iterator[method_routers.CarriedRoute]:
    """The verbs of a route, each with what answers it: a class does so with a method for each verb."""
    bound = handler if isinstance(handler, Definition) else None
    methods = answered_verbs.answers(site, row.handler, bound) if handler is not None else {}
    if row.responders:
        methods = answered_verbs.responders(site, row, bound)
    brought = router.verbs or _brought_by_path(site, row)
    served = verbs.texts_of(site, row, brought)
    is_stated = served != (verbs.ANY,) if row.verb else site.written_argument(row.verbs) is not None
    if methods and not is_stated:
        served = tuple(Text((verb,)) for verb in methods)
    elif served == (verbs.ANY,) and bound is not None:
        served = tuple(Text((verb,)) for verb in told_apart.by_function(site.analysis, bound)) or served
    value = site.written_argument(row.handler) if handler is not None else None
    if value is not None and served == (verbs.ANY,):
        served = given_verbs.given_to_wrapper(site, value) or served
    given = bound if value is None else handlers.handler_parameter(site.analysis, value, site.place) or bound
    if isinstance(site.applied, Parameter):
        given = site.applied
    if given is None and value is not None:
        given = handlers.handler_of(site.analysis, value, site.place)
    for verb in served:
        yield (verb,), methods.get(verbs.route_verb(verb)) or given


def _brought_by_path(site: CallSite, row: Route) -> tuple[Text, ...]:
    """The verbs that an object which is given for the path brings along."""
    if not row.path or isinstance(site.written_argument(row.path), facts.Literal | facts.Concat):
        return ()
    made = site.analysis.evaluator.object_of(site.argument(row.path) or UNKNOWN)
    return () if made is None else verbs.of_object(site.analysis, made)


def _unless_gone_on_with(site: CallSite, row: Route, router: Router) -> Router:
    """The router of a route that is none if it is what the function around it gives, and others go on with that.

    What the route itself goes on with is noted.
    """
    analysis, scope = site.analysis, site.place.scope
    for begun in _begun_by(site, row.unfinished):
        for option in each(site.meaning(begun.callee)):
            if isinstance(option, Definition | Bound):
                mounts.note_mount(site, routers.of_result(function_of(option)), None)
    returned = analysis.view.facts.definitions[scope].returns if scope != MODULE else ()
    if not any(isinstance(value, facts.Call) and value.start == site.call.start for value in returned):
        return router
    return replace(router, outcome=routers.of_result(Definition(analysis.view.path, analysis.view.key(scope))))


def _begun_by(site: CallSite, names: tuple[str, ...]) -> Iterator[facts.Call]:
    """What a chain with calls of these names begins with, and what those calls are given, where these are calls."""
    call, goes_on = site.call, False
    while isinstance(call.callee, facts.Member) and isinstance(call.callee.of, facts.Call):
        if call.callee.name in names:
            goes_on = True
            yield from (one.value for one in call.arguments if isinstance(one.value, facts.Call))
        call = call.callee.of
    if goes_on:
        yield call


def _on_object(site: CallSite, row: Route, library: str, router: Router) -> bool:
    """Read a call as a route whose verbs and handlers an object carries to it."""
    paths = _paths(site, row)
    served = list(method_routers.carried_routes(site, library, row.methods))
    if not paths or (row.needs_handler and not served):
        return False
    wildcards = tuple(row.wildcards.items())
    effect = RouteEffect(router, (verbs.ANY,), paths, library, wildcards=wildcards)
    stated = StatedEffect(effect, _span(site, row))
    brought = router.verbs or (verbs.ANY,)
    routes = [_with_answer(stated, brought if asked == (verbs.ANY,) else asked, by) for asked, by in served]
    return registrars.note_routes(site.analysis, routes or [stated])


def _span(site: CallSite, row: Route) -> Span:
    """The argument that states the path, or if that is none, what it is below."""
    for spec in (row.path, row.prefix, row.named):
        value, meaning = site.found_argument(spec)
        if meaning is not None and not is_empty(meaning):
            return contract_spans.span(site, contract_spans.text_in(site, value), meaning)
    return contract_spans.span(site, None if row.path or row.prefix else _placed_at(site))


def _placed_at(site: CallSite) -> facts.Value | None:
    """Where the object states its path on which a route without one is declared, if it does so in the same scope."""
    called = site.call.callee
    made = site.object_of(called.of if isinstance(called, facts.Member) else called)
    stated = None if made is None or not made.path_arguments else made.path_arguments[-1]
    around = None if stated is None else (stated.place.path, stated.place.scope)
    return stated.value if stated is not None and around == (site.place.path, site.place.scope) else None


def _paths(site: CallSite, row: Route) -> tuple[Text, ...]:
    if row.by_handler and site.decorated is not None and site.argument(row.path) is None:
        return (Text((site.analysis.view.facts.definitions[site.decorated].name,)),)
    stated = instance_arguments.with_parents(site.analysis, _stated_paths(site, row.path), site.place.scope)
    paths = _known_paths(_of_expression(site, row.path) or stated)
    if row.pattern:
        paths = tuple(path for one in paths for path in of_patterns(one))
    if row.prefix:
        stated_before = _among(site, row.prefix) if row.prefix.endswith("*") else _stated_paths(site, row.prefix)
        before = tuple(text for text in stated_before if text != UNKNOWN_TEXT) or stated_before
        joined = (prefix if path == EMPTY else join_url(prefix, path) for prefix in before for path in paths)
        paths = tuple(filter(_says_something, joined))
    return without_optional_base(paths)


def _among(site: CallSite, spec: str) -> tuple[Text, ...]:
    """The text that one of several arguments is, or that the calls make which stand there."""
    given = (site.meaning(value) for value in arguments.all_written(site.call, spec))
    return next(
        (found for one in given if (found := _stated_in(site, one)) and found[0].known_string is not None), (EMPTY,)
    )


def _known_paths(paths: tuple[Text, ...]) -> tuple[Text, ...]:
    """The paths that say something; an empty one, or the root, says nothing where another is not known."""
    is_set_elsewhere = any(not any(isinstance(part, str) for part in path.parts) for path in paths if path != EMPTY)
    return tuple(path for path in paths if _says_something(path) and not (is_set_elsewhere and path in _EMPTY))


_EMPTY = (EMPTY, SLASH)


def _says_something(path: Text) -> bool:
    """Whether anything of a path is known, or callers give it."""
    return bool(path.given_parts) or any(isinstance(part, str) for part in path.parts)


def _of_expression(site: CallSite, spec: str) -> tuple[Text, ...]:
    r"""The paths that a regular expression stands for, if an argument is one of whole paths: `/^\/users\/(\d+)$/`."""
    written = site.written_argument(spec)
    pattern = None if written is None else site.analysis.evaluator.written_pattern(written, site.place)
    is_whole = pattern is not None and _OF_PATH.fullmatch(pattern) is not None and "|" not in _GROUP.sub("", pattern)
    return tuple(of_patterns(Text((pattern,)))) if pattern is not None and is_whole else ()


_OF_PATH = regex(r"\^\\?/(?!.*(?:\(\?[!=<]|\)[?*+])).+\$")
"""What matches a path from its begin to its end, of which no group may be left out or come again."""
_GROUP = regex(r"\([^()]*\)")


def _stated_paths(site: CallSite, spec: str) -> tuple[Text, ...]:
    given = site.argument(spec)
    if given is None or is_empty(given):
        return (EMPTY,)
    return _stated_in(site, path_classes.with_paths(site.analysis.evaluator, given))


def _stated_in(site: CallSite, given: Meaning) -> tuple[Text, ...]:
    is_ordered = isinstance(given, Options) and given.ordered
    if is_ordered and not any(isinstance(one, Sequence | Made) for one in each(given)):
        return possible_texts(given)
    items = site.analysis.evaluator.items(given)
    return tuple(text for item in items if not isinstance(item, Constant) for text in _texts(item))


def _texts(item: Meaning) -> tuple[Text, ...]:
    """The paths that something states, be it an object that brings one along."""
    return (item.below or item.prefix) if isinstance(item, Made) else possible_texts(item)
