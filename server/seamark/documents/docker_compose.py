"""Compose files: which service is built of which folder."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from seamark.patterns import regex
from seamark.source.data import Mapping, Node, Scalar, Sequence, at_pointer, expanded_documents, text_of

from .facts import Facts, Service


def read(data: bytes) -> Facts:
    """The services of a compose file."""
    return Facts(services=tuple(service for root in expanded_documents(data) for service in _services(root)))


def _services(root: Node | None) -> Iterator[Service]:
    services = at_pointer(root, "/services")
    for entry in services.entries if isinstance(services, Mapping) else ():
        names = (entry.key.text, *map(text_of, (at_pointer(entry.value, f"/{name}") for name in _NAMES)))
        known = tuple(dict.fromkeys(name for name in names if name is not None))
        yield Service(known, _folder(at_pointer(entry.value, "/build")), tuple(_environment(entry.value)))


_NAMES = ("container_name", "hostname")


def _folder(build: Node | None) -> str | None:
    """Where a service's own files are: what it is built of, or where in there its Dockerfile is."""
    context = text_of(build) if isinstance(build, Scalar) else text_of(at_pointer(build, "/context"))
    dockerfile = text_of(at_pointer(build, "/dockerfile")) or ""
    if context is None or "://" in context or "$" in context or "$" in dockerfile:
        return None
    return posixpath.join(context, posixpath.dirname(dockerfile))


_VARIABLE = regex(r"\$\{[^{}:?-]+:?-([^{}]*)\}")


def _environment(service: Node | None) -> Iterator[tuple[str, str]]:
    variables = at_pointer(service, "/environment")
    if isinstance(variables, Mapping):
        pairs = [(entry.key.text, text_of(entry.value)) for entry in variables.entries]
    else:
        texts = [text_of(item) or "" for item in variables.items] if isinstance(variables, Sequence) else []
        pairs = [(name, value) for name, equals, value in (text.partition("=") for text in texts) if equals]
    for name, value in pairs:
        known = _VARIABLE.sub(lambda default: default[1], value or "")
        if known and "$" not in known:
            yield name, known
