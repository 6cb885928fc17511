"""Regular expressions that all versions of Python read alike."""

from __future__ import annotations

import re
from pathlib import Path

import seamark

_POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+")


def test_no_group_is_repeated_possessively() -> None:
    """Before 3.11.5 a group that fails half way takes what it has read: github.com/python/cpython/issues/106052.

    Debian 12 has Python 3.11.2. `(?>(?:…)*)` means the same as `(?:…)*+`, and is right there.
    """
    wrong = [
        f"{path.name}: {line.strip()}"
        for path in sorted(Path(seamark.__file__).parent.rglob("*.py"))
        for line in path.read_text("utf-8").splitlines()
        if _POSSESSIVE_GROUP.search(line)
    ]
    assert not wrong, "\n".join(wrong)
