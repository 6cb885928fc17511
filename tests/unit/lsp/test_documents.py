from __future__ import annotations

import pytest

from seamark.lsp.front.documents import Documents, Edit
from seamark.source.lines import Encoding

URI = "file:///work/a.ts"


def text_after(text: str, *edits: Edit, encoding: Encoding = "utf-16") -> str:
    documents = Documents(encoding)
    documents.open(URI, "typescript", 1, text)
    changed = documents.change(URI, 2, edits)
    assert changed is not None and changed.version == 2 and documents.get(URI) is changed
    return changed.data.decode()


@pytest.mark.parametrize(
    ("text", "edit", "after"),
    [
        ("a\u2028b\nsecond", (1, 0, 1, 6), "a\u2028b\nSECOND"),
        ("a\fb\x1cc\x85d\ve\nsecond\n", (1, 0, 1, 6), "a\fb\x1cc\x85d\ve\nSECOND\n"),
        ("first\rsecond\rthird", (1, 0, 1, 6), "first\rSECOND\rthird"),
        ("first\r\nsecond\r\n", (1, 0, 1, 6), "first\r\nSECOND\r\n"),
        ("first\n\rthird", (1, 0, 1, 0), "first\nSECOND\rthird"),
        ("first\r\nthird", (0, 5, 1, 0), "firstSECONDthird"),
        ("😀 x 😀\n", (0, 3, 0, 4), "😀 SECOND 😀\n"),
        ("one line", (7, 0, 9, 9), "one lineSECOND"),
        ("", (0, 0, 0, 0), "SECOND"),
    ],
)
def test_a_range_is_replaced(text: str, edit: tuple[int, int, int, int], after: str) -> None:
    assert text_after(text, Edit("SECOND", edit)) == after


@pytest.mark.parametrize(("encoding", "start"), [("utf-8", 4), ("utf-16", 2), ("utf-32", 1)])
def test_characters_count_in_the_client_s_unit(encoding: Encoding, start: int) -> None:
    assert text_after("😀x", Edit("y", (0, start, 0, start + 1)), encoding=encoding) == "😀y"


def test_edits_follow_each_other() -> None:
    assert text_after("ab", Edit("1\n", (0, 1, 0, 1)), Edit("2", (1, 0, 1, 1)), Edit("3", (0, 0, 0, 0))) == "3a1\n2"


def test_the_whole_text_is_replaced() -> None:
    assert text_after("old", Edit("\ufeffnew"), Edit("!", (0, 3, 0, 3))) == "new!"


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    document = Documents("utf-16").open(URI, "typescript", 1, "\ufeffx")
    assert document.data == b"x"


def test_a_lone_surrogate_is_as_wide_as_before() -> None:
    assert text_after("\ud83dx", Edit("y", (0, 1, 0, 2))) == "\ufffdy"


def test_what_was_never_opened_is_not_changed() -> None:
    documents = Documents("utf-16")
    assert documents.change(URI, 2, [Edit("x")]) is None
    assert documents.close(URI) is None
    assert list(documents) == []


def test_a_closed_document_is_gone() -> None:
    documents = Documents("utf-16")
    documents.open(URI, "typescript", 1, "x")
    assert documents.close(URI) is not None
    assert documents.get(URI) is None
    assert documents.close(URI) is None
