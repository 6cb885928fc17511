"""A new operation of an OpenAPI document, where its paths are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.lsp.features.place import Place
from seamark.patterns import regex

from .edits import Edit, changes

if TYPE_CHECKING:
    from seamark.index.service import Service

_YAML_PATHS = regex(
    rb"^(?P<paths> *)paths:[ \t]*(?:#[^\r\n]*)?\r?\n(?:[ \t]*(?:#[^\r\n]*)?\r?\n)*(?P<path> +)", re.MULTILINE
)
_YAML_INNER = regex(rb"^ +[^\s#][^\r\n#]*:[ \t]*(?:#[^\r\n]*)?\r?\n(?P<verb> +)", re.MULTILINE)
_JSON_PATHS = regex(rb'"paths"\s*:\s*\{')


def operation(service: Service, document: str, key: str) -> Edit | None:
    """What adds an operation with this key to a document, as a stub; None if that cannot be done exactly."""
    data = service.text(document)
    verb, _, path = key.partition(" ")
    if data is None:
        return None
    for stated in _below(_number_parameters(path)):
        edit = _in_yaml(document, data, verb.lower(), stated) or _in_json(document, data, verb.lower(), stated)
        if edit is not None and _adds(service, edit, key):
            return edit
    return None


def _number_parameters(path: str) -> str:
    """A path whose parameters have names."""
    count = path.count("{}")
    names = ["id"] if count == 1 else [f"id{number}" for number in range(1, count + 1)]
    for name in names:
        path = path.replace("{}", f"{{{name}}}", 1)
    return path


def _below(path: str) -> Iterator[str]:
    """A path as a document may state it: whole, or below the path of its server."""
    while path.startswith("/") and path != "/":
        yield path
        path = "/" + path[1:].partition("/")[2]


def _in_yaml(document: str, data: bytes, verb: str, path: str) -> Edit | None:
    found = _YAML_PATHS.search(data)
    if found is None:
        return None
    start = found.start("path")
    outer = found["path"].decode()
    inner = _YAML_INNER.match(data, start)
    step = " " * (len(inner["verb"]) - len(outer)) if inner is not None and len(inner["verb"]) > len(outer) else "  "
    existing = re.compile(
        rb"^%s(?P<quote>[\"']?)%s(?P=quote):[ \t]*\r?\n" % (outer.encode(), _any_names(path)), re.MULTILINE
    )
    there = existing.search(data, start)
    lines = [f"{outer}{step}{verb}:", f"{outer}{step * 2}responses:", f"{outer}{step * 3}default:"]
    lines.append(f"{outer}{step * 4}description: {_TO_DO}")
    at = start if there is None else there.end()
    whole = lines if there is not None else [f"{outer}{path}:", *lines]
    return Edit(Place(document, at, at), "".join(f"{line}\n" for line in whole))


def _in_json(document: str, data: bytes, verb: str, path: str) -> Edit | None:
    found = _JSON_PATHS.search(data)
    if found is None or data[found.end() :].lstrip()[:1] == b"}":
        return None
    there = re.compile(rb'"%s"\s*:\s*\{' % _any_names(path)).search(data, found.end())
    stub = f'"{verb}": {{ "responses": {{ "default": {{ "description": "{_TO_DO}" }} }} }}'
    at = found.end() if there is None else there.end()
    return Edit(Place(document, at, at), f" {stub}," if there is not None else f'\n    "{path}": {{ {stub} }},')


_TO_DO = "to be described"


def _any_names(path: str) -> bytes:
    """A pattern for a path, whatever its parameters are called."""
    return re.sub(r"\\\{\w+\\\}", r"\\{[^{}/]+\\}", re.escape(path)).encode()


def _adds(service: Service, edit: Edit, key: str) -> bool:
    """Whether an edit adds one operation with this key to its document, and changes nothing else."""
    return changes(service, [edit]) == (Counter(), Counter([(edit.place.path, "http", key, "exposes")]))
