"""Objects whose methods answer the paths that tags of what they take state: `group.Bind(&Note{})` in GoFrame.

type NoteReq struct { g.Meta `path:"/notes/{id}" method:"get"` }
func (n *Note) Read(ctx context.Context, req *NoteReq) (*NoteRes, error)
"""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import TaggedMethods
from seamark.extract import facts
from seamark.keys import ANY_VERB
from seamark.resolve.abstract_values import Definition, Instance, Meaning, Place, Text, each
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation.calls.arguments import argument
from seamark.resolve.findings import RouteFound, Router
from seamark.resolve.partial_texts.texts import texts

from . import verbs


def read(site: CallSite, row: TaggedMethods, library: str, router: Router) -> bool:
    """Read a call that is given such objects; False if none of their methods says what it answers."""
    before, span = len(site.analysis.routes), contract_spans.span(site, site.call.callee)
    for class_ in dict.fromkeys(_classes(site, row)):
        for method in site.analysis.evaluator.methods(class_):
            for tag, place in _tags(site, row, method):
                path = argument(site.analysis.evaluator, tag, row.path, place)
                stated = argument(site.analysis.evaluator, tag, row.verbs, place)
                if path is not None:
                    served = _verbs(stated) or (ANY_VERB,)
                    site.analysis.routes.append(RouteFound(router, served, texts(path), method, span, library))
    return len(site.analysis.routes) > before


def _verbs(stated: Meaning | None) -> tuple[str, ...]:
    """The verbs that a text lists: `get,post`."""
    known = [text.known_string or "" for text in texts(stated)] if stated is not None else []
    return tuple(verbs.route_verb(Text((one.strip(),))) for text in known for one in text.split(",") if one.strip())


def _classes(site: CallSite, row: TaggedMethods) -> Iterator[Definition]:
    """The classes of the objects that a call is given, be it in lists."""
    for given in site.arguments(row.objects):
        for item in site.analysis.evaluator.items(given):
            yield from (one.of for one in each(item) if isinstance(one, Instance))


def _tags(site: CallSite, row: TaggedMethods, method: Definition) -> Iterator[tuple[facts.Call, Place]]:
    """The tags of the field that says what a method answers, in what the method takes."""
    project, evaluator = site.analysis.project, site.analysis.evaluator
    own = project.facts_of(method)
    taken = [one.type for one in own.parameters if one.kind != "self"][row.taken : row.taken + 1]
    kinds: list[Meaning] = [
        evaluator.meaning(kind, Place(method.path, own.parent)) for kind in taken if kind is not None
    ]
    for kind in (option for one in kinds for option in each(one)):
        if isinstance(kind, Definition):
            view, index = project.whereabouts(kind)
            for field in project.bindings(view, index, row.field):
                if isinstance(field.value, facts.Call):
                    yield field.value, Place(view.path, index)
