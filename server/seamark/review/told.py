"""What is told of the findings in a file: how bad each is, by the settings, without what is ignored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from seamark.resolve.port_model import Port
from seamark.settings import Severity

from .comments import Ignored, ignored
from .inspection import Finding, Inspection
from .kinds import KINDS, Kind

if TYPE_CHECKING:
    from seamark.index.service import Questions


class Told(NamedTuple):
    """A finding, and how bad it is; it is never `off`."""

    severity: Severity
    finding: Finding


class Review:
    """Tells what is wrong in a workspace as it is now: editors and the command line ask this alone.

    What is `raised` has this severity, whatever the settings say of its kind.
    """

    def __init__(
        self,
        service: Questions,
        raised: Mapping[Kind, Severity] | None = None,
        beside: Callable[[Port], Ignored] | None = None,
    ) -> None:
        """`beside` gives what the comments beside a port say, if the service has no texts."""
        self._service = service
        self._beside = beside or partial(_beside, service)
        self._raised = raised or {}
        self._inspection = Inspection(service)

    def of(self, path: str) -> list[Told]:
        """What is told of a file, by position."""
        said = self._service.settings(path).diagnostics
        severities = {kind: self._raised.get(kind, said.of(kind)) for kind in KINDS}
        found = self._inspection.of(path, {kind for kind, severity in severities.items() if severity != "off"})
        return [
            Told(severities[one.kind], one)
            for one in found
            if not said.ignores(one.kind, *one.port.boundary) and not self._beside(one.port).covers(one.kind)
        ]

    def everything(self) -> Iterator[Told]:
        """What is told of all files, by path and position."""
        for path in sorted({port.path for port in self._service.ports()}):
            yield from self.of(path)


def misspelt(service: Questions, finding: Finding) -> list[str]:
    """The words in comments beside a finding that are meant as kinds, and are none."""
    data = service.text(finding.port.path)
    named = ignored(data, finding.port.start, finding.port.end).kinds if data is not None else frozenset()
    return sorted(named - KINDS.keys())


def _beside(service: Questions, port: Port) -> Ignored:
    data = service.text(port.path)
    return Ignored() if data is None else ignored(data, port.start, port.end)
