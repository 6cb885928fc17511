"""What adds a key to those that `seamark.toml` has left out of all answers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from seamark.escaping import toml_text
from seamark.lsp.features.place import Place
from seamark.source.data import toml

from .edits import Edit, applied

if TYPE_CHECKING:
    from seamark.index.service import Service

_NAME = "seamark.toml"
_KEYS = re.compile(rb"(?m)^\[ignore\](?:[^\n]*\n(?!\[))*?keys\s*=\s*\[")
_SECTION = re.compile(rb"(?m)^\[ignore\][^\n]*\n?")


def ignoring(service: Service, path: str, key: str) -> Edit | None:
    """The edit for a key in the settings of a file's root; None if they cannot be changed exactly.

    If there is no such file yet, its text counts as empty.
    """
    name = _settings_of(service, path)
    data = service.text(name) or b""
    quoted = toml_text(key)
    keys, section = _KEYS.search(data), _SECTION.search(data)
    if keys is not None:
        at = keys.end()
        text = quoted if data[at:].lstrip().startswith(b"]") else f"{quoted}, "
    elif section is not None:
        at, text = section.end(), f"keys = [{quoted}]\n"
    else:
        at, text = len(data), f"{_ended(data)}[ignore]\nkeys = [{quoted}]\n"
    edit = Edit(Place(name, at, at), text)
    return edit if key in _keys((applied(service, [edit]))[name]) else None


def _settings_of(service: Service, path: str) -> str:
    if service.locate(service.real_path(_NAME)) == _NAME:
        return _NAME
    return f"{path.partition('/')[0]}/{_NAME}"


def _ended(data: bytes) -> str:
    """What ends the last line of a text, and leaves one free."""
    return "\n" if data.endswith(b"\n") else "\n\n" if data else ""


def _keys(data: bytes) -> list[object]:
    try:
        said = toml(data.decode())
        keys = said["ignore"]["keys"]
    except (ValueError, KeyError, TypeError):
        return []
    return keys if isinstance(keys, list) else []
