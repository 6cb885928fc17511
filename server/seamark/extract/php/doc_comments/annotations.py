"""Annotations in the comments of classes and methods: `@Route("/users", methods={"GET"})`, as Doctrine reads them.

One that has parentheses and begins a line of the comment is read; what a line only mentions is none. Its name leads to
a class as those of code do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from seamark.extract.facts import Argument, Call, Entry, Hole, List, Literal, Member, Name, Object, Scalar, Value
from seamark.extract.language import MAX_DEPTH
from seamark.extract.php.names import value_of_name
from seamark.patterns import regex

_BEGIN = regex(rb"^[ \t]*/?\*+[ \t]*(@)(?=[A-Za-z_\\][\w\\]*[ \t]*\()", re.MULTILINE)
_TOKEN = regex(
    rb"""[\s*]*(?:"(?P<text>(?:[^"]|"")*)"|(?P<name>\\?[A-Za-z_][\w\\]*(?:::\w+)?)|(?P<number>[+-]?[\d.]+)|(?P<sign>[@(){}=:,]))"""
)
_WORDS = ("true", "false", "null")


_PROVIDED = regex(rb"^[ \t]*/?\*+[ \t]*(@dataProvider)[ \t]+([A-Za-z_]\w*)", re.MULTILINE)


def annotations_in(comment: bytes, start: int) -> Iterator[Value]:
    """The annotations in a comment that stands at `start`, as calls of their classes.

    So is that which names the method that gives a test's cases, as a call of what it begins with.
    """
    for found in _PROVIDED.finditer(comment) if b"@dataProvider" in comment else ():
        name, text = found[1].decode(), Literal(found[2].decode(), start + found.start(2), start + found.end(2))
        callee = Name(name, start + found.start(1), start + found.end(1))
        yield Call(callee, (Argument("", text),), False, start + found.start(1), start + found.end(2))
    for begin in _BEGIN.finditer(comment) if comment.startswith(b"/**") else ():
        try:
            yield _Parser(comment, begin.start(1), start).value()
        except _UnreadableError:
            continue


class _UnreadableError(Exception):
    """What stands there is no annotation, or is not typed to its end."""


class _Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


class _Parser:
    """Reads a comment from a position on; what it gives has its positions in the file, where it stands at `start`."""

    def __init__(self, comment: bytes, position: int, start: int) -> None:
        self._comment = comment
        self._position = position
        self._start = start
        self._depth = 0

    def value(self) -> Value:
        """A text, a number, a constant, a list or an object, or another annotation."""
        token = self._take()
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise _UnreadableError
        try:
            if token.text == "@" and token.kind == "sign":
                return self._annotation(token)
            if token.text == "{" and token.kind == "sign":
                return self._collection(token)
        finally:
            self._depth -= 1
        match token.kind:
            case "text":
                return Literal(token.text.replace('""', '"'), token.start, token.end)
            case "number":
                return Scalar(token.text)
            case "name":
                return _constant_or_word(token)
        raise _UnreadableError

    def _annotation(self, sign: _Token) -> Value:
        name = self._take()
        if name.kind != "name":
            raise _UnreadableError
        given = [Argument(key, value) for key, value in self._list_items(")", "=")] if self._comes("(") else []
        return Call(value_of_name(name.text, name.start), tuple(given), False, sign.start, self._start + self._position)

    def _collection(self, sign: _Token) -> Value:
        """`{…}`: with a key it is an object, as an array of code is."""
        listed = list(self._list_items("}", "=:"))
        end = self._start + self._position
        if any(key for key, _ in listed):
            return Object(tuple(Entry(key, value) for key, value in listed), sign.start, end)
        return List(tuple(value for _, value in listed), sign.start, end)

    def _list_items(self, closing: str, assigning: str) -> Iterator[tuple[str, Value]]:
        """What is listed up to a sign, each with its key, which may be empty."""
        while not self._comes(closing):
            begin = self._position
            token, key = self._take(), ""
            if token.kind != "sign" and self._comes(assigning):
                key = token.text
            else:
                self._position = begin
            yield key, self.value()
            if not self._comes(",") and self._next(closing) is None:
                raise _UnreadableError

    def _comes(self, signs: str) -> bool:
        """Take the next sign if it is one of these."""
        found = self._next(signs)
        self._position = self._position if found is None else found
        return found is not None

    def _next(self, signs: str) -> int | None:
        """Where the next sign ends, if it is one of these."""
        found = _TOKEN.match(self._comment, self._position)
        sign = None if found is None else found["sign"]
        return found.end() if found is not None and sign is not None and sign.decode() in signs else None

    def _take(self) -> _Token:
        found = _TOKEN.match(self._comment, self._position)
        if found is None or found.lastgroup is None:
            raise _UnreadableError
        self._position = found.end()
        start, end = found.span(found.lastgroup)
        text = found[found.lastgroup].decode("utf-8", "replace")
        return _Token(found.lastgroup, text, self._start + start, self._start + end)


def _constant_or_word(token: _Token) -> Value:
    """A constant, or a word that stands for itself."""
    of, separator, name = token.text.partition("::")
    if separator:
        class_ = value_of_name(of, token.start)
        return class_ if name == "class" else Member(class_, name, token.end - len(name.encode()), token.end)
    return Scalar(token.text.lower()) if token.text.lower() in _WORDS else Hole()
