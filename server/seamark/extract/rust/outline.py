"""What a text in Rust tells without being parsed: see `extract.outline`."""

from __future__ import annotations

from seamark.extract.outline import Outline, after_keyword
from seamark.source import identifiers

_DECLARING = ("fn", "struct", "enum", "trait", "type", "const", "static", "mod", "union", "let")
_NAME = rb"\s++(?:(?:mut|ref|unsafe|async|extern)\s++)*[^\s(<:;={]+"
_NAMED = [
    *(after_keyword(one, _NAME) for one in _DECLARING),
    after_keyword("macro_rules", rb"!\s*\w+"),
    after_keyword("use", rb"[^;]*+"),
    after_keyword("extern", rb"\s+crate\b[^;]*+"),
]
_IMPLEMENTED = after_keyword("impl", rb"[^{;]*")


def outline(data: bytes) -> Outline:
    """The identifiers that a text can declare or import, and those of the types to which it adds members.

    What an `impl` adds is a definition, too, which has the name of the type.
    """
    of = identifiers(b" ".join(_IMPLEMENTED.findall(data)))
    return Outline(identifiers(b" ".join(part for one in _NAMED for part in one.findall(data))) | of, of)
