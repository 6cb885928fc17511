"""What the doctor says of an installation; of workspaces, files and lines: `tests/features/doctor.txt`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from seamark.cli.doctor import organisation
from seamark.cli.doctor.installation import Installation, checks, here
from seamark.cli.doctor.organisation import Organisation
from seamark.cli.doctor.requirements import Library, meets
from seamark.store.folder import Folder
from seamark.store.shard import About, RepositoryStatement, Shard
from seamark.store.writing import Header, write
from seamark.version import DISTRIBUTION

SOUND = Installation(
    python="3.12.1",
    program="/usr/bin/python3",
    wanted_python=">=3.11",
    version="0.1.0",
    place="/site-packages/seamark",
    libraries=(Library("pygls", ">=2.1,<3", "2.1.1"), Library("click", ">=8.1", "8.1")),
    grammars=9,
    broken={},
    size=251 * 1024 * 1024,
    grammars_size=184 * 1024 * 1024,
    cache="/home/me/.cache/seamark",
    cache_size=3 * 1024 * 1024,
)


def said(found: Installation) -> list[tuple[str, str]]:
    return [(check.state, check.text) for check in checks(found)]


def test_a_sound_installation() -> None:
    assert said(SOUND) == [
        ("ok", "Python 3.12.1 (/usr/bin/python3)"),
        ("ok", "Seamark 0.1.0 (/site-packages/seamark)"),
        ("ok", "2 libraries, all in required versions"),
        ("ok", "9 grammars, all loaded"),
        ("ok", "251 MB with all required libraries, 184 MB of them for grammars"),
        ("ok", "3.0 MB cached in /home/me/.cache/seamark"),
    ]


@pytest.mark.parametrize(
    ("found", "wrong"),
    [
        (replace(SOUND, python="3.10.2"), ["Python 3.10.2 (/usr/bin/python3)"]),
        (
            replace(SOUND, libraries=(Library("pygls", ">=2.1,<3", "3.0"), Library("click", ">=8.1", None))),
            ["pygls>=2.1,<3 is needed, and is there in version 3.0", "click>=8.1 is needed, and is missing"],
        ),
        (replace(SOUND, broken={"rust": "OSError: no"}), ["the grammar rust cannot be loaded: OSError: no"]),
        (
            replace(SOUND, cache_refused="permission denied"),
            ["/home/me/.cache/seamark cannot be written: permission denied"],
        ),
    ],
)
def test_what_is_wrong_with_one(found: Installation, wrong: list[str]) -> None:
    assert [text for state, text in said(found) if state == "wrong"] == wrong
    assert all(check.more for check in checks(found) if check.state == "wrong"), "it says what to do"


@pytest.mark.parametrize(
    ("version", "wanted", "does"),
    [
        ("2.1.1", ">=2.1,<3", True),
        ("3", ">=2.1,<3", False),
        ("2.0.9", ">=2.1", False),
        ("8.1", ">=8.1.0", True),
        ("2025.0.0", ">=2025.0.0", True),
        ("0.26.1rc1", ">=0.26.1", True),
        ("1.0", "", True),
        ("1.5", "==1.4", False),
        ("1.4.2", "~=1.4", True),
    ],
)
def test_versions(version: str, wanted: str, does: bool) -> None:
    assert meets(version, wanted) is does


def test_what_runs_these_tests_is_sound() -> None:
    assert {state for state, _ in said(here())} == {"ok"}


def test_libraries_that_are_missing_are_named_without_them(tmp_path: Path) -> None:
    """Where nothing but the command line's own library can be loaded."""
    script = (
        "import sys\n"
        "from importlib import metadata\n"
        "missing = 'msgspec'\n"
        f"metadata.requires = {{{DISTRIBUTION!r}: ['msgspec>=0.19', 'click>=8.1']}}.__getitem__\n"
        "there = metadata.version\n"
        "def version(name):\n"
        "    if name == missing: raise metadata.PackageNotFoundError(name)\n"
        "    return there(name)\n"
        "metadata.version = version\n"
        "sys.modules.update(dict.fromkeys(['msgspec', 'rich', 'tree_sitter', 'tomli', 'lsprotocol', 'pygls']))\n"
        "from seamark.cli.main import main\n"
        "main(['doctor'])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    said = r"Installation\nwrong msgspec\S+ is needed, and is missing\n +install it: \S+ -m pip install 'msgspec\S+'\n"
    assert re.fullmatch(said, done.stdout), done.stdout


STORE = Organisation({"duckdb": "2.0.1", "fsspec": "2026.1"}, "/contracts")
READ = "a store can be read (duckdb 2.0.1, fsspec 2026.1)"
GOOD = Header("orders", "c1", "2030-01-02T00:00:00+00:00", schema=1)


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (replace(STORE, address=""), [("ok", READ), ("note", "SEAMARK_STORE names no store")]),
        (
            Organisation({"duckdb": None, "fsspec": "1"}),
            [("note", "duckdb not installed: no store can be read")],
        ),
        (
            Organisation({"duckdb": None, "fsspec": None}, "/contracts"),
            [("wrong", "duckdb and fsspec not installed: no store can be read")],
        ),
        (STORE, [("ok", READ), ("wrong", "/contracts has 0 repositories")]),
        (replace(STORE, refused="it cannot be read"), [("ok", READ), ("wrong", "it cannot be read")]),
        (
            replace(STORE, shards=2, read={"orders": GOOD, "web": "it is torn"}),
            [
                ("ok", READ),
                ("ok", "/contracts has 1 repository, committed from 2030-01-02 to 2030-01-02"),
                ("wrong", "the shard of web is left out: it is torn"),
            ],
        ),
    ],
)
def test_what_is_said_of_a_store(found: Organisation, told: list[tuple[str, str]]) -> None:
    assert [(check.state, check.text) for check in organisation.checks(found)] == told


def test_the_store_that_the_environment_names_is_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEAMARK_STORE", str(tmp_path))
    (tmp_path / "web.parquet").write_bytes(b"torn")
    write(Folder(str(tmp_path)), Shard(About("orders"), RepositoryStatement(), []))
    found = organisation.here()
    assert (found.shards, set(found.read)) == (2, {"orders", "web"})
    assert isinstance(found.read["orders"], Header) and str(found.read["web"]).startswith("it is not a shard")
