"""What an index tells of its work, and of what it has and leaves out: data for those who wonder why."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from seamark.extract import Heading
from seamark.resolve import CallExplanation
from seamark.resolve.port_model import Port
from seamark.source import LeftOut

__all__ = [
    "At",
    "CallExplanation",
    "Counts",
    "Heading",
    "LeftOut",
    "Overview",
    "PartReport",
    "Prefix",
    "Progress",
    "RefusedGroup",
    "UnfoundLibraries",
]

Progress = Callable[[int, int], None]
"""Told how many files are done, and of how many."""

At = Callable[[str | None], None]
"""Told which file is looked at next, None for no file. Reading one can end the program: grammars are C code."""


class Counts(Struct, frozen=True):
    """How many files are read, sources and documents that say something, and how many contracts they state."""

    files: int
    contracts: int


class Overview(Struct, frozen=True):
    """How many sources of each language are read, how many documents say something, and what does not belong to it.

    Some of the sources are `promising`: they mention something of a library, or call something with a path or a URL.
    """

    sources: Mapping[str, int]
    documents: int
    left_out: tuple[LeftOut, ...]
    promising: tuple[str, ...] = ()


class RefusedGroup(Struct, frozen=True):
    """Calls, or rows of a table, that look like contracts of one `role`, and of which nothing tells what they are.

    What they call goes by these `names`, the commonest first. Its `origin` is the file or the module that it comes
    from, empty if that is not known; it may be one of the workspace's `own` functions. It is given functions (`binds`),
    or verbs that are `told`. Or it is a function that has `compared` these paths with something.
    """

    names: tuple[str, ...]
    role: str
    places: tuple[Port, ...]
    origin: str
    binds: bool
    told: bool
    own: bool
    compared: bool = False


class Prefix(Struct, frozen=True):
    """A text of a file that states a prefix, without its quotes, in bytes; and the routes below it, wherever they are.

    The prefix is in words that name it: `prefix /orders`.
    """

    words: str
    path: str
    start: int
    end: int
    routes: tuple[Port, ...]


class UnfoundLibraries(Struct, frozen=True):
    """A `manifest` that names `libraries` for contracts of a mechanism, of which none was found below its folder.

    Of HTTP it is routes that are not there.
    """

    manifest: str
    mechanism: str
    libraries: tuple[str, ...]


class PartReport(Struct, frozen=True):
    """What is known of a place in a file.

    The `language` is None for what is no source. A source `tells` if its text is worth parsing; where its language
    `guesses`, it does so by calls of which it is not known what they are called on. `calls` are those that begin there;
    `hidden` are the ports there that settings leave out of all answers.
    """

    language: str | None
    document: bool
    tells: bool
    calls: tuple[CallExplanation, ...] = ()
    hidden: tuple[Port, ...] = ()
    guesses: bool = False
