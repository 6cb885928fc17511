"""What people ask of a place, as data: `asked/*.txt`, see `asking.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from .asking import check, read

CASES = [
    pytest.param(text, id=f"{path.stem}: {title}")
    for path in sorted(Path(__file__).with_name("asked").glob("*.txt"))
    for title, text in read(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("text", CASES)
def test_asked(text: str, tmp_path: Path) -> None:
    check(text, tmp_path)


def test_a_wrong_claim_fails(tmp_path: Path) -> None:
    text = '//- a.ts\nfetch("/u$0sers")\n//     ^^^^^^ highlight exposes\n'
    with pytest.raises(AssertionError, match="highlight"):
        check(text, tmp_path)
    with pytest.raises(AssertionError, match="highlight"):
        check(f"asks highlight\n{text.splitlines()[0]}\n{text.splitlines()[1]}\n", tmp_path)
