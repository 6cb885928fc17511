"""The features beyond jumps, of the real server, as three editors ask for them. What they answer, cases hold."""

from __future__ import annotations

from typing import Any

import pytest

from seamark.lsp import uris
from tests.protocol.client import Client, ResponseError, capabilities_of

EDITORS = pytest.mark.parametrize("editor", ["visual-studio-code", "neovim", "emacs"])

API = """from fastapi import APIRouter, FastAPI

router = APIRouter(prefix="/users")

@router.get("/{user_id}")
def read_user(user_id: int): ...

@router.post("/all")
def add_users(): ...

app = FastAPI()
app.include_router(router)
"""
WEB = """export const user = (id: number) => fetch(`/users/${id}`);
export const gone = () => fetch("/users/all", { method: "PUT" });
"""
DOCUMENT = """openapi: 3.1.0
paths:
  /users/{id}:
    get:
      responses: {}
"""
WHOLE = {"start": {"line": 0, "character": 0}, "end": {"line": 20, "character": 0}}


class ShownWorkspace:
    """A workspace of three files that a client shows."""

    def __init__(self, client: Client, editor: str = "visual-studio-code", **more: Any) -> None:
        self.client = client
        self.texts = {"main.py": API, "app.ts": WEB, "openapi.yaml": DOCUMENT}
        for name, text in self.texts.items():
            (client.folder / name).write_text(text)
        self.capabilities = client.initialize(capabilities_of(editor), **more)["capabilities"]
        for name in self.texts:
            client.open(client.folder / name)

    def uri(self, name: str) -> str:
        return uris.from_path(self.client.folder / name)

    def document(self, feature: str, name: str, **more: Any) -> Any:
        return self.client.request(f"textDocument/{feature}", {"textDocument": {"uri": self.uri(name)}, **more})

    def at(self, feature: str, name: str, text: str, **more: Any) -> Any:
        before = self.texts[name].partition(text)[0]
        line, character = before.count("\n"), len(before.rpartition("\n")[2]) + 1
        return self.client.at(feature, self.uri(name), line, character, **more)

    def changed(self, edit: dict[str, Any]) -> dict[str, str]:
        """The texts after an edit of the workspace, of files whose lines are short and plain."""
        found = {}
        for uri, edits in edit["changes"].items():
            [name] = [name for name in self.texts if self.uri(name) == uri]
            lines = self.texts[name].split("\n")
            for one in sorted(edits, key=lambda one: str(one["range"]["start"]), reverse=True):
                start, end = one["range"]["start"], one["range"]["end"]
                assert start["line"] == end["line"]
                line = lines[start["line"]]
                lines[start["line"]] = line[: start["character"]] + one["newText"] + line[end["character"] :]
            found[name] = "\n".join(lines)
        return found


def start(found: dict[str, Any]) -> tuple[int, int]:
    span = found.get("targetSelectionRange") or found["range"]
    return span["start"]["line"], span["start"]["character"]


@EDITORS
def test_declaration_and_implementation(seamark: Client, editor: str) -> None:
    asked = ShownWorkspace(seamark, editor)
    for name, text in [("app.ts", "/users/${id}"), ("main.py", "read_user")]:
        assert [start(one) for one in asked.at("declaration", name, text)] == [(3, 4)]
    for name, text in [("app.ts", "/users/${id}"), ("openapi.yaml", "get")]:
        assert [start(one) for one in asked.at("implementation", name, text)] == [(5, 4)]
    assert asked.at("implementation", "main.py", "FastAPI") is None
    assert asked.at("declaration", "main.py", "FastAPI") is None


@EDITORS
def test_highlights(seamark: Client, editor: str) -> None:
    asked = ShownWorkspace(seamark, editor)
    assert [(start(one), one["kind"]) for one in asked.at("documentHighlight", "app.ts", "/users/${")] == [((0, 43), 2)]
    assert asked.at("documentHighlight", "app.ts", "export") is None


@EDITORS
def test_symbols(seamark: Client, editor: str) -> None:
    asked = ShownWorkspace(seamark, editor)
    names = ["GET /users/{}", "POST /users/all"]
    assert [one["name"] for one in asked.document("documentSymbol", "main.py")] == names
    found = seamark.request("workspace/symbol", {"query": "get/users"})
    assert {one["name"] for one in found} == {"GET /users/{}"}
    assert {one["location"]["uri"] for one in found} == {asked.uri(name) for name in asked.texts}


def test_lenses_for_a_client_with_a_command_of_its_own(seamark: Client) -> None:
    asked = ShownWorkspace(seamark, initializationOptions={"commands": ["seamark.showPlaces"]})
    lens = asked.document("codeLens", "main.py")[0]
    command = lens.pop("command")
    assert seamark.request("codeLens/resolve", lens)["command"] == command
    assert command["title"] == "1 consumer" and command["command"] == "seamark.showPlaces"
    uri, position, data = command["arguments"]
    assert (uri, position) == (asked.uri("main.py"), lens["range"]["start"])
    [place] = seamark.request("seamark/places", {"data": data})
    assert (place["uri"], start(place)) == (asked.uri("app.ts"), (0, 43))


@EDITORS
def test_lenses_for_others(seamark: Client, editor: str) -> None:
    asked = ShownWorkspace(seamark, editor)
    [lens] = asked.document("codeLens", "app.ts")
    command = seamark.request("codeLens/resolve", lens)["command"]
    assert command["title"] == "served by read_user" and command["command"] == "seamark.open"
    assert command["command"] in asked.capabilities["executeCommandProvider"]["commands"]
    assert seamark.request("workspace/executeCommand", command) is None
    if editor != "emacs":  # which does not say that it can show documents
        seamark.wait(lambda: bool(shown(seamark)))
        assert [params["uri"] for params in shown(seamark)] == [asked.uri("main.py")]


def shown(client: Client) -> list[dict[str, Any]]:
    return [message["params"] for message in client.received if message.get("method") == "window/showDocument"]


def test_lenses_that_are_not_ours_say_nothing(seamark: Client) -> None:
    ShownWorkspace(seamark)
    for data in (None, 7, {"at": 1}, {"at": {"path": "gone.py", "start": 1, "end": 2}, "about": []}):
        found = seamark.request("codeLens/resolve", {"range": WHOLE, "data": data})
        assert found.get("command", {}).get("title", "no longer declared") == "no longer declared"
        assert seamark.request("seamark/places", {"data": data}) == []
    assert seamark.request("seamark/places") == []


@pytest.mark.parametrize(
    ("call", "chosen"),
    [
        ('fetch("/pens")', "GET /pens/{}"),
        ('axios.post("/pen")', "POST /pens"),
        ('axios.get("/cap")', "ANY /caps"),
        ('axios.put("/pens")', None),
    ],
)
def test_completion_chooses_what_is_begun_and_has_the_verb(seamark: Client, call: str, chosen: str | None) -> None:
    routes = [("post", "/pens"), ("get", "/pens/{pen}"), ("delete", "/pens/{pen}/caps/{cap}")]
    added = "".join(f"@app.{verb}({path!r})\ndef at_{verb}(): ...\n" for verb, path in routes)
    (seamark.folder / "pens.py").write_text(f"from fastapi import FastAPI\napp = FastAPI()\n{added}")
    (seamark.folder / "caps.js").write_text('require("express")().all("/caps", (request, response) => {});\n')
    file, text = seamark.folder / "app.ts", f'import axios from "axios";\n{call};\n'
    file.write_text(text)
    seamark.initialize(capabilities_of("visual-studio-code"))
    seamark.open(file)
    line = text.splitlines()[1]
    items = seamark.at("completion", uris.from_path(file), 1, line.index('")'))["items"]
    assert [item["label"] for item in items if item.get("preselect")] == ([] if chosen is None else [chosen])
    own, typed = f"{call.partition('(')[0].rpartition('.')[2].upper()} ", call.split('"')[1]
    others = [item for item in items if not item["label"].startswith((own.replace("FETCH", "GET"), "ANY "))]
    assert others and typed not in [item["filterText"] for item in others]


def test_calls_are_offered_only_where_they_are_wanted(seamark: Client) -> None:
    asked = ShownWorkspace(seamark)
    assert not asked.capabilities.get("callHierarchyProvider")


def test_callers_and_callees(seamark: Client) -> None:
    asked = ShownWorkspace(seamark, initializationOptions={"callHierarchy": {"enabled": True}})
    assert asked.capabilities["callHierarchyProvider"]
    [handler] = asked.at("prepareCallHierarchy", "main.py", "read_user")
    [call] = seamark.request("callHierarchy/incomingCalls", {"item": handler})
    assert call["from"]["name"] == "user" and call["fromRanges"][0]["start"] == {"line": 0, "character": 43}
    [call] = seamark.request("callHierarchy/outgoingCalls", {"item": call["from"]})
    assert call["to"]["name"] == "read_user"
    assert seamark.request("callHierarchy/incomingCalls", {"item": {**handler, "data": "?"}}) is None


@EDITORS
def test_completion(seamark: Client, editor: str) -> None:
    asked = ShownWorkspace(seamark, editor)
    found = asked.at("completion", "app.ts", "/users/all")
    assert found["items"][0]["label"] == "POST /users/all"
    by_label = {item["label"]: item for item in found["items"]}
    snippet = {"visual-studio-code": True, "neovim": True, "emacs": False}[editor]
    item = by_label["GET /users/{}"]
    assert item["textEdit"]["newText"] == (r"/users/\${${1:userId}\}`" if snippet else "/users/${userId}`")
    if "data" in item:
        assert "additionalTextEdits" not in item
        item = seamark.request("completionItem/resolve", item)
    assert [edit["newText"] for edit in item["additionalTextEdits"]] == ["`", "GET"]
    assert asked.at("completion", "app.ts", "export") is None


def test_edits_around_what_is_completed_are_made_once_it_is_chosen(seamark: Client) -> None:
    asked = ShownWorkspace(seamark, "visual-studio-code")
    assert asked.capabilities["completionProvider"]["resolveProvider"]
    first, second = (
        {item["label"]: item for item in asked.at("completion", "app.ts", "/users/all")["items"]} for _ in range(2)
    )
    typed = WEB.replace('/users/all"', '/users/all/me"')
    assert typed != WEB
    seamark.change(asked.uri("app.ts"), {"text": typed})
    resolved = seamark.request("completionItem/resolve", second["GET /users/{}"])["additionalTextEdits"]
    verb = WEB.splitlines()[1].index("PUT")
    assert [edit["newText"] for edit in resolved] == ["`", "GET"]
    assert [start(edit) for edit in resolved][1] == (1, verb), "the text is meant that was there when it was offered"
    unknown = {"uri": asked.uri("app.ts"), "offer": second["GET /users/{}"]["data"]["offer"], "item": 99}
    for other in (first["GET /users/{}"], {"label": "x", "data": unknown}, {"label": "x", "data": 7}):
        assert seamark.request("completionItem/resolve", other) == other


@EDITORS
def test_hints(seamark: Client, editor: str) -> None:
    asked = ShownWorkspace(seamark, editor)
    assert [hint["label"] for hint in asked.document("inlayHint", "main.py", range=WHOLE)] == [
        "→ GET /users/{}",
        "→ POST /users/all",
    ]
    assert asked.document("inlayHint", "app.ts", range=WHOLE) is None


@EDITORS
def test_diagnostics_and_their_actions(seamark: Client, editor: str) -> None:
    asked = ShownWorkspace(seamark, editor)
    if not capabilities_of(editor)["workspace"].get("diagnostics", {}).get("refreshSupport"):
        assert not asked.capabilities.get("diagnosticProvider")
        return
    [found] = asked.document("diagnostic", "app.ts")["items"]
    assert found["message"] == "`PUT /users/all` is not served, but `POST /users/all` is"
    assert (found["source"], found["code"], start(found)) == ("seamark", "verb-mismatch", (1, 33))
    assert asked.document("diagnostic", "openapi.yaml")["items"] == []
    actions = asked.document("codeAction", "app.ts", range=found["range"], context={"diagnostics": [found]})
    assert [action["title"] for action in actions] == [
        "Call POST /users/all",
        "Ignore PUT /users/all in seamark.toml",
    ]
    assert asked.changed(actions[0]["edit"]) == {"app.ts": WEB.replace("PUT", "POST")}
    create, edit = actions[1]["edit"]["documentChanges"]
    assert create == {"kind": "create", "uri": asked.uri("seamark.toml")}
    assert edit["edits"][0]["newText"] == '[ignore]\nkeys = ["PUT /users/all"]\n'
    others = {"diagnostics": [], "only": ["refactor"]}
    assert asked.document("codeAction", "app.ts", range=found["range"], context=others) is None


@EDITORS
def test_rename(seamark: Client, editor: str) -> None:
    asked = ShownWorkspace(seamark, editor)
    with pytest.raises(ResponseError, match=r"not written out here: main.py:5") as refused:
        asked.at("rename", "app.ts", "users/${", newName="people")
    assert refused.value.code == -32803
    edit = asked.at("rename", "main.py", "all", newName="every")
    assert asked.changed(edit) == {"main.py": API.replace("/all", "/every")}
    assert asked.at("rename", "main.py", "FastAPI", newName="every") is None
    assert "FeatureRequestError" not in seamark.log()


def test_what_can_be_renamed(seamark: Client) -> None:
    asked = ShownWorkspace(seamark)
    found = asked.at("prepareRename", "main.py", "all")
    assert found["placeholder"] == "all" and start(found) == (7, 15)
    assert asked.at("prepareRename", "main.py", "FastAPI") is None


def test_commands(seamark: Client) -> None:
    asked = ShownWorkspace(seamark)
    position = {"line": 0, "character": 45}
    explained = {"command": "seamark.explain", "arguments": [asked.uri("app.ts"), position]}
    assert seamark.request("workspace/executeCommand", explained).startswith("**`GET /users/{}`**")
    graph = seamark.request("workspace/executeCommand", {"command": "seamark.showGraph"})
    assert "GET /users/{}" in {node["name"] for node in graph["nodes"]}
    assert seamark.request("workspace/executeCommand", {"command": "seamark.explain", "arguments": [7]}) is None
    with pytest.raises(ResponseError, match="-32602: Unknown command rm"):
        seamark.request("workspace/executeCommand", {"command": "rm", "arguments": []})
    (seamark.folder / "more.ts").write_text("fetch('/users/1')\n")
    assert seamark.request("workspace/executeCommand", {"command": "seamark.reindex"}) is None
    found = asked.at("references", "main.py", "read_user", context={"includeDeclaration": False})
    assert asked.uri("more.ts") in {place["uri"] for place in found}


@pytest.mark.parametrize("editor", ["visual-studio-code", "emacs"])
def test_diagnostics_are_published_where_nobody_asks(seamark: Client, editor: str) -> None:
    asked = ShownWorkspace(seamark, editor)
    uri = asked.uri("app.ts")
    seamark.wait(lambda: bool(published(seamark, uri)))
    [[found]] = published(seamark, uri)
    assert found["code"] == "verb-mismatch" and ("relatedInformation" in found) == (editor != "emacs")
    put = {"start": {"line": 1, "character": 56}, "end": {"line": 1, "character": 59}}
    seamark.change(uri, {"range": put, "text": "POST"})
    seamark.wait(lambda: len(published(seamark, uri)) == 2)
    assert published(seamark, uri)[1] == []
    seamark.change(uri, {"text": WEB})
    seamark.wait(lambda: len(published(seamark, uri)) == 3)
    seamark.close(uri)
    (seamark.folder / "app.ts").unlink()
    seamark.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 3}]})
    seamark.wait(lambda: len(published(seamark, uri)) == 4)
    assert published(seamark, uri)[3] == []  # A document that nobody shows has findings, too, as long as it is there.
    assert not published(seamark, asked.uri("main.py"))


def published(client: Client, uri: str) -> list[list[dict[str, Any]]]:
    told = [m["params"] for m in client.received if m.get("method") == "textDocument/publishDiagnostics"]
    return [params["diagnostics"] for params in told if params["uri"] == uri]


@pytest.mark.parametrize(("editor", "method"), [("visual-studio-code", "codeLens"), ("neovim", "inlayHint")])
def test_a_client_is_told_to_ask_anew(seamark: Client, editor: str, method: str) -> None:
    ShownWorkspace(seamark, editor)
    (seamark.folder / "more.ts").write_text("fetch('/users/1')\n")
    seamark.wait(lambda: any(m.get("method") == f"workspace/{method}/refresh" for m in seamark.received))


@EDITORS
def test_a_prefix_speaks_for_all_routes_below_it(seamark: Client, editor: str) -> None:
    shown = ShownWorkspace(seamark, editor)
    value = shown.at("hover", "main.py", "/users")["contents"]["value"]
    head, routes = value.split("\n\n")
    first, second = routes.splitlines()
    assert head == "**prefix /users** · 2 contracts below it · 1 consumer"
    assert first.startswith("- `GET /users/{}` · 1 consumer · [main.py:6](")
    assert second.startswith("- `POST /users/all` · no consumers · [main.py:9](")
    [call] = shown.at("references", "main.py", "/users", context={"includeDeclaration": False})
    assert call["uri"] == shown.uri("app.ts") and start(call) == (0, 43)
    assert shown.at("definition", "main.py", "/users") is None


def test_a_prefix_is_its_own_definition_where_the_client_wants_it(seamark: Client) -> None:
    shown = ShownWorkspace(seamark, initializationOptions={"definitionOnProvider": "self"})
    [found] = shown.at("definition", "main.py", "/users")
    assert found["targetUri"] == shown.uri("main.py") and start(found) == (2, 27)
