"""Dockerfiles: the environment that they set."""

from __future__ import annotations

import re

from seamark.patterns import regex

from .facts import Facts

_ENV = regex(rb"^[ \t]*ENV[ \t]+((?:[^\\\n]|\\\r?\n|\\.)*)", re.MULTILINE | re.IGNORECASE)
_PAIR = regex(r"""(?<!\S)(\w+)=("[^"]*"|'[^']*'|[^\s"'$]+)(?=\s|$)""")


def read(data: bytes) -> Facts:
    """The variables that a Dockerfile gives a value that is all known."""
    found: dict[str, str] = {}
    for instruction in _ENV.finditer(data):
        text = re.sub(r"\\\r?\n", " ", instruction[1].decode(errors="replace"))
        for name, value in _PAIR.findall(text):
            found[name] = value.strip("\"'")
    return Facts(environment=tuple(found.items()))
