"""Names of functions whose calls are worth reading, and the files in which a call can be of that function.

The catalogue's names matter everywhere. Others matter because of what was found: a wrapper, a registrar, a relay, an
object that a file offers, a method of a gRPC service. A file that holds such a name is read although it mentions no
library, but only its calls of that name are, with the names under which it passes the thing on.
`resolve.module_resolution` says for each language how far a name's visibility lets calls reach. When nobody has a name
any more, no file is read for it.
"""

from __future__ import annotations

from typing import NamedTuple

from seamark.catalogue import CALL


class Word(NamedTuple):
    """The `name` of what is called so, or of a member of it, and in which files it can be called.

    Their paths begin with `within`, and the identifier `beside` stands in them, too, unless that is empty. They are in
    the repository that is its `home`, or in one that can use what that has. They need only hold the name of what is an
    `object`, for its methods are called.
    """

    name: str
    within: str = ""
    beside: str = ""
    home: str = ""
    object: bool = False


def callee(name: str) -> str:
    """The last name of the calls that a word's name asks for: `start` of `client.start`, `run` of `run.()`."""
    of, _, last = name.rpartition(".")
    return of if last == CALL else last
