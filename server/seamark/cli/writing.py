"""Writes what a command has to say whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from seamark.cli import output
from seamark.cli.failure import Failure
from seamark.source.problem import reason

if TYPE_CHECKING:
    from seamark.cli.layout import Line


def text(said: str, file: Path | None) -> None:
    """Print a text, or write it to a file. Raises `Failure`."""
    if file is None:
        _print_text(said)
    else:
        data(said.encode(errors="backslashreplace"), file)


def lines(shown: Sequence[Line], file: Path | None) -> None:
    """Print lines in colours, where there are any, or write them to a file. Raises `Failure`."""
    from seamark.cli.layout import safe

    plain = "".join("".join(span.text for span in line) + "\n" for line in safe(shown))
    text(output.render_lines(shown) if file is None else plain, file)


def data(written: bytes, file: Path) -> None:
    """Write a file beside its place, and put it there when it is whole. Raises `Failure`; what was there stays then.

    A link stays one, and what is no plain file (a pipe, `/dev/stdout`) is written to as it is.
    """
    try:
        if file.exists() and not file.is_file():
            file.write_bytes(written)  # Where it leads may have no name.
            return
        place = Path(os.path.realpath(file))
        handle, beside = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(written)
            os.chmod(beside, _mode(place))
            os.replace(beside, place)
        except BaseException:
            with suppress(OSError):
                os.unlink(beside)
            raise
    except (OSError, ValueError) as error:
        raise Failure(
            f"{file} cannot be written: {reason(error)}; name a file in a folder that you may write to"
        ) from error


def _print_text(text: str) -> None:
    """Write to the standard output. Raises `Failure` if nobody takes all of it: a build must not go on with a half."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        raise output.write_failure(error) from error


def _mode(place: Path) -> int:
    """The permissions that the file has, or that a new one gets from the user's mask."""
    if place.exists():
        return place.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
