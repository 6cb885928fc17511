"""File URIs and paths, as editors write them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

from seamark.patterns import regex

WINDOWS = os.name == "nt"
_DRIVE = regex(r"/?([A-Za-z]):(?=$|[/\\])")


def to_path(uri: str) -> Path | None:
    """The file that a URI names; None for every other scheme, a foreign host, and what is no URI at all."""
    native = to_native(uri, windows=WINDOWS)
    return None if native is None else Path(native)


def from_path(path: Path) -> str:
    """The URI of an absolute path."""
    return from_native(str(path), windows=WINDOWS)


def to_native(uri: str, *, windows: bool) -> str | None:
    """What `to_path` finds, as the system writes it. Drive letters come out in upper case, whatever the client sent."""
    scheme, separator, rest = uri.partition("://")
    if not separator or scheme.lower() != "file":
        return None
    host, slash, path = re.split(r"[?#]", rest, maxsplit=1)[0].partition("/")
    name = unquote_to_bytes(slash + path).decode("utf-8", "surrogateescape")
    if not slash or "\0" in name:
        return None
    if not windows:
        return name if host.lower() in ("", "localhost") else None
    if host and host.lower() != "localhost":
        return rf"\\{unquote_to_bytes(host).decode('utf-8', 'replace')}" + name.replace("/", "\\")
    drive = _DRIVE.match(name)
    if drive is None:
        return None
    return f"{drive[1].upper()}:" + (name[drive.end() :].replace("/", "\\") or "\\")


def from_native(path: str, *, windows: bool) -> str:
    """What `from_path` makes of an absolute path as the system writes it."""
    if not windows:
        return "file://" + _quote_path(path)
    path = path.replace("\\", "/")
    if path.startswith("//"):
        return "file:" + _quote_path(path)
    drive, _, rest = path.partition(":")
    return f"file:///{drive.lower()}%3A{_quote_path(rest)}"


def _quote_path(path: str) -> str:
    return quote(path.encode("utf-8", "surrogateescape"), safe="/")
