"""Under which prefixes a router's routes are served: those of the mounts that lead to it, and its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from seamark import keys
from seamark.resolve.abstract_values import Text, calls_in
from seamark.resolve.file_relations import Relations, ways
from seamark.resolve.findings import LOADED_FILES, Identity, MountFound, Router, SparedRoutes, StatedPrefix
from seamark.resolve.module_resolution.paths import ancestors
from seamark.resolve.partial_texts.texts import EMPTY, concat
from seamark.resolve.port_model import Reason

from .agreed_bases import AgreedBases

MAX_CHAIN = 24
MAX_PREFIXES = 16
MAX_CHAINS = 4 * MAX_PREFIXES
MAX_ASKED = 500
"""Among how many routers that one is put into, each test's its own, one is looked for that tests ask."""
MAX_NAMES = 8
"""How many names a route has at most."""
MAX_ROUTERS = 2000
"""Through how many routers a search goes: each is counted as often as a way leads to it."""


class SetPrefix(Struct, frozen=True):
    """What is set above all prefixes of a service, its version included, for all routes but those `spared`.

    With `sparing` it is set for just those.
    """

    prefix: str = ""
    spared: tuple[SparedRoutes, ...] = ()
    sparing: bool = False


class Chain(Struct, frozen=True):
    """The prefix above a router, and what takes the place of the router's `own`, if anything does.

    It has what is `set` before it. Something before or in it may be `unknown`, and the reasons say where it comes from.
    What it is `known_as` stands before the names of routes; `own_known_as` takes the place of the router's own. The
    `application` is the object that serves all of it, if that is known. `calls` have made the routers that it leads to.
    """

    prefix: str = ""
    unknown: bool = False
    reasons: tuple[Reason, ...] = ()
    own: tuple[Text, ...] | None = None
    set: SetPrefix = SetPrefix()
    known_as: tuple[Text, ...] = ()
    own_known_as: tuple[Text, ...] | None = None
    application: Identity = ("", "")
    calls: frozenset[str] = frozenset()


class ServedPrefix(Struct, frozen=True):
    """A prefix of routes, behind what is `set` before it, and of their names; see `Chain`.

    The end of it is the router's `own`, if nothing takes the place of that.
    """

    prefix: str
    unknown: bool
    reasons: tuple[Reason, ...]
    set: SetPrefix
    known_as: tuple[Text, ...] = ()
    own: str = ""
    application: Identity = ("", "")

    @property
    def whole(self) -> str:
        """The prefix as it stands before the paths of routes."""
        return keys.join_paths(self.set.prefix, self.prefix)

    def counts(self, verb: str, path: str) -> bool:
        """Whether it is for the route of this verb and path."""
        if not self.set.spared:
            return True
        below = keys.join_paths(self.prefix, path)
        return any(_is_for(one, verb, below) for one in self.set.spared) == self.set.sparing


def path_below(prefix: ServedPrefix, path: Text, base: str, separator: str) -> str:
    """The path of a route below its prefixes, and the `base` that is set for its service; see `RouteFound`."""
    raw = path.raw()
    rest = raw.removeprefix(keys.HOLE)
    below = keys.join_paths(prefix.whole, keys.behind_base(rest) if rest not in ("", raw) else raw)
    if separator:
        below = f"/{below.strip('/').replace('/', separator)}"
    return keys.join_paths(base, below)


_DOUBTS = {
    True: "given to a function that may put it below a prefix",
    False: "files of its folder are loaded by code that may put them below prefixes",
}
"""Why it is not known what stands before a router's prefix, by whether something is given the router itself."""

_T = TypeVar("_T", Chain, ServedPrefix)


def served_prefixes(relations: Relations, router: Router) -> list[ServedPrefix]:
    """Every prefix under which a router's routes are served, without repetition, in a stable order."""
    return list(islice(_once(_Search(relations).prefixes(router)), MAX_PREFIXES))


def _once(found: Iterable[_T]) -> Iterator[_T]:
    """Each of what is found when it comes first, whatever application it is below."""
    seen: set[_T] = set()
    for one in found:
        apart = replace(one, application=("", ""))
        if apart not in seen:
            seen.add(apart)
            yield one


def _joined_names(above: Chain, router: Router) -> tuple[Text, ...]:
    """What stands before the names of a router's routes."""
    return names_below(above.known_as, router.known_as if above.own_known_as is None else above.own_known_as)


def names_below(before: tuple[Text, ...], names: tuple[Text, ...]) -> tuple[Text, ...]:
    """Each name behind each of what stands before it."""
    joined = (concat((one, name)) for one in before or (EMPTY,) for name in names)
    return tuple(islice(joined, MAX_NAMES)) or before


class _Search:
    """A search for the prefixes of one router. It goes on while somebody asks for more, through so many routers."""

    def __init__(self, relations: Relations) -> None:
        self._relations = relations
        self._bases = AgreedBases(relations)
        self._left = MAX_ROUTERS

    def prefixes(self, router: Router) -> Iterator[ServedPrefix]:
        """Every prefix under which a router's routes are served, in a stable order."""
        for above in self._chains(router, (), router.versions):
            for prefix, hidden in self._own(router, above):
                joined, known_as = keys.join_paths(above.prefix, prefix), _joined_names(above, router)
                own = prefix if above.own in (None, router.prefixes) else ""
                outermost, also_hidden = _known_prefix(router.outermost)
                before = replace(above.set, prefix=keys.join_paths(outermost, above.set.prefix))
                unknown = above.unknown or hidden or also_hidden
                yield ServedPrefix(joined, unknown, above.reasons, before, known_as, own, above.application)

    def _chains(self, router: Router, below: tuple[Identity, ...], versions: tuple[Text, ...]) -> Iterator[Chain]:
        """The prefixes above a router, each once, as far as many are asked for."""
        return islice(_once(self._each_chain(router, below, versions)), MAX_CHAINS)

    def _each_chain(self, router: Router, below: tuple[Identity, ...], versions: tuple[Text, ...]) -> Iterator[Chain]:
        """The prefixes above a router, each with the prefix that takes the place of the router's own, if one does.

        A router that is only mounted below itself is not served from anywhere that is known. Where tests mount it
        counts only if nobody else does. What others go on with serves nothing yet.
        """
        self._left -= 1
        if self._left < 0:
            return
        relations = self._relations
        put = _mounts_of_router(relations, router) if router.identity != ("", "") else ()
        put = put or tuple(_loads(relations, router))
        mounts = tuple(mount for mount in put if not mount.doubted)
        leading = [*ways(mounts), *_mounts_in_tests(relations, mounts)]
        if not leading:
            leading = self._otherwise(router, below)
        if (router.mounted and not leading) or (router.outcome != ("", "") and relations.mounts(router.outcome)):
            return
        open_ways = [one for one in leading if one.parent and one.parent.identity not in (*below, router.identity)]
        parentless = (mount for mount in mounts if mount.parent is None)
        sets = [(mount, text) for mount in parentless for text in self._filled_in(mount.prefixes, router)]
        if open_ways and len(below) < MAX_CHAIN:
            around = (*below, router.identity)
            for before in chain.from_iterable(self._through(mount, around, versions) for mount in open_ways):
                yield from (_below(before, mount, text) for mount, text in sets)
                if not sets:
                    yield before
            return
        doubts = [mount for mount in put if mount.doubted and not (leading or mounts)]
        why = (Reason(_DOUBTS[one.child == router.identity], one.site, one.start) for one in doubts)
        first = Chain(unknown=bool(leading or doubts), reasons=tuple(why)[:1])
        if router.implied and not leading:
            first = Chain(router.implied, reasons=(Reason(f"prefix {router.implied} from the file's name"),))
        if router.root and not router.identity[1].endswith(")"):
            first = replace(first, application=router.identity)
        for version in versions or (EMPTY,):
            outermost = replace(first, unknown=first.unknown or version.unknown)
            for mount, text in sets:
                yield from _set_above(outermost, mount, text, version.raw())
            if not sets:
                yield replace(outermost, set=SetPrefix(version.raw()))

    def _own(self, router: Router, above: Chain) -> Iterator[tuple[str, bool]]:
        """The prefixes of what is declared on a router that come from itself, each with whether it is not all known."""
        stated = router.prefixes or (EMPTY,) if above.own is None else above.own
        for text in self._filled_in(stated, router, above.calls):
            prefix, hidden = _known_prefix(text)
            for further in self._filled_in(router.below or (EMPTY,), router, above.calls):
                path, also_hidden = _known_prefix(further)
                yield keys.join_paths(prefix, path), hidden or also_hidden

    def _filled_in(
        self, prefixes: tuple[Text, ...], router: Router, calls: frozenset[str] = frozenset()
    ) -> Iterator[Text]:
        """Prefixes with what callers give in them: what all give alike, if the router is below several others.

        If it is known which `calls` have made those, it is what these give.
        """
        for text in prefixes:
            parents = {one.parent for one in ways(self._relations.mounts(router.identity))} if text.given_parts else ()
            known = calls | calls_in(router.identity)
            is_told = len(parents) < 2 or self._bases.is_given_by(text, known)
            yield from self._bases.each_given(text, router, known) if is_told else (self._bases.made_for(text),)

    def _otherwise(self, router: Router, below: tuple[Identity, ...]) -> list[MountFound]:
        """Where what a router is otherwise known by is put, if that is one place, or leads to one prefix."""
        put = ((one, ways(_put_by_code(self._relations, one))) for one in router.otherwise)
        known, others = next((found for found in put if found[1]), (("", ""), []))
        if len({mount.parent for mount in others}) < 2:
            return others
        if known in below or len(below) > MAX_CHAIN:
            return []
        around = (*below, known)
        through = (islice(self._through(mount, around, ()), MAX_PREFIXES) for mount in others)
        led = [{(one.set, one.prefix, one.unknown) for one in found} for found in through]
        return others[:1] if all(one == led[0] for one in led) else []

    def _through(self, mount: MountFound, around: tuple[Identity, ...], versions: tuple[Text, ...]) -> Iterator[Chain]:
        """The prefixes that a mount puts a router below; its versions, or else those of what it is put below."""
        assert mount.parent is not None
        for above in self._chains(mount.parent, around, versions or mount.parent.versions):
            for prefix, hidden in self._own(mount.parent, above):
                joined = keys.join_paths(above.prefix, prefix)
                own = prefix if above.own in (None, mount.parent.prefixes) else ""
                before = replace(
                    above,
                    prefix=joined,
                    unknown=above.unknown or hidden or mount.unsure,
                    reasons=(*above.reasons, *stated_prefixes(mount.prefixed, own, mount.site), *_instead(mount)),
                    own=mount.own,
                    known_as=names_below(_joined_names(above, mount.parent), mount.known_as),
                    own_known_as=mount.own_known_as,
                    calls=above.calls | calls_in(mount.parent.identity),
                )
                for further in self._filled_in(mount.prefixes or (EMPTY,), mount.parent, above.calls):
                    yield _below(before, mount, further)


def _put_by_code(relations: Relations, identity: Identity) -> Iterator[MountFound]:
    """Where code puts each of the routers that it makes. A prefix that is given to it is another one for each."""
    for mount in relations.mounts(identity):
        if not mount.inherited:
            is_given = any(text.given_parts for text in mount.own or ())
            yield replace(mount, own=None) if is_given else mount


def _mounts_of_router(relations: Relations, router: Router) -> tuple[MountFound, ...]:
    """Where a router is put. In the table of its own file it counts only if somebody mounts that, or nobody else it."""
    mounts = relations.mounts(router.identity)
    if not any(mount.listed for mount in mounts) or len(mounts) == 1:
        return mounts
    return tuple(filter(lambda one: not _is_idle(relations, one, router), mounts)) or mounts


def _loads(relations: Relations, router: Router) -> Iterator[MountFound]:
    """What loads files of a folder around that of a router which is made there, and may put it anywhere."""
    path, key = router.identity
    if not (router.root or router.implied or key.endswith(")")) and path:
        around = (relations.mounts((folder, LOADED_FILES)) for folder in ancestors(path))
        yield from next(filter(None, around), ())


def _is_idle(relations: Relations, mount: MountFound, router: Router) -> bool:
    """Whether a mount only says that a router stands in a table of its own file, which nobody mounts."""
    own = mount.listed and mount.parent is not None and mount.site == router.identity[0]
    return own and mount.parent is not None and not relations.mounts(mount.parent.identity)


def _mounts_in_tests(relations: Relations, mounts: Iterable[MountFound]) -> Iterator[MountFound]:
    """The mount that leads to where tests ask a router without any prefix, if there is one.

    A function that it is given asks it, be it through others, or it is a part of a test's router that is asked.
    """
    waiting = [mount for mount in mounts if _is_bare(mount)]
    seen: set[Identity] = set()
    for mount in waiting:
        to = mount.parent.identity if mount.parent is not None else ("", "")
        if to not in seen and len(seen) < MAX_ASKED:
            seen.add(to)
            further = relations.mounts(to)
            if any(one.serves for one in further):
                yield replace(mount, parent=Router(("", "")))
                return
            waiting += filter(_is_bare, further)


def _is_bare(mount: MountFound) -> bool:
    return mount.handed or (mount.test and not any(prefix.parts for prefix in mount.prefixes))


def _below(above: Chain, mount: MountFound, text: Text) -> Chain:
    """What a mount puts below a prefix."""
    prefix, hidden = _known_prefix(text)
    return replace(
        above,
        prefix=keys.join_paths(above.prefix, prefix),
        unknown=above.unknown or hidden,
        reasons=(*above.reasons, *_reasons(mount, prefix)),
    )


def _set_above(first: Chain, mount: MountFound, text: Text, version: str) -> Iterator[Chain]:
    """The prefix that is set above all others, and what stands in its place for the routes that it is not for."""
    prefix, hidden = _known_prefix(text)
    above = SetPrefix(keys.join_paths(prefix, version), mount.spared)
    yield replace(first, unknown=first.unknown or hidden, reasons=(*first.reasons, *_reasons(mount, prefix)), set=above)
    if mount.spared:
        yield replace(first, set=SetPrefix(version, mount.spared, sparing=True))


def _instead(mount: MountFound) -> tuple[Reason, ...]:
    """Why routes have a prefix that takes the place of the router's own, where the mount states it."""
    stated = () if mount.stated is None else (mount.stated,)
    return tuple(one for text in mount.own or () for one in stated_prefixes(stated, text.raw(), mount.site))


def _reasons(mount: MountFound, prefix: str) -> tuple[Reason, ...]:
    if not prefix.strip("/"):
        return ()
    at = mount.stated
    if at is None or not _is_within(at, prefix):
        return (Reason(f"prefix {prefix}", mount.site, mount.start),)
    return (Reason(f"prefix {prefix}", mount.site, at.start, at.end, at.names),)


def stated_prefixes(stated: Iterable[StatedPrefix], prefix: str, path: str) -> tuple[Reason, ...]:
    """Why routes have a prefix that a router has itself: those of the prefixes stated in a file that it is made of."""
    made_of = (one for one in stated if _is_within(one, prefix))
    return tuple(Reason(f"prefix {one.text}", path, one.start, one.end, one.names) for one in made_of)


def _is_within(stated: StatedPrefix, prefix: str) -> bool:
    """Whether a prefix that is stated is a part of one."""
    text = stated.text.strip("/")
    return bool(text) and f"/{text}/" in f"/{prefix.strip('/')}/"


def _known_prefix(text: Text) -> tuple[str, bool]:
    """A prefix as it counts: one that is not known at all counts as none."""
    raw = text.raw()
    is_hidden = text.unknown and raw.startswith("{}")
    return (raw.removeprefix("{}") if is_hidden else raw), is_hidden


def _is_for(spared: SparedRoutes, verb: str, path: str) -> bool:
    """Whether what is spared is the route of this verb and path."""
    below = _segments(keys.http_path(path))
    patterns = keys.http_paths(keys.join_paths("/", spared.path))
    is_spared = keys.verbs_fit(spared.verb, verb) or (verb == keys.WEBSOCKET and spared.verb == "GET")
    return is_spared and any(_covers(_segments(pattern), below) for pattern in patterns)


def _segments(path: str) -> list[str]:
    return path.strip("/").split("/")


def _covers(pattern: Sequence[str], path: Sequence[str]) -> bool:
    """Whether each segment is that of the pattern, or stands for its parameter; a wildcard at its end is the rest."""
    if pattern[-1] == "*":
        return len(path) >= len(pattern) and all(map(_is_like, pattern[:-1], path))
    return len(path) == len(pattern) and all(map(_is_like, pattern, path))


def _is_like(pattern: str, segment: str) -> bool:
    head, mark, tail = pattern.replace("*", "{}").partition("{}")
    if not mark:
        return pattern == segment
    return segment.startswith(head) and segment.endswith(tail.rpartition("{}")[2]) and len(segment) > len(head)
