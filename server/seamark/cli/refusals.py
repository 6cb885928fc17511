"""What looks like contracts and is none that Seamark can read: how much, why, and the rows that would read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from seamark.index.reports import RefusedGroup
from seamark.resolve.port_model import Port
from seamark.settings import NAME

from .layout import Line, Span
from .tables import quantity

_NAMES = 3
"""So many names of one group get a row."""

_STATED = {"exposes": 'routes = "{}"', "consumes": 'requests = "{}"'}
"""What a row says of what has a name, by the role."""

Place = Callable[[Port], str]
"""Where a port is, for people."""


def rows(refused: RefusedGroup) -> list[str]:
    """The rows for `seamark.toml` that would read what was refused; no row says that a function compares paths."""
    found: list[str] = []
    names: list[str] = []
    for name in refused.names if not refused.compared else ():
        if len(names) < _NAMES and not any(f".{name}".endswith(f".{known}") for known in names):
            names.append(name)
            found += [*([""] if found else ()), "[[own]]", _STATED[refused.role].format(name)]
    return found


def describe_refused(one: RefusedGroup, place: Place) -> str:
    """What was refused, how often, and why, in a sentence."""
    where = f"`{one.names[0]}` in {quantity(len(one.places), 'place')}, first at {place(one.places[0])}"
    if one.compared:
        return f"{where}: it compares paths, but nothing shows that these are the paths of requests"
    return f"{where}: {_reason(one)}; you can declare it in {NAME}"


def _reason(one: RefusedGroup) -> str:
    given = " and ".join(("a verb", "a path") if one.told else ("a path",))
    if one.role == "consumes":
        return f"it takes {given}, but nothing shows that it sends requests"
    if one.binds:
        return f"it takes {given} and a function, but nothing shows that it registers routes"
    return f"it takes {given}, but no known function, and nothing shows that it registers routes"


def advice(one: RefusedGroup) -> Iterator[str | Line]:
    """Where it comes from, and the rows that read it."""
    if one.compared:
        yield "Its parameter for the request or the answer may have another name than Seamark knows."
    elif one.own:
        yield f"It is defined in {one.origin}, and passes the path to nothing that Seamark knows."
    elif one.origin:
        yield f"It comes from `{one.origin}`, which Seamark does not know."
    yield from ((Span(line),) for line in rows(one))


def summary(refused: Sequence[RefusedGroup], asks: str) -> Line | None:
    """One line about all that was refused, if anything was; `asks` is the command that tells more."""
    if not refused:
        return None
    places = sum(len(one.places) for one in refused)
    others = f" and {quantity(len(refused) - 1, 'other')}" if len(refused) > 1 else ""
    where = f"in {quantity(places, 'place')} that were not read: `seamark {asks}` shows more"
    return (Span(f"`{refused[0].names[0]}`{others} may declare contracts {where}", "dim"),)
