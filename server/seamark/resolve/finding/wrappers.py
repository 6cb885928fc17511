"""Functions whose callers state the contract: a request is theirs, or becomes that of a caller."""

from __future__ import annotations

from dataclasses import replace

from seamark.catalogue import Scheme
from seamark.extract import facts
from seamark.resolve.findings import MountFound, RequestFound, Spot, Wrapper
from seamark.resolve.meaning import (
    Arguments,
    Bound,
    Definition,
    Given,
    Place,
    Text,
    function_of,
)
from seamark.resolve.substitute import Substitution
from seamark.resolve.texts import UNKNOWN_TEXT, concat
from seamark.resolve.urls import has_scheme
from seamark.resolve.wrapping import MAX_LEVEL, wraps

from . import registrars, routers, spots
from .finder import Finder
from .makers import makers
from .verbs import plain


def requested(
    finder: Finder,
    verbs: tuple[Text, ...],
    default_verb: str,
    urls: tuple[Text, ...],
    spot: Spot,
    framework: str,
    level: int,
    passes: bool,
    guessed: bool = False,
    scheme: Scheme = "",
) -> None:
    """A request was found: the file's own, or one that the callers of the function around it state."""
    for url in urls:
        wrapping = wraps(url, verbs, passes, makers(finder, (url, *verbs), spot.scope))
        own = with_default(finder, url) if len(url.parts) > 1 else url
        is_stated = scheme != "stated" or (has_scheme(own, stated=True) and not _begins_given(own))
        if wrapping is not None and level < MAX_LEVEL:
            owner, maybe = wrapping
            guessed = guessed or finder.guesses
            finder.wrappers.append(
                Wrapper(owner, verbs, default_verb, (url,), framework, level + 1, maybe, guessed, scheme)
            )
            finder.call_for_callers(owner.key)
            if not maybe or not is_stated:
                continue
            finder.requests.append(
                RequestFound(plain(verbs, default_verb), (own,), spot, framework, level, maybe=owner)
            )
            continue
        if not is_stated:
            continue
        if url == UNKNOWN_TEXT and level == 0:
            finder.sends = True
        finder.requests.append(RequestFound(plain(verbs, default_verb), (own,), spot, framework, level))


def _begins_given(url: Text) -> bool:
    return bool(url.parts) and isinstance(url.parts[0], Given)


def with_default(finder: Finder, url: Text) -> Text:
    """A URL with its base as the parameter that brings it defaults to."""
    first, *others = url.parts or ("",)
    if not isinstance(first, Given) or first.members:
        return url
    default = first.default or finder.evaluator.default(first.owner, first.index)
    return url if default is None or default.unknown else concat((default, replace(url, parts=tuple(others))))


def called(
    finder: Finder, function: Definition | Bound, call: facts.Call, place: Place, decorated: int | None = None
) -> bool:
    """A call of a function of the workspace: it is given a router, or is a wrapper (then the answer is true)."""
    definition = function_of(function)
    own: Definition | None = definition
    found_at = finder.project.locate(definition)
    if found_at is not None and finder.project.definition(*found_at).kind == "class":
        own = finder.evaluator.constructor(definition)
    if own is None:
        return False
    wrappers = finder.relations.wrappers(own)
    given = finder.evaluator.given(own, call, place)
    _mount_given(finder, given, call, place)
    substitution = Substitution(finder.evaluator, own, function, given, call, place)
    for wrapper in wrappers:
        _request_through(finder, wrapper, own, substitution, call, place)
    registered = registrars.called(finder, own, given, substitution, call, place, decorated)
    return registered or any(not wrapper.guessed for wrapper in wrappers)


def _mount_given(finder: Finder, given: Arguments, call: facts.Call, place: Place) -> None:
    """A function that is given a router declares its routes on that."""
    for (owner, number), one in given.items():
        made = finder.evaluator.made(finder.evaluator.meaning(one.value, one.place))
        if made is not None and finder.known.role(made.type) == "router":
            identity = (owner.path, f"{owner.key}({number})")
            if identity != made.identity:
                router = routers.router(finder, made, place)
                finder.mounts.append(MountFound(identity, router, (), None, finder.view.path, call.start))


def _request_through(
    finder: Finder, wrapper: Wrapper, of: Definition, substitution: Substitution, call: facts.Call, place: Place
) -> None:
    """The request that a wrapper makes for this caller."""
    urls = tuple(dict.fromkeys(u for url in wrapper.urls for u in substitution.text(url)))
    if wrapper.maybe:
        urls = tuple(url for url in urls if substitution.gives_path(wrapper.urls[0]))
        if not urls:
            return
        finder.passed.add(of)
    if wrapper.scheme:
        urls = tuple(url for url in urls if has_scheme(url, stated=wrapper.scheme == "stated"))
    verbs = tuple(dict.fromkeys(v for verb in wrapper.verbs for v in substitution.verb(verb, wrapper.default_verb)))
    written_at = substitution.written(wrapper.urls[0]) or substitution.written(wrapper.verbs[0])
    requested(
        finder,
        verbs,
        wrapper.default_verb,
        urls,
        spots.spot(written_at, call, place.scope, None),
        wrapper.framework,
        wrapper.level,
        passes=False,
        guessed=wrapper.guessed,
        scheme=wrapper.scheme,
    )
