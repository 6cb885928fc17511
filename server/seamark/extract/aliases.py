"""Under which names a file itself calls what it is asked for."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from .facts import WORKED_OUT, Call, Choice, Element, Import, Literal, Member, Name, Value, module_stems


class Names(dict[str, bool]):
    """Whether any of several collections, which stay as they are, holds a name: names come again and again."""

    def __init__(self, *collections: Container[str]) -> None:
        super().__init__()
        self._collections = collections

    def __missing__(self, name: str) -> bool:
        known = False
        for names in self._collections:
            known = known or name in names
        self[name] = known
        return known

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self[name]


class LocalNames(NamedTuple):
    """The names that stand for words asked for: imported under another name, or made by a call.

    `catalogued` stand for those that every file is read for, `all` for the further ones, too.
    """

    catalogued: frozenset[str]
    all: frozenset[str]


Origin: TypeAlias = tuple[str, bool]
"""A name for which another one stands, and whether it can be one of the file's own."""


def local_names(bound: Iterable[tuple[str, tuple[Origin, ...]]], catalogued: Names, asked: Names) -> LocalNames:
    """Those of a file that binds these names, in the order of the text, each with what it stands for."""
    local_catalogued, local_asked = set[str](), set[str]()
    for name, stands_for in bound:
        for origin, here in stands_for:
            # What is catalogued is asked for, too; of most names neither is so.
            if asked[origin] or (here and (origin in local_asked or origin in local_catalogued)):
                for words, local in (catalogued, local_catalogued), (asked, local_asked):
                    if not words[name] and (words[origin] or (here and origin in local)):
                        local.add(name)
    return LocalNames(frozenset(local_catalogued), frozenset(local_asked))


BOUND = "bind"
"""The method of a function that gives the function, with what it is called on: `fetch.bind(window)`."""
NAMING = frozenset((Call, Choice, Element, Import, Member, Name))
"""The values that have `origins`."""


def origins(value: Value) -> Iterator[Origin]:
    """The names for which a name stands that is bound to this."""
    match value:
        case Import(module=module, name="" | "default"):
            yield from ((stem, False) for stem in module_stems(module))
        case Name(name=name) | Member(name=name) | Import(name=name):
            yield name, True
        case Element(of=Name() | Member(), key=Literal(text=name)):
            yield name, True
        case Element(of=Name() | Member(), key=Name() | Member() | Call()):
            yield WORKED_OUT, False
        case Call(callee=callee, arguments=arguments):
            yield from origins(callee)
            if isinstance(callee, Member) and callee.name == BOUND and isinstance(callee.of, Name | Member):
                yield callee.of.name, True
            # It may give what it is given, or what does the same: `guarded(fetch)`.
            for one in arguments:
                if isinstance(one.value, Name | Member | Import):
                    yield from origins(one.value)
        case Choice(options=options):
            for option in options:
                yield from origins(option)
