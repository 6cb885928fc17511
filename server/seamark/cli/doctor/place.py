"""What is known of one file, and of one line of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from seamark.cli.layout import Line
from seamark.cli.sides import CONSUMER, EXACT, PROVIDER
from seamark.cli.tables import quantity
from seamark.index.reports import LeftOut, PartReport, Prefix
from seamark.resolve.port_model import Match, Port
from seamark.settings import NAME
from seamark.source import dialect_of

from .check import Check
from .workspace import first_lines, why

_OWN = (
    "What Seamark recognises is listed in docs/recognised.md. A client, a router or a wrapper of your own can be "
    f"described in {NAME}: see `catalogue` in docs/settings.md."
)
_SILENT = "It imports no library that Seamark knows, and calls no wrapper from another file."
_SILENT_OF_VERBS = (
    "It imports no library that Seamark knows, calls nothing named after an HTTP verb with a path or a URL, and "
    "no wrapper from another file."
)


class File(Struct, frozen=True):
    """A file of the workspace: why it is not read, if it is not, what is known of it, and its ports.

    `lines` are those in which they stand, if they are to be listed.
    """

    path: str
    size: int
    left_out: Sequence[LeftOut]
    unread: str | None
    seen: PartReport
    ports: Sequence[Port]
    lines: Sequence[int] = ()


class Side(Struct, frozen=True):
    """A port of a line, who is on its other side, and all about it as `seamark explain` shows it.

    Where nobody is, `hints` are what may be the reason, in sentences; of a path that stands for all below it there may
    be calls below it nevertheless.
    """

    port: Port
    others: Sequence[Match]
    explained: Sequence[Line]
    hints: Sequence[str] = ()
    calls_below: int = 0


def of_file(file: File) -> Iterator[Check]:
    """What to say of a file: first why it is not read, if it is not."""
    for one in file.left_out:
        yield Check("wrong", f"it is left out: {why(one)}", _back(one))
        return
    if file.unread is not None:
        yield Check("wrong", f"it is not read: {file.unread}", _fit(file.unread))
        return
    language = file.seen.language
    if language is None and not file.seen.document:
        dialect = dialect_of(file.path)
        if dialect is None:
            said = "it is not read: neither its name nor its content is of a kind that Seamark knows"
        else:
            said = f"it is not read: the setting files.languages does not include {dialect.language}"
        yield Check("wrong", said)
        return
    yield Check("ok", f"it is read as {language or 'a document'}, {file.size:,} bytes")
    if not file.seen.tells:
        silent = _SILENT_OF_VERBS if file.seen.guesses else _SILENT
        yield Check("note", "it shows no sign of a contract, so Seamark does not analyse it", (silent, _OWN))
        return
    providers = sum(port.role == "exposes" for port in file.ports)
    said = f"{quantity(providers, PROVIDER)}, {quantity(len(file.ports) - providers, CONSUMER)}"
    listed = [
        f"{line:>5}  {CONSUMER if port.role == 'consumes' else PROVIDER}  {port.key}"
        for port, line in zip(file.ports, file.lines, strict=bool(file.lines))
    ]
    yield Check("ok" if file.ports else "note", said, first_lines(listed))


def of_line(
    sides: Sequence[Side],
    handled: Sequence[tuple[Port, str]],
    named: Sequence[tuple[Port, str]],
    prefixes: Sequence[Prefix],
    seen: PartReport,
    texts: Sequence[str],
) -> Iterator[Check]:
    """What to say of a line: of its ports; else why there are none.

    `handled` are those that are handled there, each with the place that states it, and `named` what names routes there,
    each with the place of the route, if there is one. `prefixes` are those that are stated there. `texts` are what the
    calls there are written as.
    """
    for side in sides:
        yield _side(side)
    for port, stated in handled:
        yield Check("ok", f"it handles {port.key}, declared at {stated}")
    for use, there in named:
        said = f"is named here, and declared at {there}" if there else "is named here, but no route has that name"
        yield Check("ok" if there else "note", f"the route `{use.key}` {said}")
    for prefix in prefixes:
        below = dict.fromkeys(port.key for port in prefix.routes)
        said = f"it states the {prefix.words}, with {quantity(len(below), 'contract')} below it"
        yield Check("ok", said, first_lines(list(below)))
    for port in seen.hidden:
        yield Check("note", f"{port.key} is left out of all answers by the setting ignore.keys")
    if sides or handled or named or prefixes or seen.hidden:
        return
    for text, call in zip(texts, seen.calls, strict=True):
        yield Check("note", f"{text} is not recognised as a route or a call", call.known)
    if seen.calls:
        yield Check("note", _OWN)
    elif seen.document:
        yield Check("note", "no operation is declared on this line")
    else:
        advice = "A contract is declared where its path or name is written: give that line as FILE:LINE."
        yield Check("note", "nothing is called on this line", (advice,))


def _side(side: Side) -> Check:
    port = side.port
    other = PROVIDER if port.role == "consumes" else CONSUMER
    more: list[str | Line] = [*side.hints, *side.explained]
    if not side.others and port.role == "consumes":
        return Check("wrong", f"{port.key}: nothing in this workspace serves it", more)
    if side.calls_below:
        return Check("ok", f"{port.key}: {quantity(side.calls_below, 'call')} below it", more)
    if not side.others:
        return Check("note", f"{port.key}: nothing in this workspace calls it", more)
    if port.role == "consumes" and all(match.port.contract for match in side.others):
        said = "only a document declares it; no known code serves it"
        return Check("note", f"{port.key}: {said}", side.explained)
    ways = {match.how for match in side.others} - {EXACT}
    how = f" ({', '.join(sorted(ways))})" if ways else ""
    return Check("ok", f"{port.key}: {quantity(len(side.others), other)}{how}", side.explained)


def _back(one: LeftOut) -> tuple[str, ...]:
    if one.rule is None:
        return ("To read it anyway, open that folder itself.",) if one.path.endswith("/") else ()
    return (f"A line `!{one.path}` in a .seamarkignore of the workspace includes it; git still ignores it.",)


def _fit(reason: str) -> tuple[str, ...]:
    return ("The setting files.maxSize sets the limit.",) if reason.startswith("larger") else ()
