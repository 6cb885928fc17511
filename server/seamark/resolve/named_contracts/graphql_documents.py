"""GraphQL documents in code: each field of a root type in them is a contract, where its name stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from seamark import keys
from seamark.documents import Field, graphql
from seamark.extract import facts
from seamark.patterns import regex
from seamark.resolve.abstract_values import Text
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.findings import NamedContract, Span


def read(site: CallSite, argument: str, library: str) -> bool:
    """Read the document that a call is given, as far as it can be understood; False if it is not written out there."""
    written = _in_place(site, site.written_argument(argument))
    document = None if written is None else graphql.parse_embedded(written.text)
    if written is None or document is None:
        return written is not None
    _note(site, written, document.fields, library)
    return True


def read_text(site: CallSite) -> None:
    """Read a text that is a document by itself: without a mistake, and by more than a name in braces.

    That could be a format: `"query {name}"`.
    """
    written = _in_place(site, site.call.arguments[0].value)
    document = None if written is None else graphql.parse_embedded(written.text)
    if written is not None and document is not None and document.correct and not _is_format(written.text):
        _note(site, written, document.fields, keys.GRAPHQL)


class _Written(NamedTuple):
    """A text, and its offset in the file."""

    text: bytes
    start: int


def _is_format(text: bytes) -> bool:
    inside = text.strip().partition(b"{")[2]
    return b"\n" not in text.strip() and b"{" not in inside and inside[:1].strip() != b""


def _in_place(site: CallSite, value: facts.Value | None) -> _Written | None:
    """A text that is written out; None if it is not as long as what is written, or if a program wrote it.

    What is not known of it is left out; where only a name or a value can stand, it is one that is no field's.
    """
    if not isinstance(value, facts.Literal | facts.Concat) or site.analysis.project.is_generated(site.place.path):
        return None
    offset = site.analysis.view.facts.gap.offset
    start = offset(value.start)
    text = bytearray(offset(value.end) - start)
    for part in _literals(value):
        known, at = part.text.encode(errors="replace"), offset(part.start) - start
        if at < 0 or len(known) != offset(part.end) - start - at:
            return None
        text[at : at + len(known)] = known
    return _Written(_fill_gaps(text), start)


def _literals(value: facts.Value) -> Iterator[facts.Literal]:
    if isinstance(value, facts.Literal):
        yield value
    for part in value.parts if isinstance(value, facts.Concat) else ():
        yield from _literals(part)


def _fill_gaps(text: bytearray) -> bytes:
    depth = last = 0
    for gap in _GAP.finditer(bytes(text)):
        start, end = gap.span()
        depth += text.count(b"{", last, start) - text.count(b"}", last, start)
        last = start
        before, after = text[max(start - _NEAR, 0) : start].rstrip(), text[end : end + _NEAR].lstrip()
        is_name = before.endswith(_BEFORE_NAMES) or (depth > 0 and after.startswith(b"{"))
        text[start:end] = (b"_" if is_name else b" ") * (end - start)
    return bytes(text)


_GAP = regex(rb"\0+|%(?:\(\w+\))?s")
_BEFORE_NAMES = b":", b"[", b"...", b" on", b".on"
_NEAR = 100


def _note(site: CallSite, written: _Written, fields: Iterable[Field], library: str) -> None:
    scope = site.place.scope if site.decorated is None else site.decorated
    position = site.analysis.view.facts.gap.position
    for field in fields:
        site.analysis.named.append(
            NamedContract(
                keys.GRAPHQL,
                field.role,
                Text((keys.graphql_key(field.operation, field.name),)),
                None,
                Span(position(written.start + field.start), position(written.start + field.end), scope),
                library,
                declared=field.role == "exposes",
            )
        )
