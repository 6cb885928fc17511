"""Code actions: how to mend what a diagnostic says. Each edit is tried before it is offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from seamark.lsp.features.place import contract
from seamark.resolve.port_model import Port
from seamark.review import Finding

from .edits import Edit, changes, statement
from .operation import operation
from .settings_file import prefixing
from .verbs import verb_edits
from .written import in_key, segments

if TYPE_CHECKING:
    from seamark.index.service import Service


class Action(msgspec.Struct, frozen=True):
    """What a user may choose, in words, and what it changes."""

    title: str
    finding: Finding
    edits: tuple[Edit, ...]


def actions(service: Service, finding: Finding) -> Iterator[Action]:
    """What mends a finding, the best first."""
    if finding.kind in ("verb-mismatch", "near-miss"):
        candidates = verb_edits if finding.kind == "verb-mismatch" else _paths
        for key in finding.meant:
            edits = candidates(service, finding.port, key)
            edit = next((one for one in edits if _leads(service, finding.port, one, key)), None)
            if edit is not None:
                yield Action(f"Call {key}", finding, (edit,))
    if finding.kind == "unknown-route-name":
        yield from _names(service, finding)
    if finding.kind == "unknown-prefix":
        yield from _prefixes(service, finding)
    if finding.kind == "handler-without-document":
        for document in finding.meant:
            edit = operation(service, document, finding.port.key)
            if edit is not None:
                yield Action(f"Add {finding.port.key} to {document}", finding, (edit,))


def _names(service: Service, finding: Finding) -> Iterator[Action]:
    """What names the route that may be meant, where the name is written out."""
    port = finding.port
    if (service.text(port.path) or b"")[port.start : port.end] == port.key.encode():
        yield from (Action(f"Name {name}", finding, (Edit(contract(port), name),)) for name in finding.meant)


def _prefixes(service: Service, finding: Finding) -> Iterator[Action]:
    """What states a prefix before the routes of a service, if calls have one where these have none."""
    port = finding.port
    for one in service.alignments():
        if one.is_of(port) and not one.behind and one.served(port.key) is not None:
            edit = prefixing(service, port.path, one.service, one.before)
            if edit is not None:
                of = one.service or "the workspace"
                yield Action(f"Put {one.before} before the routes of {of} in seamark.toml", finding, (edit,))


def _paths(service: Service, port: Port, key: str) -> Iterator[Edit]:
    """The segments of a path that another key has otherwise."""
    for segment in segments(port, service.text(port.path) or b""):
        meant = in_key(key, segment.after)
        if meant is not None and meant != segment.text:
            yield Edit(segment.place, meant)


def _leads(service: Service, port: Port, edit: Edit, key: str) -> bool:
    """Whether a call has another key after an edit, and nothing else says anything else."""
    path, mechanism, _, role = statement(port)
    return changes(service, [edit]) == (Counter([statement(port)]), Counter([(path, mechanism, key, role)]))
