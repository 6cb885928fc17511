"""Names that stand for several topics: `sensors/+/light`, `orders.>`, `news.*`, as each library writes them."""

from __future__ import annotations

from seamark.catalogue import Wildcards, wildcards
from seamark.keys import HOLE
from seamark.resolve.port_model import Port


def takes(provider: Port, topic: str) -> bool:
    """Whether what a provider's name stands for includes a topic. Unknown parts of that are one level of it."""
    marks = wildcards().get(provider.framework)
    if marks is None or provider.key == topic:
        return False
    if not marks.separator:
        return marks.rest in provider.key and _fits(provider.key.split(marks.rest), topic)
    return _covers(marks, provider.key.split(marks.separator), topic.split(marks.separator))


def _covers(marks: Wildcards, pattern: list[str], topic: list[str]) -> bool:
    """Whether each level of a pattern is that of a topic, or stands for it."""
    if pattern[-1] == marks.rest:
        pattern, topic = pattern[:-1], topic[: len(pattern) - 1]
    if len(pattern) != len(topic):
        return False
    pairs = list(zip(pattern, topic, strict=True))
    return any(ours == theirs and HOLE not in theirs for ours, theirs in pairs) and all(
        ours in (theirs, marks.one) for ours, theirs in pairs
    )


def _fits(pieces: list[str], topic: str) -> bool:
    """Whether a topic consists of these pieces, in their order, and of any text between them."""
    first, *inner, last = pieces
    start, end = len(first), len(topic) - len(last)
    if not any(pieces) or start > end or not (topic.startswith(first) and topic.endswith(last)):
        return False
    for piece in inner:
        found = topic.find(piece, start, end)
        if found < 0:
            return False
        start = found + len(piece)
    return True
