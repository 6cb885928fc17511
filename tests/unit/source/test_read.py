from __future__ import annotations

import errno
import os
import socket
import sys
from pathlib import Path

import pytest

from seamark.source import Limits, Problem, SourceText, read_file

LIMITS = Limits()
ANYWHERE = Path(os.path.abspath(os.sep))


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(b"\xef\xbb\xbfx = 1\r\n")
    assert read_file(file, LIMITS, ANYWHERE) == read_file(str(file), LIMITS, ANYWHERE) == SourceText(b"x = 1\r\n")
    file.write_bytes(b"")
    assert read_file(file, LIMITS, ANYWHERE) == SourceText(b"")


def test_too_large(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(b" \n" * 512 * 1024)
    assert isinstance(read_file(file, Limits(file=1024 * 1024), ANYWHERE), SourceText)
    assert read_file(file, Limits(file=1024 * 1024 - 1), ANYWHERE) == Problem(str(file), "larger than 1 MB")


def test_minified(tmp_path: Path) -> None:
    file = tmp_path / "a.js"
    file.write_bytes(b"x" * 51_201)
    assert read_file(file, LIMITS, ANYWHERE) == Problem(str(file), "minified", of_text=True)
    file.write_bytes(b"x" * 51_200)
    assert isinstance(read_file(file, LIMITS, ANYWHERE), SourceText)


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        # A bundle that is broken into lines, as in scalar.standalone.js.
        (b';if("a"===t.format)return`no: ${t.prefix}`\n,e.on("a:b",(e=>f("a:b",r.value.g().h,n)(e)))\n', False),
        (b"0x00,0x1f,0x7c,0x00,0x1f,0x7c,\n", False),
        # What people write: names long and short, with and without indentation.
        (b"#define U_SOME_RATHER_LONG_NAME_OF_A_REGISTER_MASK 0x7f\n", True),
        (b"x=1\ny = 2\n", True),
        (b"if(a){\n\tassertEqual(t,expected[3].name,one.two.three(four))\n\t}\n", True),
        (b"x = 1\n", True),
    ],
)
def test_minified_in_many_lines(tmp_path: Path, line: bytes, kept: bool) -> None:
    file = tmp_path / "a.js"
    file.write_bytes(line * 10_000)
    left_out = Problem(str(file), "minified", of_text=True)
    assert read_file(file, LIMITS, ANYWHERE) == (SourceText(line * 10_000) if kept else left_out)


@pytest.mark.parametrize(
    ("module", "kept"),
    [
        (b"if (typeof define === 'function' && define.amd) define(factory)\n", False),
        (b"var lib = __webpack_require__(7)\n", False),
        (b"define(['lib'], function (lib) {})\n", True),
        (b"var lib = require('./lib')\n", True),
    ],
)
def test_bundle(tmp_path: Path, module: bytes, kept: bool) -> None:
    file, code = tmp_path / "a.js", b"let value = compute(one, two)\n" * 1_000
    left_out = Problem(str(file), "a bundle of modules", of_text=True)
    for modules in (2, 3):
        data = (module + code) * modules + code
        file.write_bytes(data)
        assert read_file(file, LIMITS, ANYWHERE) == (SourceText(data) if kept or modules == 2 else left_out)
    file.write_bytes(module * 3)
    assert isinstance(read_file(file, LIMITS, ANYWHERE), SourceText)


def test_binary(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(b"\0\1\2")
    assert read_file(file, LIMITS, ANYWHERE) == Problem(str(file), "binary", of_text=True)


def test_vanished_and_folder_and_nonsense(tmp_path: Path) -> None:
    assert read_file(tmp_path / "no.py", LIMITS, ANYWHERE) == Problem(str(tmp_path / "no.py"), "does not exist")
    assert read_file(tmp_path, LIMITS, ANYWHERE) == Problem(str(tmp_path), "is a folder")
    assert read_file("a\0b", LIMITS, ANYWHERE) == Problem("a\0b", "the path is not valid")


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (PermissionError(errno.EACCES, "x"), "permission denied"),
        (OSError(errno.EIO, "x"), os.strerror(errno.EIO).lower()),
    ],
)
def test_denied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, reason: str) -> None:
    def deny(*_: object) -> int:
        raise error

    file = tmp_path / "a.py"
    file.write_bytes(b"x")
    monkeypatch.setattr(os, "open", deny)
    assert read_file(file, LIMITS, ANYWHERE) == Problem(str(file), reason)


def test_a_read_that_fails_closes_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bytes:
        raise OSError(errno.EIO, "x")

    closed: list[int] = []
    close = os.close

    def note(descriptor: int) -> None:
        closed.append(descriptor)
        close(descriptor)

    file = tmp_path / "a.py"
    file.write_bytes(b"x")
    monkeypatch.setattr(os, "read", fail)
    monkeypatch.setattr(os, "close", note)
    assert isinstance(read_file(file, LIMITS, ANYWHERE), Problem)
    assert len(closed) == 1


def test_a_file_that_grows_is_read_to_its_end_but_not_past_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(b"x" * 10)
    pieces = [b"x" * 11, b"y" * 5, b"", b"z"]
    monkeypatch.setattr(os, "read", lambda *_: pieces.pop(0))
    assert read_file(file, LIMITS, ANYWHERE) == SourceText(b"x" * 11 + b"y" * 5)
    endless = iter(lambda: b"x" * 11, None)
    monkeypatch.setattr(os, "read", lambda *_: next(endless))
    assert isinstance(read_file(file, Limits(file=100), ANYWHERE), Problem)


@pytest.mark.skipif(sys.platform == "win32", reason="has none of these files")
def test_what_is_no_regular_file_does_not_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "pipe.py"
    os.mkfifo(pipe)
    assert read_file(pipe, LIMITS, ANYWHERE) == Problem(str(pipe), "not a regular file")
    assert read_file("/dev/null", LIMITS, ANYWHERE) == Problem("/dev/null", "not a regular file")
    with socket.socket(socket.AF_UNIX) as listener:
        monkeypatch.chdir(tmp_path)  # A socket's path must be short.
        listener.bind("socket.py")
        assert isinstance(read_file(tmp_path / "socket.py", LIMITS, ANYWHERE), Problem)
