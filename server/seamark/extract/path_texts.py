"""Texts that are like a path, told without parsing: `"/users/1"`, `"${base}/users"`; no file's name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from seamark.languages import member_pattern
from seamark.patterns import regex

from .facts import NEAR_ORIGIN

_BEFORE = rb"""(?:[A-Z]{3,7} )?\^?+(?:\$?\{[^{}\n"'`]{1,60}\}|%s|\$\w{1,40}){0,2}"""
"""What may stand before a path: a verb, the begin of a regular expression, a base that is known elsewhere."""
_WORD = rb"""[A-Za-z_][\w.~-]*+"""
_RELATIVE = rb"""(?:api|rest|rpc|v\d{1,2})/"""
"""How paths begin whose first slash a base has."""
_PATH = regex(
    rb"""["'`](?:(?:%s|%s)/|\^?+(?=%s))(%s(?:/[^\s"'`\\]*+)?)""" % (_BEFORE, NEAR_ORIGIN.encode(), _RELATIVE, _WORD)
)
_NO_PATH = regex(
    rb"/(?:usr|etc|var|tmp|dev|proc|sys|home|root|opt|bin|sbin|lib|mnt|run|Users)\b(?!\.)"
    rb"|[^?#]*\.(?:png|jpe?g|gif|svg|ico|webp|css|scss|less|[cm]?[jt]sx?|vue|json5?|ya?ml|toml|html?|md|txt|py|go|rs|php"
    rb"|c|h|cc|cpp|hpp|sh|so|woff2?|ttf|mp[34]|pdf|zip|gz|sock|lock|conf|proto)$"
)
"""What is the name of a file, by its first folder or by its ending."""
_ARGUMENT = (
    rb"""\s{0,40}(?:\w{1,60}(?:\.|::)){0,3}"""
    rb"""(?:\w{0,60}(?:PATH|ROUTE|ENDPOINT|URI|URL|[a-z]Path|[a-z]Route|[a-z]Endpoint|[a-z]U(?:rl|RL))"""
    rb"""|\w{0,60}(?i:path|route|endpoint|ur[il])s?(?:\.|::)\w{1,60})\s*,"""
)
_NAMED = regex(rb"[(,]" + _ARGUMENT)
"""An argument that is named as paths are, or one of those of such a class or module, with another one behind it."""
_FIRST = rb"""\s{0,40}(?:["'][A-Z]{3,7}["']\s*,\s*)?["']"""
"""How the first text begins that is given, or listed, or the one behind a verb."""
_FURTHER = rb"""["']\s*(?:,|\)\s*\{)"""
"""What stands behind a text if more is given, be it a block."""
_BARE = regex(
    rb"\(" + _FIRST + rb"""(?:[\w.-]{1,60}/[^\s"'\\]{1,200}""" + _FURTHER + rb"""|[\w.-]{1,60}["']\s*,\s*["']"""
    rb"""(?:[\w\\]{1,120}(?:@|::?|\#|\.)\w{1,60}["']|[A-Z]\w{1,60}["']\s*,\s*["']\w{1,60}["']))"""
)
"""A path whose first slash is not written: one of a word stands before what texts name."""
_BARE_WITH_PARAMETER = regex(
    rb"[(\[{]" + _FIRST + rb"""[\w.-]{1,60}(?:/[\w.-]{1,60}){0,9}/(?::\w|\{\w|<\w)[^\s"'\\]{0,200}""" + _FURTHER
)
"""One with a parameter, which texts that are no paths have not."""
_PARAMETER_MARKS = (b"/:", b"/{", b"/<")
_REGISTERS = (
    rb"(?i:add|attach|bind|declare|define|expose|handle|hook|install|map|mount|on|register|route|serve|set)\w*+"
)
"""How what binds functions to paths is named."""
_REGISTERING = regex(_REGISTERS)
_REGISTRATION = regex(rb"(?:%s|[\s;{])" % member_pattern() + _REGISTERS + rb"\(" + _ARGUMENT)
_MARKS = (
    b"aths.",
    b"ATHS.",
    b"outes.",
    b"OUTES.",
    b"ndpoints.",
    b"URIs.",
    b"Uris.",
    b"URLs.",
    b"Urls.",
    b"aths::",
    b"outes::",
    b"_PATH,",
    b"_ROUTE,",
    b"_ENDPOINT,",
)
"""One of these stands where constants are named so: to look for them costs little."""
_SPLITTING = rb"""(?i:split|explode|strtok)\w{0,12}\s*\(%s["'`]/["'`]"""
SPLIT = regex(_SPLITTING % rb"[^;{}]{0,150}?")
"""A text that is split at its slashes: `strings.Split(r.URL.Path, "/")`."""
_PATH_SPLIT = regex(
    rb"(?i:path|ur[il])[^;{}=]{0,60}?"
    + _SPLITTING % b""
    + rb"|"
    + _SPLITTING
    % rb"[^;{}]{0,80}?(?i:path|ur[il])[^;{}]{0,80}?"
    rb"|explode\(\s*[\"']/[\"'][^;{}]{0,80}?(?i:path|ur[il])"
)
_SLASH = regex(rb"""["'`]/["'`]""")
_REQUESTED = regex(rb"(?i)request|\breq\b|environ|\bevent\b|http")
_CGI = regex(rb"\b(?:PATH_INFO|REQUEST_URI)\b")
"""Under which a server gives a program the path of a request (RFC 3875, 4.1.5; `REQUEST_URI` is Apache's)."""
_SEVERAL = regex(rb"/[^/?#]++/[^/?#]")
FEW = 3
"""So many short paths tell as much of a file as one of two segments."""


def path_texts(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Where a text begins that is like a path, its quote included, and the path, which begins with a slash."""
    return ((found.start(), b"/" + found[1]) for found in _PATH.finditer(data))


def is_file_name(path: str) -> bool:
    """Whether a path is like that of a file, by its first folder or by its ending."""
    return _NO_PATH.match(path.encode()) is not None


def may_register(name: str, call: bytes) -> bool:
    """Whether what is called by this name may bind a function to a path: to a named one (`add(Paths.USERS, show)`), or
    to one whose first slash is not written (`add('users/:id', 'Users@show')`).
    """
    if _REGISTERING.fullmatch(name.encode()) is None:
        return False
    return _NAMED.search(call) is not None or _BARE.search(call) is not None


def states_paths(data: bytes) -> bool:
    """Whether a file has a text that is like a path of two segments, or a few of one, and not like a file's name.

    A few calls that may bind functions to paths that are named tell as much, and a few paths with parameters that are
    written without their first slash; so does a path that is split at its slashes, where requests are spoken of, and
    any path where the variable of a request's path is.
    """
    paths = (path for _, path in path_texts(data) if _NO_PATH.match(path) is None)
    enough = 1 if _CGI.search(data) else FEW
    if any(number == enough or _SEVERAL.match(path) for number, path in enumerate(paths, 1)):
        return True
    if _SLASH.search(data) and _PATH_SPLIT.search(data) and _REQUESTED.search(data):
        return True
    return _has_few(data, _MARKS, _REGISTRATION) or _has_few(data, _PARAMETER_MARKS, _BARE_WITH_PARAMETER)


def _has_few(data: bytes, marks: Iterable[bytes], pattern: re.Pattern[bytes]) -> bool:
    return any(mark in data for mark in marks) and sum(1 for _ in islice(pattern.finditer(data), FEW)) == FEW
