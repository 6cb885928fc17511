"""How much of a contract was seen (specification 2.4): one table."""

from __future__ import annotations

EXPOSED = 1.0
OPEN = 0.4
CONSUMED = {"python": 0.9, "typescript": 0.9, "php": 0.9, "go": 0.85, "rust": 0.85, "c": 0.85, "cpp": 0.85}
CONSUMED["http"] = 0.9
"""What is written out in a document is as sure as in the languages that state it as plainly."""
BUILT = {"c": 0.7, "cpp": 0.7}
"""What is left where a URL is a format's, or put together of several texts."""
CALLED = {"go": 0.85, "rust": 0.85, "cpp": 0.85, "c": 0.85}
"""Both sides of gRPC and Temporal, where it is not what `CALLED_ELSEWHERE` says."""
CALLED_ELSEWHERE = 0.9
QUEUED = 0.7
BASE_UNKNOWN = 0.8
WRAPPED = 0.95
UNDECLARED = 0.95
"""What is left where nothing declares what a contract is stated on."""


def exposed(*, is_open: bool = False, base_unknown: bool = False, undeclared: bool = False) -> float:
    """The confidence of a route; a prefix that stays unknown lowers it, and paths that its handler decides on.

    So does it, as on the other side, if the receiver is undeclared.
    """
    value = OPEN if is_open else EXPOSED
    value = min(value, BASE_UNKNOWN) if base_unknown else value
    return _lowered(value, undeclared=undeclared)


def consumed(
    language: str,
    *,
    built: bool = False,
    base_unknown: bool = False,
    wrapped: bool = False,
    undeclared: bool = False,
    is_open: bool = False,
) -> float:
    """The confidence of a request in a language; a URL that is built, a base that stays unknown, a wrapper lower it.

    One that is open hands on whatever comes: of the contract no more is known than below which URL it is.
    """
    if is_open:
        return OPEN
    value = BUILT.get(language, CONSUMED[language]) if built else CONSUMED[language]
    value = min(value, BASE_UNKNOWN) if base_unknown else value
    return _lowered(value, wrapped=wrapped, undeclared=undeclared)


def named(mechanism: str, language: str, *, wrapped: bool = False, undeclared: bool = False) -> float:
    """The confidence of either side of a contract that goes by a name; a wrapper lowers it."""
    value = QUEUED if mechanism == "queue" else CALLED.get(language, CALLED_ELSEWHERE)
    return _lowered(value, wrapped=wrapped, undeclared=undeclared)


def _lowered(value: float, *, wrapped: bool = False, undeclared: bool = False) -> float:
    value = value * WRAPPED if wrapped else value
    return round(value * UNDECLARED if undeclared else value, 4)
