"""A finding with all that reports say of it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from seamark import keys
from seamark.cli.workspaces import ContractSource, join_root
from seamark.resolve.port_model import Port
from seamark.review import KINDS, Diagnosis, Kind
from seamark.review.baseline import Identity
from seamark.settings import Severity

Rule: TypeAlias = Kind | Literal["broken-elsewhere"]

ELSEWHERE: Final = "broken-elsewhere"
"""What breaks in other repositories of a store. No setting says how bad that is, as no workspace can know it."""

RULES: Mapping[Rule, str] = dict[Rule, str](KINDS.items()) | {
    ELSEWHERE: "A change breaks a call in another repository."
}
"""What findings may be, and what each means, as a sentence."""


class Where(NamedTuple):
    """A part of a file: lines and columns from 1, in code points, the end exclusive.

    `shown` is the file for people: within the only workspace, else as seen from the current folder; `file` is always
    the latter, with `/`, or absolute if it is elsewhere.
    """

    shown: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class ReportedFinding(NamedTuple):
    """A finding: how bad it is, what it says, where, the `source` line there, and what it speaks of besides.

    `symbol` is the function or method around it, empty if there is none.
    """

    severity: Severity
    kind: Rule
    message: str
    root: str
    path: str
    key: str
    mechanism: str
    symbol: str
    where: Where
    source: str
    related: tuple[tuple[Where, str], ...] = ()

    @property
    def identity(self) -> Identity:
        """What it is the same by when lines move."""
        return Identity(self.kind, self.key, self.where.shown, self.symbol)

    @property
    def fingerprint(self) -> str:
        """The identity for programs that compare runs: the same wherever the workspace is."""
        return hashlib.sha256("\0".join(self.identity).encode(errors="surrogatepass")).hexdigest()


def report_finding(workspace: ContractSource, told: Diagnosis) -> ReportedFinding:
    """What reports say of a finding in a workspace."""
    finding, port = told.finding, told.finding.port
    words = ", ".join(f"`{word}`" for word in told.misspelt)
    return ReportedFinding(
        told.severity,
        finding.kind,
        f"{finding.message}; the comment here ignores {words}, which is not a kind of finding"
        if words
        else finding.message,
        workspace.root,
        port.path,
        keys.format_key(*port.boundary),
        port.mechanism,
        "" if port.symbol.kind == "file" else port.symbol.qualified_name,
        _where(workspace, port),
        workspace.line(port.path, port.start),
        tuple(_related(workspace, finding.related)),
    )


def _related(workspace: ContractSource, related: Iterable[Port]) -> Iterator[tuple[Where, str]]:
    """The places that a finding speaks of besides its own: one that states several keys, by the first of these."""
    first: dict[tuple[str, int], Port] = {}
    for one in related:
        first.setdefault((one.path, one.start), one)
    for one in first.values():
        what = "is called here" if one.role == "consumes" and one.mechanism == "http" else "is here"
        yield _where(workspace, one), f"`{keys.format_key(*one.boundary)}` {what}"


def _where(workspace: ContractSource, port: Port) -> Where:
    seen = join_root(workspace.root, port.path)
    return Where(
        seen if workspace.several else port.path,
        from_here(seen),
        *workspace.position(port.path, port.start),
        *workspace.position(port.path, port.end),
    )


def from_here(path: str) -> str:
    """A path as programs take it that are run in the same folder."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # Another drive.
        relative = os.pardir
    outside = relative.split(os.sep, 1)[0] == os.pardir
    return (os.path.abspath(path) if outside else relative).replace(os.sep, "/")
