"""What a change reaches: of a file or a function, if it were changed; or since a revision of git, as it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from seamark.cli.failure import Failure
from seamark.cli.reviewing.former import opened_at
from seamark.cli.reviewing.revisions import Revision, revision
from seamark.escaping import escape_text
from seamark.resolve.port_model import Match, Port
from seamark.review.comparison import Comparison, compare
from seamark.review.contracts import of_service
from seamark.review.impact import ReachedCall, reached_calls, touched_ports

from .data import Change, Empty, Impact, Relation
from .emptiness import emptiness
from .naming import resolve_text
from .paging import Page
from .state import State

_ORDER: Sequence[Relation] = ("breaks", "would break", "handler", "consumer", "call", "serves", "test")
_CHANGES = 20
"""So many contracts are told of that have changed."""
_FOLLOWED = "contracts are followed from function to function, not calls within one service"


class Affected(NamedTuple):
    """A port that a change reaches, as what it is told of, and the handler of which it is a call."""

    relation: Relation
    port: Port
    match: Match | None = None
    of: Port | None = None


def impact(state: State, target: str, page: Page) -> Impact:
    """What a change of a file, a line, a function or a contract would reach; or what one since a revision does.

    Raises `Failure` if it is none of these.
    """
    target = target.strip()
    meant = resolve_text(state.service, state.root, target)
    if not meant.ports and meant.file is None and (old := _revision(state, target)) is not None:
        return _since(state, target, old, page)
    found = _of_ports(state, meant.ports)
    empty = None if found else emptiness(state, meant, "exposes")
    return _answer(state, f"what a change to {meant.said} would reach", found, page, empty)


def _revision(state: State, name: str) -> Revision | None:
    """The revision of that name, if there is one. Raises `Failure` if it can only be one, and is none."""
    if not name.isprintable():
        return None
    try:
        return revision(str(state.root), name)
    except Failure:
        if any(mark in name for mark in "~^@") and " " not in name and "/" not in name:
            raise
        return None


def _of_ports(state: State, ports: Sequence[Port]) -> list[Affected]:
    handlers = [port for port in ports if port.role == "exposes"]
    found = [Affected("handler", port) for port in handlers]
    found += [_call("would break", one) for one in reached_calls(state.everywhere, handlers)]
    for port in ports:
        if port.role == "consumes":
            found.append(Affected("call", port))
            found += [Affected("serves", match.port, match, port) for match in state.everywhere.providers(port)]
    return found


def _call(breaking: Relation, one: ReachedCall) -> Affected:
    call = one.call.port
    return Affected("test" if call.test else breaking if one.depends else "consumer", call, one.call, one.handler)


def _since(state: State, name: str, old: Revision, page: Page) -> Impact:
    if state.reading is not None:
        return _answer(state, f"what has changed since {escape_text(name)}", [], page, None)
    with opened_at(str(state.root), old, cached=True) as former:
        if former is None:
            raise Failure(f"{state.root.name} did not exist at {name}")
        before = of_service(former.service, former.position)
        changed = touched_ports(state.service, former.service)
    now = of_service(state.service, state.workspace.position)
    comparison = compare(before, now)
    broken = _broken_calls(state, comparison)
    handlers = [port for port in changed if port.role == "exposes"]
    found = [Affected("breaks", port) for port in broken]
    found += [Affected("handler", port) for port in handlers]
    found += [
        _call("consumer", one) for one in reached_calls(state.everywhere, handlers) if one.call.port not in broken
    ]
    found += [Affected("call", port) for port in changed if port.role == "consumes" and port not in broken]
    said = f"what the changes since {escape_text(name)} ({old.commit[:12]}) reach"
    if found or comparison.changes:
        empty = None
    else:
        empty = Empty(kind="nothing there", why=f"no function with a contract has changed since {escape_text(name)}")
    return _answer(state, said, found, page, empty, comparison)


def _broken_calls(state: State, comparison: Comparison) -> list[Port]:
    """The calls that break, as ports of the workspace as it is now."""
    position = state.workspace.position
    wanted = {(call.contract, call.side.file, call.side.line, call.side.column) for call in comparison.broken_calls}
    files = {call.side.file for call in comparison.broken_calls}
    return [
        port
        for port in state.service.ports()
        if port.path in files
        and port.role == "consumes"
        and (port.boundary, port.path, *position(port.path, port.start)) in wanted
    ]


def _answer(
    state: State,
    said: str,
    found: Iterable[Affected],
    page: Page,
    empty: Empty | None,
    comparison: Comparison | None = None,
) -> Impact:
    ordered = sorted(dict.fromkeys(found), key=lambda one: _ORDER.index(one.relation))
    changes = () if comparison is None else comparison.changes
    more = [f"{len(changes) - _CHANGES} more contracts have changed"] if len(changes) > _CHANGES else []
    return Impact(
        asked=said,
        total=len(ordered),
        cursor=page.next(ordered),
        notes=(*more, _FOLLOWED),
        empty=empty,
        reading=state.reading,
        counts=dict(Counter(one.relation for one in ordered)),
        services=tuple(sorted({escape_text(one.port.service or ".") for one in ordered})),
        changes=tuple(
            Change(what=one.what, key=escape_text(one.key), now=escape_text(one.now or ""), breaks=len(one.breaks))
            for one in changes[:_CHANGES]
        ),
        found=tuple(state.quoting.side(one.port, one.relation, one.match, one.of) for one in page.of(ordered)),
    )
