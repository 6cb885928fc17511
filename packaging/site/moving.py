"""Makes a moving picture of pictures that are shown one after the other: `moving.py OUT FRAME…`."""

from __future__ import annotations

import argparse
from pathlib import Path

from PIL import Image

SECONDS = 1.8
"""How long each is shown; the last one twice as long."""
WIDTH = 900


def main() -> None:
    """Write an animated WebP."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("frames", type=Path, nargs="+")
    options = parser.parse_args()
    frames = [_scaled(Image.open(path).convert("RGB")) for path in options.frames]
    lasting = [round(SECONDS * 1000)] * (len(frames) - 1) + [round(SECONDS * 2000)]
    frames[0].save(options.out, save_all=True, append_images=frames[1:], duration=lasting, loop=0, quality=80, method=6)


def _scaled(picture: Image.Image) -> Image.Image:
    width, height = picture.size
    return picture if width <= WIDTH else picture.resize((WIDTH, round(height * WIDTH / width)))


if __name__ == "__main__":
    main()
