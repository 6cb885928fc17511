from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.source import SourceText, decode, digest, encode


@pytest.mark.parametrize("raw", [b"", b"fetch('/a')\n", "ünïcode 𝄞".encode()])
def test_valid_utf8_is_not_copied(raw: bytes) -> None:
    text = decode(raw)
    assert text is not None and text.data is raw


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_is_honoured_and_stripped(mark: bytes, encoding: str) -> None:
    assert decode(mark + "é𝄞\r\n".encode(encoding)) == SourceText("é𝄞\r\n".encode())
    assert decode(mark) == SourceText(b"")


def test_only_the_first_mark_is_one() -> None:
    assert decode(codecs.BOM_UTF8 * 2 + b"a") == SourceText("\ufeffa".encode())


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (b"caf\xe9 /users", "caf\ufffd /users"),
        (b"\xe2\x82 a\xff\xfe", "\ufffd a\ufffd\ufffd"),
        (b"\xed\xa0\x80", "\ufffd\ufffd\ufffd"),
        (codecs.BOM_UTF16_LE + b"a\0\0\xd8b\0c", "a\ufffdb\ufffd"),
    ],
)
def test_what_is_invalid_is_replaced(raw: bytes, shown: str) -> None:
    assert decode(raw) == SourceText(shown.encode())


@pytest.mark.parametrize("raw", [b"\x7fELF\0", b"a" * 8191 + b"\0", codecs.BOM_UTF8 + b"\0", "a".encode("utf-16-le")])
def test_binary_is_no_text(raw: bytes) -> None:
    assert decode(raw) is None


def test_a_late_nul_is_text() -> None:
    assert decode(b"a" * 8192 + b"\0") is not None


@given(st.binary())
def test_any_bytes_give_valid_utf8(raw: bytes) -> None:
    text = decode(raw)
    if text is not None:
        text.data.decode()


@given(st.text(st.characters(codec=None)))
def test_encode_keeps_all_widths(text: str) -> None:
    pairs_joined = (
        text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass") if _paired(text) else text
    )
    encoded = encode(text)
    assert len(encoded) == len(pairs_joined.encode("utf-8", "surrogatepass"))
    assert len(encoded.decode().encode("utf-16-le")) == len(text.encode("utf-16-le", "surrogatepass"))


def _paired(text: str) -> bool:
    try:
        text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        return False
    return True


def test_encode_replaces_lone_surrogates() -> None:
    assert encode("a\ud800b\udc00") == "a\ufffdb\ufffd".encode()
    assert encode("\ud834\udd1e") == "𝄞".encode()


def test_digest() -> None:
    assert digest(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
