"""Under which prefixes a router's routes are served: those of the mounts that lead to it, and its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from seamark import keys
from seamark.resolve.abstract_values import Text
from seamark.resolve.file_relations import Relations, ways
from seamark.resolve.findings import Identity, MountFound, Router
from seamark.resolve.port_model import Reason

MAX_CHAIN = 24
MAX_PREFIXES = 16

ServedPrefix = tuple[str, bool, tuple[Reason, ...]]
"""A prefix, whether something before or in it is not known, and where it comes from."""

Chain = tuple[str, bool, tuple[Reason, ...], tuple[Text, ...] | None]
"""The prefix above a router, and what takes the place of the router's own, if anything does."""

NOTHING = Text(())


def served_prefixes(relations: Relations, router: Router) -> list[ServedPrefix]:
    """Every prefix under which a router's routes are served, without repetition, in a stable order."""
    found: dict[ServedPrefix, None] = {}
    for chain, unknown, reasons, own in _chains(relations, router, ()):
        for prefix, hidden in _own(router, own):
            found[keys.join_paths(chain, prefix), unknown or hidden, reasons] = None
    return list(found)[:MAX_PREFIXES]


def _own(router: Router, instead: tuple[Text, ...] | None) -> Iterator[tuple[str, bool]]:
    """The prefixes of what is declared on a router that come from itself, each with whether it is not all known."""
    for text in instead if instead is not None else router.prefixes or (NOTHING,):
        prefix, hidden = _known_prefix(text)
        for further in router.below or (NOTHING,):
            path, also_hidden = _known_prefix(further)
            yield keys.join_paths(prefix, path), hidden or also_hidden


def _chains(relations: Relations, router: Router, below: tuple[Identity, ...]) -> Iterator[Chain]:
    """The prefixes above a router, each with the prefix that takes the place of the router's own, if one does.

    A router that is only mounted below itself is not served from anywhere that is known. Where tests mount it counts
    only if nobody else does. What others go on with serves nothing yet.
    """
    mounts = _leading(relations, router) if router.identity != ("", "") else ()
    leading = [*ways(mounts), *_asked(relations, mounts)]
    if not leading and router.otherwise != ("", ""):
        leading = _otherwise(relations, router, below)
    if (router.mounted and not leading) or (router.outcome != ("", "") and relations.mounts(router.outcome)):
        return
    open_ways = [mount for mount in leading if mount.parent and mount.parent.identity not in (*below, router.identity)]
    above: Iterable[Chain] = [("", bool(leading), (), None)]
    if router.implied and not leading:
        above = [(router.implied, False, (Reason(f"prefix {router.implied} of files of this name"),), None)]
    if open_ways and len(below) < MAX_CHAIN:
        above = [chain for mount in open_ways for chain in _through(relations, mount, (*below, router.identity))]
    sets = [(mount, text) for mount in mounts if mount.parent is None for text in mount.prefixes]
    for chain, unknown, reasons, own in above:
        yield from (_below(chain, unknown, reasons, own, mount, text) for mount, text in sets)
        if not sets:
            yield chain, unknown, reasons, own


def _otherwise(relations: Relations, router: Router, below: tuple[Identity, ...]) -> list[MountFound]:
    """Where what a router is otherwise known by is put, if that is one place, or leads to one prefix."""
    others = ways(mount for mount in relations.mounts(router.otherwise) if not mount.inherited)
    if len({mount.parent for mount in others}) < 2:
        return others
    known = router.otherwise in below or len(below) > MAX_CHAIN
    led = (
        []
        if known
        else [{one[:2] for one in _through(relations, mount, (*below, router.otherwise))} for mount in others]
    )
    return others[:1] if led and all(one == led[0] for one in led) else []


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


def _through(relations: Relations, mount: MountFound, around: tuple[Identity, ...]) -> Iterator[Chain]:
    assert mount.parent is not None
    for chain, unknown, reasons, own in _chains(relations, mount.parent, around):
        for prefix, hidden in _own(mount.parent, own):
            joined = keys.join_paths(chain, prefix)
            for further in mount.prefixes or (NOTHING,):
                yield _below(joined, unknown or hidden, reasons, mount.own, mount, further)


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
