"""Code actions: how to mend what a diagnostic says. Each edit is tried before it is offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from seamark.index.matching.alternatives import count_calls
from seamark.lsp.features.place import contract
from seamark.resolve.port_model import Port
from seamark.review import Finding

from .calling import edits_for_calls, edits_for_key, edits_for_keys
from .edits import Edit
from .ignoring import ignoring_here
from .operation import operation
from .settings_file import edit_to_prefix

if TYPE_CHECKING:
    from seamark.index.service import Service

_CALLS = ("broken-call", "unserved-call", "verb-mismatch", "near-miss")
_BELOW = 1
"""So many segments more a route may have that is meant by a call."""


class Action(msgspec.Struct, frozen=True):
    """What a user may choose, in words, and what it changes."""

    title: str
    finding: Finding
    edits: tuple[Edit, ...]


def actions(service: Service, finding: Finding) -> Iterator[Action]:
    """What mends a finding, the best first."""
    if finding.kind in _CALLS:
        for key in dict.fromkeys((*finding.meant, *_uncalled_below(service, finding.port))):
            edits = edits_for_key(service, finding.port, key)
            if edits is not None:
                yield Action(f"Call {key}", finding, edits)
    if finding.kind == "breaking-change":
        yield from _calls(service, finding)
    if finding.kind == "unknown-route-name":
        yield from _names(service, finding)
    if finding.kind == "unknown-prefix":
        yield from _prefixes(service, finding)
    if finding.kind == "handler-without-document":
        for document in finding.meant:
            edit = operation(service, document, finding.port.key)
            if edit is not None:
                yield Action(f"Add {finding.port.key} to {document}", finding, (edit,))


def comment(service: Service, finding: Finding) -> Action | None:
    """What keeps a finding from being told, by a comment on the line above; None if there can be none."""
    edit = ignoring_here(service, finding.port, finding.kind)
    return None if edit is None else Action(f"Ignore {finding.kind} on this line", finding, (edit,))


def _uncalled_below(service: Service, port: Port) -> Iterator[str]:
    """The keys of routes that nobody calls, and whose paths are that of a call, or one that begins with it."""
    path = port.key.partition(" ")[2].rstrip("/")
    found = (one for one in service.ports() if one.role == "exposes" and one.mechanism == port.mechanism == "http")
    for one in found:
        verb, _, below = one.key.partition(" ")
        is_near = below == path or (below.startswith(f"{path}/") and below.count("/") - path.count("/") <= _BELOW)
        is_open = one.test or one.contract or one.open_prefix or verb in ("ANY", "HEAD", "OPTIONS")
        if is_near and not is_open and path and not service.consumers(one):
            yield one.key


def _calls(service: Service, finding: Finding) -> Iterator[Action]:
    """What has all calls follow that a change breaks, or as many as can be changed."""
    wanted = [(call, key) for one in finding.changes for key in one.new_keys for call in one.calls]
    if len(finding.changes) == 1:
        changed = edits_for_calls(service, (call for call, _ in wanted), finding.meant[0]) if wanted else {}
    else:
        changed = edits_for_keys(service, wanted)
    if changed:
        which = _describe_calls(
            count_calls(changed), count_calls(call for one in finding.changes for call in one.calls)
        )
        to = finding.meant[0] if len(finding.changes) == 1 else "the new keys"
        edits = dict.fromkeys(edit for edits in changed.values() for edit in edits)
        yield Action(f"Change {which} to {to}", finding, tuple(edits))


def _describe_calls(count: int, of: int) -> str:
    if count < of:
        return f"{count} of the {of} calls"
    return "the call" if count == 1 else f"the {count} calls"


def _names(service: Service, finding: Finding) -> Iterator[Action]:
    """What names the route that may be meant, where the name is written out."""
    port = finding.port
    if (service.text(port.path) or b"")[port.start : port.end] == port.key.encode():
        yield from (Action(f"Name {name}", finding, (Edit(contract(port), name),)) for name in finding.meant)


def _prefixes(service: Service, finding: Finding) -> Iterator[Action]:
    """What states a prefix before the routes of a service, if calls have one where these have none."""
    port = finding.port
    for one in service.alignments():
        if one.is_of(port) and not one.behind and one.route_key(port.key) is not None:
            edit = edit_to_prefix(service, port.path, one.service, one.before)
            if edit is not None:
                of = one.service or "the workspace"
                yield Action(f"Set the prefix {one.before} for {of} in seamark.toml", finding, (edit,))
