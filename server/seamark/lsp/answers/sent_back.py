"""The `data` of lenses and of items of a call hierarchy: clients send it back as they got it, or something else."""

from __future__ import annotations

from typing import TypeVar

import msgspec

T = TypeVar("T")


def sent_back(data: object, kind: type[T]) -> T | None:
    """What the data of an answer of ours says; None if it is not what we sent."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError:
        return None
