"""Routes in the arms of a macro or an attribute that no table knows: `"/users" => [get(list), post(add)]`.

An attribute's rows are those of what it stands on: an arm that is given another such thing puts that below its path.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from seamark.catalogue import VERBS
from seamark.extract import facts
from seamark.extract.facts import MACRO
from seamark.resolve.abstract_values import Definition, Place, Symbol, Text, each
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import RouteFound, Router
from seamark.resolve.http import mounts
from seamark.resolve.workspace_facts.view import as_call, last_name

from . import bound_functions

FEW = 2
"""In so many arms a macro from elsewhere is given verbs with functions if it declares routes."""


class _Arm(Struct, frozen=True):
    """A path, and what stands behind the arrow: calls that are given one thing each, or a function behind a verb."""

    path: facts.Literal
    calls: list[tuple[str, facts.Value]]


def read_all(analysis: FileAnalysis) -> None:
    """Note the routes in the arms of a file's macros and attributes."""
    view = analysis.view
    attributes = set[int]()
    for index, definition in enumerate(view.facts.definitions):
        for call in filter(None, map(as_call, definition.decorators)):
            if _is_macro(call):
                attributes.add(call.start)
                site = CallSite(analysis, call, Place(view.path, definition.parent), last_name(call.callee), index)
                _read(site, (view.path, view.key(index)))
    for one in (*view.facts.with_paths, *view.facts.sites):
        if _is_macro(one.call) and one.call.start not in attributes:
            site = CallSite(analysis, one.call, Place(view.path, one.scope), last_name(one.call.callee))
            _read(site, (view.path, f"{view.key(one.scope)}()"))


def _is_macro(call: facts.Call) -> bool:
    return last_name(call.callee).endswith(MACRO)


def _read(site: CallSite, identity: tuple[str, str]) -> None:
    arms = list(_arms(site.call.arguments))
    if not arms or not _may_declare(site, arms):
        return
    analysis, router = site.analysis, Router(identity)
    for arm in arms:
        path = Text((arm.path.text,))
        for name, given in arm.calls:
            if name in VERBS:
                handler = next(bound_functions.functions(analysis, given, site.place), None)
                span = contract_spans.span(site, arm.path)
                by = site.name.removesuffix(MACRO)
                analysis.routes.append(RouteFound(router, (name.upper(),), (path,), handler, span, "", by=by))
            else:
                for one in each(site.meaning(given)):
                    if isinstance(one, Definition):
                        mounts.note_mount(site, (one.path, one.key), router, (path,))
    analysis.understood.add((site.call.start, site.call.end))


def _may_declare(site: CallSite, arms: list[_Arm]) -> bool:
    """Whether no table knows what is called, and it is given verbs with functions."""
    callee = site.call.callee
    assert isinstance(callee, facts.Name | facts.Member)
    function = replace(callee, name=callee.name.removesuffix(MACRO))
    called = (*each(site.meaning(callee)), *each(site.meaning(function)))
    if any(isinstance(one, Symbol) and site.analysis.catalogue.is_known(one.name) for one in called):
        return False
    serving = [arm for arm in arms if _functions(site, arm) or not {name for name, _ in arm.calls} & set(VERBS)]
    is_own = any(isinstance(one, Definition) for one in called)
    return len(serving) == len(arms) and (is_own or len(arms) >= FEW)


def _functions(site: CallSite, arm: _Arm) -> list[Definition]:
    given = (value for name, value in arm.calls if name in VERBS)
    return [one for value in given for one in bound_functions.functions(site.analysis, value, site.place)]


def _arms(arguments: tuple[facts.Argument, ...]) -> Iterator[_Arm]:
    """The arms among what a macro is given, or a call in that."""
    for given in arguments:
        match given.value:
            case facts.Call(arguments=inner):
                yield from _arms(inner)
            case facts.List(items=(facts.Literal() as path, behind)) if _is_path(path):
                yield _Arm(path, list(_calls(behind)))
            case facts.List(items=(facts.Name(name=verb), facts.Literal() as path, behind)) if _is_path(path):
                yield _Arm(path, [(verb.lower(), behind)])


def _is_path(text: facts.Literal) -> bool:
    return not text.text or text.text.startswith("/")


def _calls(behind: facts.Value) -> Iterator[tuple[str, facts.Value]]:
    """The calls behind an arrow by their names, each with the one thing that it is given."""
    for one in behind.items if isinstance(behind, facts.List) else (behind,):
        if isinstance(one, facts.Call) and len(one.arguments) == 1:
            yield last_name(one.callee).lower(), one.arguments[0].value
