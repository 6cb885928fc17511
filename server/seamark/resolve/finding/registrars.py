"""Functions whose callers state a route: `def page(path, view): app.add_url_rule(path, view_func=view)`."""

from __future__ import annotations

from itertools import product

from seamark.extract import facts
from seamark.resolve.findings import Registrar, RouteFound, Router, Spot
from seamark.resolve.meaning import Arguments, Definition, Given, Parameter, Place, Text, each
from seamark.resolve.substitute import Substitution
from seamark.resolve.wrapping import MAX_LEVEL, wraps

from . import handlers, routers, spots, verbs
from .finder import Finder
from .makers import makers


def routed(
    finder: Finder,
    router: Router,
    served: tuple[Text, ...],
    paths: tuple[Text, ...],
    handler: Definition | Parameter | None,
    spot: Spot,
    framework: str,
    level: int = 0,
    decorator: bool = False,
    handled: bool = True,
) -> bool:
    """A route was found: the file's own, or one that the callers of the function around it state.

    With `decorator` it is one only if a function is decorated with what the function around it gives; one that can
    be `handled` is that also if it has no handler.
    """
    found = False
    bound = handler if isinstance(handler, Definition) else None
    for pattern, asked in product(paths, served):
        before, path = verbs.before_path(pattern)
        verb = before or asked
        owner = _stated_by(finder, path, verb, spot.scope) if level < MAX_LEVEL else None
        if owner is not None:
            own = isinstance(handler, Parameter) and handler.owner == owner
            handed = handlers.handed(finder, bound, owner) if bound is not None else None
            given = handler.index if isinstance(handler, Parameter) and own else bound if handed is None else handed
            finder.registrars.append(
                Registrar(
                    owner,
                    router,
                    (verb,),
                    (path,),
                    given,
                    framework,
                    level + 1,
                    decorator or (handled and given is None),
                )
            )
            finder.call_for_callers(owner.key)
        elif not decorator and any(isinstance(part, str) for part in path.parts):
            finder.routes.append(RouteFound(router, (verbs.served(verb),), (path,), bound, spot, framework))
        else:
            continue
        found = True
    return found


def _stated_by(finder: Finder, path: Text, verb: Text, scope: int) -> Definition | None:
    """The function whose callers state the path or the verb of a route; a prefix that they give is none of that."""
    wrapping = wraps(path, (verb,), False, makers(finder, (path, verb), scope))
    if wrapping is None or (wrapping[1] and isinstance(path.parts[0], Given)):
        return None
    return wrapping[0]


def called(
    finder: Finder,
    function: Definition,
    given: Arguments,
    substitution: Substitution,
    call: facts.Call,
    place: Place,
    decorated: int | None,
) -> bool:
    """A call of a function that may state routes for its callers; False if it does not."""
    found = False
    for registrar in finder.relations.registrars(function):
        paths = tuple(dict.fromkeys(p for path in registrar.paths for p in substitution.text(path)))
        served = tuple(dict.fromkeys(v for verb in registrar.verbs for v in substitution.verb(verb, "ANY")))
        written_at = substitution.written(registrar.paths[0]) or substitution.written(registrar.verbs[0])
        found |= routed(
            finder,
            _router(finder, registrar.router, function, given),
            served,
            paths,
            _handler(finder, registrar, function, given, decorated),
            spots.spot(written_at, call, place.scope, decorated),
            registrar.framework,
            registrar.level,
            decorator=registrar.decorator and decorated is None,
            handled=registrar.handler is not None,
        )
    return found


def _router(finder: Finder, router: Router, function: Definition, given: Arguments) -> Router:
    """The router as this caller gives it, if it is the caller who does."""
    for (owner, number), one in given.items():
        if router.identity == (owner.path, f"{owner.key}({number})") and owner == function:
            meaning = finder.evaluator.meaning(one.value, one.place)
            made = finder.evaluator.made(meaning)
            if made is not None:
                return routers.router(finder, made, one.place)
            handed = next((option for option in each(meaning) if isinstance(option, Parameter)), None)
            return router if handed is None else Router((handed.owner.path, f"{handed.owner.key}({handed.index})"))
    return router


def _handler(
    finder: Finder, registrar: Registrar, function: Definition, given: Arguments, decorated: int | None
) -> Definition | Parameter | None:
    """The handler as this caller gives it: as an argument, or by decorating it."""
    if isinstance(registrar.handler, int):
        one = given.get((function, registrar.handler))
        return None if one is None else handlers.given(finder, one.value, one.place)
    if decorated is not None:
        return Definition(finder.view.path, finder.view.key(decorated))
    if registrar.handler is None and not registrar.decorator:
        functions = (handlers.given(finder, one.value, one.place) for one in given.values())
        return next((function for function in functions if isinstance(function, Definition)), None)
    return registrar.handler
