"""Routes that a prefix is not for, by their verbs and paths."""

from __future__ import annotations

from collections.abc import Sequence

from seamark import keys
from seamark.resolve.findings import Spared


def is_for(spared: Spared, verb: str, path: str) -> bool:
    """Whether what is spared is the route of this verb and path."""
    below = _segments(keys.http_path(path))
    patterns = keys.http_paths(keys.join_paths("/", spared.path))
    return keys.verbs_fit(spared.verb, verb) and any(_covers(_segments(pattern), below) for pattern in patterns)


def _segments(path: str) -> list[str]:
    return path.strip("/").split("/")


def _covers(pattern: Sequence[str], path: Sequence[str]) -> bool:
    """Whether each segment is that of the pattern, or stands for its parameter; a wildcard at its end is the rest."""
    if pattern[-1] == "*":
        return len(path) >= len(pattern) and all(map(_is_like, pattern[:-1], path))
    return len(path) == len(pattern) and all(map(_is_like, pattern, path))


def _is_like(pattern: str, segment: str) -> bool:
    head, mark, tail = pattern.replace("*", "{}").partition("{}")
    if not mark:
        return pattern == segment
    return segment.startswith(head) and segment.endswith(tail.rpartition("{}")[2]) and len(segment) > len(head)
