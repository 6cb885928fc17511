"""Why nothing was found: there is nothing, or it was not understood, or files are left to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seamark.cli.doctor.check import Check
from seamark.cli.doctor.visit import WantedPlace, hints, of_place
from seamark.cli.doctor.workspace import unfound_text
from seamark.cli.refusals import describe_refused as said_of_refused
from seamark.escaping import escape_text
from seamark.index.matching.compatible import Reach, compatible
from seamark.index.reports import RefusedGroup
from seamark.resolve.port_model import Port
from seamark.source.lines import LineIndex

from .data import Empty
from .naming import Subject
from .quoting import escaped_key
from .state import State

_MOST = 6
"""So many sentences say more."""
_ANYTHING = Reach(open_prefix=True, below=True)
_SIDES = {"exposes": ("serves", "serve"), "consumes": ("calls", "call")}


def emptiness(state: State, meant: Subject, role: str) -> Empty:
    """Why nothing of a role was found on the other side of what is meant."""
    if state.reading is not None:
        return _still_reading(state)
    if meant.file is not None and not meant.ports:
        return _nothing_stated(state, meant, meant.file)
    serves, serve = _SIDES[role]
    refused = _refusals(state, meant, role)
    if refused:
        why = f"something here may {serve} it, but Seamark cannot tell what it is"
        return Empty(kind="not understood", why=why, details=tuple(refused[:_MOST]))
    unfound = _libraries_not_found(state, meant, role)
    keys = ", ".join(dict.fromkeys(map(escaped_key, meant.ports[:3])))
    return Empty(
        kind="not understood" if unfound else "nothing there",
        why=f"nothing in this workspace {serves} {keys}" if keys else f"nothing serves or calls {meant.said}",
        details=tuple(dict.fromkeys([*_hints(state, meant.ports), *unfound]))[:_MOST],
        nearest=_nearest(state, meant.ports[:1] or meant.invented),
    )


def _still_reading(state: State) -> Empty:
    assert state.reading is not None
    why = f"{state.reading.done} of {state.reading.total} files have been read: ask again in a moment"
    return Empty(kind="still reading", why=why)


def no_contracts(state: State) -> Empty:
    """Why there are no contracts of the kind asked for."""
    if state.reading is not None:
        return _still_reading(state)
    unfound = [escape_text(unfound_text(one)) for one in state.service.libraries_not_found()]
    details = [*_all_refused(state), *unfound]
    if details and not state.service.ports():
        return Empty(kind="not understood", why="no contract was recognised", details=tuple(details[:_MOST]))
    return Empty(kind="nothing there", why="no contract matches", details=tuple(details[:_MOST]))


def _nothing_stated(state: State, meant: Subject, path: str) -> Empty:
    """Nothing is stated or handled at a place: what `seamark doctor` says of it."""
    lines = LineIndex(state.service.text(path) or b"")
    part = (0, len(lines.data)) if meant.line is None else lines.line(meant.line - 1)
    place = WantedPlace(str(state.service.real_path(path)), meant.line)
    sections = list(of_place(state.workspace, place, Check("ok", "")))
    checks = [check for section in sections for check in section.checks if check.state != "ok"]
    is_missed = bool(sections and sections[0].is_wrong) or (
        meant.line is not None and bool(state.service.describe_part(path, *part).calls)
    )
    details = [escape_text(one) for check in checks for one in _sentences(check)]
    return Empty(
        kind="not understood" if is_missed else "nothing there",
        why=f"no contract is declared or handled at {meant.said}",
        details=tuple(details[:_MOST]),
    )


def _sentences(check: Check) -> Iterator[str]:
    yield check.text
    yield from (one for one in check.more if isinstance(one, str))


def _hints(state: State, ports: Sequence[Port]) -> list[str]:
    return [escape_text(one) for port in ports[:3] if port.path for one in hints(state.workspace, port)]


def _refusals(state: State, meant: Subject, role: str) -> list[str]:
    """What looks like the other side, and was not understood: calls and rows whose path fits."""
    asked = [port for port in (*meant.ports, *meant.invented) if port.mechanism == "http"]
    found = [
        one for one in state.service.refused_groups() if one.role == role and any(_fits(one, port) for port in asked)
    ]
    return [_describe_refused(state, one) for one in found]


def _fits(refused: RefusedGroup, port: Port) -> bool:
    """Whether a place among what was refused has a path that may be the one of a port."""
    path = port.key.partition(" ")[2]
    keys = {f"ANY {one.key.partition(' ')[2]}" for one in refused.places}
    return any(compatible(f"ANY {path}", True, [(key, _ANYTHING)]) is not None for key in keys)


def _all_refused(state: State) -> list[str]:
    return [_describe_refused(state, one) for one in state.service.refused_groups()]


def _describe_refused(state: State, refused: RefusedGroup) -> str:
    return escape_text(said_of_refused(refused, lambda port: state.quoting.place(port.path, port.start)))


def _libraries_not_found(state: State, meant: Subject, role: str) -> list[str]:
    """Libraries whose kind of contract was not found, if that may be the side that is missing."""
    mechanisms = {port.mechanism for port in (*meant.ports, *meant.invented)}
    if role == "consumes" and mechanisms == {"http"}:
        return []
    return [
        escape_text(unfound_text(one)) for one in state.service.libraries_not_found() if one.mechanism in mechanisms
    ]


def _nearest(state: State, ports: Sequence[Port]) -> tuple[str, ...]:
    found = [key for port in ports for key in state.everywhere.nearest(port)]
    return tuple(map(escape_text, dict.fromkeys(found)))
