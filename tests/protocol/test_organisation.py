"""A checkout of one repository, and a store of others: jumps into their checkouts, or links to their pages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol.types import LSPErrorCodes

from seamark.lsp import uris
from seamark.source.lines import lines_of
from seamark.store.errors import INSTALL
from tests.features.repositories import git
from tests.features.test_store import made, seamark
from tests.protocol.client import SEAMARK, Client, ResponseError
from tests.protocol.processes import below, eventually

SERVICES = ("catalog", "orders", "payments", "shipping", "web")
SHOWS: dict[str, Any] = {
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
    "textDocument": {"hover": {"contentFormat": ["markdown"]}},
    "workspace": {"codeLens": {"refreshSupport": True}},
}
NOT_KNOWN = "Other repositories have not been read yet."
CALL = ("src/api/orders.ts", "get<Order>(`/", len("get<Order>(`/"))
PRODUCT = ("src/api/catalog.ts", "catalog.get<Product>(`/products/${id}`)", len("catalog.get<Product>(`/"))
HANDLER = ("orders/orders/views.py", "read_order")


@pytest.fixture(scope="module")
def organisation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("organisation")
    for folder in made(root, *SERVICES):
        git(folder, "remote", "add", "origin", f"git@github.com:shop/{folder.name}.git")
    result = seamark("store", "add", *(root / name for name in SERVICES), "--store", root / "contracts", "--jobs", 1)
    assert result.exit_code == 0, result.stderr
    return root


@pytest.fixture
def web(organisation: Path) -> Iterator[Client]:
    with Client(SEAMARK, organisation / "web") as client:
        yield client


def begin(client: Client, store: Path, **organisation: Any) -> None:
    client.initialize(SHOWS, initializationOptions={"organisation": {"store": str(store), **organisation}})


def params(client: Client, place: tuple[str, str, int], **more: Any) -> dict[str, Any]:
    """What asks about so many characters after the beginning of a text in a file."""
    name, text, inside = place
    path = client.folder / name
    data = path.read_bytes()
    line, character = lines_of(data).position(data.index(text.encode()) + inside, "utf-16")
    position = {"line": line, "character": character}
    return {"textDocument": {"uri": uris.from_path(path)}, "position": position, **more}


def at(client: Client, method: str, place: tuple[str, str, int], **more: Any) -> Any:
    """The answer there, of a file that is shown."""
    client.open(client.folder / place[0])
    answer = client.settled(f"textDocument/{method}", params(client, place, **more))
    client.close(uris.from_path(client.folder / place[0]))
    return answer


def places(root: Path, locations: list[dict[str, Any]] | None) -> list[tuple[str, str]]:
    """The files, relative to a folder, and what stands there in them."""
    found = []
    for location in locations or []:
        path = uris.to_path(location["uri"])
        assert path is not None
        start, end = location["range"]["start"], location["range"]["end"]
        line = path.read_text("utf-8").splitlines()[start["line"]]
        found.append((path.relative_to(root).as_posix(), line[start["character"] : end["character"]]))
    return found


def said_at(client: Client, place: tuple[str, str, int]) -> str:
    """What a hover says at once."""
    client.open(client.folder / place[0])
    value: str = client.request("textDocument/hover", params(client, place))["contents"]["value"]
    client.close(uris.from_path(client.folder / place[0]))
    return value


def hover(client: Client, place: tuple[str, str, int] = CALL) -> str:
    """What a hover says once it does not say any more that there is more to say."""
    eventually(lambda: NOT_KNOWN not in said_at(client, place))
    return said_at(client, place)


def in_turn(client: Client, *asked: tuple[str, tuple[str, str, int]]) -> list[tuple[str, Any]]:
    """Methods and answers, in the order of these, of requests that are asked at once. Their files are shown."""
    methods = {client.ask(f"textDocument/{method}", params(client, place)): method for method, place in asked}
    client.wait(lambda: len(client.answered()) == len(methods))
    return [(methods[number], client.answer(number)) for number in client.answered() if isinstance(number, int)]


def titles(client: Client, name: str) -> set[str]:
    uri = client.open(client.folder / name)
    found = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    return {client.request("codeLens/resolve", one)["command"]["title"] for one in found or []}


def shown(client: Client) -> list[str]:
    return [m["params"]["message"] for m in client.received if m.get("method") == "window/showMessage"]


def test_a_call_leads_into_the_checkout_beside(web: Client, organisation: Path) -> None:
    begin(web, organisation / "contracts")
    assert places(organisation, at(web, "definition", CALL)) == [HANDLER]
    assert places(organisation, at(web, "implementation", CALL)) == [HANDLER]
    head = git(organisation / "orders", "rev-parse", "HEAD")[:12]
    address = uris.from_path(organisation / "orders/orders/views.py")
    assert f"- [orders@{head}/orders/views.py:24]({address}#L24) `read_order` · committed today" in hover(web)
    found = places(organisation, at(web, "references", CALL, context={"includeDeclaration": True}))
    assert found[0] == ("web/src/api/orders.ts", "/${id}")  # Those here come first.
    assert {file for file, _ in found[1:]} == {
        "orders/orders/views.py",
        "payments/orders.go",
        "shipping/others.cpp",
    }
    eventually(lambda: "served by read_order in orders" in titles(web, CALL[0]))


def test_who_calls_a_route_from_other_repositories(organisation: Path) -> None:
    route = ("orders/views.py", '"/<int:order_id>")', 3)
    with Client(SEAMARK, organisation / "orders") as client:
        begin(client, organisation / "contracts")
        found = places(organisation, at(client, "references", route, context={"includeDeclaration": False}))
        assert {file.partition("/")[0] for file, _ in found} == {"payments", "shipping", "web"}
        where = {"3 consumers in payments, shipping, web"}
        eventually(lambda: where <= titles(client, "orders/views.py"))
        assert "3 consumers:" in hover(client, route)


def test_the_handler_is_found_where_a_checkout_has_moved_on(organisation: Path, tmp_path: Path) -> None:
    (orders,) = made(tmp_path, "orders")
    views = orders / "orders" / "views.py"
    views.write_text('"""Moved.\n\nBy three lines.\n"""\n' + views.read_text("utf-8"), "utf-8")
    with Client(SEAMARK, organisation / "web") as client:
        begin(client, organisation / "contracts", checkouts={"https://github.com/shop/orders": str(orders)})
        assert places(tmp_path, at(client, "definition", CALL)) == [HANDLER]


def test_what_is_not_checked_out_has_a_page(organisation: Path, tmp_path: Path) -> None:
    head = git(organisation / "orders", "rev-parse", "HEAD")
    page = f"https://github.com/shop/orders/blob/{head}/orders/views.py#L24"
    (own,) = made(tmp_path, "web")
    with Client(SEAMARK, own) as client:
        begin(client, organisation / "contracts")
        assert at(client, "definition", CALL) is None
        assert f"- [orders@{head[:12]}/orders/views.py:24]({page}) `read_order`" in hover(client)
        uri = client.open(own / CALL[0])
        lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
        commands = [client.request("codeLens/resolve", one)["command"] for one in lenses]
        (command,) = [one for one in commands if one["title"] == "served by read_order in orders"]
        client.request("workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]})
        client.wait(lambda: any(m.get("method") == "window/showDocument" for m in client.received))
        (opened,) = [m["params"] for m in client.received if m.get("method") == "window/showDocument"]
        assert opened == {"uri": page, "external": True}
    with Client(SEAMARK, own) as client:
        begin(client, organisation / "contracts", urls={"github.com": "https://git.example/{repository}?at={line}"})
        at(client, "definition", CALL)
        assert "(https://git.example/shop/orders?at=24) `read_order`" in hover(client)


def test_a_stated_checkout_may_be_relative_to_the_workspace(organisation: Path, tmp_path: Path) -> None:
    web, _ = made(tmp_path, "web", "orders")
    (tmp_path / "orders").rename(tmp_path / "mine")
    with Client(SEAMARK, web) as client:
        begin(client, organisation / "contracts", checkouts={"orders": "../mine"})
        assert places(tmp_path, at(client, "definition", CALL)) == [("mine/orders/views.py", "read_order")]
        assert not shown(client)


def test_a_stated_checkout_that_is_missing_is_said_once(organisation: Path, tmp_path: Path) -> None:
    (web,) = made(tmp_path, "web")
    with Client(SEAMARK, web) as client:
        begin(client, organisation / "contracts", checkouts={"orders": "../gone"})
        for _ in range(2):
            assert not at(client, "definition", CALL)
        assert "https://github.com/shop/orders/blob/" in hover(client)
        client.wait(lambda: bool(shown(client)))
        (said,) = shown(client)
        assert f"orders is not checked out in {tmp_path / 'gone'}" in said


def test_options_that_cannot_be_taken_are_said_at_once(organisation: Path) -> None:
    with Client(SEAMARK, organisation / "web") as client:
        options = {"organisation": {"store": 7, "checkout": {}, "urls": {"forge.example": 1}}}
        client.initialize(SHOWS, initializationOptions=options)
        client.wait(lambda: bool(shown(client)))
        (said,) = shown(client)
        assert "`organisation.store`: expected a text, got a number" in said
        assert "`organisation.checkout` is not a setting; did you mean `organisation.checkouts`?" in said
        assert "`organisation.urls.forge.example`" in said


def test_what_the_workspace_has_is_nobody_else_s(organisation: Path, tmp_path: Path) -> None:
    """A repository that is open here counts as it is here, also in a folder of another name."""
    made(tmp_path, "web", "orders")
    (tmp_path / "orders").rename(tmp_path / "mine")
    git(tmp_path / "mine", "remote", "add", "origin", "https://somebody@github.com/shop/orders")
    views = tmp_path / "mine" / "orders" / "views.py"
    views.write_text(views.read_text("utf-8").replace('"/<int:order_id>")', '"/one/<int:order_id>")'), "utf-8")
    with Client(SEAMARK, tmp_path) as client:
        begin(client, organisation / "contracts", checkouts={"orders": str(tmp_path / "mine")})
        call = (f"web/{CALL[0]}", *CALL[1:])
        assert at(client, "definition", call) is None
        assert "No provider found in this workspace or in other repositories." in hover(client, call)
    with Client(SEAMARK, tmp_path / "mine") as client:
        begin(client, organisation / "contracts")
        route = ("orders/views.py", '"/one/<int:order_id>")', 3)
        assert at(client, "references", route, context={"includeDeclaration": False}) == []
        assert "No consumer found in this workspace or in other repositories." in hover(client, route)


def test_back_from_the_other_checkout(web: Client, organisation: Path) -> None:
    """What is opened there is not part of the workspace, and still has callers in it."""
    begin(web, organisation / "contracts")
    route = ("../orders/orders/views.py", '"/<int:order_id>")', 3)
    found = places(organisation, at(web, "references", route, context={"includeDeclaration": False}))
    assert "web/src/api/orders.ts" in {file for file, _ in found}


def test_a_call_that_the_organisation_serves_is_not_unserved(organisation: Path) -> None:
    with Client(SEAMARK, organisation / "web") as client:
        options = {
            "organisation": {"store": str(organisation / "contracts")},
            "diagnostics": {"unserved-call": "error"},
        }
        client.initialize(SHOWS, initializationOptions=options)
        uri = client.open(organisation / "web" / CALL[0])
        report = client.settled("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        said = [one["message"] for one in report["items"]]
        assert said == ["`DELETE /orders/{}` is not served, but `GET /orders/{}` is"]


def test_a_missing_store_is_said_once(web: Client, organisation: Path) -> None:
    begin(web, organisation / "nowhere")
    web.wait(lambda: bool(shown(web)))
    assert at(web, "definition", CALL) is None
    assert "No provider found in this workspace." in hover(web)
    assert at(web, "definition", PRODUCT) is None
    assert NOT_KNOWN not in said_at(web, PRODUCT)  # Nobody waits for what will not come.
    (said,) = shown(web)
    assert "nowhere" in said
    store = {"organisation": {"store": str(organisation / "contracts")}}
    web.notify("workspace/didChangeConfiguration", {"settings": store})
    eventually(lambda: places(organisation, at(web, "definition", CALL)) == [HANDLER])


def test_a_store_without_repositories_is_said_once(web: Client, tmp_path: Path) -> None:
    """Such as a folder that is none."""
    begin(web, tmp_path)
    web.wait(lambda: bool(shown(web)))
    assert at(web, "definition", CALL) is None
    assert "No provider found in this workspace." in hover(web)
    (said,) = shown(web)
    assert f"{tmp_path} has no repository that can be read: `seamark store add PATH --store STORE` adds one" in said


def test_without_the_libraries_it_is_said_what_to_install(
    organisation: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "duckdb.py").write_text("raise ImportError('none', name='duckdb')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Client((sys.executable, "-P", "-m", "seamark", "lsp"), organisation / "web") as client:
        begin(client, organisation / "contracts")
        client.wait(lambda: bool(shown(client)))
        assert at(client, "definition", CALL) is None
        (said,) = shown(client)
        assert "duckdb is not installed" in said and INSTALL in said and sys.executable in said


SLOW = """
import sys, time
from importlib import import_module
from pathlib import Path

folder = Path(__file__).parent
while not (folder / "go").exists():
    time.sleep(0.01)
sys.path.remove(str(folder))
del sys.modules[__name__]
import_module(__name__)
"""


@pytest.fixture
def slow(organisation: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A client whose process for the store does not start before there is a file `go` in `tmp_path`."""
    (tmp_path / "duckdb.py").write_text(SLOW)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Client((sys.executable, "-P", "-m", "seamark", "lsp"), organisation / "web") as client:
        begin(client, organisation / "contracts")
        client.open(organisation / "web" / CALL[0])
        client.open(organisation / "web" / PRODUCT[0])
        yield client


NOWHERE = (CALL[0], "export", 1)
"""Where nobody states anything."""


def test_what_comes_from_a_process_that_starts_slowly_is_said_to_be_on_its_way(
    slow: Client, organisation: Path, tmp_path: Path
) -> None:
    for place in (CALL, PRODUCT):  # Each of them is waited for.
        answers = in_turn(slow, ("definition", place), ("implementation", NOWHERE), ("hover", place))
        assert [method for method, _ in answers] == ["implementation", "hover", "definition"]
        assert answers[0][1] is answers[2][1] is None and NOT_KNOWN in answers[1][1]["contents"]["value"]
        assert slow.is_under_way()
    (tmp_path / "go").touch()
    slow.wait(lambda: not slow.is_under_way())
    assert places(organisation, at(slow, "definition", CALL)) == [HANDLER]
    assert shown(slow) == []


def test_who_waits_no_longer_is_answered_at_once(slow: Client) -> None:
    waits = slow.ask("textDocument/definition", params(slow, CALL))
    slow.notify("$/cancelRequest", {"id": waits})
    with pytest.raises(ResponseError) as raised:
        slow.answer(waits)
    assert raised.value.code == LSPErrorCodes.RequestCancelled


HOLD = "import duckdb, sys; kept = duckdb.connect(sys.argv[1]); print('kept', flush=True); sys.stdin.read()"


def test_a_store_that_does_not_answer_delays_nothing(
    organisation: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else has the replica, for longer than anybody wants to wait."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with Client(SEAMARK, organisation / "web") as client:
        begin(client, organisation / "contracts")
        eventually(lambda: places(organisation, at(client, "definition", CALL)) == [HANDLER])
    (replica,) = (tmp_path / "seamark" / "stores").glob("*.duckdb")
    with (
        subprocess.Popen(
            [sys.executable, "-c", HOLD, str(replica)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as holder,
        Client(SEAMARK, organisation / "web") as client,
    ):
        assert holder.stdout is not None and holder.stdin is not None and holder.stdout.readline()
        begin(client, organisation / "contracts")
        client.open(organisation / "web" / CALL[0])
        client.open(organisation / "web" / PRODUCT[0])
        answers = dict(in_turn(client, ("definition", CALL), ("hover", CALL)))
        assert answers["definition"] is None and NOT_KNOWN in answers["hover"]["contents"]["value"]
        at_once = [("definition", None), ("implementation", None)]
        eventually(lambda: in_turn(client, ("definition", PRODUCT), ("implementation", NOWHERE)) == at_once)
        assert client.is_under_way()
        holder.stdin.close()
        eventually(lambda: places(organisation, at(client, "definition", CALL)) == [HANDLER])
        assert shown(client) == []


def test_a_process_that_dies_is_started_again(web: Client, organisation: Path) -> None:
    begin(web, organisation / "contracts")
    assert places(organisation, at(web, "definition", CALL)) == [HANDLER]
    (engine,) = web.engines()
    for pid in below(engine):
        subprocess.run(["kill", "-9", str(pid)], check=True)
    eventually(lambda: bool(at(web, "definition", PRODUCT)))
    assert shown(web) == []


def test_without_a_store_nothing_starts(web: Client) -> None:
    web.initialize(SHOWS)
    assert at(web, "definition", CALL) is None
    assert "No provider found in this workspace." in hover(web)
    (engine,) = web.engines()
    assert below(engine) == set()
