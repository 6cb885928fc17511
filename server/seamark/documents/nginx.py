"""nginx's configuration: which locations are handed on to which services, and what becomes of their paths."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from msgspec import Struct

from seamark.patterns import regex

from .facts import MAX_SERVICES, Facts, Gateway, Mount
from .rewriting import prefix_of, prefix_replacement


class Directive(Struct, frozen=True):
    """A directive: its words, what its block holds, and its line."""

    words: tuple[str, ...]
    block: tuple[Directive, ...]
    line: int


def read(data: bytes) -> Facts:
    """The gateways of a configuration: its servers; in a part of one that is included elsewhere, all of the part."""
    tree = _parse_directives(data)
    servers = list(_all("server", tree, outside=("upstream",)))
    upstreams = {one.words[1]: _members(one) for one in _all("upstream", tree) if len(one.words) > 1}
    gateways = (_gateway(server.block, upstreams) for server in servers or [Directive((), tree, 0)])
    return Facts(gateways=tuple(gateway for gateway in gateways if gateway.mounts))


_UNIT = rb"\$\{\w*\}|\{\{(?:(?!\{\{).)*?\}\}|\\."
"""A variable, a template, or an escaped character."""
_TOKEN = regex(
    rb"""\#[^\n]*|(?P<quoted>"(?>(?:[^"\\]|\\.)*)"|'(?>(?:[^'\\]|\\.)*)')|(?P<sign>[;{}])"""
    rb"""|(?P<word>(?:%s|[^\s;{}"'\\])(?>(?:%s|\{\d+(?:,\d*)?\}|[^\s;{}\\])*))""" % (_UNIT, _UNIT),
    re.DOTALL,
)


def _parse_directives(data: bytes) -> tuple[Directive, ...]:
    """The directives of a text; what is not closed is closed at its end, and what closes nothing is passed over."""
    opened: list[tuple[tuple[str, ...], int, list[Directive]]] = []
    block: list[Directive] = []
    words: list[str] = []
    line, counted = 1, 0
    for token in _TOKEN.finditer(data):
        if token["sign"] is None:
            quoted = token["quoted"]
            if quoted is not None or token["word"] is not None:
                words.append((token["word"] if quoted is None else quoted[1:-1]).decode(errors="replace"))
            continue
        line, counted = line + data.count(b"\n", counted, token.start()), token.start()
        if token["sign"] == b"{":
            opened.append((tuple(words), line, block))
            block = []
        elif token["sign"] == b";" and words:
            block.append(Directive(tuple(words), (), line))
        elif token["sign"] == b"}" and opened:
            head, opened_at, around = opened.pop()
            around.append(Directive(head, tuple(block), opened_at))
            block = around
        words = []
    while opened:
        head, opened_at, around = opened.pop()
        around.append(Directive(head, tuple(block), opened_at))
        block = around
    return tuple(block)


def _all(name: str, block: tuple[Directive, ...], outside: tuple[str, ...] = ()) -> Iterator[Directive]:
    """The directives of a name with a block, wherever in a block they are."""
    waiting = [block]
    while waiting:
        for directive in waiting.pop():
            if directive.words[:1] == (name,) and directive.block:
                yield directive
            elif directive.words[:1] != outside:
                waiting.append(directive.block)


def _members(upstream: Directive) -> tuple[str, ...]:
    servers = (one.words[1] for one in upstream.block if one.words[:1] == ("server",) and len(one.words) > 1)
    return tuple(islice(servers, MAX_SERVICES))


def _gateway(block: tuple[Directive, ...], upstreams: Mapping[str, tuple[str, ...]]) -> Gateway:
    hosts = tuple(host for one in block if one.words[:1] == ("server_name",) for host in one.words[1:])
    return Gateway(hosts, tuple(_mounts(block, _variables(block, {}), upstreams)))


def _variables(block: tuple[Directive, ...], around: Mapping[str, str]) -> dict[str, str]:
    """What variables are set to."""
    found = dict(around)
    for one in block:
        if one.words[:1] == ("set",) and len(one.words) == 3:
            found[one.words[1].lstrip("$")] = one.words[2]
    return found


def _mounts(
    block: tuple[Directive, ...], around: Mapping[str, str], upstreams: Mapping[str, tuple[str, ...]]
) -> Iterator[Mount]:
    for location in _all("location", block):
        variables = _variables(location.block, around)
        for one in location.block:
            if one.words[:1] == ("proxy_pass",) and len(one.words) == 2:
                url = _fill_variables(one.words[1], variables)
                for target in _targets(url, upstreams):
                    mount = _mount(location, target, one.line, changeable=url != one.words[1])
                    if mount is not None:
                        yield mount


_NAME = regex(r"\$(?:\{(\w+)\}|(\w+))")
_URL = regex(r"(https?://)([^/]+)(.*)")


def _fill_variables(text: str, variables: Mapping[str, str]) -> str:
    return _NAME.sub(lambda name: variables.get(name[1] or name[2], name[0]), text)


def _targets(url: str, upstreams: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The URLs that may be meant: those of an upstream's servers, else the one that is stated."""
    found = _URL.fullmatch(url)
    if found is None or found[2] not in upstreams:
        return [url]
    return [f"{found[1]}{server}{found[3]}" for server in upstreams[found[2]]]


def _mount(location: Directive, url: str, line: int, *, changeable: bool) -> Mount | None:
    """What a location makes of the paths below it; None if that is not known."""
    sign, path = location.words[1:-1], location.words[-1]
    regular = sign in (("~",), ("~*",))
    if len(location.words) < 2 or (not regular and not path.startswith("/")):
        return None
    for one in location.block:
        if one.words[:1] == ("rewrite",) and len(one.words) >= 3:
            rewritten = prefix_replacement(one.words[1], one.words[2])
            return None if rewritten is None else Mount(rewritten[0], url, rewritten[1], line)
    found = _URL.fullmatch(url)
    if regular:
        rewritten = prefix_replacement(path, found[3]) if found is not None and "$" in found[3] else None
        if rewritten is not None and found is not None:
            return Mount(rewritten[0], found[1] + found[2], rewritten[1], line)
        prefix = prefix_of(path)
        return None if prefix is None or (found is not None and found[3]) else Mount(prefix, url, prefix, line)
    if found is not None and ("$" in found[3] or (changeable and found[3])):
        return None
    return Mount(path, url, None, line, exact=sign == ("=",))
