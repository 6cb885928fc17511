"""A worker to which some files are fatal: those whose text says so."""

from __future__ import annotations

import os
import sys
import time

from seamark.catalogue import Own
from seamark.index.reading import worker
from seamark.index.reading.jobs import Job, JobResult
from seamark.source import SourceText, read_file

MEMORY = 1_500_000_000


def done(job: Job, own: Own) -> JobResult:
    text = read_file(job.place, job.limits, job.root)
    data = text.data if isinstance(text, SourceText) else b""
    if b"# deadly" in data:
        os._exit(3)
    if b"# endless" in data:
        sum(range(1 << 60))  # Without ever giving way to another thread of Python's for long.
    if b"# slow" in data:
        time.sleep(0.3)
    if b"# huge" in data:
        try:
            print(len(bytearray(4 * MEMORY)))
        except MemoryError:
            return JobResult(failed="needs too much memory")
    return plainly(job, own)


plainly, worker._do_job = worker._do_job, done
worker.PATIENCE = 1.0

if __name__ == "__main__":
    if "--broken" in sys.argv:
        raise SystemExit(1)
    worker.main()
