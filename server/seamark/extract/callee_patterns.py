"""What a text can call or extend, told without parsing it: a file that only mentions it is not read for its sake."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from seamark.source import identifiers

_NAME = rb"([\w$\x80-\xff]++)"
_DOTTED = rb"[\w$.\\\x80-\xff]++"
_CALLED = rb"[(<\[`!][\s:.?!]*+" + _NAME
"""What stands before a bracket, be it one of type arguments, a macro's or a template's, read from its end: all patterns
begin with a mark for which `re` can look fast."""
_GIVEN = rb"=\s*+[^\n]*+"

LITERAL = rb"\{[ \t]*+" + _NAME
"""What stands before a brace, read from its end: the type of what is made there."""
RENAMED = rb"sa\s++" + _NAME
"""What stands before `as`, read from its end."""
KEY = rb":[\s?]*+" + _NAME
"""What stands before a colon, read from its end."""
VALUE = rb":\s*+" + _DOTTED
DECORATOR = rb"@" + _DOTTED
ATTRIBUTE = rb"#!?\[[^\]\n]*+"
NEW = rb"new\s++" + _DOTTED
FROM = rb"from[^\n]*+"
BASES = rb"(?:extends|implements)[^{;]*+"
BASES_IN_PARENTHESES = rb"class\s++" + _DOTTED + rb"\s*+\([^()]*+"
IMPLEMENTED = rb"impl[^{;]*+"
EMBEDDED = rb"\n[ \t]*+\*?+" + _DOTTED + rb"(?=[ \t]*+[\r\n/])"
ONE_LINE_TYPE = rb"(?:struct|interface)[ \t]*+\{[^\n]++"
TRAIT = rb"use\s++[^;]*+"
REQUIRED = rb"(?:require|include)(?:_once)?"


def callees(backwards: Iterable[bytes] = (), forwards: Iterable[bytes] = ()) -> Callable[[bytes], set[bytes]]:
    """What gives the identifiers among which are all that a text calls by their last name, extends, or renames.

    Those stand before a bracket or behind a sign of equality, or match one of these patterns, of which some are for a
    text that is read from its end. Others may be among them. What is given a name on another line than the sign that
    says so is not.
    """
    from_end = [re.compile(pattern) for pattern in (_CALLED, *backwards)]
    from_start = [re.compile(pattern) for pattern in (_GIVEN, *forwards)]

    def told(data: bytes) -> set[bytes]:
        reversed_ = data[::-1]
        before = b" ".join(name for pattern in from_end for name in pattern.findall(reversed_))[::-1]
        return identifiers(b" ".join([before, *(part for pattern in from_start for part in pattern.findall(data))]))

    return told
