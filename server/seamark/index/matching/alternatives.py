"""Calls with several keys: which of them a call asks for a condition decides, so they are one call, not several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from seamark.resolve.port_model import Port

CallPlace: TypeAlias = tuple[str, int, int, str]
"""The text that states a call, and what it is a call of: of a request any key is one that it may have."""


_REQUEST = "http"


def call_place(port: Port) -> CallPlace:
    """Which call a consumer is: requests that one text states are one."""
    return port.path, port.start, port.end, port.mechanism if port.mechanism == _REQUEST else " ".join(port.boundary)


def count_calls(ports: Iterable[Port]) -> int:
    """How many calls there are among ports."""
    return len({call_place(port) for port in ports if port.role == "consumes"})


def alternatives(port: Port, ports: Iterable[Port]) -> list[str]:
    """The keys of which a call has one, given all ports of its file or text; none if it has one only."""
    if port.role != "consumes" or port.mechanism != _REQUEST:
        return []
    keys = {one.key for one in ports if one.role == "consumes" and call_place(one) == call_place(port)}
    return sorted(keys) if len(keys) > 1 else []


def one_of(keys: Sequence[str]) -> str:
    """What to say of a call that has one of these keys."""
    shown = ", ".join(keys[:_SHOWN])
    return f"one of {len(keys)} keys: {shown}{', …' if len(keys) > _SHOWN else ''}"


_SHOWN = 6
"""So many keys are named."""
