"""The comment that keeps a finding from being told, as the language of its file writes comments."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from seamark.languages import LANGUAGES
from seamark.lsp.features.place import Place
from seamark.patterns import regex
from seamark.resolve.port_model import Port
from seamark.review.comments import read_ignored

from .edits import Edit, apply_edits, changes

if TYPE_CHECKING:
    from seamark.index.service import Service

_COMMENTS = {language.name: language.comment for language in LANGUAGES}
_INDENTED = regex(rb"[ \t]*")


def ignoring_here(service: Service, port: Port, kind: str) -> Edit | None:
    """The comment above a port's line that ignores a kind of finding.

    None if its language has no such comments, or the file would state other contracts with it: the line may be within a
    text.
    """
    begins, data = _COMMENTS.get(port.language), service.text(port.path)
    if begins is None or data is None:
        return None
    start = data.rfind(b"\n", 0, port.start) + 1
    indented = _INDENTED.match(data, start)
    space = "" if indented is None else indented[0].decode()
    edit = Edit(Place(port.path, start, start), f"{space}{begins} seamark: ignore {kind}\n")
    longer = len(edit.text.encode())
    beside = read_ignored(apply_edits(service, [edit])[port.path], port.start + longer, port.end + longer)
    return edit if beside.covers(kind) and changes(service, [edit]) == (Counter(), Counter()) else None
