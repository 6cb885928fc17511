"""Whether a value in a function is the path of the request that the function is given, by what that is called.

    const { pathname } = new URL(req.url);      the path
    rest := strings.TrimPrefix(r.URL.Path, "/api")      what is left of it behind `/api`
    environ["PATH_INFO"], $_SERVER["REQUEST_URI"]      the path

A path that a function is given by itself is one `beside` a request, an answer or a verb.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from seamark.catalogue import path_comparisons as names
from seamark.catalogue.path_takers import VERB_KEYS, is_request
from seamark.extract import facts
from seamark.resolve.abstract_values import GAP, Part
from seamark.resolve.call_sites.file_analysis import FileAnalysis

from .request_methods import takes_request

MAX_NESTED = 12
"""Through how many expressions and names a path is followed, and how much is cut off of it."""
MAX_BINDINGS = 64
"""How many values of a name are looked into."""


class RequestedPath(Struct, frozen=True):
    """The path of a request, or what is left of it behind what was cut off. It is `certain` that a request is meant.

    What is left is `bare` if its slash was cut off as well.
    """

    cut: tuple[Part, ...] = ()
    certain: bool = True
    bare: bool = False


class RequestedPaths:
    """The paths of requests in one function of a file."""

    def __init__(self, analysis: FileAnalysis, scope: int) -> None:
        self._analysis = analysis
        self._scopes = [one for one in analysis.view.scopes(scope) if one != facts.MODULE]
        definitions = [analysis.view.facts.definitions[one] for one in self._scopes]
        self.taken = {one.name: one for definition in reversed(definitions) for one in taken(definition)}
        """What the functions around are given, by name; what a method is called on is none of it."""
        self._beside = any(map(_is_beside, taken(definitions[0]))) if definitions else False
        self._paths: dict[str, RequestedPath | None] = {}
        self._requests: dict[str, bool] = {}
        """What is known of names; while one is followed, that it is nothing: a name may be bound to what it was."""

    def of(self, value: facts.Value, depth: int = 0) -> RequestedPath | None:
        """What a value has of the request's path; None if that is none."""
        if depth > MAX_NESTED:
            return None
        match value:
            case facts.Member(of=of, name=name):
                if names.is_path(name) and self._is_request(of, depth):
                    return RequestedPath()
                return None if names.is_part_of_url(name) else self._of_url(of, depth)
            case facts.Element(of=of, key=facts.Literal(text=key)):
                if names.is_path(key) and self._is_request(of, depth):
                    return RequestedPath()
                return None
            case facts.Element(of=facts.List(items=items), key=facts.Scalar(text=number)) if number.isdecimal():
                return self.of(items[int(number)], depth + 1) if int(number) < len(items) else None
            case facts.Element(of=of):
                return self._of_url(of, depth)
            case facts.Concat(parts=(first, *_, last)):
                is_below = isinstance(first, facts.Literal) and first.text.startswith("/")
                return None if is_below else self.of(last, depth + 1)
            case facts.Call():
                return self._of_call(value, depth)
            case facts.Choice(options=options):
                return next((found for one in options if (found := self.of(one, depth + 1)) is not None), None)
            case facts.Name(name=name):
                return self._of_name(name, depth)
        return None

    def _of_url(self, value: facts.Value, depth: int) -> RequestedPath | None:
        found = self.of(value, depth + 1)
        return found if found is None or found.certain or isinstance(value, facts.Call) else None

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
        for number, one in enumerate(arguments):
            found = self.of(one, depth + 1)
            if found is not None:
                return self._cut(found, name, arguments[:number] + arguments[number + 1 :])
        return None

    def _cut(self, path: RequestedPath, name: str, others: Sequence[facts.Value]) -> RequestedPath | None:
        """What is left of a path where a function of this name is given it, with these others."""
        texts = [one.text for one in others if isinstance(one, facts.Literal)]
        if names.slices(name):
            numbers = [one.text for one in others if isinstance(one, facts.Scalar)]
            return path if numbers == ["0"] else RequestedPath((GAP,), path.certain)
        if len(path.cut) > MAX_NESTED:
            return None
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
            if path is not None or bound:
                return path
        if name in self.taken and names.is_path(name.lstrip("$")):
            return RequestedPath(certain=self._beside)
        return None

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


def taken(definition: facts.Definition) -> Iterator[facts.Parameter]:
    """What a function is given, but for what a method is called on."""
    return (one for one in definition.parameters if one.kind != "self")


def _is_beside(parameter: facts.Parameter) -> bool:
    kind = parameter.type
    typed = kind.name if isinstance(kind, facts.Name | facts.Member) else ""
    is_verb = parameter.label.lower() in VERB_KEYS and parameter.label != "type"
    return takes_request(parameter) or is_verb or names.is_answer(parameter.label) or names.is_answer(typed)
