"""Which files name a gRPC service: an object whose methods are the service's comes from one that does.

A client is made, and an implementation registered, by what was generated for the service; `catalogue.generated` knows
what that is called in each language. Where nothing in a repository is called like that, calls named like the service's
methods are none of them, unless the repository can use another one that names the service, or is used by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from seamark.catalogue import STANDARD, Own, catalogue
from seamark.languages import LANGUAGES
from seamark.resolve.call_words import Word
from seamark.resolve.module_resolution import kin

from .mentions import Sought
from .sketches import ThingsByWords

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
        self._known = _Services(_NONE, own)
        self.services: frozenset[str] = _NONE
        self.named: dict[str, Naming] = {}
        """The files that name any."""
        self.changes = 0

    def resume(self, services: frozenset[str], named: dict[str, Naming]) -> None:
        """Know from an earlier run which files name these services."""
        self.services, self.named, self._known = services, named, _Services(services, self._own)

    def look_for(self, services: frozenset[str]) -> None:
        """Look for these services from now on."""
        if services == self.services:
            return
        new, gone = services - self.services, self.services - services
        self.services, self._known = services, _Services(services, self._own)
        self.changes += 1
        if gone:
            left = ((path, (of, names - gone)) for path, (of, names) in self.named.items())
            self.named = {path: naming for path, naming in left if naming[1]}
        if new:
            known = _Services(new, self._own)
            for path, of, sketch in self._sketches():
                if found := known.services_named(of, sketch):
                    self.named[path] = of, found | self.named.get(path, (of, _NONE))[1]

    def put(self, path: str, of: str, sketch: bytes) -> None:
        """A file, in a language of this kin, has this sketch now; an empty one if there is no such file."""
        found = self._known.services_named(of, sketch) if self.services and sketch else _NONE
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


class _Services:
    """Some services, which are looked for in files; what they are called in a language is found out for its first."""

    def __init__(self, services: frozenset[str], own: Own) -> None:
        self._services = services
        self._own = own
        self._needing: dict[str, ThingsByWords[str]] = {}

    def services_named(self, of: str, sketch: bytes) -> frozenset[str]:
        """Those that a file names, in a language of this kin."""
        if of not in self._needing:
            self._needing[of] = ThingsByWords(_identifiers(of, self._services, self._own))
        return frozenset(self._needing[of].things_in(sketch))


def _languages(of: str) -> Iterator[str]:
    return (language.name for language in LANGUAGES if kin(language.name) == of)


def _identifiers(of: str, services: Iterable[str], own: Own) -> Iterator[tuple[tuple[str, ...], str]]:
    """The identifiers that name these services in languages of a kin, each with the service."""
    known = [catalogue(language, own).generated for language in _languages(of)]
    for service in services:
        names = dict.fromkeys(name for generated in known for name in generated.identifiers_of(service))
        yield from (((name,), service) for name in names)
