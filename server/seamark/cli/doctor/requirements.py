"""Whether the libraries are there that Seamark builds on. It imports none of them: they may be what is missing."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from typing import NamedTuple

from seamark import installing
from seamark.patterns import regex
from seamark.version import DISTRIBUTION

_REQUIREMENT = regex(r"\s*([A-Za-z0-9._-]+)\s*([^;]*)(;.*)?")
_BOUND = regex(r"(>=|<=|==|!=|<|>)\s*([0-9.]+)")
_COMPARED = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
}


class Library(NamedTuple):
    """A library that Seamark builds on: what it asks for (`>=2.1,<3`), and the version that is there, if any."""

    name: str
    wanted: str
    version: str | None

    @property
    def is_met(self) -> bool:
        """Whether it is there, in a version that is asked for."""
        return self.version is not None and meets(self.version, self.wanted)

    def complaint(self) -> str:
        """What is wrong with it, in a sentence."""
        there = "is missing" if self.version is None else f"is there in version {self.version}"
        return f"{self.name}{self.wanted} is needed, and {there}"


def libraries() -> Iterator[Library]:
    """What Seamark asks for, as it was installed; nothing if that is not known."""
    for name, wanted in requirements_of(DISTRIBUTION).items():
        try:
            version: str | None = metadata.version(name)
        except metadata.PackageNotFoundError:
            version = None
        yield Library(name, wanted, version)


def requirements_of(distribution: str) -> Mapping[str, str]:
    """The libraries without which a distribution does not work, each with the versions that it asks for."""
    try:
        stated = metadata.requires(distribution) or []
    except metadata.PackageNotFoundError:
        stated = []
    matches = [_REQUIREMENT.fullmatch(one) for one in stated]
    # Some are only for the tests, or for another platform.
    return {match[1]: match[2].strip() for match in matches if match is not None and not match[3]}


def describe_unmet(unmet: Sequence[Library]) -> str:
    """What to tell a user without these libraries, in plain text: what makes it look better may be among them."""
    complaints = (
        f"wrong {one.complaint()}\n      install it: {installing.command(one.name + one.wanted)}" for one in unmet
    )
    return "\n".join(["Installation", *complaints])


def meets(version: str, wanted: str) -> bool:
    """Whether a version is one of those asked for: `>=2.1,<3`; bounds of other kinds hold."""
    have = _numbers(version)
    for sign, bound in _BOUND.findall(wanted):
        least = _numbers(bound)
        width = max(len(have), len(least))
        if not _COMPARED[sign](_pad_numbers(have, width), _pad_numbers(least, width)):
            return False
    return True


def _numbers(version: str) -> tuple[int, ...]:
    found = re.match(r"[0-9.]*", version)
    return tuple(int(part) for part in (found[0] if found else "").split(".") if part)


def _pad_numbers(numbers: tuple[int, ...], width: int) -> tuple[int, ...]:
    return numbers + (0,) * (width - len(numbers))
