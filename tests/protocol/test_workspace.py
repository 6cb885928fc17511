"""Documents, folders and files that change: an answer sees all that its client said before."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from seamark.lsp import uris
from seamark.lsp.front.engine_supervisor import PATIENCE
from tests.protocol.client import Client, ResponseError
from tests.protocol.processes import eventually, lives

READS = {"window": {"workDoneProgress": True}}
ROUTE = 'route "GET /x" f\n'
CALL = 'call "GET /x"\n'


def write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return uris.from_path(path)


def asked(client: Client, method: str) -> Any:
    """Wait for a request of the server's; its parameters."""
    client.wait(lambda: any(message.get("method") == method for message in client.received))
    return next(message["params"] for message in client.received if message.get("method") == method)


def definition(client: Client, uri: str, character: int = 8) -> list[str] | None:
    found: list[dict[str, Any]] | None = client.at("definition", uri, 0, character)
    return None if found is None else [location["uri"] for location in found]


def test_while_the_workspace_is_read_the_answer_is_nothing(toy: Client) -> None:
    route = write(toy.folder / "a.toy", ROUTE)
    write(toy.folder / "hold", "")
    toy.initialize(wait=False)
    uri = toy.open(toy.folder / "b.toy", "")
    toy.wait(lambda: any(value.get("message") == "1/2 files" for value in toy.progress()))
    before = time.monotonic()
    assert toy.at("definition", uri, 0, 8) is None
    assert toy.at("hover", uri, 0, 8) is None
    assert toy.at("references", uri, 0, 8, context={"includeDeclaration": True}) == []
    assert time.monotonic() - before < PATIENCE, "somebody waits for the workspace"
    for end in range(len(CALL)):
        toy.change(uri, {"text": CALL[: end + 1]})
    (toy.folder / "hold").unlink()
    toy.wait_until_read()
    assert definition(toy, uri) == [route]


def test_what_is_known_is_told_while_the_workspace_is_read(toy: Client) -> None:
    write(toy.folder / "hold", "")
    toy.initialize(wait=False)
    uri = toy.open(toy.folder / "a.toy", CALL)
    while toy.at("hover", uri, 0, 8) is None:
        pass
    assert toy.at("hover", uri, 0, 0) is None
    toy.change(uri, {"text": " " * 20 + CALL})
    assert toy.at("hover", uri, 0, 28)["contents"]["value"].startswith("GET /x ")
    assert not any(value["kind"] == "end" for value in toy.progress())


def test_while_many_changed_files_are_read_answers_come_from_before(toy: Client) -> None:
    call, old = write(toy.folder / "b.toy", CALL), write(toy.folder / "old.toy", ROUTE)
    toy.initialize()
    new = write(toy.folder / "a.toy", ROUTE)
    write(toy.folder / "hold", "")
    toy.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": new, "type": 1}]})
    assert definition(toy, call) == [old]
    toy.wait(lambda: toy.progress()[-1].get("message") == "1/2 files")
    (toy.folder / "hold").unlink()
    toy.wait_until_read(2)
    assert definition(toy, call) == [new, old]


def test_progress_is_shown(toy: Client) -> None:
    write(toy.folder / "hold", "")
    toy.initialize(wait=False)
    toy.wait(lambda: len(toy.progress()) >= 2)
    (toy.folder / "hold").unlink()
    toy.wait_until_read()
    kinds = [(value["kind"], value.get("percentage")) for value in toy.progress()]
    assert kinds == [("begin", 0), ("report", 50), ("end", None)]


@pytest.mark.parametrize("goes_on", ["asked", "reindex"])
def test_reading_is_stopped_and_goes_on(toy: Client, goes_on: str) -> None:
    write(toy.folder / "hold", "")
    route = write(toy.folder / "a.toy", ROUTE)
    if goes_on == "asked":
        toy.answers["window/showMessageRequest"] = {"title": "Go on"}
    toy.initialize(wait=False)
    toy.wait(lambda: len(toy.progress()) >= 2)
    [token] = {m["params"]["token"] for m in toy.received if m.get("method") == "$/progress"}
    assert toy.progress()[0]["cancellable"] is True
    toy.notify("window/workDoneProgress/cancel", {"token": "another"})
    toy.notify("window/workDoneProgress/cancel", {"token": token})
    uri = toy.open(toy.folder / "b.toy", CALL)
    assert "Seamark stopped at 1 of 2 files" in asked(toy, "window/showMessageRequest")["message"]
    assert [value["message"] for value in toy.progress() if value["kind"] == "end"] == ["1/2 files"]
    if goes_on == "reindex":
        (toy.folder / "hold").unlink()
        assert "Reading stopped at 1 of 2 files" in toy.at("hover", uri, 0, 8)["contents"]["value"]
        toy.change(uri, {"text": " " + CALL})
        assert definition(toy, uri, 9) is None
        toy.request("workspace/executeCommand", {"command": "seamark.reindex"})
    else:
        toy.wait(lambda: toy.progress()[-1].get("message") == "1/2 files" and len(toy.progress()) > 3)
        (toy.folder / "hold").unlink()
        toy.change(uri, {"text": " " + CALL})
    toy.wait_until_read(2)
    assert definition(toy, uri, 9) == [route]


def test_reading_that_is_over_cannot_be_stopped(toy: Client) -> None:
    toy.initialize()
    [token] = {m["params"]["token"] for m in toy.received if m.get("method") == "$/progress"}
    toy.notify("window/workDoneProgress/cancel", {"token": token})
    uri = toy.open(toy.folder / "b.toy", CALL)
    assert "stopped" not in toy.at("hover", uri, 0, 8)["contents"]["value"]
    assert toy.end() == 0
    assert not any(message.get("method") == "window/showMessageRequest" for message in toy.received)


def test_progress_is_not_shown_to_who_cannot_show_it(toy: Client) -> None:
    write(toy.folder / "a.toy", ROUTE)
    toy.initialize({}, wait=False)
    uri = toy.open(toy.folder / "a.toy")
    while toy.at("hover", uri, 0, 8) is None:
        pass
    assert toy.end() == 0
    assert [message["method"] for message in toy.received if "method" in message] == []


def test_each_answer_sees_the_changes_before_it_and_none_after(toy: Client) -> None:
    toy.initialize()
    uri = toy.open(toy.folder / "a.toy", "")
    asked = []
    for number in range(200):
        toy.change(uri, {"text": f'call "GET /{number}"\n'})
        asked.append(
            toy.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 8}})
        )
    for number, request in enumerate(asked):
        assert toy.answer(request)["contents"]["value"].startswith(f"GET /{number} ")


def test_nothing_where_nothing_is_stated_also_after_edits(toy: Client) -> None:
    toy.initialize()
    uri = toy.open(toy.folder / "a.toy", CALL + ROUTE)
    for _ in range(2):
        assert definition(toy, uri, 0) is None
        assert definition(toy, uri, 8) == [uri]
    toy.change(uri, {"text": "12345678" + CALL + ROUTE})
    assert definition(toy, uri, 8) is None
    assert definition(toy, uri, 16) == [uri]
    other = toy.open(toy.folder / "b.toy", "")
    assert definition(toy, other, 0) is None
    toy.change(uri, {"text": CALL})
    assert definition(toy, uri, 8) is None
    toy.change(other, {"text": ROUTE})
    assert definition(toy, uri, 8) == [other]


def test_incremental_changes_with_strange_line_ends(toy: Client) -> None:
    toy.initialize()
    uri = toy.open(toy.folder / "a.toy", '// a\u2028b\x0cc\x85\r"\r\n' + ROUTE)
    start = {"line": 2, "character": len('route "')}
    end = {"line": 2, "character": len('route "GET /x')}
    toy.change(uri, {"range": {"start": start, "end": end}, "text": "GET /y"})
    found = toy.at("hover", uri, 2, 8)
    assert "GET /y" in found["contents"]["value"]
    assert found["range"] == {"start": start, "end": end}


def test_a_position_beyond_the_text_is_its_end(toy: Client) -> None:
    toy.initialize()
    uri = toy.open(toy.folder / "a.toy", 'call "GET /x')
    toy.change(
        uri, {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 2**32, "character": 2**32}}, "text": CALL}
    )
    assert "GET /x" in toy.at("hover", uri, 0, 8)["contents"]["value"]
    assert toy.at("hover", uri, 2**32, 2**32) is None
    assert toy.at("hover", uri, 0, 10**15) is None


@pytest.mark.parametrize("version", [None, "absent", "7", -1, 0, 1.5, 2**40, True, [1]])
def test_a_text_counts_whatever_its_version(toy: Client, version: Any) -> None:
    toy.initialize()
    uri = uris.from_path(toy.folder / "a.toy")
    said = {} if version == "absent" else {"version": version}
    item = {"uri": uri, "languageId": "toy", "text": CALL, **said}
    toy.notify("textDocument/didOpen", {"textDocument": item})
    assert "GET /x" in toy.at("hover", uri, 0, 8)["contents"]["value"]
    change = {"textDocument": {"uri": uri, **said}, "contentChanges": [{"text": 'call "GET /y"'}]}
    toy.notify("textDocument/didChange", change)
    assert "GET /y" in toy.at("hover", uri, 0, 8)["contents"]["value"]


def test_ranges_that_are_none_or_strange(toy: Client) -> None:
    toy.initialize()
    uri = toy.open(toy.folder / "a.toy", CALL)

    def place(line: Any, character: Any) -> dict[str, Any]:
        return {"line": line, "character": character}

    def change(start: Any, end: Any, text: str) -> str:
        toy.change(uri, {"range": {"start": start, "end": end}, "text": text})
        return str(toy.at("hover", uri, 0, 8)["contents"]["value"]).split(" · ")[0]

    unreadable: list[Any] = [None, {}, place(-1, 0), place("0", 0), place(0, None), place(0.5, 0)]
    for start in unreadable:
        assert change(start, place(0, 12), "GET /no") == "GET /x"
    assert change(place(0, 12), place(0, 6), "GET /y") == "GET /y"
    assert change(place(9, 3), place(7, 1), ROUTE) == "GET /y"
    assert definition(toy, uri) is None
    assert change(place(0, 0), place(2**40, 2**40), CALL) == "GET /x"
    refused: list[Any] = [{"start": place(0, 0)}, {"start": place(-1, 0), "end": place(0, 0)}, None]
    for strange in refused:
        with pytest.raises(ResponseError) as caught:
            toy.request("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": strange})
        assert caught.value.code == -32602
    backwards = {"start": place(0, 20), "end": place(0, 0)}
    assert not toy.request("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": backwards})
    assert toy.end() == 0


def test_a_closed_document_is_what_the_disk_says(toy: Client) -> None:
    route, call = write(toy.folder / "a.toy", ROUTE), write(toy.folder / "b.toy", CALL)
    toy.initialize()
    toy.open(toy.folder / "b.toy")
    toy.open(toy.folder / "a.toy", "")
    assert definition(toy, call) is None
    toy.close(route)
    assert definition(toy, call) == [route]


def test_a_document_opened_twice_is_the_second(toy: Client) -> None:
    toy.initialize()
    uri = toy.open(toy.folder / "a.toy", CALL)
    toy.open(toy.folder / "a.toy", ROUTE)
    assert "provider" in toy.at("hover", uri, 0, 8)["contents"]["value"]


def test_a_file_that_is_not_open_has_answers_too(toy: Client) -> None:
    route, call = write(toy.folder / "a.toy", ROUTE), write(toy.folder / "b.toy", CALL)
    toy.initialize()
    assert definition(toy, call) == [route]
    assert definition(toy, uris.from_path(toy.folder / "none.toy")) is None


def test_the_client_s_spelling_of_a_uri_comes_back(toy: Client) -> None:
    write(toy.folder / "a.toy", ROUTE)
    call = write(toy.folder / "b.toy", CALL)
    toy.initialize()
    spelled = uris.from_path(toy.folder / "a.toy").replace("a.toy", "%61%2Etoy")
    toy.open(toy.folder / "a.toy", uri=spelled)
    assert definition(toy, call) == [spelled]


def test_documents_that_are_no_files(toy: Client) -> None:
    write(toy.folder / "b.toy", ROUTE)
    toy.initialize()
    for uri in ("untitled:Untitled-1", "git:/a.toy?x", "file://elsewhere/a.toy", "odd", "file:///%00"):
        toy.open(toy.folder / "a.toy", CALL, uri)
        assert definition(toy, uri) is None
        toy.change(uri, {"text": CALL + ROUTE})
        assert definition(toy, uri) == [uri]
        toy.close(uri)
        assert toy.at("hover", uri, 0, 8) is None
    assert toy.end() == 0


def test_files_are_watched_where_the_client_can(toy: Client) -> None:
    dynamic = {"didChangeWatchedFiles": {"dynamicRegistration": True}}
    toy.initialize({**READS, "workspace": dynamic})
    toy.wait(lambda: any(message.get("method") == "client/registerCapability" for message in toy.received))
    [params] = [m["params"] for m in toy.received if m.get("method") == "client/registerCapability"]
    assert params["registrations"][0]["method"] == "workspace/didChangeWatchedFiles"


def test_a_client_that_refuses_to_watch_is_served(toy: Client) -> None:
    dynamic = {"didChangeWatchedFiles": {"dynamicRegistration": True}}
    toy.refuses.add("client/registerCapability")
    toy.refuses.add("window/workDoneProgress/create")
    write(toy.folder / "a.toy", ROUTE)
    toy.initialize({**READS, "workspace": dynamic}, wait=False)
    uri = toy.open(toy.folder / "a.toy")
    while toy.at("hover", uri, 0, 8) is None:
        pass
    assert toy.end() == 0
    assert toy.progress() == []


@pytest.mark.parametrize("how", ["didChangeWatchedFiles", "didSave"])
def test_changes_on_disk(toy: Client, how: str) -> None:
    call = write(toy.folder / "b.toy", CALL)
    toy.initialize()
    assert definition(toy, call) is None
    route = write(toy.folder / "a.toy", ROUTE)

    def tell() -> None:
        if how == "didSave":
            toy.notify("textDocument/didSave", {"textDocument": {"uri": route}})
        else:
            toy.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": route, "type": 1}]})

    tell()
    assert definition(toy, call) == [route]
    (toy.folder / "a.toy").unlink()
    tell()
    assert definition(toy, call) is None


def test_a_folder_that_vanishes(toy: Client) -> None:
    call = write(toy.folder / "b.toy", CALL)
    route = write(toy.folder / "api" / "a.toy", ROUTE)
    toy.initialize()
    assert definition(toy, call) == [route]
    (toy.folder / "api" / "a.toy").unlink()
    (toy.folder / "api").rmdir()
    changed = [{"uri": uris.from_path(toy.folder / "api"), "type": 3}, {"uri": "odd:x", "type": 3}]
    toy.notify("workspace/didChangeWatchedFiles", {"changes": changed})
    assert definition(toy, call) is None


def test_several_folders_that_come_and_go(toy: Client) -> None:
    route, call = write(toy.folder / "api" / "a.toy", ROUTE), write(toy.folder / "web" / "b.toy", CALL)
    api, web = ({"uri": uris.from_path(toy.folder / name), "name": name} for name in ("api", "web"))
    toy.initialize(folders=[toy.folder / "web"])
    toy.open(toy.folder / "web" / "b.toy")
    assert definition(toy, call) is None
    toy.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [api], "removed": []}})
    toy.wait_until_read(2)
    assert definition(toy, call) == [route]
    toy.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [api]}})
    toy.wait_until_read(3)
    assert definition(toy, call) is None
    toy.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [api], "removed": [web]}})
    toy.wait_until_read(4)
    assert toy.at("hover", route, 0, 8) is not None
    assert "not part of the workspace" in toy.at("hover", call, 0, 8)["contents"]["value"]


def test_while_other_folders_are_read_answers_come_from_before(toy: Client) -> None:
    old, call = write(toy.folder / "web" / "a.toy", ROUTE), write(toy.folder / "web" / "b.toy", CALL)
    new = write(toy.folder / "api" / "a.toy", ROUTE)
    write(toy.folder / "api" / "hold", "")
    api = {"uri": uris.from_path(toy.folder / "api"), "name": "api"}
    toy.initialize(folders=[toy.folder / "web"])
    toy.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [api], "removed": []}})
    toy.open(toy.folder / "web" / "b.toy")
    toy.wait(lambda: toy.progress()[-1].get("message") == "1/2 files")
    assert definition(toy, call) == [old]
    toy.change(call, {"text": " " + CALL})
    assert definition(toy, call, 9) == [old]
    assert definition(toy, call, 0) is None
    (toy.folder / "api" / "hold").unlink()
    toy.wait_until_read(2)
    assert definition(toy, call, 9) == [new, old]
    assert definition(toy, call, 0) is None
    assert toy.end() == 0


def test_what_was_asked_of_folders_that_are_no_longer_those_is_answered(toy: Client) -> None:
    slow = write(toy.folder / "api" / "a.toy", 'call "GET /slow"')
    route = write(toy.folder / "web" / "b.toy", 'route "GET /x" f')
    api, web = ({"uri": uris.from_path(toy.folder / name), "name": name} for name in ("api", "web"))
    toy.initialize(folders=[toy.folder / "api"])
    at = {"textDocument": {"uri": slow}, "position": {"line": 0, "character": 8}}
    asked = [toy.ask("textDocument/hover", at) for _ in range(3)]
    toy.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [web], "removed": [api]}})
    toy.wait_until_read(2)
    for request in asked:
        assert "GET /slow" in toy.answer(request)["contents"]["value"]
    assert toy.at("hover", slow, 0, 8) is None
    assert toy.at("hover", route, 0, 8) is not None
    former, now = reversed(toy.engines())
    eventually(lambda: not lives(former))
    assert lives(now)
    assert toy.end() == 0


def test_the_last_folder_goes_and_another_comes(toy: Client) -> None:
    route = write(toy.folder / "api" / "a.toy", ROUTE)
    api = {"uri": uris.from_path(toy.folder / "api"), "name": "api"}
    toy.initialize(folders=[toy.folder / "api"])
    toy.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [api]}})
    assert toy.at("hover", route, 0, 8) is None
    toy.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [api], "removed": []}})
    toy.wait_until_read(2)
    assert toy.at("hover", route, 0, 8) is not None


def test_without_a_folder_the_document_s_is_read(toy: Client) -> None:
    route = write(toy.folder / "api" / "a.toy", ROUTE)
    write(toy.folder / "api" / "b.toy", CALL)
    toy.initialize(folders=[])
    call = toy.open(toy.folder / "api" / "b.toy")
    toy.wait_until_read()
    assert definition(toy, call) == [route]
    other = write(toy.folder / "other" / "c.toy", 'call "GET /x"')
    toy.open(toy.folder / "other" / "c.toy")
    toy.wait_until_read(2)
    assert definition(toy, other) == [route]


def test_a_folder_too_wide_is_not_read(toy: Client, tmp_path: Path) -> None:
    """Of the folder of all temporary files, only what is open counts."""
    write(tmp_path / "a.toy", ROUTE)
    toy.initialize(folders=[Path("/")])
    call = toy.open(tmp_path / "b.toy", CALL)
    assert definition(toy, call) is None
    route = toy.open(tmp_path / "a.toy")
    assert definition(toy, call) == [route]


def test_a_cancelled_request_is_answered_once(toy: Client) -> None:
    toy.initialize()
    uri = toy.open(toy.folder / "a.toy", CALL)
    at = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 8}}
    for _ in range(20):
        request = toy.ask("textDocument/hover", at)
        toy.notify("$/cancelRequest", {"id": request})
        try:
            answer = toy.answer(request)
        except ResponseError as error:
            answer = error.code
        assert answer == -32800 or "GET /x" in answer["contents"]["value"]
