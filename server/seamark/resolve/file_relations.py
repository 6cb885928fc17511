"""What files tell each other of their findings: who mounts this router, whether this function is a wrapper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Protocol

from msgspec.structs import replace

from seamark.patterns import regex

from .abstract_values import Definition, ParameterPart, Text
from .findings import (
    NOWHERE,
    Base,
    BaseEffect,
    BroughtObject,
    BroughtRouter,
    ContractEffect,
    Effect,
    EnteringCall,
    Findings,
    Identity,
    MountFound,
    NamedRoute,
    OpenedRouter,
    RequestEffect,
    RootClass,
    RouteEffect,
    ServiceEffect,
    ServingFunction,
    Summary,
)
from .module_resolution.test_files import is_test
from .workspace_facts.project import Question

WORD = "word"
"""The kind of question in which files a name is one whose calls matter."""


class Relations(Protocol):
    """The findings of all files, asked on behalf of one; whoever implements it remembers what was asked."""

    def summaries(self, of: Definition) -> tuple[Summary, ...]:
        """What this function does for its callers."""

    def brought_objects(self, of: Definition, index: int) -> tuple[BroughtObject, ...]:
        """The objects that callers of this function give for one of its parameters."""

    def brought_routers(self, path: str) -> tuple[BroughtRouter, ...]:
        """The routers that callers of this file's functions give for their parameters."""

    def entering_calls(self, of: Definition) -> tuple[EnteringCall, ...]:
        """The calls of this function that give it a request or its path."""

    def bases(self, given: ParameterPart) -> tuple[Base, ...]:
        """What callers give for this part of a URL."""

    def registered_names(self, of: Definition) -> tuple[Text, ...]:
        """The names under which this function is provided."""

    def going_by(self, name: str, framework: str) -> tuple[str, ...]:
        """The files with functions that a library knows by this name, which is their own."""

    def serving_functions(self, path: str) -> tuple[ServingFunction, ...]:
        """The functions of this file that serve what somebody calls for by them."""

    def root_classes(self, path: str) -> tuple[RootClass, ...]:
        """The classes of this file that have the fields of root types because others say so."""

    def is_implementation(self, class_: Definition) -> bool:
        """Whether some file registers an object of this class as the implementation of a service."""

    def implementations(self, of: Definition) -> tuple[Definition, ...]:
        """The methods that do what this one only declares."""

    def mounts(self, of: Identity) -> tuple[MountFound, ...]:
        """Where this router is put."""

    def opened_routers(self, of: Definition) -> tuple[OpenedRouter, ...]:
        """The routers that this function is given and declares something on, be it through others."""

    def called_for(self, of: Definition) -> bool:
        """Whether the callers of this function matter: only then is anything else here known of what they state."""

    def asks(self, of: Definition) -> bool:
        """Whether this function makes a request of its own."""

    def is_word(self, name: str) -> bool:
        """Whether some file has something of this name, or offers it, whose users matter and can be the asker."""

    def beside(self, name: str) -> tuple[str, ...]:
        """The names that are words in files in which this one stands, too."""

    def is_given_path(self, of: Definition) -> bool:
        """Whether some caller of this possible wrapper gives it a path."""

    def names_routes(self, of: Definition) -> bool:
        """Whether the callers of this possible wrapper name routes by what they give it."""

    def named_routes(self, space: str, name: str) -> tuple[NamedRoute, ...]:
        """The routes with names of a library that end with the last word of this one."""

    def sends(self, path: str) -> bool:
        """Whether this file makes or uses a client."""

    def serves(self, path: str) -> bool:
        """Whether this file makes or uses a router."""

    def offers_object(self, name: str) -> bool:
        """Whether another file offers a router or a client under this name, or has this name and offers one by default.

        Only files count whose functions can be called from the asker's language, and whose word for the object the
        asker holds: without that, the asker would not be read for it.
        """


_LAST_WORD = regex(r"[^\W_]*+[\W_]*$")


def names_question(space: str, name: str) -> Question:
    """The question for the routes whose names end as this one does: what stands before that mounts decide."""
    ends = _LAST_WORD.search(name)
    return ("named routes", space, name if ends is None else ends[0])


MAX_WRAPPERS = 16
"""How many ways of stating a contract callers may have: functions that call each other have no end of them."""
MAX_GIVEN = 8
"""How many things that a function is given as one parameter may be parts of URLs: what goes from object to object has
members of members without end.
"""


def ways(mounts: Iterable[MountFound]) -> list[MountFound]:
    """The mounts that put a router below another; those of tests if there are no others, or if they serve it.

    What callers tell of a mount says more than the function in which it stands.
    """
    found = [mount for mount in mounts if mount.parent is not None and not mount.handed]
    found = [mount for mount in found if not mount.told] or found
    others = any(not mount.test for mount in found)
    return [mount for mount in found if mount.serves or not mount.test] if others else found


def effective_summaries(summaries: Iterable[Summary]) -> tuple[Summary, ...]:
    """Those that count of what a function does for its callers, by the kind of effect.

    Of many those count that are nearest to the effect. One of a level follows from others of lower levels only. So what
    there is in the end does not depend on what was found first.
    """
    found = list(summaries)
    requests = _certain([one for one in found if isinstance(one.effect, RequestEffect)])
    routes = [one for one in found if isinstance(one.effect, RouteEffect)]
    contracts = [one for one in found if isinstance(one.effect, ContractEffect)]
    given = [one for one in found if isinstance(one.effect, BaseEffect | ServiceEffect)]
    return (*_nearest(requests), *_nearest(routes), *_nearest(contracts), *_lowest(given))


def _nearest(found: Iterable[Summary]) -> list[Summary]:
    return sorted(found, key=lambda one: one.level)[:MAX_WRAPPERS]


def _lowest(given: Iterable[Summary]) -> list[Summary]:
    """Each thing that is given once, at its lowest level: what callers give does not depend on the level, only how far
    it is followed from there. What is given at one level follows from what is given at lower ones.

    Of one parameter `MAX_GIVEN` count, those that are nearest to the URL.
    """
    found: dict[Effect, Summary] = {}
    for one in given:
        other = found.setdefault(one.effect, one)
        if one.level < other.level:
            found[one.effect] = one
    counts: Counter[tuple[Definition, int]] = Counter()
    nearest: list[Summary] = []
    for one in sorted(found.values(), key=lambda one: one.level):
        if isinstance(one.effect, BaseEffect | ServiceEffect):
            parameter = one.of, one.effect.given.index
            counts[parameter] += 1
            nearest += [one] if counts[parameter] <= MAX_GIVEN else []
    return nearest


def _certain(requests: list[Summary]) -> list[Summary]:
    """Those that are not guessed if there are any; one that is not guessed follows from others that are not."""
    return [one for one in requests if isinstance(one.effect, RequestEffect) and not one.effect.guessed] or requests


def base_question(given: ParameterPart) -> Question:
    """The question for what is given for a part of a URL."""
    return ("bases", given.owner.path, given.owner.key, str(given.index), *given.members)


def _called_for(findings: Findings) -> set[Definition]:
    """The functions whose callers matter to a file."""
    return {one.of for one in findings.summaries} | findings.called_for


def _routers_by_level(findings: Findings) -> Iterator[OpenedRouter]:
    """The routers that functions are given and declare something on, each at its lowest level, or only place."""
    levels: dict[Identity, int] = {}
    routers = [(route.router, 0) for route in findings.routes]
    routers += ((mount.parent, mount.level) for mount in findings.mounts if mount.parent is not None)
    for router, level in routers:
        if router.identity[1].endswith(")"):
            levels[router.identity] = min(level, levels.get(router.identity, level))
    yield from (OpenedRouter(identity, level) for identity, level in levels.items())
    placed = dict.fromkeys(mount.child for mount in findings.mounts if mount.told)
    yield from (OpenedRouter(identity, 0, placed=True) for identity in placed if identity not in levels)


def least(opened: Iterable[OpenedRouter]) -> tuple[OpenedRouter, ...]:
    """Each router once, at its lowest level."""
    found: dict[Identity, OpenedRouter] = {}
    for one in opened:
        known = found.setdefault(one.router, one)
        if (one.placed, one.level) < (known.placed, known.level):
            found[one.router] = one
    return tuple(found[identity] for identity in sorted(found))


def contributions(path: str, kin: str, findings: Findings) -> dict[Question, tuple[object, ...]]:
    """What a file's findings answer, by the question: see `Relations`. Names are offered to languages of its `kin`."""
    found: dict[Question, list[object]] = {}
    for summary in findings.summaries:
        found.setdefault(("summaries", summary.of.path, summary.of.key), []).append(summary)
    for one in findings.brought:
        found.setdefault(("brought", one.of.path, one.of.key, str(one.index)), []).append(one)
    for given in findings.brought_routers:
        found.setdefault(("brought routers", given.of.path), []).append(given)
    for call in findings.entered:
        found.setdefault(("entered", call.of.path, call.of.key), []).append(call)
    for base in findings.bases:
        found.setdefault(base_question(base.given), []).append(base)
    for named in findings.named if not is_test(path) else ():
        if named.role == "exposes" and named.handler is not None:
            found.setdefault(("registered", named.handler.path, named.handler.key), []).append(named.name)
            if named.name.known_string == named.handler.name:
                found.setdefault(("going by", named.handler.name, named.framework), []).append(named.handler.path)
    for named in findings.named:
        if named.serves and named.of is not None:
            serving = ServingFunction(named.of, named.mechanism, named.name, named.framework)
            found.setdefault(("served", named.of.path), []).append(serving)
    for class_ in findings.used if not is_test(path) else ():
        found["used", class_.path, class_.key] = [True]
    for root in findings.rooted:
        found.setdefault(("rooted", root.of.path), []).append(root)
    for pair in findings.implementing:
        found.setdefault(("implementing", pair.of.path, pair.of.key), []).append(pair.method)
    for route in findings.routes:
        if route.name is not None:
            placeless = replace(route, span=NOWHERE, name=replace(route.name, start=0, end=0), handler=None)
            before = route.router.known_as[-1:] if not route.name.text.raw() else ()
            question = names_question(route.name.space, "".join(text.raw() for text in (*before, route.name.text)))
            found.setdefault(question, []).append(NamedRoute(path, placeless))
    for mount in findings.mounts:
        found.setdefault(("mounts", *mount.child), []).append(mount)
    for opened in _routers_by_level(findings):
        path_of, key = opened.router
        found.setdefault(("opened", path_of, key.rpartition("(")[0]), []).append(opened)
    for definition in findings.passed:
        found.setdefault(("passed", definition.path, definition.key), []).append(True)
    for segment in findings.segments:
        found.setdefault(("segments", segment.of.path, segment.of.key), []).append(segment)
    for definition in _called_for(findings):
        found["called for", definition.path, definition.key] = [True]
    for definition in findings.asking:
        found["asks", definition.path, definition.key] = [True]
    for word in sorted(findings.words):
        found.setdefault((WORD, word.name, kin), []).append(word)
        if word.beside:
            found.setdefault(("beside", word.beside, kin), []).append(word.name)
    if findings.sends:
        found["sends", path] = [True]
    if findings.serves:
        found["serves", path] = [True]
    for offer in findings.offers:
        found.setdefault(("offers object", offer.name, kin), []).append(offer.word)
    return {question: tuple(answers) for question, answers in found.items()}
