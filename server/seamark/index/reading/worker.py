"""A process that reads files for another one: it does what its standard input says, and ends when that does.

It gives way to everything else that runs on the machine. What it must not do to others it does to itself: it may use a
certain amount of memory, and no more than a certain time for a file. Whoever started it sees that it has ended.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
from contextlib import suppress

import msgspec

from seamark import pipes
from seamark.catalogue import Own, catalogue
from seamark.extract import EveryCall, extract, packing
from seamark.source import DIALECTS, ParseLimitError, SourceText, read_file, trust_limits

from .jobs import Batch, Job, JobResult
from .scan import digest, scan
from .stack import MAX_STACK
from .triggers import calls_of

MEMORY = 2_000_000_000
"""In bytes; hostile texts of 200 KB take 700 MB."""
PATIENCE = 20.0
"""How many seconds of a processor a file may take: ten times as long as hostile texts of 200 KB."""
_LONGEST = 1200.0
"""How many seconds may pass with all files of a batch, on however busy a machine."""

READY = b""
"""What a worker says first."""

_DIALECTS = {dialect.name: dialect for dialect in DIALECTS}
_ENCODER = msgspec.msgpack.Encoder()
_BATCH = msgspec.msgpack.Decoder(Batch)


def main() -> None:
    """Do what the process that started us says."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Who interrupts us interrupts that process as well.
    _be_modest()
    trust_limits()
    incoming, outgoing = pipes.standard()
    with open(os.devnull, "wb") as nowhere, suppress(BrokenPipeError):
        pipes.write_frame(outgoing, READY)
        while (frame := pipes.read_frame(incoming)) is not None:
            batch = _BATCH.decode(frame)
            # Neither of the two needs anything from Python, which may be in C for however long. The first one is a
            # thread, and one for each file would take as long as most files do.
            faulthandler.dump_traceback_later(_LONGEST, exit=True, file=nowhere)
            for job in batch.jobs:
                _end_after(PATIENCE)
                done = _do_job(job, batch.own)
                _end_after(0)
                pipes.write_frame(outgoing, _ENCODER.encode(done))
            faulthandler.cancel_dump_traceback_later()
    os._exit(0)  # What is left to write has no reader.


def _do_job(job: Job, own: Own) -> JobResult:
    try:
        text = read_file(job.place, job.limits, job.root)
        if not isinstance(text, SourceText):
            return JobResult()
        dialect = _DIALECTS[job.dialect]
        if job.words is None:
            found = scan(text.data, dialect, own)
            return JobResult(found.digest, found)
        words = catalogue(dialect.language, own).words
        catalogued = EveryCall(words) if job.every_call else words
        facts = extract(text.data, dialect.name, catalogued, calls_of(job.words))
        return JobResult(digest(text.data), facts=packing.encode_facts(facts))
    except ParseLimitError as error:
        return JobResult(failed=str(error))
    except MemoryError:
        return JobResult(failed="needs too much memory")
    except Exception:  # noqa: BLE001 (it is found again by whoever wanted this, who says so)
        return JobResult()


def _end_after(seconds: float) -> None:
    """Let the process end when it has used a processor for so long, where the platform has that; never with 0."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _be_modest() -> None:
    sys.setrecursionlimit(MAX_STACK)
    if hasattr(os, "nice"):
        os.nice(10)
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    main()
