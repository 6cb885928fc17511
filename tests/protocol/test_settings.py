"""Settings: from the initialization options, from the client while it runs, and from `seamark.toml`."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from seamark.lsp import uris
from tests.protocol.client import PATIENCE, Client
from tests.protocol.processes import end

READS = {"window": {"workDoneProgress": True}}
ASKED = {**READS, "workspace": {"configuration": True, "didChangeConfiguration": {"dynamicRegistration": True}}}
API = """from fastapi import FastAPI
app = FastAPI()

@app.post("/users")
def users(): ...

@app.get("/posts")
def posts(): ...
"""
TEXT = 'fetch("/users")\nfetch("/posts")\n'


@pytest.fixture
def document(seamark: Client) -> str:
    write(seamark.folder / "a.ts", TEXT)
    return uris.from_path(seamark.folder / "a.ts")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def keys(client: Client) -> list[str]:
    return sorted({port["key"] for port in client.request("seamark/contracts")["ports"]})


def until(client: Client, holds: Callable[[], bool]) -> None:
    """Ask until what was told has been taken up: what the client is asked for comes back in its own time."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if holds():
            return
        time.sleep(0.02)
    raise AssertionError(client.log())


def shown(client: Client) -> list[str]:
    return [m["params"]["message"] for m in client.received if m.get("method") == "window/showMessage"]


def changed(client: Client, path: Path) -> None:
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uris.from_path(path), "type": 2}]})


def published(client: Client, uri: str) -> list[dict[str, Any]] | None:
    found = [m["params"] for m in client.received if m.get("method") == "textDocument/publishDiagnostics"]
    return next((params["diagnostics"] for params in reversed(found) if params["uri"] == uri), None)


def test_in_the_initialization_options(seamark: Client, document: str) -> None:
    seamark.initialize(READS, initializationOptions={"ignore": {"keys": ["/users"]}, "frobnicate": 1})
    assert keys(seamark) == ["GET /posts"]
    assert "`frobnicate` is not a setting" in seamark.log()


def test_a_client_that_can_be_asked_is_asked_and_asked_again(seamark: Client, document: str) -> None:
    seamark.answers["workspace/configuration"] = [{"ignore": {"keys": ["/users"]}}]
    seamark.initialize(ASKED, initializationOptions={"ignore": {"keys": []}})
    until(seamark, lambda: keys(seamark) == ["GET /posts"])
    seamark.answers["workspace/configuration"] = [{"ignore": {"keys": "/posts"}, "files": {"maxsize": 1}}]
    seamark.notify("workspace/didChangeConfiguration", {"settings": None})
    seamark.wait(lambda: len(shown(seamark)) == 2)
    assert shown(seamark) == [
        "Seamark's settings: `ignore.keys`: expected a list, got a text",
        "Seamark's settings: `files.maxsize` is not a setting; did you mean `files.maxSize`?",
    ]
    assert keys(seamark) == ["GET /posts"]
    seamark.answers["workspace/configuration"] = [{"files": {"exclude": ["a.ts"]}}]
    seamark.notify("workspace/didChangeConfiguration", {"settings": None})
    until(seamark, lambda: keys(seamark) == [])
    registered = [
        registration["method"]
        for message in seamark.received
        if message.get("method") == "client/registerCapability"
        for registration in message["params"]["registrations"]
    ]
    assert registered == ["workspace/didChangeConfiguration"]


@pytest.mark.parametrize("section", [True, False])
def test_a_client_that_cannot_be_asked_tells(seamark: Client, document: str, section: bool) -> None:
    seamark.initialize(READS)
    assert keys(seamark) == ["GET /posts", "GET /users"]
    said = {"ignore": {"keys": ["/users"]}}
    seamark.notify("workspace/didChangeConfiguration", {"settings": {"seamark": said} if section else said})
    assert keys(seamark) == ["GET /posts"]
    seamark.notify("workspace/didChangeConfiguration", {"settings": {}})
    assert keys(seamark) == ["GET /posts", "GET /users"]


def test_a_client_that_refuses_to_say_has_the_defaults(seamark: Client, document: str) -> None:
    seamark.refuses.add("workspace/configuration")
    seamark.initialize(ASKED)
    assert keys(seamark) == ["GET /posts", "GET /users"]


def test_of_a_project_and_what_is_wrong_in_it(seamark: Client, document: str) -> None:
    toml = seamark.folder / "seamark.toml"
    write(toml, "[ignore]\nkeys = ['/users']\n")
    seamark.initialize(READS)
    assert keys(seamark) == ["GET /posts"]
    write(toml, "[ignore]\n\nkey = ['/posts']\n")
    changed(seamark, toml)
    seamark.wait(lambda: bool(published(seamark, uris.from_path(toml))))
    (found,) = published(seamark, uris.from_path(toml)) or []
    assert found["message"] == "`ignore.key` is not a setting; did you mean `ignore.keys`?"
    assert found["range"]["start"] == {"line": 2, "character": 0}
    assert keys(seamark) == ["GET /posts", "GET /users"]
    write(toml, "")
    changed(seamark, toml)
    seamark.wait(lambda: published(seamark, uris.from_path(toml)) == [])


def test_what_is_shown_and_what_is_not(seamark: Client, document: str) -> None:
    write(seamark.folder / "api.py", API)
    pulls = {**READS, "textDocument": {"diagnostic": {}}}
    seamark.initialize(pulls)
    seamark.open(seamark.folder / "a.ts")
    params = {"textDocument": {"uri": document}}

    def told(**said: Any) -> tuple[int | None, bool]:
        seamark.notify("workspace/didChangeConfiguration", {"settings": said})
        found = seamark.request("textDocument/diagnostic", params)["items"]
        lenses = seamark.request("textDocument/codeLens", params)
        return next((one["severity"] for one in found if one["code"] == "verb-mismatch"), None), lenses is not None

    assert told() == (2, True)
    assert told(diagnostics={"verb-mismatch": "hint"}, codeLens={"enabled": False}) == (4, False)
    assert told(diagnostics={"verb-mismatch": "off"}) == (None, True)


def test_the_next_engine_knows_them_too(seamark: Client, document: str) -> None:
    seamark.initialize(READS)
    seamark.notify("workspace/didChangeConfiguration", {"settings": {"ignore": {"keys": ["/users"]}}})
    assert keys(seamark) == ["GET /posts"]
    end(seamark.engines()[0])
    seamark.wait_until_read(2)
    assert keys(seamark) == ["GET /posts"]


def test_without_a_word_from_the_client_a_change_on_disk_is_seen(seamark: Client, document: str) -> None:
    seamark.initialize(READS)
    write(seamark.folder / "b.ts", "fetch('/seen')")
    until(seamark, lambda: "GET /seen" in keys(seamark))
