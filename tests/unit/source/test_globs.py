from __future__ import annotations

from fnmatch import fnmatchcase
from glob import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.source import one_of
from tests.pace import within

TEXTS = st.text("ab\n[?", max_size=12)
GLOBS = st.lists(st.text("ab\n[?*", max_size=8), max_size=3)


@given(TEXTS, GLOBS)
def test_a_star_is_any_text_and_all_else_itself(text: str, globs: list[str]) -> None:
    among = any(fnmatchcase(text, "*".join(map(escape, one.split("*")))) for one in globs)
    assert (one_of(globs).fullmatch(text) is not None) == among


@pytest.mark.parametrize("glob", ["*a" * 30 + "b", "*" * 1000 + "b", "*aab" * 30, "a*" * 1000 + "b"])
def test_no_glob_takes_long(glob: str) -> None:
    with within(1):
        assert one_of([glob]).fullmatch("a" * 2000) is None
