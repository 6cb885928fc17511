"""What the answers know of the client's documents."""

from __future__ import annotations

from pathlib import Path

from seamark.lsp import uris
from seamark.lsp.client import Client
from seamark.lsp.workspace import Workspace
from tests.protocol.toy import Toy


def test_a_file_keeps_the_client_s_spelling(tmp_path: Path) -> None:
    workspace = Workspace(Toy([tmp_path]), Client())
    path = tmp_path / "a.toy"
    spelled = uris.from_path(tmp_path) + "/%61.toy"
    workspace.show(path, spelled, b"")
    assert workspace.uri(path) == spelled
    assert workspace.name(spelled) == "a.toy"
    workspace.hide(path)
    assert workspace.uri(path) == uris.from_path(path)
