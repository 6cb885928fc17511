"""Why a call that looks like a contract states none, in sentences for people (`seamark doctor`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

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
from seamark.resolve.partial_texts.urls import looks_like_url
from seamark.resolve.workspace_facts.project import Project
from seamark.resolve.workspace_facts.view import NAMELESS, View, as_call, last_name

from . import dispatch

_MOST = 8
"""How many libraries are named."""


class CallExplanation(Struct, frozen=True):
    """A call: where what is called stands, with all that it is called on, and what is known of it, in sentences."""

    start: int
    end: int
    known: tuple[str, ...]


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
            said = tuple(_read_as(analysis)) or tuple(_against(site))
            found.append(CallExplanation(one.call.start, callee.end, said))
    return found


def _read_as(analysis: FileAnalysis) -> Iterator[str]:
    """What the call was read as, which is no contract by itself."""
    for wrapper in analysis.wrappers:
        yield f"a request whose URL is given by those who call `{wrapper.of.name}`: they are the calls"
    for registrar in analysis.registrars:
        yield f"a route that is stated by those who call `{registrar.of.name}`"
    for relay in analysis.relays:
        yield f"a contract that is named by those who call `{relay.of.name}`"
    for request in analysis.requests:
        yield f"a request ({request.framework}) {_pathless(request.urls)}"
    for route in analysis.routes:
        yield f"a route ({route.framework}) {_pathless(route.paths)}"
    if analysis.mounts:
        yield "it puts routes below a prefix, and states none itself"


def _pathless(stated: Iterable[Text]) -> str:
    """Why nothing is made of what a request or route states: it is not known, or is no path."""
    known = next((text.raw() for text in stated if any(isinstance(part, str) for part in text.parts)), "")
    return f"whose text `{known}` states no path" if known else "of whose path nothing is known"


def _against(site: CallSite) -> Iterator[str]:
    """What is called, in which libraries something is called like that, and what is given."""
    analysis, callee = site.analysis, site.call.callee
    subject = site.meaning(callee.of) if isinstance(callee, facts.Member) else site.meaning(callee)
    whose = "what it is called on" if isinstance(callee, facts.Member) else "what is called"
    known = analysis.evaluator.object_of(subject)
    if known is not None:
        yield f"{whose} is {_described(analysis, known)}, on which `{site.name}` states no contract that Seamark knows"
        return
    for option in each(subject)[:2]:
        yield f"{whose} is {_described(analysis, option)}"
    libraries = analysis.catalogue.calling(site.name)
    if not libraries:
        yield f"no library that Seamark knows has a contract stated by `{site.name}`"
        return
    shown = ", ".join(libraries[:_MOST]) + (", …" if len(libraries) > _MOST else "")
    imported = [name for name in libraries if analysis.imports(name)]
    here = f"; this file imports {', '.join(imported)}" if imported else "; this file imports none of them"
    yield f"`{site.name}` states a contract in {shown}{here}"
    given = site.argument("0")
    if isinstance(given, Text):
        yield f"it is given `{given.raw()}`{'' if looks_like_url(given) else ', which begins like no path or URL'}"
    elif given is not None:
        yield f"it is given {_described(analysis, each(given)[0])}"


def _described(analysis: FileAnalysis, meaning: Meaning) -> str:
    match meaning:
        case Made(type=made):
            library, _, kind = made.partition(".")
            return f"{library}'s {kind}"
        case Symbol(name=name):
            no = "which is no router or client" if analysis.catalogue.is_known(name) else "which Seamark does not know"
            return f"`{name}` from outside the workspace, {no}"
        case Definition() | Bound():
            function = function_of(meaning)
            return f"`{function.name}` in {function.path}"
        case Instance(of=of):
            return f"an object of the class `{of.name}` in {of.path}"
        case Parameter(owner=owner):
            around = "the function around it" if owner.name == NAMELESS else f"`{owner.name}`"
            return f"what callers of {around} give"
        case Module(path=path):
            return f"the file {path}"
        case Text():
            return f"the text `{meaning.raw()}`"
        case Record() | Sequence():
            return "a value that is written out"
        case Unknown():
            return "not known"
        case _:
            return "nothing that could be a router or a client"
