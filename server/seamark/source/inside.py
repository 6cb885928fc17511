"""Whether links lead out of a folder: the one place where that is decided."""

from __future__ import annotations

import os

LEADS_OUT = "a link that leads out of the workspace"
"""Why something is not read that is elsewhere in truth."""


def is_inside(real: str, root: str) -> bool:
    """Whether a real path is that of a real folder, or of something in it."""
    try:
        return os.path.commonpath((real, root)) == os.path.commonpath((root,))
    except ValueError:  # Another drive.
        return False


def real_path_inside(path: str | os.PathLike[str], root: str | os.PathLike[str]) -> str | None:
    """Where a path leads in truth, by whatever links; None if that is outside of a folder.

    Raises `OSError` and `ValueError`.
    """
    real = os.path.realpath(path)
    # What is below the folder's name by its real path is so in truth, and most folders are asked for by theirs.
    return real if is_inside(real, os.fspath(root)) or is_inside(real, os.path.realpath(root)) else None
