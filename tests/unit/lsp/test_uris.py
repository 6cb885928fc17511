from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.lsp.uris import from_native, to_native, to_path

POSIX = [
    ("file:///a/b.py", "/a/b.py"),
    ("file://localhost/a", "/a"),
    ("FILE:///a", "/a"),
    ("file:///a%20b/%C3%A9%5B0%5D.ts", "/a b/é[0].ts"),
    ("file:///a/[id].ts", "/a/[id].ts"),
    ("file:///a%23b%3Fc%25d", "/a#b?c%d"),
    ("file:///a?x=1#L3", "/a"),
    ("file:///", "/"),
    ("file:///%FF", "/\udcff"),
]
WINDOWS = [
    ("file:///c%3A/a/b.py", "C:\\a\\b.py"),
    ("file:///C:/a%20b", "C:\\a b"),
    ("file:///c:/", "C:\\"),
    ("file:///c%3A", "C:\\"),
    ("file://server/share/a.py", "\\\\server\\share\\a.py"),
]


@pytest.mark.parametrize(("uri", "path"), POSIX)
def test_posix(uri: str, path: str) -> None:
    assert to_native(uri, windows=False) == path
    assert to_native(from_native(path, windows=False), windows=False) == path


@pytest.mark.parametrize(("uri", "path"), WINDOWS)
def test_windows(uri: str, path: str) -> None:
    assert to_native(uri, windows=True) == path
    assert to_native(from_native(path, windows=True), windows=True) == path


def test_windows_drives_are_written_as_vs_code_does() -> None:
    assert from_native("C:\\a b", windows=True) == "file:///c%3A/a%20b"


@pytest.mark.parametrize(
    "uri",
    [
        "",
        "x",
        "file:",
        "file:/",
        "file://",
        "untitled:Untitled-1",
        "git:/a.py?{}",
        "vscode-notebook-cell:/a#1",
        "file:///a%00b",
    ],
)
def test_what_is_no_file_is_none(uri: str) -> None:
    assert to_path(uri) is None


@pytest.mark.parametrize("uri", ["file://host/a", "http://host/a", "vscode-remote://ssh/a.py"])
def test_files_elsewhere_are_none(uri: str) -> None:
    assert to_native(uri, windows=False) is None


@given(st.text(max_size=20), st.booleans())
def test_nothing_raises(rest: str, windows: bool) -> None:
    to_native("file://" + rest, windows=windows)
    to_native(rest, windows=windows)


@given(st.binary(max_size=20).filter(lambda name: b"\0" not in name))
def test_every_posix_path_comes_back(name: bytes) -> None:
    path = "/" + name.decode("utf-8", "surrogateescape")
    uri = from_native(path, windows=False)
    assert uri.isascii()
    assert to_native(uri, windows=False) == path
