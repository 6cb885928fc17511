"""What people ask, of the real server, as three editors ask it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from seamark.lsp import uris
from tests.protocol.client import Client, capabilities_of

EDITORS = ["visual-studio-code", "neovim", "emacs"]

API = '''from fastapi import FastAPI

app = FastAPI()


@app.get("/users/{user_id}")
def read_user(user_id: int):
    """One user."""
    return {"ø😀": user_id}


@app.post("/users")
def add_user():
    return {}
'''
WEB = """export async function user(id: number) {
  const face = "😀"; const found = await fetch(`/users/${id}`);
  return found.json();
}

export const gone = () => fetch("/userz");
"""

Place = tuple[str, str]
"""A file's name, and the text that stands at a range."""


class Workspace:
    """A workspace with a client in it that asks for places by their text."""

    def __init__(self, client: Client, editor: str, further: Mapping[str, str] = {}, **more: Any) -> None:
        self.client = client
        self.files = {"api/main.py": API, "web/app.ts": WEB, **further}
        for name, text in self.files.items():
            (client.folder / name).parent.mkdir(exist_ok=True)
            (client.folder / name).write_text(text)
        client.initialize(capabilities_of(editor) if editor else None, **more)
        for name in self.files:
            client.open(client.folder / name)

    def uri(self, name: str) -> str:
        return uris.from_path(self.client.folder / name)

    def at(self, feature: str, name: str, text: str, **more: Any) -> Any:
        """Ask at the second character of a text."""
        before = self.files[name].partition(text)[0] + text[0]
        line = before.count("\n")
        character = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
        return self.client.at(feature, self.uri(name), line, character, **more)

    def text(self, uri: str, span: dict[str, Any]) -> Place:
        """What stands at a range."""
        [name] = [name for name in self.files if self.uri(name) == uri]
        lines = self.files[name].split("\n")
        starts = [
            sum(len(line.encode("utf-16-le")) // 2 + 1 for line in lines[:number]) for number in range(len(lines))
        ]
        start, end = (starts[span[side]["line"]] + span[side]["character"] for side in ("start", "end"))
        return name, self.files[name].encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")

    def places(self, locations: list[dict[str, Any]]) -> list[Place]:
        return [self.text(location["uri"], location["range"]) for location in locations]


@pytest.mark.parametrize("editor", EDITORS)
def test_from_the_call_to_the_handler(seamark: Client, editor: str) -> None:
    workspace = Workspace(seamark, editor)
    [found] = workspace.at("definition", "web/app.ts", "/users/${id}")
    uri = found["targetUri"]
    assert workspace.text(uri, found["targetSelectionRange"]) == ("api/main.py", "read_user")
    whole = API[API.index("@app.get") : API.index("\n\n\n@app.post")]
    assert workspace.text(uri, found["targetRange"]) == ("api/main.py", whole)
    assert workspace.text(workspace.uri("web/app.ts"), found["originSelectionRange"]) == ("web/app.ts", "/users/${id}")


def test_a_client_that_can_do_little(seamark: Client) -> None:
    workspace = Workspace(seamark, "")
    assert workspace.places(workspace.at("definition", "web/app.ts", "/users/${id}")) == [("api/main.py", "read_user")]
    contents = workspace.at("hover", "web/app.ts", "/users/${id}")["contents"]
    assert contents["kind"] == "plaintext"
    assert contents["value"].startswith(
        "GET /users/{} · HTTP · consumer · confidence 0.90, the highest for such a call\n"
    )
    shown = "1 provider:\n\n- api/main.py:7 read_user\n  def read_user(user_id: int)\n  One user."
    assert contents["value"].endswith(shown)


@pytest.mark.parametrize("editor", EDITORS)
def test_elsewhere_there_is_nothing(seamark: Client, editor: str) -> None:
    workspace = Workspace(seamark, editor)
    for name, text in [("web/app.ts", "function user"), ("api/main.py", "/users/{user_id}"), ("web/app.ts", "/userz")]:
        assert workspace.at("definition", name, text) is None
    for name, text in [("web/app.ts", "function user"), ("api/main.py", "FastAPI")]:
        assert workspace.at("hover", name, text) is None
    for name, text in [("web/app.ts", "function user"), ("api/main.py", "FastAPI")]:
        assert workspace.at("references", name, text, context={"includeDeclaration": True}) == []


def test_a_route_is_its_own_definition_where_the_client_wants_it(seamark: Client) -> None:
    workspace = Workspace(seamark, "visual-studio-code", initializationOptions={"definitionOnProvider": "self"})
    [found] = workspace.at("definition", "api/main.py", "/users/{user_id}")
    assert workspace.text(found["targetUri"], found["targetSelectionRange"]) == ("api/main.py", "/users/{user_id}")
    [found] = workspace.at("definition", "api/main.py", "read_user")
    assert workspace.text(found["targetUri"], found["targetRange"]) == ("api/main.py", "read_user")


@pytest.mark.parametrize("editor", EDITORS)
def test_all_calls_of_a_route(seamark: Client, editor: str) -> None:
    workspace = Workspace(seamark, editor)
    calls, route = [("web/app.ts", "/users/${id}")], [("api/main.py", "/users/{user_id}")]
    for name, text in [*calls, *route, ("api/main.py", "read_user")]:
        for declared in (True, False):
            found = workspace.at("references", name, text, context={"includeDeclaration": declared})
            assert workspace.places(found) == calls + (route if declared else [])


PATHS = {
    "web/paths.ts": "export const paths = { user: (id: number) => `/users/${id}` };\n",
    "web/page.ts": 'import { paths } from "./paths";\nexport const page = (id: number) => fetch(paths.user(id));\n',
}


def test_a_table_of_routes_leads_to_the_handler(seamark: Client) -> None:
    workspace = Workspace(seamark, "visual-studio-code", PATHS)
    [found] = workspace.at("definition", "web/paths.ts", "/users/")
    assert workspace.text(found["targetUri"], found["targetSelectionRange"]) == ("api/main.py", "read_user")
    assert workspace.text(workspace.uri("web/paths.ts"), found["originSelectionRange"])[1] == "/users/${id}"
    contents = workspace.at("hover", "web/paths.ts", "/users/")["contents"]["value"]
    assert contents.startswith("**`GET /users/{}`**") and "`read_user`" in contents
    calls = workspace.at("references", "web/paths.ts", "/users/", context={"includeDeclaration": False})
    assert workspace.places(calls) == [("web/app.ts", "/users/${id}"), ("web/page.ts", "user")]


CALLS = {
    "web/page.ts": 'import { user } from "./app";\nexport const page = () => user(1);\n',
    "web/list.ts": 'import * as app from "./app";\nexport const list = () => [1, 2].map((one) => app.user(one));\n',
}


@pytest.mark.parametrize("editor", EDITORS)
def test_calls_of_a_function_around_a_request_lead_to_the_handler(seamark: Client, editor: str) -> None:
    workspace = Workspace(seamark, editor, CALLS)
    for name, text in (("web/page.ts", "user(1)"), ("web/list.ts", "user(one)")):
        [found] = workspace.at("definition", name, text)
        assert workspace.text(found["targetUri"], found["targetSelectionRange"]) == ("api/main.py", "read_user")
        assert workspace.text(workspace.uri(name), found["originSelectionRange"]) == (name, "user")
        value = workspace.at("hover", name, text)["contents"]["value"]
        assert value.startswith("**`GET /users/{}`** · HTTP · consumer") and "requested by user (" in value
    calls = [("web/app.ts", "/users/${id}"), ("web/list.ts", "user"), ("web/page.ts", "user")]
    found = workspace.at("references", "api/main.py", "read_user", context={"includeDeclaration": False})
    assert workspace.places(found) == calls
    assert workspace.at("definition", "web/list.ts", "map") is None


@pytest.mark.parametrize("editor", EDITORS)
def test_what_is_known_of_a_call(seamark: Client, editor: str) -> None:
    workspace = Workspace(seamark, editor)
    found = workspace.at("hover", "web/app.ts", "/users/${id}")
    assert workspace.text(workspace.uri("web/app.ts"), found["range"]) == ("web/app.ts", "/users/${id}")
    contents = found["contents"]
    assert contents["kind"] == "markdown"
    assert contents["value"].startswith(
        "**`GET /users/{}`** · HTTP · consumer · confidence 0.90, the highest for such a call\n"
    )
    assert f"1 provider:\n\n- [api/main.py:7]({workspace.uri('api/main.py')}#L7) `read_user`" in contents["value"]
    assert contents["value"].endswith("`read_user`  \n  `def read_user(user_id: int)`  \n  One user.")


def test_what_is_known_of_a_route(seamark: Client) -> None:
    workspace = Workspace(seamark, "neovim")
    value = workspace.at("hover", "api/main.py", "/users/{user_id}")["contents"]["value"]
    assert value.startswith("**`GET /users/{}`** · HTTP · provider · confidence 1.00\n")
    assert f"1 consumer:\n\n- [web/app.ts:2]({workspace.uri('web/app.ts')}#L2) `user`" in value
    named = workspace.at("hover", "api/main.py", "read_user")
    assert workspace.text(workspace.uri("api/main.py"), named["range"]) == ("api/main.py", "read_user")
    assert named["contents"]["value"] == value
    assert "\n\n`def read_user(user_id: int)`  \n  One user.\n\n1 consumer" in value
    value = workspace.at("hover", "api/main.py", '/users")')["contents"]["value"]
    assert "No consumer found in this workspace." in value


def test_what_is_known_of_a_call_that_nobody_serves(seamark: Client) -> None:
    workspace = Workspace(seamark, "neovim")
    value = workspace.at("hover", "web/app.ts", "/userz")["contents"]["value"]
    assert "No provider found in this workspace. Nearest: `GET /users/{}`" in value


def test_each_keystroke_counts(seamark: Client) -> None:
    workspace = Workspace(seamark, "neovim")
    uri = workspace.uri("web/app.ts")
    line = WEB[: WEB.index("/userz")].count("\n")
    at = WEB.splitlines()[line].index("/userz")
    spot = {"start": {"line": line, "character": at + 5}, "end": {"line": line, "character": at + 6}}
    assert seamark.at("definition", uri, line, at) is None
    seamark.change(uri, {"range": spot, "text": "s/1"})
    [found] = seamark.at("definition", uri, line, at)
    assert workspace.text(found["targetUri"], found["targetSelectionRange"]) == ("api/main.py", "read_user")
    quote = {"start": {"line": line, "character": at + 8}, "end": {"line": line, "character": at + 9}}
    seamark.change(uri, {"range": quote, "text": ""})
    assert seamark.at("definition", uri, line, at) is None
    seamark.change(uri, {"range": {"start": quote["start"], "end": quote["start"]}, "text": '"'})
    assert seamark.at("definition", uri, line, at) is not None
    api = workspace.uri("api/main.py")
    seamark.change(api, {"text": API.replace("/users/{user_id}", "/people/{user_id}")})
    assert seamark.at("definition", uri, line, at) is None


def test_a_byte_order_mark_shifts_nothing(seamark: Client) -> None:
    (seamark.folder / "main.py").write_bytes(
        b"\xef\xbb\xbf" + b"import fastapi\r\napp = fastapi.FastAPI()\r\n@app.get('/a')\r\ndef f(): ...\r\n"
    )
    seamark.initialize()
    uri = seamark.open(seamark.folder / "main.py")
    assert seamark.at("hover", uri, 2, 11)["range"] == {
        "start": {"line": 2, "character": 10},
        "end": {"line": 2, "character": 12},
    }


def test_the_workspace_s_own_code_is_not_run(seamark: Client) -> None:
    for name in ("yaml.py", "msgspec.py", "pygls.py", "sitecustomize.py"):
        (seamark.folder / name).write_text("open('ran', 'w')\nraise SystemExit(7)\n")
    seamark.initialize()
    assert seamark.end() == 0
    assert not Path(seamark.folder, "ran").exists()


def test_a_linked_workspace_keeps_its_name(tmp_path: Path) -> None:
    from tests.protocol.client import SEAMARK

    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with Client(SEAMARK, tmp_path / "link") as client:
        workspace = Workspace(client, "neovim")
        [found] = workspace.at("definition", "web/app.ts", "/users/${id}")
        assert found["targetUri"] == workspace.uri("api/main.py")


def test_all_contracts_at_once(seamark: Client) -> None:
    workspace = Workspace(seamark, "visual-studio-code")
    found = seamark.request("seamark/contracts", {})
    ports = found["ports"]
    assert [(port["role"], port["key"], port["name"]) for port in ports] == [
        ("exposes", "GET /users/{}", "read_user"),
        ("exposes", "POST /users", "add_user"),
        ("consumes", "GET /users/{}", "user"),
        ("consumes", "GET /userz", "gone"),
    ]
    assert workspace.places([port["stated"] for port in ports[::2]]) == [
        ("api/main.py", "/users/{user_id}"),
        ("web/app.ts", "/users/${id}"),
    ]
    assert workspace.places([ports[0]["target"]]) == [("api/main.py", "read_user")]
    assert found["reading"] is None
    assert found["name"] == seamark.folder.name
    assert found["links"] == [{"consumer": 2, "provider": 0, "match": "exact", "confidence": 0.9}]


def test_what_was_read_in_a_line(seamark: Client) -> None:
    Workspace(seamark, "visual-studio-code")
    seamark.request("seamark/contracts", {})
    assert seamark.request("seamark/summary", {}) == {"reading": None, "files": 2, "contracts": 3}


@pytest.mark.parametrize("wished", [True, False])
def test_a_client_is_told_of_changes_if_it_wishes(seamark: Client, wished: bool) -> None:
    def told() -> int:
        return sum(message.get("method") == "seamark/changed" for message in seamark.received)

    workspace = Workspace(seamark, "visual-studio-code", initializationOptions={"changes": wished})
    seamark.wait(lambda: not wished or told() > 0)
    before = told()
    seamark.change(workspace.uri("web/app.ts"), {"text": WEB.replace("/userz", "/users")})
    seamark.wait(lambda: not wished or told() > before)
    assert bool(told()) == wished
