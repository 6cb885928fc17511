"""Calls that declare all routes of a resource at once (`resource('photos', Photos::class)`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from seamark.catalogue import Action, Resource
from seamark.extract import facts
from seamark.resolve.abstract_values import Bound, Definition, Instance, Meaning, Record, Text, each
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.calls.arguments import argument_items
from seamark.resolve.findings import RouteFound, Router
from seamark.resolve.partial_texts.texts import possible_texts, texts
from seamark.resolve.partial_texts.urls import of_pattern
from seamark.resolve.workspace_facts.view import last_name

from . import resource_names, viewsets
from .handlers import named_in_text

_NAME, _CONTROLLER = "0", "1"
"""The arguments that say what resource is meant, and which class serves it."""


def resource(site: CallSite, row: Resource, library: str, router: Router) -> bool:
    """Read a call as that of a resource; False if it names none."""
    analysis = site.analysis
    resources = list(_named_resources(site))
    said = _actions_by_word(site, row)
    actions = analysis.catalogue.actions[library]
    named = resource_names.stated_name(site, row)
    for text, value, controller in resources:
        served = list(named_in_text.classes(analysis, controller, router, site.place))
        span = contract_spans.span(site, value)
        if row.own:
            name = of_pattern(text) if row.pattern else text
            left = replace(row, actions=tuple(_remaining_actions(row, said)))
            for one in (*served, *_objects(controller)):
                known_as = resource_names.of_class(site, row, library, named, one)
                analysis.routes += viewsets.routes(analysis, left, library, router, name, span, one, known_as)
            for class_ in served:
                known_as = resource_names.of_class(site, row, library, named, class_)
                viewsets.mount_actions(site, router, name, class_, known_as)
            continue
        for called in _remaining_actions(row, said):
            action = actions[called]
            path = Text(
                (_path(_without_item(text.raw(), row), action, single=row.single, shallow=row.shallow in said),)
            )
            classes = dict.fromkeys((*served, *(one for one in _objects(controller) if isinstance(one, Definition))))
            found = (analysis.evaluator.member(class_, called, site.place) for class_ in classes)
            handler = next((method.method for method in found if isinstance(method, Bound)), None)
            of_action = resource_names.of_action(site, row, library, named, text, called, shallow=row.shallow in said)
            analysis.routes += [
                RouteFound(router, (verb,), (path,), handler, span, library, name=of_action) for verb in action.verbs
            ]
    return bool(resources)


def _objects(controller: Meaning | None) -> Iterator[Definition | Record]:
    """What serves a resource, if that is given itself: the class of an object, or an object that is written out."""
    for option in each(controller) if controller is not None else ():
        if isinstance(option, Instance):
            yield option.of
        elif isinstance(option, Record):
            yield option


def _named_resources(site: CallSite) -> Iterator[tuple[Text, facts.Value | None, Meaning | None]]:
    """The names of resources, each with where it stands and the controller of it."""
    evaluator = site.analysis.evaluator
    given = site.argument(_NAME)
    controller = site.argument(_CONTROLLER)
    for option in each(given) if given is not None else ():
        if isinstance(option, Record):
            for entry in option.value.entries:
                name = facts.Literal(entry.key, option.value.start, option.value.end)
                yield Text((entry.key,)), name, evaluator.meaning(entry.value, option.place)
        else:
            for item in evaluator.items(option):
                yield from ((text, site.written_argument(_NAME), controller) for text in possible_texts(item))


def _actions_by_word(site: CallSite, row: Resource) -> dict[str, frozenset[str]]:
    """What is said of the actions, by the words for it, with the actions that are spoken of."""
    words = (row.only, row.without, row.shallow, *row.more)
    said: dict[str, frozenset[str]] = {}
    for later in site.analysis.view.calls_on_result(site.call):
        if last_name(later.callee) in words:
            given = [site.meaning(one.value) for one in later.arguments]
            said[last_name(later.callee)] = frozenset(_texts(site.analysis, given))
    for word in (row.only, row.without) if row.options else ():
        entry = site.argument(f"{row.options}.{word}")
        if entry is not None:
            said[word] = frozenset(_texts(site.analysis, [entry]))
    return said


def _texts(analysis: FileAnalysis, given: Iterable[Meaning]) -> Iterator[str]:
    for text in (text for one in given for item in argument_items(analysis.evaluator, one) for text in texts(item)):
        if text.known_string is not None:
            yield text.known_string


def _remaining_actions(row: Resource, said: dict[str, frozenset[str]]) -> list[str]:
    """The actions that are left by what is said of them."""
    more = (name for word, names in row.more.items() if word in said for name in names)
    actions = dict.fromkeys((*row.actions, *more))
    only, without = said.get(row.only), said.get(row.without, frozenset())
    return [name for name in actions if name not in without and (only is None or name in only)]


def _without_item(name: str, row: Resource) -> str:
    """The path of a resource whose name may be that of an item."""
    return name.rstrip("/").rpartition("/")[0] if row.by_item else name


def _path(name: str, action: Action, *, single: bool, shallow: bool) -> str:
    """The path of an action on a resource: `photos.comments` is nested, `admin/photos` only stands below a path."""
    base, slash, nested = name.rpartition("/")
    *around, last = nested.split(".")
    above = "" if shallow and action.item else "".join(f"{outer}/{{}}/" for outer in around)
    item = "/{}" if action.item and not single else ""
    return f"{base}{slash}{above}{last}{item}{action.path}"
