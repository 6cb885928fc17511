"""Whether a value in a function is the path of the request that the function is given, by what that is called.

    const { pathname } = new URL(req.url);      the path
    rest := strings.TrimPrefix(r.URL.Path, "/api")      what is left of it behind `/api`
    environ["PATH_INFO"], $_SERVER["REQUEST_URI"]      the path
    const [, resource] = pathname.split("/")      its first segment

A path that a function is given by itself is one `beside` a request, an answer or a verb.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeGuard

from msgspec import Struct
from msgspec.structs import replace

from seamark.catalogue import Guarding
from seamark.catalogue import path_comparisons as names
from seamark.catalogue.path_takers import VERB_KEYS, is_request
from seamark.extract import facts
from seamark.patterns import regex
from seamark.resolve.abstract_values import GAP, Definition, Part, Place, Symbol
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.hand_written_routes import request_paths
from seamark.resolve.http import verbs
from seamark.resolve.workspace_facts.view import last_name

from . import verb_comparisons
from .request_methods import takes_request

MAX_NESTED = 12
"""Through how many expressions and names a path is followed, and how much is cut off of it."""
MAX_TAKEN = 24
"""How many segments are taken one after the other."""
MAX_PLAIN = 4
"""Of how many facts a call is made that is given nothing but one name."""
MAX_DIGITS = 4
"""How many digits the place of a segment has."""
MAX_BINDINGS = 64
"""How many values of a name are looked into."""


class RequestedPath(Struct, frozen=True):
    """The path of a request, or what is left of it behind what was cut off. It is `certain` that a request is meant.

    What is left is `bare` if its slash was cut off as well. It may be the list of the segments that are left, from the
    `first` one on, or one `segment`, by its number; what a list of them has before the first slash has the number -1.
    """

    cut: tuple[Part, ...] = ()
    certain: bool = True
    bare: bool = False
    first: int | None = None
    segment: int | None = None

    @property
    def is_split(self) -> bool:
        """Whether these are segments, or one of them."""
        return self.first is not None or self.segment is not None


class RequestedPaths:
    """The paths of requests in one function of a file, which may be `given` some by callers."""

    def __init__(self, analysis: FileAnalysis, scope: int, given: Mapping[str, RequestedPath]) -> None:
        self._analysis = analysis
        self._place = Place(analysis.view.path, scope)
        self._scopes = [one for one in analysis.view.scopes(scope) if one != facts.MODULE]
        definitions = [analysis.view.facts.definitions[one] for one in self._scopes]
        self.taken = {one.name: one for definition in reversed(definitions) for one in taken(definition)}
        """What the functions around are given, by name; what a method is called on is none of it."""
        self.row = None if scope == facts.MODULE else _row_of_method(analysis, scope)
        """That of a class whose methods answer requests, and its library, if this is such a method."""
        self._own = (definitions[0].parameters[0].name, self.row[0].path) if self.row is not None else None
        self._beside = any(map(_is_beside, taken(definitions[0]))) if definitions else False
        self.compares_verbs = False
        """Whether a path was found that is one because something beside it is compared with verbs."""
        self._paths: dict[str, RequestedPath | None] = {**given}
        self._requests: dict[str, bool] = {}
        """What is known of names; while one is followed, that it is nothing: a name may be bound to what it was."""

    def of(self, value: facts.Value, depth: int = 0) -> RequestedPath | None:
        """What a value has of the request's path; None if that is none."""
        if depth > MAX_NESTED:
            return None
        if self._analysis.gets_paths and isinstance(value, facts.Member | facts.Call):
            meaning = self._analysis.evaluator.meaning(value, self._place)
            if request_paths.library(self._analysis, meaning):
                return RequestedPath()
        match value:
            case facts.Member(of=of, name=name):
                is_own = isinstance(of, facts.Name) and (of.name, name) == self._own
                if is_own or (names.is_path(name) and (self._is_request(of, depth) or self._is_beside_verb(value))):
                    return RequestedPath()
                found = None if names.is_part_of_url(name) else self._of_url(of, depth)
                return None if found is None or found.is_split else found
            case facts.Element(of=of, key=facts.Literal(text=key)):
                if names.is_path(key) and self._is_request(of, depth):
                    return RequestedPath()
                return None
            case facts.Element(of=facts.List(items=items), key=facts.Scalar() as key):
                number = position(key)
                return self.of(items[number], depth + 1) if number is not None and number < len(items) else None
            case facts.Element(of=of, key=key):
                return _item(found, key) if (found := self._of_url(of, depth)) is not None else None
            case facts.Concat(parts=(first, *_, last)):
                is_below = isinstance(first, facts.Literal) and first.text.startswith("/")
                found = None if is_below else self.of(last, depth + 1)
                return None if found is None or found.is_split else found
            case facts.Call():
                return self._of_call(value, depth)
            case facts.Choice(options=options):
                return next((found for one in options if (found := self.of(one, depth + 1)) is not None), None)
            case facts.Name(name=name):
                found = self._of_name(name, depth)
                is_changed = found is not None and found.first is not None and self._is_changed(name)
                return None if is_changed else found
        return None

    def _of_url(self, value: facts.Value, depth: int) -> RequestedPath | None:
        found = self.of(value, depth + 1)
        return found if found is None or found.certain or found.is_split or isinstance(value, facts.Call) else None

    def counted_path(self, value: facts.Value) -> RequestedPath | None:
        """What is counted by a value: `parts.length`, `len(parts)`; None if that is nothing of a path."""
        named = value.callee if isinstance(value, facts.Call) else value
        given = [one.value for one in value.arguments] if isinstance(value, facts.Call) else []
        of = [*given, named.of] if isinstance(named, facts.Member) else given
        return self.of(of[0]) if of and names.on_lists(last_name(named)) == "count" else None

    def _of_call(self, call: facts.Call, depth: int) -> RequestedPath | None:
        callee, arguments = call.callee, [one.value for one in call.arguments]
        name = callee.name if isinstance(callee, facts.Name | facts.Member) else ""
        if names.comparison(name) not in ("", "other"):
            return None
        if isinstance(callee, facts.Member):
            getting = not arguments and names.is_path(name)
            keyed = any(isinstance(one, facts.Literal) and names.is_path(one.text) for one in arguments[:1])
            if (getting or keyed) and self._is_request(callee.of, depth):
                return RequestedPath()
            if not arguments and names.is_part_of_url(name):
                return None
            arguments.insert(0, callee.of)
        taken_from = _taken_from(call)
        if taken_from and names.on_lists(name) == "take":
            path, before = self._of_name(taken_from, depth), self._taken_before(call)
            if path is None or path.first is None or before is None:
                return None
            return replace(path, first=None, segment=path.first + len(before))
        for number, one in enumerate(arguments):
            found = self.of(one, depth + 1)
            if found is not None:
                others = arguments[:number] + arguments[number + 1 :]
                return self._of_segments(found, call, others) if found.is_split else self._cut(found, name, others)
        if names.on_lists(name) == "take token":  # `strtok(NULL, "/")`
            begun = self._taken_before(call)
            path = self.of(begun[0], depth + 1) if begun else None
            return path and replace(path, segment=len(begun or ()))
        return None

    def _of_segments(
        self, path: RequestedPath, call: facts.Call, others: Sequence[facts.Value]
    ) -> RequestedPath | None:
        """What a call gives that is made on segments, or is given them, with these others."""
        name = last_name(call.callee)
        done = names.on_lists(name)
        module = call.callee.of if isinstance(call.callee, facts.Member) else None
        made = [one for one in others if one is not module]
        if path.first is None:
            is_same = all(isinstance(one, facts.Literal) and not one.text.strip("/ ") for one in made)
            return path if is_same and names.keeps_text(name) else None
        match done:
            case "keep":
                return path if not names.is_by_function(name) or all(map(self._keeps_texts, made)) else None
            case "filter":
                return replace(path, first=max(path.first, 0)) if all(map(self._keeps_texts, made)) else None
            case "drop" if others and all(self.counted_path(one) is not None for one in others[1:]):
                number = position(others[0])
                return None if number is None else replace(path, first=path.first + number)
            case "item" if others:
                return _item(path, others[0])
            case "take":
                return replace(path, first=None, segment=path.first)
        return None

    def _keeps_texts(self, done: facts.Value) -> bool:
        """Whether what is done with each text of a list keeps it: `unquote`, `s => s`, or all that are not empty."""
        match done:
            case facts.Function(definition=index):
                function = self._analysis.view.facts.definitions[index]
                if not function.returns:  # `|s| !s.is_empty()`
                    return "is_empty" in self._analysis.view.facts.called
                named = [one.name for one in function.parameters]
                given, is_plain = function.returns[0], len(list(facts.within(*function.returns))) <= MAX_PLAIN
                is_kept = isinstance(given, facts.Call) and names.keeps_text(last_name(given.callee))
                return is_plain and (is_kept or (isinstance(given, facts.Name) and [given.name] == named))
            case facts.Literal(text=name) | facts.Name(name=name) | facts.Member(name=name):
                return names.keeps_text(name) or names.is_there(name)
        return done == facts.Scalar("None")

    @cached_property
    def _changes(self) -> dict[str, list[_Change]]:
        """The calls in the function that change lists, by what these are called, in the order of the text."""
        known = self._analysis.view.facts
        steps = [step for one in self._scopes for step in known.definitions[one].steps] or known.steps
        found: dict[str, dict[int, _Change]] = {}
        for one in _calls_in_arms(steps, _ALL, _ALL):
            for name in {_taken_from(one.call), _changed_by(one.call)}:
                found.setdefault(name, {}).setdefault(one.call.start, one)
        return {name: [by_start[start] for start in sorted(by_start)] for name, by_start in found.items() if name}

    def _is_changed(self, name: str) -> bool:
        """Whether something may take items from a list, or move them; a file's own steps do not have all calls."""
        return name in self._changes or (not self._scopes and any(map(names.changes, self._analysis.view.facts.called)))

    def _taken_before(self, call: facts.Call) -> list[facts.Call] | None:
        """The calls that took one thing after the other from what a call takes one from; None if that is not certain.

        What is done in another arm of the same statement is not done before it.
        """
        made, before = self._changes.get(_taken_from(call), []), list[facts.Call]()
        for one in made[: 2 * MAX_TAKEN]:
            if one.call.start >= call.start:
                return before if one.call.start == call.start and one.arm != _PERHAPS else None
            if one.call.start < call.start and one.arm[0] <= call.start < one.arm[1] and _taken_from(one.call):
                before.append(one.call)
            elif not one.among[0] <= call.start < one.among[1] or not _taken_from(one.call):
                return None
        return None

    def _cut(self, path: RequestedPath, name: str, others: Sequence[facts.Value]) -> RequestedPath | None:
        """What is left of a path where a function of this name is given it, with these others."""
        written = (one.arguments[0].value if _is_pattern(one) else one for one in others)
        texts = [one.text for one in written if isinstance(one, facts.Literal)]
        is_slash = bool(texts) and _SLASHES.fullmatch(texts[0]) is not None
        done = names.on_lists(name) if is_slash else ""
        if done in ("split", "take token"):
            if done == "split" and any(isinstance(one, facts.Scalar) and one.text not in _NO_LIMIT for one in others):
                return None  # The last item may be all the rest.
            is_bare = path.bare or any("empty" in last_name(one).lower() for one in others)
            return replace(path, segment=0) if done != "split" else replace(path, first=0 if is_bare else -1)
        if names.slices(name):
            numbers = [one.text for one in others if isinstance(one, facts.Scalar)]
            if numbers == ["1"] and not path.bare:
                return replace(path, bare=True)
            return path if numbers == ["0"] else RequestedPath((GAP,), path.certain)
        if len(path.cut) > MAX_NESTED:
            return None
        if is_slash and names.cuts_begin(name):
            is_first = "first" in name.lower() or facts.Scalar("1") in others
            if names.replaces(name) and not (texts[1:] == [""] and (texts[0].startswith("^") or is_first)):
                return path if texts[0].endswith("$") or texts[1:] == ["/"] else None
            return replace(path, bare=True)
        if names.cuts_begin(name) and texts and texts[0].startswith("/") and texts[0].strip("/"):
            return RequestedPath((*path.cut, texts[0].rstrip("/")), path.certain, texts[0].endswith("/"))
        return path

    def _of_name(self, name: str, depth: int) -> RequestedPath | None:
        if name not in self._paths:
            self._paths[name] = None
            self._paths[name] = self._follow_name(name, depth)
        return self._paths[name]

    def _follow_name(self, name: str, depth: int) -> RequestedPath | None:
        project, view = self._analysis.project, self._analysis.view
        for scope in (*self._scopes, facts.MODULE):
            bound = project.bindings(view, scope, name)[:MAX_BINDINGS]
            found = (self.of(one.value, depth + 1) for one in bound)
            path = next((one for one in found if one is not None), None)
            if path is None and bound and scope != facts.MODULE and self._is_told_beside_verb(name, bound):
                return RequestedPath()
            if path is not None or bound:  # A name may stand for another text, or list, as well.
                is_split = path is not None and path.is_split
                return None if is_split and any(self.of(one.value, depth + 1) != path for one in bound) else path
        if name in self.taken and names.is_path(name.lstrip("$")):
            return RequestedPath(certain=self._beside or self._is_told_beside_verb(name, ()))
        is_field = self._scopes and name not in self.taken and self._is_told_beside_verb(name, ())
        return RequestedPath() if is_field else None

    def _is_told_beside_verb(self, name: str, bound: Iterable[facts.Binding]) -> bool:
        """Whether a name is a path's, and what has it has something that is compared with verbs, too."""
        if not names.is_path(name.lstrip("$")) or any(isinstance(one.value, _STATED) for one in bound):
            return False
        given = (one.value for one in bound if isinstance(one.value, facts.Call))  # `path = getPath()`
        return self._is_beside_verb(facts.Name(name, 0, 0)) or any(map(self._is_beside_verb, given))

    def _is_beside_verb(self, value: facts.Value) -> bool:
        held = verb_comparisons.holder(self._analysis.view, value, self._place.scope)
        has_it = verb_comparisons.has_verb(self._analysis, held)
        self.compares_verbs |= has_it
        return has_it

    def _is_request(self, value: facts.Value, depth: int) -> bool:
        """Whether a value is a request, or holds what is known of one."""
        if depth > MAX_NESTED:
            return False
        match value:
            case facts.Name(name=name):
                if name not in self._requests:
                    self._requests[name] = False
                    self._requests[name] = self._names_request(name, depth)
                return self._requests[name]
            case facts.Member(of=of, name=name):
                is_named = is_request(name) or names.is_path(name)
                return is_named and (isinstance(of, facts.This) or self._is_request(of, depth + 1))
            case facts.Call(callee=facts.Member(of=of, name=name), arguments=()):
                return (is_request(name.removeprefix("get")) or names.is_path(name)) and self._is_request(of, depth + 1)
        return False

    def _names_request(self, name: str, depth: int) -> bool:
        parameter = self.taken.get(name)
        if parameter is not None:
            return takes_request(parameter) or names.carries_request(parameter.label)
        if name.lstrip("$").isupper() and names.carries_request(name.lstrip("$")):
            return True  # `$_SERVER`
        bound = (one for scope in self._scopes for one in self._analysis.view.bindings(scope, name))
        return any(self._is_request(one.value, depth + 1) for one in bound)


_STATED = (facts.Literal, facts.Concat)
"""What a path is that no request brings."""
_ALL, _PERHAPS = (-1, sys.maxsize), (-1, -1)
"""The place of what is done in any case, and of what may be done, or several times."""
_NO_LIMIT = frozenset(("-1", "0", "None", "null"))
_SLASHES = regex(r"[\^\\(]*/[/+*\\|$)^]*")
"""A slash, or a regular expression for some."""


def _item(path: RequestedPath, key: facts.Value) -> RequestedPath | None:
    """What stands under a key of what is left of a path: of a list of segments one, of a URL what that is."""
    if path.first is None:
        return None if path.is_split else path
    number = position(key)
    return None if number is None else replace(path, first=None, segment=path.first + number)


class _Change(NamedTuple):
    """A call that may change a list, the arm in which it stands, and the statement `among` whose arms that is."""

    call: facts.Call
    arm: tuple[int, int]
    among: tuple[int, int]


def _calls_in_arms(steps: Iterable[facts.Step], arm: tuple[int, int], among: tuple[int, int]) -> Iterator[_Change]:
    """All calls in these steps; those that are done again and again stand in no arm that is known."""
    for step in steps:
        tests = (test for one in step.arms for test in one.tests)
        is_loop = step.kind == "around" and any(one.tests for one in step.arms)
        own = _PERHAPS if is_loop else arm
        for value in facts.within(*step.values, *tests):
            if isinstance(value, facts.Call):
                yield _Change(value, own, _PERHAPS if is_loop else among)
        for one in step.arms:
            is_known = own != _PERHAPS
            inner = (one.start, one.end) if is_known and step.kind == "choose" else own
            outer = (step.start, step.end) if is_known and step.kind == "choose" else among
            yield from _calls_in_arms(one.steps, inner, outer if is_known else _PERHAPS)


def _is_pattern(value: facts.Value) -> TypeGuard[facts.Call]:
    return isinstance(value, facts.Call) and last_name(value.callee) == "RegExp" and bool(value.arguments)


def position(value: facts.Value) -> int | None:
    """The place in a list that a number is, if it can be one."""
    is_place = isinstance(value, facts.Scalar) and value.text.isdecimal() and len(value.text) <= MAX_DIGITS
    return int(value.text) if isinstance(value, facts.Scalar) and is_place else None


def _taken_from(call: facts.Call) -> str:
    """What a call takes one thing after the other from, if it does: what a name stands for, or the text begun last."""
    done = names.on_lists(last_name(call.callee))
    given = (call.callee.of if isinstance(call.callee, facts.Member) else None, *(one.value for one in call.arguments))
    named = (one.name for one in given if isinstance(one, facts.Name))
    return next(named, "") if done == "take" else done if done == "take token" else ""


def _changed_by(call: facts.Call) -> str:
    """The name of the list that a call changes, if it does."""
    first = call.callee.of if isinstance(call.callee, facts.Member) else [*call.arguments, None][0]
    first = first.value if isinstance(first, facts.Argument) else first
    return first.name if isinstance(first, facts.Name) and names.changes(last_name(call.callee)) else ""


def taken(definition: facts.Definition) -> Iterator[facts.Parameter]:
    """What a function is given, but for what a method is called on."""
    return (one for one in definition.parameters if one.kind != "self")


def _is_beside(parameter: facts.Parameter) -> bool:
    kind = parameter.type
    typed = kind.name if isinstance(kind, facts.Name | facts.Member) else ""
    is_verb = parameter.label.lower() in VERB_KEYS and parameter.label != "type"
    return takes_request(parameter) or is_verb or names.is_answer(parameter.label) or names.is_answer(typed)


def _row_of_method(analysis: FileAnalysis, index: int) -> tuple[Guarding, str] | None:
    """The row, with its library, by which a method is one that answers requests, as its class inherits."""
    definition = analysis.view.facts.definitions[index]
    if not analysis.catalogue.guarding or definition.kind != "method" or definition.parent == facts.MODULE:
        return None
    class_ = Definition(analysis.view.path, analysis.view.key(definition.parent))
    bases = (one.name for one in analysis.evaluator.lineage(class_) if isinstance(one, Symbol))
    rows = (analysis.catalogue.guarding[name] for name in bases if name in analysis.catalogue.guarding)
    return next((one for one in rows if definition.name in map(one[0].methods.format, verbs.IN_CAPITALS)), None)
