"""What a text in C or C++ tells without being parsed: see `extract.outline`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seamark.extract.facts import PACKAGE, Preamble
from seamark.extract.outline import Outline
from seamark.patterns import regex
from seamark.source import identifiers

_NAME = rb"[\w$\x80-\xff]++"
_QUOTED = (
    rb"//[^\n]*+|/\*.*?(?:\*/|\Z)|\"(?>[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*)(?:\"|(?=\n)|\\?\Z)|'(?:\\.|[^'\\\n]){1,12}'"
)
"""Comments, strings and characters: what stands in them is no code."""
_APART = regex(rb"[{}]|" + _QUOTED, re.DOTALL)
_TRANSPARENT = regex(rb"(?:\bextern\s*\"[^\"]*\"\s*|\bnamespace\b[^;{}()=]*)\Z")
"""What stands before a brace within which is the top level still."""
_REACH = 200
_ENUM = regex(rb"\benum\b[^{;()]*+(?:\{[^}]*+)?")
_CLASS = regex(rb"::\s*+(?:>[^<>;{}()]*+<\s*+)?(" + _NAME + rb")")
"""What is before `::`, read from its end: that begins with a mark for which `re` can look fast."""
_SET = regex(rb"=(?!=)(?:[-+|&^*/%]|<<|>>)?\s*+(?:\][^\]\n]*\[\s*+){0,8}(" + _NAME + rb")")
"""What is set, in the same way."""
_ITEMS = regex(rb"\[\s*(" + _NAME + rb")")
"""What has items, in the same way."""
_MADE_WITH = regex(rb"[:,]\s*+(" + _NAME + rb")\s*+(?=[<({;])")
"""What a constructor begins with, and what is defined outside of its class."""
FIXTURE = regex(rb"\(\s*+(" + _NAME + rb")\s*+,\s*+" + _NAME + rb"\s*+\)\s*+\{")
"""What a macro is given that defines a function in a class: `TEST_F(Fixture, Name) { … }`."""
_MACRO = regex(rb"#\s*define\s+" + _NAME)
_INCLUDE = regex(rb"^[ \t]*#[ \t]*include[ \t]*(?:\"([^\"\n]+)\"|(<[^>\n]+>))|" + _QUOTED, re.MULTILINE | re.DOTALL)
"""The name of an included file, in quotes or in angle brackets, and what may have such a line that is none."""


def outline(data: bytes) -> Outline:
    """The identifiers that a text can declare or set: those outside of braces, and what these alone do not tell.

    Where the braces do not match, as where preprocessing decides which of them count, all may be declared.
    """
    backwards = data[::-1]
    classes = identifiers(b" ".join(_CLASS.findall(backwards))[::-1]) | identifiers(b" ".join(FIXTURE.findall(data)))
    assigned = b" ".join(_SET.findall(backwards))[::-1]
    parts = list(_outside(data))
    declared = [*parts, *_ENUM.findall(data), *_MACRO.findall(data), assigned] if parts else [data]
    given = [assigned, b" ".join(_ITEMS.findall(backwards))[::-1], *_MADE_WITH.findall(data)]
    return Outline(
        names=identifiers(b" ".join(declared)) | classes | {PACKAGE.encode()},
        classes=classes,
        fields=identifiers(b" ".join(given)),
    )


def _outside(data: bytes) -> Iterator[bytes]:
    """The parts of a text that stand in no braces but those of namespaces; none if the braces do not match."""
    parts: list[bytes] = []
    depth = transparent = start = 0
    for found in _APART.finditer(data):
        mark = found[0]
        if mark == b"{":
            if depth == 0:
                parts.append(data[start : found.start()])
                if _TRANSPARENT.search(data, max(0, found.start() - _REACH), found.start()):
                    transparent += 1
                    start = found.end()
                    continue
            depth += 1
        elif mark == b"}" and depth == 0:
            parts.append(data[start : found.start()])
            transparent -= 1
            start = found.end()
            if transparent < 0:
                return
        elif mark == b"}":
            depth -= 1
            start = found.end() if depth == 0 else start
        elif depth == 0 and mark[:1] == b"/":
            parts.append(data[start : found.start()])
            start = found.end()
    if depth == transparent == 0:
        yield from parts
        yield data[start:]


def preamble(data: bytes) -> Preamble:
    """The files that a text includes (C11, 6.10.2)."""
    last = data.rfind(b"include")
    end = data.find(b"\n", last) if last >= 0 else 0
    named = (found[1] or found[2] for found in _INCLUDE.finditer(data, 0, end if end >= 0 else len(data)))
    return Preamble(included=tuple(name.decode("utf-8", "replace").strip() for name in named if name))
