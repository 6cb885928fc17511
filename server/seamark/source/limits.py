"""What is too much to read, and what is not worth reading."""

from __future__ import annotations

from msgspec import Struct


class Limits(Struct, frozen=True):
    """Sizes in bytes: files over `file` are left out, and those over `minified` that are, or are bundles of modules.
    So are folders that are more than `depth` folders below the root: each step costs a look-up for each file below it.

    Minified ones have lines that average over `line`, or less than one blank in `blank` bytes, into lines of whatever
    length they are broken. Of 2,845 sources over 50 KB in public repositories, what people write has more than twice as
    many.
    """

    file: int = 5 * 1024 * 1024
    minified: int = 50 * 1024
    line: int = 300
    blank: int = 40
    depth: int = 128


def too_large(size: int, limits: Limits) -> str | None:
    """The reason to leave out a file of `size` bytes, or `None`."""
    if size <= limits.file:
        return None
    return f"larger than {limits.file / 1024 / 1024:.3g} MB"


def too_deep(path: str, limits: Limits) -> str | None:
    """The reason to leave out a folder, by its path from the root, or `None`."""
    return f"more than {limits.depth} folders deep" if path.count("/") >= limits.depth else None


MODULE_MARKS = (b"__webpack_require__", b"typeof define")
"""What stands in each module of a bundle, and in a source at most once or twice: the loader that a bundler brings, and
the question of a module in several formats which of them is meant (UMD)."""

MANY_MODULES = 3


def why_generated(data: bytes, limits: Limits) -> str | None:
    """The reason to leave out a text because a program wrote it for programs, or `None`."""
    if len(data) <= limits.minified:
        return None
    if any(data.count(mark) >= MANY_MODULES for mark in MODULE_MARKS):
        return "a bundle of modules"
    lines = max(data.count(b"\n"), data.count(b"\r")) + 1
    blanks = data.count(b" ") + data.count(b"\t")
    return "minified" if len(data) > min(limits.line * lines, limits.blank * blanks) else None


def unfit(data: bytes, limits: Limits) -> str | None:
    """The reason to leave out a text, wherever it comes from, or `None`."""
    return too_large(len(data), limits) or why_generated(data, limits)
