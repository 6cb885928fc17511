"""Words: names whose calls matter, and in which files they can be calls of what is meant."""

from __future__ import annotations

from typing import NamedTuple


class Word(NamedTuple):
    """The `name` of a function whose callers matter, and what its visibility says of the files that can call it.

    Their paths begin with `within`, and the identifier `beside` stands in them, too, unless that is empty.
    """

    name: str
    within: str = ""
    beside: str = ""
