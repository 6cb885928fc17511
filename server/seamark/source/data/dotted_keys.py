"""Keys in full, `server.port`, in data where their parts stand below each other, or in one key, or both.

Texts may hold such keys, with what they are without them: `${orders.url:http://orders}/api`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from seamark.patterns import regex

from .nodes import Mapping, Node, text_of

_MARKS = regex(r"[-_]")
_PLACEHOLDER = regex(r"\$\{([^{}:]+)(?::([^{}]*))?\}")


def at_key(node: Node | None, key: str) -> Node | None:
    """What stands under a key, given in full; of several the first. None if there is nothing."""
    return next(_all_at_key(node, _plain(key)), None)


def fill_keys(root: Node | None, text: str) -> str:
    """A text with what its keys stand for in a document; those that it says nothing of stay if they have no default."""

    def value(key: re.Match[str]) -> str:
        said = text_of(at_key(root, key[1]))
        return next((one for one in (said, key[2]) if one is not None), key[0])

    return _PLACEHOLDER.sub(value, text)


def _all_at_key(node: Node | None, key: str) -> Iterator[Node]:
    if not key and node is not None:
        yield node
    elif isinstance(node, Mapping):
        for entry in node.entries:
            own = _plain(entry.key.text)
            if own and f"{key}.".startswith(f"{own}."):
                yield from _all_at_key(entry.value, key[len(own) + 1 :])


def _plain(key: str) -> str:
    """A key without what it may be spelled with or without: `base-url`, `baseUrl` and `BASE_URL` are the same."""
    return _MARKS.sub("", key).lower()
