"""Which files name a gRPC service: an object whose methods are the service's comes from one that does.

A client is made, and an implementation registered, by what was generated for the service; `catalogue.generated` knows
what that is called in each language. Where nothing in a repository is called like that, calls named like the service's
methods are none of them, unless the repository can use another one that names the service, or is used by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from seamark.catalogue import STANDARD, Own, catalogue
from seamark.resolve.call_words import Word
from seamark.resolve.module_resolution import kin
from seamark.source import DIALECTS

from .mentions import Sought
from .sketches import Needing

Sketches: TypeAlias = Callable[[], Iterable[tuple[str, str, bytes]]]
"""All files, each with the kin of its language and the sketch of its text."""

Naming: TypeAlias = tuple[str, frozenset[str]]
"""The kin of a file's language, and the services that the file names."""

_NONE: frozenset[str] = frozenset()


class ServiceMentions:
    """Which of the services each file names; the `sketches` are asked for when there are other services."""

    def __init__(self, sketches: Sketches, own: Own = STANDARD) -> None:
        self._sketches = sketches
        self._own = own
        self._needing: dict[str, Needing[str]] = {}
        self.services: frozenset[str] = _NONE
        self.named: dict[str, Naming] = {}
        """The files that name any."""
        self.changes = 0

    def resume(self, services: frozenset[str], named: dict[str, Naming]) -> None:
        """Know from an earlier run which files name these services."""
        self.services, self.named = services, named
        self._needing.clear()

    def look_for(self, services: frozenset[str]) -> None:
        """Look for these services from now on."""
        if services == self.services:
            return
        new, gone = services - self.services, self.services - services
        self.services = services
        self._needing.clear()
        self.changes += 1
        if gone:
            left = ((path, (of, names - gone)) for path, (of, names) in self.named.items())
            self.named = {path: naming for path, naming in left if naming[1]}
        if new:
            needing: dict[str, Needing[str]] = {}
            for path, of, sketch in self._sketches():
                if found := self._held(of, sketch, new, needing):
                    self.named[path] = of, found | self.named.get(path, (of, _NONE))[1]

    def put(self, path: str, of: str, sketch: bytes) -> None:
        """A file, in a language of this kin, has this sketch now; an empty one if there is no such file."""
        found = self._held(of, sketch, self.services, self._needing) if self.services and sketch else _NONE
        before, now = self.named.pop(path, None), (of, found) if found else None
        self.changes += before != now
        if now is not None:
            self.named[path] = now

    def words(self, methods: Mapping[str, Iterable[str]], homes: Callable[[str], Iterable[str]]) -> Iterator[Sought]:
        """The names of calls that matter for the services with these methods.

        `homes` are the repositories whose files can have an object of a file.
        """
        spoken: dict[tuple[str, str], set[str]] = {}
        for path, (of, services) in self.named.items():
            for home in homes(path):
                spoken.setdefault((of, home), set()).update(services)
        for (of, within), names in spoken.items():
            for generated in (catalogue(language, self._own).generated for language in _languages(of)):
                for service in names:
                    spelled = (name for method in methods.get(service, ()) for name in generated.methods(method))
                    yield from ((of, Word(name, home=within)) for name in (*spelled, *generated.calls(service)))

    def _held(
        self, of: str, sketch: bytes, services: Iterable[str], needing: dict[str, Needing[str]]
    ) -> frozenset[str]:
        """Those of the services that a file names; `needing` has what it takes to tell, by the kin of the language."""
        if of not in needing:
            needing[of] = Needing(_identifiers(of, services, self._own))
        return frozenset(needing[of].held(sketch))


_LANGUAGES = tuple(dict.fromkeys(dialect.language for dialect in DIALECTS))


def _languages(of: str) -> Iterator[str]:
    return (language for language in _LANGUAGES if kin(language) == of)


def _identifiers(of: str, services: Iterable[str], own: Own) -> Iterator[tuple[tuple[str, ...], str]]:
    """The identifiers that name these services in languages of a kin, each with the service."""
    known = [catalogue(language, own).generated for language in _languages(of)]
    for service in services:
        names = dict.fromkeys(name for generated in known for name in generated.naming(service))
        yield from (((name,), service) for name in names)
