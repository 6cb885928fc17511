"""Patterns are compiled when they are first used, and then are what `re` gives."""

from __future__ import annotations

import re
from unittest.mock import patch

from seamark.patterns import regex


def test_a_pattern_is_compiled_once_and_only_if_it_is_used() -> None:
    with patch("re.compile", wraps=re.compile) as compiled:
        words = regex(r"\w+", re.ASCII)
        assert (words.pattern, words.flags & re.ASCII) == (r"\w+", re.ASCII)
        assert not compiled.called
        assert [words.findall(text) for text in ("a b", "c")] == [["a", "b"], ["c"]]
        assert compiled.call_count == 1


def test_bytes() -> None:
    found = regex(rb"(?P<name>[a-z]+)").search(b"12 ab")
    assert found is not None and found["name"] == b"ab"
