"""What templates (Helm, Jinja, Twig, Blade) put into documents and pages, and what is left out of these."""

from __future__ import annotations

import re
from collections.abc import Mapping

from seamark.patterns import regex
from seamark.source import PAGE_COMMENTS

_TEMPLATE = regex(r"\{[{%](?:(?!\{[{%]).)*?[%}]\}", re.DOTALL)

COMMENTS: Mapping[bytes, bytes] = {
    **PAGE_COMMENTS,
    b"{#": b"#}",
    b"{{--": b"--}}",
}
"""How comments in templates of pages begin, and how they end."""


def without_templates(text: str) -> str:
    """The text with what is not known as `{}`."""
    return _TEMPLATE.sub("{}", text)


def blank_spans(data: bytes, ends: Mapping[bytes, bytes]) -> bytes:
    """A page with blanks for what stands between such beginnings and their ends, in small letters or capitals.

    What does not end is left as it is.
    """
    begins = re.compile(b"|".join(map(re.escape, ends)), re.IGNORECASE)
    found, lower, at, endless = bytearray(data), data.lower(), 0, set[bytes]()
    while (begin := begins.search(data, at)) is not None:
        kind = begin[0].lower()
        end = -1 if kind in endless else lower.find(ends[kind], begin.end())
        if end < 0:
            endless.add(kind)
            at = begin.end()
            continue
        at = end + len(ends[kind])
        found[begin.start() : at] = b" " * (at - begin.start())
    return bytes(found)
