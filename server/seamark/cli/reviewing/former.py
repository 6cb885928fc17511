"""A workspace as it was at a revision of git, read beside the one that there is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager

from seamark.cli.workspaces import Workspace, cache_of, opened_with

from .revisions import Revision, as_folder


@contextmanager
def opened_at(root: str, of: Revision, *, cached: bool) -> Iterator[Workspace | None]:
    """A workspace at `root`, a folder or one file, as it was at a revision; None if it was not there.

    Raises `Failure` if git cannot give it. Where it was not readable in part is for the caller to say.
    """
    with as_folder(of) as folder, closing(cache_of(cached=cached)) as cache:
        place = folder / os.path.basename(root) if os.path.isfile(root) else folder
        yield opened_with(str(place), cache) if place.exists() else None
