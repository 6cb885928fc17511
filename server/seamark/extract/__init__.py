"""Extraction: from one file's bytes to what it says, in one vocabulary for all languages (`facts`).

In: bytes, their dialect, and the words asked for.
Out: `Facts`.
Never: looks up a name; reads another file; knows a library.

Facts depend on the bytes, the dialect and the words asked for, and on nothing else: where a file stands, and what
stands in others, is applied in `resolve`.
"""

from __future__ import annotations

from collections.abc import Container
from functools import cache
from importlib import import_module

from seamark.languages import LANGUAGES
from seamark.source import DIALECTS

from . import headings
from .callee_patterns import CalledNames
from .edits.amending import ReadText, Selection, read_or_amend
from .facts import NO_PREAMBLE, Facts, Preamble, is_setter
from .headings import Heading
from .language import Language
from .outline import Outline
from .path_texts import is_file_name, states_paths

__all__ = [
    "NO_PREAMBLE",
    "CalledNames",
    "EveryCall",
    "Heading",
    "Outline",
    "Preamble",
    "ReadText",
    "callees",
    "extract",
    "heading",
    "is_file_name",
    "lists_exports",
    "outline",
    "preamble",
    "reread",
    "states_paths",
    "syntax_of",
]


class EveryCall(Container[str]):
    """As the words that are asked for, the names of all calls, and those of `others` that are set."""

    def __init__(self, others: Container[str] = ()) -> None:
        self._others = others

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EveryCall) and self._others == other._others

    def __hash__(self) -> int:
        return hash(EveryCall)

    def __contains__(self, name: object) -> bool:
        return not is_setter(str(name)) or name in self._others


_DIALECTS = {dialect.name: dialect for dialect in DIALECTS}
_MODULES = {language.name: language.module for language in LANGUAGES}


def extract(data: bytes, dialect: str, words: Container[str], further: Container[str] = ()) -> Facts:
    """What a file with the UTF-8 text `data` says; its `sites` are the calls whose last name is in `words`.

    Calls whose name is in `further` are sites, too; they are not `catalogued`. Raises `ParseLimitError`.
    """
    return reread(data, dialect, words, further).facts


def reread(
    data: bytes, dialect: str, words: Container[str], further: Container[str] = (), before: ReadText | None = None
) -> ReadText:
    """What `extract` gives, with what makes it cheap to read the text after an edit: `before`, as it was read last."""
    written = _DIALECTS[dialect]
    return read_or_amend(data, Selection(written, words, further), syntax_of(written.language), before)


def outline(data: bytes, dialect: str) -> Outline | None:
    """The identifiers among which are all names of which a text's facts can say something; None if it does not tell."""
    known = syntax_of(_DIALECTS[dialect].language).unparsed.outline
    return None if known is None else known(data)


def callees(data: bytes, dialect: str) -> CalledNames | None:
    """The identifiers among which are all that a text calls, extends or renames; None if it does not tell."""
    known = syntax_of(_DIALECTS[dialect].language).unparsed.callees
    return None if known is None else known(data)


def preamble(data: bytes, dialect: str) -> Preamble:
    """What a text says that it is a part of, and what a part of it, without being parsed."""
    return syntax_of(_DIALECTS[dialect].language).unparsed.preamble(data)


def heading(data: bytes, dialect: str, name_start: int) -> Heading | None:
    """How a definition introduces itself: see `headings.heading`."""
    written = _DIALECTS[dialect]
    return headings.heading(data, written, name_start, syntax_of(written.language).introduction)


def lists_exports(language: str) -> bool:
    """Whether files in a language say what they offer; others offer what they have."""
    return syntax_of(language).declarations.exports is not None


@cache
def syntax_of(name: str) -> Language:
    """A language's syntax, loaded when the first file needs it."""
    syntax: Language = getattr(import_module(f".{_MODULES[name]}", __package__), name.upper())
    return syntax
