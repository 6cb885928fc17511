"""What is read of a workspace, what is left out of it, and what was found."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from seamark.cli.layout import Span
from seamark.cli.sides import CONSUMER, PROVIDER
from seamark.cli.tables import quantity
from seamark.cli.workspaces import problem_text
from seamark.index.matching.alignment import Alignment
from seamark.index.reports import LeftOut, Overview, UnfoundLibraries
from seamark.resolve.port_model import Problem
from seamark.settings import NAME

from .check import Check

_SHOWN = 10
"""How many problems or rules are told one by one."""
_SILENT = "No file imports a library that Seamark knows, or calls something with a path or a URL."
_NO_CONTRACTS = (
    f"What it recognises is listed in docs/recognised.md; clients and routers of your own can be described in {NAME}.",
    "`seamark doctor FILE:LINE` explains why a line is not recognised.",
)
_ONLY_REFUSED = ("The likely places are listed above, with the settings that read them.", _NO_CONTRACTS[-1])
_JOINED = (
    "Seamark joins what is in one workspace: give the folder that holds all services.",
    "If each service has its own repository, see `seamark store --help`.",
)


class SideCounts(Struct, frozen=True):
    """How many contracts there are, and sides of them, and of the calls, how many are led to a provider."""

    contracts: int
    providers: int
    consumers: int
    served: int


class Workspace(Struct, frozen=True):
    """What there is to know of a workspace: `settings` tells whether it has a `seamark.toml`.

    `refused` is what to say of what looks like contracts, and is none as far as Seamark can read it, `unserved` what of
    calls whose routes are missing.
    """

    root: str
    settings: bool
    overview: Overview
    problems: Sequence[Problem]
    found: SideCounts
    refused: Sequence[Check] = ()
    unserved: Sequence[Check] = ()
    unfound: Sequence[UnfoundLibraries] = ()
    alignments: Sequence[Alignment] = ()


def checks(seen: Workspace) -> Iterator[Check]:
    """What to say of a workspace."""
    yield from _settings(seen)
    yield from _files(seen)
    yield from seen.refused
    yield from seen.unserved
    yield from (Check("note", unfound_text(one)) for one in seen.unfound)
    yield from map(_check_of_alignment, seen.alignments)
    yield from _left_out(seen.overview.left_out)
    yield from _checks_of_unread(seen.problems)
    if seen.overview.sources or seen.overview.documents:
        yield from _contracts(seen)


def _settings(seen: Workspace) -> Iterator[Check]:
    wrong = [one for one in seen.problems if _is_settings(one)]
    if wrong:
        yield Check("wrong", f"{NAME} is not valid; invalid settings are ignored", list(map(problem_text, wrong)))
    elif seen.settings:
        yield Check("ok", f"{NAME} is valid")


def _files(seen: Workspace) -> Iterator[Check]:
    sources = seen.overview.sources
    documents = seen.overview.documents
    if sources or documents:
        languages = [f"{count} {language}" for language, count in sources.items()]
        total = quantity(sum(sources.values()), "source")
        listed = f" ({', '.join(languages)})" if languages else ""
        yield Check("ok", f"{total}{listed} and {quantity(documents, 'document')} to be read")
        return
    why = "no file has the name of a source or document that Seamark reads"
    if seen.overview.left_out or seen.problems:
        why = "all files are left out; see below"
    advice = (why, "Give the folder that holds the services; what Seamark reads is listed in docs/recognised.md.")
    yield Check("wrong", "no files found", advice)


def _without_contracts(seen: Workspace) -> tuple[str, ...]:
    """What may help where no contract was found."""
    promising = seen.overview.promising
    if not promising:
        return (_SILENT, *_NO_CONTRACTS)
    more = f" and {quantity(len(promising) - 1, 'other file')}" if len(promising) > 1 else ""
    said = f"Libraries that Seamark knows, or calls with a path or a URL, are in {promising[0]}{more},"
    return f"{said} but nothing there states a contract.", *_NO_CONTRACTS


def _check_of_alignment(one: Alignment) -> Check:
    """What to say of a prefix that most calls of a client have, and nothing states."""
    of = f"{one.file or one.caller}: " if one.file or one.caller else ""
    routes = one.service or "the workspace"
    rows = () if one.behind else ("[basePaths.routes]", f'"{one.service or "."}" = "{one.before}"')
    said = f"{of}{one.says}, of the routes of {routes}; no code declares that prefix"
    return Check("note", f"{said}{f'; {NAME} can' if rows else ''}", [(Span(row),) for row in rows])


def unfound_text(one: UnfoundLibraries) -> str:
    """What to say of libraries of which nothing was found."""
    named = ", ".join(one.libraries)
    where = one.manifest.rpartition("/")[0]
    below = f" below {where}" if where else ""
    which = "it" if len(one.libraries) == 1 else "these"
    what = f"route of {which}" if one.mechanism == "http" else f"contract of {_CALLED[one.mechanism]}"
    return f"{one.manifest} names {named}, but no {what} was found{below}"


_CALLED = {"grpc": "gRPC", "queue": "a queue", "temporal": "Temporal", "graphql": "GraphQL"}


def _left_out(found: Sequence[LeftOut]) -> Iterator[Check]:
    """What is left out: by rule, and by what it is."""
    rules: dict[str, list[LeftOut]] = {}
    kinds: dict[str, list[LeftOut]] = {}
    for one in found:
        if one.language is None:
            (kinds if one.rule is None else rules).setdefault(why(one), []).append(one)
    others = languages(found)
    if others:
        yield Check("note", f"written in languages that Seamark does not read: {others}")
    if rules:
        lines = [f"{name}  leaves out {_amount(ones)}" for name, ones in _most(rules)]
        yield Check("note", f"{_amount(_all(rules))} left out by rules", first_lines(lines))
    if kinds:
        lines = [f"{name}: {_names(ones)}" for name, ones in _most(kinds)]
        yield Check("ok", f"{_amount(_all(kinds))} left out by kind", first_lines(lines))


def languages(found: Sequence[LeftOut]) -> str:
    """The languages of what is left out because they are not read, with how many files: `3 Java, 1 Ruby`."""
    counts = Counter(one.language for one in found if one.language is not None)
    return ", ".join(f"{count} {language}" for language, count in counts.most_common())


def why(one: LeftOut) -> str:
    """Why something is left out: `web/.gitignore:3 dist/`, or in words."""
    if one.rule is None:
        return one.reason
    where = f"{one.rule.file}:{one.rule.line}" if one.rule.file else "the setting files.exclude"
    return f"{where}  {one.rule.text}"


def _checks_of_unread(problems: Sequence[Problem]) -> Iterator[Check]:
    found = [one for one in problems if not _is_settings(one)]
    if found:
        lines = first_lines([problem_text(one) for one in found])
        yield Check("note", f"{quantity(len(found), 'file')} could not be read or parsed", lines)


def _contracts(seen: Workspace) -> Iterator[Check]:
    found = seen.found
    if not found.providers and not found.consumers:
        yield Check("wrong", "no contracts found", _ONLY_REFUSED if seen.refused else _without_contracts(seen))
        return
    sides = f"{quantity(found.providers, PROVIDER)}, {quantity(found.consumers, CONSUMER)}"
    said = f"{quantity(found.contracts, 'contract')} ({sides})"
    yield Check("ok", f"{said}: `seamark map {shlex.quote(seen.root)}` shows them")
    if not found.providers:
        yield Check("note", "nothing here serves these calls", _JOINED)
    elif found.consumers > found.served:
        lost = found.consumers - found.served
        said = f"{quantity(lost, 'call')} of {found.consumers} without a provider here"
        yield Check("note", said, ("`seamark doctor FILE:LINE` explains each one.",))


def _is_settings(problem: Problem) -> bool:
    return problem.path.rpartition("/")[2] == NAME


def _all(groups: dict[str, list[LeftOut]]) -> list[LeftOut]:
    return [one for ones in groups.values() for one in ones]


def _most(groups: dict[str, list[LeftOut]]) -> list[tuple[str, list[LeftOut]]]:
    """The groups, the largest first."""
    return sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))


def _amount(found: Sequence[LeftOut]) -> str:
    folders = sum(one.path.endswith("/") for one in found)
    counts = ((folders, "folder"), (len(found) - folders, "file"))
    return " and ".join(quantity(count, noun) for count, noun in counts if count)


def _names(found: Sequence[LeftOut]) -> str:
    """What these are called, each name once."""
    called = Counter(one.path.rstrip("/").rpartition("/")[2] for one in found)
    shown = [f"{name} ({count})" if count > 1 else name for name, count in called.most_common(_SHOWN)]
    return ", ".join([*shown, *(["…"] if len(called) > _SHOWN else ())])


def first_lines(lines: Sequence[str]) -> list[str]:
    """The first of these lines, and how many more there are."""
    left = len(lines) - _SHOWN
    return [*lines[:_SHOWN], *([f"and {left} more"] if left > 0 else ())]
