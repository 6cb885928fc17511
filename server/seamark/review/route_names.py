"""Names of routes that no route has, though its service names others like them.

A package may bring routes with names of its own, so a name alone is no evidence. It is one if routes of the service
have names below the same namespace, or if the name is a near miss of one of theirs. Where routes of another library
stand beside them whose names are not known, only a near miss is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from seamark.index.matching.route_names import is_of_library
from seamark.index.matching.similar_keys import is_near_miss
from seamark.patterns import regex
from seamark.resolve.port_model import Port

if TYPE_CHECKING:
    from seamark.index.service import ContractQueries

_NAMESPACE = regex(r"(.*[.:])?[^.:]*")


class RouteNames:
    """The names that the routes of each service have."""

    def __init__(self, service: ContractQueries) -> None:
        self._known: dict[tuple[str, str], set[str]] = {}
        self._languages: dict[tuple[str, str], set[str]] = {}
        self._nameless: dict[tuple[str, str], set[str]] = {}
        for port in service.ports():
            if port.role != "exposes" or port.contract:
                continue
            for name in port.names:
                space, _, own = name.partition(" ")
                self._known.setdefault((port.service, space), set()).add(own)
                self._languages.setdefault((port.service, space), set()).add(port.language)
            if not port.names:
                self._nameless.setdefault((port.service, port.language), set()).add(port.framework)

    def likely_names(self, use: Port) -> Sequence[str] | None:
        """The names that something may mean which no route has; none may be known. None if it is no mistake."""
        found: list[str] = []
        for stated in use.names:
            space, _, name = stated.partition(" ")
            known = self._known.get((use.service, space))
            if known is None:
                continue
            near = sorted(one for one in known if is_near_miss(f"/{name}", f"/{one}"))
            if not near and (self._may_be_nameless(use.service, space) or not _is_below_known(name, known)):
                return None
            found += near
        has_names = any((use.service, stated.partition(" ")[0]) in self._known for stated in use.names)
        return list(dict.fromkeys(found)) if has_names else None

    def _may_be_nameless(self, service: str, space: str) -> bool:
        """Whether a service has routes of another library in the language of those that have names, and no names."""
        languages = self._languages.get((service, space), ())
        return any(self._nameless.get((service, language), set()) - {space} for language in languages)


def _is_below_known(name: str, known: set[str]) -> bool:
    """Whether routes have names below the namespace of a name, of all of which the names are known."""
    namespace = _namespace(name)
    if not namespace or is_of_library(name.removeprefix(namespace)):
        return False
    return any(_namespace(one) == namespace for one in known) and not any(_may_be(one, name) for one in known)


def _namespace(name: str) -> str:
    found = _NAMESPACE.fullmatch(name)
    return "" if found is None else found[1] or ""


def _may_be(known: str, name: str) -> bool:
    """Whether a name that is not known in all its parts may be this one."""
    before, hole, after = known.partition("{}")
    return bool(hole) and name.startswith(before) and name.endswith(after.rpartition("{}")[2])
