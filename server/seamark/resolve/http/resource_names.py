"""What the routes of a resource are called: `books.index`, `book-list`."""

from __future__ import annotations

from seamark.catalogue import Further, Resource
from seamark.extract import facts
from seamark.resolve.abstract_values import Definition, Meaning, Record, Text, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.findings import RouteName
from seamark.resolve.partial_texts.texts import UNKNOWN_TEXT, concat, possible_texts, texts


def stated_name(site: CallSite, row: Resource) -> Meaning | None:
    """The name that a call states for a resource, or an object with those of actions."""
    then = site.after(row.known_as_then)
    if then is not None and then.arguments:
        return site.meaning(then.arguments[0].value)
    return site.argument(row.known_as)


def of_action(
    site: CallSite, row: Resource, library: str, named: Meaning | None, resource: Text, action: str, *, shallow: bool
) -> RouteName | None:
    """The name of a resource's route for an action."""
    if not row.joint:
        return None
    space, _ = site.analysis.catalogue.names_of(library)
    for option in each(named) if named is not None else ():
        own = site.analysis.evaluator.entry(option, action) if isinstance(option, Record) else None
        if own is not None:
            return RouteName(space, next(iter(texts(own)), UNKNOWN_TEXT))
    base = next(iter(possible_texts(named)), None)
    if base is None:
        last = resource.raw().rpartition("/")[2]
        item = site.analysis.catalogue.actions[library][action].item
        base = Text((last.rpartition(".")[2] if shallow and item else last,))
    return RouteName(space, concat((base, Text((f"{row.joint}{action}",)))))


def of_class(
    site: CallSite, row: Resource, library: str, named: Meaning | None, by: Definition | Record
) -> RouteName | None:
    """What all names of a resource begin with that has the actions of a class."""
    if not row.joint:
        return None
    space, _ = site.analysis.catalogue.names_of(library)
    base = next(iter(possible_texts(named)), None) or _of_member(site, row.goes_by, by)
    return RouteName(space, concat((base, Text((row.joint,)))))


def _of_member(site: CallSite, member: str, by: Definition | Record) -> Text:
    """The name of the class, in small letters, with which what a class's member is set to begins."""
    evaluator = site.analysis.evaluator
    for class_ in evaluator.with_bases(by) if isinstance(by, Definition) else ():
        view, index = site.analysis.project.whereabouts(class_)
        for binding in site.analysis.project.bindings(view, index, member):
            name = _class_in(binding.value)
            if name:
                return Text((name.lower(),))
    return UNKNOWN_TEXT


def _class_in(value: facts.Value) -> str:
    """The name of the class that an expression begins with: `models.Book.objects.all()`."""
    while isinstance(value, facts.Call | facts.Member):
        value = value.callee if isinstance(value, facts.Call) else value
        if isinstance(value, facts.Member):
            if value.name[:1].isupper():
                return value.name
            value = value.of
    return value.name if isinstance(value, facts.Name) and value.name[:1].isupper() else ""


def of_further(site: CallSite, row: Further, library: str, method: str) -> RouteName:
    """The name of an action that a method is by a decorator, without what the resource is called."""
    space, _ = site.analysis.catalogue.names_of(library)
    own = next(iter(possible_texts(site.argument(row.known_as))), None)
    return RouteName(space, own or Text((method.replace("_", "-"),)))
