"""What is told of the findings in a file: how bad each is, by the settings, without what is ignored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from seamark.resolve.port_model import Port
from seamark.settings import Diagnostics, Severity

from .bases import Bases
from .before import Before
from .comments import IgnoredKinds, read_ignored
from .inspection import Finding, Inspection
from .kinds import KINDS, Kind

if TYPE_CHECKING:
    from seamark.index.service import ContractQueries


class Diagnosis(NamedTuple):
    """A finding, and how bad it is, which is never `off`; words in comments beside it that are meant as kinds, too."""

    severity: Severity
    finding: Finding
    misspelt: tuple[str, ...] = ()


class Review:
    """Tells what is wrong in a workspace as it is now: editors and the command line ask this alone.

    What is `raised` has this severity, whatever the settings say of its kind; calls that nobody serves then need no
    evidence.
    """

    def __init__(
        self,
        service: ContractQueries,
        raised: Mapping[Kind, Severity] | None = None,
        beside: Callable[[Port], IgnoredKinds] | None = None,
        before: Before | None = None,
        bases: Bases | None = None,
    ) -> None:
        """`beside` gives what the comments beside a port say, if the service has no texts.

        See `Inspection` for `before` and `bases`.
        """
        self._service = service
        self._beside = beside or partial(_beside, lru_cache(1)(service.text))  # One file is looked at after the other.
        self._raised = raised or {}
        self.inspection = Inspection(service, before, bases, without_evidence="unserved-call" in self._raised)

    def of(self, path: str) -> list[Diagnosis]:
        """What is told of a file, by position."""
        said = self._service.settings(path).diagnostics
        severities = {kind: self._raised.get(kind, said.of(kind)) for kind in KINDS}
        found = self.inspection.of(path, {kind for kind, severity in severities.items() if severity != "off"})
        return list(self._tell_findings(found, severities, said))

    def _tell_findings(
        self, found: Iterable[Finding], severities: Mapping[Kind, Severity], said: Diagnostics
    ) -> Iterator[Diagnosis]:
        for one in found:
            if all(any(said.ignores(one.kind, *contract) for contract in each) for each in one.contracts):
                continue
            beside = self._beside(one.port)
            if not beside.covers(one.kind):
                yield Diagnosis(severities[one.kind], one, tuple(sorted(beside.kinds - KINDS.keys())))

    def everything(self) -> Iterator[Diagnosis]:
        """What is told of all files, by path and position."""
        return chain.from_iterable(self.steps())

    def steps(self) -> Iterator[list[Diagnosis]]:
        """The same, in many small steps, of which some only find out what others need."""
        for _ in self.inspection.count():
            yield []
        for path in self._files():
            yield self.of(path)

    def _files(self) -> list[str]:
        """The files of which something may be told."""
        ports = (*self._service.ports(), *self._service.uses())
        return sorted({*(port.path for port in ports), *self.inspection.changed_files})


def _beside(text: Callable[[str], bytes | None], port: Port) -> IgnoredKinds:
    data = text(port.path)
    return IgnoredKinds() if data is None else read_ignored(data, port.start, port.end)
