"""What workers are told to do with a file, and what they say of it."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from seamark.catalogue import Own
from seamark.source import Limits

from .scan import Scan

Key: TypeAlias = tuple[str, tuple[str, ...] | None]
"""A file, and the names of the calls asked for besides the catalogue's; None if only a scan is."""


class Job(msgspec.Struct, frozen=True, array_like=True):
    """A file to scan, or with `words` to extract: its workspace's name, its place, the folder that it must be in, what
    it is read as, its size, and how large it may be.
    """

    path: str
    place: str
    root: str
    dialect: str
    size: int
    limits: Limits
    words: tuple[str, ...] | None = None
    every_call: bool = False

    @property
    def key(self) -> Key:
        """What tells the job from others."""
        return self.path, self.words


class Batch(msgspec.Struct, frozen=True, array_like=True):
    """Some jobs, to be done one after the other, each with an answer; by the catalogue and a user's `own` tables."""

    own: Own
    jobs: tuple[Job, ...]


class JobResult(msgspec.Struct, frozen=True, array_like=True):
    """What came out of a job: the text's digest, and its scan or its facts.

    Nothing did if the file cannot be read, or our code fails: the same would come out of it elsewhere. `failed` says
    why nobody else should try.
    """

    digest: bytes = b""
    scan: Scan | None = None
    facts: bytes = b""
    failed: str = ""
