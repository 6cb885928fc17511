"""A process that reads a share of a workspace: it does what its standard input says, once, and ends."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import msgspec

from seamark import pipes
from seamark.index.index import Index
from seamark.index.persistence.cache import cache_at

from .share import ShareProgress, ShareResult, ShareTask

EVERY = 0.2
"""How many seconds there are at least between what it says of its progress."""

_ENCODER = msgspec.msgpack.Encoder()


def main() -> None:
    """Read what the process that started us says."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Who interrupts us interrupts that process as well.
    incoming, outgoing = pipes.standard()
    frame = pipes.read_frame(incoming)
    if frame is None:
        return
    told = 0.0

    def tell(done: int, _: int) -> None:
        nonlocal told
        if time.monotonic() - told >= EVERY:
            told = time.monotonic()
            pipes.write_frame(outgoing, _ENCODER.encode(ShareProgress(done)))

    task = msgspec.msgpack.decode(frame, type=ShareTask)
    cache = None if task.cache is None else cache_at(Path(task.cache))
    index = Index(
        list(map(Path, task.roots)),
        limits=task.limits,
        languages=task.languages,
        extractors=(),
        cache=cache,
        processes=0,
    )
    index.configure(task.client)
    with suppress(BrokenPipeError):
        pipes.write_frame(outgoing, _ENCODER.encode(ShareResult(index.read_share(task.files, tell))))
        outgoing.flush()
    os._exit(0)  # To take everything apart takes as long as some files do.


if __name__ == "__main__":
    main()
