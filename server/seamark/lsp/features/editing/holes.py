"""How a text that states a contract takes values: as it is written, or once its literal is another one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from seamark import keys
from seamark.languages import LANGUAGES, Interpolation
from seamark.lsp.features.place import Place
from seamark.patterns import regex
from seamark.resolve.port_model import Port

from .edits import Edit

if TYPE_CHECKING:
    from seamark.index.service import Service

_PREFIX = regex(rb"[A-Za-z]{0,2}\Z")
_DECORATOR = regex(rb"[ \t]*@")
_TAKES_VALUES = regex(rb"[`\\{}$]")
"""What would mean something else in a literal with values."""
_LOOKED_AT = 200
"""So many other calls are looked at."""
_NAMED = regex(rb"/(?P<begin>[{:<])(?:[A-Za-z_]+:)?[A-Za-z_]\w*(?P<end>[}>]?)(?=[/\"'?]|\Z)")
_USUAL = ("{", "}")


class Holes(msgspec.Struct, frozen=True):
    """What begins and ends a value in a literal, and how it is named, if not as the other side does.

    So that it takes values, the literal needs the `edits` before it, and this `quote` for the one that closes it now. A
    client's cursor stands before that one: it has to be a part of what is inserted.
    """

    begin: str = ""
    end: str = ""
    is_camel_case: bool | None = None
    edits: tuple[Edit, ...] = ()
    quote: str = ""

    def name_in_case(self, name: str) -> str:
        """The name of a value, as the literal's language writes names."""
        if self.is_camel_case is None:
            return name
        if not self.is_camel_case:
            return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
        first, *others = [word for word in name.split("_") if word] or [name]
        return first[:1].lower() + first[1:] + "".join(word[:1].upper() + word[1:] for word in others)


def ways(service: Service, port: Port, data: bytes, replaced: tuple[int, int]) -> Iterator[Holes]:
    """How values can be put into a port's literal, of which a part is `replaced`; the last way is to name them."""
    quote, marks = data[port.start - 1 : port.start].decode(errors="replace"), _marks(data, port)
    known = [one for language in LANGUAGES if language.name == port.language for one in language.interpolations]
    for one in known:
        is_one = one.quote == quote if one.quote else bool(one.opening) and one.opening in marks
        if is_one:
            yield Holes(*one.hole, one.is_camel_case)
            return
    is_call = port.role == "consumes" and port.mechanism == "http"
    written = _common_holes(service, port)
    if is_call and written is None and _can_be_another(data, port, replaced, marks):
        yield from (_another(one, port) for one in known)
    yield written or Holes(*_USUAL)


def _another(one: Interpolation, port: Port) -> Holes:
    """The literal of a port as one that takes values."""
    before = Place(port.path, port.start - 1, port.start if one.quote else port.start - 1)
    return Holes(*one.hole, one.is_camel_case, (Edit(before, one.opening + one.quote),), one.quote)


def _can_be_another(data: bytes, port: Port, replaced: tuple[int, int], marks: str) -> bool:
    """Whether a literal begins and ends around a port's text, and nothing that stays in it gets another meaning."""
    start, end = port.start, port.end
    quote = data[start - 1 : start]
    stays = data[start : replaced[0]] + data[min(replaced[1], end) : end]
    line = data.rfind(b"\n", 0, start) + 1
    return (
        quote in (b'"', b"'")
        and data[end : end + 1] == quote
        and data[start - 2 : start - 1] != quote
        and data[end + 1 : end + 2] != quote
        and not set(marks) - {"r"}
        and not _TAKES_VALUES.search(stays)
        and not _DECORATOR.match(data, line)
    )


def _common_holes(service: Service, port: Port) -> Holes | None:
    """How other texts of the same library name values in plain literals, the commonest way: `{id}`, `:id`, `<id>`."""
    alike = (
        other
        for other in service.ports()
        if (other.framework, other.role, other.language) == (port.framework, port.role, port.language)
        and keys.HOLE in other.key
        and (other.path, other.start) != (port.path, port.start)
    )
    ways = Counter(
        Holes(found["begin"].decode(), found["end"].decode())
        for other in islice(alike, _LOOKED_AT)
        for found in _NAMED.finditer(_plain_literal(service.text(other.path) or b"", other))
    )
    return next((way for way, _ in ways.most_common(1)), None)


def _plain_literal(data: bytes, port: Port) -> bytes:
    """A port's text if it stands in a literal that takes no values; else nothing."""
    is_plain = data[port.start - 1 : port.start] in (b'"', b"'") and not _marks(data, port)
    return data[port.start : port.end] if is_plain else b""


def _marks(data: bytes, port: Port) -> str:
    """The letters before the quote of a port's literal."""
    found = _PREFIX.search(data[max(0, port.start - 3) : port.start - 1])
    return "" if found is None else found[0].decode().lower()
