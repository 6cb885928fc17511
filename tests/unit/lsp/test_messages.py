"""Messages arrive as they were sent, with paths that are no text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from seamark.lsp import messages
from seamark.lsp.client import Client
from seamark.lsp.messages import Answered, Ask, At, Awaits, Begin, Change, ContractSpans, Settled, ShownText

ODD = Path(os.fsdecode(b"/w/\xff \xc3\xa9")) if os.name == "posix" else Path("C:/w/é")


@pytest.mark.parametrize(
    "message",
    [
        Begin(Client(encoding="utf-8", folders=("file:///w",)), (ODD,), True),
        Change(1, (ShownText(ODD, "file:///w/%FF", b"\xff\x00"), ShownText(Path("/b"))), (ODD,)),
        Ask(2, "textDocument/hover", b'{"a":"\\ud800"}'),
    ],
)
def test_to_the_engine(message: messages.ToEngine) -> None:
    assert messages.to_engine(messages.encode(message)) == message


@pytest.mark.parametrize(
    "message", [At(ODD), At(None), Settled(1, (ContractSpans(ODD, ((0, 2),), ()),)), Answered(2, None), Awaits(True)]
)
def test_from_the_engine(message: messages.FromEngine) -> None:
    assert messages.from_engine(messages.encode(message)) == message
