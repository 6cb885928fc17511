"""What adds to a `seamark.toml`: a key to those that are left out, or of which nothing is told; a prefix of routes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from seamark.escaping import toml_text
from seamark.lsp.features.place import Place
from seamark.source.data import toml

from .edits import Edit, apply_edits

if TYPE_CHECKING:
    from seamark.index.service import Service
    from seamark.review import Finding

_NAME = "seamark.toml"
_PREFIXES = "basePaths.routes"


def edit_to_ignore(service: Service, finding: Finding) -> tuple[str, Edit] | None:
    """The key that a finding is about, and the edit that silences it in the settings of its root.

    The contract is left out of all answers; of one that a change has broken, only nothing is told any more. None if the
    settings cannot be changed exactly, or it is about several. If there is no such file yet, its text counts as empty.
    """
    if len(finding.contracts) > 1:
        return None
    table, name = ("diagnostics", "ignore") if finding.changes else ("ignore", "keys")
    key = finding.contracts[0][-1][1]
    edit = _add_to_list(service, _settings_of(service, finding.port.path), (table, name), key)
    found = _settings_after(service, edit, table, name)
    return (key, edit) if isinstance(found, list) and key in found else None


def _add_to_list(service: Service, file: str, place: tuple[str, str], text: str) -> Edit:
    """The edit for a text in a list of a table of settings."""
    table, name = place
    data, quoted = service.text(file) or b"", toml_text(text)
    begins = rb"(?m)^\[%s\](?:[^\n]*\n(?!\[))*?[ \t]*%s\s*=\s*\[" % (table.encode(), name.encode())
    begun = re.search(begins, data)
    if begun is None:
        return _add_line(file, data, table, f"{name} = [{quoted}]")
    is_only = data[begun.end() :].lstrip().startswith(b"]")
    return Edit(Place(file, begun.end(), begun.end()), quoted if is_only else f"{quoted}, ")


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
