"""What could not be read, and why, in words for people."""

from __future__ import annotations

import os

from msgspec import Struct


class Problem(Struct, frozen=True):
    """A file or folder that Seamark leaves out: its `path` as the caller knows it, and the `reason`, a short phrase.

    If the problem is one `of_text`, it is there as long as the file has the same text.
    """

    path: str
    reason: str
    of_text: bool = False


def reason(error: OSError | ValueError) -> str:
    """Say in a short phrase, without any path, why an operating system call failed."""
    match error:
        case FileNotFoundError() | NotADirectoryError():
            return "does not exist"
        case PermissionError():
            return "permission denied"
        case IsADirectoryError():
            return "is a folder"
        case OSError(errno=int(number)):
            return os.strerror(number).lower()
        case _:
            return "the path is not valid"
