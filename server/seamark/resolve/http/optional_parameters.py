"""Parameters at the end of a route's path that may be left out, since something says what they are then."""

from __future__ import annotations

from msgspec.structs import replace

from seamark import keys
from seamark.catalogue import Route
from seamark.resolve.abstract_values import Definition, Text, record_entries
from seamark.resolve.call_sites.call_site import CallSite


def left_out(site: CallSite, row: Route, handler: object) -> frozenset[str]:
    """The names of parameters for which a call states what they are by default, or the handler."""
    names = (entry.key for entry, _ in record_entries(site.argument(row.optional) if row.optional else None))
    by = handler if row.optional and isinstance(handler, Definition) else None
    taken = () if by is None else site.analysis.project.facts_of(by).parameters
    return frozenset(names).union(one.name.lstrip("$") for one in taken if one.default is not None)


def mark(path: Text, names: frozenset[str]) -> Text:
    """A path in which those of these parameters that it ends with are optional."""
    last = path.parts[-1] if path.parts else None
    if not names or not isinstance(last, str):
        return path
    return replace(path, parts=(*path.parts[:-1], keys.with_optional(last, names)))
