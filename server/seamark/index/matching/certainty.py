"""What the confidence of a side says: whether it could be higher."""

from __future__ import annotations

from seamark.resolve.composition.confidence import is_highest
from seamark.resolve.port_model import Port


def is_fully_known(port: Port) -> bool:
    """Whether no side of this kind has a higher confidence: nothing of its contract is unknown."""
    return is_highest(port.mechanism, port.role, port.language, port.confidence)
