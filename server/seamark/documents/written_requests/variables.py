"""URLs that are written out with variables: `{{host}}/users/{{id}}`."""

from __future__ import annotations

from collections.abc import Mapping

from seamark.patterns import regex

UNKNOWN = "{}"
"""What stands in a URL for what the file does not say, as `keys` takes it."""
MAX_NESTED = 8
"""How often a variable's value may name another variable."""
MAX_URL = 2_000
"""How many characters of a URL are looked into for variables, as they grow by what they stand for."""

_USE = regex(r"\{\{([^{}]*+)\}\}")
_BEGINS = regex(r"[A-Za-z][A-Za-z0-9+.-]*://|[/{]")


def begins_url(text: str) -> bool:
    """Whether a text begins as a URL or a path does."""
    return _BEGINS.match(text) is not None


def url_of(text: str, variables: Mapping[str, str]) -> str:
    """The URL with what its variables stand for; one that begins with a host is one of HTTP."""
    url = _fill_variables(text, variables)
    return url if begins_url(url) else f"http://{url}"


def _fill_variables(url: str, variables: Mapping[str, str]) -> str:
    """A URL with what its variables stand for, as far as the file says so, and no variable stands for itself."""
    filled = url
    for _ in range(MAX_NESTED):
        if _USE.search(filled) is None or len(filled) > MAX_URL:
            break
        filled = _USE.sub(lambda use: variables.get(use[1].strip(" \t"), UNKNOWN)[:MAX_URL], filled)
    return _USE.sub(UNKNOWN, url if _USE.search(filled) is not None else filled)
