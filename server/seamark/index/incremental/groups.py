"""Groups of things, of which there are very many with few members each: those are tuples, which are small."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

T = TypeVar("T")
Group: TypeAlias = tuple[T, ...] | set[T]

_FEW = 8


def with_member(group: Group[T], one: T) -> Group[T]:
    """The group with this member, which it may have already. The group that was given is not to be used any more."""
    if isinstance(group, set):
        group.add(one)
        return group
    if one in group:
        return group
    return (*group, one) if len(group) < _FEW else {*group, one}


def without_member(group: Group[T], one: T) -> Group[T]:
    """The group without this member. The group that was given is not to be used any more."""
    if isinstance(group, set):
        group.discard(one)
        return group
    return tuple(other for other in group if other != one)
