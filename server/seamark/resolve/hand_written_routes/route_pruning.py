"""Removes comparisons of paths that are no routes of their own.

if (!strncmp(url, "/api/", 5)) return answer_api(url);     leads to a function that compares longer paths: no route
static int answer_api(const char *url) {
    if (!strcmp(url, "/api/users")) return users();        a route
    int id = number_behind(url, "/api/");                  takes off what its caller has compared: no route
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from seamark.extract import facts
from seamark.resolve.abstract_values import Definition, Text
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import EnteringCall, RouteEffect, StatedEffect
from seamark.resolve.http import verbs
from seamark.resolve.partial_texts.texts import replace_marks

from . import serving
from .request_paths import Handing

MAX_WAYS = 16
"""How many ways are told apart in which what is asked for where a call stands can hold."""
MAX_CALLS = 6
"""Through how many functions a request is followed to where it comes from."""

_Paths: TypeAlias = tuple[str, ...]


class ComparedRoute(NamedTuple):
    """A route that a comparison states, by what it compares the request's path with."""

    route: StatedEffect[RouteEffect]
    site: CallSite
    value: facts.Value | None

    @property
    def effect(self) -> RouteEffect:
        """The route, wherever it is stated."""
        return self.route.effect

    def with_paths(self, paths: tuple[Text, ...]) -> ComparedRoute:
        """The route with these paths instead of its own."""
        return self._replace(route=replace(self.route, effect=replace(self.effect, paths=paths)))


class ComparedRoutes(list[ComparedRoute]):
    """Routes that comparisons state, of which it is known only in the end whether they tell paths apart."""


class _Handing(NamedTuple):
    """A call that gives a function a request or its path, `by` another one, and what states the paths met there."""

    of: Definition
    by: Definition
    values: frozenset[facts.Value]


def telling_apart(analysis: FileAnalysis, compared: Collection[ComparedRoute]) -> list[StatedEffect[RouteEffect]]:
    """The routes that tell paths apart, each with those of its paths that do."""
    entering = _ReachingCalls(analysis, compared)
    kept = [one.with_paths(tuple(entering.further(one))) for one in compared]
    entering.tell(one for one in kept if one.effect.paths)
    return [one.route for one in kept if one.effect.paths and not entering.leads_on(one)]


def around(site: CallSite) -> Iterator[Definition]:
    """The functions around a call, inside out."""
    view = site.analysis.view
    return (Definition(view.path, view.key(scope)) for scope in view.scopes(site.place.scope))


def _paths(route: RouteEffect) -> Iterator[str]:
    """A route's paths as they are compared with others: with the usual wildcards."""
    return (_format_path(path, route.wildcards) for path in route.paths)


def _format_path(path: Text, wildcards: Iterable[tuple[str, str]]) -> str:
    return replace_marks(path, dict(wildcards)).raw()


class _ReachingCalls:
    """How the functions of a file are entered, and what they tell apart."""

    def __init__(self, analysis: FileAnalysis, compared: Iterable[ComparedRoute]) -> None:
        self._analysis = analysis
        self._open = {route.handler for route in analysis.routes if route.open}
        registered: dict[object, list[str]] = {}
        for route in analysis.routes:
            if not route.open:
                registered.setdefault(route.handler, []).extend(path.raw() for path in route.paths)
        self._registered: dict[object, _Paths] = {handler: tuple(paths) for handler, paths in registered.items()}
        self._told: dict[Definition, list[str]] = {}
        self._handing: dict[Definition, list[_Handing]] = {}
        self._leading: dict[facts.Value, list[_Handing]] = {}
        self._below: dict[tuple[Definition, Definition], frozenset[str]] = {}
        self._note_calls(compared)

    def _note_calls(self, compared: Iterable[ComparedRoute]) -> None:
        """Note the calls in the file that give functions a request or its path, for those as well."""
        met_by: dict[facts.Value, list[str]] = {}
        for one in compared:
            if one.value is not None:
                met_by.setdefault(one.value, []).extend(_paths(one.effect))
        for (of, _), site in self._analysis.notes(Handing).items():
            by = next(around(site))
            ways = _ways_to(site, met_by.keys())
            for way in ways:
                met = tuple(dict.fromkeys(path for value in way for path in met_by[value]))
                entered = EnteringCall(of, by, met or self._registered.get(by, ()))
                self._analysis.entered.setdefault(of, {})[entered] = None
            call = _Handing(of, by, frozenset(value for way in ways for value in way))
            self._handing.setdefault(by, []).append(call)
            for value in call.values:
                self._leading.setdefault(value, []).append(call)

    def tell(self, compared: Iterable[ComparedRoute]) -> None:
        """Note which paths functions tell apart."""
        for one in compared:
            for function in around(one.site):
                self._told.setdefault(function, []).extend(_paths(one.effect))

    def further(self, compared: ComparedRoute) -> Iterator[Text]:
        """Those paths of a route that are more than the begin of what is known of the path by then.

        That of the path for which a handler is registered is how this gets at the rest of it, and so it is with the
        begin of all that was met where a function is called.
        """
        functions = tuple(around(compared.site))
        own = [path for function in functions for path in self._registered.get(function, ())]
        for path in compared.effect.paths:
            written = _format_path(path, compared.effect.wildcards)
            begin = written.removesuffix("/*")
            if any(one.startswith(begin) for one in own):
                continue
            known = self._known_in(functions[0], set()) if begin != written and not path.given_parts else None
            if not known or not all(any(one.startswith(begin) for one in paths) for paths in known):
                yield path

    def _known_in(self, of: Definition, asked: set[Definition]) -> list[_Paths] | None:
        """What is known of the path, in each way in which a function is entered; None if it may be any in one of them.

        So it is if that cannot be told: nobody calls it, or there are too many functions. Those that were `asked`
        already are added to that, and not asked again.
        """
        if of in self._open or len(asked) > MAX_CALLS:
            return None
        asked.add(of)
        self._analysis.call_for_callers(of)
        own = self._registered.get(of, ())
        known = [own] if own else []
        for one in self._analysis.entered_by(of):
            if one.met:
                known.append(one.met)
            elif one.by not in asked:
                before = self._known_in(one.by, asked)
                if before is None:
                    return None
                known += before
        return known or None

    def leads_on(self, compared: ComparedRoute) -> bool:
        """Whether a route is only what leads on to longer paths: another function tells these apart, and no more.

        So it is with the path itself, without a rest, if that function refuses it.
        """
        for call in self._leading.get(compared.value, ()) if compared.value is not None else ():
            told = self._all_told(call.of, call.by) if call.of != call.by else frozenset()
            if told and all(_is_longer(told, path) for path in _paths(compared.effect)):
                found_at = self._analysis.project.locate(call.of)
                return found_at is not None and not serving.serves_rest(self._analysis, found_at)
        return False

    def _all_told(self, of: Definition, by: Definition) -> frozenset[str]:
        """The paths that a function tells apart, be it by functions of the file to which it hands the request on.

        Those of the function that calls it are none of these.
        """
        known = self._below.get((of, by))
        if known is None:
            found: set[str] = set()
            seen, waiting = {by, of}, [of]
            while waiting:
                one = waiting.pop()
                found.update(self._told.get(one, ()), self._told_elsewhere(one))
                further = {call.of for call in self._handing.get(one, ())} - seen
                seen |= further
                waiting += further
            known = self._below[of, by] = frozenset(path for path in found if path.startswith("/"))
        return known

    def _told_elsewhere(self, of: Definition) -> Iterator[str]:
        """The paths that a function of another file compares something with."""
        analysis = self._analysis
        is_here = of.path == analysis.view.path
        for name, text in () if is_here else analysis.project.texts(*analysis.project.whereabouts(of)):
            for row, _ in analysis.catalogue.comparisons.of(name):
                yield _format_path(Text((text,)), row.wildcards.items())


def _ways_to(site: CallSite, stating: Collection[facts.Value]) -> list[list[facts.Value]]:
    """What of all that states paths is equal to a path where a call stands, or the begin of it: for each way to it."""
    ways: list[list[facts.Value]] = [[]]
    guard = site.analysis.view.guard(site.call.start)
    for truth in dict.fromkeys(guard.holds) if guard is not None and stating else ():
        options = truth.options if isinstance(truth, facts.Choice) else (truth,)
        each_of = [[value for value in verbs.equal(site, (one,)) if value in stating] for one in options]
        if all(each_of) and len(ways) * len(each_of) <= MAX_WAYS:
            ways = [[*way, *further] for way in ways for further in each_of]
    return ways


def _is_longer(told: Iterable[str], path: str) -> bool:
    """Whether paths that are told apart are what one leads on to: some begin with it, or all where it has no rest."""
    begin = f"{_stem(path)}/"
    longer = (_stem(one).startswith(begin) for one in told)
    return any(longer) if path.endswith("/*") else all(longer)


def _stem(path: str) -> str:
    return path.removesuffix("*").rstrip("/")
