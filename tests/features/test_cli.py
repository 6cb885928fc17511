"""The command line as users run it, on the workspace that a newcomer opens."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from seamark import __version__
from seamark.cli.main import main
from seamark.graph import NodeKind, from_json

ROOT = Path(__file__).parents[2]
SHOP = "fixtures/shop"
README = ROOT / "README.md"

SERVICES = {
    *("web", "catalog", "orders", "newsletter", "payments", "search", "shipping", "scale", "prices", "warehouse"),
    *("returns", "vouchers"),
    "",
}

CALLS = {
    "GET /api/v1/products": {"products", "Catalog.products"},
    "GET /api/v1/products/bestsellers": {"bestsellers", "Catalog.bestsellers"},
    "GET /api/v1/products/{}": {"product"},
    "POST /api/v1/products": {"addProduct"},
    "PATCH /api/v1/products/{}": {"changePrice"},
    "GET /api/v1/products/{}/reviews": {"ReviewsService.listReviews", "ProductPage"},
    "POST /api/v1/products/{}/reviews": {"ReviewsService.addReview"},
    "PUT /api/v1/products/{}/stock": {"take", "Catalog.putBack"},
    "POST /orders": {"placeOrder"},
    "GET /orders/{}": {"order", "customer", "Orders.Read"},
    "DELETE /orders/{}": {"cancelOrder"},
    "POST /orders/{}/lines": {"addLine"},
    "GET /orders/sold/{}": {"sold"},
    "POST /payments": {"pay"},
    "GET /payments/{}": {"payment"},
    "POST /payments/{}/refund": {"refund"},
    "GET /search/products": {"search"},
    "POST /subscribers": {"subscribe"},
    "DELETE /subscribers/{}": {"unsubscribe"},
    "POST /parcels": {"book"},
    "GET /parcels/{}": {"parcel"},
    "PUT /parcels/{}/weight": {"tell_weight"},
    "POST /weighings/{}": {"weigh"},
    "POST /returns": {"giveBack"},
    "GET /returns/{}": {"givenBack"},
    "POST /vouchers": {"Vouchers.issue"},
    "GET /vouchers/{}": {"voucher"},
    "Prices/Quote": {"total"},
    "orders.cancelled": {"tell_cancelled"},
    "packParcel": {"Fulfilment.run"},
    "Fulfilment": {"start"},
}

HANDLERS: dict[str, set[str | None]] = {
    "GET /health": {"health"},
    "GET /api/v1/products": {"list_products"},
    "GET /api/v1/products/bestsellers": {"list_bestsellers"},
    "GET /api/v1/products/{}": {"read_product"},
    "POST /api/v1/products": {"add_product"},
    "PATCH /api/v1/products/{}": {"change_product"},
    "GET /api/v1/products/{}/reviews": {"list_reviews"},
    "POST /api/v1/products/{}/reviews": {"add_review"},
    "PUT /api/v1/products/{}/stock": {"take_from_stock"},
    "POST /orders": {"place_order"},
    "GET /orders/{}": {"read_order"},
    "POST /orders/{}/cancel": {"cancel_order"},
    "POST /orders/{}/lines": {"add_line"},
    "GET /orders/sold/{}": {"count_sold"},
    "POST /payments": {"API.pay", None},
    "GET /payments/{}": {"API.read", None},
    "POST /payments/{}/refund": {"API.refund", None},
    "ANY /search/*": {None},
    "GET /products": {"find"},
    "POST /subscribers": {"Subscribers.add"},
    "DELETE /subscribers/{}": {"Subscribers.remove"},
    "POST /parcels": {"book"},
    "GET /parcels/{}": {"track"},
    "PUT /parcels/{}/weight": {"note_weight"},
    "POST /weighings/{}": {"weigh"},
    "POST /returns": {"Returns.take"},
    "GET /returns/{}": {"Returns.read"},
    "POST /vouchers": {""},
    "GET /vouchers/{}": {""},
    "Prices/Quote": {"prices.Quote", None},
    "orders.cancelled": {"unpack"},
    "packParcel": {"packParcel"},
    "Fulfilment": {"Fulfilment.run"},
}

PORTS = sum(len(names) for side in (CALLS, HANDLERS) for names in side.values())
LINKS = sum(len(CALLS[key]) * len(HANDLERS[key]) for key in CALLS.keys() & HANDLERS.keys())


def seamark(*arguments: str, code: int = 0) -> str:
    command = [sys.executable, "-m", "seamark", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60)
    assert (done.returncode, done.stderr) == (code, "")
    return done.stdout


def records(*arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in seamark(*arguments, "--format", "jsonl").splitlines()]


def by_key(pairs: Iterable[tuple[str, str | None]]) -> dict[str, set[str | None]]:
    """The names that each key has."""
    found: dict[str, set[str | None]] = {}
    for key, name in pairs:
        found.setdefault(key, set()).add(name)
    return found


def test_every_port_of_the_shop_is_found_and_nothing_else() -> None:
    ports = records("ports", SHOP)
    assert by_key((port["key"], port["symbol"]) for port in ports if port["role"] == "consumes") == CALLS
    assert by_key((port["key"], port["handler"]) for port in ports if port["role"] == "exposes") == HANDLERS
    assert len(ports) == PORTS
    assert {port["service"] for port in ports} == SERVICES


def test_a_port_stands_where_its_path_does() -> None:
    for port in records("ports", SHOP):
        line = (ROOT / SHOP / port["file"]).read_text("utf-8").splitlines()[port["line"] - 1]
        assert port["line"] == port["end_line"]
        start, end = port["column"] - 1, port["end_column"] - 1
        stated = line[start:end]
        quoted = line[start - 1] + line[end : end + 1] in ('""', "''", "``", "()")
        assert quoted or stated.isidentifier() or stated.startswith("/"), port
        assert port["root"] == SHOP


def test_a_handlers_line_is_that_of_its_name() -> None:
    for port in records("ports", SHOP):
        if port["handler"] is not None:
            lines = (ROOT / SHOP / port["handler_file"]).read_text("utf-8").splitlines()
            assert re.search(rf"\b{port['handler'].rpartition('.')[2]}\b", lines[port["handler_line"] - 1])


def test_links_join_what_has_one_key() -> None:
    links = records("links", SHOP)
    through = {link["key"] for link in links if link["match"] != "exact"}
    assert {link["key"] for link in links} - through == set(CALLS) & set(HANDLERS)
    assert through == {"GET /search/products"}
    assert sum(link["match"] == "exact" for link in links) == LINKS


def test_the_map_shows_the_mistake_in_the_shop() -> None:
    alone = {row["key"] for row in records("map", SHOP) if not (row["consumers"] and row["providers"])}
    assert alone == {
        *("DELETE /orders/{}", "POST /orders/{}/cancel", "GET /health"),
        *("ANY /search/*", "GET /search/products", "GET /products"),
    }
    table = seamark("map", SHOP)
    assert re.search(r"^DELETE /orders/{} +provider +none found$", table, re.MULTILINE)
    assert table.endswith(
        f"\n{len(CALLS.keys() | HANDLERS.keys())} contracts, 1 without a provider, 2 without a consumer\n"
    )


def test_the_readme_shows_what_the_map_prints() -> None:
    (shown,) = re.findall(r"(?:^    .*\n|^\n)+^    \d+ contracts.*\n", README.read_text("utf-8"), re.MULTILINE)
    pieces = textwrap.dedent(shown).lstrip("\n").split("…\n")
    assert len(pieces) > 3
    assert re.fullmatch(".*\n".join(map(re.escape, pieces)), seamark("map", SHOP), re.DOTALL)


def test_a_build_fails_for_a_call_that_nobody_serves() -> None:
    (said,) = re.findall(
        r"^    web/src/api/orders.ts:.*warning.*(?:\n    .*)+", README.read_text("utf-8"), re.MULTILINE
    )
    command = [sys.executable, "-m", "seamark", "check", SHOP]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (
        1,
        f"{textwrap.dedent(said)}\n\n35 contracts in 68 files: 1 warning\n",
        "",
    )


def test_a_finding_says_what_a_key_is_of(tmp_path: Path) -> None:
    (tmp_path / "tell.py").write_text(
        "import pika\nchannel = pika.BlockingConnection().channel()\n"
        "channel.basic_publish(exchange='', routing_key='orders', body=b'')\n"
    )
    done = CliRunner().invoke(main, ["check", str(tmp_path), "--unserved", "--no-cache"], catch_exceptions=False)
    assert "tell.py:3:49: warning: nothing serves `queue orders` [unserved-call]\n" in done.stdout


@pytest.mark.parametrize(
    ("settings", "options", "shown", "code"),
    [
        ("", ["--unserved"], ["4:8: warning: nothing serves `GET /orders` [unserved-call]"], 1),
        ("", [], ["4:8: hint: nothing serves `GET /orders` [unserved-call]"], 0),
        ('[diagnostics]\nunserved-call = "off"', [], [], 0),
        ('[diagnostics]\nunserved-call = "hint"', [], ["4:8: hint: nothing serves `GET /orders` [unserved-call]"], 0),
        (
            '[diagnostics]\nunserved-call = "warning"',
            [],
            ["4:8: warning: nothing serves `GET /orders` [unserved-call]"],
            1,
        ),
        ('[ignore]\nkeys = ["GET /orders"]', ["--unserved"], [], 0),
    ],
)
def test_check_tells_of_calls_that_may_be_ours(
    tmp_path: Path, settings: str, options: list[str], shown: list[str], code: int
) -> None:
    (tmp_path / "seamark.toml").write_text(settings)
    (tmp_path / "api.py").write_text("from flask import Flask\napp = Flask('')\n@app.get('/users')\ndef users(): ...\n")
    (tmp_path / "web.ts").write_text(
        "fetch('/users')\nfetch('https://api.example.com/orders')\nfetch(`${BASE}/other`)\nfetch('/orders')\n"
    )
    (tmp_path / "web.test.ts").write_text("fetch('/missing')\n")
    done = CliRunner().invoke(main, ["check", str(tmp_path), "--no-cache", *options], catch_exceptions=False)
    told = [line for line in done.stdout.splitlines() if line.startswith("web.ts:")]
    assert (told, done.exit_code) == ([f"web.ts:{line}" for line in shown], code)


def run(code: str) -> str:
    """What a program prints that ends well."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.spec("2.9.line")
def test_the_example_of_the_library_prints_what_it_says() -> None:
    page = (ROOT / "docs" / "library.md").read_text("utf-8")
    example, extractor = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    asked = """
(found,) = extract(b'@subscribe("orders")', "a.py")
assert (found.key, found.start) == ("orders", 12)
"""
    assert run(extractor + asked) == ""
    printed = run(example)
    (shown,) = re.findall(r"among others:\n\n((?:    .+\n)+)", page)
    assert textwrap.dedent(shown) in printed


def helps(group: click.Group, *path: str) -> Iterator[tuple[str, ...]]:
    """The commands of a group, also below others."""
    for name, command in group.commands.items():
        yield from helps(command, *path, name) if isinstance(command, click.Group) else [(*path, name)]


def test_whoever_uses_a_contract_is_a_consumer() -> None:
    assert "caller" not in seamark("--help") + seamark()
    for command in helps(main):
        assert "caller" not in seamark(*command, "--help"), command


def test_explain_tells_both_sides_and_why() -> None:
    text = seamark("explain", "GET /api/v1/products/7", SHOP)
    assert text.startswith("GET /api/v1/products/{}\nprovider  catalog/catalog/routes/products.py:")
    assert "\nconsumer  web/src/api/catalog.ts:" in text
    assert "prefix /api/v1  catalog/catalog/main.py:7:" in text
    assert "made through a wrapper function" in text


def test_explain_tells_the_way_from_peoples_calls(tmp_path: Path) -> None:
    (tmp_path / "client.py").write_text("import requests\ndef all_pens(): return requests.get('/pens')\n")
    (tmp_path / "page.py").write_text("from client import all_pens\ndef show(): all_pens()\n")
    text = seamark("explain", "GET /pens", str(tmp_path))
    assert "consumer  client.py:2:" in text
    assert "  called at page.py:2:13  show" in text


@pytest.mark.parametrize("key", ["grpc Prices/Quote", "grpc:Prices/Quote", "Prices/Quote"])
def test_explain_takes_the_keys_that_the_map_shows(key: str) -> None:
    assert seamark("explain", key, SHOP).startswith("grpc Prices/Quote\nprovider  prices/main.go:")


def test_explain_leads_to_the_other_half_of_a_mistake() -> None:
    assert "POST /orders/{}/cancel" in seamark("explain", "POST /order/{}/cancel", SHOP, code=1)


def test_the_graph_is_one_that_the_library_reads() -> None:
    graph = from_json(seamark("graph", SHOP))
    keys = {node.name for node in graph.nodes_by_kind(NodeKind.BOUNDARY)}
    assert keys == set(CALLS) | set(HANDLERS)


@pytest.mark.parametrize(("form", "arrow"), [("dot", " -> "), ("mermaid", " --> ")])
def test_the_graph_as_a_picture(form: str, arrow: str) -> None:
    picture = seamark("graph", SHOP, "--format", form)
    assert picture.count(arrow) == PORTS


def test_what_nobody_reads_any_more_is_no_error() -> None:
    for command in ("ports", "map", "graph"):
        script = f"{sys.executable} -m seamark {command} {SHOP} | :"
        done = subprocess.run(["sh", "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert (done.stdout, done.stderr) == ("", "")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such shell")
@pytest.mark.parametrize("command", ["ports", "ports --format jsonl", "map", "check", "check --unserved"])
def test_what_nobody_takes(command: str, tmp_path: Path) -> None:
    (tmp_path / "call.ts").write_text("fetch('/users/1')\n")
    program = f"{sys.executable} -m seamark {command} --no-cache"

    def done(script: str) -> tuple[int, str, str]:
        ran = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60)
        return ran.returncode, ran.stdout, ran.stderr

    code, said, _ = done(f"{program} .")
    assert done(f"{program} . 2>&-") == (code, said, "")
    assert done(f"{program} . >&-")[:2] == (code, "")
    assert "Traceback" not in done(f"{program} . >&-")[2]
    if said and os.path.exists("/dev/full"):
        code, _, error = done(f"{program} . >/dev/full")
        assert (code, error.count("\n")) == (2, 1)
        assert "Error: the output cannot be written: no space left on device" in error
    (tmp_path / "gone").mkdir()
    code, said, error = done(f"cd gone; rmdir ../gone; {program} .")
    assert (code, said) == (2, "")
    assert error.rstrip().endswith("Error: Invalid value for '[PATH]...': .: does not exist")


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="there is no such file")
def test_a_pipe_that_is_named_is_written_to() -> None:
    arguments = [sys.executable, "-m", "seamark", "graph", SHOP, "--format", "json"]
    done = subprocess.run([*arguments, "--output", "/dev/stdout"], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == seamark("graph", SHOP, "--format", "json").strip()


@pytest.mark.parametrize("columns", [30, 80, 200])
def test_a_terminal_is_told_of_the_progress_and_gets_all_of_the_text(columns: int) -> None:
    pty = pytest.importorskip("pty")
    terminal, ours = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm-256color"}
    for name in ("NO_COLOR", "FORCE_COLOR"):
        environment.pop(name, None)
    command = [sys.executable, "-m", "seamark", "map", SHOP]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=ours, stdout=ours, stderr=ours) as process:
        os.close(ours)
        written = everything(terminal)
    assert process.returncode == 0
    assert "Reading" in written
    assert "\x1b[1mGET /orders/{}" in written
    plain = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", written)
    assert "ReviewsService.listReviews" in plain
    heading = re.search(r"^GET /api/v1/products/bestsellers(.*)\r$", plain, re.MULTILINE)
    assert heading is not None
    assert ("list_bestsellers" in heading[1]) == (columns == 200)


def everything(terminal: int) -> str:
    """What is written to the terminal until nobody has it open."""
    chunks: list[bytes] = []
    while True:
        try:
            chunk = os.read(terminal, 1 << 16)
        except OSError:  # Linux says so at the end.
            chunk = b""
        if not chunk:
            os.close(terminal)
            return b"".join(chunks).decode()
        chunks.append(chunk)


@pytest.mark.slow
def test_the_slowest_files_come_first() -> None:
    costs = records("slow", SHOP, "--most", "1000")
    assert [one["seconds"] for one in costs] == sorted((one["seconds"] for one in costs), reverse=True)
    assert {port["file"] for port in records("ports", SHOP)} <= {one["file"] for one in costs}
    assert all(one["times"] > 0 and one["bytes"] == (ROOT / SHOP / one["file"]).stat().st_size for one in costs)
    assert len(seamark("slow", SHOP, "--most", "3").splitlines()) == 5


def test_an_editor_is_told_how_to_start_this_very_program() -> None:
    program = Path(sys.executable).with_name("seamark")
    done = subprocess.run([program, "editors", "neovim"], capture_output=True, encoding="utf-8", check=True)
    assert f'"{program.as_posix()}", "lsp"' in done.stdout
    assert "init.lua" in done.stderr
    listed = subprocess.run([program, "editors"], capture_output=True, encoding="utf-8", check=True).stdout
    assert re.search(r"^neovim +Neovim 0.11 or later$", listed, re.MULTILINE)
    other = subprocess.run([program, "editors", "edlin"], capture_output=True, encoding="utf-8")
    assert (other.returncode, other.stdout) == (2, "")
    assert "edlin" in other.stderr


def test_a_start_that_finds_nothing_changed_loads_nothing_that_reads_files(tmp_path: Path) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "seamark", "ports", SHOP]
    empty = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    loaded = []
    for _ in range(2):
        done = subprocess.run(command, cwd=ROOT, env=empty, capture_output=True, encoding="utf-8", timeout=120)
        assert done.returncode == 0
        loaded.append({line.rpartition("|")[2].strip() for line in done.stderr.splitlines()})
    reading = {f"seamark.resolve.{name}" for name in ("recognition", "evaluation.evaluator", "http.requests")}
    assert reading <= loaded[0]
    assert loaded[1] & reading == set()


def test_telling_the_version_loads_nothing_that_it_does_not_need() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "seamark", "--version"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, f"seamark {__version__}\n")
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert {"seamark", "click"} <= loaded
    assert loaded & {"duckdb", "fsspec", "msgspec", "tree_sitter", "yaml", "rich", "pygls", "asyncio"} == set()


_COUNTING_PATTERNS = """
import re, sys
compile, compiled = re._compiler.compile, []
re._compiler.compile = lambda *given: compiled.append(given) or compile(*given)
from seamark.cli.main import main
main(["ports", "--no-cache", "--format", "jsonl", sys.argv[1]], standalone_mode=False)
print(len(compiled), *sys.modules)
"""
_NEEDLESS = {
    "dask",
    "duckdb",
    "email.message",
    "importlib.metadata",
    "importlib.resources",
    "pygls",
    "rich.console",
    "zipfile",
}


def test_a_start_in_an_almost_empty_folder_makes_little_ready(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    program = [sys.executable, "-c", _COUNTING_PATTERNS, str(tmp_path)]
    done = subprocess.run(program, capture_output=True, encoding="utf-8", timeout=60, check=True)
    compiled, *loaded = done.stdout.split()
    assert int(compiled) < 120, "patterns are compiled at once that few workspaces need"
    assert _NEEDLESS & set(loaded) == set()


_WITH_A_WRONG_TABLE = """
from seamark.catalogue import loading
wrong = 'name = "tiny"\\nlanguages = ["python"]\\n[[requests]]\\nurl = "1.."'
loading._texts = lambda: dict([("tiny.toml", wrong)])
from seamark.cli.main import main
main(["{0}", "--no-cache", {1!r}])
"""


@pytest.mark.parametrize("command", ["map", "ports", "doctor"])
def test_a_wrong_table_of_seamark_itself_is_told_in_a_line(command: str) -> None:
    program = [sys.executable, "-c", _WITH_A_WRONG_TABLE.format(command, SHOP)]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    told = "`1..` names no argument: see the beginning of seamark/catalogue/schema.py - at `$.requests[0].url`"
    assert done.stderr == f"Error: server/seamark/catalogue/libraries/tiny.toml: {told}\n"


def test_alternatives_of_one_call_are_one_call(tmp_path: Path) -> None:
    (tmp_path / "web.ts").write_text(
        """
const kind = Math.random() > 0.5 ? "users" : "teams"
fetch(`/${kind}/list`)
export const save = (id?: string) => fetch("/mails", { method: id ? "PUT" : "POST" })
export const other = (id?: string) => fetch(id ? "/lost/one" : "/lost/two")
"""
    )
    (tmp_path / "api.py").write_text(
        """
from flask import Flask
app = Flask(__name__)
@app.get("/users/list")
def users(): ...
@app.post("/mails")
def send(): ...
@app.put("/mails")
def change(): ...
"""
    )
    folder = str(tmp_path)
    assert seamark("ports", folder).splitlines()[-1] == "3 providers, 3 consumers"
    assert seamark("map", folder).splitlines()[-1] == "6 contracts, 1 without a provider"
    assert seamark("links", folder).splitlines()[-1] == "3 links of 2 calls"
    told = seamark("explain", "GET /users/list", folder)
    assert "one of 2 keys: GET /teams/list, GET /users/list" in told
    assert "one of" not in seamark("explain", "POST /users", folder, code=1)
    assert "3 providers, 3 consumers" in seamark("doctor", folder)
    assert "1 call of 3 without a provider here" in seamark("doctor", folder)
