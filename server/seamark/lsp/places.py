"""Where documents are: files at their paths, and those that are no files at paths of ours."""

from __future__ import annotations

import os
from pathlib import Path

from seamark.source.dialects import extension_of
from seamark.source.text import digest, encode

from . import uris


def place(uri: str, language: str) -> Path:
    """The path of a document. One that is no file is alone in its folder, and called as files of its language are."""
    path = uris.to_path(uri)
    if path is not None:
        return path
    name = uri.partition("?")[0].rpartition("/")[2].rpartition(":")[2] or "document"
    extension = extension_of(language)
    return Path(os.sep, digest(encode(uri)), name if name.endswith(extension) else name + extension)
