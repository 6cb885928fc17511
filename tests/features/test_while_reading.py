"""While a workspace is read for the first time, no answer says what only the whole of it can tell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from seamark.index import Index
from seamark.lsp import uris
from seamark.lsp.answers import ANSWERS
from seamark.lsp.client import Client
from seamark.lsp.engine.workspace import Workspace
from seamark.lsp.messages import ShownText
from seamark.lsp.organisation.others import Others

API = "from fastapi import FastAPI\napp = FastAPI()\n@app.get('/users')\ndef users(): ...\n"
WEB = "fetch('/users');\nfetch('/users', { method: 'POST' });\n"
FILES = 200
"""Too many to be read at once."""


@pytest.fixture
def opened(tmp_path: Path) -> Workspace:
    """A workspace that has begun to be read, with two files that an editor shows."""
    (tmp_path / "main.py").write_text(API)
    (tmp_path / "app.ts").write_text(WEB)
    for number in range(FILES):
        (tmp_path / f"more{number}.ts").write_text(f"fetch('/users/{number}');\n")
    index = Index([tmp_path])
    index.begin()
    others = Others(lambda: pytest.fail("no store"), lambda _: None, lambda _: None)
    workspace = Workspace(index, Client(code_actions=True), others, [tmp_path])
    for name, text in (("main.py", API), ("app.ts", WEB)):
        workspace.show(ShownText(tmp_path / name, uris.from_path(tmp_path / name), text.encode()))
    return workspace


def ask(workspace: Workspace, method: str, params: Any) -> Any:
    workspace.begin_answer(None, waits=True)
    return ANSWERS[method].make(workspace, params)


def said(workspace: Workspace) -> tuple[list[str], str, list[Any], list[str]]:
    """What lenses, a hover and hints say of the route, and the kinds of what is wrong with its calls."""
    root = workspace.service.real_path("main.py").parent
    api, web = (types.TextDocumentIdentifier(uris.from_path(root / name)) for name in ("main.py", "app.ts"))
    lenses = ask(workspace, types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensParams(api)) or []
    titles = [ask(workspace, types.CODE_LENS_RESOLVE, lens).command.title for lens in lenses]
    hover = ask(workspace, types.TEXT_DOCUMENT_HOVER, types.HoverParams(api, types.Position(2, 11)))
    everything = types.Range(types.Position(0, 0), types.Position(9, 0))
    hints = ask(workspace, types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintParams(api, everything)) or []
    found = ask(workspace, types.TEXT_DOCUMENT_DIAGNOSTIC, types.DocumentDiagnosticParams(web)).items
    return titles, hover.contents.value, hints, [one.code for one in found]


def test_nothing_is_said_before_all_is_read(opened: Workspace) -> None:
    assert opened.reading_progress is not None
    titles, hover, hints, wrong = said(opened)
    assert titles and all(title.startswith("reading ") and title.endswith(" files …") for title in titles)
    assert "as far as is known yet" in hover and "confidence" not in hover and "in this workspace" not in hover
    assert (hints, wrong) == ([], [])
    while opened.service.pending() is not None:
        opened.service.work()
    opened.has_read()
    titles, hover, _, wrong = said(opened)
    assert titles == ["1 consumer"] and "confidence" in hover
    assert wrong == ["verb-mismatch"]
