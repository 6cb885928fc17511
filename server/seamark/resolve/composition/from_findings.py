"""Puts prefixes, bases and paths together: from a file's findings to its ports."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import chain, product

from msgspec.structs import replace

from seamark import keys
from seamark.catalogue import catalogue
from seamark.extract.facts import MODULE
from seamark.patterns import regex
from seamark.resolve.abstract_values import Definition, ParameterPart, Text
from seamark.resolve.file_relations import Relations
from seamark.resolve.findings import Findings, NamedContract, RequestFound, RouteFound, RouteName, Span
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.paths import folder
from seamark.resolve.module_resolution.test_files import in_test
from seamark.resolve.partial_texts.last_parameter import may_name_routes
from seamark.resolve.partial_texts.texts import UNKNOWN_TEXT
from seamark.resolve.port_model import CALLS, USES, Alike, Port, Reason
from seamark.resolve.workspace_facts.project import Project
from seamark.resolve.workspace_facts.view import View

from . import named_routes
from .agreed_bases import AgreedBases
from .confidence import AGREED, SHARED, request_confidence, route_confidence
from .confidence import name_confidence as sure_of_name
from .named_routes import RoutesByName
from .router_prefixes import ServedPrefix, path_below, served_prefixes, stated_prefixes

Composed = tuple[Port, Definition | None]
"""A port, and its handler, whose position is looked up when somebody asks: its file may change on its own."""

_WRAPPED = Reason("made through a wrapper function")
_PREFIX_UNKNOWN = Reason("part of the prefix unknown: matched by the rest of the path")
_NAMED = {"grpc": "gRPC method", "graphql": "field of a GraphQL operation type"}
"""What states contracts that go by a name, by their mechanism, if it is not a name that is written out."""


def compose(project: Project, relations: Relations, view: View, findings: Findings) -> list[Composed]:
    """The ports of the file, by position."""
    composed: dict[tuple[int, int, str, str, str], Composed] = {}
    routes = list(_routes(project, relations, view, findings))
    own = dict.fromkeys(name for port, _ in routes for name in port.names)
    by_name = RoutesByName(project, relations, view.path, tuple(own))
    found = (
        *routes,
        *_requests(project, relations, view, findings, by_name),
        *_named_ports(project, relations, view, findings),
        *_uses(project, relations, view, findings, by_name),
        *_possible(project, view, findings),
        *_calls(project, view, findings),
    )
    for port, handler in found:
        place = (port.start, port.end, port.mechanism, port.role, port.key)
        known = composed.get(place)
        if known is None or (port.confidence, handler is not None) > (known[0].confidence, known[1] is not None):
            composed[place] = port, handler
        if known is not None and known[0].names != port.names:
            kept, of_kept = composed[place]
            composed[place] = replace(kept, names=tuple(dict.fromkeys((*known[0].names, *port.names)))), of_kept
    return [composed[place] for place in sorted(composed)]


def _routes(project: Project, relations: Relations, view: View, findings: Findings) -> Iterator[Composed]:
    base, bases = project.base(view.path, "exposes"), AgreedBases(relations)
    set_before = (Reason(f"prefix {base} from your settings"),) if base else ()
    for route in findings.routes:
        handler = route.handler or (None if route.brought is None else bases.handler(route.brought))
        for prefix, path, verb in product(
            served_prefixes(relations, route.router),
            chain.from_iterable(bases.each_given(path, route.router) for path in route.paths),
            route.verbs,
        ):
            if _is_sentence(path.raw()) or not prefix.counts(verb, path.raw()):
                continue
            open_prefix = prefix.unknown or not isinstance(path.parts[0] if path.parts else "", str)
            open_prefix = open_prefix or (route.separator != "" and not base)
            reasons = (*prefix.reasons, *_own_prefix(view, route, prefix))
            reasons = (*reasons, *((_PREFIX_UNKNOWN,) if open_prefix else ()))
            if route.open:
                reasons = (*reasons, Reason("the handler itself decides which paths it serves"))
            if route.by:
                reasons = (*reasons, Reason(f"{route.by} is given a path, a verb and a function"))
            reasons = (*reasons, *_reason_if_undeclared(route.undeclared), *set_before)
            confidence = route_confidence(
                is_open=route.open,
                base_unknown=open_prefix,
                undeclared=bool(route.undeclared),
                is_own=bool(route.by),
            )
            names = named_routes.names(route, prefix)
            whole = path_below(prefix, path, base, route.separator)
            if prefix.unknown and not path.raw() and not whole.strip("/"):
                continue  # It has no path but that of where it is put, and nobody knows where.
            for key in keys.route_keys(verb, whole):
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
                    socket=verb == keys.WEBSOCKET,
                    application=" ".join(filter(None, prefix.application)),
                )
                yield (_with_names(view, port, names, route.name) if names else port), handler


def _own_prefix(view: View, route: RouteFound, prefix: ServedPrefix) -> tuple[Reason, ...]:
    """The prefixes of the router itself, where the route's file states them."""
    stated = (one.moved(view.facts.gap.offset) for one in route.prefixed)
    return stated_prefixes(stated, prefix.own, view.path)


def _with_names(view: View, port: Port, names: tuple[str, ...], stated: RouteName | None) -> Port:
    """A route's port with its names, and where the name is written."""
    if stated is None or not stated.end:
        return replace(port, names=names)
    offset = view.facts.gap.offset
    return replace(port, names=names, name_start=offset(stated.start), name_end=offset(stated.end))


def _named_ports(project: Project, relations: Relations, view: View, findings: Findings) -> Iterator[Composed]:
    for one in findings.named:
        if one.role == USES or (one.maybe is not None and relations.is_given_path(one.maybe)):
            continue
        for key in filter(None, (keys.name_key(name.raw()) for name in _known_as(project, relations, view, one))):
            wrapped = one.level > 0
            registered = one.registered or (one.within is not None and relations.is_implementation(one.within))
            confidence = sure_of_name(
                one.mechanism,
                view.facts.language,
                by_name=one.evidence != "",
                wrapped=wrapped,
                undeclared=bool(one.undeclared),
            )
            stated = "matched by the method's name only: unknown receiver" if one.evidence else "identified by its name"
            why = (Reason(_NAMED.get(one.mechanism, stated)), *((_WRAPPED,) if wrapped else ()))
            why = (*why, *_reason_if_undeclared(one.undeclared))
            port = _port(
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
                declared=one.declared,
            )
            if one.evidence == "other side":
                port = replace(port, possible=Alike("", told=False, own=False))
            yield port, _implementation_of(relations, one.handler)


def _uses(
    project: Project, relations: Relations, view: View, findings: Findings, by_name: RoutesByName
) -> Iterator[Composed]:
    """What names routes, be it for a request or not."""
    for one in findings.named:
        name = one.name.known_string
        if one.role != USES or name is None or (one.maybe is not None and relations.is_given_path(one.maybe)):
            continue
        names = by_name.absolute(one.framework, name)
        why = (Reason("URL built from the route's name"), *((_WRAPPED,) if one.level > 0 else ()))
        sure = request_confidence(view.facts.language, wrapped=one.level > 0)
        port = _port(project, view, one.span, USES, name, sure, one.framework, why)
        yield replace(port, names=names), None


def _calls(project: Project, view: View, findings: Findings) -> Iterator[Composed]:
    """The calls of functions that make a request."""
    sure = request_confidence(view.facts.language)
    for one in findings.calls:
        port = _port(project, view, one.span, CALLS, one.of.name, sure, "", ())
        by = (_around(view, one.span),) if one.of.path == view.path else ()
        yield replace(port, function=_identity(one.of), names=by), None


def _around(view: View, span: Span) -> str:
    """The function around a place that others call; empty if there is none."""
    scope = MODULE if span.scope == MODULE else view.outermost(span.scope)
    return "" if scope == MODULE else _identity(Definition(view.path, view.key(scope)))


def _identity(function: Definition) -> str:
    return f"{function.path}#{function.key}"


def _possible(project: Project, view: View, findings: Findings) -> Iterator[Composed]:
    """Both sides that a call may be which no rule reads: a route if it binds a function, and a request.

    What is neither may be a route whose handler could not be followed. A program that writes code knows what it writes
    it from: there nothing is taken for a route by its looks.
    """
    may_serve = bool(findings.possible) and not project.is_generated(view.path)
    for one in findings.possible:
        raw = _without_lost_query(one.path.raw())
        target = keys.http_target(raw)
        if target is None or keys.only_holes(target.path):
            continue
        sides = [("consumes", key) for key in _keys(one.verbs, target.path)] if one.asks else []
        is_unbound = not (one.asks or one.binds)
        serves = may_serve and (one.binds or is_unbound)
        sides += [("exposes", key) for key in _keys(one.verbs, target.path)] if serves else []
        for role, key in sides:
            # What a framework of one's own puts before the paths of its classes is not known.
            is_open = target.base_unknown or one.kind == "class"
            port = _port(project, view, one.span, role, key, AGREED, "", (), open_prefix=is_open, host=target.host)
            alike = Alike(
                one.by, one.told, one.own, one.called, one.origin, is_unbound, one.answers, one.kind, one.bare
            )
            yield replace(port, possible=alike), one.handler if role == "exposes" else None


def _keys(verbs: tuple[str, ...], path: str) -> Iterator[str]:
    return (key for verb in verbs for key in keys.http_keys(verb, path))


def _known_as(project: Project, relations: Relations, view: View, one: NamedContract) -> tuple[Text, ...]:
    """The names of a contract: those under which a function is provided that is only named by its own.

    A function that is named together with its module goes by its own name, if the library knows it by that, and no
    other one.
    """
    registered = relations.registered_names(one.of) if one.of is not None else ()
    if registered and one.name not in registered:
        return registered
    language = view.facts.language
    module, _, name = (one.name.known_string or "").rpartition(".")
    function = one.handler if one.role == "exposes" else one.of
    if module and one.role == "consumes":
        leads_to = rules_of(language).modules.leads_to
        paths = relations.going_by(name, one.framework)
        own = [path for path in paths if leads_to(module, path)]
        own_name = (Text((name,)),) if own else (one.name,)
        return (len(paths) > 1 and _by_module(project, language, one.framework, own[:1], name)) or own_name
    if function is None or function.name != name:
        return (one.name,)
    paths = relations.going_by(name, one.framework)
    own = [function.path] if len(paths) > 1 and function.path in paths else []
    return _by_module(project, language, one.framework, own, name) or (one.name,)


def _by_module(project: Project, language: str, framework: str, paths: Collection[str], name: str) -> tuple[Text, ...]:
    """The names of functions together with those of their modules, if the library names them so."""
    if not paths or not catalogue(language, project.own).library(framework).by_module:
        return ()
    return tuple(Text((f"{_module_name(project, language, path)}.{name}",)) for path in paths)


def _module_name(project: Project, language: str, path: str) -> str:
    """The name of a file's module, with those of the packages around it."""
    package_file = rules_of(language).modules.package_file
    own, around = path.rpartition("/")[2], folder(path)
    names = [] if own == package_file else [own.partition(".")[0]]
    while around and package_file and project.exists(f"{around}/{package_file}"):
        names.append(around.rpartition("/")[2])
        around = folder(around)
    return ".".join(reversed(names))


def _implementation_of(relations: Relations, handler: Definition | None) -> Definition | None:
    """The method that does what a handler only declares, if there is one such method."""
    methods = set(relations.implementations(handler)) if handler is not None else ()
    return next(iter(methods)) if len(methods) == 1 else handler


def _requests(
    project: Project, relations: Relations, view: View, findings: Findings, by_name: RoutesByName
) -> Iterator[Composed]:
    base = project.base(view.path, "consumes")
    bases = AgreedBases(relations)
    for request in findings.requests:
        if request.maybe is not None and (
            relations.is_given_path(request.maybe) or relations.names_routes(request.maybe)
        ):
            continue
        if request.through is not None and not relations.names_routes(request.through):
            continue
        urls = {
            named: _ends_with_value(project, stated)
            for stated in request.urls
            for url in (bases.each_of_heirs(stated) if request.of_heirs else bases.each_made_for(stated))
            for named in by_name.urls(url)
        }
        for (named, is_ended), verb in product(urls.items(), request.verbs):
            url = named.url
            raw = (url.raw() if is_ended else _without_lost_query(url.raw())).strip()
            if _PATHLESS.match(raw) or _FILE_BESIDE.match(raw) or _is_sentence(raw):
                continue
            target = keys.http_target(raw)
            if target is None or url == UNKNOWN_TEXT or keys.only_holes(target.path):
                continue
            below = keys.http_target(base + target.path) if base and target.base_unknown else None
            is_open = target.path.endswith("/*")
            confidence, reasons = _judge_request(view, request, url, below or target, is_open=is_open)
            if below is not None:
                target, reasons = below, (*reasons, Reason(f"base URL {base} from your settings"))
            if named.names:
                reasons = (*reasons, Reason("URL built from the route's name"))
            if named.is_one_of_many:
                confidence, reasons = min(confidence, SHARED), (*reasons, Reason("several routes have this name"))
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
                    socket=verb == keys.WEBSOCKET,
                )
                yield (replace(port, names=named.names) if named.names else port), None


_ORIGIN = regex(r"^[A-Za-z][A-Za-z0-9+.-]*://[^/]*$")
_LOST_QUERY = regex(r"(?<=[A-Za-z0-9]{2})\{\}$")
"""An unknown part glued to the last word of a URL: `/users${query}`. One letter is no word: `/tags/v${version}`."""
_PATHLESS = regex(r"(?:\{\})+/?\?|(?:\{\}){2,}/$|(?:\.{1,2}/)*(?:\.{1,2})?(?:[?#]|$)")
"""Nothing, or a query or fragment alone, after a base that is not known, or after dots: nothing of the path is stated.

References of these kinds are to the page itself, or to its folder (RFC 3986, 5.2.2). The last of several unknown parts
is one of the path, so that the slash behind it is not that of the root: `${url}${id}/`.
"""
_FILE_BESIDE = regex(r"\.{1,2}/[^?#]*\.[A-Za-z]\w*(?:[?#]|$)")
"""A file that lies beside the page or script that asks for it: `./locales/en.json`."""
_SENTENCE = regex(r"[^?#]*\w[ \t]+/|[^?#/{}]*\w\s|\s*+[^\s?#][^?#\n]*+\n\s*+[^?#\s/]")
"""A word and a blank before a slash or before all slashes, and before any query: `get /users failed`, `SELECT 1`.

Or else several lines.
"""
_FURTHER_QUERY = regex(r"\{\}&[\w\[\].-]+=.*$", re.DOTALL)
"""A parameter that is added to a URL that is not known and has some already: `${url}&page=1`."""
_JOINED_QUERY = regex(r"^([^?]*[^?&/{])/?&(?:\{\}|[\w\[\].-]+=).*$", re.DOTALL)
"""A query after the mark for a URL that has one already: `path + (path.includes("?") ? "&" : "?") + query`."""


def _is_sentence(raw: str) -> bool:
    """Whether a text says something of a path, and is none: no blank stands in one (RFC 3986, 2)."""
    return _SENTENCE.match(raw) is not None


def _ends_with_value(project: Project, url: Text) -> bool:
    """Whether a URL ends with what a parameter is given that takes a number or an identifier."""
    last = url.parts[-1] if url.parts else ""
    if not isinstance(last, ParameterPart) or last.members:
        return False
    taken = project.parameter(last.owner, last.index)
    return taken is not None and not may_name_routes(taken)


def _without_lost_query(raw: str) -> str:
    without = _JOINED_QUERY.sub(r"\1", _FURTHER_QUERY.sub("{}", raw))
    return raw if _ORIGIN.match(raw) else _LOST_QUERY.sub("", without)


def _judge_request(
    view: View, request: RequestFound, url: Text, target: keys.HttpTarget, *, is_open: bool
) -> tuple[float, tuple[Reason, ...]]:
    reasons: list[Reason] = []
    if target.host:
        reasons.append(Reason(f"host {target.host} (not part of the key)"))
    if target.base_unknown:
        reasons.append(Reason("base URL unknown: matched by path only"))
    if url.built:
        reasons.append(Reason("URL built from several parts"))
    if request.wrapped:
        reasons.append(_WRAPPED)
    if is_open:
        reasons.append(Reason("proxy: forwards every request below this path"))
    reasons += _reason_if_undeclared(request.undeclared)
    confidence = request_confidence(
        view.facts.language,
        built=url.built,
        base_unknown=target.base_unknown,
        wrapped=request.wrapped > 0,
        undeclared=bool(request.undeclared),
        is_open=is_open,
    )
    return confidence, tuple(reasons)


def _reason_if_undeclared(name: str) -> tuple[Reason, ...]:
    return (Reason(f"no declaration of {name} found"),) if name else ()


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
    declared: bool = False,
    host: str | None = None,
    socket: bool = False,
    application: str = "",
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
        symbol=view.symbol_at(span.start, span.scope),
        service=project.application(view.path),
        test=in_test(view, span.scope),
        reasons=reasons,
        open_prefix=open_prefix,
        below=below,
        registered=registered,
        contract=declared,
        host=host,
        constants=span.names,
        function=_around(view, span) if role == "consumes" else "",
        generated=role == "consumes" and project.is_generated(view.path),
        socket=socket,
        application=application,
    )
