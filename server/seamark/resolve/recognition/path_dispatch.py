"""Functions that tell the paths of requests apart by conditions: what one does where a path is met may be a route.

    if (req.method === "GET" && url.pathname === "/users") return list(req, res);
    case usersPath.MatchString(r.URL.Path): s.users(w, r)

Such a function is read statement by statement, with what is known of verb and path by then. It serves a path if it does
something for it, and nothing else behind that. What it hands on to whatever comes next, or refuses, it does not serve.
Of libraries whose own comparisons are known, `hand_written_routes` reads those of whole paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import takewhile
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from seamark.catalogue import path_comparisons as names
from seamark.catalogue.path_takers import answers_requests
from seamark.extract import facts
from seamark.keys import ANY_VERB
from seamark.patterns import regex
from seamark.resolve.abstract_values import Bound as BoundMethod
from seamark.resolve.abstract_values import (
    Definition,
    Instance,
    Meaning,
    OpaqueCall,
    Parameter,
    Place,
    Text,
    each,
    function_of,
)
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import PossibleFound, RouteFound, Router, Span
from seamark.resolve.guards.refusals import calls, refuses
from seamark.resolve.http import verbs
from seamark.resolve.http.handlers import handlers, told_apart
from seamark.resolve.partial_texts.texts import concat, possible_texts
from seamark.resolve.partial_texts.urls import of_pattern, trimmed_end
from seamark.resolve.workspace_facts.view import last_name

from . import request_methods
from .known_paths import ANYTHING, REST, KnownPath, KnownRequest, both, first_ways, has_path, of_segments
from .requested_paths import RequestedPath, RequestedPaths, position, taken
from .verb_comparisons import MAX_COMPARED, named_verb

MOST = 2_000
"""How many routes of a file are noted."""
MAX_HANDED = 3
"""Through how many functions segments are followed."""
MAX_CALLERS = 64
"""From how many places a function is given segments."""
MAX_NAMES = 2
"""Through how many variables a condition is followed."""
_ASIDE = frozenset(("HEAD", "OPTIONS"))
"""What is answered beside other verbs."""
_REST, _PART = Text(("/*",)), Text(("{}",))
_JOINTS = (".", "-", "_", "=")
"""What the begin of a segment ends with whose rest is not known: `/combined.`"""
_WORD = regex(r"[^/\s{}*|]*")
"""A segment of a path, which may be empty."""
_BARE = regex(r"\w[\w./-]*")
"""A path without its first slash."""


class _Arm(NamedTuple):
    """What is done where something is known of a request, and whether nothing else is behind that: it is `final`.

    So it is of several arms of one statement, and of the one of a statement behind which nothing stands. What stands
    `behind` it may hand the request on, though.
    """

    steps: Sequence[facts.Step]
    final: bool
    behind: _Behind


_Behind = tuple[tuple[Sequence[facts.Step], int], ...]
"""The statements around, outer ones first, and from which number on they stand behind."""


def read_all(analysis: FileAnalysis) -> None:
    """Note what the file's functions serve by the paths that they tell apart."""
    known = analysis.view.facts
    functions = [(facts.MODULE, _Running("", known.steps, ()))]
    functions += ((i, _Running(one.name, one.steps, tuple(taken(one)))) for i, one in enumerate(known.definitions))
    functions = [
        (index, running)
        for index, running in functions
        if running.steps and (index == facts.MODULE or known.definitions[index].kind != "class")
    ]
    # Most files ask for no path: then it costs less to know that than to ask each comparison for the verb it may state.
    entered: dict[int, _Entered] = {}
    if not any(_Dispatch(analysis, *one, entered, asks_verbs=False).asks_for_path() for one in functions):
        return
    stated = {one.span.start for one in analysis.routes}
    found: list[PossibleFound | RouteFound] = []
    for _ in range(MAX_HANDED):
        before, found = dict(entered), []
        for index, running in functions:
            found += _Dispatch(analysis, index, running, entered).read() if len(found) < MOST else ()
        if before == entered:
            break
    analysis.possible += [one for one in found if isinstance(one, PossibleFound) and one.span.start not in stated]
    analysis.routes += [one for one in found if isinstance(one, RouteFound)]


class _Entering(NamedTuple):
    """What is known where a function stands or is called in one place, and the segments that it is given there."""

    known: list[KnownRequest]
    given: Mapping[str, RequestedPath]


class _Entered(NamedTuple):
    """What is known where a function stands or is called, by all `callers`, and the segments that it is `given`.

    If it `tells` paths apart, what it serves is stated `by` the function that calls it.
    """

    known: list[KnownRequest]
    given: Mapping[str, RequestedPath] = MappingProxyType({})
    tells: bool = False
    by: str = ""
    callers: Mapping[tuple[int, int, int], _Entering] = MappingProxyType({})


class _Running(NamedTuple):
    """What a function does and is given, or a file itself."""

    name: str
    steps: tuple[facts.Step, ...]
    taken: tuple[facts.Parameter, ...]


class _Dispatch:
    """Reads one function, or the file itself. What is known where one is `entered` is known in it, too."""

    def __init__(
        self,
        analysis: FileAnalysis,
        index: int,
        running: _Running,
        entered: dict[int, _Entered],
        *,
        asks_verbs: bool = True,
    ) -> None:
        self._analysis = analysis
        self._index = index
        self._entered = entered
        self._known, self._given, _, by, callers = entered.get(index, _Entered([KnownRequest()]))
        self._callers = tuple(callers.values())
        self._running = running
        self._asks_verbs = asks_verbs
        self._asks_for_path = False
        self._handing_on: dict[int, tuple[Sequence[facts.Step], int]] = {}
        """Steps that have been asked for, with the number of the last one that hands the request on."""
        self._place = Place(analysis.view.path, index)
        scope = analysis.view.named_scope(index)
        around = analysis.view.path if scope == facts.MODULE else analysis.view.key(scope)
        class_, _, name = around.rpartition("/" if scope == facts.MODULE else ".")
        self._by, self._called_by = by or f"{analysis.view.path}:{class_ or name}", name.partition("#")[0]
        self._paths = RequestedPaths(analysis, index, self._given)
        calls = (one for one in facts.within(*running.steps) if isinstance(one, facts.Call))
        self._splits = bool(self._given) or any(names.on_lists(last_name(one.callee)) == "split" for one in calls)
        self._ways_of_names: dict[tuple[str, int], list[KnownRequest]] = {}
        self._found: dict[tuple[int, tuple[str, ...], str], PossibleFound | RouteFound] = {}

    def read(self) -> list[PossibleFound | RouteFound]:
        """What the function may serve."""
        name = self._running.name
        verb = verbs.verb_in_name("name", name) if answers_requests(name) else ANY_VERB
        own = [KnownRequest(() if verb == ANY_VERB else (verb,))]
        self._read_steps(self._running.steps, both(self._known, own))
        if self._found and self._index in self._entered:
            self._entered[self._index] = self._entered[self._index]._replace(tells=True)
        is_certain = len(self._callers) <= MAX_CALLERS and all(one.given == self._given for one in self._callers)
        return list(self._found.values()) if is_certain else []

    def asks_for_path(self) -> bool:
        """Whether some condition asks for a path."""
        self.read()
        return self._asks_for_path

    # Statements

    def _read_steps(
        self, steps: Sequence[facts.Step], known: list[KnownRequest], *, final: bool = True, behind: _Behind = ()
    ) -> bool:
        """Read statements that run where this is known of a request; gives whether they tell anything apart.

        Behind one that leaves unless something is known of it, that is known as well. What stands behind the last one
        that tells it apart, or leaves, is done for all that is left.
        """
        start, told, found = 0, list[facts.Arm](), False
        for number, step in enumerate(steps):
            if self._analysis.view.scope_at(step.start) != self._place.scope and step.arms:
                continue
            entering = self._functions_in(step) if self._splits or known != [KnownRequest()] else ()
            for nth, (index, given) in enumerate(entering):
                if given or known != [KnownRequest()]:
                    self._enter(index, (self._index, step.start, nth), _Entering(known, given))
            is_last = final and not any(one.values or one.kind != "leave" for one in steps[number + 1 :])
            if self._read_arms(step, known, final=is_last, behind=(*behind, (steps, number + 1))):
                start, told, found = number + 1, [*step.arms], True
            elif admitted := self._admitted(step):
                known, start = both(known, admitted), number + 1
            denied = self._denied(step)
            if denied:
                known, start, told = both(known, denied), number + 1, []
        rest = steps[start:]
        is_left = all(arm.tests and arm.steps and arm.steps[-1].kind == "leave" for arm in told)
        is_refused = bool(told) and any(map(self._is_aside, rest))
        if start and has_path(known) and is_left and not is_refused and self._does(rest) and not self._hands_on(rest):
            self._note_all(known, rest)
            found = True
        return found

    def _enter(self, index: int, at: tuple[int, int, int], entering: _Entering) -> None:
        """Note what a function is given by a caller: what is known is what any of them knows."""
        before = self._entered.get(index, _Entered([]))
        callers = {**before.callers, at: entering}
        if len(before.callers) <= MAX_CALLERS:
            known = first_ways(way for one in callers.values() for way in one.known)
            self._entered[index] = _Entered(known, entering.given, before.tells, self._by, callers)

    def _functions_in(self, step: facts.Step) -> Iterator[tuple[int, Mapping[str, RequestedPath]]]:
        """The functions of the file that stand in a step, or are given segments: these, by what they call them."""
        for value in facts.within(*step.values):
            if isinstance(value, facts.Function):
                yield value.definition, {}
            given = [self._paths.of(one.value) for one in value.arguments] if isinstance(value, facts.Call) else []
            lists = {number: path for number, path in enumerate(given) if path is not None and path.first is not None}
            for function in self._called(value) if isinstance(value, facts.Call) and lists else ():
                found_at = self._analysis.project.locate(function)
                if found_at is not None and found_at[0] is self._analysis.view:
                    named = enumerate(taken(self._analysis.view.facts.definitions[found_at[1]]))
                    yield found_at[1], {one.name: lists[number] for number, one in named if number in lists}

    def _read_arms(self, step: facts.Step, known: list[KnownRequest], *, final: bool, behind: _Behind) -> bool:
        """Read the arms of a statement; gives whether they tell anything apart."""
        found, of_others = False, list[KnownRequest]()
        for arm in step.arms:
            own = self._ways(arm.tests)
            chosen = _Arm(arm.steps, final or len(step.arms) > 1, behind)
            is_rest = not arm.tests and bool(of_others) and not has_path(of_others, stated=True)
            if own or is_rest:  # What is done for all other verbs is done for the path, and without a segment as well.
                found |= self._read_arm(chosen, both(known, own or [KnownRequest()]))
            else:
                found |= self._read_steps(arm.steps, known, final=chosen.final, behind=behind)
            of_others += own
        return found

    def _read_arm(self, arm: _Arm, known: list[KnownRequest]) -> bool:
        """Read what is done where this is known; gives whether a path is told apart there."""
        if self._read_steps(arm.steps, known, final=arm.final, behind=arm.behind):
            return True
        if not has_path(known) or not self._serves(arm):
            return False
        self._note_all(known, arm.steps)
        return True

    def _denied(self, step: facts.Step) -> list[KnownRequest]:
        """What must be known of a request for a function not to leave at once: `if (method != "GET") return;`"""
        if step.kind != "choose" or len(step.arms) != 1 or not step.arms[0].steps:
            return []
        arm = step.arms[0]
        return [] if arm.steps[-1].kind != "leave" else self._denied_by(arm.tests)

    def _denied_by(self, tests: Sequence[facts.Value]) -> list[KnownRequest]:
        """In which ways not all of these are true, as far as they say that a request has not what it must have."""
        ways: list[KnownRequest] = []
        for test in tests:
            match test:
                case facts.Call(callee=facts.Member(name="!=") as callee):
                    met = self._ways_of_test(replace(test, callee=replace(callee, name="==")))
                case facts.Call(callee=facts.Member(of=facts.Call() as compared, name="==")) if (
                    # `not self.path.startswith("/files")`, where a class is known to answer requests
                    self._paths.row is not None
                    and test.arguments[0].value == facts.FALSE
                    and not names.is_zero_if_equal(last_name(compared.callee))
                ):
                    met = self._ways_of_call(compared)
                case facts.Choice(options=options):
                    each_of = (self._denied_by(one.items if isinstance(one, facts.List) else (one,)) for one in options)
                    met = reduce(both, filter(None, each_of), [KnownRequest()])
                case _:
                    met = []
            if not met or met == [KnownRequest()]:
                return []
            ways += met
        return ways

    def _admitted(self, step: facts.Step) -> list[KnownRequest]:
        """What must be known of a request for a statement not to leave that only sets something for some paths.

        if (is(url, "/rpc")) kind = Rpc; else if (is(url, "/json")) kind = Json; else return refuse();
        """
        arms, rest = step.arms[:-1], step.arms[-1:]
        if step.kind != "choose" or not arms or rest[0].tests or not _leaves(rest[0]) or not all(map(_only_sets, arms)):
            return []
        each_of = [self._ways(arm.tests) for arm in arms]
        return first_ways(way for ways in each_of for way in ways) if all(map(has_path, each_of)) else []

    # Conditions

    def _ways(self, tests: Sequence[facts.Value], depth: int = 0) -> list[KnownRequest]:
        """In which ways all of these are true, as far as they speak of a request; nothing if they do not.

        Those of one subject are the values of a case.
        """
        found = [ways for one in tests if (ways := self._ways_of_test(one, depth))]
        if len(found) > 1 and _is_case(tests):
            return first_ways(way for ways in found for way in ways)
        known = found[0] if found else []
        for further in found[1:]:
            known = both(known, further)
        return known

    def _ways_of_test(self, test: facts.Value, depth: int = 0) -> list[KnownRequest]:
        match test:
            case facts.Choice(options=options):
                tests_of = (one.items if isinstance(one, facts.List) else (one,) for one in options)
                return first_ways(way for tests in tests_of for way in self._ways(tests, depth))
            case facts.List(items=items):
                return self._ways(items, depth)
            case facts.Call(callee=facts.Member(of=of, name="==" | "!=" as sign), arguments=(other,)) if (
                segments := self._ways_of_segments(of, other.value, is_equal=sign == "==")
            ):
                return segments
            case facts.Call(callee=facts.Member(of=facts.Name(name=name), name="!=")) if _is_constant(test):
                return self._ways_of_name(name, depth)
            case facts.Call(callee=facts.Member(of=facts.Call() as compared, name="==" | "!=" as sign)) if _is_constant(
                test
            ):
                is_zero = test.arguments[0].value == facts.FALSE
                if (is_zero == (sign == "==")) == names.is_zero_if_equal(last_name(compared.callee)):
                    return self._ways_of_call(compared)
                return []
            case facts.Call(
                callee=facts.Member(of=facts.List(items=items), name="=="),
                arguments=(facts.Argument(value=facts.List(items=others)),),
            ) if len(items) == len(others):  # `[$method, $path] === ["GET", "/users"]`
                pairs = (self._ways_of_pair("equal", one, other) for one, other in zip(items, others, strict=True))
                return reduce(both, filter(None, pairs), [KnownRequest()])
            case facts.Call(callee=facts.Member(of=of, name="=="), arguments=(other,)):
                return self._ways_of_pair("equal", of, other.value)
            case facts.Call(callee=facts.Member(name="!=")):
                return []
            case facts.Call(callee=facts.Member(of=of, name=">" | ">=" as sign), arguments=(other,)):
                return self._ways_of_bound(of, other.value, is_more=sign == ">")
            case facts.Call() if not names.is_zero_if_equal(last_name(test.callee)):
                return self._ways_of_call(test)
            case facts.Element():
                return self._is_there(test)
            case facts.Name(name=name):
                return self._is_there(test) or self._ways_of_name(name, depth)
        return []

    def _ways_of_segments(self, of: facts.Value, other: facts.Value, *, is_equal: bool) -> list[KnownRequest]:
        """In which ways segments are as many as a number, those of a list, or not there."""
        path = self._paths.of(of)
        if isinstance(other, facts.Scalar):
            if path is not None and path.segment is not None:
                return self._ways_of_texts(path, [""], None) if is_equal else self._is_there(of)
            counted, many = self._paths.counted_path(of) if is_equal else None, position(other)
            if counted is None or counted.first is None or many is None:
                return []
            number = counted.first + many
            return [of_segments(counted, {number - 1: ANYTHING}, None, number)] if number >= 0 else []
        if path is None or path.first is None or not isinstance(other, facts.List) or not is_equal:
            return []
        items = list(takewhile(lambda one: one != _FURTHER, other.items))
        is_whole = len(items) == len(other.items)
        end = path.first + len(items)
        ways = [of_segments(path, {}, None, end) if is_whole else of_segments(path, {end: REST}, None)]
        for number, item in enumerate(items, path.first):
            one = replace(path, first=None, segment=number)
            said = item.options if isinstance(item, facts.Choice) else (item,)
            stated = [way for text in said for way in self._ways_of_texts(one, self._words(text), text)]
            ways = both(ways, stated or [of_segments(one, {number: ANYTHING}, None)])
        return ways

    def _ways_of_bound(self, of: facts.Value, other: facts.Value, *, is_more: bool) -> list[KnownRequest]:
        """That there are so many segments at least: `parts.length > 2`"""
        counted, many = self._paths.counted_path(of), position(other)
        if counted is None or counted.first is None or many is None:
            return []
        last = counted.first + many - (not is_more)
        return [of_segments(counted, {last: REST}, None)] if last >= 0 else []

    def _words(self, value: facts.Value) -> list[str]:
        return [known for text in possible_texts(self._meaning(value)) if (known := text.known_string) is not None]

    def _ways_of_texts(
        self, path: RequestedPath, texts: Iterable[str], stated: facts.Value | None
    ) -> list[KnownRequest]:
        """In which ways a segment is one of these; none, where it is empty: what stands before the first slash is."""
        number = path.segment or 0
        self._asks_for_path |= stated is not None and number >= 0 and any(texts)
        none = of_segments(path, {}, None, number) if number >= 0 else KnownRequest()
        return [of_segments(path, {number: one}, stated) if one else none for one in texts if _WORD.fullmatch(one)]

    def _is_there(self, value: facts.Value) -> list[KnownRequest]:
        """That there is a segment, if something is one."""
        path = self._paths.of(value)
        return [] if path is None or path.segment is None else [of_segments(path, {path.segment: ANYTHING}, None)]

    def _ways_of_name(self, name: str, depth: int) -> list[KnownRequest]:
        """In which ways a variable is set to something: `const match = path.match(…)`"""
        if (name, depth) not in self._ways_of_names:
            bound = self._analysis.view.bindings(self._place.scope, name)
            is_one = len(bound) == 1 and depth < MAX_NAMES
            self._ways_of_names[name, depth] = self._ways_of_test(bound[0].value, depth + 1) if is_one else []
        return self._ways_of_names[name, depth]

    def _ways_of_call(self, call: facts.Call) -> list[KnownRequest]:
        """In which ways a call is true that compares what it is on, or what it is given."""
        name = last_name(call.callee)
        kind = names.comparison(name)
        given = [one.value for one in call.arguments[:MAX_COMPARED]]
        if isinstance(call.callee, facts.Member):
            given.insert(0, call.callee.of)
        if kind == "other":
            return []
        found = [self._ways_of_pair(kind, of, other) for n, of in enumerate(given) for other in given[n + 1 :]]
        there = [] if "empty" in name.lower() else [self._is_there(one) for one in given]
        return next(filter(None, found), None) or reduce(
            both, filter(None, there), [KnownRequest()] if any(there) else []
        )

    def _ways_of_pair(self, kind: str, one: facts.Value, other: facts.Value) -> list[KnownRequest]:
        """In which ways two things are equal, or otherwise alike: a request's path or verb, and what is known."""
        for of, text in ((one, other), (other, one)):
            if isinstance(of, facts.Literal):
                continue
            path = self._paths.of(of)
            if path is not None and path.is_split:
                is_one = kind == "equal" and path.segment is not None
                return self._ways_of_texts(path, self._words(text), text) if is_one else []
            if path is not None and not self._analysis.gets_paths:
                found = [KnownRequest((), stated) for stated in self._stated(kind, path, text)]
                found = found or list(self._stated_with_verb(text))
                self._asks_for_path |= bool(found)
                return found
            if kind == "equal" and self._asks_verbs:
                told = self._verbs_stated(text) or tuple(filter(None, (named_verb(of, text),)))
                if told:
                    return [KnownRequest(told)]
        return []

    def _verbs_stated(self, value: facts.Value) -> tuple[str, ...]:
        told = verbs.enumerated_verbs(value)
        if not told and isinstance(value, facts.Name | facts.Member):
            said = (text.known_string or "" for text in possible_texts(self._meaning(value)))
            told = [one for one in said if one in verbs.IN_CAPITALS]
        return tuple(told)

    def _stated_with_verb(self, value: facts.Value) -> Iterator[KnownRequest]:
        """A verb and a path in one text: `case "GET /users":`"""
        for text in possible_texts(self._meaning(value)):
            verb, path = verbs.before_path(text)
            if verb is not None and path.raw().startswith("/"):
                yield KnownRequest((verbs.route_verb(verb),), KnownPath(path, value))

    def _stated(self, kind: str, of: RequestedPath, value: facts.Value) -> Iterator[KnownPath]:
        """The paths that something states with which the path of a request is compared."""
        texts = self._patterns(value) if kind == "pattern" else possible_texts(self._meaning(value))
        for one in texts:
            text = of_pattern(_without_delimiters(one)) if kind == "pattern" else one
            if of.bare and kind in ("equal", "begins") and _BARE.fullmatch(text.raw()):
                text = concat((Text(("/",)), text))
            raw = text.raw()
            if not raw.startswith("/") or " " in raw or "|" in raw:
                continue
            if not kind and not any(mark in raw for mark in ":{*<"):
                continue
            yield KnownPath(
                concat((Text(of.cut), text)), value, "equal" if kind == "pattern" else kind or "equal", of.certain
            )

    def _patterns(self, value: facts.Value) -> Iterator[Text]:
        """The texts of regular expressions, be they made of texts elsewhere."""
        for option in each(self._analysis.evaluator.source(value, self._place)):
            if isinstance(option, OpaqueCall):
                for given in option.call.arguments[:1]:
                    yield from possible_texts(self._analysis.evaluator.meaning(given.value, option.place))
            else:
                yield from possible_texts(option)

    def _meaning(self, value: facts.Value) -> Meaning:
        return self._analysis.evaluator.meaning(value, self._place)

    # What is done

    def _serves(self, arm: _Arm) -> bool:
        """Whether something is done for a request, and nothing else for it behind that."""
        if not self._does(arm.steps) or self._hands_on(arm.steps) or self._gives_back(arm.steps[-1]):
            return False
        if self._paths.row is not None or arm.steps[-1].kind == "leave":
            return True
        return arm.final and not any(self._last_handing_on(steps) >= number for steps, number in arm.behind)

    def _does(self, steps: Sequence[facts.Step]) -> bool:
        return any((calls(step) or self._gives(step)) and not self._is_aside(step) for step in steps)

    def _hands_on(self, steps: Sequence[facts.Step]) -> bool:
        return any(self._goes_on(one) for one in facts.within(*steps) if isinstance(one, facts.Call))

    def _last_handing_on(self, steps: Sequence[facts.Step]) -> int:
        """The number of the last of these steps that hands the request on; -1 if none does."""
        if id(steps) not in self._handing_on:
            numbers = range(len(steps) - 1, -1, -1)
            self._handing_on[id(steps)] = steps, next((one for one in numbers if self._hands_on([steps[one]])), -1)
        return self._handing_on[id(steps)][1]

    def _gives_back(self, step: facts.Step) -> bool:
        """Whether a step gives the request itself, for whatever comes next: `return Ok(request)`."""
        for value in step.values[-1:] if step.kind == "leave" else ():
            for one in each(self._meaning(value)):
                if isinstance(one, Parameter) and not one.members:
                    given = self._analysis.project.parameter(one.owner, one.index)
                    return given is not None and request_methods.takes_request(given) and not _is_answer(given)
        return False

    def _gives(self, step: facts.Step) -> bool:
        """Whether a step gives a function of the workspace, or an object that this makes, as a getter does."""
        given = [one for one in step.values if isinstance(one, facts.Member)] if step.kind in ("leave", "set") else []
        return any(isinstance(option, _MADE) for one in given for option in each(self._meaning(one)))

    def _is_aside(self, step: facts.Step) -> bool:
        if step.kind == "choose":
            return False
        if step.kind == "leave" and any(map(self._is_part_of_path, step.values[-1:])):
            return True  # A number or a name that stands in the path.
        named = (one.name for one in facts.within(step) if isinstance(one, facts.Name | facts.Member))
        return refuses(self._analysis.catalogue, step) or any(map(names.refuses, named))

    def _is_part_of_path(self, value: facts.Value) -> bool:
        """Whether a value is what a method of the path gives: `path.substringAfter("/users/")`."""
        match value:
            case facts.Element(of=facts.Call(callee=facts.Member(of=of))) | facts.Call(callee=facts.Member(of=of)):
                return self._paths.of(of) is not None
        return False

    def _goes_on(self, call: facts.Call) -> bool:
        """Whether a call hands the request on to what a function around is given, or what is called next.

        What has a method of its own for that is no such thing: `api.list_users(request)`.
        """
        callee = call.callee
        named = [callee.name] if isinstance(callee, facts.Name | facts.Member) else []
        root = self._analysis.view.root_of(callee)
        on = callee.of if isinstance(callee, facts.Member) else None
        named += [on.name] if isinstance(on, facts.Name | facts.Member) else []
        if any(map(names.goes_on, named)):
            return True
        parameter = None if root is None else self._paths.taken.get(root.name)
        is_direct = root is not None and (callee is root or on is root)
        if parameter is None or not is_direct or not self._hands_request(call) or _is_of_exchange(parameter):
            return False
        return answers_requests(last_name(callee)) or not any(self._called(call))

    def _hands_request(self, call: facts.Call) -> bool:
        """Whether a call is given something that the function around is given, as it is."""
        given = (one.value for one in call.arguments)
        return any(isinstance(one, facts.Name) and one.name in self._paths.taken for one in given)

    def _handler(self, steps: Sequence[facts.Step]) -> Definition | None:
        """The function that does what is done, if there is one."""
        found: dict[Definition, bool] = {}
        for step in steps:
            for value in step.values if step.kind != "choose" else ():
                if isinstance(value, facts.Call) and not self._is_aside(step):
                    for function in self._called(value):
                        found.setdefault(function, self._hands_request(value))
        handing = [one for one, hands in found.items() if hands]
        only = handing or list(found)
        return only[0] if len(only) == 1 else None

    def _called(self, call: facts.Call) -> Iterator[Definition]:
        """The functions of the workspace that a call calls, or that are wrapped in what it calls."""
        if isinstance(call.callee, facts.Call):
            function = handlers.handler_of(self._analysis, call.callee, self._place)
            yield from (function,) if isinstance(function, Definition) else ()
            return
        for option in each(self._meaning(call.callee)):
            if isinstance(option, Definition | BoundMethod):
                function = function_of(option)
                if not self._analysis.evaluator.is_class(function):
                    yield function

    def _serves_all_below(self, begin: Text, told: Sequence[str], handler: Definition | None) -> bool:
        """Whether all that begins so is served: what only leads to another dispatch, or to a router, is not."""
        if not begin.raw().strip("/"):
            return False
        if handler is None or self._analysis.project.locate(handler) is None:
            return bool(told)
        return not self._analysis.evaluator.once(("states paths", handler), lambda: self._states_paths(handler))

    def _states_paths(self, function: Definition) -> bool:
        found_at = self._analysis.project.locate(function)
        steps = () if found_at is None else self._analysis.project.definition(*found_at).steps
        texts = (one.text for one in facts.within(*steps) if isinstance(one, facts.Literal))
        return any(text.startswith("/") and text.strip("/") for text in texts)

    def _note_all(self, known: Iterable[KnownRequest], steps: Sequence[facts.Step]) -> None:
        called = (one for step in steps for one in self._functions_in(step)) if self._splits else ()
        if any(given and index in self._entered and self._entered[index].tells for index, given in called):
            return  # These tell apart what they are given.
        handler = self._handler(steps)
        told = () if handler is None else told_apart.by_function(self._analysis, handler)
        read = [self._paths.of(one) for one in facts.within(*steps) if isinstance(one, _READ)]
        numbers = [one.segment for one in read if one is not None and one.segment is not None]
        for way in known:
            path = None if way.path is None else way.path.whole(numbers)
            if path is not None:
                self._note(path, way.verbs or told, handler)

    def _note(self, path: KnownPath, asked_for: tuple[str, ...], handler: Definition | None) -> None:
        text, analysis = path.text, self._analysis
        told = tuple(one for one in asked_for if one not in _ASIDE) or asked_for
        if told and _ASIDE.issuperset(told) and (handler is None or "OPTIONS" in told):
            return
        if path.kind == "ends" or (path.kind == "begins" and not self._serves_all_below(text, told, handler)):
            return
        if path.kind == "begins":
            text = concat((text, _PART) if text.raw().endswith(_JOINTS) else (trimmed_end(text), _REST))
        stated = path.stated
        start, end = (stated.start, stated.end) if isinstance(stated, _PLACED) else (0, 0)
        if not end:
            return
        is_told = bool(told) or answers_requests(self._running.name) or any(map(_is_answer, self._running.taken))
        is_told |= self._paths.compares_verbs
        asked, span = told or (ANY_VERB,), Span(start, end, self._place.scope)
        function = handlers.around(analysis, self._place)
        if self._paths.row is not None:  # Others that it calls are no handlers for sure, but the method is one.
            parent = analysis.view.facts.definitions[self._index].parent
            router = Router((analysis.view.path, analysis.view.key(parent)), root=True)
            one = RouteFound(router, asked, (text,), function, span, self._paths.row[1])
            self._found[start, asked, text.raw()] = one
            return
        self._found[start, asked, text.raw()] = PossibleFound(
            asked,
            text,
            span,
            handler or function,
            self._by,
            asks=False,
            binds=path.certain,
            told=is_told,
            own=True,
            called=self._called_by,
            origin=analysis.view.path,
            answers=True,
            kind="compared",
        )


_MADE = (Definition, BoundMethod, Instance)
_FURTHER = facts.Element(facts.Hole(), facts.Hole())
"""In a list: that more items may follow."""
_READ = (facts.Element, facts.Name, facts.Call)
_PLACED = (facts.Literal, facts.Concat, facts.Name, facts.Member, facts.Call)


def _leaves(arm: facts.Arm) -> bool:
    return bool(arm.steps) and arm.steps[-1].kind == "leave"


def _only_sets(arm: facts.Arm) -> bool:
    return bool(arm.steps) and all(one.kind == "set" for one in arm.steps)


def _is_case(tests: Sequence[facts.Value]) -> bool:
    """Whether these compare one thing with several: the values of a case, of which one must be equal."""
    subjects = [
        test.callee.of
        for test in tests
        if isinstance(test, facts.Call) and isinstance(test.callee, facts.Member) and test.callee.name == "=="
    ]
    return len(subjects) == len(tests) and all(one == subjects[0] for one in subjects)


def _is_constant(test: facts.Call) -> bool:
    """Whether something is compared with a number, a truth or nothing."""
    return len(test.arguments) == 1 and isinstance(test.arguments[0].value, facts.Scalar)


def _is_answer(parameter: facts.Parameter) -> bool:
    kind = parameter.type
    typed = kind.name if isinstance(kind, facts.Name | facts.Member) else ""
    return names.is_answer(parameter.label) or names.is_answer(typed)


def _is_of_exchange(parameter: facts.Parameter) -> bool:
    """Whether a parameter is the request or takes the answer: methods of these do not hand the request on."""
    return _is_answer(parameter) or request_methods.takes_request(parameter)


def _without_delimiters(pattern: Text) -> Text:
    """A regular expression without the signs that stand around one in PHP: `#^/users$#i`"""
    known = pattern.known_string
    if known is None or len(known) < 3 or known[0].isalnum() or known[0] in "^/(\\[.":
        return pattern if known is None or not known.startswith("/^") else Text((known[1:].rpartition("/")[0],))
    body, mark, _ = known[1:].rpartition({"{": "}", "<": ">"}.get(known[0], known[0]))
    return Text((body,)) if mark else pattern
