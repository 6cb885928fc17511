"""Extraction: from one file's bytes to what it says, in one vocabulary for all languages (`facts`).

Facts depend on the bytes, the dialect and the words asked for, and on nothing else: where a file stands, and what
stands in others, is applied in `resolve`.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from seamark.source import DIALECTS, regions

from .facts import Facts
from .language import Language
from .reading import read_facts

__all__ = ["extract"]

_DIALECTS = {dialect.name: dialect for dialect in DIALECTS}


def extract(data: bytes, dialect: str, words: Collection[str], further: Collection[str] = ()) -> Facts:
    """What a file with the UTF-8 text `data` says; its `sites` are the calls whose last name is in `words`.

    Calls whose name is in `further` are sites, too; they are not `stated`.
    """
    return read_facts(regions(_DIALECTS[dialect], data), data, _language(dialect), words, further)


@cache
def _language(dialect: str) -> Language:
    """The language of a dialect, loaded when the first file needs it."""
    if dialect == "python":
        from .python import PYTHON

        return PYTHON
    from .typescript import TYPESCRIPT

    return TYPESCRIPT
