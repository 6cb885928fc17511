from __future__ import annotations

from io import BytesIO

import pytest

from seamark import pipes

FRAMES = [b"", b"\n", b"x" * 100_000, bytes(range(256))]


def written(frames: list[bytes]) -> bytes:
    stream = BytesIO()
    for frame in frames:
        pipes.write_frame(stream, frame)
    return stream.getvalue()


def test_what_is_written_can_be_read() -> None:
    stream = BytesIO(written(FRAMES))
    assert [pipes.read_frame(stream) for _ in FRAMES] == FRAMES
    assert pipes.read_frame(stream) is None


@pytest.mark.parametrize("missing", [1, 3, 4, 5, 7])
def test_a_part_of_a_frame_is_none(missing: int) -> None:
    assert pipes.read_frame(BytesIO(written([b"1234"])[:-missing])) is None
