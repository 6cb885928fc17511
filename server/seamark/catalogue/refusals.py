"""The words with which programs refuse requests: by the statuses of HTTP (RFC 9110, 15), and in messages.

What a library's own constants are called for that is in its table (`refusals`).
"""

from __future__ import annotations

import re

from seamark.patterns import regex

from .rows import VERBS


def _status(number: str, names: str) -> re.Pattern[str]:
    """Statuses as numbers, at the begin of texts, and as parts of names: `404`, `HTTP/1.1 404 Not Found`, `page404`.

    What gives something or else refuses is none: `get_object_or_404`.
    """
    named = rf"[A-Za-z_]+(?<!_or_)(?<!Or){number}(?!\d)\w*"
    return regex(rf"(?:(?:HTTP/\S+ )?{number}(?!\d).*|{named}|(?=\w*+\Z){names})", re.DOTALL)


REFUSES = _status(
    r"(?:4[0-3]\d|451|50[0-5])", r"\w*(?:_NOT_|BAD_REQUEST|FORBIDDEN|UNAUTHORIZED|NotAllowed|UNSUPPORTED)\w*"
)
"""Matches constants for any refusal as a whole."""

REFUSES_VERB = _status(r"(?:40[45]|501)", r"\w*(?:NOT_ALLOWED|[Nn]otAllowed|NOT_IMPLEMENTED|[Nn]otImplemented)\w*")
"""Matches constants that say that a verb is not answered as a whole."""

FORBIDS = _status(r"40[13]", r"\w*(?:FORBIDDEN|UNAUTHORIZED)\w*")
"""Matches constants that say that whoever asks may not do that as a whole."""

NOT_ALLOWED = regex(r"not allowed|unsupported", re.IGNORECASE)
"""Is found in messages that a verb is not answered."""

NOT_THERE = regex(r"\b(?:invalid|unknown|unsupported|not found|no such)\b", re.IGNORECASE)
"""Is found in messages that there is nothing of that kind."""

NAMED_VERB = regex(rf"({'|'.join(map(str.upper, VERBS))})\b")
"""Is found in texts and names of constants that state a verb: `GET`, `HTTP_GET`."""
