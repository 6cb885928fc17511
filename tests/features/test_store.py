"""`seamark store`: from repositories to a store, and what can go wrong with both."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner, Result

from seamark.cli.main import main
from seamark.store.errors import INSTALL
from seamark.store.folder import Folder

from .repositories import commit, git
from .seeded import SHOP

pytestmark = pytest.mark.slow

SERVICES = ("catalog", "orders", "web")


def seamark(*arguments: str | Path | int) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), catch_exceptions=False)


def made(root: Path, *names: str) -> list[Path]:
    """Services of the shop, each in a repository of its own."""
    for name in names:
        shutil.copytree(SHOP / name, root / name)
        git(root / name, "init", "-q")
        commit(root / name, "all")
    return [root / name for name in names]


def told(result: Result) -> dict[str, str]:
    """What became of each repository."""
    lines = [line for line in result.stderr.splitlines() if not line.startswith("warning")]
    return {line[9:].partition(":")[0]: line[:9].strip() for line in lines}


def rows_of(shard: Path, columns: str = "*") -> list[tuple[object, ...]]:
    """The rows of a shard, as others than Seamark read them."""
    with duckdb.connect() as connection:
        return connection.execute(f"SELECT {columns} FROM read_parquet(?)", [str(shard)]).fetchall()


@pytest.fixture
def repositories(tmp_path: Path) -> list[Path]:
    return made(tmp_path, *SERVICES)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "contracts"


def test_a_repository_is_added_skipped_updated_and_removed(repositories: list[Path], store: Path) -> None:
    one = ("--store", store, "--jobs", 1)
    assert told(seamark("store", "add", *repositories, *one)) == dict.fromkeys(SERVICES, "added")
    assert sorted(file.name for file in store.iterdir()) == [f"{name}.parquet" for name in SERVICES]
    assert told(seamark("store", "add", *repositories, *one)) == dict.fromkeys(SERVICES, "skipped")
    (repositories[1] / "likes.py").write_text('from flask import Flask\nFlask("x").get("/likes")(print)\n')
    assert told(seamark("store", "update", *repositories, *one)) == dict.fromkeys(SERVICES, "skipped")
    commit(repositories[1], "more")
    assert told(seamark("store", "update", *repositories, *one)) == dict.fromkeys(SERVICES, "skipped") | {
        "orders": "updated"
    }
    listed = seamark("store", "list", "--store", store).stdout
    assert git(repositories[1], "rev-parse", "HEAD")[:12] in listed
    assert seamark("store", "remove", "web", "--store", store).exit_code == 0
    assert "web" not in seamark("store", "list", "--store", store).stdout
    assert seamark("store", "remove", "web", "--store", store).exit_code == 2


def test_a_shard_has_what_seamark_ports_has(repositories: list[Path], store: Path) -> None:
    seamark("store", "add", *repositories, "--store", store, "--jobs", 1)
    columns = (
        'mechanism, key, role, round(confidence, 4), file, line, "column", end_line, end_column, language, handler'
    )
    rows = rows_of(store / "orders.parquet", columns)
    names = ("mechanism", "key", "role", "confidence", "file", "line", "column", "end_line", "end_column", "language")
    ports = map(json.loads, seamark("ports", repositories[1], "--format", "jsonl", "--no-cache").stdout.splitlines())
    assert sorted(map(str, rows)) == sorted(str(tuple(port[name] for name in (*names, "handler"))) for port in ports)


def test_bare_repositories_and_revisions_are_read_without_a_checkout(
    repositories: list[Path], store: Path, tmp_path: Path
) -> None:
    bare = tmp_path / "mirrors" / "orders.git"
    first = git(repositories[1], "rev-parse", "HEAD")
    shutil.rmtree(repositories[1] / "orders")
    commit(repositories[1], "nothing left")
    git(tmp_path, "clone", "-q", "--bare", str(repositories[1]), str(bare))
    before = sorted(path for path in bare.rglob("*"))
    result = seamark("store", "add", bare, f"before={bare}", "--store", store, "--revision", first, "--jobs", 1)
    assert told(result) == {"orders": "added", "before": "added"}
    assert seamark("store", "add", f"now={bare}", "--store", store).exit_code == 0
    counts = {name: len(rows_of(store / f"{name}.parquet")) for name in ("before", "now")}
    assert counts["before"] > counts["now"]
    assert sorted(path for path in bare.rglob("*")) == before


def test_a_folder_without_git_is_always_read(tmp_path: Path, store: Path) -> None:
    shutil.copytree(SHOP / "orders", tmp_path / "orders")
    for what in ("added", "updated"):
        assert told(seamark("store", "add", tmp_path / "orders", "--store", store)) == {"orders": what}


def test_two_repositories_do_not_share_a_name(repositories: list[Path], store: Path, tmp_path: Path) -> None:
    orders = repositories[1]
    result = seamark("store", "add", orders, f"orders={repositories[0]}", "--store", store)
    assert (result.exit_code, "both called orders" in result.stderr) == (2, True)
    git(orders, "remote", "add", "origin", "https://me:secret@forge.example/a/orders.git")
    assert told(seamark("store", "add", orders, "--store", store)) == {"orders": "added"}
    git(orders, "remote", "set-url", "origin", "https://forge.example/b/orders.git")
    result = seamark("store", "add", orders, "--store", store)
    assert result.exit_code == 1
    assert "from https://forge.example/a/orders.git" in result.stderr


def test_a_broken_repository_is_said_and_the_others_are_read(repositories: list[Path], store: Path) -> None:
    catalog, orders, web = repositories
    for file in (catalog / ".git" / "objects").rglob("*"):
        if file.is_file():
            file.unlink()
    shutil.rmtree(web / ".git")
    git(web, "init", "-q")  # A history without a commit.
    result = seamark("store", "add", *repositories, orders / "nothing", "--store", store, "--jobs", 1)
    expected = {"catalog": "failed", "orders": "added", "web": "failed", "nothing": "failed"}
    assert (result.exit_code, told(result)) == (1, expected)
    assert [file.name for file in store.iterdir()] == ["orders.parquet"]


def test_what_cannot_be_meant_is_said(repositories: list[Path], store: Path, tmp_path: Path) -> None:
    catalog, orders, _ = repositories
    again = seamark("store", "add", catalog, catalog.parent / "orders" / ".." / "catalog", "--store", store)
    assert told(again) == {"catalog": "added"}
    shards = store.stat().st_mtime_ns
    for wrong, said in {
        f"={catalog}": "no name before the `=`",
        str(orders / "orders"): f"is part of the repository {orders}: add that, or name the part",
        str(tmp_path): "is a folder of repositories: add ",
    }.items():
        result = seamark("store", "add", wrong, "--store", store)
        assert (result.exit_code, said in result.stderr) == (2, True), result.stderr
    assert store.stat().st_mtime_ns == shards
    part = seamark("store", "add", f"views={orders / 'orders'}", "--store", store)
    assert told(part) == {"views": "added"}
    git(tmp_path, "init", "-q", "unborn")
    assert seamark("store", "add", tmp_path / "unborn", "--store", store).stderr.endswith("nothing is committed yet\n")
    missing = seamark("store", "add", "doesnotexist", "--store", store)
    assert missing.stderr == "failed   doesnotexist: does not exist\n"


def test_without_shards_nothing_is_answered(repositories: list[Path], store: Path) -> None:
    store.mkdir()
    asked = [
        *(("store", what, "--store", store) for what in ("map", "links", "check", "graph")),
        ("store", "explain", "GET /", "--store", store),
        ("check", repositories[1], "--against", store),
    ]
    for arguments in asked:
        result = seamark(*arguments)
        assert (result.exit_code, result.stdout) == (2, ""), arguments
        assert f"{store} has no repository that can be read" in result.stderr
    (store / "orders.parquet").write_bytes(b"PAR1")
    result = seamark(*asked[0])
    assert (result.exit_code, "orders.parquet is left out: " in result.stderr) == (2, True)


def test_a_store_may_be_anywhere_fsspec_opens(repositories: list[Path]) -> None:
    address = "memory://somewhere/contracts"
    assert told(seamark("store", "add", repositories[0], "--store", address)) == {"catalog": "added"}
    assert told(seamark("store", "add", repositories[0], "--store", address)) == {"catalog": "skipped"}
    assert list(Folder(address).shards()) == ["catalog.parquet"]
    assert "catalog" in seamark("store", "list", "--store", address).stdout
    assert seamark("store", "list", "--store", "nowhere://x").exit_code == 2


@pytest.mark.parametrize("library", ["duckdb", "fsspec"])
def test_without_its_libraries_the_command_says_what_to_install(library: str, tmp_path: Path) -> None:
    script = (
        f"import sys; sys.modules[{library!r}] = None\n"
        f"from seamark.cli.main import main; main(['store', 'list', '--store', {str(tmp_path)!r}])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == f"Error: {library} is not installed, and a store needs it: {INSTALL}\n"
    assert sys.executable in INSTALL  # A plain `pip` is mostly that of another Python.
