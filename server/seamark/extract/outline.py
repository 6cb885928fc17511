"""What a text tells without being parsed, so that files which have nothing of what somebody looks for are not."""

from __future__ import annotations

from typing import NamedTuple


class Outline(NamedTuple):
    """The identifiers among which are all those that a text binds or defines at its top level (`names`), and those of
    the `classes` to which something in it belongs that stands outside of them. More may be among them.
    """

    names: set[bytes]
    classes: set[bytes]


class Told(NamedTuple):
    """The `package` of which a text says that it is a part, and the files that it says are `included` in it.

    A file that is included as one of the system's is in `<>`.
    """

    package: str = ""
    included: tuple[str, ...] = ()


NOTHING_TOLD = Told()
