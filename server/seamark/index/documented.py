"""The ports of documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from seamark import keys
from seamark.documents import NOTHING, language_of, openapi
from seamark.resolve.confidence import exposed
from seamark.resolve.ports import Port, Reason, Symbol

from .documents import Documents, Served


def documented(path: str, documents: Documents, served: Iterable[Served], service: str, *, test: bool) -> list[Port]:
    """The ports that stand in a document, by position: its own, and those of its path items that documents name."""

    def port(framework: str, key: str, start: int, end: int, confidence: float, *reasons: Reason) -> Port:
        return Port(
            mechanism="http",
            key=key,
            role="exposes",
            confidence=confidence,
            language=language_of(path) or "",
            framework=framework,
            path=path,
            start=start,
            end=end,
            symbol=Symbol(path, "file", path),
            service=service,
            contract=True,
            test=test,
            reasons=reasons,
        )

    def surfaces() -> Iterator[Port]:
        for surface in documents.facts.get(path, NOTHING).surfaces:
            target = keys.http_target(surface.path)
            stem = "" if target is None else target.path.removesuffix("*").rstrip("/")
            if target is None or keys.only_holes(stem) or (target.base_unknown and not stem):
                continue
            confidence = exposed(base_unknown=target.base_unknown, is_open=not surface.exact)
            reason = Reason("stated in a resource of a cluster" if surface.exact else "what is below it is not known")
            for key in keys.http_keys(surface.verb, target.path):
                found = port(surface.framework, key, surface.start, surface.end, confidence, reason)
                yield replace(found, host=surface.host, open_prefix=target.base_unknown)

    def operations() -> Iterator[Port]:
        for item in served:
            nodes = documents.nodes(path, item.place)
            for operation in (operation for node in nodes for operation in openapi.operations(node)):
                for base, unknown in _bases(operation.servers or item.servers):
                    reasons = [Reason("stated in an OpenAPI document")]
                    if base.strip("/"):
                        reasons.append(Reason(f"prefix {base}, by its servers"))
                    if item.document != path:
                        reasons.append(Reason("referred to", item.document))
                    for key in keys.http_keys(operation.verb, keys.join_paths(base, item.path)):
                        confidence = exposed(base_unknown=unknown)
                        found = port(openapi.NAME, key, operation.start, operation.end, confidence, *reasons)
                        yield replace(found, open_prefix=unknown)

    found = {(port.start, port.end, port.key): port for port in (*surfaces(), *operations())}
    return [found[place] for place in sorted(found)]


def _bases(servers: Iterable[str]) -> list[tuple[str, bool]]:
    """The paths of some servers' URLs, and whether something before them is not known."""
    found: dict[tuple[str, bool], None] = {}
    for url in servers:
        target = keys.http_target(_ORIGIN.sub("", url))
        if target is not None:
            lost = target.base_unknown and keys.only_holes(target.path)
            found["" if lost else target.path, target.base_unknown] = None
    return list(found)


_ORIGIN = re.compile(r"[^/]*//[^/?#]*")
"""What is before a server's path, known or not."""
