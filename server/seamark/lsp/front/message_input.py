"""What a client sends, with its headers as pygls reads them, which knows one spelling, and waits for ever at others."""

from __future__ import annotations

import re
from typing import BinaryIO, cast

from seamark.patterns import regex

_LENGTH = regex(rb"content-length[ \t]*:[ \t]*(\d+)[ \t]*\r?\n\Z", re.IGNORECASE)


def with_plain_headers(stream: BinaryIO) -> BinaryIO:
    """A stream of messages whose lengths are all stated as `Content-Length: 2`, whatever stands before on that line.

    The protocol's headers are those of HTTP, whose names may be written in any case, with blanks around the value or
    without (RFC 9110, 5.1 and 5.6.3). What stands before is the rest of a message that was longer than it said.
    """
    return cast("BinaryIO", _MessageInput(stream))


class _MessageInput:
    """The part of a stream that pygls asks for: lines of headers, and the bytes of a message."""

    def __init__(self, stream: BinaryIO) -> None:
        self.read = stream.read
        self._stream = stream

    def readline(self) -> bytes:
        """The next line; one with a length says nothing else."""
        line = self._stream.readline()
        length = _LENGTH.search(line)
        return line if length is None else b"Content-Length: %s\r\n" % length[1]
