"""Kubernetes' resources that say under which paths a cluster is reached: `Ingress`, and `HTTPRoute` of the Gateway API.

A path is served by whatever is behind it, so that a prefix is known to be served, and what is below it is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from seamark.source.data import Mapping, Node, Scalar, at_pointer, expanded_documents, items_of, text_of
from seamark.source.lines import lines_of

from .facts import MAX_SERVICES, Facts, Gateway, Mount, Surface
from .rewriting import is_regular, prefix_of, prefix_replacement
from .templates import without_templates

_REWRITE = "nginx.ingress.kubernetes.io/rewrite-target"
_INGRESS_VERSIONS = ("networking.k8s.io/", "extensions/", "{")
_ROUTE_VERSIONS = ("gateway.networking.k8s.io/", "{")


def read(data: bytes) -> Facts:
    """What the resources of a text say."""
    surfaces: list[Surface] = []
    gateways: list[Gateway] = []
    for resource in _resources(expanded_documents(data)):
        kind, version = text_of(resource.get("kind")), text_of(resource.get("apiVersion")) or ""
        if kind == "Ingress" and version.startswith(_INGRESS_VERSIONS):
            rules = list(_ingress(resource))
        elif kind == "HTTPRoute" and version.startswith(_ROUTE_VERSIONS):
            rules = list(_route(resource))
        else:
            continue
        surfaces += (rule.surface for rule in rules)
        for rule in rules:
            if rule.onto is not None:
                line = lines_of(data).human(rule.surface.start)[0]
                mounts = tuple(Mount(rule.prefix, f"http://{name}", rule.onto, line) for name in rule.services)
                gateways.append(Gateway(rule.hosts, mounts))
    return Facts(tuple(surfaces), tuple(gateways))


class _Rule(NamedTuple):
    """A path with what is behind it, and what takes its place there, if anything does."""

    surface: Surface
    hosts: tuple[str, ...]
    prefix: str
    onto: str | None
    services: tuple[str, ...]


def _resources(nodes: list[Node | None]) -> Iterator[Mapping]:
    for node in nodes:
        if not isinstance(node, Mapping):
            continue
        yield node
        if text_of(node.get("kind")) == "List":
            yield from (item for item in items_of(node.get("items")) if isinstance(item, Mapping))


def _ingress(resource: Mapping) -> Iterator[_Rule]:
    annotations = at_pointer(resource, "/metadata/annotations")
    rewrite = text_of(annotations.get(_REWRITE)) if isinstance(annotations, Mapping) else None
    for rule in items_of(at_pointer(resource, "/spec/rules")):
        host = text_of(at_pointer(rule, "/host"))
        for path in items_of(at_pointer(rule, "/http/paths")):
            text = at_pointer(path, "/path")
            if not isinstance(text, Scalar):
                continue
            names = (at_pointer(path, "/backend/service/name"), at_pointer(path, "/backend/serviceName"))
            services = tuple(name for name in map(text_of, names) if name is not None)
            exact = text_of(at_pointer(path, "/pathType")) == "Exact"
            rewritten = None if rewrite is None or exact else prefix_replacement(text.text, rewrite)
            prefix = text.text if exact or not is_regular(text.text) else prefix_of(text.text)
            if prefix is not None:
                surface = _surface("ingress", None, prefix, text, host, exact=exact)
                replaced_prefix, onto = rewritten or (prefix, None)
                yield _Rule(surface, () if host is None else (host,), replaced_prefix, onto, services)


def _route(resource: Mapping) -> Iterator[_Rule]:
    hosts = tuple(host for host in map(text_of, items_of(at_pointer(resource, "/spec/hostnames"))) if host is not None)
    for rule in items_of(at_pointer(resource, "/spec/rules")):
        names = (at_pointer(reference, "/name") for reference in items_of(at_pointer(rule, "/backendRefs")))
        services = tuple(islice((name for name in map(text_of, names) if name is not None), MAX_SERVICES))
        onto = _replacement(rule)
        for match in items_of(at_pointer(rule, "/matches")):
            text = at_pointer(match, "/path/value")
            kind = text_of(at_pointer(match, "/path/type")) or "PathPrefix"
            prefix = prefix_of(text_of(text) or "") if kind == "RegularExpression" else text_of(text)
            if isinstance(text, Scalar) and prefix is not None:
                verb = text_of(at_pointer(match, "/method"))
                host = hosts[0] if len(hosts) == 1 else None
                surface = _surface("httproute", verb, prefix, text, host, exact=kind == "Exact")
                yield _Rule(surface, hosts, prefix, onto if kind == "PathPrefix" else None, services)


def _replacement(rule: Node | None) -> str | None:
    """What takes a prefix's place on the way to the service."""
    found = (at_pointer(one, "/urlRewrite/path/replacePrefixMatch") for one in items_of(at_pointer(rule, "/filters")))
    return next((text for text in map(text_of, found) if text is not None), None)


def _surface(framework: str, verb: str | None, path: str, text: Scalar, host: str | None, *, exact: bool) -> Surface:
    path = without_templates(path)
    if not exact:
        path = f"{path.removesuffix('*').rstrip('/')}/*"
    return Surface(framework, verb, path, text.start, text.end, host, exact)
