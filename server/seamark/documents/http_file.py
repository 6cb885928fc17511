"""Files of HTTP requests, as editors send them: `GET {{host}}/users`, between lines that begin with `###`.

Sources: https://github.com/JetBrains/http-request-in-editor-spec/blob/master/spec.md, and for VS Code
https://github.com/Huachao/vscode-restclient#usage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from seamark.catalogue import VERBS

from .facts import Facts, Request

NAME = "http file"
TELLS = (
    re.compile(rb"(?m)^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]+\S"),
    re.compile(rb"(?m)^https?://\S"),
    re.compile(rb"(?m)^\{\{[^{}\n]+\}\}/\S"),
)
UNKNOWN = "{}"
"""What stands in a URL for what the file does not say, as `keys` takes it."""
MAX_NESTED = 8
"""How often a variable's value may name another variable."""
MAX_URL = 2_000
"""How many characters of a URL are looked into for variables, as they grow by what they stand for."""

_SEPARATOR = re.compile(rb"^###.*$", re.MULTILINE)
_VARIABLE = re.compile(r"^[ \t]*@([\w.-]+)[ \t]*=[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_ASIDE = re.compile(
    rb"(?:[ \t]*(?:#[^\n]*|//[^\n]*|@[\w.-]+[ \t]*=[^\n]*)?(?:\r?\n|$)|[ \t]*<[ \t]*\{%.*?%\}[ \t]*)", re.DOTALL
)
"""What stands before a request: blank lines, comments, variables, scripts."""
_REQUEST = re.compile(
    rb"[ \t]*(?:([A-Z]+)[ \t]+)?((?:\{\{[^{}\r\n]*\}\}|[^\s{}]|\{[^{}\r\n]*\})+)(?:[ \t]+HTTP/[\d.]+)?[ \t]*(?:\r?\n|$)"
)
_USE = re.compile(r"\{\{[ \t]*([^{}]*?)[ \t]*\}\}")
_BEGINS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://|[/{]")


def read(data: bytes) -> Facts:
    """The requests of a file, each with what the file's own variables stand for in its URL."""
    variables = dict(_VARIABLE.findall(data.decode(errors="replace")))
    return Facts(requests=tuple(_requests(data, variables)))


def _requests(data: bytes, variables: Mapping[str, str]) -> Iterator[Request]:
    """The request of each part of a file: the first line that is none of what may stand before one."""
    starts = [0, *(found.end() for found in _SEPARATOR.finditer(data))]
    ends = [*(found.start() for found in _SEPARATOR.finditer(data)), len(data)]
    for start, end in zip(starts, ends, strict=True):
        at = start
        while at < end and (aside := _ASIDE.match(data, at, end)) is not None and aside.end() > at:
            at = aside.end()
        found = _REQUEST.match(data, at, end)
        if found is not None:
            verb = (found[1] or b"GET").decode()
            url = _filled(found[2].decode(errors="replace"), variables)
            is_url = found[1] is not None or _BEGINS.match(url) is not None
            if verb.lower() in VERBS and is_url:
                yield Request(NAME, verb, url if _BEGINS.match(url) else f"http://{url}", found.start(2), found.end(2))


def _filled(url: str, variables: Mapping[str, str]) -> str:
    """A URL with what its variables stand for, as far as the file says so, and no variable stands for itself."""
    filled = url
    for _ in range(MAX_NESTED):
        if _USE.search(filled) is None or len(filled) > MAX_URL:
            break
        filled = _USE.sub(lambda use: variables.get(use[1], UNKNOWN)[:MAX_URL], filled)
    return _USE.sub(UNKNOWN, url if _USE.search(filled) is not None else filled)
