"""The names that a text may define for other files, found without parsing: `def load` defines `load`.

Whoever looks for where `load` is defined needs to parse only the files whose outlines hold it.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Outline(NamedTuple):
    """The identifiers among which are all those that a text binds or defines at its top level (`names`), those of the
    `classes` to which something in it belongs that stands outside of them, and those of the `fields` that it sets or
    gives; and which of `ALL` and `ONLY` it may export, which are `nameless`. None for what is not told. More may be
    among them.
    """

    names: set[bytes] | None = None
    classes: set[bytes] | None = None
    fields: set[bytes] | None = None
    nameless: set[str] | None = None


def after_keyword(keyword: str, pattern: bytes) -> re.Pattern[bytes]:
    """A keyword, which is no part of a name, and what follows it; `^` is the begin of a line, and `.` any byte.

    It begins with a text, which `re` finds much faster than one of several.
    """
    word = keyword.encode()
    return re.compile(rb"%s(?<!\w%s)\b%s" % (word, word, pattern), re.MULTILINE | re.DOTALL)
