"""Names of code that is generated for services, told by patterns in which `{}` stands for the service's name.

Before that, `{_}` stands for the same name in small letters, its words joined by `_`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from seamark.patterns import regex
from seamark.source import one_of

from .schema import Generated, Spelling

CERTAIN = "!"
"""What marks a pattern of names that say by themselves that they are those of generated code."""

ANY = "{}"
"""The pattern of all names: a service's own, which only its declaration tells."""

_LOADED = "()*"
"""What stands in a pattern between what is called, and what is anywhere in what that gives."""
_LONGEST_NAME = 1000
"""Nothing that is generated has a longer name, with all that stands before it."""


class Names:
    """Patterns of names: each matches the last parts of a symbol's name, or of a definition's key."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self._found: dict[str, tuple[tuple[str, bool], ...]] = {}
        self._patterns = [
            (regex(_expression(pattern.removeprefix(CERTAIN))), pattern.startswith(CERTAIN))
            for pattern in dict.fromkeys(patterns)
        ]

    def services(self, name: str) -> tuple[tuple[str, bool], ...]:
        """The services for which something of this name may be generated, and whether the name alone says so."""
        if len(name) > _LONGEST_NAME:
            return ()
        if name not in self._found:
            matches = ((pattern.fullmatch(name), certain) for pattern, certain in self._patterns)
            self._found[name] = tuple(
                (match["service"], certain) for match, certain in matches if match is not None and _is_one_name(match)
            )
        return self._found[name]


def _expression(pattern: str) -> str:
    """What matches a name: the service is a group, also where it stands again. `*` is anything once, before it."""
    before, _, after = map(re.escape, pattern.partition("{}"))
    after = after.replace(re.escape("{}"), "(?P=service)")
    before = before.replace(re.escape(_SMALL), r"(?P<small>\w+)")
    first, star, second = before.partition(r"\*")
    begin = rf"(?:.*?[./\\:])??{first}"
    return rf"(?>{begin}).*{second}(?P<service>\w+){after}" if star else rf"{begin}(?P<service>\w+){after}"


_SMALL = "{_}"


def _is_one_name(match: re.Match[str]) -> bool:
    """Whether what stands for the service's name in small letters does."""
    small = match.groupdict().get("small")
    return small is None or small == _SPELLED["snake"](match["service"])


class GeneratedNames:
    """What is called how in the code that is generated for a language: see `schema.Generated`."""

    def __init__(self, rows: Iterable[Generated]) -> None:
        found = tuple(rows)
        self.clients = Names(name for row in found for name in row.clients)
        self.makers = Names(name for row in found for name in (*row.clients, *row.makers) if name != ANY)
        """What makes clients where it is called; a call of `{}`, which is any, says nothing."""
        self.loading = frozenset(name.partition(_LOADED)[0] for row in found for name in row.clients if _LOADED in name)
        """What gives something of which members make clients: those of services that are read at run time."""
        self.acceptors = Names(name for row in found for name in row.acceptors)
        self.servers = Names(name for row in found for name in row.servers)
        self.descriptors = Names(name for row in found for name in row.descriptors)
        self.endings = Names(
            name for row in found for name in row.descriptors if name.removeprefix("{}").isidentifier()
        )
        """Descriptors that are told by how their names end."""
        self.exported = Names(
            name for row in found for name in (*row.clients, *row.makers, *row.servers, *row.descriptors)
        )
        self.registers = tuple((Names([name]), row.implementation) for row in found for name in row.registers)
        self.registering = {name: row for row in found for name in row.registering}
        self.connecting = {name: (row, Names(row.descriptors)) for row in found for name in row.connecting}
        self._spelled = tuple(dict.fromkeys(spelling for row in found for spelling in row.spelled))
        self.prefixes = tuple(dict.fromkeys(prefix for row in found for prefix in row.prefixes))
        self._registers = tuple(dict.fromkeys(name for row in found for name in row.registers))
        given = [name for row in found for name in row.given]
        self.given = one_of(given) if given else None
        self._naming = tuple(dict.fromkeys(("{}", *(name for row in found for name in _identifiers_with_service(row)))))

    def methods(self, method: str) -> Iterator[str]:
        """The names that code gives to the method of a service: `GetUser`, `getUser`, `get_user`."""
        yield from (_SPELLED[one](method) for one in self._spelled)
        yield from (f"{prefix}{method}" for prefix in self.prefixes)

    def calls(self, service: str) -> Iterator[str]:
        """The names of calls that register an implementation of this service."""
        named = _capitalise_first(service)
        yield from (pattern.rpartition(".")[2].replace("{}", named) for pattern in self._registers)

    def identifiers_of(self, service: str) -> Iterator[str]:
        """The identifiers of which code holds one if it has anything of what is generated for a service."""
        names = dict.fromkeys((service, _capitalise_first(service)))
        yield from (pattern.replace("{}", name) for pattern in self._naming for name in names)


def _capitalise_first(service: str) -> str:
    return service[:1].upper() + service[1:]


def _identifiers_with_service(row: Generated) -> Iterator[str]:
    """The identifiers in a row's patterns in which the service's name stands."""
    for patterns in (row.clients, row.makers, row.acceptors, row.servers, row.descriptors, row.registers):
        for pattern in patterns:
            yield from _NAMED.findall(pattern)


_NAMED = regex(r"(?<!\w)\w*+\{\}\w*")
_WORD = regex(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SPELLED: dict[Spelling, Callable[[str], str]] = {
    "declared": lambda method: method,
    "camel": lambda method: method[:1].lower() + method[1:],
    "snake": lambda method: _WORD.sub("_", method).lower(),
    "pascal": lambda method: "".join(part[:1].upper() + part[1:] for part in method.split("_")),
}
