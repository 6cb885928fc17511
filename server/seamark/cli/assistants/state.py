"""One state of a workspace, as the time of one answer sees it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from seamark.cli.workspaces import Workspace

from .quoting import Quoting

if TYPE_CHECKING:
    from seamark.index.service import Service
    from seamark.lsp.organisation.everywhere import Everywhere

    from .data import Reading


class State(NamedTuple):
    """The workspace by itself, and with what is known of other repositories; its folder, and how far it is read."""

    root: Path
    service: Service
    everywhere: Everywhere
    quoting: Quoting
    reading: Reading | None = None

    @property
    def workspace(self) -> Workspace:
        """The workspace as other commands see it."""
        return Workspace(str(self.root), self.service)
