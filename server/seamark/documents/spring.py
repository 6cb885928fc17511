"""Settings of Spring's gateways: the routes of Spring Cloud Gateway and of Zuul, in YAML and in properties."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from seamark.patterns import regex
from seamark.source.data import Mapping, Node, Scalar, Sequence, at_key, fill_keys, items_of, text_of
from seamark.source.lines import lines_of

from .facts import MAX_SERVICES, Facts, Gateway, Mount
from .rewriting import prefix_replacement

TELLS = (regex(rb"predicates"), regex(rb"zuul"))

_ROUTES = (
    "spring.cloud.gateway.routes",
    "spring.cloud.gateway.mvc.routes",
    "spring.cloud.gateway.server.webflux.routes",
    "spring.cloud.gateway.server.webmvc.routes",
)
_FOR_ALL = ("spring.cloud.gateway.default-filters", "spring.cloud.gateway.server.webflux.default-filters")
_HOST = regex(r"[\w-]+://[^/]*")
_NAMED_GROUP = regex(r"\(\?<(\w+)>")


def read(documents: Callable[[bytes], list[Node | None]], data: bytes) -> Facts:
    """The routes of gateways in a text, of which `documents` reads the format."""
    roots = documents(data)
    found = [route for root in roots for route in chain(_cloud_routes(root), _zuul_routes(root))]
    lines = lines_of(data)
    mounts = tuple(Mount(one.prefix, one.upstream, one.onto, lines.human(one.at)[0], one.exact) for one in found)
    return Facts(gateways=(Gateway((), mounts),) if mounts else ())


class _Route(NamedTuple):
    """What a gateway hands on: see `Mount`; `at` is where it is said."""

    prefix: str
    upstream: str
    onto: str
    at: int
    exact: bool = False


class _Step(NamedTuple):
    """A predicate or a filter: `StripPrefix=1`, or `{name: StripPrefix, args: {parts: 1}}`."""

    name: str
    given: tuple[str, ...]
    at: int


def _cloud_routes(root: Node | None) -> Iterator[_Route]:
    for_all = [step for key in _FOR_ALL for step in _steps(at_key(root, key))]
    for route in (route for key in _ROUTES for route in items_of(at_key(root, key))):
        upstream = _HOST.match(fill_keys(root, text_of(at_key(route, "uri")) or ""))
        filters = [*for_all, *_steps(at_key(route, "filters"))]
        for step in _steps(at_key(route, "predicates")) if upstream is not None else ():
            for pattern in islice(step.given, MAX_SERVICES) if step.name == "Path" else ():
                prefix, exact = _prefix_of(fill_keys(root, pattern))
                onto = None if prefix is None else _filtered(prefix, filters)
                if upstream is not None and prefix is not None and onto is not None:
                    yield _Route(prefix, upstream[0], onto, step.at, exact)


def _steps(node: Node | None) -> Iterator[_Step]:
    for item in items_of(node):
        if isinstance(item, Scalar):
            name, _, given = item.text.partition("=")
            yield _Step(name.strip(), tuple(text.strip() for text in given.split(",")), item.start)
        elif isinstance(named := at_key(item, "name"), Scalar):
            yield _Step(named.text, tuple(_texts(at_key(item, "args"))), named.start)


def _texts(node: Node | None) -> Iterator[str]:
    """What a step is given: texts under names, or lists of them."""
    for one in [entry.value for entry in node.entries] if isinstance(node, Mapping) else [node]:
        yield from filter(None, map(text_of, items_of(one) if isinstance(one, Sequence) else [one]))


def _prefix_of(pattern: str) -> tuple[str | None, bool]:
    """The prefix of all that a pattern matches, and whether it matches nothing but that."""
    prefix, ending, rest = pattern.partition("/*")
    is_known = pattern.startswith("/") and "*" not in prefix and not rest.strip("/*")
    return (prefix or "/") if is_known else None, not ending


def _filtered(path: str, filters: list[_Step]) -> str | None:
    """What filters make of a path and what is below it; None if they do to it what is not known."""
    for name, given, _ in filters:
        argument = given[0] if given else ""
        if name == "StripPrefix" and argument.isdecimal():
            segments = path.strip("/").split("/") if path != "/" else []
            if int(argument) > len(segments):
                return None
            path = "/" + "/".join(segments[int(argument) :])
        elif name == "PrefixPath":
            path = argument.rstrip("/") + path
        elif name == "SetPath":
            path = argument
        elif name == "RewritePath" and len(given) > 1:
            replaced = prefix_replacement(*_numbered(given[0], given[1]))
            if replaced is None:
                return None
            before, onto = replaced
            if path == before or path.startswith(before.rstrip("/") + "/"):
                path = "/" + (onto.rstrip("/") + path[len(before.rstrip("/")) :]).lstrip("/")
    return path


def _numbered(pattern: str, replacement: str) -> tuple[str, str]:
    r"""A pattern and what replaces it, with numbers for the names of groups: `/a/(?<rest>.*)`, `/$\{rest}`."""
    replacement = replacement.replace("\\", "")
    for number, group in enumerate(_NAMED_GROUP.finditer(pattern), 1):
        replacement = replacement.replace(f"${{{group[1]}}}", f"${number}")
    return _NAMED_GROUP.sub("(", pattern), replacement


def _zuul_routes(root: Node | None) -> Iterator[_Route]:
    routes, above = at_key(root, "zuul.routes"), text_of(at_key(root, "zuul.prefix")) or ""
    kept_above = above if text_of(at_key(root, "zuul.strip-prefix")) == "false" else ""
    for entry in routes.entries if isinstance(routes, Mapping) else ():
        path = entry.value if isinstance(entry.value, Scalar) else at_key(entry.value, "path")
        prefix, exact = _prefix_of(fill_keys(root, text_of(path) or ""))
        url = fill_keys(root, text_of(at_key(entry.value, "url")) or "")
        service = fill_keys(root, text_of(at_key(entry.value, "service-id")) or entry.key.text)
        upstream = _HOST.match(url or f"http://{service}")
        if not isinstance(path, Scalar) or prefix is None or upstream is None:
            continue
        kept = prefix if exact or text_of(at_key(entry.value, "strip-prefix")) == "false" else ""
        onto = url[upstream.end() :].rstrip("/") + kept_above + kept
        yield _Route(above + prefix, upstream[0], onto or "/", path.start, exact)
