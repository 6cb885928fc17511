"""The language server. Only this package imports pygls and lsprotocol, and nothing of ours imports it but the command.

In: a client's messages on standard input.
Out: answers on standard output.
Never: decides what a contract is; writes a file.

Importing it is cheap: lsprotocol, which is not, is imported by `main`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from seamark import pipes

ENGINE = pipes.command("seamark.lsp.engine.engine_process")
"""How to start the engine."""


def main(engine: Sequence[str] = ENGINE, log: Path | None = None) -> int:
    """Serve one client on standard input and output until it goes away; the process's exit code.

    `engine` is the command of a process that calls `engine_process.serve`. It is started at once, and gets ready while
    we do. What happens is told to the file `log`, or else to the standard error.
    """
    from .child import Children

    children = Children(engine)
    try:
        from .front.server import run

        return run(children, log)
    finally:
        children.end(patience=2.0)
