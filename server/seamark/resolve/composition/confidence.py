"""How much of a contract was seen (specification 2.4): what differs by language, its `Confidence` says."""

from __future__ import annotations

from seamark.resolve.module_resolution import confidence_of

EXPOSED = 1.0
OPEN = 0.4
QUEUED = 0.7
BASE_UNKNOWN = 0.8
AGREED = 0.5
"""What no rule reads, and the other side of the contract speaks for."""
ALIKE = 0.6
"""A route that no rule reads, and that is stated as many others are."""
SHARED = 0.6
"""A request by a name that several routes have."""
WRAPPED = 0.95
UNDECLARED = 0.95
"""What is left where nothing declares what a contract is stated on."""


def route_confidence(
    *, is_open: bool = False, base_unknown: bool = False, undeclared: bool = False, is_own: bool = False
) -> float:
    """The confidence of a route; a prefix that stays unknown lowers it, and paths that its handler decides on.

    So does it, as on the other side, if the receiver is undeclared, or what states it is the program's own.
    """
    value = OPEN if is_open else ALIKE if is_own else EXPOSED
    value = min(value, BASE_UNKNOWN) if base_unknown else value
    return _lower_confidence(value, undeclared=undeclared)


def request_confidence(
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
    known = confidence_of(language)
    value = known.built if built else known.consumed
    value = min(value, BASE_UNKNOWN) if base_unknown else value
    return _lower_confidence(value, wrapped=wrapped, undeclared=undeclared)


def name_confidence(
    mechanism: str, language: str, *, by_name: bool = False, wrapped: bool = False, undeclared: bool = False
) -> float:
    """The confidence of either side of a contract that goes by a name; a wrapper lowers it.

    Of one by the name of a call alone no more is known than of what the other side of the contract speaks for.
    """
    if by_name:
        return _lower_confidence(AGREED, wrapped=wrapped)
    value = QUEUED if mechanism == "queue" else confidence_of(language).called
    return _lower_confidence(value, wrapped=wrapped, undeclared=undeclared)


def _lower_confidence(value: float, *, wrapped: bool = False, undeclared: bool = False) -> float:
    value = value * WRAPPED if wrapped else value
    return round(value * UNDECLARED if undeclared else value, 4)


def is_highest(mechanism: str, role: str, language: str, confidence: float) -> bool:
    """Whether no more can be known of a side of a contract: all of it was seen, and nothing lowers its confidence."""
    if mechanism == "http":
        known = confidence_of(language)
        return confidence == EXPOSED if role == "exposes" else confidence in (known.consumed, known.built)
    return confidence == name_confidence(mechanism, language)
