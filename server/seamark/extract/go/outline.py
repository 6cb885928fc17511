"""What a text in Go tells without being parsed: see `extract.outline`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seamark.extract.facts import PACKAGE, Preamble
from seamark.extract.outline import Outline, after_keyword
from seamark.patterns import regex
from seamark.source import identifiers

_NAME = rb"[\w\x80-\xff]+"
_NAMES = _NAME + rb"(?:\s*,\s*" + _NAME + rb")*"
_DECLARING = ("func", "type", "var", "const")
_GROUPING = ("type", "var", "const")
_END = rb"(?=^(?:func|type|var|const|import)\b|\Z)"


_DECLARED = [after_keyword(one, rb"[ \t]*(?:\([^()]*\)[ \t]*)?(" + _NAMES + rb")") for one in _DECLARING]
"""What one declaration names; the receiver of a method stands before that."""
_GROUP = [after_keyword(one, rb"[ \t]*\((.*?)" + _END) for one in _GROUPING]
"""Several, to where others begin."""
_OF_GROUP = regex(rb"(?:^|;)\s*+(" + _NAMES + rb")", re.MULTILINE)
_IMPORTS = [after_keyword("import", rb"[ \t]*\(.*?" + _END), after_keyword("import", rb"[^\n]*")]
_IMPORTED = regex(rb"""([^\s("`]*+)[ \t]*+["`](?:[^"`\n]*?/)??((?:[^/"`\n]++/)?[^/"`\n]*+)["`]""")
"""The name of an imported package, and the end of its path, in which its own name stands."""
_ITEM = _NAME + rb"(?:\s*(?:\.|\][^\]\n]*\[)\s*(?:" + _NAME + rb")?)*"
_ITEMS = _ITEM + rb"(?:\s*,\s*" + _ITEM + rb")*"
_SET = regex(rb"=(?![=:])[-+*/|&^%<>]{0,2}\s*+(?:\][^\]\n]*\[\s*+){0,8}(" + _ITEMS + rb")")
"""What is set, read from its end: that begins with a mark for which `re` can look fast."""
_KEY = regex(rb":\s*(" + _NAME + rb")")
"""The key of an entry, in the same way."""
_FUNCTION = regex(rb"cnuf(?<!\wcnuf)\s*(?:=:?|:)\s*(" + _NAME + rb")")
"""A function in place, and the name or key that it is given, from its end."""
_GIVEN = regex(rb"&\s*+((?>" + _NAME + rb"(?:\s*\.\s*" + _NAME + rb')*))\s*+,\s*+"')
"""A variable or a field that a call is given, to set that."""
_RECEIVER = after_keyword("func", rb"\s*\(([^()]*)\)\s*\w")
_PACKAGE = regex(rb"(?:\xef\xbb\xbf)?(?>(?:\s++|//[^\n]*+|/\*.*?\*/)*)package\s++(\w++)", re.DOTALL)
"""The first clause of a file. Comments before it may show the code of other packages."""


def outline(data: bytes) -> Outline:
    """The identifiers that a text can declare or set, those of the types of its methods, and of fields."""
    backwards = data[::-1]
    found = b" ".join([*_SET.findall(backwards), *_FUNCTION.findall(backwards)])[::-1]
    found = b" ".join([found, *_GIVEN.findall(data)])
    keys = b" ".join(_KEY.findall(backwards))[::-1]
    declared = b" ".join([found, *_declared(data), *_imported(data)])
    return Outline(
        names=identifiers(declared) | {PACKAGE.encode()},
        classes=identifiers(b" ".join(_RECEIVER.findall(data))),
        fields=identifiers(found + b" " + keys),
    )


def _declared(data: bytes) -> Iterator[bytes]:
    """The names that declarations have, at the top level or within functions."""
    for one in _DECLARED:
        yield from one.findall(data)
    for group in _GROUP:
        for items in group.findall(data):
            yield from _OF_GROUP.findall(items)


def _imported(data: bytes) -> Iterator[bytes]:
    """What names of imported packages are among."""
    for one in _IMPORTS:
        for items in one.findall(data):
            for name, path in _IMPORTED.findall(items):
                yield from (name, path)


def preamble(data: bytes) -> Preamble:
    """The package that a text is a part of (go.dev/ref/spec, Package clause)."""
    package = _PACKAGE.match(data)
    return Preamble("" if package is None else package[1].decode())
