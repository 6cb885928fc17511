"""What a text in Rust tells without being parsed: see `extract.outline`."""

from __future__ import annotations

import re

from seamark.extract.outline import Outline
from seamark.source import identifiers

_NAMED = re.compile(
    rb"\b(?:fn|struct|enum|trait|type|const|static|mod|union|let)\s++(?:(?:mut|ref|unsafe|async|extern)\s++)*[^\s(<:;={]+"
    rb"|\bmacro_rules!\s*\w+|\b(?:use|extern\s+crate)\b[^;]*+"
)
_IMPLEMENTED = re.compile(rb"\bimpl\b[^{;]*")


def outline(data: bytes) -> Outline:
    """The identifiers that a text can declare or import, and those of the types to which it adds members.

    What an `impl` adds is a definition, too, which has the name of the type.
    """
    of = identifiers(b" ".join(_IMPLEMENTED.findall(data)))
    return Outline(identifiers(b" ".join(_NAMED.findall(data))) | of, of)
