"""Documents that are no part of the workspace are answered for by themselves, and are in nobody else's answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.protocol.client import Client

ROUTES = """\
from fastapi import FastAPI

app = FastAPI()


@app.get("/users")
def users(): ...
"""
CALL = 'import requests\n\nrequests.get("http://api/users")\n'
BOTH = ROUTES + CALL
AT_ROUTE, AT_CALL = (5, 12), (9, 27)


def uris_of(found: list[dict[str, Any]] | None) -> list[str]:
    return [one["uri"] for one in found or []]


def is_alone(client: Client, uri: str) -> None:
    """Within a document that has `BOTH`, everything is found, and nothing elsewhere."""
    assert uris_of(client.at("definition", uri, *AT_CALL)) == [uri]
    assert uris_of(client.at("references", uri, *AT_ROUTE, context={"includeDeclaration": False})) == [uri]
    said = client.at("hover", uri, *AT_CALL)["contents"]["value"]
    assert "GET /users" in said and "not part of the workspace" in said
    symbols = client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert [one["name"] for one in symbols] == ["GET /users", "GET /users"]
    [route, call] = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    assert client.request("codeLens/resolve", route)["command"]["title"] == "1 consumer"
    assert uris_of(client.request("seamark/places", {"data": call["data"]})) == [uri]
    assert client.at("hover", uri, 0, 0) is None


def others(client: Client) -> set[str]:
    """The documents of the contracts that the workspace as a whole has."""
    everywhere = uris_of([one["location"] for one in client.request("workspace/symbol", {"query": ""})])
    stated = [port["stated"] for port in client.request("seamark/contracts", {})["ports"]]
    assert {*everywhere} == {*uris_of(stated)}
    return {*everywhere}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "work"
    place.mkdir()
    (place / "routes.py").write_text(ROUTES)
    return place


def test_a_file_outside_of_all_folders(seamark: Client, folder: Path) -> None:
    outside = folder.parent / "elsewhere" / "a.py"
    outside.parent.mkdir()
    (outside.parent / "b.py").write_text(CALL)
    outside.write_text(CALL)
    seamark.initialize(folders=[folder])
    uri = seamark.open(outside, BOTH)
    is_alone(seamark, uri)
    inside = seamark.open(folder / "routes.py")
    assert others(seamark) == {inside}
    assert seamark.at("references", inside, *AT_ROUTE, context={"includeDeclaration": False}) == []
    seamark.change(uri, {"text": "\n" + BOTH})
    assert seamark.at("hover", uri, *AT_ROUTE) is None
    assert uris_of(seamark.at("definition", uri, AT_CALL[0] + 1, AT_CALL[1])) == [uri]
    seamark.close(uri)
    assert seamark.at("hover", uri, *AT_ROUTE) is None


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "untitled:/work/new.py", "git:/work/routes.py?HEAD"])
def test_what_is_no_file(seamark: Client, folder: Path, uri: str) -> None:
    seamark.initialize(folders=[folder])
    seamark.notify("textDocument/didOpen", {"textDocument": document(uri)})
    is_alone(seamark, uri)
    assert others(seamark) == {(folder / "routes.py").as_uri()}


def document(uri: str) -> dict[str, Any]:
    return {"uri": uri, "languageId": "python", "version": 1, "text": BOTH}


def test_a_client_without_folders(seamark: Client) -> None:
    seamark.initialize(folders=[])
    for number in (1, 2):
        seamark.notify("textDocument/didOpen", {"textDocument": document(f"untitled:Untitled-{number}")})
    seamark.wait_until_read()
    for number in (1, 2):
        is_alone(seamark, f"untitled:Untitled-{number}")
    assert others(seamark) == set()
    assert seamark.request("workspace/executeCommand", {"command": "seamark.showGraph"})["nodes"] == []
    assert seamark.end() == 0


@pytest.mark.parametrize("how", [".gitignore", ".seamarkignore", "node_modules"])
def test_a_file_that_is_left_out(seamark: Client, folder: Path, how: str) -> None:
    left_out = folder / ("node_modules" if how == "node_modules" else "generated") / "a.py"
    left_out.parent.mkdir()
    left_out.write_text(BOTH)
    if how != "node_modules":
        (folder / how).write_text("generated/\n")
    seamark.initialize(folders=[folder])
    uri = seamark.open(left_out)
    is_alone(seamark, uri)
    assert others(seamark) == {(folder / "routes.py").as_uri()}


def test_a_file_that_is_left_out_no_longer_and_again(seamark: Client, folder: Path) -> None:
    (folder / "a.py").write_text("")
    rules = folder / ".gitignore"
    seamark.initialize(folders=[folder])
    uri, routes = seamark.open(folder / "a.py", BOTH), (folder / "routes.py").as_uri()
    for ignored in (False, True, False):
        rules.write_text("a.py\n" if ignored else "")
        seamark.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": rules.as_uri(), "type": 2}]})
        assert (others(seamark) == {routes}) is ignored
        assert uris_of(seamark.at("definition", uri, *AT_CALL)) == ([uri] if ignored else [uri, routes])
        assert ("not part of the workspace" in seamark.at("hover", uri, *AT_CALL)["contents"]["value"]) is ignored


def test_a_file_that_is_not_saved_yet_is_part_of_its_folder(seamark: Client, folder: Path) -> None:
    seamark.initialize(folders=[folder])
    uri = seamark.open(folder / "new.py", CALL)
    assert uris_of(seamark.at("definition", uri, 2, 27)) == [(folder / "routes.py").as_uri()]


def test_settings_are_those_of_the_workspace(seamark: Client, folder: Path) -> None:
    (folder / "seamark.toml").write_text('[ignore]\nkeys = ["GET /users"]\n')
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / "a.py").write_text(BOTH)
    seamark.initialize(folders=[folder])
    uri = seamark.open(folder / "node_modules" / "a.py")
    outside = seamark.open(folder.parent / "b.py", BOTH)
    assert seamark.at("hover", uri, *AT_CALL) is None
    assert seamark.at("hover", outside, *AT_CALL) is not None
    seamark.notify("workspace/didChangeConfiguration", {"settings": {"ignore": {"keys": ["GET /users"]}}})
    assert seamark.at("hover", outside, *AT_CALL) is None


def test_a_folder_within_another_one_that_comes_and_goes(seamark: Client, folder: Path) -> None:
    inner = folder / "inner"
    inner.mkdir()
    (folder / ".gitignore").write_text("inner/\n")
    (inner / "routes.py").write_text(ROUTES)
    both = {(folder / "routes.py").as_uri(), (inner / "routes.py").as_uri()}
    seamark.initialize(folders=[folder])
    assert others(seamark) == both - {(inner / "routes.py").as_uri()}
    change = "workspace/didChangeWorkspaceFolders"
    named = {"uri": inner.as_uri(), "name": "inner"}
    seamark.notify(change, {"event": {"added": [named], "removed": []}})
    seamark.wait_until_read(2)
    assert others(seamark) == both
    seamark.notify(change, {"event": {"added": [], "removed": [{"uri": folder.as_uri(), "name": "work"}]}})
    seamark.wait_until_read(3)
    assert others(seamark) == {(inner / "routes.py").as_uri()}
