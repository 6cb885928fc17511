"""What in a file's text leads into another repository: its folder in a path or an import, or its package's name.

That a name stands somewhere in a text says little: folders and packages are called `api`, `web` or `dispatch`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from seamark.index.folders.manifest_formats import is_settings


class Entrance(NamedTuple):
    """A `name` that leads into the repository `home`: that of its folder, or of a package, by a `manifest` in it."""

    name: str
    home: str
    manifest: str = ""


_ASIDE = frozenset(("scripts", "name", "description", "keywords"))
"""What in a manifest are no names of other packages."""
_TOOLS = frozenset(("poetry", "uv", "pdm", "hatch"))
"""The tools of Python whose settings can name other packages."""


def leads(entrance: Entrance, path: str, data: bytes, settings: object) -> bool:
    """Whether a file with this text leads in by a name that stands in it; `settings` are what it says if it has any."""
    called = path.rpartition("/")[2]
    if entrance.manifest and called == entrance.manifest:
        if called == "go.mod":
            return entrance.name.encode() in data
        return settings is None or any(_is_called(entrance.name, named) for named in _named(settings))
    if called == "Cargo.toml":
        return True  # It may have the crate of this name from anywhere.
    return (_in_settings if is_settings(called) else _in_source)(entrance).search(data) is not None


def _is_called(name: str, named: str) -> bool:
    """Whether a package goes by this text: `@a/b`, `npm:@a/b@1.0`, `b[x]>=1`."""
    rest = named.removeprefix("npm:")
    return rest.startswith(name) and not re.match(r"[\w./-]", rest[len(name) :])


def _named(settings: object) -> Iterator[str]:
    """The texts in a manifest that may be names of packages, keys among them."""
    if isinstance(settings, str):
        yield settings
    elif isinstance(settings, list):
        for one in settings:
            yield from _named(one)
    elif isinstance(settings, dict):
        tools = settings.get("tool")
        if isinstance(tools, dict):
            settings = {**settings, "tool": {key: value for key, value in tools.items() if key in _TOOLS}}
        for key, value in settings.items():
            if key not in _ASIDE:
                yield key
                yield from _named(value)


_END = rb"(?![\w-])"


@lru_cache
def _in_source(entrance: Entrance) -> re.Pattern[bytes]:
    """A quoted path to a folder, from the file or from around it, or an import of it, or of something in it.

    A path that begins at the root is a URL's, unless it is that of a file which PHP requires.
    """
    around, name = _around(entrance), re.escape(entrance.name).encode()
    of = around + name + _END
    importing = rb"""\b(?:from|use|require(?:_once)?|include(?:_once)?)\b|(?m:^)[ \t]*import\b"""
    keyword = rb"""(?:%s|\bimport\b(?=[ \t(]*["'`]))[ \t(]*["'`]?""" % importing
    others = rb"""(?:[\w.]+(?:[ \t]+as[ \t]+\w+)?[ \t]*,[ \t]*)*"""
    package = rb"""(?:\.+|[\w.]*\b%s)""" % _parent(entrance)
    return re.compile(
        b"|".join(
            (
                rb"""["'`]/?(?:\.\.?[/\\])+%s""" % of,
                rb"""["'`]%s(?=[/\\]|\.[A-Za-z_])""" % of,
                rb"""["']/%s(?=[^"'\n]*\.(?:php|inc)["'])""" % of,
                rb"""%s[.\\]*%s%s(?![ \t]*(?:,.*)?\bfrom\b)""" % (keyword, others, of),
                rb"""\bfrom[ \t]+%s[ \t]+import[ \t]*(?:\([\w\s,]*|[\w \t,]*)(?<!\w)%s%s""" % (package, name, _END),
            )
        )
    )


@lru_cache
def _in_settings(entrance: Entrance) -> re.Pattern[bytes]:
    """A path to a folder, in quotes or not, or the folder's name as a text that is no key."""
    around, name = _around(entrance), re.escape(entrance.name).encode()
    relative = rb"""(?:\.\.?[/\\])+%s%s%s""" % (around, name, _END)
    quoted = rb"""["']%s%s(?:[/\\]|["'](?!\s*:))""" % (around, name)
    return re.compile(relative + b"|" + quoted)


def _around(entrance: Entrance) -> bytes:
    """As many of the folders around a repository's as may stand before its name."""
    found = b""
    for one in () if entrance.manifest else entrance.home.encode().split(b"/")[:-1]:
        found = rb"(?:%s%s[./\\])?" % (found, re.escape(one))
    return found


def _parent(entrance: Entrance) -> bytes:
    """The folder of which a repository's is one; what no name matches if it is an outermost one."""
    parent = entrance.home.rpartition("/")[0].rpartition("/")[2]
    return re.escape(parent).encode() if parent and not entrance.manifest else rb"(?!)"
