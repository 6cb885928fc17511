"""GraphQL documents in code: each field of a root type in them is a contract, where its name stands."""

from __future__ import annotations

import re
from collections.abc import Iterable

from seamark import keys
from seamark.documents import Field, graphql
from seamark.extract import facts
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.findings import Named, Span
from seamark.resolve.meaning import Text


def read(site: CallSite, argument: str, library: str) -> bool:
    """Read the document that a call is given, as far as it can be understood; False if it is not written out there."""
    written = site.written(argument)
    text = None if written is None else _in_place(written)
    if text is None:
        return False
    _note(site, text[1], graphql.parsed(text[0]).fields, library)
    return True


def read_text(site: CallSite) -> None:
    """Read a text that is a document by itself: without a mistake, and by more than a name in braces.

    That could be a format: `"query {name}"`.
    """
    text = _in_place(site.call.arguments[0].value)
    document = None if text is None else graphql.parsed(text[0])
    if text is not None and document is not None and document.correct and not _is_format(text[0]):
        _note(site, text[1], document.fields, keys.GRAPHQL)


def _is_format(text: bytes) -> bool:
    inside = text.strip().partition(b"{")[2]
    return b"\n" not in text.strip() and b"{" not in inside and inside[:1].strip() != b""


def _in_place(value: facts.Value) -> tuple[bytes, int] | None:
    """A text and where it begins; None if it is not as long as what is written.

    What is not known of it is left out; where only a name or a value can stand, it is one that is no field's.
    """
    if not isinstance(value, facts.Literal | facts.Concat):
        return None
    text = bytearray(value.end - value.start)
    for part in value.parts if isinstance(value, facts.Concat) else (value,):
        if isinstance(part, facts.Literal):
            known = part.text.encode(errors="replace")
            if len(known) != part.end - part.start:
                return None
            text[part.start - value.start : part.end - value.start] = known
    for gap in _GAP.finditer(bytes(text)):
        text[gap.start() : gap.end()] = (b"_" if _is_name(text, *gap.span()) else b" ") * len(gap[0])
    return bytes(text), value.start


def _is_name(text: bytearray, start: int, end: int) -> bool:
    """Whether what is not known must be a name or a value, by what stands beside it."""
    before = text[max(start - _NEAR, 0) : start].rstrip()
    has_fields = text[end : end + _NEAR].lstrip().startswith(b"{") and text.count(b"{", 0, start) > text.count(
        b"}", 0, start
    )
    return has_fields or before.endswith(_BEFORE_NAMES)


_GAP = re.compile(rb"\0+|%(?:\(\w+\))?s")
_BEFORE_NAMES = b":", b"[", b"...", b" on", b".on"
_NEAR = 100


def _note(site: CallSite, start: int, fields: Iterable[Field], library: str) -> None:
    scope = site.place.scope if site.decorated is None else site.decorated
    for field in fields:
        site.finder.named.append(
            Named(
                keys.GRAPHQL,
                field.role,
                Text((keys.graphql_key(field.operation, field.name),)),
                None,
                Span(start + field.start, start + field.end, scope),
                library,
                declared=field.role == "exposes",
            )
        )
