"""Writes a wheel anew without compression: what packs it once more shrinks it as a whole, which is a quarter less."""

from __future__ import annotations

import sys
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile


def main(wheel: Path) -> None:
    """Write the wheel anew in its place; its files and what it says of them stay as they are."""
    with ZipFile(wheel) as packed:
        files = [(entry, packed.read(entry)) for entry in packed.infolist()]
    with ZipFile(wheel, "w") as stored:
        for entry, content in files:
            stored.writestr(entry, content, compress_type=ZIP_STORED)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
