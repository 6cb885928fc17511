"""Under which prefixes a router's routes are served: those of the mounts that lead to it, and its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TypeVar

from msgspec.structs import replace

from seamark import keys
from seamark.resolve.abstract_values import Text
from seamark.resolve.file_relations import Relations, ways
from seamark.resolve.findings import Identity, MountFound, Router
from seamark.resolve.port_model import Reason

MAX_CHAIN = 24
MAX_PREFIXES = 16
MAX_CHAINS = 4 * MAX_PREFIXES
MAX_ROUTERS = 2000
"""Through how many routers a search goes: each is counted as often as a way leads to it."""

T = TypeVar("T")

ServedPrefix = tuple[str, bool, tuple[Reason, ...]]
"""A prefix, whether something before or in it is not known, and where it comes from."""

Chain = tuple[str, bool, tuple[Reason, ...], tuple[Text, ...] | None]
"""The prefix above a router, and what takes the place of the router's own, if anything does."""

NOTHING = Text(())


def served_prefixes(relations: Relations, router: Router) -> list[ServedPrefix]:
    """Every prefix under which a router's routes are served, without repetition, in a stable order."""
    return list(islice(_once(_Search(relations).prefixes(router)), MAX_PREFIXES))


def _once(found: Iterable[T]) -> Iterator[T]:
    """Each of what is found when it comes first."""
    seen: set[T] = set()
    for one in found:
        if one not in seen:
            seen.add(one)
            yield one


def _own(router: Router, instead: tuple[Text, ...] | None) -> Iterator[tuple[str, bool]]:
    """The prefixes of what is declared on a router that come from itself, each with whether it is not all known."""
    for text in instead if instead is not None else router.prefixes or (NOTHING,):
        prefix, hidden = _known_prefix(text)
        for further in router.below or (NOTHING,):
            path, also_hidden = _known_prefix(further)
            yield keys.join_paths(prefix, path), hidden or also_hidden


class _Search:
    """A search for the prefixes of one router. It goes on while somebody asks for more, through so many routers."""

    def __init__(self, relations: Relations) -> None:
        self._relations = relations
        self._left = MAX_ROUTERS

    def prefixes(self, router: Router) -> Iterator[ServedPrefix]:
        """Every prefix under which a router's routes are served, in a stable order."""
        for above, unknown, reasons, own in self._chains(router, ()):
            for prefix, hidden in _own(router, own):
                yield keys.join_paths(above, prefix), unknown or hidden, reasons

    def _chains(self, router: Router, below: tuple[Identity, ...]) -> Iterator[Chain]:
        """The prefixes above a router, each once, as far as many are asked for."""
        return islice(_once(self._each_chain(router, below)), MAX_CHAINS)

    def _each_chain(self, router: Router, below: tuple[Identity, ...]) -> Iterator[Chain]:
        """The prefixes above a router, each with the prefix that takes the place of the router's own, if one does.

        A router that is only mounted below itself is not served from anywhere that is known. Where tests mount it
        counts only if nobody else does. What others go on with serves nothing yet.
        """
        self._left -= 1
        if self._left < 0:
            return
        relations = self._relations
        mounts = _leading(relations, router) if router.identity != ("", "") else ()
        leading = [*ways(mounts), *_asked(relations, mounts)]
        if not leading:
            leading = self._otherwise(router, below)
        if (router.mounted and not leading) or (router.outcome != ("", "") and relations.mounts(router.outcome)):
            return
        open_ways = [one for one in leading if one.parent and one.parent.identity not in (*below, router.identity)]
        above: Iterable[Chain] = [("", bool(leading), (), None)]
        if router.implied and not leading:
            above = [(router.implied, False, (Reason(f"prefix {router.implied} of files of this name"),), None)]
        if open_ways and len(below) < MAX_CHAIN:
            around = (*below, router.identity)
            above = chain.from_iterable(self._through(mount, around) for mount in open_ways)
        sets = [(mount, text) for mount in mounts if mount.parent is None for text in mount.prefixes]
        for before, unknown, reasons, own in above:
            yield from (_below(before, unknown, reasons, own, mount, text) for mount, text in sets)
            if not sets:
                yield before, unknown, reasons, own

    def _otherwise(self, router: Router, below: tuple[Identity, ...]) -> list[MountFound]:
        """Where what a router is otherwise known by is put, if that is one place, or leads to one prefix."""
        put = ((one, ways(_put_by_code(self._relations, one))) for one in router.otherwise)
        known, others = next((found for found in put if found[1]), (("", ""), []))
        if len({mount.parent for mount in others}) < 2:
            return others
        if known in below or len(below) > MAX_CHAIN:
            return []
        around = (*below, known)
        led = [{one[:2] for one in islice(self._through(mount, around), MAX_PREFIXES)} for mount in others]
        return others[:1] if all(one == led[0] for one in led) else []

    def _through(self, mount: MountFound, around: tuple[Identity, ...]) -> Iterator[Chain]:
        assert mount.parent is not None
        for above, unknown, reasons, own in self._chains(mount.parent, around):
            for prefix, hidden in _own(mount.parent, own):
                joined = keys.join_paths(above, prefix)
                for further in mount.prefixes or (NOTHING,):
                    yield _below(joined, unknown or hidden, reasons, mount.own, mount, further)


def _put_by_code(relations: Relations, identity: Identity) -> Iterator[MountFound]:
    """Where code puts each of the routers that it makes. A prefix that is given to it is another one for each."""
    for mount in relations.mounts(identity):
        if not mount.inherited:
            is_given = any(text.given for text in mount.own or ())
            yield replace(mount, own=None) if is_given else mount


def _leading(relations: Relations, router: Router) -> tuple[MountFound, ...]:
    """Where a router is put. In the table of its own file it counts only if somebody mounts that, or nobody else it."""
    mounts = relations.mounts(router.identity)
    if not any(mount.listed for mount in mounts) or len(mounts) == 1:
        return mounts
    return tuple(filter(lambda one: not _is_idle(relations, one, router), mounts)) or mounts


def _is_idle(relations: Relations, mount: MountFound, router: Router) -> bool:
    """Whether a mount only says that a router stands in a table of its own file, which nobody mounts."""
    own = mount.listed and mount.parent is not None and mount.site == router.identity[0]
    return own and mount.parent is not None and not relations.mounts(mount.parent.identity)


def _asked(relations: Relations, mounts: Iterable[MountFound]) -> Iterator[MountFound]:
    """The mount that leads to where tests ask a router without any prefix, if there is one.

    A function that it is given asks it, be it through others, or it is a part of a test's router that is asked.
    """
    waiting = [mount for mount in mounts if _is_bare(mount)]
    seen: set[Identity] = set()
    for mount in waiting:
        to = mount.parent.identity if mount.parent is not None else ("", "")
        if to not in seen and len(seen) < MAX_CHAIN:
            seen.add(to)
            further = relations.mounts(to)
            if any(one.serves for one in further):
                yield replace(mount, parent=Router(("", "")))
                return
            waiting += filter(_is_bare, further)


def _is_bare(mount: MountFound) -> bool:
    return mount.handed or (mount.test and not any(prefix.parts for prefix in mount.prefixes))


def _below(
    chain: str,
    unknown: bool,
    reasons: tuple[Reason, ...],
    own: tuple[Text, ...] | None,
    mount: MountFound,
    text: Text,
) -> Chain:
    prefix, hidden = _known_prefix(text)
    if prefix.strip("/"):
        reasons = (*reasons, Reason(f"prefix {prefix}", mount.site, mount.start))
    return keys.join_paths(chain, prefix), unknown or hidden, reasons, own


def _known_prefix(text: Text) -> tuple[str, bool]:
    """A prefix as it counts: one that is not known at all counts as none."""
    raw = text.raw()
    if not text.unknown:
        return raw, False
    if raw.startswith("{}"):
        return raw[2:], True
    return raw, False
