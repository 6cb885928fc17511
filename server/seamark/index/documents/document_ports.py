"""The ports that a document states: operations of OpenAPI, methods in `.proto`, GraphQL's fields, gateways' paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from seamark import keys
from seamark.catalogue import naming_in_templates
from seamark.documents import NOTHING, Facts, Handler, Link, Request, language_of, openapi
from seamark.patterns import regex
from seamark.resolve import Composed
from seamark.resolve.abstract_values import RouteUrl, Text
from seamark.resolve.composition.confidence import name_confidence, request_confidence, route_confidence
from seamark.resolve.composition.named_routes import RoutesByName, name_of
from seamark.resolve.file_relations import Relations
from seamark.resolve.module_resolution.test_files import is_test
from seamark.resolve.port_model import USES, Port, PortSymbol, Reason
from seamark.resolve.workspace_facts.project import Project

from . import named_handlers
from .documents import Documents, PathItem


def ports_of_document(
    project: Project, relations: Relations, path: str, documents: Documents, served: Iterable[PathItem]
) -> list[Composed]:
    """The ports that stand in a document, by position: its own, and those of its path items that documents name.

    A function that serves what the document states is their handler, as if its own code declared the route.
    """
    facts = documents.facts.get(path, NOTHING)
    by_name = RoutesByName(project, relations, path, ())
    own = (*_surfaces(facts), *_procedures(facts), *_fields(facts), *_requests(facts, by_name), *_channels(facts))
    own = (*own, *_links(facts, by_name))
    stated = {(one.start, one.end, one.key): one for one in (*own, *_operations(path, documents, served))}
    symbol, language = PortSymbol(path, "file", path), language_of(path) or ""
    service, test = project.application(path), is_test(path)
    composed: list[Composed] = []
    for _, one in sorted(stated.items(), key=lambda item: item[0]):
        handler = None if one.handler is None else named_handlers.find(project, relations, path, one.handler)
        port = Port(
            mechanism=one.mechanism,
            key=one.key,
            role=one.role,
            confidence=one.confidence,
            language=language,
            framework=one.framework,
            path=path,
            start=one.start,
            end=one.end,
            symbol=symbol,
            host=one.host,
            service=service,
            contract=one.role == "exposes" and handler is None,
            test=test,
            open_prefix=one.open_prefix,
            reasons=one.reasons,
            names=one.names,
        )
        composed.append((port, handler))
    return composed


class _StatedPort(NamedTuple):
    """What a document states that is not the same for all of its ports."""

    framework: str
    key: str
    start: int
    end: int
    confidence: float
    host: str | None
    open_prefix: bool
    reasons: tuple[Reason, ...]
    mechanism: str = "http"
    role: str = "exposes"
    handler: Handler | None = None
    names: tuple[str, ...] = ()


def _links(facts: Facts, by_name: RoutesByName) -> Iterator[_StatedPort]:
    """What a template names as names of routes are, by a word that some library has for that."""
    for one in facts.links:
        names = _names(one, by_name)
        if names:
            sure, why = request_confidence("http"), (Reason("URL built from the route's name"),)
            yield _StatedPort("", one.name, one.start, one.end, sure, None, False, why, role=USES, names=names)


def _names(link: Link, by_name: RoutesByName) -> tuple[str, ...]:
    """The names of routes that a template may mean."""
    spaces = naming_in_templates().get((link.word, link.is_tag), ())
    return tuple(name for space in spaces for name in by_name.absolute(space, link.name))


def _procedures(facts: Facts) -> Iterator[_StatedPort]:
    for one in facts.procedures:
        key, why = keys.grpc_key(one.service, one.method), (Reason("declared in a .proto file"),)
        yield _StatedPort("proto", key, one.start, one.end, route_confidence(), None, False, why, "grpc")


def _fields(facts: Facts) -> Iterator[_StatedPort]:
    for one in facts.fields:
        key = keys.graphql_key(one.operation, one.name)
        sure = route_confidence() if one.role == "exposes" else name_confidence(keys.GRAPHQL, keys.GRAPHQL)
        why = (Reason("declared in a GraphQL schema" if one.role == "exposes" else "written in a GraphQL document"),)
        yield _StatedPort(keys.GRAPHQL, key, one.start, one.end, sure, None, False, why, keys.GRAPHQL, one.role)


def _requests(facts: Facts, by_name: RoutesByName) -> Iterator[_StatedPort]:
    for one in facts.requests:
        if one.named is not None:
            yield from _named_request(one, one.named, by_name)
            continue
        target = keys.http_target(one.url)
        if target is None or keys.only_holes(target.path):
            continue
        sure = request_confidence("http", base_unknown=target.base_unknown)
        why = (Reason("request written in this file"),)
        for key in keys.http_keys(one.verb, target.path):
            yield _StatedPort(
                one.framework, key, one.start, one.end, sure, target.host, target.base_unknown, why, "http", "consumes"
            )


def _named_request(request: Request, link: Link, by_name: RoutesByName) -> Iterator[_StatedPort]:
    """The request to the routes that a template names."""
    sure, why = request_confidence("http"), (Reason("URL built from the route's name"),)
    for space in naming_in_templates().get((link.word, link.is_tag), ()):
        for route in by_name.urls(Text((RouteUrl(space, Text((link.name,)), link.bare),))):
            target = keys.http_target(route.url.raw())
            for key in keys.http_keys(request.verb, target.path) if target is not None and route.names else ():
                yield _StatedPort(
                    *(request.framework, key, link.start, link.end, sure, None, False, why, "http", "consumes"),
                    names=_names(link, by_name),
                )


def _channels(facts: Facts) -> Iterator[_StatedPort]:
    for one in facts.channels:
        key = keys.name_key(one.address)
        if key is not None:
            why = (Reason("channel declared in a document"),)
            sure = name_confidence("queue", "")
            yield _StatedPort(one.framework, key, one.start, one.end, sure, None, False, why, "queue", one.role)


def _surfaces(facts: Facts) -> Iterator[_StatedPort]:
    for one in facts.surfaces:
        target = keys.http_target(keys.with_optional(one.path, one.optional))
        stem = "" if target is None else target.path.removesuffix("*").rstrip("/")
        is_lost = target is not None and (target.base_unknown or not one.exact) and keys.only_holes(stem)
        if target is None or is_lost or (target.base_unknown and not stem):
            continue
        unknown = target.base_unknown
        confidence = route_confidence(base_unknown=unknown, is_open=not one.exact)
        why = Reason("declared in a document" if one.exact else "everything below this path: single routes unknown")
        for key in keys.http_keys(one.verb, target.path):
            names = (name_of(one.framework, one.name),) if one.name else ()
            yield _StatedPort(
                *(one.framework, key, one.start, one.end, confidence, one.host, unknown, (why,)),
                handler=one.handler,
                names=names,
            )


def _operations(path: str, documents: Documents, served: Iterable[PathItem]) -> Iterator[_StatedPort]:
    # Many documents may name one path item; of those that say the same, the last is the one to tell of.
    distinct: dict[tuple[str, str, tuple[str, ...]], PathItem] = {}
    for item in served:
        said = item.place, item.path, item.servers
        distinct.pop(said, None)
        distinct[said] = item
    for item in distinct.values():
        for node in documents.nodes(path, item.place):
            for one in openapi.operations(node):
                for base, unknown in _bases(one.servers or item.servers):
                    reasons = _reasons(base, item.document if item.document != path else None)
                    confidence = route_confidence(base_unknown=unknown)
                    for key in keys.http_keys(one.verb, keys.join_paths(base, item.path)):
                        yield _StatedPort(openapi.NAME, key, one.start, one.end, confidence, None, unknown, reasons)


def _reasons(base: str, document: str | None) -> tuple[Reason, ...]:
    reasons = [Reason("declared in an OpenAPI document")]
    if base.strip("/"):
        reasons.append(Reason(f"prefix {base} from the document's servers"))
    if document is not None:
        reasons.append(Reason("referenced from another document", document))
    return tuple(reasons)


def _bases(servers: Iterable[str]) -> list[tuple[str, bool]]:
    """The paths of some servers' URLs, and whether something before them is not known."""
    found: dict[tuple[str, bool], None] = {}
    for url in servers:
        target = keys.http_target(_ORIGIN.sub("", url))
        if target is not None:
            lost = target.base_unknown and keys.only_holes(target.path)
            found["" if lost else target.path, target.base_unknown] = None
    return list(found)


_ORIGIN = regex(r"(?<![^/])[^/]*+//[^/?#]*")
"""What is before a server's path, known or not."""
