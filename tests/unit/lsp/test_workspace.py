"""What the answers know of the client's documents."""

from __future__ import annotations

from pathlib import Path

from seamark.index import Index
from seamark.lsp import uris
from seamark.lsp.child import Child
from seamark.lsp.client import Client
from seamark.lsp.engine.workspace import Workspace
from seamark.lsp.messages import ContractSpans, ShownText
from seamark.lsp.organisation.others import Others
from tests.protocol.toy import Toy


class Failing(Toy):
    def open(self, path: str, data: bytes) -> None:
        if data == b"bad":
            raise ValueError(path)
        super().open(path, data)


def workspace_of(service: Toy | Index) -> Workspace:
    def never() -> Child:
        raise AssertionError("a process for no store")

    return Workspace(service, Client(), Others(never, print, print), ())


def test_a_change_that_fails_stops_no_other(tmp_path: Path) -> None:
    workspace = workspace_of(Failing([tmp_path]))
    for name, data in [("a", b"bad"), ("b", b'call "GET /x"'), ("../elsewhere", b"")]:
        path = tmp_path / f"{name}.toy"
        workspace.show(ShownText(path, uris.from_path(path), data))
    assert [port.path for port in workspace.service.ports()] == ["b.toy"]


def test_where_contracts_are_stated(tmp_path: Path) -> None:
    workspace = workspace_of(Toy([tmp_path]))
    path, other = tmp_path / "a.toy", tmp_path.parent / "b.toy"
    workspace.show(ShownText(path, uris.from_path(path), b'call "GET /x" route "GET /y" f'))
    workspace.show(ShownText(other, uris.from_path(other), b'call "GET /x"'))
    stated = [ContractSpans(path, ((6, 12), (21, 27)), ((29, 30),)), ContractSpans(other, ((6, 12),), ())]
    assert list(workspace.contract_spans()) == stated
    workspace.hide(path)
    assert list(workspace.contract_spans()) == stated[1:]


def test_a_file_keeps_the_client_s_spelling(tmp_path: Path) -> None:
    workspace = workspace_of(Toy([tmp_path]))
    path = tmp_path / "a.toy"
    spelled = uris.from_path(tmp_path) + "/%61.toy"
    workspace.show(ShownText(path, spelled, b""))
    assert workspace.uri(path) == spelled
    assert workspace.name(spelled) == "a.toy"
    workspace.hide(path)
    assert workspace.uri(path) == uris.from_path(path)


def test_who_turns_to_another_document_sees_what_follows_from_edits(tmp_path: Path) -> None:
    sends = "import requests\ndef send(path):\n    return requests.get('http://x/old' + path)\n"
    passes = "from sending import send\ndef give(path):\n    return send(path)\n"
    calls = "from passing import give\ngive('/users')\n"
    for name, text in [("sending.py", sends), ("passing.py", passes), ("calls.py", calls)]:
        (tmp_path / name).write_text(text)
    index = Index([tmp_path], patience=0)
    index.load()
    workspace = workspace_of(index)

    def show(name: str, text: str) -> None:
        workspace.show(ShownText(tmp_path / name, uris.from_path(tmp_path / name), text.encode()))

    show("sending.py", sends.replace("old", "new"))
    assert workspace.alone == tmp_path / "sending.py"
    show("calls.py", calls)
    workspace.begin_answer(uris.from_path(tmp_path / "calls.py"), waits=True)
    assert [port.key for port in index.ports("calls.py")] == ["GET /new/users"]
