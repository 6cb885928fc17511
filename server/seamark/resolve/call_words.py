"""Words: names whose calls are read in further files, because of what was found in others.

If `client.ts` exports `api`, or wraps a request in `load`, then `api` and `load` are words. A file that holds one is
read although its text names no library, but only for the calls of that name, and the names under which it passes the
thing on. A word comes from a wrapper, a registrar, a relay, an object that a file offers, or a method of a gRPC
service; it goes when nobody has it any more. `resolve.module_resolution` decides how far it reaches in each language.
The names in the catalogue need no word: they count in all files.
"""

from __future__ import annotations

from typing import NamedTuple

from seamark.catalogue import CALL


class Word(NamedTuple):
    """The `name` of what is called so, or of a member of it, and in which files it can be called.

    Their paths begin with `within`, and the identifier `beside` stands in them, too, unless that is empty. They are in
    the repository that is its `home`, or in one that can use what that has. They need only hold the name of what is an
    `object`, for its methods are called. What is `bare` is never called as a member of something.
    """

    name: str
    within: str = ""
    beside: str = ""
    home: str = ""
    object: bool = False
    bare: bool = False


def callee(name: str) -> str:
    """The last name of the calls that a word's name asks for: `start` of `client.start`, `run` of `run.()`."""
    of, _, last = name.rpartition(".")
    return of if last == CALL else last
