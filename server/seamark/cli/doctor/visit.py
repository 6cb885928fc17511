"""Looks at an installation, a workspace, a file or a line, and has the others say what to make of it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import click

from seamark.cli.explanation import contract
from seamark.cli.layout import Span
from seamark.cli.sides import EXACT, below, guesses
from seamark.cli.tables import quantity
from seamark.cli.workspaces import Workspace, opened_with, unreadable
from seamark.index.matching.alternatives import call_place, count_calls
from seamark.index.persistence.cache import Cache, of_user
from seamark.patterns import regex
from seamark.resolve.port_model import Port
from seamark.review import KINDS, Inspection
from seamark.settings import NAME
from seamark.source import LineIndex

from . import installation, organisation, place, refused, unserved, workspace
from .check import Check, Section

_PLACE = regex(r"(?P<file>.+?):(?P<line>\d+)(?::\d+)?")
_LONG = 40
"""So many letters of what is called are shown, the last ones."""
_LINES = 40
"""So many lines are shown of all that is known of a contract."""


class WantedPlace(NamedTuple):
    """What a user wants to know about: a folder; or a file, of which one line or all."""

    path: str
    line: int | None = None


def seen_to(wanted: str | None, folder: str | None, *, cached: bool) -> Iterator[Section]:
    """What to say of what a user wants to know about: without anything, of the installation and the current folder.

    Raises `click.BadParameter` if there is no such place.
    """
    about = WantedPlace(".") if wanted is None else wanted_place(wanted)
    if (refused := unreadable(about.path)) is not None:
        raise click.BadParameter(f"{about.path}: {refused}")
    if wanted is None:
        yield Section("Installation", list(installation.checks(installation.here())))
        yield Section("Other repositories", list(organisation.checks(organisation.here())))
    with closing(of_user() if cached else Cache()) as cache:
        if os.path.isdir(about.path):
            yield of_workspace(opened_with(about.path, cache))
        else:
            root, why = around(about.path) if folder is None else (folder, "given on the command line")
            taken = Check("ok", f"it belongs to the workspace {os.path.abspath(root)}: {why}")
            yield from of_place(opened_with(root, cache), about, taken)


def wanted_place(text: str) -> WantedPlace:
    """`web`, `web/api.ts`, `web/api.ts:12`, `web/api.ts:12:7`; what exists under the whole name is that."""
    match = _PLACE.fullmatch(text)
    if match is None or os.path.exists(text):
        return WantedPlace(text)
    return WantedPlace(match["file"], int(match["line"]))


def around(file: str) -> tuple[str, str]:
    """The workspace in which a file is asked about, and why it is that one.

    It is the current folder if the file is in there, else the file's repository, else the file's own folder.
    """
    here, real = Path.cwd(), Path(os.path.abspath(file))
    if real.is_relative_to(here):
        return ".", "the current folder"
    repository = next((folder for folder in real.parents if (folder / ".git").exists()), None)
    if repository is not None:
        return str(repository), "the nearest parent folder with a .git"
    return str(real.parent), "the file's own folder: no parent folder has a .git"


def of_workspace(opened: Workspace) -> Section:
    """What to say of a workspace."""
    service, ports = opened.service, opened.service.ports()
    calls = [port for port in ports if port.role == "consumes"]
    served = {call_place(call) for call in calls if service.providers(call)}

    def where(port: Port) -> str:
        return opened.place(port.path, port.start)

    seen = workspace.Workspace(
        root=opened.root,
        settings=service.real_path(NAME).is_file(),
        overview=service.overview(),
        problems=service.problems(),
        found=workspace.SideCounts(
            contracts=len(service.boundaries()),
            providers=len(ports) - len(calls),
            consumers=count_calls(calls),
            served=len(served),
        ),
        unfound=service.libraries_not_found(),
        alignments=service.alignments(),
        refused=list(refused.checks(service.refused_groups(), where)),
        unserved=list(unserved.checks(calls, served, where)),
    )
    return Section(f"Workspace {os.path.abspath(opened.root)}", list(workspace.checks(seen)))


def of_place(opened: Workspace, wanted: WantedPlace, taken: Check) -> Iterator[Section]:
    """What to say of a file of a workspace, and of one of its lines; `taken` says which workspace that is, and why."""
    service = opened.service
    path = service.locate(Path(wanted.path))
    if path is None:
        yield Section(f"File {wanted.path}", [taken, Check("wrong", f"it is not in the workspace {opened.root}")])
        return
    text = LineIndex(service.text(path) or b"")
    part = text.line(len(text) if wanted.line is None else wanted.line - 1)
    file = place.File(
        path=path,
        size=os.stat(wanted.path).st_size,
        left_out=[one for one in service.left_out(path) if path.startswith(one.path)],
        unread=next((one.reason for one in service.problems() if one.path == path and one.line is None), None),
        seen=service.describe_part(path, *part),
        ports=service.ports(path),
        lines=[text.human(port.start)[0] for port in service.ports(path)] if wanted.line is None else (),
    )
    section = Section(f"File {path}", [taken, *place.of_file(file)])
    yield section
    if wanted.line is not None and not section.is_wrong:
        missing = Check("wrong", f"there is no such line: the file has {quantity(len(text), 'line')}")
        checks = _line(opened, file, text.data, part) if 0 < wanted.line <= len(text) else [missing]
        yield Section(f"Line {wanted.line}", list(checks))


def _line(opened: Workspace, file: place.File, data: bytes, part: tuple[int, int]) -> Iterator[Check]:
    """What to say of the part of a file that is one line."""
    start, end = part
    stated = [port for port in file.ports if port.start <= end and start <= port.end]
    handled = [
        (port, opened.place(port.path, port.start))
        for port in opened.service.ports_handled_in(file.path)
        if port.handler and start <= port.handler.name_start <= end and port not in stated
    ]
    named = [
        (use, next((opened.place(match.port.path, match.port.start) for match in opened.service.providers(use)), ""))
        for use in opened.service.uses(file.path)
        if use.start <= end and start <= use.end
    ]
    texts = [f"`{_one_line(data[call.start : call.end])}`" for call in file.seen.calls]
    sides = []
    for port in stated:
        around = [call for call in file.seen.calls if call.start <= port.start]
        origins = list(dict.fromkeys(one for call in around for one in call.origins))
        sides.append(_side(opened, port, origins))
    prefixes = [one for one in opened.service.prefixes(file.path) if one.start <= end and start <= one.end]
    return place.of_line(sides, handled, named, prefixes, file.seen, texts)


def _side(opened: Workspace, port: Port, origins: Iterable[str]) -> place.Side:
    service = opened.service
    others = service.providers(port) if port.role == "consumes" else service.consumers(port)
    boundary = service.boundary(*port.boundary)
    calls_below = 0 if others or port.role == "consumes" else below(boundary, service.boundaries())
    has_both = any(match.how == EXACT for match in others)
    explained = list(contract(opened, boundary, {} if has_both else guesses(opened), calls_below))
    if len(explained) > _LINES:
        more = f"… `seamark explain {shlex.quote(port.key)} {shlex.quote(opened.root)}` shows all"
        explained[_LINES:] = [(Span(more, "dim"),)]
    explained += ((Span(one, "dim"),) for one in origins)
    return place.Side(port, others, explained, () if others else list(hints(opened, port)), calls_below)


def hints(opened: Workspace, port: Port) -> Iterator[str]:
    """What may be the reason that nobody is on the other side of a port."""
    service = opened.service
    if port.role == "exposes":
        return
    kinds = KINDS.keys() - {"unserved-call", "uncalled-route"}
    yield from (one.message for one in Inspection(service).of(port.path, kinds) if one.port == port)
    if service.boundary(*port.boundary).providers:
        yield "this key has a provider, but its confidence is below the setting matching.minConfidence"
    if port.host:
        yield f"it goes to {port.host}: if that is not yours, nothing is missing"
    if port.open_prefix:
        yield f"its base URL is unknown; basePaths.calls in {NAME} can set it"
    if port.test:
        yield "it is in test code"
    left_out = service.overview().left_out
    others = workspace.languages(left_out)
    if others:
        yield f"its provider may be among the files in languages that Seamark does not read: {others}"
    if any(one.rule is not None for one in left_out):
        yield "its provider may be in a file that rules leave out: `seamark doctor` lists those"


def _one_line(text: bytes) -> str:
    line = " ".join(text.decode(errors="replace").split())
    return line if len(line) <= _LONG else f"…{line[-_LONG:]}"
