"""From the first message to the last: every request is answered, whatever the client sends, and the server ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from seamark.index.folders.disk import GRAIN
from seamark.index.index import HEAVY
from tests.protocol.client import PATIENCE, SEAMARK, TOY, Client, ResponseError, capabilities_of
from tests.protocol.processes import eventually, lives

STRANGE: list[Any] = [None, [], {"textDocument": 1}, {"event": None}, {"changes": [1]}]
EDITORS = ["visual-studio-code", "neovim", "emacs"]


def refused(client: Client, method: str, params: Any = None, **more: Any) -> int:
    with pytest.raises(ResponseError) as caught:
        client.request(method, params, **more)
    assert "data" not in caught.value.error
    assert isinstance(caught.value.code, int)
    return caught.value.code


def ask_at(uri: str, line: int = 0, character: int = 0) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}


@pytest.mark.parametrize("editor", EDITORS)
def test_a_session_of_each_editor(toy: Client, editor: str) -> None:
    (toy.folder / "a.toy").write_text('route "GET /x" f')
    answer = toy.initialize(capabilities_of(editor))
    assert answer["serverInfo"]["name"] == "seamark"
    assert answer["capabilities"]["positionEncoding"] == "utf-16"
    assert answer["capabilities"]["textDocumentSync"] == {"openClose": True, "change": 2, "save": True}
    uri = toy.open(toy.folder / "a.toy")
    assert "GET /x" in toy.at("hover", uri, 0, 8)["contents"]["value"]
    assert toy.end() == 0


@pytest.mark.parametrize("offered", [["utf-8"], ["utf-32"], ["utf-8", "utf-16"], ["utf-7"], None])
def test_positions_in_each_encoding(toy: Client, offered: list[str] | None) -> None:
    text = 'é😀 call "GET /é😀"\né😀 route "GET /é😀" f'
    (toy.folder / "a.toy").write_text(text)
    general = {"positionEncodings": offered}
    answer = toy.initialize({"general": general, "window": {"workDoneProgress": True}})
    encoding = answer["capabilities"]["positionEncoding"]
    assert encoding == (offered[0] if offered in (["utf-8"], ["utf-32"]) else "utf-16")

    def width(part: str) -> int:
        return (
            len(part.encode(encoding.replace("-", "_") + ("" if encoding == "utf-8" else "_le")))
            // ({"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding])
        )

    uri = toy.open(toy.folder / "a.toy")
    call = width('é😀 call "')
    [found] = toy.at("definition", uri, 0, call + width("GET /é😀"))
    start = width('é😀 route "GET /é😀" ')
    assert found["range"] == {"start": {"line": 1, "character": start}, "end": {"line": 1, "character": start + 1}}
    assert toy.at("hover", uri, 0, call)["range"] == {
        "start": {"line": 0, "character": call},
        "end": {"line": 0, "character": call + width("GET /é😀")},
    }


def test_requests_before_initialize_are_refused(toy: Client) -> None:
    assert refused(toy, "textDocument/hover", ask_at("file:///a")) == -32002
    assert refused(toy, "shutdown") == -32002
    toy.notify("textDocument/didOpen", {"nonsense": 1})
    toy.initialize()


def test_initialize_comes_once(toy: Client) -> None:
    toy.initialize()
    assert refused(toy, "initialize", {"capabilities": {}}) == -32600
    assert toy.end() == 0


def test_requests_after_shutdown_are_refused(toy: Client) -> None:
    toy.initialize()
    assert toy.request("shutdown") is None
    assert refused(toy, "textDocument/hover", ask_at("file:///a")) == -32600
    assert refused(toy, "shutdown") == -32600
    toy.notify(
        "textDocument/didOpen", {"textDocument": {"uri": "file:///a", "languageId": "", "version": 1, "text": ""}}
    )
    toy.notify("exit")
    assert toy.process.wait(PATIENCE) == 0


def test_exit_without_shutdown_is_a_failure(toy: Client) -> None:
    toy.initialize()
    toy.notify("exit")
    assert toy.process.wait(PATIENCE) == 1


def test_exit_before_initialize(toy: Client) -> None:
    toy.notify("exit")
    assert toy.process.wait(PATIENCE) == 1


def test_the_server_ends_when_its_input_does(toy: Client) -> None:
    toy.initialize()
    assert toy.process.stdin is not None
    toy.process.stdin.close()
    assert toy.process.wait(PATIENCE) == 1


def test_the_server_ends_while_it_reads_the_workspace(toy: Client) -> None:
    (toy.folder / "hold").touch()
    toy.initialize(wait=False)
    assert toy.end() == 0


def test_the_server_ends_with_the_client_s_process(tmp_path: Path) -> None:
    other = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        with Client(TOY, tmp_path) as client:
            client.initialize(processId=other.pid)
            client.wait(lambda: True)
            other.communicate(b"\n", PATIENCE)
            assert client.process.wait(PATIENCE) == 1
    finally:
        other.kill()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_the_server_ends_when_it_is_interrupted(toy: Client) -> None:
    toy.initialize()
    toy.process.send_signal(signal.SIGINT)
    assert toy.process.wait(PATIENCE) == -signal.SIGINT


def test_a_client_s_process_that_cannot_be_seen_does_not_matter(toy: Client) -> None:
    """As in a container with the editor outside."""
    toy.initialize(processId=2**22 + 1)
    assert toy.end() == 0


def test_unknown_methods(toy: Client) -> None:
    toy.initialize()
    assert refused(toy, "textDocument/nonsense", {"a": [1, {"jsonrpc": "2.0"}]}) == -32601
    assert refused(toy, "textDocument/moniker", ask_at("file:///a")) == -32601
    assert refused(toy, "$/nonsense") == -32601
    toy.notify("textDocument/nonsense", {"type_name": 1})
    toy.notify("$/setTrace", {"value": "compact"})
    toy.notify("notebookDocument/didOpen", {})
    assert toy.end() == 0


def test_parameters_that_cannot_be_read(toy: Client) -> None:
    toy.initialize(folders=[])
    document = {"uri": "file:///a"}
    unreadable: list[Any] = [
        None,
        {},
        [],
        7,
        {"textDocument": None, "position": {"line": 0, "character": 0}},
        {"textDocument": document},
        {"textDocument": document, "position": {"line": "0", "character": 0}},
        {"textDocument": document, "position": {"line": -1, "character": 0}},
        {"textDocument": document, "position": {"line": 0.5, "character": 0}},
        {"textDocument": document, "position": []},
    ]
    for feature in ("definition", "hover", "references"):
        for params in unreadable:
            assert refused(toy, f"textDocument/{feature}", params) == -32602, (feature, params)
    assert toy.end() == 0


def test_initialize_with_parameters_that_cannot_be_read(toy: Client) -> None:
    unreadable: list[Any] = [None, [], "x", 1]
    for params in unreadable:
        assert refused(toy, "initialize", params) == -32602
    toy.initialize()


@pytest.mark.parametrize(
    "capabilities",
    [
        {},
        None,
        {"general": {"positionEncodings": ["utf-5", 7]}, "window": 3},
        {"textDocument": {"completion": {"completionItemKind": {"valueSet": [1, 99]}}}},
        {"textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["odd"]}}}}},
        {"textDocument": {"semanticTokens": {"formats": ["absolute"]}, "hover": {"contentFormat": ["asciidoc"]}}},
        {
            "workspace": {
                "symbol": {"symbolKind": {"valueSet": [0, -1, "x"]}},
                "workspaceEdit": {"failureHandling": "?"},
            }
        },
    ],
)
def test_initialize_with_capabilities_that_nobody_knows(toy: Client, capabilities: Any) -> None:
    params = {"processId": "me", "rootUri": None, "capabilities": capabilities, "trace": "compact", "locale": 5}
    assert toy.request("initialize", params)["capabilities"]["hoverProvider"] is True
    toy.notify("initialized")
    assert toy.end() == 0


def test_enum_values_that_nobody_knows(toy: Client) -> None:
    (toy.folder / "a.toy").write_text("")
    toy.initialize()
    (toy.folder / "a.toy").write_text('route "GET /x" f')
    uri = (toy.folder / "a.toy").as_uri()
    toy.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 99}]})
    assert toy.at("references", uri, 0, 8, context={"includeDeclaration": True}) != []


def test_messages_that_are_none(toy: Client) -> None:
    toy.initialize()
    parse_error, invalid_request = -32700, -32600
    for body, code in [
        (b"{", parse_error),
        (b"\xff", parse_error),
        (b"[" * 100_000, parse_error),
        (b"1", invalid_request),
        (b"[]", invalid_request),
        (b"{}", invalid_request),
        (b'{"jsonrpc": "1.0", "id": 1, "method": "shutdown"}', invalid_request),
        (b'{"jsonrpc": "2.0", "id": {}, "method": "shutdown"}', invalid_request),
        (b'{"jsonrpc": "2.0", "id": null, "method": "shutdown"}', invalid_request),
        (b'{"jsonrpc": "2.0", "method": 7}', invalid_request),
    ]:
        toy.send_body(body)
        with pytest.raises(ResponseError) as caught:
            toy.answer(None)
        assert caught.value.code == code, body
    assert toy.end() == 0


def test_answers_that_nobody_waits_for(toy: Client) -> None:
    toy.initialize()
    toy.send({"id": "nobody", "result": None})
    toy.send({"id": "nobody", "error": {"code": 1, "message": "x"}})
    toy.send({"id": "nobody", "error": "odd"})
    toy.send({"id": [], "result": 1})
    toy.notify("$/cancelRequest", {"id": 12345})
    assert toy.end() == 0


def test_text_identifiers(toy: Client) -> None:
    toy.initialize()
    toy.send({"id": "a", "method": "textDocument/hover", "params": ask_at("file:///a")})
    assert toy.answer("a") is None


def test_notifications_that_cannot_be_read_are_survived(toy: Client) -> None:
    toy.initialize()
    for method in (
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
        "textDocument/didSave",
        "workspace/didChangeWatchedFiles",
        "workspace/didChangeWorkspaceFolders",
        "initialized",
        "$/cancelRequest",
    ):
        for params in STRANGE:
            toy.notify(method, params)
    toy.notify("textDocument/didClose", {"textDocument": {"uri": "file:///never/opened"}})
    change = {"textDocument": {"uri": "file:///never/opened", "version": 1}, "contentChanges": [{"text": "x"}]}
    toy.notify("textDocument/didChange", change)
    assert toy.request("textDocument/hover", ask_at("file:///never/opened")) is None
    assert toy.end() == 0


def test_what_fails_is_null_and_told_to_the_log_only(toy: Client) -> None:
    (toy.folder / "a.toy").write_text('call "GET /secret boom"')
    toy.initialize()
    uri = toy.open(toy.folder / "a.toy")
    assert toy.at("definition", uri, 0, 8) is None
    assert toy.at("hover", uri, 0, 8) is None
    assert toy.at("references", uri, 0, 8, context={"includeDeclaration": True}) == []
    assert toy.end() == 0
    assert "\nRuntimeError\n" in toy.log() and "GET /secret" not in toy.log()
    assert not any("showMessage" in message.get("method", "") for message in toy.received)


def test_a_workspace_that_cannot_be_read_is_served_all_the_same(toy: Client) -> None:
    (toy.folder / "broken").touch()
    toy.initialize()
    uri = toy.open(toy.folder / "a.toy", 'call "GET /x"')
    assert "GET /x" in toy.at("hover", uri, 0, 8)["contents"]["value"]
    assert "could not be read to the end" in toy.log()


def test_the_log_says_nothing_of_the_sources(toy: Client) -> None:
    toy.initialize()
    uri = toy.open(toy.folder / "a.toy", 'call "GET /secret"')
    toy.at("hover", uri, 0, 8)
    toy.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "text": "GET /secret"}})
    assert refused(toy, "textDocument/hover", {"secret": "GET /secret"}) == -32602
    toy.change(uri, {"range": "GET /secret", "text": "GET /secret"})
    assert toy.end() == 0
    assert "secret" not in toy.log()


def test_after_much_was_read_another_engine_goes_on(seamark: Client) -> None:
    for number in range(HEAVY):
        (seamark.folder / f"a{number}.py").write_text(f"x = {number}\n")
    (seamark.folder / "api.py").write_text(
        "import flask\napp = flask.Flask(__name__)\n@app.get('/x')\ndef read(): ...\n"
    )
    time.sleep(GRAIN / 1e9)  # What was written just now is looked at again.
    seamark.initialize()
    uri = seamark.open(seamark.folder / "call.py", "import requests\nrequests.get('/x')\n")
    first, second = "GET /x", "GET /y"
    assert first in seamark.at("hover", uri, 1, 15)["contents"]["value"]
    (heavy,) = seamark.engines()
    eventually(lambda: len(seamark.engines()) > 1)
    while lives(heavy):  # Whoever answers, nobody waits for long, and what is shown counts.
        seamark.change(uri, {"text": "import requests\nrequests.get('/y')\n"})
        assert second in seamark.at("hover", uri, 1, 15)["contents"]["value"]
        seamark.change(uri, {"text": "import requests\nrequests.get('/x')\n"})
        assert first in seamark.at("hover", uri, 1, 15)["contents"]["value"]
    assert seamark.at("definition", uri, 1, 15)[0]["uri"].endswith("/api.py")
    assert len(seamark.engines()) == 2
    assert seamark.begun() == 1, "nobody is shown that anything is read again"
    assert seamark.end() == 0
    assert "died" not in seamark.log()


def test_an_engine_that_relieves_another_is_prepared_before_it_does(toy: Client) -> None:
    (toy.folder / "heavy").touch()
    (toy.folder / "a.toy").write_text('call "GET /x"')
    toy.initialize()
    (heavy,) = toy.engines()
    eventually(lambda: not lives(heavy))
    (other,) = (engine for engine in toy.engines() if engine != heavy)
    assert (toy.folder / f"prepared {other}").exists()


def test_the_log_says_how_long_reading_took_from_the_cache_as_well(tmp_path: Path) -> None:
    for name in ("a.ts", "b.ts"):
        (tmp_path / name).write_text(f"fetch('/{name}');\n")
    for _ in range(2):
        with Client(SEAMARK, tmp_path) as client:
            client.initialize()
            eventually(partial(_says_what_was_read, client))
            client.end()


def _says_what_was_read(client: Client) -> bool:
    return "Read the workspace: 2 files, 2 contracts, in " in client.log()
