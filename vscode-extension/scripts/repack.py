"""Writes a wheel or an extension anew, more or less compressed.

A wheel is not compressed: Brotli shrinks it as a whole, to a fifth. The extension is as far as it goes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile


def main(archive: Path, level: int) -> None:
    """Write the archive anew in its place, at a level from 0 to 9; its files stay as they are."""
    with ZipFile(archive) as packed:
        files = [(entry, packed.read(entry)) for entry in packed.infolist()]
    with ZipFile(archive, "w") as written:
        for entry, content in files:
            written.writestr(entry, content, ZIP_DEFLATED if level else ZIP_STORED, level)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
