"""What no rule reads, and has a path: calls, entries and rows that may be requests, or with a function routes.

What they are is not decided here: the other side of the contract is evidence, or that many are alike. See
`index.publication.agreement`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from seamark.catalogue import VERBS
from seamark.catalogue.path_takers import (
    PATH_KEYS,
    VERB_KEYS,
    calls_back,
    is_callback,
    may_register,
    puts_under_key,
    runs_around,
    speaks_of_routes,
    states_nothing,
)
from seamark.extract import facts
from seamark.extract.facts import MACRO
from seamark.extract.nested_spans import OUTSIDE, NestedSpans
from seamark.patterns import regex
from seamark.resolve import abstract_values
from seamark.resolve.abstract_values import UNKNOWN, Bound, Definition, Made, Meaning, Parameter, Place, Symbol, each
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import PossibleFound, Router, Span
from seamark.resolve.http import routers, verbs
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.test_files import in_test
from seamark.resolve.partial_texts.texts import SLASH, concat, possible_texts
from seamark.resolve.partial_texts.urls import of_pattern
from seamark.resolve.workspace_facts.view import as_call, last_name
from seamark.resolve.wrappers import application

from . import bound_functions, path_keys, possible_mounts, request_methods, shapes
from . import possible_callees as callees
from .shapes import BEGIN, ORIGIN, PATTERN, PATTERN_END, Field, has_parameter, is_path, paths, verbs_in

FEW = 2
"""So many paths with parameters tell of texts beside them that they are paths as well."""
MOST = 2_000
"""How many such calls, and rows, of a file are looked at."""


def read_all(analysis: FileAnalysis) -> None:
    """Note what the file's calls, decorators and rows may state that were not understood."""
    found = sorted(one.span.start for some in (analysis.routes, analysis.requests, analysis.named) for one in some)
    calls = _with_chains(analysis, _calls(analysis))
    read = _ReadCalls(analysis, found)
    for site in calls[:MOST]:
        if site.name and not states_nothing(site.name) and not read.has(site) and _may_state(site):
            _ask_for_router(site)
            called = site.meaning(site.call.callee)
            for option in each(called):
                if isinstance(option, Definition | Bound):
                    application.bring_router_methods(site, abstract_values.function_of(option))
            if puts_under_key(site.name) and isinstance(site.call.callee, facts.Member) and _is_kept_in(site):
                kept_in = last_name(site.call.callee.of)
                callee = _Callee(f"{site.place.path}:{kept_in}", f"{kept_in}.{site.name}")
                _note(analysis, site.place, _given_fields(site.call), callee, replace(site, name=""))
            elif callees.is_open(site, called):
                _ask_callers(site, called)
                possible_mounts.note(site, called)
                _note_call(site, called)
    keyed = (_Row(one.place, one.fields, one.table) for one in path_keys.rows(analysis))
    for row in (*_rows(analysis), *_entries(analysis), *keyed)[:MOST]:
        if not any(_holds(found, text.start, text.end) for text in _path_texts(analysis, row.fields)):
            _note(analysis, row.place, row.fields, _Callee(row.of_class or _shape(analysis, row), row.table))


def _ask_callers(site: CallSite, called: Meaning) -> None:
    """Note that the callers of a function matter which calls what they give with a path and a function."""
    owners = [one.owner for one in each(called) if isinstance(one, Parameter) and not one.members]
    for owner in owners if owners and _is_given_function(site, site.call) else ():
        site.analysis.call_for_callers(owner)


def _ask_for_router(site: CallSite) -> None:
    """Note that the callers of a function matter which calls a method that routers have on what they give.

    That does not depend on what is known of them, for they are known because of this.
    """
    callee = site.call.callee
    if site.name not in site.analysis.catalogue.router_methods or not isinstance(callee, facts.Member):
        return
    for one in each(site.meaning(callee.of)):
        if isinstance(one, Made) or (isinstance(one, Parameter) and one.type == UNKNOWN):
            identity = routers.parameter_identity(one, one if isinstance(one, Made) else None)
            routers.note_open(site.analysis, Router(identity))


class _ReadCalls:
    """Which calls were understood: those that state what was found, or what does not stand at themselves.

    So is a part of what such a call is given, in the same function: a handler that is wrapped.
    """

    def __init__(self, analysis: FileAnalysis, found: Sequence[int]) -> None:
        calls = {(one.call.start, one.call.end): one.scope for one in analysis.view.facts.sites}
        self._spans = sorted(calls, key=lambda span: (span[0], -span[1]))
        self._nested = NestedSpans(self._spans)
        self._scopes = calls
        self._understood = {span for span in calls if _holds(found, *span)} | analysis.understood
        self._found = found

    def has(self, site: CallSite) -> bool:
        """Whether a call was understood."""
        start, end = site.call.start, site.call.end
        if (start, end) in self._understood or _holds(self._found, start, end):
            return True
        index = self._nested.innermost(start, end)
        while index != OUTSIDE and self._scopes[self._spans[index]] == site.place.scope:
            if self._spans[index] in self._understood:
                return True
            index = self._nested.parents[index]
        return False


def _holds(places: Sequence[int], start: int, end: int) -> bool:
    return bisect_left(places, start) < bisect_left(places, end)


# Calls


def _calls(analysis: FileAnalysis) -> list[CallSite]:
    """The file's calls that are given what is written like a path, decorators included, in the order of the text."""
    view = analysis.view
    decorating = {
        (call.start, call.end): (call, definition.parent, index)
        for index, definition in enumerate(view.facts.definitions)
        for one in definition.decorators
        if (call := as_call(one)) is not None
    }
    sites = (one for some in (view.facts.with_paths, view.facts.sites) for one in some)
    others = ((one.call, one.scope, None) for one in sites if (one.call.start, one.call.end) not in decorating)
    given = [one for one in (*decorating.values(), *others) if _states_path(analysis, one[0])]
    return [
        CallSite(analysis, call, Place(view.path, scope), last_name(call.callee), decorated)
        for call, scope, decorated in sorted(given, key=lambda one: (one[0].start, -one[0].end))
    ]


def _with_chains(analysis: FileAnalysis, calls: Sequence[CallSite]) -> list[CallSite]:
    """The calls, and those behind one that is given a path alone, which are given functions for verbs, as if they were
    given its path as well: `server.at("/users").get(list).post(add)`.
    """
    on: dict[tuple[int, int], facts.Call] = {}
    for one in analysis.view.facts.sites:
        callee = one.call.callee
        if isinstance(callee, facts.Member) and isinstance(callee.of, facts.Call) and _has_verb(callee.name):
            on[callee.of.start, callee.of.end] = one.call
    found: list[CallSite] = []
    for site in calls:
        found.append(site)
        behind = None if _is_given_function(site, site.call) else on.get((site.call.start, site.call.end))
        while behind is not None and len(found) < MOST and not any(_path_values(analysis, behind)):
            if _is_given_function(site, behind):
                given = replace(site.call, arguments=(*site.call.arguments, *behind.arguments), end=behind.end)
                found.append(CallSite(analysis, given, site.place, last_name(behind.callee)))
            behind = on.get((behind.start, behind.end))
    return found


def _is_given_function(site: CallSite, call: facts.Call) -> bool:
    given = (bound_functions.functions(site.analysis, one.value, site.place) for one in call.arguments)
    return any(True for functions in given for _ in functions)


def _has_verb(name: str) -> bool:
    return verbs.verb_in_name("name", name) != verbs.ANY.known_string


def _path_values(analysis: FileAnalysis, call: facts.Call) -> Iterator[facts.Value]:
    """What a call is given that is written like a path, or stands for one if a verb is in its name or given, too.

    So do constants where what is called may register something.
    """
    fields, name = _given_fields(call), last_name(call.callee)
    states_verb = _has_verb(name) or any(verbs_in(fields))
    return paths(fields, _names(analysis) if states_verb else (), constants=may_register(name))


def _states_path(analysis: FileAnalysis, call: facts.Call) -> bool:
    return any(_path_values(analysis, call)) or _bare_path(analysis, call) is not None


def _bare_path(analysis: FileAnalysis, call: facts.Call) -> facts.Literal | None:
    """What a call is given that may be a path without its first slash: if another one of its name here is given such a
    path with a parameter.
    """
    if last_name(call.callee) not in _given_bare_paths(analysis):
        return None
    return shapes.bare_path(_given_fields(call))


def _given_bare_paths(analysis: FileAnalysis) -> set[str]:
    """The names of what may register something in a file, and is given a path with a parameter, but no first slash."""

    def find() -> set[str]:
        known = analysis.view.facts
        found = {last_name(one.call.callee) for one in (*known.with_paths, *known.sites) if _has_bare_path(one.call)}
        return {name for name in found if may_register(name) or _has_verb(name)}

    return analysis.once("given bare paths", find)


def _has_bare_path(call: facts.Call) -> bool:
    texts = [one.value.text for one in call.arguments[:2] if isinstance(one.value, facts.Literal)]
    if not any(map(has_parameter, texts)):
        return False
    path = shapes.bare_path(_given_fields(call))
    return path is not None and has_parameter(path.text)


def _names(analysis: FileAnalysis) -> set[str]:
    """The names that a file binds to what is written like a path."""

    def find() -> set[str]:
        texts = (one for one in analysis.view.facts.bindings if isinstance(one.value, facts.Literal | facts.Concat))
        return {one.name for one in texts if is_path(one.value)}

    return analysis.once("names of paths", find)


def _given_fields(call: facts.Call) -> list[Field]:
    """What a call is given, and what is in objects among that, or in a pair that begins with a path."""
    is_macro = last_name(call.callee).endswith(MACRO)
    own = [Field(one.name, _token(one.value) if is_macro else one.value) for one in call.arguments]
    objects = (one.value for one in own if isinstance(one.value, facts.Object))
    lists = (one.value.items for one in own if isinstance(one.value, facts.List))
    pairs = (items for items in lists if len(items) == _PAIR and is_path(items[0]))
    further = [Field(entry.key, entry.value) for one in objects for entry in one.entries]
    return [*own, *further, *(Field("", item) for items in pairs for item in items)]


_PAIR = 2


def _token(value: facts.Value) -> facts.Value:
    """What a macro is given, the names of verbs as such: nothing need be called so."""
    if isinstance(value, facts.Name) and value.name in VERBS:
        return facts.Literal(value.name.upper(), value.start, value.end)
    return value


def _named_fields(site: CallSite, called: Meaning) -> list[Field]:
    """What a call is given; what a function of the workspace calls back goes by the name that this has there."""
    fields = _given_fields(site.call)
    functions = [abstract_values.function_of(one) for one in each(called) if isinstance(one, Definition | Bound)]
    if len(functions) != 1:
        return fields
    taken = [one.label for one in site.analysis.project.facts_of(functions[0]).parameters if one.kind != "self"]
    back = [at for at, label in enumerate(taken[: len(site.call.arguments)]) if is_callback(label)]
    return [replace(one, name=taken[at]) if at in back and not one.name else one for at, one in enumerate(fields)]


def _may_state(site: CallSite) -> bool:
    """Whether a call is given more than one short path, be it in an object: that says too little by itself."""
    objects = (one.value for one in site.call.arguments if isinstance(one.value, facts.Object))
    if len(site.call.arguments) > 1 or site.decorated is not None or any(len(one.entries) > 1 for one in objects):
        return True
    stated = list(_path_values(site.analysis, site.call))
    by_name = any(isinstance(one, facts.Name | facts.Member) for one in stated)
    return by_name or any(_SEVERAL.search(text) for value in stated for text in _texts_in(value))


def _texts_in(value: facts.Value) -> Iterator[str]:
    for one in contract_spans.texts_in(value):
        if isinstance(one, facts.Literal):
            yield one.text
        elif isinstance(one, facts.Concat):
            yield "".join(part.text if isinstance(part, facts.Literal) else "{}" for part in one.parts)


_SEVERAL = regex(r"/[^/]+/[^/]")


def _is_kept_in(site: CallSite) -> bool:
    """Whether a method is called on what only keeps things, as a map of the language's own does."""
    callee, is_none = site.call.callee, site.analysis.catalogue.is_none
    is_standard = rules_of(site.analysis.view.facts.language).globals.is_standard
    receiver = site.meaning(callee.of) if isinstance(callee, facts.Member) else abstract_values.UNKNOWN
    return all(isinstance(one, Symbol) and (is_standard(one.name) or is_none(one.name)) for one in each(receiver))


class _Callee(NamedTuple):
    """What is called, or a table: what it has in common with others that are alike, its name, and where it is from.

    It may be a function of the workspace's `own`.
    """

    by: str
    name: str
    origin: str = ""
    own: bool = False


def _note_call(site: CallSite, called: Meaning) -> None:
    """Note what a call may state: a decorator a route of what it decorates."""
    analysis, place, call = site.analysis, site.place, site.call
    callee = _callee(site, called)
    declared = _declared_verbs(site, called)
    if site.decorated is None:
        fields = _named_fields(site, called)
        asks, makes = callees.may_ask(site), callees.makes_object(site, called)
        _note(analysis, place, fields, callee, site, asks=asks, makes=makes, declared=declared)
    elif analysis.view.facts.definitions[site.decorated].kind != "class":
        handler = Definition(place.path, analysis.view.key(site.decorated))
        _note(
            analysis, place, _given_fields(call), callee._replace(own=False), site, handler=handler, declared=declared
        )


def _declared_verbs(site: CallSite, called: Meaning) -> tuple[str, ...]:
    """The verbs that a function of the workspace is given by a name, or has there by default."""
    functions = [abstract_values.function_of(one) for one in each(called) if isinstance(one, Definition | Bound)]
    evaluator = site.analysis.evaluator
    taken = site.analysis.project.facts_of(functions[0]).parameters if len(functions) == 1 else ()
    if not any(map(_takes_verbs, taken)):
        return ()
    given = evaluator.arguments_by_parameter(functions[0], site.call, site.place)
    stated = [one for (_, at), one in given.items() if _takes_verbs(taken[at])]
    listed = [item for one in stated for item in evaluator.items(evaluator.meaning(one.value, one.place))]
    words = [text.known_string or "" for one in listed for text in possible_texts(one)]
    return tuple(dict.fromkeys(word.upper() for word in words if word.lower() in VERBS))


def _takes_verbs(parameter: facts.Parameter) -> bool:
    return parameter.label.removesuffix("s") in VERB_KEYS


def _callee(site: CallSite, called: Meaning) -> _Callee:
    """What a call calls. Methods of one class are alike, and what one module offers, and macros that one file defines;
    else what has one name here is.
    """
    called_name = last_name(site.call.callee)
    for one in each(called):
        if isinstance(one, Definition | Bound):
            function = abstract_values.function_of(one)
            class_ = _class_of(site.analysis, function)
            name = f"{class_}.{called_name}" if class_.isidentifier() else called_name
            return _Callee(f"{function.path}:{class_ or function.key}", name, function.path, own=True)
        if isinstance(one, Symbol):
            module, _, name = one.name.replace("()", "").rpartition(".")
            of = module.rpartition("/")[2].rpartition(".")[2]
            return _Callee(module or one.name, f"{of}.{name}" if of.isidentifier() else called_name, module)
    on = site.call.callee.of if isinstance(site.call.callee, facts.Member) else None
    name = f"{on.name}.{called_name}" if isinstance(on, facts.Name) and on.name.isidentifier() else called_name
    return _Callee(f"{site.analysis.project.service(site.place.path)}:{called_name}", name)


def _class_of(analysis: FileAnalysis, function: Definition) -> str:
    """The name of the class that a method is of, also if it is defined outside of that; empty for others but macros."""
    definition = analysis.project.facts_of(function)
    if definition.macro:
        return MACRO
    return function.key.rpartition(".")[0] if definition.receiver is None else last_name(definition.receiver)


# Rows


class _Row(NamedTuple):
    """A row of a table, and the class that the rows of this table are declared to be of, if the workspace has it.

    Rows of one class are alike in whatever tables they stand.
    """

    place: Place
    fields: list[Field]
    table: str
    of_class: str = ""


def _rows(analysis: FileAnalysis) -> list[_Row]:
    """The rows of lists that have a path, and a verb or what answers requests; of one list several, or of one class.

    What is added to a list later is of it as well.
    """
    found: dict[str, dict[int, _Row]] = {}
    for one in shapes.lists(analysis.view):
        place = Place(analysis.view.path, one.scope)
        of = found.setdefault(one.name, {})
        for fields, row in zip(_with_slashes(analysis, one.value, place), one.value.items, strict=True):
            path = next(_path_texts(analysis, fields), None)
            if path is not None and (
                any(verbs_in(fields)) or _answers(analysis, fields, place) or _names_method(analysis, fields, place)
            ):
                of_class = _class_of_row(analysis, shapes.row_type(one, row), place)
                of[path.start] = _Row(place, fields, one.name, of_class)
    return [row for rows in found.values() for row in rows.values() if len(rows) > 1 or row.of_class]


def _with_slashes(analysis: FileAnalysis, table: facts.List, place: Place) -> list[list[Field]]:
    """The fields of the rows of a table. In one where a few have such a path with a parameter, paths whose first slash
    is not written are given it, before what answers requests or a method that texts name.
    """
    rows = [shapes.fields(row) for row in table.items]
    bare = [shapes.bare_path(row) for row in rows]
    if sum(path is not None and has_parameter(path.text) for path in bare) < FEW:
        return rows
    return [
        row
        if path is None or not (_answers(analysis, row, place) or _names_method(analysis, row, place))
        else [replace(one, value=replace(path, text=f"/{path.text}")) if one.value is path else one for one in row]
        for row, path in zip(rows, bare, strict=True)
    ]


def _class_of_row(analysis: FileAnalysis, stated: facts.Value | None, place: Place) -> str:
    """The class that a row is of: its file and its name."""
    meaning = abstract_values.UNKNOWN if stated is None else analysis.evaluator.meaning(stated, place)
    classes = (one for one in each(meaning) if isinstance(one, Definition) and analysis.evaluator.is_class(one))
    return next((f"{one.path}:{one.key}" for one in classes), "")


def _shape(analysis: FileAnalysis, row: _Row) -> str:
    """What a row of no class is like: those of one program whose verbs and paths are called the same are alike."""
    verb = next((one.name for one in row.fields if one.name.lower() in VERB_KEYS and any(verbs_in([one]))), "")
    path = next((one.name for one in row.fields if one.name.lower() in PATH_KEYS), "")
    if verb and path:
        return f"{analysis.project.service(analysis.view.path)}:{verb} {path}"
    return f"{analysis.view.path}:{row.table}"


def _answers(analysis: FileAnalysis, row: Sequence[Field], place: Place) -> bool:
    """Whether a row has a class that answers requests, or a function that is given one."""
    named = (one.value for one in row if isinstance(one.value, facts.Name | facts.Member))
    functions = (found for value in named for found in bound_functions.functions(analysis, value, place))
    return any(analysis.evaluator.is_class(one) or request_methods.is_given_request(analysis, one) for one in functions)


def _names_method(analysis: FileAnalysis, row: Sequence[Field], place: Place) -> bool:
    """Whether texts of a row name a method and its class."""
    values = [one.value for one in row]
    texts = (one for one in values if isinstance(one, facts.Literal))
    named = (found for one in texts for found in bound_functions.functions(analysis, one, place))
    return any(True for _ in (*named, *bound_functions.methods_of_pairs(analysis, values, place)))


def _entries(analysis: FileAnalysis) -> Iterator[_Row]:
    """What is set under keys that are paths, each with the name of what has these: `handlers["/users"] = show`."""
    for one in analysis.view.facts.assignments:
        key = one.target
        if BEGIN.match(key.name) is not None:
            row = [Field("", facts.Literal(key.name, key.start, key.end)), Field("", one.value)]
            yield _Row(Place(analysis.view.path, one.scope), row, last_name(key.of))


# What they state


def _note(
    analysis: FileAnalysis,
    place: Place,
    fields: Sequence[Field],
    callee: _Callee,
    site: CallSite | None = None,
    *,
    asks: bool = False,
    makes: bool = False,
    handler: Definition | None = None,
    declared: tuple[str, ...] = (),
) -> None:
    """Note what a call or a row with these fields may state."""
    name = "" if site is None else site.name
    # What a browser shows under a path is an element with that.
    may_bind = not calls_back(name) and (site is None or not facts.is_element(site.call))
    is_named = any(verbs_in(fields))
    binding = [one for one in fields if may_bind and not is_callback(one.name)]
    values = [one.value for one in binding] if handler is None else []
    found = [(value, bound_functions.functions(analysis, value, place, named=is_named)) for value in values]
    given = [(value, one) for value, some in found for one in some if not is_callback(one.name)]
    given += bound_functions.methods_of_pairs(analysis, values, place)
    by, bound = given[-1] if given else (None, handler)
    binds = bound is not None and may_bind
    stated = dict.fromkeys(verbs_in(fields)) or dict.fromkeys(declared)
    # What is made of a function is no request, nor an object with a path and no verb: it may be a link or a page.
    # In tests one with a verb may be what is told apart.
    asks = asks and not (makes and (binds or not stated or in_test(analysis.view, place.scope)))
    if not (asks or binds or site is None or speaks_of_routes(name)):
        return
    if not stated and any(isinstance(one.value, _NAMED) and runs_around(one.value.name) for one in fields):
        return
    asked = tuple(stated) or (verbs.verb_in_name("name", name),)
    answering: Sequence[tuple[tuple[str, ...], Definition | None]] = [(asked, bound)]
    is_told = answers = False
    by_verb = list(_verb_fields(analysis, fields, place)) if binds and not stated else []
    if by_verb:
        answering, is_told = by_verb, True
    elif bound is not None and binds:
        answering, is_told = _handlers_by_verb(analysis, asked, bound), request_methods.tells(analysis, bound)
        answers = request_methods.is_given_request(analysis, bound)
    # What is called may be given functions for much, of which one key each has its own kind.
    key = next((one.name for one in binding if one.value is by), "") if site is not None and not by_verb else ""
    stating = list(_row_paths(analysis, fields) if site is None else _path_values(analysis, site.call))
    bare = None if stating or site is None else _bare_path(analysis, site.call)
    if bare is not None and binds and (isinstance(by, facts.Literal) or answers or is_told or stated):
        stating, asks = [bare], False
    for value in _of_one_field(fields, stating) if binds else stating:
        read = possible_texts(analysis.evaluator.meaning(value, place))
        if isinstance(value, facts.Call) and not callees.is_format(analysis, value, place):
            # What else is given a path makes whatever it likes of that, if it is not known what.
            read = tuple(text for text in read if text.known_string is not None)
        for text in read:
            before, path = verbs.before_path(text)
            if path.raw().startswith(PATTERN) or path.raw().endswith(PATTERN_END):
                if not binds:
                    continue  # What is compared with an expression is the path of whatever it may be.
                path = of_pattern(path)
            if (bare is not None or BEGIN.match(path.raw()) is not None) and " " not in path.raw():
                is_url = ORIGIN.match(path.raw()) is not None
                if is_url and not asks:
                    continue
                path = concat((SLASH, path)) if path.raw()[:1] not in ("/", "{") and not is_url else path
                span = _span(value, place, site)
                told = bool(stated) or before is not None or is_told
                for some, by_which in answering if before is None else [((verbs.route_verb(before),), bound)]:
                    analysis.possible.append(
                        PossibleFound(
                            some,
                            path,
                            span,
                            by_which,
                            f"{callee.by}:{key}:" if key else callee.by,
                            asks,
                            binds and not is_url,
                            told,
                            callee.own,
                            callee.name,
                            callee.origin,
                            answers,
                            bare=bare is not None,
                        )
                    )


_NAMED = (facts.Name, facts.Member)


def _verb_fields(
    analysis: FileAnalysis, fields: Sequence[Field], place: Place
) -> Iterator[tuple[tuple[str, ...], Definition]]:
    """The verbs that fields are named for, each with the function that is there: `{ path, get: list, post: add }`."""
    for one in fields:
        if one.name.lower() in VERBS:
            for function in bound_functions.functions(analysis, one.value, place, named=True):
                yield (one.name.upper(),), function


def _of_one_field(fields: Sequence[Field], stating: Sequence[facts.Value]) -> Sequence[facts.Value]:
    """What states the path of a handler: the first that may do so, with what else is listed in that field."""
    named = next((one.name for one in fields if stating and one.value is stating[0]), "")
    listed = [one.value for one in fields if named and one.name == named]
    return [one for one in stating if any(one is value for value in listed)] or stating[:1]


def _handlers_by_verb(
    analysis: FileAnalysis, asked: tuple[str, ...], bound: Definition
) -> Sequence[tuple[tuple[str, ...], Definition]]:
    """What answers which verbs: those that are `asked` for, or if these are any, those that the handler tells apart."""
    known = request_methods.methods_by_verb(analysis, bound)
    whole = known.get(request_methods.ANY, bound)
    bases = analysis.evaluator.with_bases(bound)[1:] if whole != bound else ()
    if any(whole in analysis.evaluator.own_methods(base).values() for base in bases):
        whole = bound  # What all classes inherit leads nowhere.
    if asked == (request_methods.ANY,):
        return [((verb,), whole if verb == request_methods.ANY else method) for verb, method in known.items()]
    return [((verb,), known.get(verb, whole)) for verb in asked]


def _row_paths(analysis: FileAnalysis, fields: Sequence[Field]) -> Iterator[facts.Value]:
    """What a row has that is written like a path, or stands for one if it has a verb, too."""
    return paths(fields, _names(analysis) if any(verbs_in(fields)) else ())


def _path_texts(analysis: FileAnalysis, fields: Sequence[Field]) -> Iterator[facts.Literal | facts.Concat | facts.Name]:
    """The texts of the paths of a row."""
    yield from (text for value in _row_paths(analysis, fields) for text in contract_spans.texts_in(value))


def _span(value: facts.Value, place: Place, site: CallSite | None) -> Span:
    if site is not None:
        return contract_spans.span(site, contract_spans.text_in(site, value))
    written = next(contract_spans.texts_in(value), None)
    return Span(0, 0, place.scope) if written is None else Span(written.start, written.end, place.scope)
