"""What a first run loads is loaded once this has been imported: the command line, the catalogue and all grammars."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from seamark.cli.main import main
from tests.calls import write_almost_nothing


def run(command: str, tree: Path) -> str:
    """What a command prints for a tree, with nothing kept from earlier runs."""
    with redirect_stdout(io.StringIO()) as output, redirect_stderr(io.StringIO()):
        main([command, str(tree), "--no-cache"], standalone_mode=False)
    return output.getvalue()


def _warm_up() -> None:
    with TemporaryDirectory() as folder:
        write_almost_nothing(Path(folder))
        for command in ("ports", "map", "check"):
            run(command, Path(folder))


_warm_up()
