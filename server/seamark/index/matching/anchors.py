"""Candidates for matches, found by equal texts: a store's database joins tables only by equality.

A provider has anchors, a call has probes: the route `GET /users/{}` has the anchor `=users/{}`, and the call `GET
/users/7` has the same text as a probe, made where the providers' forms are. Of each pair that `compatible` or `takes`
matches, an anchor equals a probe. So it is with a few pairs more: `compatible` and `takes` decide.

The first character is the kind. What holes a call's probes have depends on the providers there are: their `Form`s.

    =users/{}       the whole path, its parameters as holes
    <users/{}       what is before the rest that the provider takes, whatever that is
    !{}/{}          the whole path, for one of parameters alone: it is served only as it stands
    $ and a path    an end of the provider's path, for calls of which the beginning is not known
    ^ and a path    the whole path of a provider of which the beginning is not known
    ~ and a text    what topics begin with for which the provider's name stands
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seamark.catalogue import Wildcards, wildcards
from seamark.resolve.port_model import Port

from .compatible import split_key
from .routes import ends

_HOLE = "{}"
_WILDCARD = "*"
_LONGEST = 24
"""A path of more segments is not looked for by its ends: they grow with the square of its length."""


def anchors(port: Port) -> tuple[str, ...]:
    """The anchors of a provider, or the probes of a call but for those with holes."""
    if port.role == "consumes":
        return probes(port.mechanism, port.key, is_open=port.open_prefix)
    if port.mechanism == "http":
        return tuple(dict.fromkeys(_of_path(split_key(port.key)[1], below=port.below, open_prefix=port.open_prefix)))
    begins = begins_with(port)
    return () if begins is None else (f"~{begins}",)


def probes(mechanism: str, key: str, *, is_open: bool) -> tuple[str, ...]:
    """The probes of a call that depend on nothing else. Those with holes are made where the providers' forms are."""
    if mechanism == "queue":
        return tuple(f"~{key[:end]}" for end in range(len(key) + 1))
    if mechanism != "http":
        return ()
    path = split_key(key)[1]
    whole = "/".join(path)
    alone = (f"!{whole}",) * all(_HOLE in segment for segment in path)
    return (*alone, *(f"${whole}",) * is_open, *(f"^{'/'.join(end)}" for end in _ends(path)))


def begins_with(provider: Port) -> str | None:
    """What every topic begins with that a provider's name stands for; None if it stands for itself alone."""
    marks = wildcards().get(provider.framework) if provider.mechanism == "queue" else None
    return None if marks is None else _begins(marks, provider.key)


def _of_path(served: Sequence[str], *, below: bool, open_prefix: bool) -> Iterator[str]:
    whole = "/".join(served)
    if not any(_HOLE not in segment for segment in served):
        yield f"!{whole}"
    else:
        yield f"={_shape(served)}"
    if _WILDCARD in served:
        stem = served[: served.index(_WILDCARD)]
        if any(stem):
            yield f"<{_shape(stem)}"
        return
    if below and any(served):
        yield f"<{_shape(served)}"
    for end in _ends(served):
        yield f"${'/'.join(end)}"
    if open_prefix:
        yield f"^{whole}"


def _ends(path: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return ends(tuple(path)) if len(path) <= _LONGEST else iter(())


def _shape(path: Sequence[str]) -> str:
    return "/".join(_HOLE if _HOLE in segment else segment for segment in path)


def _begins(marks: Wildcards, name: str) -> str | None:
    found = [at for mark in (marks.one, marks.rest) if mark and (at := name.find(mark)) >= 0]
    if not found:
        return None
    begins = name[: min(found)]
    return begins.rpartition(marks.separator)[0] if marks.separator else begins
