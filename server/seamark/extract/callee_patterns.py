"""What a text can call or extend, told without parsing it: a file that only mentions it is not read for its sake."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from seamark.patterns import regex
from seamark.source import identifiers

_NAME = rb"([\w$\x80-\xff]++)"
_DOTTED = rb"[\w$.\\\x80-\xff]++"
_CALLED = rb"[(<\[`!](?!(?<=!)[\s:.?]*+!)[\s:.?!]*+" + _NAME
"""What stands before a bracket, be it one of type arguments, a macro's or a template's, read from its end: all patterns
begin with a mark for which `re` can look fast. Of several `!`, the last one counts: each would look for the name."""
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
TAG = rb"<" + _DOTTED
FROM = rb"from[^\n]*+"
BASES = rb"(?:extends|implements)[^{;]*+"
BASES_IN_PARENTHESES = rb"class\s++" + _DOTTED + rb"\s*+\([^()]*+"
IMPLEMENTED = rb"impl[^{;]*+"
EMBEDDED = rb"\n[ \t]*+\*?+" + _DOTTED + rb"(?=[ \t]*+[\r\n/])"
DEFINED_TYPE = rb"\btype[ \t]++\w++[ \t]++\*?+" + _DOTTED
ONE_LINE_TYPE = rb"(?:struct|interface)[ \t]*+\{[^\n]++"
TRAIT = rb"use\s++[^;]*+"
REQUIRED = rb"(?:require|include)(?:_once)?"


class Member(NamedTuple):
    """What stands before the name of a member on the same line, also where the text is read from its end."""

    sign: bytes
    from_end: bytes


DOT = Member(rb"(?<!\.)\.", rb"\.(?!\.)")
"""Two dots are something else."""
ARROW = Member(rb"->|::", rb">-|::")


class CalledNames(NamedTuple):
    """Identifiers among which are all that a text calls by their last name, extends, or renames.

    Those of them are `members` that only stand where a member of something is called.
    """

    names: set[bytes]
    members: set[bytes]


def callees(
    backwards: Iterable[bytes] = (), forwards: Iterable[bytes] = (), member: Member | None = None
) -> Callable[[bytes], CalledNames]:
    """What gives the identifiers that a text calls; those of members, if this tells them, apart from others.

    Those stand before a bracket or behind a sign of equality, or match one of these patterns, of which some are for a
    text that is read from its end. Others may be among them. What is given a name on another line than the sign that
    says so is not.
    """
    from_end = [regex(pattern) for pattern in (_CALLED, *backwards)]
    from_start = [regex(pattern) for pattern in (_GIVEN, *forwards)]

    def find_callees(data: bytes) -> CalledNames:
        reversed_ = data[::-1]
        before = b" ".join(_find_all(from_end, reversed_))[::-1]
        return CalledNames(identifiers(b" ".join([before, *_find_all(from_start, data)])), set())

    if member is None:
        return find_callees
    called = regex(rb"%s([ \t]*+(?:%s))?" % (_CALLED, member.from_end))
    call = regex(rb"(?:%s)[ \t]*+%s(?=[\s:.?!]*+[(<\[])" % (member.sign, _NAME))

    def told_apart(data: bytes) -> CalledNames:
        reversed_ = data[::-1]
        found = called.findall(reversed_)
        bare = [name for name, sign in found if not sign]
        before = b" ".join([*bare, *_find_all(from_end[1:], reversed_)])[::-1]
        names = identifiers(before + b" " + call.sub(b" ", b" ".join(_find_all(from_start, data))))
        members = identifiers(b" ".join(name for name, sign in found if sign)[::-1]) - names
        return CalledNames(names | members, members)

    return told_apart


def _find_all(patterns: Iterable[re.Pattern[bytes]], data: bytes) -> Iterator[bytes]:
    return (part for pattern in patterns for part in pattern.findall(data))
