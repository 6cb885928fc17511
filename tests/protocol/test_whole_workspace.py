"""What a client is told of files that it does not show, and of what breaks while somebody edits."""

from __future__ import annotations

from typing import Any

import pytest

from seamark.lsp import uris
from tests.protocol.client import Client

API = """from fastapi import FastAPI

app = FastAPI()


@app.get("/sold/{product}")
def sold(product: int): ...
"""
WEB = "export const sold = (id: number) => fetch(`/sold/${id}`);\n"
PULLS = {
    "window": {"workDoneProgress": True},
    "textDocument": {"diagnostic": {}, "codeAction": {"codeActionLiteralSupport": {}}},
    "workspace": {
        "diagnostics": {"refreshSupport": True},
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]},
    },
}
PUSHED: dict[str, Any] = {
    "window": {"workDoneProgress": True},
    "textDocument": {"publishDiagnostics": {"codeDescriptionSupport": True}},
}


class Edited:
    """A workspace with a route, which is open, and a call of it, which is not."""

    def __init__(self, client: Client, capabilities: dict[str, Any]) -> None:
        self.client = client
        self.web, self.api = (uris.from_path(client.folder / name) for name in ("app.ts", "main.py"))
        (client.folder / "main.py").write_text(API)
        (client.folder / "app.ts").write_text(WEB)
        client.initialize(capabilities)
        client.open(client.folder / "main.py")

    def edit(self, text: str) -> None:
        """Let the open file have this text."""
        self.client.change(self.api, {"text": text})

    def published(self, uri: str) -> list[Any]:
        """The diagnostics of a file that were published last."""
        found = [
            one["params"] for one in self.client.received if one.get("method") == "textDocument/publishDiagnostics"
        ]
        return next((one["diagnostics"] for one in reversed(found) if one["uri"] == uri), [])

    def codes(self, uri: str) -> list[str]:
        """Their kinds."""
        return [one["code"] for one in self.published(uri)]

    def says(self, uri: str, how: str) -> bool:
        """Whether the only one ends so."""
        return [one["message"].endswith(how) for one in self.published(uri)] == [True]

    def actions(self, uri: str) -> dict[str, Any]:
        """The edits of what mends the first diagnostic of a file, by title."""
        document = {"uri": uri}
        [found, *_] = self.client.request("textDocument/diagnostic", {"textDocument": document})["items"]
        params = {"textDocument": document, "range": found["range"], "context": {"diagnostics": [found]}}
        return {one["title"]: one["edit"] for one in self.client.request("textDocument/codeAction", params)}

    def pulled(self, *known: dict[str, str]) -> dict[str, Any]:
        """What the client is told of all files when it asks."""
        params = {"identifier": "seamark", "previousResultIds": list(known)}
        return {one["uri"]: one for one in self.client.request("workspace/diagnostic", params)["items"]}


def test_a_route_that_is_edited_marks_its_callers_wherever_they_are(seamark: Client) -> None:
    edited = Edited(seamark, PUSHED)
    edited.edit(API.replace("sold/", "sales/"))
    seamark.wait(lambda: edited.codes(edited.web) == ["broken-call"] and edited.codes(edited.api) != [])
    [call], [change] = edited.published(edited.web), edited.published(edited.api)
    assert call["message"] == "`GET /sold/{}` is no longer served: it is now `GET /sales/{}`"
    assert call["severity"] == 2 and call["codeDescription"]["href"].endswith("/docs/check.md#broken-call")
    assert (change["code"], change["range"]["start"]) == ("breaking-change", {"line": 5, "character": 10})
    assert change["message"] == "this change removes `GET /sold/{}`; 1 call breaks"
    edited.edit(API)
    seamark.wait(lambda: edited.codes(edited.web) == [] and edited.codes(edited.api) == [])


def test_what_breaks_stays_until_its_callers_follow(seamark: Client) -> None:
    edited = Edited(seamark, PUSHED)
    for path in ("s/", "sal/", "sales/"):
        edited.edit(API.replace("sold/", path))
        seamark.request("workspace/symbol", {"query": ""})
    seamark.wait(lambda: edited.says(edited.web, "it is now `GET /sales/{}`"))
    web = seamark.open(seamark.folder / "app.ts")
    seamark.change(web, {"text": WEB.replace("/sold", "/sales")})
    seamark.wait(lambda: edited.codes(edited.web) == [] and edited.codes(edited.api) == [])
    edited.edit(API)
    seamark.wait(lambda: edited.says(edited.web, "it is now `GET /sold/{}`"))


def test_a_caller_that_is_set_back_breaks_again(seamark: Client) -> None:
    edited = Edited(seamark, PUSHED)
    renamed = API.replace("sold/", "sales/")
    edited.edit(renamed)
    seamark.wait(lambda: edited.says(edited.web, "it is now `GET /sales/{}`"))
    web = seamark.open(seamark.folder / "app.ts")
    for _ in range(2):
        seamark.change(web, {"text": WEB.replace("/sold", "/sales")})
        seamark.wait(lambda: edited.codes(edited.web) == [] and edited.codes(edited.api) == [])
        seamark.change(web, {"text": WEB})
        seamark.wait(lambda: edited.says(edited.web, "it is now `GET /sales/{}`"))
        assert edited.codes(edited.web) == ["broken-call"]
    edited.edit(renamed.replace("sales/", "sale/"))
    seamark.wait(lambda: edited.says(edited.web, "it is now `GET /sale/{}`"))
    edited.edit(API)
    seamark.wait(lambda: edited.codes(edited.web) == [] and edited.codes(edited.api) == [])


def test_a_route_that_nobody_called_is_not_missed(seamark: Client) -> None:
    edited = Edited(seamark, PUSHED)
    edited.edit(API.replace("sold/", "sal/"))
    seamark.wait(lambda: edited.says(edited.web, "it is now `GET /sal/{}`"))
    edited.edit(API.replace("sold/", "sales/"))
    seamark.wait(lambda: edited.says(edited.web, "it is now `GET /sales/{}`"))
    web = seamark.open(seamark.folder / "app.ts")
    seamark.change(web, {"text": WEB.replace("/sold", "/sal")})
    seamark.wait(lambda: edited.codes(edited.web) == [] and edited.codes(edited.api) == [])


def test_a_file_that_is_opened_again_is_published_again(seamark: Client) -> None:
    edited = Edited(seamark, PUSHED)
    edited.edit(API.replace("sold/", "sales/"))
    seamark.wait(lambda: edited.codes(edited.api) == ["breaking-change"])
    (seamark.folder / "main.py").write_text(API.replace("sold/", "sales/"))
    for _ in range(2):
        seamark.request("workspace/symbol", {"query": ""})
        seamark.received.clear()
        seamark.close(edited.api)
        seamark.open(seamark.folder / "main.py")
        seamark.wait(lambda: edited.codes(edited.api) == ["breaking-change"])


def test_a_client_that_asks_for_all_files_is_published_none(seamark: Client) -> None:
    edited = Edited(seamark, PULLS)
    edited.edit(API.replace("sold/", "sales/"))
    seamark.wait(lambda: edited.codes(edited.web) == ["broken-call"])
    found = edited.pulled()
    assert {uri: [one["code"] for one in report["items"]] for uri, report in found.items()} == {
        edited.web: ["broken-call"],
        edited.api: ["breaking-change"],
    }
    seamark.wait(lambda: edited.codes(edited.web) == [])
    known = {"uri": edited.web, "value": found[edited.web]["resultId"]}
    assert edited.pulled(known)[edited.web]["kind"] == "unchanged"
    edited.edit(API)
    refreshes = "workspace/diagnostic/refresh"
    before = sum(one.get("method") == refreshes for one in seamark.received)
    seamark.wait(lambda: sum(one.get("method") == refreshes for one in seamark.received) >= before + 2)
    assert edited.pulled(known)[edited.web]["items"] == []
    assert edited.published(edited.web) == []


def test_a_client_that_takes_them_bit_by_bit_is_told_at_once(seamark: Client) -> None:
    edited = Edited(seamark, PULLS)
    params = {"identifier": "seamark", "previousResultIds": [], "partialResultToken": "bit by bit"}
    streamed = seamark.ask("workspace/diagnostic", params)

    def told() -> list[dict[str, list[str]]]:
        said = [one["params"] for one in seamark.received if one.get("method") == "$/progress"]
        bits = [one["value"]["items"] for one in said if one["token"] == "bit by bit"]
        return [{one["uri"]: [item["code"] for item in one["items"]] for one in items} for items in bits]

    seamark.wait(lambda: told() == [{}])
    edited.edit(API.replace("sold/", "sales/"))
    seamark.wait(lambda: told()[1:] == [{edited.web: ["broken-call"], edited.api: ["breaking-change"]}])
    edited.edit(API)
    seamark.wait(lambda: told()[2:] == [{edited.web: [], edited.api: []}])
    assert edited.published(edited.web) == []
    assert streamed not in seamark.answered()
    seamark.notify("$/cancelRequest", {"id": streamed})
    seamark.wait(lambda: streamed in seamark.answered())
    edited.edit(API.replace("sold/", "sales/"))
    assert edited.pulled().keys() <= {edited.web, edited.api}
    assert len(told()) == 3


def test_a_document_that_is_opened_has_its_own_diagnostics_alone(seamark: Client) -> None:
    edited = Edited(seamark, PULLS)
    edited.edit(API.replace("sold/", "sales/"))
    seamark.wait(lambda: edited.codes(edited.web) == ["broken-call"])
    web = seamark.open(seamark.folder / "app.ts")
    seamark.wait(lambda: edited.codes(web) == [])
    found = seamark.request("textDocument/diagnostic", {"textDocument": {"uri": web}})["items"]
    assert [one["code"] for one in found] == ["broken-call"]
    context = {"diagnostics": found}
    actions = seamark.request(
        "textDocument/codeAction", {"textDocument": {"uri": web}, "range": found[0]["range"], "context": context}
    )
    titles = [one["title"] for one in actions]
    assert titles[:2] == ["Call GET /sales/{}", "Ignore broken-call on this line"] and actions[0]["isPreferred"]
    [edit] = actions[1]["edit"]["changes"][web]
    assert edit["newText"] == "// seamark: ignore broken-call\n" and edit["range"]["start"]["line"] == 0
    seamark.close(web)
    seamark.wait(lambda: edited.codes(web) == ["broken-call"])


def test_a_changed_route_takes_its_calls_along(seamark: Client) -> None:
    (seamark.folder / "more.py").write_text(
        "import requests\n\ndef f(id):\n    requests.get(f'/sold/{id}')\n    requests.get(f'/sold/{id}?all=1')\n"
    )
    edited = Edited(seamark, PULLS)
    edited.edit(API.replace("sold/", "sales/"))
    seamark.wait(lambda: edited.codes(edited.web) == ["broken-call"])
    offered = edited.actions(edited.api)
    assert [*offered] == [
        "Change the 3 calls to GET /sales/{}",
        "Ignore breaking-change on this line",
        "Ignore GET /sold/{} in seamark.toml",
    ]
    changed = offered["Change the 3 calls to GET /sales/{}"]["changes"]
    assert {uri: [one["newText"] for one in edits] for uri, edits in changed.items()} == {
        edited.web: ["sales"],
        uris.from_path(seamark.folder / "more.py"): ["sales", "sales"],
    }


def test_calls_follow_a_segment_that_comes_or_goes(seamark: Client) -> None:
    (seamark.folder / "more.py").write_text("import requests\nrequests.get('/sold/' + str(id))\n")
    (seamark.folder / "pens.py").write_text(API.replace("sold/", "pens/by/"))
    (seamark.folder / "pens.ts").write_text(WEB.replace("sold/", "pens/by/"))
    edited = Edited(seamark, PULLS)
    title = "Change the 2 calls to GET /sold/by/number/{}"
    edited.edit(API.replace("sold/", "sold/by/number/"))
    seamark.wait(lambda: edited.codes(edited.web) == ["broken-call"])
    changed = edited.actions(edited.api)[title]["changes"]
    assert [one["newText"] for edits in changed.values() for one in edits] == ["/by/number", "/by/number"]
    edited.edit(API)
    seamark.wait(lambda: edited.codes(edited.web) == [])
    pens, calls = seamark.open(seamark.folder / "pens.py"), uris.from_path(seamark.folder / "pens.ts")
    seamark.request("workspace/symbol", {"query": ""})
    seamark.change(pens, {"text": API.replace("sold/", "pens/")})
    seamark.wait(lambda: edited.codes(calls) == ["broken-call"])
    [[edit]] = edited.actions(calls)["Call GET /pens/{}"]["changes"].values()
    start, end = (edit["range"][one]["character"] for one in ("start", "end"))
    assert WEB.replace("sold/", "pens/by/")[start:end] == "/by" and edit["newText"] == ""


def test_a_changed_prefix_takes_the_calls_of_all_its_routes_along(seamark: Client) -> None:
    router = "from fastapi import APIRouter\nrouter = APIRouter(prefix='/toys')\n"
    routes = "@router.get('/{id}')\ndef read(id): ...\n@router.post('/new')\ndef add(): ...\n"
    mounted = "from fastapi import FastAPI\nimport toys\napp = FastAPI()\napp.include_router(toys.router)\n"
    (seamark.folder / "toys.py").write_text(router + routes)
    (seamark.folder / "mounting.py").write_text(mounted)
    (seamark.folder / "toys.ts").write_text("fetch(`/toys/${id}`);\nfetch('/toys/new', { method: 'POST' });\n")
    edited = Edited(seamark, PULLS)
    toys, calls = seamark.open(seamark.folder / "toys.py"), uris.from_path(seamark.folder / "toys.ts")
    seamark.request("workspace/symbol", {"query": ""})
    seamark.change(toys, {"text": router.replace("/toys", "/games") + routes})
    seamark.wait(lambda: edited.codes(calls) == ["broken-call", "broken-call"])
    (found,) = seamark.request("textDocument/diagnostic", {"textDocument": {"uri": toys}})["items"]
    assert found["message"] == "this change removes `GET /toys/{}` and `POST /toys/new`; 2 calls break"
    assert found["range"]["start"] == {"line": 1, "character": 27}
    offered = edited.actions(toys)
    assert [*offered] == ["Change the 2 calls to the new keys", "Ignore breaking-change on this line"]
    [edits] = next(iter(offered.values()))["changes"].values()
    assert [one["newText"] for one in edits] == ["games", "games"]


@pytest.mark.parametrize("capabilities", [PULLS, PUSHED])
def test_an_edit_before_all_is_read_breaks_what_the_saved_file_serves(
    seamark: Client, capabilities: dict[str, Any]
) -> None:
    (seamark.folder / "main.py").write_text(API)
    (seamark.folder / "app.ts").write_text(WEB)
    seamark.initialize(capabilities, wait=False)
    api = seamark.open(seamark.folder / "main.py", API.replace("app.get", "app.post"))
    web = seamark.open(seamark.folder / "app.ts")
    seamark.wait_until_read()
    for uri, codes in ((api, ["breaking-change"]), (web, ["broken-call"])):
        found = seamark.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"]
        assert [one["code"] for one in found] == codes


def test_as_many_calls_are_changed_as_can_be(seamark: Client) -> None:
    (seamark.folder / "more.ts").write_text("const ID = '/sold/7';\nfetch(ID);\nfetch(`/sold/${id}`);\n")
    edited = Edited(seamark, PULLS)
    edited.edit(API.replace("sold/", "sales/"))
    seamark.wait(lambda: edited.codes(edited.web) == ["broken-call"])
    assert next(iter(edited.actions(edited.api))) == "Change 2 of the 3 calls to GET /sales/{}"


def test_calls_are_changed_where_their_verb_is_written(seamark: Client) -> None:
    (seamark.folder / "more.ts").write_text(
        "import axios from 'axios';\naxios.get<Get>(`/sold/${id}`);\nexport const all = axios.get('/sold/1');\n"
    )
    edited = Edited(seamark, PULLS)
    edited.edit(API.replace("get", "post"))
    seamark.wait(lambda: edited.codes(edited.web) == ["broken-call"])
    title, edit = next(iter(edited.actions(edited.api).items()))
    assert title == "Change 2 of the 3 calls to POST /sold/{}"
    [edits] = edit["changes"].values()
    assert [(one["range"]["start"]["character"], one["newText"]) for one in edits] == [(6, "post"), (25, "post")]


def test_what_breaks_is_silenced_by_the_key_that_was_served(seamark: Client) -> None:
    edited = Edited(seamark, PULLS)
    edited.edit(API.replace("sold/", "sales/"))
    seamark.wait(lambda: edited.codes(edited.web) == ["broken-call"])
    title = "Ignore GET /sold/{} in seamark.toml"
    created, edit = edited.actions(edited.api)[title]["documentChanges"]
    assert edited.actions(edited.web)[title]["documentChanges"][1]["edits"] == edit["edits"]
    assert created["uri"] == edit["textDocument"]["uri"] == uris.from_path(seamark.folder / "seamark.toml")
    (seamark.folder / "seamark.toml").write_text(edit["edits"][0]["newText"])
    seamark.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": created["uri"], "type": 1}]})
    seamark.wait(lambda: [one["items"] for one in edited.pulled().values() if one["items"]] == [])


@pytest.mark.parametrize("capabilities", [PULLS, PUSHED])
def test_the_worst_are_told_of_first_and_not_all(seamark: Client, capabilities: dict[str, Any]) -> None:
    lines = [f"export const a{number} = () => fetch('/solds/{number}');" for number in range(1_200)]
    (seamark.folder / "many.ts").write_text("\n".join(lines))
    (seamark.folder / "seamark.toml").write_text("[diagnostics]\nnear-miss = 'hint'\n")
    (seamark.folder / "worse.ts").write_text("fetch('/sold/1', { method: 'PUT' });\n")
    edited = Edited(seamark, capabilities)
    many, worse = (uris.from_path(seamark.folder / name) for name in ("many.ts", "worse.ts"))
    seamark.wait(lambda: edited.codes(worse) == ["verb-mismatch"] and bool(edited.codes(many)))
    assert len(edited.published(many)) == 999
