"""Reading one file, without ever blocking on it or failing because of it."""

from __future__ import annotations

import os
import stat

from .inside import LEADS_OUT, real_path_inside
from .limits import Limits, too_large, why_generated
from .problem import Problem, reason
from .text import SourceText, decode

# Windows has O_BINARY; the others have O_NONBLOCK, for a named pipe nobody writes to, O_NOCTTY, and O_NOFOLLOW, for a
# file that has become a link since.
_FLAGS = os.O_RDONLY
for _name in ("O_BINARY", "O_NONBLOCK", "O_NOCTTY", "O_NOFOLLOW"):
    _FLAGS |= getattr(os, _name, 0)
_CHUNK = 1 << 16


def read_file(path: str | os.PathLike[str], limits: Limits, root: str | os.PathLike[str]) -> SourceText | Problem:
    """Read and decode a file; whatever stands against it comes back as a `Problem` with `path` as given.

    One that is not in the folder `root`, whatever links lead there, is not opened.
    """
    try:
        real = real_path_inside(path, root)
        content = LEADS_OUT if real is None else _content(real, limits)
    except (OSError, ValueError) as error:
        # Windows denies to open a folder.
        return Problem(os.fspath(path), "is a folder" if os.path.isdir(path) else reason(error))
    if isinstance(content, str):
        return Problem(os.fspath(path), content)
    text = decode(content)
    if text is None:
        return Problem(os.fspath(path), "binary", of_text=True)
    if (why := why_generated(text.data, limits)) is not None:
        return Problem(os.fspath(path), why, of_text=True)
    return text


def _content(path: str, limits: Limits) -> bytes | str:
    """The bytes of a regular file within the limits, or the reason against it."""
    descriptor = os.open(path, _FLAGS)
    try:
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            return "is a folder"
        if not stat.S_ISREG(status.st_mode):
            return "not a regular file"
        if (why := too_large(status.st_size, limits)) is not None:
            return why
        # The file may be growing under our hands: read to its end, but not past the limit.
        chunks = [os.read(descriptor, status.st_size + 1)]
        size = len(chunks[0])
        while size <= limits.file and chunks[-1]:
            chunks.append(os.read(descriptor, _CHUNK))
            size += len(chunks[-1])
        return too_large(size, limits) or b"".join(chunks)
    finally:
        os.close(descriptor)
