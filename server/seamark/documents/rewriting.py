"""Paths that gateways rewrite by regular expressions, as far as these put one prefix in the place of another."""

from __future__ import annotations

from seamark.patterns import regex

_BELOW = regex(
    r"\^?(?P<prefix>(?:/(?:[\w.~-]|\\[./-])*)*?)"
    r"(?P<gap>/\?|\(/\|\$\)|\(/\)\??|\(\?:/\|\$\)|/?)"
    r"(?:(?P<rest>\(/?\.[*+]\??\))|\.\*)\$?"
)
_REPLACEMENT = regex(r"(?P<onto>[^$?]*)\$(?P<group>\d)(?:\?.*|\$is_args\$args)?")
_REGULAR = regex(r"[()\[\]\\^$+|]|\.\*")


def is_regular(path: str) -> bool:
    """Whether a path is a regular expression."""
    return _REGULAR.search(path) is not None


def prefix_of(pattern: str) -> str | None:
    """The prefix below which a regular expression matches every path; None if it matches something else."""
    found = _BELOW.fullmatch(pattern)
    return None if found is None else found["prefix"].replace("\\", "") or "/"


def prefix_replacement(pattern: str, replacement: str) -> tuple[str, str] | None:
    """The prefix that is replaced, and what with, if what is below it stays: `/api(/|$)(.*)`, `/$2`."""
    found, onto = _BELOW.fullmatch(pattern), _REPLACEMENT.fullmatch(replacement)
    if found is None or found["rest"] is None or onto is None:
        return None
    captures = found["gap"].startswith("(") and not found["gap"].startswith("(?")
    if onto["group"] != ("2" if captures else "1"):
        return None
    return found["prefix"].replace("\\", "") or "/", onto["onto"] or "/"
