"""Baselines: the findings that a code base had when it began to be checked, of which nothing is said any more.

A finding is the same if its kind, its contract, its file and the code around it are, whatever its line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import msgspec

VERSION = 1


class Identity(NamedTuple):
    """What stays of a finding when lines move: its kind, its contract's key, its file, and the code around it."""

    kind: str
    key: str
    file: str
    symbol: str


class BaselineError(ValueError):
    """A text is no baseline that this version reads; the message says what it is, and what to do."""


class _Header(msgspec.Struct):
    seamark_baseline: int


class _Entry(msgspec.Struct):
    kind: str
    key: str
    file: str
    symbol: str


class _Document(msgspec.Struct):
    seamark_baseline: int
    findings: list[_Entry]


def to_json(findings: Iterable[Identity]) -> str:
    """A baseline as JSON, a finding a line, in an order that depends on nothing else: it is kept in git."""
    ordered = sorted(set(findings), key=lambda one: (one.file, one.key, one.kind, one.symbol))
    lines = ",\n".join(f"    {json.dumps(one._asdict(), ensure_ascii=False)}" for one in ordered)
    return f'{{\n  "seamark_baseline": {VERSION},\n  "findings": [\n{lines}\n  ]\n}}\n'


def from_json(text: bytes) -> AbstractSet[Identity]:
    """The findings of a baseline. Raises `BaselineError`."""
    try:
        said = json.loads(text)  # Which takes names of files that are no valid Unicode, too.
        version = msgspec.convert(said, _Header).seamark_baseline
        if version != VERSION:
            raise BaselineError(f"it is a baseline of version {version}, but this Seamark reads version {VERSION}")
        found = msgspec.convert(said, _Document).findings
    except (msgspec.ValidationError, json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BaselineError(f"it is not a baseline: {str(error)[:1].lower()}{str(error)[1:]}") from error
    return {Identity(one.kind, one.key, one.file, one.symbol) for one in found}


def is_known(finding: Identity, before: AbstractSet[Identity], files: AbstractSet[str]) -> bool:
    """Whether a finding was there before. One in a file that has moved since, so is not among the `files`, counts."""
    return finding in before or any(
        one.file not in files and one._replace(file=finding.file) == finding for one in before
    )
