"""What Seamark itself could not do, for commands whose other exit codes say what was found."""

from __future__ import annotations

import click


class Failure(click.ClickException):
    """Ends the program with 2. The message says what is wrong, and what to do about it."""

    exit_code = 2
