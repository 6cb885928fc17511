"""Classes that are resources by what decorates them: `#[ApiResource] class Boat` is served at `/boats`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from seamark.catalogue import ResourceClass
from seamark.extract import facts
from seamark.resolve.abstract_values import Definition, Symbol, Text, each
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation.calls import arguments
from seamark.resolve.evaluation.library_objects.declared_contracts import library_decorators
from seamark.resolve.findings import RouteFound, Router
from seamark.resolve.partial_texts.plurals import plural, words_of
from seamark.resolve.partial_texts.texts import EMPTY, concat, possible_texts, replace_marks
from seamark.resolve.workspace_facts.view import last_name

from . import routers
from .prefixes import configured


class _Operation(Struct, frozen=True):
    """An action of a resource, and the call that states it; none where it is one by default."""

    action: str
    call: facts.Call | None


def read(site: CallSite, row: ResourceClass, library: str) -> None:
    """Read what decorates a class as its routes; of several decorators the first one."""
    analysis, class_ = site.analysis, site.decorated
    if class_ is None:
        return
    own = Definition(analysis.view.path, analysis.view.key(class_))
    decorators = [
        (name, call)
        for name, call, _ in library_decorators(analysis.evaluator, own.path, analysis.view.facts.definitions[class_])
        if name in analysis.catalogue.resource_classes
    ]
    if not decorators or decorators[0][1] != site.call:
        return
    declaring = next((call for name, call in decorators if name in row.decorators), None)
    beside = [_Operation(last_name(call.callee), call) for name, call in decorators if name not in row.decorators]
    actions = analysis.catalogue.actions[library]
    router = Router(routers.decorator_router(own, library), configured.prefixes(analysis, row.settings), root=True)
    for one in _operations(site, row, declaring) or beside or [_Operation(name, None) for name in row.default]:
        action = actions.get(one.action)
        for verb in action.verbs if action is not None else ():
            path = _path(site, row, own, declaring, one.call, item=action is not None and action.item)
            stating = site if one.call is None else CallSite(analysis, one.call, site.place, one.action, class_)
            span = contract_spans.span(stating, None if one.call is None else stating.written_argument(row.path))
            analysis.routes.append(RouteFound(router, (verb,), path, own, span, library))


def _operations(site: CallSite, row: ResourceClass, declaring: facts.Call | None) -> list[_Operation]:
    """The operations that the decorator lists."""
    listed = None if declaring is None else arguments.written_argument(declaring, row.operations)
    items = listed.items if isinstance(listed, facts.List) else ()
    return [
        _Operation(name, call)
        for call in items
        if isinstance(call, facts.Call)
        for name in _operation_names(site, row, call)
    ]


def _operation_names(site: CallSite, row: ResourceClass, call: facts.Call) -> Iterator[str]:
    """The name of the operation that a call of the library makes."""
    for option in each(site.meaning(call.callee)):
        if isinstance(option, Symbol) and option.name.rpartition(".")[0] == row.within:
            yield option.name.rpartition(".")[2]


def _path(
    site: CallSite,
    row: ResourceClass,
    class_: Definition,
    declaring: facts.Call | None,
    operation: facts.Call | None,
    *,
    item: bool,
) -> tuple[Text, ...]:
    """The path of an operation, which it states, or the resource does, or the name of that."""
    stated = _stated_texts(site, row.path, operation) or _stated_texts(site, row.path, declaring)
    if not stated:
        named = _stated_texts(site, row.name, declaring)
        words = words_of((named[0].known_string if named else None) or class_.name)
        usual = "_".join((*words[:-1], *map(plural, words[-1:])))
        stated = (Text((f"/{usual}/{{}}" if item else f"/{usual}",)),)
    outer = _stated_texts(site, row.prefix, declaring) or (EMPTY,)
    inner = _stated_texts(site, row.prefix, operation) or (EMPTY,)
    stripped = dict.fromkeys(row.stripped, "")
    return tuple(replace_marks(concat((a, b, path)), stripped) for a in outer for b in inner for path in stated)


def _stated_texts(site: CallSite, spec: str, call: facts.Call | None) -> tuple[Text, ...]:
    """The texts of an argument of a call, if there are both."""
    return () if call is None else possible_texts(arguments.argument(site.analysis.evaluator, call, spec, site.place))
