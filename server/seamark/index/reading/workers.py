"""Processes that read files ahead of whoever will ask for what they say.

There are no more of them than the machine has processors. Each has one batch of files at a time; when it ends before
the batch does, the next one does what is left. A file that ends them is left out (`deaths.py`).

From `MANY` files on, those that changed are scanned ahead, the largest first; then those are extracted that findings
will be made of, in that order. From `SOME` files on, one process helps whoever asks, which reads itself what that has
not begun: on two processors this takes about a sixth off the time, and more processes would cost more than they bring.
What is asked for before it is done comes next; whoever asks waits for it rather than read what may be fatal.
"""

from __future__ import annotations

import logging
import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from threading import Condition, Thread

import msgspec

from seamark import pipes
from seamark.catalogue import STANDARD, Own
from seamark.deaths import Deaths

from .jobs import Batch, Job, JobResult, Key

_logger = logging.getLogger(__name__)

COMMAND = pipes.command("seamark.index.reading.worker")
"""How to start one."""

MANY = 1000
"""From how many files on all are read by such processes."""
SOME = 300
"""From how many on it takes longer to read them here than to start a process that reads some of them."""
MOST = 4
"""How many processes there are at most: each takes 50 MB."""

_BATCH_BYTES = 100_000
_BATCH_FILES = 10
"""Who wants something at once waits for a batch to be done: rather for some milliseconds than for some tenths."""
_MOST_HELD = 8_000_000
"""How many bytes of what was found wait at most until somebody asks."""
_MOST_DEATHS = 40
_PATIENCE = 1.0
"""How many seconds a process may take to end that says nothing any more: if it were killed at once, nobody would know
why it ended."""

_ENCODER = msgspec.msgpack.Encoder()
_DONE = msgspec.msgpack.Decoder(JobResult)
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)


class Workers:
    """Does jobs ahead. Each is taken once, by the thread that planned it. `own` are tables of a user's own."""

    def __init__(self, own: Own = STANDARD, command: Sequence[str] = COMMAND, count: int | None = None) -> None:
        self._own = own
        self._command = command
        self._count = min(count_processors(), MOST) if count is None else count
        # Each job that is planned is in one of these; what a worker does besides is no longer wanted.
        self._waiting: dict[Key, Job] = {}
        self._doing: dict[Key, _Worker] = {}
        self._done: dict[Key, JobResult] = {}
        self._urgent: Key | None = None
        self._is_shared = False
        self._held = 0
        self._deaths = 0
        self._deaths_at: Deaths[str] = Deaths()
        self._workers: set[_Worker] = set()
        self._changed = Condition()

    @property
    def waiting_count(self) -> int:
        """How many jobs are planned that have not been begun."""
        return len(self._waiting)

    @property
    def enough(self) -> int:
        """From how many files on it is worth it to plan: when there are processes already, any number is."""
        return 1 if self._workers else MANY

    def share(self) -> None:
        """Have a process ready for what will be planned. It begins at the end; whoever asks does what it has not begun.

        So neither waits for the other until they meet, however busy the machine is.
        """
        with self._changed:
            if count_processors() > 1 and self._count and not self._workers and self._deaths < _MOST_DEATHS:
                self._is_shared = True
                self._start()

    def plan(self, jobs: Iterable[Job]) -> None:
        """Do these, in this order; what was planned before and not begun is not done."""
        with self._changed:
            self._forget()
            self._waiting = {job.key: job for job in jobs}
            wanted = min(self._count, -(-len(self._waiting) // MANY))
            while len(self._workers) < wanted and self._deaths < _MOST_DEATHS:
                self._start()
            self._feed()

    def drop(self, paths: Iterable[str]) -> None:
        """These files have changed: what was found by scanning them, if it was planned, does not count."""
        with self._changed:
            for path in paths:
                self._deaths_at.forget(path)
                for known in (self._waiting, self._doing, self._done):
                    known.pop((path, None), None)

    def take(self, path: str, words: tuple[str, ...] | None = None) -> JobResult | None:
        """What came out of a job that was planned, as soon as it is done; None if nobody does it.

        What is asked for comes next, so that nothing fatal is read by whoever asks, as far as that is known.
        """
        key = path, words
        with self._changed:
            if self._is_shared and path not in self._deaths_at:
                self._waiting.pop(key, None)
            while self._workers and (key in self._waiting or key in self._doing):
                if key in self._waiting and self._urgent != key:
                    self._urgent = key
                    self._feed()
                self._changed.wait()
            self._urgent = None
            self._waiting.pop(key, None)
            done = self._done.pop(key, None)
            if done is not None:
                self._held -= len(done.facts)
                self._feed()
            return done

    def rest(self) -> None:
        """Nothing is wanted any more, for now."""
        with self._changed:
            workers, self._workers = self._workers, set()
            self._is_shared = False
            self._forget()
        for worker in workers:
            worker.end()
            worker.listener.join()

    def _forget(self) -> None:
        self._waiting.clear()
        self._doing.clear()
        self._done.clear()
        self._held = 0

    def _start(self) -> None:
        try:
            worker = _Worker(self._command)
        except OSError as error:
            _logger.warning("no process can be started to read files: %s", error)
            self._deaths = _MOST_DEATHS
            return
        self._workers.add(worker)
        worker.listener = Thread(target=self._listen, args=(worker,), name="from-worker", daemon=True)
        worker.listener.start()

    def _feed(self) -> None:
        """Give each worker that has nothing to do something to do."""
        for worker in self._workers:
            if worker.is_ready and not worker.jobs and (self._urgent in self._waiting or self._held < _MOST_HELD):
                urgent = self._waiting.get(self._urgent) if self._urgent is not None else None
                ahead = reversed(self._waiting.items()) if self._is_shared else self._waiting.items()
                worker.jobs = dict(_batch(ahead)) if urgent is None else {urgent.key: urgent}
                for key in worker.jobs:
                    del self._waiting[key]
                    self._doing[key] = worker
                if worker.jobs:
                    # It reads now, whatever it does not.
                    worker.tell(_ENCODER.encode(Batch(self._own, tuple(worker.jobs.values()))))

    def _listen(self, worker: _Worker) -> None:
        while (frame := worker.read_message()) is not None:
            with self._changed:
                if worker.is_ready:
                    self._take_answer(worker, _DONE.decode(frame))
                worker.is_ready = True
                self._feed()
                self._changed.notify_all()
        with self._changed:
            code = worker.wait_for_end()
            if worker in self._workers:
                self._workers.discard(worker)
                self._bury(worker, code)
            self._changed.notify_all()

    def _take_answer(self, worker: _Worker, done: JobResult) -> None:
        """What a worker says is about the first of its jobs that are left."""
        key = next(iter(worker.jobs))
        job = worker.jobs.pop(key)
        if self._doing.get(key) is worker:
            del self._doing[key]
            self._done[key] = done
            self._held += len(done.facts)
        if done.failed:
            _logger.warning("%s is left out: it %s", job.path, done.failed)

    def _bury(self, worker: _Worker, code: int) -> None:
        """A worker has ended with this code before its jobs did."""
        self._deaths += 1
        for path in [job.path for job in worker.jobs.values()][:1]:
            if self._deaths_at.at(path, code):
                self._take_answer(worker, JobResult(failed="ends the process that reads it, or takes too long"))
        for key, job in [*worker.jobs.items()]:
            if self._doing.get(key) is worker:
                del self._doing[key]
                self._waiting[key] = job
        if not worker.is_ready and self._deaths < _MOST_DEATHS:
            _logger.warning("a process that reads files ends at once: everything is read here")
            self._deaths = _MOST_DEATHS
        if self._waiting and self._deaths < _MOST_DEATHS:
            self._start()


class _Worker:
    """A process, and the jobs that it was told to do and has not done."""

    def __init__(self, command: Sequence[str]) -> None:
        self.is_ready = False
        self.jobs: dict[Key, Job] = {}
        self.listener: Thread
        """What hears from it, and sees to its end."""
        self._process = subprocess.Popen(  # noqa: S603 (our own)
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, creationflags=_NO_WINDOW
        )

    def tell(self, frame: bytes) -> None:
        """Send it something; if it has ended, that is heard from its other channel."""
        if self._process.stdin is not None:
            with suppress(OSError, ValueError):
                pipes.write_frame(self._process.stdin, frame)

    def read_message(self) -> bytes | None:
        """Wait for what it says; None if it has ended."""
        return None if self._process.stdout is None else pipes.read_frame(self._process.stdout)

    def wait_for_end(self) -> int:
        """It ends by itself, or was ended: its return code. For who listens to it, as nobody else reads any more."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE)
        self.end()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        return self._process.returncode

    def end(self) -> None:
        """End it, whatever it is at."""
        self._process.kill()
        self._process.wait()


def count_processors() -> int:
    """How many processors this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return os.cpu_count() or 1 if allowed is None else len(allowed(0))


def _batch(waiting: Iterable[tuple[Key, Job]]) -> Iterator[tuple[Key, Job]]:
    """The first of those that wait, as many as one batch has."""
    size = 0
    for number, (key, job) in enumerate(waiting):
        size += job.size
        if number and (size > _BATCH_BYTES or number == _BATCH_FILES):
            return
        yield key, job
