"""What `seamark export` does: writes down in a standard form what a service serves."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import yaml

from seamark.cli import output
from seamark.cli.failure import Failure
from seamark.cli.narrowing import service_folder
from seamark.cli.openapi import VERBS, Route, document
from seamark.cli.workspaces import Workspace
from seamark.escaping import in_yaml, is_visible, json_text
from seamark.resolve.port_model import Port


def export_openapi(workspace: Workspace, service: str | None, *, as_json: bool) -> str:
    """The OpenAPI document of a service, which is given by its folder; it may be left out if only one has routes.

    Raises `Failure` if it is not clear, or not there.
    """
    ports = [port for port in workspace.service.ports() if _is_route(port)]
    counts = Counter(port.service for port in ports)
    name = _choose_service(counts, None if service is None else service_folder(service))
    routes = [_route(workspace, port) for port in ports if port.service == name]
    others = sorted({route.key for route in routes if route.key.partition(" ")[0].lower() not in (*VERBS, "any")})
    if others:
        output.warning(f"OpenAPI has no such verbs: these routes are left out: {', '.join(others)}")
    found = document(name.rpartition("/")[2] or Path(workspace.root).resolve().name, routes)
    if as_json:
        return json_text(found, indent=2) + "\n"
    return in_yaml(yaml.dump(found, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=math.inf))


class _Dumper(yaml.SafeDumper):
    """Writes texts between double quotes, which alone have escapes, if they are not shown as they are."""


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=None if is_visible(text) else '"')


_Dumper.add_representer(str, _text)


def _is_route(port: Port) -> bool:
    return port.mechanism == "http" and port.role == "exposes" and not port.contract and not port.test


def _choose_service(counts: Counter[str], service: str | None) -> str:
    there = ", ".join(f"{name or '.'} ({count})" for name, count in sorted(counts.items()))
    if not counts:
        raise Failure("no routes found: `seamark doctor PATH` shows what was read")
    if service is None:
        if len(counts) > 1:
            raise Failure(f"several services have routes; choose one with --service: {there}")
        return next(iter(counts))
    if service not in counts:
        raise Failure(f"{service or '.'} is not a service with routes; these are: {there}")
    return service


def _route(workspace: Workspace, port: Port) -> Route:
    text = (workspace.service.text(port.path) or b"")[port.start : port.end].decode()
    handler = port.handler.qualified_name if port.handler is not None and port.handler.kind != "file" else None
    return Route(port.key, text, handler or None)
