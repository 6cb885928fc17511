"""What to say of calls that nothing here serves: where their paths begin alike, routes are missing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator

from seamark.cli.tables import quantity
from seamark.index.matching.alternatives import CallPlace, call_place
from seamark.index.matching.compatible import is_of_the_internet
from seamark.patterns import regex
from seamark.resolve.port_model import Port

from .check import Check

_MANY = 5
"""So many paths that begin alike are told of, if most of them have no provider."""
_MOST = 3
"""So many beginnings are told one by one."""
_WHY = (
    "The code that serves them is elsewhere, or declares routes in a way that Seamark does not read:",
    "`seamark doctor FILE:LINE` explains such a line.",
)
_BEGIN = regex(r"\w+ (/[^/{}*]*[A-Za-z][^/{}*]*)(?=/)")


def checks(calls: Iterable[Port], served: set[CallPlace], place: Callable[[Port], str]) -> Iterator[Check]:
    """What to say of those calls of HTTP that are not `served`, by the first segment of their paths."""
    groups: dict[str, list[Port]] = defaultdict(list)
    for port in calls:
        match = _BEGIN.match(port.key) if port.mechanism == "http" and not is_of_the_internet(port.host) else None
        if match is not None:
            groups[match[1]].append(port)
    lost = {begin: [one for one in ports if call_place(one) not in served] for begin, ports in groups.items()}
    counts = Counter({begin: len({one.key for one in ports}) for begin, ports in lost.items()})
    told = (one for one, count in counts.most_common() if count >= _MANY and 2 * len(lost[one]) > len(groups[one]))
    for begin, _ in zip(told, range(_MOST), strict=False):
        first = min(lost[begin], key=lambda one: (one.test, one.path, one.start))
        said = f"{quantity(counts[begin], 'path')} below {begin} are called, and nothing here serves them"
        yield Check("note", f"{said}; the first at {place(first)}", _WHY)
