"""Puts prefixes, bases and paths together: from a file's findings to its ports."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product

from msgspec.structs import replace

from seamark import keys
from seamark.extract.facts import MODULE
from seamark.resolve.findings import Findings, Identity, MountFound, Named, RequestFound, Router, Span
from seamark.resolve.meaning import Definition, Text
from seamark.resolve.modules import naming
from seamark.resolve.modules.testing import in_test
from seamark.resolve.ports import Port, Reason
from seamark.resolve.relations import Relations, ways
from seamark.resolve.strings.texts import UNKNOWN_TEXT
from seamark.resolve.workspace.project import Project
from seamark.resolve.workspace.view import View

from .base_urls import Bases
from .confidence import consumed, exposed, named

MAX_CHAIN = 12
MAX_PREFIXES = 16

Composed = tuple[Port, Definition | None]
"""A port, and its handler, whose position is looked up when somebody asks: its file may change on its own."""

Prefix = tuple[str, bool, tuple[Reason, ...]]
"""A prefix as it is known, whether something before or in it is not, and where it comes from."""

Chain = tuple[str, bool, tuple[Reason, ...], tuple[Text, ...] | None]
"""The prefix above a router, and what takes the place of the router's own, if anything does."""

NOTHING = Text(())

_WRAPPED = Reason("through a wrapper")
_NAMED = {"grpc": "a method of a gRPC service"}
"""What states contracts that go by a name, by their mechanism, if it is not a name that is written out."""


def compose(project: Project, relations: Relations, view: View, findings: Findings) -> list[Composed]:
    """The ports of the file, by position."""
    composed: dict[tuple[int, int, str, str, str], Composed] = {}
    found = (
        *_routes(project, relations, view, findings),
        *_requests(project, relations, view, findings),
        *_named(project, relations, view, findings),
    )
    for port, handler in found:
        place = (port.start, port.end, port.mechanism, port.role, port.key)
        known = composed.get(place)
        if known is None or (port.confidence, handler is not None) > (known[0].confidence, known[1] is not None):
            composed[place] = port, handler
    return [composed[place] for place in sorted(composed)]


def _routes(project: Project, relations: Relations, view: View, findings: Findings) -> Iterator[Composed]:
    base = project.base(view.path, "exposes")
    set_before = (Reason(f"prefix {base}, as it is set"),) if base else ()
    for route in findings.routes:
        for (prefix, unknown, mounted), path, verb in product(
            _prefixes(relations, route.router), route.paths, route.verbs
        ):
            open_prefix = unknown or not isinstance(path.parts[0] if path.parts else "", str)
            reasons = (*mounted, Reason("a part of the prefix is not known")) if open_prefix else mounted
            if route.open:
                reasons = (*reasons, Reason("its handler decides on the paths"))
            reasons = (*reasons, *set_before)
            confidence = exposed(is_open=route.open, base_unknown=open_prefix)
            for key in keys.http_keys(verb, keys.join_paths(base, keys.join_paths(prefix, _without_lost_base(path)))):
                port = _port(
                    project,
                    view,
                    route.span,
                    "exposes",
                    key,
                    confidence,
                    route.framework,
                    reasons,
                    open_prefix=open_prefix,
                    below=route.below,
                )
                yield port, route.handler


def _named(project: Project, relations: Relations, view: View, findings: Findings) -> Iterator[Composed]:
    for one in findings.named:
        if one.maybe is not None and relations.passed(one.maybe):
            continue
        for key in filter(None, (keys.name_key(name.raw()) for name in _known_as(relations, view, one))):
            wrapped = one.level > 0
            registered = one.registered or (one.within is not None and relations.used(one.within))
            confidence = named(one.mechanism, view.facts.language, wrapped=wrapped)
            why = (Reason(_NAMED.get(one.mechanism, "stated by its name")), *((_WRAPPED,) if wrapped else ()))
            yield (
                _port(
                    project,
                    view,
                    one.span,
                    one.role,
                    key,
                    confidence,
                    one.framework,
                    why,
                    one.mechanism,
                    registered=registered,
                ),
                _implemented(relations, one.handler),
            )


def _known_as(relations: Relations, view: View, one: Named) -> tuple[Text, ...]:
    """The names of a contract: those under which a function is provided that is only named by its own.

    A function that is named together with its module goes by its own name, if the library knows it by that.
    """
    registered = relations.registered(one.of) if one.of is not None else ()
    if registered and one.name not in registered:
        return registered
    module, _, name = (one.name.known or "").rpartition(".")
    if one.role == "consumes" and module:
        leads_to = naming(view.facts.language).leads_to
        if any(leads_to(module, path) for path in relations.going_by(name, one.framework)):
            return (Text((name,)),)
    return (one.name,)


def _implemented(relations: Relations, handler: Definition | None) -> Definition | None:
    """The method that does what a handler only declares, if there is one such method."""
    methods = set(relations.implementing(handler)) if handler is not None else ()
    return next(iter(methods)) if len(methods) == 1 else handler


def _requests(project: Project, relations: Relations, view: View, findings: Findings) -> Iterator[Composed]:
    base = project.base(view.path, "consumes")
    bases = Bases(relations)
    for request in findings.requests:
        if request.maybe is not None and (relations.passed(request.maybe) or relations.names_routes(request.maybe)):
            continue
        if request.through is not None and not relations.names_routes(request.through):
            continue
        for stated, verb in product(request.urls, request.verbs):
            url = bases.made_for(stated)
            raw = _without_lost_query(url.raw())
            if _PATHLESS.match(raw) or _FILE_BESIDE.match(raw) or _SOCKET.match(raw):
                continue
            target = keys.http_target(raw)
            if target is None or url == UNKNOWN_TEXT or keys.only_holes(target.path):
                continue
            below = keys.http_target(base + target.path) if base and target.base_unknown else None
            confidence, reasons = _consumed(view, request, url, below or target)
            if below is not None:
                target, reasons = below, (*reasons, Reason(f"base {base}, as it is set"))
            for key in keys.http_keys(verb, target.path):
                port = _port(
                    project,
                    view,
                    request.span,
                    "consumes",
                    key,
                    confidence,
                    request.framework,
                    reasons,
                    open_prefix=target.base_unknown,
                    host=target.host,
                )
                yield port, None


_ORIGIN = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://[^/]*$")
_LOST_QUERY = re.compile(r"(?<=[A-Za-z0-9])\{\}$")
"""An unknown part glued to the last word of a URL: `/users${query}`."""
_PATHLESS = re.compile(r"(?:\{\})+/?\?|\?|$")
"""Nothing, or a query alone or after a base that is not known: nothing of the path is stated."""
_FILE_BESIDE = re.compile(r"\.{1,2}/[^?#]*\.[A-Za-z]\w*(?:[?#]|$)")
"""A file that lies beside the page or script that asks for it: `./locales/en.json`."""
_SOCKET = re.compile(r"wss?://", re.IGNORECASE)
"""A WebSocket, whose opening is no call."""
_FURTHER_QUERY = re.compile(r"\{\}&[\w\[\].-]+=.*$", re.DOTALL)
"""A parameter that is added to a URL that is not known and has some already: `${url}&page=1`."""
_JOINED_QUERY = re.compile(r"^([^?]*[^?&/{])/?&(?:\{\}|[\w\[\].-]+=).*$", re.DOTALL)
"""A query after the mark for a URL that has one already: `path + (path.includes("?") ? "&" : "?") + query`."""


def _without_lost_query(raw: str) -> str:
    without = _JOINED_QUERY.sub(r"\1", _FURTHER_QUERY.sub("{}", raw))
    return raw if _ORIGIN.match(raw) else _LOST_QUERY.sub("", without)


def _consumed(
    view: View, request: RequestFound, url: Text, target: keys.HttpTarget
) -> tuple[float, tuple[Reason, ...]]:
    reasons: list[Reason] = []
    if target.host:
        reasons.append(Reason(f"host {target.host}, left out of the key"))
    if target.base_unknown:
        reasons.append(Reason("its base is not known, and left out of the key"))
    if url.built:
        reasons.append(Reason("put together of several texts"))
    if request.wrapped:
        reasons.append(_WRAPPED)
    wrapped = request.wrapped > 0
    language, unknown = view.facts.language, target.base_unknown
    return consumed(language, built=url.built, base_unknown=unknown, wrapped=wrapped), tuple(reasons)


def _without_lost_base(path: Text) -> str:
    raw = path.raw()
    return raw[2:] if raw.startswith("{}/") else raw


def _prefixes(relations: Relations, router: Router) -> list[Prefix]:
    """Every prefix under which a router's routes are served, without repetition, in a stable order."""
    found: dict[Prefix, None] = {}
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
    mounts = relations.mounts(router.identity) if router.identity != ("", "") else ()
    leading = [*ways(mounts), *_asked(relations, mounts)]
    if not leading and router.otherwise != ("", ""):
        others = ways(relations.mounts(router.otherwise))
        leading = others if len({mount.parent for mount in others}) == 1 else []
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


def _port(
    project: Project,
    view: View,
    span: Span,
    role: str,
    key: str,
    confidence: float,
    framework: str,
    reasons: tuple[Reason, ...],
    mechanism: str = "http",
    *,
    open_prefix: bool = False,
    below: bool = False,
    registered: bool = False,
    host: str | None = None,
) -> Port:
    return Port(
        mechanism=mechanism,
        key=key,
        role=role,
        confidence=confidence,
        language=view.facts.language,
        framework=framework,
        path=view.path,
        start=view.facts.gap.offset(span.start),
        end=view.facts.gap.offset(span.end),
        symbol=view.symbol(view.named(span.scope) if span.scope != MODULE else MODULE),
        service=project.service(view.path),
        test=in_test(view, span.scope),
        reasons=reasons or (Reason("stated in a literal"),),
        open_prefix=open_prefix,
        below=below,
        registered=registered,
        host=host,
    )
