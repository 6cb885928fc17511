"""Writes a wheel or an extension anew, more or less compressed.

A wheel is not compressed: Brotli shrinks it as a whole, to a fifth. The extension is as far as it goes.

In an extension's page, VS Code shows no picture without an address: those of the archive are put into the text.
"""

from __future__ import annotations

import re
import sys
from base64 import b64encode
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

_PAGE = "extension/readme.md"
_PICTURE = re.compile(rb"(?<=\]\()(?!https:)[^()\s]+\.png(?=\))")


def main(archive: Path, level: int) -> None:
    """Write the archive anew in its place, at a level from 0 to 9; its files stay as they are."""
    with ZipFile(archive) as packed:
        files = {entry.filename: (entry, packed.read(entry)) for entry in packed.infolist()}
    if _PAGE in files:
        _put_pictures_in(files)
    with ZipFile(archive, "w") as written:
        for entry, content in files.values():
            written.writestr(entry, content, ZIP_DEFLATED if level else ZIP_STORED, level)


def _put_pictures_in(files: dict[str, tuple[ZipInfo, bytes]]) -> None:
    """Put the pictures of the page into its text, in their files' places."""

    def embedded(found: re.Match[bytes]) -> bytes:
        _, picture = files.pop(f"extension/{found[0].decode()}")
        return b"data:image/png;base64," + b64encode(picture)

    entry, page = files[_PAGE]
    files[_PAGE] = entry, _PICTURE.sub(embedded, page)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
