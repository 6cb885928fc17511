"""What is asked of a store: the shop, split into a repository for each service, answers as the shop does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from seamark.cli.organisation import asking
from seamark.cli.organisation.opening import open_store
from seamark.index import Index
from seamark.source import LineIndex
from seamark.store import parts

from .repositories import commit
from .seeded import SHOP
from .test_store import made, seamark

pytestmark = pytest.mark.slow

SERVICES = sorted(folder.name for folder in SHOP.iterdir() if folder.is_dir())


@pytest.fixture(scope="module")
def organisation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("organisation")
    result = seamark("store", "add", *made(root, *SERVICES), "--store", root / "contracts", "--jobs", 1)
    assert result.exit_code == 0, result.stderr
    return root


def records(*arguments: str | Path) -> list[dict[str, Any]]:
    result = seamark(*arguments, "--format", "jsonl")
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def linked(links: list[dict[str, Any]]) -> list[tuple[object, ...]]:
    def end(port: dict[str, Any]) -> tuple[object, ...]:
        return tuple(
            port[name] for name in ("key", "file", "line", "column", "end_column", "symbol", "handler", "test")
        )

    return [(link["match"], link["confidence"], end(link["consumer"]), end(link["provider"])) for link in links]


@pytest.mark.parametrize("compatible", [(), ("--compatible",)])
def test_its_links_are_those_of_one_workspace(organisation: Path, compatible: tuple[str, ...]) -> None:
    index = Index([organisation / name for name in SERVICES])
    index.load()

    def end(port: Any) -> tuple[object, ...]:
        lines = LineIndex(index.text(port.path) or b"")
        (line, column), (_, end_column) = lines.human(port.start), lines.human(port.end)
        handler = None if port.handler is None else port.handler.qualified_name
        name = port.symbol.qualified_name
        return port.key, port.path, line, column, end_column, name, handler, port.test

    expected = [
        (link.how, link.confidence, end(link.consumer), end(link.provider))
        for link in index.links(compatible=bool(compatible))
    ]
    assert len(expected) > 20
    found = linked(records("store", "links", "--store", organisation / "contracts", *compatible))
    assert sorted(map(str, found)) == sorted(map(str, expected))
    for name in SERVICES:
        some = records("store", "links", "--store", organisation / "contracts", "--repository", name, *compatible)
        of_it = [link for link in expected if name in (str(side[1]).partition("/")[0] for side in link[2:])]
        assert sorted(map(str, linked(some))) == sorted(map(str, of_it))


def test_each_port_says_its_repository_and_commit(organisation: Path) -> None:
    boundaries = records("store", "map", "--store", organisation / "contracts")
    whole = records("store", "map", "--store", organisation / "contracts", "--repository", "web")
    assert {boundary["key"] for boundary in whole} < {boundary["key"] for boundary in boundaries}
    (orders,) = [one for one in whole if one["key"] == "GET /orders/{}"]
    (provider,) = orders["providers"]
    assert (provider["repository"], provider["file"]) == ("orders", "orders/orders/views.py")
    assert re.fullmatch("[0-9a-f]{40}", provider["commit"])
    assert {one["repository"] for one in orders["consumers"]} == {"payments", "shipping", "web"}


def test_a_contract_is_explained_from_all_repositories(organisation: Path) -> None:
    store = organisation / "contracts"
    text = seamark("store", "explain", "/orders/7", "--store", store).stdout
    assert "provider  orders/orders/views.py:23:14  read_order" in text
    assert "consumer  web/src/api/orders.ts:20:43  order" in text
    assert "nearest: GET /orders/{}" in seamark("store", "explain", "/ordrs/7", "--store", store).stdout


@pytest.mark.parametrize("form", ["json", "dot", "mermaid", "html"])
def test_the_graph_has_all_repositories(organisation: Path, form: str) -> None:
    text = seamark("store", "graph", "--store", organisation / "contracts", "--format", form).stdout
    assert "read_order" in text
    assert "cancelOrder" in text


def test_the_store_is_checked_as_a_workspace_is(organisation: Path) -> None:
    store = organisation / "contracts"
    result = seamark("store", "check", "--store", store, "--unserved")
    assert result.exit_code == 1
    assert "web/src/api/orders.ts:29:22: warning: `DELETE /orders/{}` is not served, but `GET /orders/{}` is" in (
        result.stdout
    )
    assert " | " not in result.stdout  # A store has no texts to show.
    assert seamark("store", "check", "--store", store, "--repository", "scale").exit_code == 0


@pytest.mark.parametrize(("word", "meant"), [("solt", True), ("söld", True), ("bought", False)])
def test_a_misspelt_call_is_told_what_another_repository_serves(tmp_path: Path, word: str, meant: bool) -> None:
    orders, catalog = made(tmp_path, "orders", "catalog")
    views = orders / "orders" / "views.py"
    views.write_text(views.read_text("utf-8").replace('"/sold/', f'"/{word}/'), "utf-8")
    commit(orders, "another word")
    seamark("store", "add", orders, catalog, "--store", tmp_path / "s", "--jobs", 1)
    told = seamark("store", "check", "--store", tmp_path / "s").stdout
    assert (f"`GET /orders/sold/{{}}` is not served; did you mean `GET /orders/{word}/{{}}`?" in told) is meant


def test_in_parts_a_store_answers_as_it_does_at_once(organisation: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = organisation / "contracts"
    map_, check = ("store", "map", "--store", store), ("store", "check", "--store", store, "--unserved")
    answers = [[seamark(*one, "--format", "jsonl").stdout.splitlines() for one in (map_, check)]]
    monkeypatch.setattr(parts, "_PORTS", 3)
    with open_store(str(store), cached=False) as connection:
        assert len(list(parts.by_contract(connection))) > len(SERVICES)
        assert [part.repositories for part in parts.by_repository(connection)] == [[name] for name in SERVICES]
    answers.append([seamark(*one, "--format", "jsonl").stdout.splitlines() for one in (map_, check)])
    assert answers[0] == answers[1]
    assert len(answers[0][0]) > 20
    assert any("DELETE /orders/{}" in line for line in answers[0][1])


@pytest.mark.parametrize("command", [("map",), ("graph", "--format", "dot")])
def test_what_is_too_much_at_once_is_refused(
    organisation: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    store = organisation / "contracts"
    monkeypatch.setattr(asking, "_MOST", 10)
    result = seamark("store", *command, "--store", store)
    assert result.exit_code == 2
    assert re.search(
        r"contracts has \d+ ports, more than the 10 that this format allows: choose one repository with "
        "--repository NAME, or use --format jsonl with `map`, `links` and `check`",
        " ".join(result.stderr.split()),
    )
    assert seamark("store", *command, "--store", store, "--repository", "web").exit_code == 0
    assert records("store", "map", "--store", store)


def test_a_comment_beside_a_call_silences_it_in_the_store_too(tmp_path: Path) -> None:
    (web,) = made(tmp_path, "web")
    text = (web / "src/api/orders.ts").read_text("utf-8")
    line = "  await http.delete(`/${id}`);"
    assert line in text
    (web / "src/api/orders.ts").write_text(text.replace(line, f"  // seamark: ignore\n{line}"), "utf-8")
    (orders,) = made(tmp_path, "orders")
    seamark("store", "add", orders, "--store", tmp_path / "s", f"web={web}", "--revision", "HEAD", "--jobs", 1)
    assert "DELETE /orders/{}" in seamark("store", "check", "--store", tmp_path / "s").stdout
    commit(web, "silent")
    seamark("store", "update", web, "--store", tmp_path / "s")
    assert "DELETE /orders/{}" not in seamark("store", "check", "--store", tmp_path / "s").stdout


def test_a_repository_is_checked_against_the_others(organisation: Path, tmp_path: Path) -> None:
    store = organisation / "contracts"
    result = seamark("check", organisation / "web", "--against", store)
    assert result.exit_code == 1
    assert (
        "src/api/orders.ts:29:22: warning: `DELETE /orders/{}` is not served, but `GET /orders/{}` is" in result.stdout
    )
    assert re.search(r"^orders@[0-9a-f]{12}/orders/views.py:23:14: note: ", result.stdout, re.MULTILINE)
    assert "GET /payments/{}" not in result.stdout  # It is served, in another repository.
    assert "broken-elsewhere" not in result.stdout

    (orders,) = made(tmp_path, "orders")
    views = orders / "orders" / "views.py"
    views.write_text(views.read_text("utf-8").replace('"/sold/', '"/bought/'), "utf-8")
    result = seamark("check", orders, "--against", store)
    assert result.exit_code == 1
    broken = "`GET /orders/sold/{}` is changed, and catalog/catalog/bestsellers.py:10:35 calls it"
    assert f"orders/views.py:39:14: warning: {broken} [broken-elsewhere]\n" in result.stdout
    assert "catalog/catalog/bestsellers.py:10:35: note: it is called here\n" in result.stdout
    sarif = json.loads(seamark("check", orders, "--against", store, "--format", "sarif").stdout)["runs"][0]
    (found,) = [one for one in sarif["results"] if one["ruleId"] == "broken-elsewhere"]
    assert (found["level"], found["message"]["text"]) == ("warning", broken)
    assert sarif["tool"]["driver"]["rules"][found["ruleIndex"]]["id"] == "broken-elsewhere"
    assert found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith("/orders/views.py")
    (caller,) = found["relatedLocations"]
    assert caller["physicalLocation"]["artifactLocation"]["uri"] == "catalog/catalog/bestsellers.py"
    junit = ET.fromstring(seamark("check", orders, "--against", store, "--format", "junit").stdout)
    assert found["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 39,
        "startColumn": 14,
        "endLine": 39,
        "endColumn": 14 + len('"/bought/<int:order_id>"'),
    }
    region = caller["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"] < region["endColumn"]) == (10, True)
    (case,) = [one for one in junit.iter("testcase") if one.get("name") == "broken-elsewhere GET /orders/sold/{}"]
    assert [one.get("message") for one in case.iter("failure")] == [broken]
    assert seamark("check", orders, "--against", store, "--fail-on", "never").exit_code == 0
    assert "is not in the store" not in result.stderr
    stranger = seamark("check", orders, "--against", store, "--repository", "ordres")
    assert "ordres is not in the store, so nothing can be compared" in stranger.stderr
    assert seamark("check", orders, "--against", tmp_path / "nowhere").exit_code == 2


def test_a_contract_that_is_gone_is_found_where_it_was(organisation: Path, tmp_path: Path) -> None:
    (orders,) = made(tmp_path, "orders")
    views = orders / "orders" / "views.py"
    views.write_text(views.read_text("utf-8").partition('@orders.get("/sold/')[0], "utf-8")
    sarif = seamark("check", orders, "--against", organisation / "contracts", "--format", "sarif").stdout
    results = json.loads(sarif)["runs"][0]["results"]
    (found,) = [one for one in results if one["ruleId"] == "broken-elsewhere"]
    region = found["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"], region["endLine"]) == (39, 14, 39)
    assert region["endColumn"] > region["startColumn"]


def test_calls_of_which_no_address_is_known_are_counted(
    organisation: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "mail"
    folder.mkdir()
    call = "import os, requests\nrequests.get(os.environ['MAIL'] + '/boxes/full')\n"
    (folder / "a.py").write_text(call + "requests.get('https://api.example.com/x')\n")
    check = ("check", folder, "--against", organisation / "contracts")
    assert "1 call is not judged: its address is unknown\n" in seamark(*check).stderr
    (folder / "b.py").write_text(call)
    result = seamark(*check, "--format", "jsonl")
    assert "2 calls are not judged: their address is unknown\n" in result.stderr
    assert "judged" not in result.stdout
    monkeypatch.setenv("SEAMARK_STORE", str(organisation / "contracts"))
    assert "2 calls are not judged" in seamark("check", folder, "--against").stderr
    monkeypatch.delenv("SEAMARK_STORE")
    assert seamark("check", folder, "--against").exit_code == 2


def test_a_change_is_compared_by_what_it_does_to_the_others(organisation: Path, tmp_path: Path) -> None:
    (orders,) = made(tmp_path, "orders")
    views = orders / "orders" / "views.py"
    views.write_text(views.read_text("utf-8").replace('"/sold/', '"/bought/'), "utf-8")
    arguments = ("store", "diff", "HEAD", orders, "--folder", orders, "--store", organisation / "contracts")
    result = seamark(*arguments, "--exit-code")
    assert result.stdout.splitlines() == [
        "changed  GET /orders/sold/{} → GET /orders/bought/{}  (path)",
        "  was served by orders/orders/views.py:39:14 count_sold",
        "  breaks catalog/catalog/bestsellers.py:10:35 sold",
        "",
        "contracts: 1 changed; 1 call breaks",
    ]
    assert result.exit_code == 1
    same = ("store", "diff", "HEAD", "HEAD", "--folder", orders, "--store", organisation / "contracts", "--exit-code")
    assert seamark(*same).stdout == "no contract has changed\n"
