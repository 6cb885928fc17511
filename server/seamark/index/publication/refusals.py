"""What was refused: calls and rows that look like contracts, and of which nothing tells what they are, in groups.

Most possible ports that do not count are none: places of files, keys, commands. A group is told of if several of its
paths are of more than a word, and what is called speaks of contracts: it is given functions, or verbs, or its name has
a verb, or a word for routes or for asking. A function that compares paths does so if it tells verbs apart as well, or
is named as what answers requests or declares routes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from seamark.catalogue.path_takers import calls_back, has_verb, speaks_of_routes
from seamark.extract import is_file_name
from seamark.index.reports import RefusedGroup
from seamark.resolve.port_model import Alike, Port

from .agreement import is_telling

FEW = 3
"""So many keys a group has at least whose paths are of more than a word."""


def group_refused(ports: Iterable[Port]) -> list[RefusedGroup]:
    """The groups of possible ports that do not count, those of most places first. Tests are left aside."""
    groups: dict[str, list[tuple[Port, Alike]]] = defaultdict(list)
    for port in ports:
        if port.possible is not None and not port.test and _last(port.possible).isidentifier():
            groups[_by(port.possible)].append((port, port.possible))
    found: dict[tuple[str, str], RefusedGroup] = {}
    for group in groups.values():
        one = _group(group)
        if one is not None:
            known = found.get((one.role, one.names[0]))
            found[one.role, one.names[0]] = one if known is None else replace(known, places=known.places + one.places)
    return sorted(found.values(), key=lambda one: (-len(one.places), one.places[0].path, one.places[0].start))


def _by(alike: Alike) -> str:
    """What the ports of a group have in common; functions without a name have nothing in common but what calls say."""
    return f"{alike.by} {_last(alike)}" if alike.by.endswith(")") else alike.by


def _last(alike: Alike) -> str:
    return alike.called.rpartition(".")[2]


def _group(stated: Sequence[tuple[Port, Alike]]) -> RefusedGroup | None:
    """What is told of a group; None if it is likely to state no contracts."""
    telling = {port.key for port, _ in stated if is_telling(port)}
    likely = {key for key in telling if not is_file_name(key.partition(" ")[2])}
    if len(likely) < FEW or 2 * len(likely) < len(telling):
        return None
    names = Counter(alike.called for _, alike in stated)
    lasts = {_last(alike) for _, alike in stated}
    binding = {(port.path, port.start) for port, alike in stated if port.role == "exposes" and not alike.unbound}
    binds = 2 * len(binding) >= len({(port.path, port.start) for port, _ in stated})
    told = 2 * sum(alike.told for _, alike in stated) >= len(stated)
    of_routes = binds or any(map(speaks_of_routes, lasts)) or (told and any(alike.unbound for _, alike in stated))
    compared = any(alike.kind == "compared" for _, alike in stated)
    if compared and not (told or any(map(speaks_of_routes, lasts))):
        return None
    if not (of_routes or told or any(has_verb(one) or calls_back(one) for one in lasts)):
        return None
    places = {(port.path, port.start): port for port, _ in sorted(stated, key=lambda one: (one[0].path, one[0].start))}
    first = stated[0][1]
    return RefusedGroup(
        names=tuple(name for name, _ in names.most_common()),
        role="exposes" if of_routes or compared else "consumes",
        places=tuple(places.values()),
        origin=first.origin,
        binds=binds,
        told=told,
        own=any(alike.own for _, alike in stated),
        compared=compared,
    )
