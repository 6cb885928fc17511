"""The engine dies, and whoever asks does not notice."""

from __future__ import annotations

import random
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from seamark.lsp import uris
from tests.protocol.client import TOY, Client, ResponseError
from tests.protocol.processes import end, eventually, lives

AT = {"line": 0, "character": 8}


def has_engines(client: Client, number: int) -> bool:
    """Whether so many engines have been started."""
    return len(client.engines()) == number


def hover(client: Client, uri: str) -> str:
    found = client.at("hover", uri, 0, 8)
    return "nothing" if found is None else str(found["contents"]["value"]).split(" · ")[0]


@pytest.mark.parametrize("seed", [1, 2])
def test_an_engine_that_is_killed_at_random_moments(toy: Client, seed: int) -> None:
    chance = random.Random(seed)
    (toy.folder / "a.toy").write_text('route "GET /x" f\n')
    toy.initialize()
    uri = toy.open(toy.folder / "b.toy", "")
    killed = 0
    for number in range(50):
        toy.change(uri, {"text": f'call "GET /{number}"\n'})
        asked = toy.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": AT})
        if chance.random() < 0.3 and killed != number - 1:  # Nothing is asked more than twice.
            killed = number
            time.sleep(chance.random() * 0.01)
            end(toy.engines()[0])
        assert toy.answer(asked)["contents"]["value"].startswith(f"GET /{number} ")
    assert toy.end() == 0
    assert "The engine died" in toy.log()


def test_where_nothing_is_stated_is_known_without_an_engine(toy: Client) -> None:
    toy.initialize()
    uri = toy.open(toy.folder / "a.toy", 'call "GET /x"\n')
    assert hover(toy, uri) == "GET /x"
    (toy.folder / "hold").touch()
    end(toy.engines()[0])
    toy.wait(lambda: toy.progress()[-1]["kind"] != "end")
    for _ in range(20):
        assert toy.at("hover", uri, 0, 0) is None
        assert toy.at("definition", uri, 1, 0) is None
    asked = toy.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": AT})
    (toy.folder / "hold").unlink()
    assert toy.answer(asked) is not None


def test_a_document_that_is_opened_after_a_death_is_not_unknown(toy: Client) -> None:
    toy.initialize()
    (toy.folder / "hold").touch()
    end(toy.engines()[0])
    toy.wait(lambda: toy.progress()[-1]["kind"] != "end")
    uri = toy.open(toy.folder / "b.toy", 'call "GET /x"\n')
    asked = toy.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": AT})
    with pytest.raises(ResponseError):
        toy.request("no/such/method")
    (toy.folder / "hold").unlink()
    assert toy.answer(asked)["contents"]["value"].startswith("GET /x ")


def test_the_log_names_the_file_that_ends_the_engine(toy: Client) -> None:
    toy.initialize()
    uri = toy.open(toy.folder / "a.toy", 'call "GET /x"\n')
    other = toy.open(toy.folder / "b.toy", 'call "GET /y"\n')
    assert hover(toy, uri) == "GET /x"
    toy.change(uri, {"text": "crash"})
    while hover(toy, other) != "GET /y":
        pass
    toy.change(uri, {"text": "crash again"})
    assert hover(toy, uri) == "nothing"
    assert hover(toy, other) == "GET /y"
    assert toy.log().count(f"died (1) while it was at {toy.folder / 'a.toy'}") == 2
    assert f"{toy.folder / 'a.toy'} is left out from now on" in toy.log()


def test_a_file_that_cannot_be_read_alive_is_left_out(toy: Client) -> None:
    (toy.folder / "a.toy").write_text('call "GET /x"\n')
    (toy.folder / "b.toy").write_text("crash")
    (toy.folder / "c.toy").write_text('route "GET /x" f\n')
    toy.initialize()
    [found] = toy.at("definition", toy.open(toy.folder / "a.toy"), 0, 8)
    assert found["uri"] == uris.from_path(toy.folder / "c.toy")
    assert f"{toy.folder / 'b.toy'} is left out from now on" in toy.log()


def test_a_file_at_which_engines_were_killed_is_read_all_the_same(toy: Client) -> None:
    call, route = toy.folder / "a.toy", toy.folder / "b.toy"
    call.write_text('call "GET /x"\n')
    route.write_text('route "GET /x" f\n')
    (toy.folder / "hold b.toy").touch()
    toy.initialize(wait=False)
    for number in range(3):
        eventually(partial(has_engines, toy, number + 1))
        eventually((toy.folder / f"held {toy.engines()[0]}").exists)
        end(toy.engines()[0])
    eventually(lambda: toy.log().count(f"died (-9) while it was at {route}") >= 2)
    (toy.folder / "hold b.toy").unlink()
    toy.wait_until_read()
    [found] = toy.at("definition", toy.open(call), 0, 8)
    assert found["uri"] == uris.from_path(route)


def test_a_file_that_was_left_out_is_read_again_when_it_changes(toy: Client) -> None:
    fatal, call = toy.folder / "b.toy", toy.folder / "a.toy"
    call.write_text('call "GET /x"\n')
    fatal.write_text("crash")
    toy.initialize()
    uri = toy.open(call)
    assert toy.at("definition", uri, 0, 8) is None
    assert f"{fatal} is left out from now on" in toy.log()
    fatal.write_text('route "GET /x" f\n')
    toy.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uris.from_path(fatal), "type": 2}]})
    [found] = toy.at("definition", uri, 0, 8)
    assert found["uri"] == uris.from_path(fatal)
    end(toy.engines()[0])
    [found] = toy.at("definition", uri, 0, 8)
    assert found["uri"] == uris.from_path(fatal)


def test_a_document_that_was_left_out_is_read_again_when_it_is_saved(toy: Client) -> None:
    toy.initialize()
    uri = toy.open(toy.folder / "a.toy", 'call "GET /x"\n')
    other = toy.open(toy.folder / "b.toy", 'call "GET /y"\n')
    for attempt in (1, 2):
        toy.change(uri, {"text": "crash"})
        while hover(toy, other) != "GET /y":
            pass
        assert toy.log().count(f"{toy.folder / 'a.toy'} is left out from now on") == attempt
        toy.change(uri, {"text": 'call "GET /z"\n'})
        assert hover(toy, uri) == "nothing"
        toy.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        assert hover(toy, uri) == "GET /z"


@pytest.mark.parametrize("hold", [False, True])
def test_no_process_outlives_a_server_that_is_killed(tmp_path: Path, hold: bool) -> None:
    if hold:
        (tmp_path / "hold").touch()
    with Client(TOY, tmp_path) as client:
        client.initialize(wait=not hold)
        client.wait(lambda: bool(client.engines()))
        [engine] = client.engines()
        assert lives(engine)
        client.process.kill()
        eventually(lambda: not lives(engine))


def test_large_texts_block_nobody(toy: Client) -> None:
    toy.initialize()
    other = toy.open(toy.folder / "b.toy", 'call "GET /y"\n')
    uri = toy.open(toy.folder / "a.toy", 'call "GET /x"\n' + "x" * 10_000_000)
    asked = []
    for number in range(5):
        insert = {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 0}}
        toy.change(uri, {"range": insert, "text": f"{number}"})
        asked.append(toy.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": AT}))
    for request in asked:
        assert toy.answer(request) is not None
    assert hover(toy, other) == "GET /y"
    assert toy.end() == 0


def test_it_is_told_to_a_file(tmp_path: Path) -> None:
    log = tmp_path / "log" / "seamark.log"
    log.parent.mkdir()
    with Client((sys.executable, "-I", "-m", "seamark", "lsp", "--log", str(log)), tmp_path) as client:
        (tmp_path / "a.py").write_text("x = 1\n")
        client.initialize()
        uri = client.open(tmp_path / "a.py")
        assert client.at("hover", uri, 0, 0) is None
        assert client.end() == 0
        assert client.log() == ""
    assert "The engine is process" in log.read_text()


def test_a_log_that_cannot_be_written_is_survived(tmp_path: Path) -> None:
    with Client((sys.executable, "-I", "-m", "seamark", "lsp", "--log", str(tmp_path / "no" / "log")), tmp_path) as one:
        one.initialize()
        assert one.end() == 0
        assert "The log cannot be written" in one.log()


def test_modules_of_the_workspace_are_not_ours(tmp_path: Path) -> None:
    for name in ("yaml", "msgspec", "seamark", "logging"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(3)")
    (tmp_path / "a.py").write_text('import requests\n\nrequests.get("http://a/users")\n')
    with Client((sys.executable, "-I", "-m", "seamark", "lsp"), tmp_path) as client:
        client.initialize()
        found = client.at("hover", uris.from_path(tmp_path / "a.py"), 2, 24)
        assert "GET /users" in found["contents"]["value"]
