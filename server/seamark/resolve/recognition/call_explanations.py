"""Why a call that looks like a contract states none, in sentences for people (`seamark doctor`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from seamark.catalogue.path_takers import calls_back, speaks_of_routes, states_nothing
from seamark.catalogue.rows import R, Rows
from seamark.catalogue.schema import Called
from seamark.extract import facts
from seamark.resolve.abstract_values import (
    Bound,
    Definition,
    Instance,
    Made,
    Meaning,
    Module,
    Parameter,
    Place,
    Record,
    Sequence,
    Symbol,
    Text,
    Unknown,
    each,
    function_of,
)
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.file_relations import Relations
from seamark.resolve.findings import ContractEffect, Effect, RequestEffect, RouteEffect
from seamark.resolve.partial_texts.urls import looks_like_url
from seamark.resolve.port_model import CallExplanation
from seamark.resolve.workspace_facts.project import Project
from seamark.resolve.workspace_facts.view import NAMELESS, View, as_call, last_name

from . import bound_functions, candidate_calls, dispatch, shapes
from .shapes import Field

_MOST = 8
"""How many libraries are named."""
_ORDINALS = {"0": "first", "1": "second", "2": "third", "-1": "last"}
"""What arguments are called that go by where they stand."""


def explain_calls(project: Project, relations: Relations, view: View, start: int, end: int) -> list[CallExplanation]:
    """What is known of the calls whose name stands in a part of a file; `view` has all calls of the file."""
    decorating = {
        (call.start, call.end): (definition.parent, index)
        for index, definition in enumerate(view.facts.definitions)
        for call in map(as_call, definition.decorators)
        if call is not None
    }
    found: list[CallExplanation] = []
    for one in view.facts.sites:
        callee = one.call.callee
        if isinstance(callee, facts.Name | facts.Member) and start <= callee.end <= end:
            analysis = FileAnalysis(project, relations, view)
            scope, decorated = decorating.get((one.call.start, one.call.end), (one.scope, None))
            site = CallSite(analysis, one.call, Place(view.path, scope), last_name(callee), decorated)
            dispatch.dispatch_call(site)
            if candidate_calls.is_stated(analysis, one.call, scope, catalogued=one.catalogued):
                said = tuple(_read_as(analysis)) or tuple(_against(site))
            else:
                said = tuple(_unread_effects(analysis)) or tuple(_against(site))
            origins = tuple(dict.fromkeys(_origins(site, _names(one.call))))
            found.append(CallExplanation(one.call.start, callee.end, said, origins))
    return found


def _origins(site: CallSite, names: Iterable[facts.Name]) -> Iterator[str]:
    """From which files of the workspace the imported ones of these names come."""
    view, evaluator = site.analysis.view, site.analysis.evaluator
    for name in names:
        scopes = view.scopes(site.place.scope)
        bound = next((found for scope in scopes if (found := view.visible(scope, name.name, name.start))), [])
        for value in (one.value for one in bound):
            imported = value.of if isinstance(value, facts.Member) else value
            if isinstance(imported, facts.Import):
                module = evaluator.module(view.path, imported.module)
                if isinstance(module, Module):
                    yield f"`{name.name}` comes from {module.path}"


def _names(value: object) -> Iterator[facts.Name]:
    """The names in an expression."""
    if isinstance(value, facts.Name):
        yield value
    parts = value if isinstance(value, tuple) else ()
    if isinstance(value, Struct):
        parts = tuple(getattr(value, field) for field in value.__struct_fields__)
    for part in parts:
        yield from _names(part)


_LEFT_TO_CALLERS: dict[type[Effect], str] = {
    RequestEffect: "a request whose URL comes from the callers of `{}`: those are the calls",
    RouteEffect: "a route whose path comes from the callers of `{}`",
    ContractEffect: "a contract whose name comes from the callers of `{}`",
}
"""What a call is whose effect is left to callers of the function around it."""


def _read_as(analysis: FileAnalysis) -> Iterator[str]:
    """What the call was read as, which is no contract by itself."""
    for summary in analysis.summaries:
        told = _LEFT_TO_CALLERS.get(type(summary.effect))
        if told is not None:
            yield told.format(summary.of.name)
    for request in analysis.requests:
        yield f"a request ({request.framework}) {_pathless(request.urls)}"
    for route in analysis.routes:
        yield f"a route ({route.framework}) {_pathless(route.paths)}"
    for one in analysis.named:
        yield f"a contract ({one.framework}) whose name is unknown"
    if analysis.mounts:
        yield "it adds a prefix to routes, but declares none itself"


def _unread_effects(analysis: FileAnalysis) -> Iterator[str]:
    """What the call would be if it were read, in a file of which only some calls are."""
    found = [("a request", one.framework) for one in analysis.requests]
    found += [("a route", one.framework) for one in analysis.routes]
    found += [("a contract", one.framework) for one in analysis.named]
    for what, framework in dict.fromkeys(found):
        yield (
            f"it would be {what} ({framework}), but is not read: this file names no library itself, and in such "
            "a file Seamark reads only calls on names that it imports"
        )


def _pathless(stated: Iterable[Text]) -> str:
    """Why nothing is made of what a request or route states: it is not known, or is no path."""
    known = next((text.raw() for text in stated if any(isinstance(part, str) for part in text.parts)), "")
    return f"whose text `{known}` is not a path" if known else "whose path is unknown"


def _against(site: CallSite) -> Iterator[str]:
    """What is called, in which libraries something is called like that, and what is given."""
    analysis, callee = site.analysis, site.call.callee
    by_name = ", ".join(f"`{one.name}`" for one in site.call.arguments if one.name.isidentifier())
    subject = site.meaning(callee.of) if isinstance(callee, facts.Member) else site.meaning(callee)
    whose = "its receiver" if isinstance(callee, facts.Member) else "the called function"
    known = analysis.evaluator.object_of(subject)
    lacking = list(dict.fromkeys(_missing_requirements(site, known, by_name)))[:2]
    if known is not None and not lacking:
        is_part = analysis.catalogue.states(known.type, site.name)
        stated = "part of a contract, but not one itself" if is_part else "no contract that Seamark knows"
        yield f"{whose} is {_describe_meaning(analysis, known)}, on which `{site.name}` declares {stated}"
        return
    for option in each(subject)[:2] if known is None else (known,):
        yield f"{whose} is {_describe_meaning(analysis, option)}"
    yield from lacking
    if known is not None or lacking:
        return
    called = [one for one in each(site.meaning(callee)) if isinstance(one, Definition | Bound)]
    functions = list(dict.fromkeys(map(function_of, called)))
    inside = [_inside(analysis, function) for function in functions[:2]]
    yield from inside
    libraries = analysis.catalogue.libraries_with_call(site.name)
    if not libraries and not functions:
        yield f"no library that Seamark knows declares a contract with `{site.name}`"
    yield from _as_own(site, is_told=any(_NOT_FOLLOWED in one for one in inside))
    if functions or not libraries:
        return
    shown = ", ".join(libraries[:_MOST]) + (", …" if len(libraries) > _MOST else "")
    imported = [name for name in libraries if analysis.imports(name)]
    here = f"; this file imports {', '.join(imported)}" if imported else "; this file imports none of them"
    yield f"`{site.name}` declares a contract in {shown}{here}"
    given = site.argument("0")
    if isinstance(given, Text):
        yield f"its first argument is `{given.raw()}`{'' if looks_like_url(given) else ', which is not a path or URL'}"
    elif given is not None:
        yield f"its first argument is {_describe_meaning(analysis, each(given)[0])}"
    elif by_name:
        yield f"its named arguments are {by_name}"


def _inside(analysis: FileAnalysis, function: Definition) -> str:
    """What a function of the workspace does that states a contract, as far as that can be read."""
    found_at = analysis.project.locate(function)
    if found_at is None:
        return f"what `{function.name}` does is unknown"
    view, index = found_at
    inside = FileAnalysis(analysis.project, analysis.relations, view)
    for one in view.facts.sites:
        if index in view.scopes(one.scope):
            candidate_calls.read_candidate(inside, one)
    for what, some in (("a request", inside.requests), ("a route", inside.routes), ("a contract", inside.named)):
        if some:
            return f"`{function.name}` declares {what} ({some[0].framework}), {_NOT_FOLLOWED}"
    return f"`{function.name}` does nothing with its arguments that declares a contract, as far as Seamark knows"


_NOT_FOLLOWED = "but Seamark cannot follow the arguments of this call to it"


def _as_own(site: CallSite, *, is_told: bool) -> Iterator[str]:
    """What speaks for a contract nevertheless, and the row that would read it."""
    fields = [Field(one.name, one.value) for one in site.call.arguments]
    fields += [
        Field(entry.key, entry.value)
        for one in site.call.arguments
        if isinstance(one.value, facts.Object)
        for entry in one.value.entries
    ]
    if not any(shapes.paths(fields)) or states_nothing(site.name):
        return
    binds = any(True for one in fields for _ in bound_functions.functions(site.analysis, one.value, site.place))
    is_route = site.decorated is not None or (binds and not calls_back(site.name)) or speaks_of_routes(site.name)
    name = site.name.removesuffix(facts.MACRO)
    does, row = _ROUTES if is_route else _REQUESTS
    if not is_told:
        yield f"it takes a path, but nothing shows that it {does}"
    yield f"if it does, add a table `[[own]]` with `{row.format(name)}` to seamark.toml"


_ROUTES = ("registers routes", 'routes = "{}"')
_REQUESTS = ("sends requests", 'requests = "{}"')
"""What a call may do, and the row that says so."""


def _missing_requirements(site: CallSite, known: Made | None, by_name: str) -> Iterator[str]:
    """What rows of the catalogue ask for that are for the call, and that it does not have."""
    catalogue, definitions = site.analysis.catalogue, site.analysis.view.facts.definitions
    of_class = known is None and site.decorated is not None and definitions[site.decorated].kind == "class"
    symbols = [option.name for option in each(site.meaning(site.call.callee)) if isinstance(option, Symbol)]
    is_controller = of_class and any(symbol in catalogue.controllers for symbol in symbols)
    if is_controller:
        yield "it decorates a class: it sets a prefix for the routes of its methods, but declares no route itself"
    for route, library in () if is_controller else _rows(catalogue.routes, known, site.name, symbols):
        if of_class:
            yield (
                f"it decorates a class: `calls` in the table {library} are routes of functions; for classes, name the "
                "decorator in `controllers`"
            )
        else:
            yield _explain_unmet(site, f"a route ({library})", route, route.path, by_name)
    for request, library in _rows(catalogue.requests, known, site.name, symbols):
        yield _explain_unmet(site, f"a request ({library})", request, request.url, by_name)
    for contract, library in _rows(catalogue.contracts, known, site.name, symbols):
        yield _explain_unmet(site, f"a contract ({library})", contract, contract.name, by_name)


def _rows(rows: Rows[R], known: Made | None, name: str, symbols: Iterable[str]) -> list[tuple[R, str]]:
    """The rows of one kind for a call of this name on an object of the catalogue, or else of one of the symbols."""
    return rows.on(known.type, name) if known is not None else [row for symbol in symbols for row in rows.of(symbol)]


def _explain_unmet(site: CallSite, what: str, row: Called, spec: str, by_name: str) -> str:
    """Why a call states nothing for which there is a row: it lacks the argument `spec`, or something else."""
    if not spec or site.written_argument(spec) is not None:
        asked = ", ".join(f"`{field}`" for field in REQUIREMENTS if getattr(row, field, None))
        more = f"more ({asked})" if asked else "more"
        return f"`{site.name}` declares {what}, but not when called like this: its row in the catalogue requires {more}"
    ways = " or ".join(
        f"its {_ORDINALS[one]} argument" if one in _ORDINALS else f"its argument `{one}`" for one in spec.split("|")
    )
    named = f"; its named arguments are {by_name}" if by_name else ""
    return f"`{site.name}` declares {what} by {ways}, which is missing here{named}"


REQUIREMENTS = (
    "needs_handler",
    "needs_verb",
    "slash",
    "scheme",
    "stated",
    "without",
    "unless",
    "where",
    "placed",
    "mounted",
    "named",
    "closed",
    "last",
    "sent",
    "unfinished",
)
"""The fields of rows that say when a call is no contract."""


def _describe_meaning(analysis: FileAnalysis, meaning: Meaning) -> str:
    match meaning:
        case Made(type=made):
            library, _, kind = made.partition(".")
            return f"{library}'s {kind}"
        case Symbol(name=name):
            no = (
                "which is not a router or a client"
                if analysis.catalogue.is_known(name)
                else "which Seamark does not know"
            )
            return f"`{name}` from outside the workspace, {no}"
        case Definition() | Bound():
            function = function_of(meaning)
            return f"`{function.name}` in {function.path}"
        case Instance(of=of):
            return f"an object of the class `{of.name}` in {of.path}"
        case Parameter(owner=owner):
            around = "the function around it" if owner.name == NAMELESS else f"`{owner.name}`"
            return f"what the callers of {around} pass"
        case Module(path=path):
            return f"the file {path}"
        case Text():
            return f"the text `{meaning.raw()}`"
        case Record() | Sequence():
            return "a literal value"
        case Unknown():
            return "unknown"
        case _:
            return "nothing that could be a router or a client"
