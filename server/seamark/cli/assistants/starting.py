"""Starts the server for assistants, if what it needs is installed."""

from __future__ import annotations

from pathlib import Path

from seamark import installing
from seamark.cli.failure import Failure

INSTALL = installing.command("mcp>=2.3,<3")
"""What installs the library of the extra `mcp`, wherever Seamark itself was installed from."""


def start(root: Path, store: str | None) -> None:
    """Serve one assistant. Raises `Failure` if the library of the protocol is not installed."""
    try:
        from .server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "seamark":
            raise
        raise Failure(f"`seamark mcp` needs the extra `mcp`, which is not installed: {INSTALL}") from error
    serve(root, store)
