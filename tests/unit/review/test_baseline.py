from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.review.baseline import BaselineError, Identity, from_json, is_known, to_json

A = Identity("near-miss", "GET /a", "a.ts", "f")
TEXTS = st.text(st.characters(exclude_categories=["Cs"]) | st.just("\udc80"), max_size=5)
IDENTITIES = st.sets(st.builds(Identity, *[TEXTS] * 4))


@given(IDENTITIES)
def test_what_is_written_is_read(findings: set[Identity]) -> None:
    assert from_json(to_json(findings).encode(errors="backslashreplace")) == findings


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b"\xff", b'{"seamark_baseline": 1}', b'{"seamark_baseline": 2}'])
def test_what_is_none_is_refused(text: bytes) -> None:
    with pytest.raises(BaselineError):
        from_json(text)


@pytest.mark.parametrize(
    ("finding", "files", "known"),
    [
        (A, {"a.ts"}, True),
        (A._replace(file="b.ts"), {"b.ts"}, True),
        (A._replace(file="b.ts"), {"a.ts", "b.ts"}, False),
        (A._replace(file="b.ts", symbol="g"), {"b.ts"}, False),
        (A._replace(kind="served-twice"), {"a.ts"}, False),
        (A._replace(key="GET /b"), {"a.ts"}, False),
    ],
)
def test_it_is_the_same_wherever_its_file_went(finding: Identity, files: set[str], known: bool) -> None:
    assert is_known(finding, {A}, files) == known
