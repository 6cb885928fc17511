"""Changes of texts, tried before they are offered: what an edit does to the contracts, the index says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from seamark.lsp.features.place import Place

if TYPE_CHECKING:
    from seamark.index.service import Service
    from seamark.resolve.port_model import Port


class Edit(msgspec.Struct, frozen=True, order=True):
    """A place, and the text that it is to have."""

    place: Place
    text: str


Statement = tuple[str, str, str, str]
"""What a port says wherever it stands: file, mechanism, key, role."""


def statement(port: Port) -> Statement:
    """What a port says."""
    return port.path, port.mechanism, port.key, port.role


def changes(service: Service, edits: Iterable[Edit]) -> tuple[Counter[Statement], Counter[Statement]]:
    """What ports no longer say after these edits, which do not overlap, and what they say new."""
    before = Counter(map(statement, service.ports()))
    with service.suppose_texts(apply_edits(service, edits)):
        after = Counter(map(statement, service.ports()))
    return before - after, after - before


def apply_edits(service: Service, edits: Iterable[Edit]) -> dict[str, bytes]:
    """The texts of the files that these edits change."""
    by_path: dict[str, list[Edit]] = {}
    for edit in edits:
        by_path.setdefault(edit.place.path, []).append(edit)
    return {path: edited_text(service.text(path) or b"", of_file) for path, of_file in by_path.items()}


def edited_text(data: bytes, edits: Iterable[Edit]) -> bytes:
    """A file's text after these edits of it."""
    for edit in sorted(edits, reverse=True):
        data = b"".join((data[: edit.place.start], edit.text.encode(), data[edit.place.end :]))
    return data
