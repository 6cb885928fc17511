"""Classes that are clients by what decorates them, or makes clients of them: their methods are requests, no routes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from seamark.catalogue import ClientProxy, DeclaredClient, Request, Route
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Definition, Made, Place, Text, each, is_empty
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.library_objects.declared_contracts import library_decorators
from seamark.resolve.findings import Identity
from seamark.resolve.partial_texts.texts import EMPTY, concat, possible_texts
from seamark.resolve.partial_texts.urls import join_url
from seamark.resolve.workspace_facts.view import last_name

from . import mounts, requests, routers


def read_proxy(site: CallSite, row: ClientProxy, on: Made | None) -> None:
    """Note that a call makes a client of the classes that it is given."""
    hosts = _stated_texts(site, row.base) or (() if on is None else on.base or _provided_bases(site, on))
    for one in site.arguments(row.made_of):
        for class_ in (option for option in each(one) if isinstance(option, Definition)):
            above = routers.stated_by(site.analysis, class_, row.stated_by)
            prefixes = () if above is None else _stated_texts(above, row.prefix)
            mounts.note_mount(site, _proxied(class_), None, tuple(_joined(hosts, prefixes)))


def _provided_bases(site: CallSite, on: Made) -> tuple[Text, ...]:
    """The base of what a function of the file makes for those who are given it, if all that make such a thing agree."""
    view, evaluator = site.analysis.view, site.analysis.evaluator
    if on.call is not None:
        return ()
    values = (
        evaluator.meaning(value, Place(view.path, index))
        for index, one in enumerate(view.facts.definitions)
        if one.kind != "class" and one.return_type is not None
        for value in one.returns
    )
    made = map(evaluator.object_of, values)
    found = dict.fromkeys(one.base for one in made if one is not None and one.type == on.type and one.base)
    known = [base for base in found if not any(text.given_parts for text in base)]
    return known[0] if len(found) == len(known) == 1 else ()


def _proxied(class_: Definition) -> Identity:
    """The identity under which it is noted where the requests go of the clients that are made of a class."""
    return class_.path, f"{class_.key} proxied"


def clients(site: CallSite) -> tuple[Made, ...]:
    """The clients of which a decorator's method is one: its class, and those that inherit from that."""
    class_ = _class_around(site)
    inheriting = () if class_ is None else (class_, *site.analysis.evaluator.heirs(class_))
    return tuple(made for one in inheriting for made in _declared_clients(site.analysis, one))


def own(site: CallSite) -> Made | None:
    """The client of which a decorator's method is one, if its class is one itself."""
    class_ = _class_around(site)
    return None if class_ is None else next(_declared_clients(site.analysis, class_), None)


def is_of_client(site: CallSite) -> bool:
    """Whether a decorator's method is one of a class that is a client itself."""
    return own(site) is not None


def _class_around(site: CallSite) -> Definition | None:
    analysis = site.analysis
    parent = MODULE if site.decorated is None else analysis.view.facts.definitions[site.decorated].parent
    if parent == MODULE or not (analysis.catalogue.declared_clients or analysis.catalogue.has_proxies):
        return None
    return Definition(analysis.view.path, analysis.view.key(parent))


def request(site: CallSite, row: Route, library: str, client: Made) -> bool:
    """Read what would be a route as a request of this client."""
    return read_request(site, Request(url=row.path, verb=row.verb, verbs=row.verbs), library, client)


def read_request(site: CallSite, row: Request, library: str, client: Made | None) -> bool:
    """Read a request; of a declared client one without a URL of its own goes to the client's."""
    url = site.argument(row.url)
    is_bare = client is not None and not row.resolves and (url is None or is_empty(url))
    return requests.request(site, replace(row, url="") if is_bare else row, library, client)


def _declared_clients(analysis: FileAnalysis, class_: Definition) -> Iterator[Made]:
    made = analysis.relations.mounts(_proxied(class_))
    if made and not analysis.evaluator.heirs(class_):
        yield Made("", _proxied(class_), base=tuple(dict.fromkeys(base for one in made for base in one.prefixes)))
    definition = analysis.project.facts_of(class_)
    for name, call, place in library_decorators(analysis.evaluator, class_.path, definition):
        if name in analysis.catalogue.declared_clients:
            row, library = analysis.catalogue.declared_clients[name]
            site = CallSite(analysis, call, place, last_name(call.callee))
            identity = routers.decorator_router(class_, library)
            yield Made("", identity, base=tuple(_bases(site, row, class_)))


def _bases(site: CallSite, row: DeclaredClient, class_: Definition) -> Iterator[Text]:
    stated = _stated_texts(site, row.base)
    hosts = stated or tuple(concat((Text(("http://",)), host)) for host in _stated_texts(site, row.host))
    above = routers.stated_by(site.analysis, class_, row.stated_by) if row.stated_by else None
    prefixes = (_stated_texts(site, row.path), () if above is None else _stated_texts(above, row.prefix))
    yield from _joined(hosts, *prefixes)


def _joined(hosts: tuple[Text, ...], *prefixes: tuple[Text, ...]) -> Iterator[Text]:
    """Each host with each prefix below it, and each further one below that."""
    for host, *inner in product(hosts or (EMPTY,), *(texts_of or (EMPTY,) for texts_of in prefixes)):
        base = host
        for prefix in inner:
            base = base if prefix == EMPTY else join_url(base, prefix)
        yield base


def _stated_texts(site: CallSite, spec: str) -> tuple[Text, ...]:
    """The texts of an argument that says something."""
    listed = site.argument_items(spec) if spec else []
    return tuple(text for one in listed for text in possible_texts(one) if text != EMPTY)
