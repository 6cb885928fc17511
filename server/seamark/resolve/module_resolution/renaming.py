"""Names to which a text gives other ones: `from shop import Cart as Base`, `import { Cart as Base } from "./shop"`."""

from __future__ import annotations

from seamark.patterns import regex

_RENAMED = regex(rb"\b([A-Za-z_$][\w$]{0,80})\s{1,40}as\s{1,40}([A-Za-z_$][\w$]{0,80})")


def with_former(data: bytes, names: set[str]) -> set[str]:
    """The names, and those in whose place the text says that it uses one of these."""
    if not names:
        return names
    return names | {one.decode() for one, now in _RENAMED.findall(data) if now.decode() in names}
