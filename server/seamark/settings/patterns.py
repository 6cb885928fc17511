"""Contracts as settings name them: by their keys, in which `*` stands for any text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from seamark.source import one_of


def names(patterns: Iterable[str], mechanism: str, key: str) -> bool:
    """Whether one of the patterns is a contract's key, with its mechanism or without, or its path for all verbs."""
    ways = (key, f"{mechanism} {key}", key.partition(" ")[2])
    pattern = _pattern(tuple(patterns))
    return any(pattern.fullmatch(way) for way in ways)


@lru_cache
def _pattern(keys: tuple[str, ...]) -> re.Pattern[str]:
    return one_of(keys)
