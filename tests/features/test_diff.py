"""What `seamark diff` says of two times of the shop, wherever these are."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from seamark.cli.main import main

from .repositories import commit, git
from .seeded import SHOP

SAID = """\
removed  POST /payments/{}/refund
  was served by payments/api.go:35:11 API.refund
  is left in payments/openapi.yaml:37:5 document
  breaks orders/orders/payments.py:8:21 refund
changed  GET /orders/sold/{} → GET /orders/bought/{}  (path)
  was served by orders/orders/views.py:39:14 count_sold
  breaks catalog/catalog/bestsellers.py:10:35 sold
changed  PUT /parcels/{}/weight → POST /parcels/{}/weight  (verb)
  was served by shipping/parcels.cpp:49:19 note_weight
  breaks scale/shipping.c:18:41 tell_weight
changed  queue orders.cancelled → queue orders.gone  (name)
  was served by warehouse/src/cancelled.ts:9:25 unpack
  breaks orders/orders/events.py:11:56 tell_cancelled
added    GET /orders/likes
  served by orders/orders/views.py:45:14 likes

contracts: 1 removed, 3 changed, 1 added; 4 calls break
"""


def diff(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["diff", *map(str, arguments)], catch_exceptions=False)


def change(root: Path) -> None:
    """Change contracts, and what is none: a handler's name, lines, a file's name."""
    for path, pattern, new in (
        ("orders/orders/views.py", "/sold/", "/bought/"),
        ("orders/orders/views.py", "def place_order", "def take_order"),
        ("orders/orders/views.py", r"\Z", '\n\n@orders.get("/likes")\ndef likes(): ...\n'),
        ("payments/api.go", r'.*"/refund", a.refund.*\n', ""),
        ("shipping/parcels.cpp", r"server\.Put", "server.Post"),
        ("warehouse/src/cancelled.ts", "orders.cancelled", "orders.gone"),
        ("web/src/api/orders.ts", r"\A", "\n\n"),
    ):
        file = root / path
        file.write_text(re.sub(pattern, new, file.read_text("utf-8")), "utf-8")
    (root / "scale/scale.c").rename(root / "scale/main.c")


@pytest.fixture
def changed(repository: Path) -> Path:
    """A repository whose last revision changes the shop."""
    change(repository / "shop")
    commit(repository, "Other contracts")
    return repository


def test_two_revisions(changed: Path) -> None:
    done = diff("HEAD^", "HEAD", "--folder", changed / "shop")
    assert (done.stdout, done.stderr, done.exit_code) == (SAID, "", 0)
    assert diff("HEAD^", "HEAD", "--folder", changed / "shop", "--exit-code").exit_code == 1
    assert diff("HEAD", "HEAD", "--folder", changed / "shop", "--exit-code").exit_code == 0
    assert git(changed, "status", "--porcelain") == ""


def test_two_folders(changed: Path) -> None:
    assert diff(SHOP, changed / "shop").stdout == SAID
    assert diff(SHOP, SHOP).stdout == "no contract has changed\n"


def test_a_revision_and_a_folder_that_is_not_committed(repository: Path) -> None:
    change(repository / "shop")
    assert diff("main", repository / "shop", "--folder", repository / "shop").stdout == SAID


def test_two_graphs(changed: Path, tmp_path: Path) -> None:
    graphs = []
    git(tmp_path, "clone", str(changed), "before")
    git(tmp_path / "before", "reset", "--hard", "HEAD^")
    for name, root in (("old.json", tmp_path / "before/shop"), ("new.json", changed / "shop")):
        graphs.append(tmp_path / name)
        done = CliRunner().invoke(main, ["graph", str(root)], catch_exceptions=False)
        graphs[-1].write_text(done.stdout, "utf-8")
    # A graph has those functions that state a contract, which handlers need not do.
    said = SAID.replace("API.refund\n", "API.Routes\n").replace("note_weight", "serve").replace("unpack", "listen")
    assert diff(*graphs).stdout == said


def test_a_whole_repository_is_its_folders(changed: Path) -> None:
    done = diff("HEAD^", "HEAD", "--folder", changed)
    assert done.stdout == re.sub(r"(by|in|breaks) (\w+/)", r"\1 shop/\2", SAID)


def test_for_a_comment_in_a_review(changed: Path) -> None:
    lines = diff("HEAD^", "HEAD", "--folder", changed / "shop", "--format", "markdown").stdout.splitlines()
    assert lines[0] == "### Seamark: contracts: 1 removed, 3 changed, 1 added; 4 calls break"
    assert (
        "| changed (path) | `GET /orders/sold/{}` → `GET /orders/bought/{}` "
        "| `orders/orders/views.py:39:14` `count_sold` | 1 |"
    ) in lines
    assert "| `queue orders.cancelled` | `orders/orders/events.py:11:56` | `tell_cancelled` |" in lines


def test_as_json_lines(changed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    done = diff("HEAD^", "HEAD", "--folder", changed / "shop", "--format", "jsonl", "-o", out)
    assert done.output == ""
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [row["change"] for row in rows] == ["removed", *["changed"] * 3, "added"]
    assert rows[2] == {
        "change": "changed",
        "mechanism": "http",
        "key": "PUT /parcels/{}/weight",
        "new_key": "POST /parcels/{}/weight",
        "differs": ["verb"],
        "providers": [
            {"file": "shipping/parcels.cpp", "line": 49, "column": 19, "symbol": "note_weight", "document": False}
        ],
        "left": [],
        "breaks": [
            {
                "key": "PUT /parcels/{}/weight",
                "file": "scale/shipping.c",
                "line": 18,
                "column": 41,
                "symbol": "tell_weight",
                "document": False,
            }
        ],
    }


def test_files_that_git_would_not_check_out(repository: Path) -> None:
    shop = repository / "shop"
    (repository / ".gitattributes").write_text("shop/orders export-ignore\n* text eol=crlf\n")
    (shop / "link").symlink_to("/etc")
    (shop / "web/again").symlink_to("../orders")
    commit(repository, "Attributes and links")
    assert diff("HEAD^", "HEAD", "--folder", shop).stdout == "no contract has changed\n"


def test_a_folder_that_a_revision_does_not_have(repository: Path) -> None:
    (repository / "new").mkdir()
    shutil.copy(SHOP / "catalog/catalog/main.py", repository / "new/main.py")
    done = diff("HEAD", repository / "new", "--folder", repository / "new")
    assert done.stdout.startswith("added    GET /health\n")


def test_a_clone_in_part(changed: Path, tmp_path: Path) -> None:
    git(changed, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "--no-checkout", "--filter=blob:none", f"file://{changed}", "partial")
    before = git(tmp_path / "partial", "count-objects", "-v")
    done = diff("HEAD^", "HEAD", "--folder", tmp_path / "partial")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "if the repository was cloned in part, `git fetch --refetch --no-filter` gets the rest" in done.stderr
    assert git(tmp_path / "partial", "count-objects", "-v") == before


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("nope", "there is no file or folder nope, and `nope` is not a revision of the repository at"),
        (SHOP / "README.md", r"README.md: this is not a graph: .*; write one with `seamark graph PATH > "),
    ],
)
def test_what_cannot_be_compared(repository: Path, old: str | Path, said: str) -> None:
    done = diff(old, SHOP, "--folder", repository)
    assert (done.exit_code, done.stdout) == (2, "")
    assert re.search(said, done.stderr), done.stderr


def test_settings_that_are_wrong(repository: Path) -> None:
    (repository / "shop/seamark.toml").write_text("[ignore]\nkeys = 7\n")
    done = diff("HEAD", repository / "shop", "--folder", repository / "shop")
    assert done.exit_code == 2 and "fix what the warning reports" in done.stderr
    commit(repository, "Wrong settings")
    (repository / "shop/seamark.toml").unlink()
    done = diff("HEAD", repository / "shop", "--folder", repository / "shop")
    assert done.exit_code == 0 and "warning: HEAD:seamark.toml:2: `ignore.keys`" in done.stderr
