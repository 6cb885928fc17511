"""Files of HTTP requests, as editors send them: `GET {{host}}/users`, between lines that begin with `###`.

Sources: https://github.com/JetBrains/http-request-in-editor-spec/blob/master/spec.md, and for VS Code
https://github.com/Huachao/vscode-restclient#usage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from seamark.catalogue import VERBS
from seamark.documents.facts import Facts, Request
from seamark.patterns import regex

from .variables import begins_url, url_of

NAME = "http file"
TELLS = (
    regex(rb"(?m)^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]+\S"),
    regex(rb"(?m)^https?://\S"),
    regex(rb"(?m)^\{\{[^{}\n]+\}\}/\S"),
)

_SEPARATOR = regex(rb"^###.*$", re.MULTILINE)
_VARIABLE = regex(r"^[ \t]*@([\w.-]+)[ \t]*=[ \t]*+(.*)$", re.MULTILINE)
_ASIDE = regex(
    rb"(?:[ \t]*(?:#[^\n]*|//[^\n]*|@[\w.-]+[ \t]*=[^\n]*)?(?:\r?\n|$)|[ \t]*<[ \t]*\{%.*?%\}[ \t]*)", re.DOTALL
)
"""What stands before a request: blank lines, comments, variables, scripts."""
_REQUEST = regex(
    rb"[ \t]*(?:([A-Z]+)[ \t]+)?((?:\{\{[^{}\r\n]*\}\}|[^\s{}]|\{[^{}\r\n]*\})+)(?:[ \t]+HTTP/[\d.]+)?[ \t]*(?:\r?\n|$)"
)


def read(data: bytes) -> Facts:
    """The requests of a file, each with what the file's own variables stand for in its URL."""
    stated = _VARIABLE.findall(data.decode(errors="replace"))
    variables = {name: value.rstrip(" \t") for name, value in stated}
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
            text = found[2].decode(errors="replace")
            if verb.lower() in VERBS and (found[1] is not None or begins_url(text)):
                yield Request(NAME, verb, url_of(text, variables), found.start(2), found.end(2))
