"""The language server. Only this package imports pygls and lsprotocol, and nothing of ours imports it but the command.

Importing it is cheap: lsprotocol, which is not, is imported by `main`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from seamark.index.service import Service


def main(service_factory: Callable[[Sequence[Path]], Service] | None = None) -> int:
    """Serve one client on standard input and output until it goes away; the process's exit code.

    `service_factory` makes the service for the workspace's folders; without it, it is the index.
    """
    from .server import run

    return run(service_factory or _index)


def _index(roots: Sequence[Path]) -> Service:
    from seamark.index import Index

    return Index(roots)
