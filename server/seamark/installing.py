"""How to install what is missing: into the Python that runs this, which is seldom the one of a plain `pip`."""

from __future__ import annotations

import shlex
import sys


def command(*wanted: str) -> str:
    """The command that installs libraries (`duckdb>=1.4`) where Seamark is installed."""
    return shlex.join([sys.executable, "-m", "pip", "install", *wanted])
