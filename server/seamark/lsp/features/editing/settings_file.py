"""What adds to a `seamark.toml`: a key to those that are left out of all answers, a prefix to those of routes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from seamark.escaping import toml_text
from seamark.lsp.features.place import Place
from seamark.source.data import toml

from .edits import Edit, apply_edits

if TYPE_CHECKING:
    from seamark.index.service import Service

_NAME = "seamark.toml"
_KEYS = re.compile(rb"(?m)^\[ignore\](?:[^\n]*\n(?!\[))*?keys\s*=\s*\[")
_PREFIXES = "basePaths.routes"


def edit_to_ignore(service: Service, path: str, key: str) -> Edit | None:
    """The edit for a key in the settings of a file's root; None if they cannot be changed exactly.

    If there is no such file yet, its text counts as empty.
    """
    name = _settings_of(service, path)
    data = service.text(name) or b""
    quoted = toml_text(key)
    keys = _KEYS.search(data)
    if keys is None:
        edit = _add_line(name, data, "ignore", f"keys = [{quoted}]")
    else:
        at = keys.end()
        text = quoted if data[at:].lstrip().startswith(b"]") else f"{quoted}, "
        edit = Edit(Place(name, at, at), text)
    found = _settings_after(service, edit, "ignore", "keys")
    return edit if isinstance(found, list) and key in found else None


def edit_to_prefix(service: Service, path: str, folder: str, prefix: str) -> Edit | None:
    """The edit that puts a prefix before the routes of a folder, in the settings of a file's root.

    None if they cannot be changed exactly, as when the folder has one.
    """
    name = _settings_of(service, path)
    edit = _add_line(name, service.text(name) or b"", _PREFIXES, f"{toml_text(folder or '.')} = {toml_text(prefix)}")
    return edit if _settings_after(service, edit, *_PREFIXES.split("."), folder or ".") == prefix else None


def _add_line(name: str, data: bytes, table: str, line: str) -> Edit:
    """The edit for a line in a table of settings."""
    header = re.search(rb"(?m)^\[%s\][^\n]*\n?" % re.escape(table.encode()), data)
    if header is None:
        return Edit(Place(name, len(data), len(data)), f"{_line_ending(data)}[{table}]\n{line}\n")
    return Edit(Place(name, header.end(), header.end()), f"{line}\n")


def _settings_of(service: Service, path: str) -> str:
    if service.locate(service.real_path(_NAME)) == _NAME:
        return _NAME
    return f"{path.partition('/')[0]}/{_NAME}"


def _line_ending(data: bytes) -> str:
    """What ends the last line of a text, and leaves one free."""
    return "\n" if data.endswith(b"\n") else "\n\n" if data else ""


def _settings_after(service: Service, edit: Edit, *keys: str) -> object:
    """What settings say under these keys after an edit; None if they cannot be read."""
    said: object = None
    try:
        said = toml(apply_edits(service, [edit])[edit.place.path].decode())
    except ValueError:
        return None
    for key in keys:
        said = said.get(key) if isinstance(said, dict) else None
    return said
